"""What a caller may ask for on a channel: a screen, plain lines, or the wire; nothing else is there."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from functools import partial

import asyncssh

from engines.wire import BadMessage
from engines.words import N_
from net.door.caller import (
    ADMIN,
    ENVIRONMENT,
    GUEST,
    Caller,
    clamp,
    clean_word,
)
from net.door.lines import ChannelLines
from net.door.monitor import Monitor
from net.door.rooms import Rooms, where
from net.door.screen import Terminal
from net.door.settings import ServerSettings
from net.door.talk import Talk
from net.door.typed_lines import TypedLines
from net.limits.allowances import Allowances, Use
from net.limits.sources import Payer
from net.link import LinkClosed
from net.messages import Goodbye, Reason
from net.refusal import Refusal
from net.ssh.connection import Connection
from net.ssh.wire_link import SUBSYSTEM, WireLink, house_side

FAILED = Goodbye(
    text=N_("Something went wrong here, and it was noted. Seats are kept: please come back."), reason=Reason.FAILED
)
BLIND = N_("Your terminal can't show a full screen. `ssh -T` plays in plain lines.")
NO_OPERATOR = N_("This is the operators' door, and your key is not on their list. `ssh play@...` leads to the tables.")


class Session(asyncssh.SSHServerSession[bytes]):
    """One channel, from its opening to its end."""

    def __init__(
        self,
        connection: Connection,
        asked: str,
        rooms: Rooms,
        settings: ServerSettings,
        allowances: Allowances,
        monitor: Monitor,
        on_lost: Callable[["Session"], None],
    ) -> None:
        self.task: asyncio.Task[None] | None = None
        self.last_input = time.monotonic()
        self._connection = connection
        self._asked = asked
        self._rooms = rooms
        self._settings = settings
        self._allowances = allowances
        self._monitor = monitor
        self._on_lost = on_lost
        self._caller = Caller()
        self._command = ""
        self._why = ""
        self._term: str | None = None
        self._size = (0, 0)
        self._is_wire = False
        self._is_full = False
        self._written = 0
        self._gone_out = 0
        self._progress_at = self.last_input
        self._talk: Talk | WireLink | None = None
        self._channel: asyncssh.SSHServerChannel[bytes]

    @property
    def active(self) -> bool:
        """Whether somebody is in a room."""
        return self.task is not None and not self.task.done()

    @property
    def kind(self) -> str:
        """The room's name, for the log and the counters."""
        if self._asked == ADMIN:
            return ADMIN
        if self._is_wire:
            return "wire"
        return "plain" if self._term is None else "terminal"

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]
    ) -> bool:
        if self.task is not None:
            return False  # somebody is in a room already, and stays in it
        self._term = clean_word(term_type)
        self._size = term_size[:2]
        return True

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, command: str) -> bool:
        self._command = command
        return self._is_operator

    @property
    def _is_operator(self) -> bool:
        listed = self._connection.fingerprint in self._settings.admins
        return listed and self._asked == ADMIN and self._rooms.office is not None

    def subsystem_requested(self, subsystem: str) -> bool:
        if self.task is not None:
            return False
        self._is_wire = subsystem == SUBSYSTEM and self._asked != ADMIN
        return self._is_wire

    def session_started(self) -> None:
        self._caller = self._read_caller()
        # The room is chosen at once: what was sent along with the request comes right after this.
        self.task = asyncio.create_task(self._stay(self._choose_room()))

    def _read_caller(self) -> Caller:
        sent = self._channel.get_environment()
        environment = {name: sent[name] for name in ENVIRONMENT if name in sent}
        term = self._term or ""
        proven = self._connection.fingerprint
        return Caller(
            identity=f"key:{proven}" if proven else None,
            asked=clean_word(self._asked).lower(),
            address=self._connection.visit.address,
            client=clean_word(self._connection.get_extra_info("client_version", "")),
            term=term,
            size=clamp(*self._size),
            environment=environment,
        )

    async def _stay(self, room: Awaitable[int | None]) -> None:
        log = self._monitor.log.bind(
            kind=self.kind, who=self._caller.identity or GUEST, asked=self._caller.logged, source=self._caller.address
        )
        log.info("session began", client=self._caller.client, term=self._caller.term)
        self._monitor.sessions.labels(self.kind).inc()
        began = time.monotonic()
        status = 1
        try:
            status = await room or 0
        except LinkClosed:
            status = 0
        except BadMessage as error:
            self.dismiss(Goodbye(text=Refusal.literal(error).text, reason=Reason.REFUSED))
        except Exception as error:
            log.error("session failed", error=type(error).__name__, where=where(error))
            self.dismiss(FAILED)
        finally:
            self._monitor.sessions.labels(self.kind).dec()
            seconds = round(time.monotonic() - began, 1)
            log.info("session ended", status=status, seconds=seconds, why=self._why or "left")
            self._close(status)

    def _choose_room(self) -> Awaitable[int | None]:
        caller = self._caller
        payer = Payer(caller.identity or "", caller.address)
        speed = partial(self._allowances.spend, Use.MESSAGE, payer)
        if self._asked == ADMIN:
            self._talk = lines = (ChannelLines if self._term is None else TypedLines)(self, speed)
            return self._enter_office(lines)
        if self._is_wire:
            self._talk = link = house_side(self, speed)
            return self._rooms.wire(caller, link)
        if self._term is None:
            self._talk = lines = ChannelLines(self, speed)
            return self._rooms.plain(caller, lines)
        self._talk = terminal = Terminal(caller, self.write, self._monitor.frames.observe)
        return self._rooms.terminal(caller, terminal) if caller.can_draw else self._turn_back(terminal)

    async def _enter_office(self, lines: ChannelLines) -> int:
        if self._rooms.office is None or not self._is_operator:
            lines.dismiss(self._rooms.words(self._caller, NO_OPERATOR))
            return 1
        return await self._rooms.office(self._caller, self._command, lines)

    async def _turn_back(self, terminal: Terminal) -> None:
        terminal.dismiss(self._rooms.words(self._caller, BLIND))

    def write(self, data: bytes) -> None:
        """Send bytes, and take note when they pile up."""
        if data and not self._channel.is_closing():
            self._written += len(data)
            self._channel.write(data)
            self.flow_changed()

    def get_write_buffer_size(self) -> int:
        """Return the number of bytes that are not on their way yet."""
        return self._channel.get_write_buffer_size() + self._connection.unsent

    def is_stuck(self, now: float, patience: float) -> bool:
        """Whether bytes wait and the client has let none through its window for so long; to be asked now and then."""
        waiting = self._channel.get_write_buffer_size()
        if not waiting or self._written - waiting > self._gone_out:
            self._gone_out = self._written - waiting
            self._progress_at = now
        return now - self._progress_at > patience

    def is_closing(self) -> bool:
        """Whether nothing can be sent any more."""
        return self._channel.is_closing()

    def close(self) -> None:
        """Send what is left, then close the channel."""
        self._channel.close()

    def pause_reading(self) -> None:
        """Let the client wait."""
        self._channel.pause_reading()

    def resume_reading(self) -> None:
        """Let it go on."""
        self._channel.resume_reading()

    def _close(self, status: int) -> None:
        if self._talk is not None:
            self.write(self._talk.last_words.encode())
        if not self._channel.is_closing():
            self._channel.exit(status)

    def dismiss(self, goodbye: Goodbye) -> None:
        """Show the caller out; a program on the wire finds its own words for the reason."""
        self._why = self._why or goodbye.reason
        if isinstance(self._talk, WireLink):
            self._talk.dismiss(goodbye)
        elif self._talk is not None:
            self._talk.dismiss(self._rooms.words(self._caller, goodbye.text))

    def flow_changed(self) -> None:
        """Take note that the connection, or this channel, can or can't send."""
        if self._talk is not None:
            self._talk.set_stalled(self._is_full or self._connection.clogged)

    def pause_writing(self) -> None:
        self._is_full = True
        self.flow_changed()

    def resume_writing(self) -> None:
        self._is_full = False
        self.flow_changed()

    def data_received(self, data: bytes, datatype: int | None) -> None:
        self.last_input = time.monotonic()
        if self._talk is not None:
            self._talk.feed(data)

    def eof_received(self) -> bool:
        if self._talk is not None:
            self._talk.end_input()
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        if isinstance(self._talk, Terminal):
            self._talk.resize(width, height)

    def break_received(self, msec: int) -> bool:
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        self._why = self._why or ("hung up" if exc is None else "lost")
        if self._talk is not None:
            self._talk.hang_up()
        if self.task is not None and not self.task.done():
            asyncio.get_running_loop().call_later(self._settings.patience.closing, self.task.cancel)
        self._on_lost(self)
