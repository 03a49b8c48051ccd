"""The listening sockets of a door: who is let in is decided here, before anything else costs time."""

import asyncio
import contextlib
import socket
from collections.abc import Callable, Sequence

from net.bucket import Bucket
from net.door.admission import Admission, TurnedAway, Visit
from net.door.proxy import BadHeader, is_trusted, read_address
from net.limits.fair_loop import Tab, on_tab
from net.limits.sources import plain, source_of

BACKLOG = 100
ACCEPTS_AT_ONCE = 16
ACCEPTS_PER_SECOND = 1000.0
PAUSE = 0.05
# Long enough for a client to read the sentence before the connection is gone.
APOLOGY_SECONDS = 2.0
MOST_APOLOGIES = 64
# Connections of trusted proxies that have not said yet whose they are.
MOST_HEADERS = 128


class Gate:
    """Accepts connections at a bounded pace and passes those on that are welcome.

    `apology` puts the sentence for somebody who is turned away into the door's own protocol. Connections from `proxies`
    must begin with a header that tells whose they are, and count as theirs.
    """

    def __init__(
        self,
        admission: Admission,
        welcome: Callable[[socket.socket, Visit], None],
        turned_away: Callable[[str, TurnedAway], None],
        apology: Callable[[str], bytes],
        proxies: Sequence[str] = (),
    ) -> None:
        self.proxies = proxies
        self._admission = admission
        self._welcome = welcome
        self._turned_away = turned_away
        self._apology = apology
        self._sockets: list[socket.socket] = []
        self._apologies: set[socket.socket] = set()
        self._headers: set[asyncio.Task[None]] = set()
        self._loop = asyncio.get_running_loop()
        self._pace = Bucket(ACCEPTS_PER_SECOND, ACCEPTS_PER_SECOND / 10, self._loop.time())

    @property
    def port(self) -> int:
        """The port that clients connect to."""
        return int(self._sockets[0].getsockname()[1])

    def listen(self, sockets: Sequence[socket.socket]) -> None:
        """Take connections from listening sockets, which other processes may share; closing the gate closes them."""
        self._sockets = list(sockets)
        for listener in self._sockets:
            listener.setblocking(False)
            self._loop.add_reader(listener, self._accept_some, listener)

    def close(self) -> None:
        """Let nobody in any more."""
        for listener in self._sockets:
            self._loop.remove_reader(listener)
            listener.close()
        self._sockets.clear()
        for client in list(self._apologies):
            self._end_apology(client)
        for header in self._headers:
            header.cancel()

    def _accept_some(self, listener: socket.socket) -> None:
        for _ in range(ACCEPTS_AT_ONCE):
            if not self._pace.take(self._loop.time()):
                return self._rest(listener)
            try:
                client, address = listener.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return None
            except OSError:
                # Out of descriptors: those who wait in the backlog must not keep the loop busy.
                return self._rest(listener)
            self._receive(client, str(address[0]))
        return None

    def _rest(self, listener: socket.socket) -> None:
        self._loop.remove_reader(listener)
        self._loop.call_later(PAUSE, self._wake, listener)

    def _wake(self, listener: socket.socket) -> None:
        if listener in self._sockets:
            self._loop.add_reader(listener, self._accept_some, listener)

    def _receive(self, client: socket.socket, address: str) -> None:
        client.setblocking(False)
        if not is_trusted(plain(address), self.proxies):
            self._decide(client, address)
        elif len(self._headers) < MOST_HEADERS:
            header = self._loop.create_task(self._ask_proxy(client))
            self._headers.add(header)
            header.add_done_callback(self._headers.discard)
        else:
            client.close()

    async def _ask_proxy(self, client: socket.socket) -> None:
        """Let a proxy tell whose connection it is; whoever does not, in time, is cut off."""
        address = None
        try:
            address = await read_address(client)
        except (OSError, BadHeader):
            self._turned_away("", TurnedAway.NO_HEADER)
        finally:
            if address is None:
                client.close()
        if address is not None:
            self._decide(client, address)

    def _decide(self, client: socket.socket, address: str) -> None:
        verdict = self._admission.arrive(address, self._loop.time())
        if isinstance(verdict, Visit):
            on_tab(Tab(source_of(address))).run(self._welcome, client, verdict)
            return
        self._turned_away(address, verdict)
        if verdict.sentence and len(self._apologies) < MOST_APOLOGIES:
            self._apologise(client, verdict.sentence)
        else:
            client.close()

    def _apologise(self, client: socket.socket, sentence: str) -> None:
        self._apologies.add(client)
        with contextlib.suppress(OSError):
            client.send(self._apology(sentence))
            client.shutdown(socket.SHUT_WR)
        self._loop.call_later(APOLOGY_SECONDS, self._end_apology, client)

    def _end_apology(self, client: socket.socket) -> None:
        self._apologies.discard(client)
        client.close()


def open_sockets(host: str, port: int) -> list[socket.socket]:
    """Open the sockets for a host's addresses; all addresses of the machine share one where IPv6 has both."""
    if not host:
        both = socket.has_dualstack_ipv6()
        family = socket.AF_INET6 if both else socket.AF_INET
        return [socket.create_server(("", port), family=family, backlog=BACKLOG, dualstack_ipv6=both)]
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    addresses = {(family, address[:2]) for family, _, _, _, address in found}
    return [socket.create_server(address, family=family, backlog=BACKLOG) for family, address in sorted(addresses)]
