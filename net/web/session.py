"""A caller at a page: a screen with its buttons, or plain lines, on a WebSocket."""

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import msgspec

from engines.words import N_
from net.door.admission import Visit
from net.door.caller import Caller
from net.door.entrance import Entrance
from net.door.lines import ChannelLines
from net.door.screen import Terminal
from net.door.settings import let_in_by_word
from net.door.stay import Stay
from net.door.talk import Pipe, Speed
from net.limits.allowances import Use
from net.limits.sources import Payer
from net.messages import Goodbye, Reason
from net.web import messages
from net.web.connection import BAD_MESSAGE, Connection
from net.web.files import File

PRIVATE = Goodbye(text=N_("This house is private. Come with ssh and a key that it knows."), reason=Reason.REFUSED)
WRONG_WORD = Goodbye(text=N_("That is not the word of this house."), reason=Reason.REFUSED)


class PageEars:
    """What a page may say beside keys and lines; whoever is in the room listens."""

    on_luck: Callable[[messages.AboutLuck], None] = staticmethod(lambda _said: None)


class PageTerminal(Terminal, PageEars):
    """A screen in a page, which is told more than the picture, and whose buttons are pressed."""

    def __init__(self, caller: Caller, connection: Connection, on_frame: Callable[[float], None]) -> None:
        super().__init__(caller, connection.send, on_frame)
        self.reason = ""
        self.on_press: Callable[[str], None] = lambda _key: None
        self._connection = connection

    def tell(self, message: messages.ToPage) -> None:
        """Tell the page something; the picture it belongs to has gone before."""
        self._connection.send(messages.encode(message), text=True)

    def call(self, sequence: str) -> None:
        """Let the page call by what else it is told: it has no bell."""

    def dismiss(self, goodbye: Goodbye) -> None:
        self.reason = self.reason or goodbye.reason
        super().dismiss(goodbye)


class PageLines(ChannelLines, PageEars):
    """Plain lines in a page, which also offers what can be said."""

    def __init__(self, pipe: Pipe, wait: Speed, tell: Callable[[messages.ToPage], None]) -> None:
        super().__init__(pipe, wait)
        self.tell = tell


@dataclass(frozen=True, slots=True, kw_only=True)
class Pages:
    """What a page shows: its files, the rooms it leads to, and whether a guest's code is known in the house."""

    find: Callable[[str, str], File | None]
    screen: Callable[[Caller, PageTerminal], Awaitable[None]]
    plain: Callable[[Caller, PageLines], Awaitable[None]]
    knows: Callable[[str, str], Awaitable[bool]]


class Session(Stay):
    """One page that is open somewhere; `visit` is its place among the callers of all doors."""

    def __init__(self, entrance: Entrance, connection: Connection, caller: Caller, visit: Visit, pages: Pages) -> None:
        super().__init__(entrance, caller.address)
        self.caller = caller
        self._connection = connection
        self._visit = visit
        self._pages = pages

    def begin(self, *, plain: bool) -> None:
        """Show the caller to a room; in a private house only after the word."""
        self.kind = "lines" if plain else "page"
        self.entrance.monitor.logins.labels("page").inc()
        settings = self.entrance.settings
        if let_in_by_word(settings, ""):
            self._enter()
        elif settings.word:
            self.tell(messages.Ask())
        else:
            self.refuse(PRIVATE)

    def _enter(self) -> None:
        if self.kind == "lines":
            self.talk = lines = PageLines(self, self.speed(), self.tell)
            self.stay_in(self._pages.plain(self.caller, lines))
        else:
            on_frame = self.entrance.monitor.frames.observe
            self.talk = terminal = PageTerminal(self.caller, self._connection, on_frame)
            self.stay_in(self._pages.screen(self.caller, terminal))

    def refuse(self, goodbye: Goodbye) -> None:
        """Say why nobody is let in, and close."""
        said = self.worded(goodbye)
        self.tell(messages.Bye(text=said.text, reason=said.reason, again=goodbye.reason == Reason.CLOSING))
        self._connection.end()

    def hear(self, data: bytes, *, text: bool) -> None:
        """Take keys as bytes, and everything else as typed text."""
        if text:
            self._hear_text(data)
        elif self.talk is not None:
            self.last_input = time.monotonic()
            self.talk.feed(data)

    def _hear_text(self, data: bytes) -> None:
        try:
            said = messages.decode(data)
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
            self.entrance.monitor.cut.labels("bad message").inc()
            self._connection.end(BAD_MESSAGE)
            return
        if isinstance(said, messages.Ping):
            self.tell(messages.Pong())
        elif isinstance(said, messages.Word):
            self._try_word(said.word)
        elif isinstance(said, messages.AboutLuck):
            if isinstance(self.talk, PageTerminal | PageLines):
                self.talk.on_luck(said)
        elif isinstance(self.talk, PageTerminal):
            self._hear_page(self.talk, said)

    def _hear_page(self, terminal: PageTerminal, said: messages.Size | messages.Press) -> None:
        if isinstance(said, messages.Size):
            terminal.resize(said.width, said.height)
        else:
            self.last_input = time.monotonic()
            terminal.on_press(said.key)

    def _try_word(self, word: str) -> None:
        if self.talk is not None:
            return
        payer = Payer("", self.address)
        if self.entrance.allowances.has(Use.GUESS, payer) and let_in_by_word(self.entrance.settings, word):
            self._enter()
            return
        self.entrance.allowances.spend(Use.GUESS, payer)
        self.entrance.monitor.log.warning("wrong word", source=self.address)
        self.refuse(WRONG_WORD)

    def tell(self, message: messages.ToPage) -> None:
        """Tell the page something."""
        self._connection.send(messages.encode(message), text=True)

    def flow_changed(self) -> None:
        """Let whoever writes take note that bytes pile up, or go out again."""
        if self.talk is not None:
            self.talk.set_stalled(self._connection.clogged)

    def lost(self) -> None:
        """Take note that the page is gone."""
        self._visit.leave()
        self.hung_up("hung up")

    def let_go(self, status: int) -> None:
        reason = self.talk.reason if isinstance(self.talk, PageTerminal) else self._why
        words = self.talk.last_words.strip() if self.talk is not None else ""
        self.tell(messages.Bye(text=words, reason=reason, again=reason == Reason.CLOSING))
        self._connection.end()

    def write(self, data: bytes) -> None:
        """Send lines."""
        self._connection.send(data)

    def get_write_buffer_size(self) -> int:
        """Return the number of bytes that are not on their way yet."""
        return self._connection.unsent

    def is_closing(self) -> bool:
        """Whether nothing can be sent any more."""
        return not self._connection.is_open

    def close(self) -> None:
        """Send what is left, then close."""
        self._connection.end()

    def pause_reading(self) -> None:
        """Let the page wait."""
        self._connection.hold("room")

    def resume_reading(self) -> None:
        """Let it go on."""
        self._connection.release("room")
