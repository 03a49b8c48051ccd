"""The browser's door: who asks for what, and what becomes of it."""

import asyncio
import socket
import ssl
import time
from collections.abc import Awaitable, Sequence
from dataclasses import replace
from http import HTTPStatus

import msgspec
from websockets.http11 import Request

from net.codes import resume_code
from net.door.admission import Admission, TurnedAway, Visit
from net.door.caller import Caller
from net.door.entrance import Entrance
from net.door.gate import Gate, open_sockets
from net.door.proxy import is_trusted
from net.door.settings import Limits, ServerSettings
from net.house.entrance import BadEntry
from net.limits.sources import plain
from net.web.connection import Connection
from net.web.files import answer, header, respond
from net.web.messages import Bye, encode
from net.web.session import Pages, Session
from net.web.visits import BadForward, Question, is_secure, question, read_caller, read_cookie, source, write_cookie

SCREEN, LINES = "/ws", "/lines"
LONGEST_LANGUAGE = 2
# All sources together may fetch pages so many times as fast as one.
ALL_SOURCES = 16


class PageAdmission(Admission):
    """Who may fetch pages: counted apart from those who come to play, and at a proxy by each request instead."""

    proxies: Sequence[str] = ()

    def arrive(self, address: str, now: float) -> Visit | TurnedAway:
        """Let a connection in, or return why not."""
        if not is_trusted(plain(address), self.proxies):
            return super().arrive(address, now)
        return TurnedAway.HOUSE_FULL if self.connections >= self.limits.connections else Visit(self, [], address, now)


