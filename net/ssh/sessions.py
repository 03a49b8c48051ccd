"""What a caller may ask for on a channel: a screen, plain lines, or the wire; nothing else is there."""

import time
from collections.abc import Awaitable, Callable, Mapping

import asyncssh

from engines.words import N_
from net.door.caller import ADMIN, DAILY, ENVIRONMENT, LADDER, Caller, clamp, clean_word
from net.door.charset import encode
from net.door.entrance import Entrance
from net.door.lines import ChannelLines
from net.door.screen import Terminal
from net.door.stay import Stay
from net.door.typed_lines import TypedLines
from net.messages import Goodbye, Reason
from net.ssh.connection import Connection
from net.ssh.wire_link import SUBSYSTEM, house_side

BLIND = Goodbye(
    text=N_("Your terminal can't show a full screen. `ssh -T` plays in plain lines."), reason=Reason.REFUSED
)
NO_OPERATOR = Goodbye(
    text=N_("This is the operators' door, and your key is not on their list. `ssh play@...` leads to the tables."),
    reason=Reason.REFUSED,
)


class Session(asyncssh.SSHServerSession[bytes], Stay):
    """One channel, from its opening to its end."""

    def __init__(
        self, connection: Connection, asked: str, entrance: Entrance, on_lost: Callable[["Session"], None]
    ) -> None:
        Stay.__init__(self, entrance, connection.visit.address)
        self.fingerprint = connection.fingerprint
        self._connection = connection
        self._asked = asked
        self._on_lost = on_lost
        self._command = ""
        self._term: str | None = None
        self._size = (0, 0)
        self._is_wire = False
        self._is_full = False
        self._written = 0
        self._gone_out = 0
        self._progress_at = self.last_input
        self._channel: asyncssh.SSHServerChannel[bytes]

    @property
    def kind(self) -> str:  # type: ignore[override]  # known only when the client has asked for something
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
        return self._is_operator or self._asked in (LADDER, DAILY)

    @property
    def _is_operator(self) -> bool:
        listed = self.fingerprint in self.entrance.settings.admins
        return listed and self._asked == ADMIN and self.entrance.rooms.office is not None

    def subsystem_requested(self, subsystem: str) -> bool:
        if self.task is not None:
            return False
        self._is_wire = subsystem == SUBSYSTEM and self._asked != ADMIN
        return self._is_wire

    def session_started(self) -> None:
        self.caller = self._read_caller()
        # The room is chosen at once: what was sent along with the request comes right after this.
        self.stay_in(self._choose_room())

    def _read_caller(self) -> Caller:
        sent = self._channel.get_environment()
        environment = {name: sent[name] for name in ENVIRONMENT if name in sent}
        term = self._term or ""
        return Caller(
            identity=f"key:{self.fingerprint}" if self.fingerprint else None,
            asked=clean_word(self._asked).lower(),
            address=self.address,
            client=clean_word(self._connection.get_extra_info("client_version", "")),
            term=term,
            size=clamp(*self._size),
            command=clean_word(self._command),
            environment=environment,
        )

    def _choose_room(self) -> Awaitable[int | None]:
        caller, rooms, speed = self.caller, self.entrance.rooms, self.speed()
        if self._asked == ADMIN:
            self.talk = lines = (ChannelLines if self._term is None else TypedLines)(self, speed, caller.charset)
            return self._enter_office(lines)
        if self._is_wire:
            self.talk = link = house_side(self, speed)
            return rooms.wire(caller, link)
        if self._term is None:
            self.talk = lines = ChannelLines(self, speed, caller.charset)
            return rooms.plain(caller, lines)
        self.talk = terminal = Terminal(caller, self.write, self.entrance.monitor.frames.observe)
        return rooms.terminal(caller, terminal) if caller.can_draw else self._turn_back()

    async def _enter_office(self, lines: ChannelLines) -> int:
        rooms = self.entrance.rooms
        if rooms.office is None or not self._is_operator:
            lines.dismiss(self.worded(NO_OPERATOR))
            return 1
        return await rooms.office(self.caller, self._command, lines)

    async def _turn_back(self) -> None:
        self.dismiss(BLIND)

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

    def let_go(self, status: int) -> None:
        if self.talk is not None:
            self.write(encode(self.talk.last_words, self.caller.charset))
        if not self._channel.is_closing():
            self._channel.exit(status)

    def worded(self, goodbye: Goodbye) -> Goodbye:
        # A program on the wire finds its own words for the reason.
        return goodbye if self._is_wire else super().worded(goodbye)

    def flow_changed(self) -> None:
        """Take note that the connection, or this channel, can or can't send."""
        if self.talk is not None:
            self.talk.set_stalled(self._is_full or self._connection.clogged)

    def pause_writing(self) -> None:
        self._is_full = True
        self.flow_changed()

    def resume_writing(self) -> None:
        self._is_full = False
        self.flow_changed()

    def data_received(self, data: bytes, datatype: int | None) -> None:
        self.last_input = time.monotonic()
        if self.talk is not None:
            self.talk.feed(data)

    def eof_received(self) -> bool:
        if self.talk is not None:
            self.talk.end_input()
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        if isinstance(self.talk, Terminal):
            self.talk.resize(width, height)

    def break_received(self, msec: int) -> bool:
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        self.hung_up("hung up" if exc is None else "lost")
        self._on_lost(self)
