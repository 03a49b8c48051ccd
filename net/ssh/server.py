"""The SSH server: its key, who comes in, and how it closes."""

import asyncio
import signal
import socket
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import cast

import asyncssh
import msgspec

from net.door.admission import Admission, TurnedAway, Visit
from net.door.bans import Bans
from net.door.caller import GUEST
from net.door.entrance import Entrance
from net.door.exposition import FiguresServer
from net.door.gate import Gate, open_sockets
from net.door.hang_up import has_lost_terminal
from net.door.monitor import Monitor
from net.door.rooms import Rooms
from net.door.settings import ServerSettings, let_in_by_key, let_in_by_word
from net.limits.allowances import Allowances
from net.ssh.apology import VERSION, apology
from net.ssh.connection import CIPHERS, KEY_EXCHANGES, MACS, SIGNATURES, Connection, silence_asyncssh
from net.ssh.host_key import ShownKeys
from net.ssh.sessions import Session

# What a listening socket or an HTTP server was made with stays until the next start.
FIXED = ("host", "port", "metrics_port", "cluster")
QUESTION = "The word at the door: "


class NoFigures(OSError):
    """The port for the figures can't be used."""


async def nothing() -> None:
    """Do nothing before closing."""


class Doorman(asyncssh.SSHServer):
    """Asks one client who they are: whoever proves a key is known by it, everybody else is a guest."""

    def __init__(self, server: "Server") -> None:
        self.sessions: set[Session] = set()
        self.used_at = time.monotonic()
        self.connection: Connection
        self._server = server
        self._asked = ""

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self.connection = cast(Connection, conn)
        self.connection.on_flow = self._flow_changed
        self.connection.is_enough = lambda key: let_in_by_key(self._server.settings, key)
        self._server.opened(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.connection.visit.hang_up(asyncio.get_running_loop().time())
        self._server.lost(self)

    def begin_auth(self, username: str) -> bool:
        self._asked = username
        settings = self._server.settings
        return username != GUEST or not let_in_by_word(settings, "")

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        # Where a word is asked, a key proves who comes, and only the word lets them in.
        return bool(self._server.settings.word) or let_in_by_key(self._server.settings, key.get_fingerprint())

    def kbdint_auth_supported(self) -> bool:
        return bool(self._server.settings.word) or let_in_by_word(self._server.settings, "")

    def get_kbdint_challenge(
        self, username: str, lang: str, submethods: str
    ) -> tuple[str, str, str, list[tuple[str, bool]]]:
        return "", "", "", [(QUESTION, False)] if self._server.settings.word else []

    def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> bool:
        knows = let_in_by_word(self._server.settings, responses[0] if responses else "")
        if not knows:
            self._server.monitor.log.warning("wrong word", source=self.connection.visit.address)
        return knows

    def password_auth_supported(self) -> bool:
        return False

    def auth_completed(self) -> None:
        self.used_at = time.monotonic()
        self.connection.visit.log_in()
        self._server.monitor.logins.labels("key" if self.connection.fingerprint else GUEST).inc()

    def session_requested(self) -> Session | bool:
        server, entrance = self._server, self._server.entrance
        if len(self.sessions) >= server.settings.limits.channels or server.admission.closing:
            return False
        if entrance.is_banned(self.connection.fingerprint, self.connection.visit.address):
            server.monitor.refused.labels(TurnedAway.BANNED.word).inc()
            raise asyncssh.ChannelOpenError(asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, TurnedAway.BANNED.sentence)
        if entrance.is_full:
            server.monitor.refused.labels(TurnedAway.HOUSE_FULL.word).inc()
            raise asyncssh.ChannelOpenError(asyncssh.OPEN_RESOURCE_SHORTAGE, TurnedAway.HOUSE_FULL.sentence)
        session = Session(self.connection, self._asked, entrance, self._session_lost)
        self.sessions.add(session)
        return session

    def _session_lost(self, session: Session) -> None:
        self.used_at = time.monotonic()
        self.sessions.discard(session)

    def _flow_changed(self) -> None:
        for session in list(self.sessions):
            session.flow_changed()

    def check(self, now: float) -> None:
        """Cut a client that does not read, and close what nobody uses."""
        patience = self._server.settings.patience
        stuck = [session.is_stuck(now, patience.stalled) for session in self.sessions]
        if self.connection.is_stuck(now, patience.stalled) or any(stuck):
            self._server.cut(self, "stalled")
        if any(session.active for session in self.sessions):
            self.used_at = now
        elif now - self.used_at > patience.login:
            self._server.cut(self, "unused")


class Server:
    """One listening server with its callers; `last_orders` is awaited before they are shown out.

    It opens its own sockets, or takes `sockets` that it shares with others, who go on listening when it closes.
    """

    def __init__(
        self,
        settings: ServerSettings,
        rooms: Rooms,
        key: asyncssh.SSHKey,
        monitor: Monitor,
        last_orders: Callable[[], Awaitable[None]] = nothing,
        allowances: Allowances | None = None,
        bans: Bans | None = None,
        sockets: Sequence[socket.socket] = (),
    ) -> None:
        self.entrance = Entrance(settings, rooms, monitor, allowances, bans)
        self.sockets = sockets
        self.on_hang_up: Callable[[], Awaitable[None]] = nothing
        self.key = key
        self.next_key: asyncssh.SSHKey | None = None
        self.doormen: set[Doorman] = set()
        self._last_orders = last_orders
        self._gate: Gate
        self._options: asyncssh.SSHServerConnectionOptions
        self._tasks: set[asyncio.Task[None]] = set()
        self._stop = asyncio.Event()

    @property
    def settings(self) -> ServerSettings:
        """What holds for whoever comes now."""
        return self.entrance.settings

    @property
    def monitor(self) -> Monitor:
        """The log and the figures."""
        return self.entrance.monitor

    @property
    def admission(self) -> Admission:
        """Who may come in, by any door."""
        return self.entrance.admission

    @property
    def bans(self) -> Bans:
        """Who may not come in."""
        return self.entrance.bans

    @property
    def port(self) -> int:
        """The port that clients connect to."""
        return self._gate.port

    @property
    def fingerprint(self) -> str:
        """What a client shows at its first visit."""
        return self.key.get_fingerprint()

    async def start(self) -> None:
        """Open the door."""
        silence_asyncssh()
        self._options = self._make_options()
        self._gate = Gate(self.admission, self._welcome, self.entrance.turn_away, apology, self.settings.proxies)
        self._gate.listen(self.sockets or open_sockets(self.settings.host, self.settings.port))
        self._keep(self._go_round())
        self._keep(self.monitor.measure_lag())
        self.monitor.log.info("open", port=self.port, fingerprint=self.fingerprint)

    def _make_options(self) -> asyncssh.SSHServerConnectionOptions:
        patience = self.settings.patience
        return asyncssh.SSHServerConnectionOptions(
            server_factory=lambda: Doorman(self),
            server_host_keys=[self.key, *([self.next_key] if self.next_key else [])],
            send_server_host_keys=True,
            server_version=VERSION,
            kex_algs=KEY_EXCHANGES,
            encryption_algs=CIPHERS,
            mac_algs=MACS,
            signature_algs=SIGNATURES,
            compression_algs=["none"],
            gss_host=None,
            host_based_auth=False,
            password_auth=False,
            x11_forwarding=False,
            agent_forwarding=False,
            allow_scp=False,
            line_editor=False,
            encoding=None,
            login_timeout=patience.login,
            keepalive_interval=patience.keepalive,
            keepalive_count_max=patience.keepalives_missed,
        )

    def _keep(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _welcome(self, client: socket.socket, visit: Visit) -> None:
        self._keep(self._connect(client, visit))

    async def _connect(self, client: socket.socket, visit: Visit) -> None:
        loop = asyncio.get_running_loop()
        connected = False
        try:
            connection = Connection(loop, self._options, self.settings.limits, visit, self.entrance.note_error)
            await loop.connect_accepted_socket(lambda: connection, client)
            connected = True
        except OSError:
            pass  # they have gone already
        except Exception as error:
            self.entrance.note_error(error)
        finally:
            if not connected:
                client.close()
                visit.leave()

    def opened(self, doorman: Doorman) -> None:
        """Count a new connection."""
        self.doormen.add(doorman)
        self.monitor.connections.set(len(self.doormen))

    def lost(self, doorman: Doorman) -> None:
        """Forget a connection that has ended."""
        self.doormen.discard(doorman)
        self.monitor.connections.set(len(self.doormen))

    def cut(self, doorman: Doorman, why: str) -> None:
        """End a connection without a word."""
        self.monitor.cut.labels(why).inc()
        doorman.connection.abort()

    def adopt(self, settings: ServerSettings) -> list[str]:
        """Let new settings hold for whoever comes from now on; return the keys that need a new start."""
        later = [key for key in FIXED if getattr(settings, key) != getattr(self.settings, key)]
        kept = {key: getattr(self.settings, key) for key in FIXED}
        self.entrance.adopt(msgspec.structs.replace(settings, **kept))
        self._gate.proxies = self.settings.proxies
        self._options = self._make_options()
        self.monitor.log.info("settings read anew", later=" ".join(later))
        return later

    def show_keys(self, shown: ShownKeys) -> None:
        """Show a host key from now on, and announce the one that comes next if there is one."""
        self.key, self.next_key = shown
        self._options = self._make_options()

    def _hang_up(self) -> None:
        if has_lost_terminal():
            self.stop()
        else:
            self._keep(self.on_hang_up())

    def stop(self) -> None:
        """Let `run` close the house."""
        self._stop.set()

    async def _go_round(self) -> None:
        while True:
            patience = self.settings.patience
            pause = min(1.0, patience.stalled / 4, patience.login / 4, patience.idle / 4)
            await asyncio.sleep(pause)
            self.entrance.show_out_sleepers(time.monotonic())
            for doorman in list(self.doormen):
                doorman.check(time.monotonic())

    async def close(self) -> None:
        """Let nobody in, give last orders, show everybody out, and close; closing twice is closing once."""
        if self.admission.closing:
            return
        self.admission.closing = True
        if self.sockets:
            self._gate.close()  # whoever comes now is let in by the others
        self.monitor.log.info("closing", sessions=len(self.entrance.active))
        visited = [doorman.connection for doorman in self.doormen if doorman.sessions]
        await self._last_orders()
        self.entrance.show_everybody_out()
        # ssh shows the last words only if it may close the connection itself.
        await self._wait_for(visited)
        self._gate.close()
        await self._part()
        self.monitor.log.info("closed")

    async def _wait_for(self, connections: list[Connection]) -> None:
        endings = [asyncio.create_task(connection.wait_closed()) for connection in connections]
        if endings:
            _, late = await asyncio.wait(endings, timeout=self.settings.patience.closing)
            for ending in late:
                ending.cancel()

    async def _part(self) -> None:
        tasks = [*self._tasks, *(session.task for session in self._active() if session.task is not None)]
        for task in tasks:
            task.cancel()
        connections = [doorman.connection for doorman in self.doormen]
        for connection in connections:
            connection.close()
        await asyncio.gather(*tasks, *(connection.wait_closed() for connection in connections), return_exceptions=True)

    def _active(self) -> list[Session]:
        return [session for doorman in self.doormen for session in doorman.sessions if session.active]

    def _offer_figures(self) -> FiguresServer | None:
        try:
            return None if self.settings.metrics_port is None else self.monitor.listen(self.settings.metrics_port)
        except OSError as error:
            raise NoFigures(error.errno, error.strerror) from None

    async def run(self, opened: Callable[["Server"], None]) -> None:
        """Serve until SIGTERM, SIGINT or `stop`; tell when the door is open.

        SIGHUP calls `on_hang_up`, or closes the house with the terminal that it was opened in.
        """
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self.stop)
        loop.add_signal_handler(signal.SIGHUP, self._hang_up)
        figures = self._offer_figures()
        await self.start()
        opened(self)
        await self._stop.wait()
        await self.close()
        if figures is not None:
            figures.shutdown()
            figures.server_close()