class WebDoor:
    """Listens for browsers; `origins` are the only pages from which a session may be begun."""

    def __init__(
        self, entrance: Entrance, pages: Pages, origins: Sequence[str], tls: ssl.SSLContext | None = None
    ) -> None:
        self.origins = origins
        self._entrance = entrance
        self._pages = pages
        self._tls = tls
        now = asyncio.get_running_loop().time()
        self._admission = PageAdmission(page_limits(entrance.settings), now, bans=entrance.bans)
        self._admission.proxies = entrance.settings.web.proxies
        self._gate = Gate(self._admission, self._welcome, entrance.turn_away, apology)
        self.connections: set[Connection] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        entrance.on_adopt.append(self.adopt)

    def adopt(self, settings: ServerSettings) -> None:
        """Let new settings hold for whoever comes from now on, and show a renewed certificate."""
        web = settings.web
        self.origins = web.origins or self.origins
        self._admission.proxies = web.proxies
        self._admission.limits = page_limits(settings)
        if self._tls is not None:
            try:
                self._tls.load_cert_chain(web.certificate, web.key)
            except (OSError, ssl.SSLError):
                self._entrance.monitor.log.error("certificate can't be used", file=web.certificate)

    @property
    def port(self) -> int:
        """The port that browsers connect to."""
        return self._gate.port

    def open(self, sockets: Sequence[socket.socket] = ()) -> None:
        """Open the door, on sockets of its own or on those that are given."""
        settings = self._entrance.settings
        self._gate.listen(sockets or open_sockets(settings.host, settings.web.port or 0))
        self._keep(self._go_round())
        self._entrance.monitor.log.info("page open", port=self.port, tls=self._tls is not None)

    async def close(self) -> None:
        """Let nobody in; those who were shown out have a moment to read why."""
        self._gate.close()
        patience = self._entrance.settings.patience.closing
        for connection in list(self.connections):
            if connection.listener is None:
                connection.abort()
        end = time.monotonic() + patience
        while self.connections and time.monotonic() < end:  # noqa: ASYNC110 - each of them ends in its own time
            await asyncio.sleep(0.02)
        for connection in list(self.connections):
            connection.abort()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _keep(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _go_round(self) -> None:
        while True:
            patience = self._entrance.settings.patience
            await asyncio.sleep(min(1.0, patience.stalled / 4, patience.login / 4, patience.keepalive / 4))
            for connection in list(self.connections):
                if why := connection.check(time.monotonic()):
                    self._entrance.monitor.cut.labels(why).inc()
                    connection.abort()

    def _welcome(self, client: socket.socket, visit: Visit) -> None:
        self._keep(self._connect(client, visit))

    async def _connect(self, client: socket.socket, visit: Visit) -> None:
        loop = asyncio.get_running_loop()
        settings = self._entrance.settings
        connection = Connection(visit, settings.limits, settings.patience, self)
        more = {} if self._tls is None else {"ssl_handshake_timeout": settings.patience.login}
        try:
            await loop.connect_accepted_socket(lambda: connection, client, ssl=self._tls, **more)
        except (OSError, ssl.SSLError):
            # They have gone already, or speak no TLS.
            client.close()
            self.lost(connection)

    def opened(self, connection: Connection) -> None:
        """Count a new connection."""
        self.connections.add(connection)

    def lost(self, connection: Connection) -> None:
        """Forget a connection that has ended."""
        self.connections.discard(connection)
        connection.visit.hang_up(asyncio.get_running_loop().time())

    def failed(self, error: BaseException) -> None:
        """Write down that a connection died of an error."""
        self._entrance.note_error(error)

    def asked(self, connection: Connection, request: Request) -> None:
        """Answer a request for a page, or begin a session."""
        proxies = self._admission.proxies
        try:
            address = source(connection.peer, request.headers, proxies)
        except BadForward as error:
            connection.reply(request, respond(HTTPStatus.BAD_REQUEST, f"{error}\n".encode()))
            return
        connection.visit.log_in()
        secure = is_secure(connection.peer, request.headers, proxies, connection.encrypted)
        if address != connection.peer and (why := self._against(address)) is not None:
            self._entrance.turn_away(address, why)
            connection.reply(request, respond(HTTPStatus.TOO_MANY_REQUESTS, f"{why.sentence}\n".encode()))
            return
        asked = question(request.path)
        if asked.path in (SCREEN, LINES):
            self._keep(self._begin(connection, request, asked, address, secure))
            return
        language = header(request.headers, "Accept-Language")[:LONGEST_LANGUAGE].lower()
        connection.reply(request, answer(request, self._pages.find(asked.path, language), secure))

    def _against(self, address: str) -> TurnedAway | None:
        """Count a request that a proxy handed on; return why it is not answered, if it is not."""
        verdict = self._admission.arrive(address, asyncio.get_running_loop().time())
        if isinstance(verdict, TurnedAway):
            return verdict
        verdict.leave()
        return None

    async def _begin(
        self, connection: Connection, request: Request, asked: Question, address: str, secure: bool
    ) -> None:
        """Begin a session, for a page of ours alone."""
        if header(request.headers, "Origin") not in self.origins:
            connection.reply(request, respond(HTTPStatus.FORBIDDEN, b"This is no page of this house.\n"))
            return
        verdict = self._let_in(address)
        if isinstance(verdict, TurnedAway) and not verdict.sentence:
            connection.reply(request, respond(HTTPStatus.TOO_MANY_REQUESTS, b""))
            return
        if isinstance(verdict, TurnedAway):
            self._apologise(connection, request, verdict)
            return
        verdict.log_in()
        caller = read_caller(asked, request.headers, address)
        goodbye = None
        if not caller.replay:
            try:
                caller = await self._recognise(caller, read_cookie(request.headers, secure))
            except BadEntry as entry:
                # Nobody is let in, and the cookie stays: it may be right, and a later try will tell.
                goodbye = entry.goodbye
        session = Session(self._entrance, connection, caller, verdict, self._pages)
        cookie = write_cookie(caller.cookie, secure) if caller.cookie else ""
        if not connection.upgrade(request, session, cookie):
            session.lost()
            return
        connection.visit.leave()
        if goodbye is None:
            session.begin(plain=asked.path == LINES)
        else:
            session.refuse(goodbye)

    async def _recognise(self, caller: Caller, code: str) -> Caller:
        """Whom a cookie names, or a guest with a new one."""
        known = bool(code) and await self._pages.knows(code, caller.address)
        return replace(caller, cookie=code if known else resume_code(), minted=not known)

    def _apologise(self, connection: Connection, request: Request, why: TurnedAway) -> None:
        """Tell a page why nobody is let in: of a refused WebSocket it would hear nothing."""
        if connection.upgrade(request, Nobody()):
            again = why is TurnedAway.CLOSING
            connection.send(encode(Bye(text=why.sentence, reason=why.word, again=again)), text=True)
            connection.end()

    def _let_in(self, address: str) -> Visit | TurnedAway:
        verdict = self._entrance.admission.arrive(address, asyncio.get_running_loop().time())
        if isinstance(verdict, Visit) and self._entrance.is_full:
            verdict.leave()
            verdict = TurnedAway.HOUSE_FULL
        if isinstance(verdict, TurnedAway):
            self._entrance.turn_away(address, verdict)
        return verdict


class Nobody:
    """Whoever is turned away: what they say is not heard."""

    def hear(self, data: bytes, *, text: bool) -> None:
        """Hear nothing."""

    def flow_changed(self) -> None:
        """Send nothing more."""

    def lost(self) -> None:
        """Miss nobody."""


def page_limits(settings: ServerSettings) -> Limits:
    """How many connections for pages there may be, and how fast they come."""
    web = settings.web
    return msgspec.structs.replace(
        settings.limits,
        connections=web.connections,
        connections_per_source=web.connections_per_source,
        strangers=web.connections,
        strangers_start=max(1, web.connections // 2),
        strangers_per_source=web.connections_per_source,
        arrivals_per_second=web.requests_per_second_per_source * ALL_SOURCES,
        arrivals_burst=web.requests_burst_per_source * ALL_SOURCES,
        arrivals_per_second_per_source=web.requests_per_second_per_source,
        arrivals_burst_per_source=web.requests_burst_per_source,
    )


def apology(sentence: str) -> bytes:
    """What a browser shows that is turned away before it has asked for anything."""
    response = respond(HTTPStatus.SERVICE_UNAVAILABLE, f"{sentence}\n".encode(), more={"Connection": "close"})
    return response.serialize()
