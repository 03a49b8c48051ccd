"""A caller's screen and keyboard as bytes on a channel: what comes in is capped, what can't go out is dropped."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

from net.bucket import Bucket
from net.door.caller import Caller, clamp
from net.door.charset import encode
from net.messages import Goodbye
from net.names import clean_talk

LETTERS_PER_SECOND = 1000.0
LETTERS_BURST = 2000.0
QUIET = 0.25

# After so many seconds a frame has another cause than the last key.
OTHER_CAUSE = 2.0

RESIZE_AFTER = 0.05
RESIZE_AGAIN_AFTER = 0.25


class Painter(Protocol):
    """What draws on the screen and listens to the keyboard."""

    def feed(self, data: bytes) -> None:
        """Take what was typed."""

    def resize(self, width: int, height: int) -> None:
        """Draw at this size from now on."""

    def repaint(self) -> None:
        """Draw everything anew."""

    def leave(self) -> None:
        """End."""


class Intake:
    """Lets through what a person can type; of a flood, everything is dropped until it has been quiet for a moment."""

    def __init__(self, now: float) -> None:
        self._letters = Bucket(LETTERS_PER_SECOND, LETTERS_BURST, now)
        self._quiet_at = now
        self.flooded = False

    def take(self, text: str, now: float) -> str:
        """Return the part of a text that is let through."""
        if self.flooded and now < self._quiet_at:
            self._quiet_at = now + QUIET
            return ""
        self.flooded = not self._letters.take(now, len(text))
        if self.flooded:
            self._quiet_at = now + QUIET
            return ""
        return text


class Terminal:
    """A caller's screen and keyboard: bytes on a channel on one side, one app on the other."""

    def __init__(self, caller: Caller, write: Callable[[bytes], None], on_frame: Callable[[float], None]) -> None:
        self.caller = caller
        self.size = self._drawn_size = caller.size
        self.last_words = ""
        self._write = write
        self._on_frame = on_frame
        self._painter: Painter | None = None
        self._stalled = False
        self._missed_frames = False
        self._hung_up = False
        self._title = ""
        self._cursor = False
        self._fed_at: float | None = None
        self._resized_at = 0.0
        self._resize_timer: asyncio.TimerHandle | None = None

    def attach(self, painter: Painter | None) -> None:
        """Connect what draws, or take it off again."""
        self._painter = painter
        self._drawn_size = self.size
        if painter is not None and self._hung_up:
            painter.leave()

    def set_title(self, text: str) -> None:
        """Put a text into the title of the window."""
        self._title = clean_talk(text)
        self.send(self._manners())

    def show_cursor(self, visible: bool) -> None:
        """Show or hide the real cursor, which screen readers and magnifiers follow."""
        self._cursor = visible
        self.send(self._manners())

    def call(self, sequence: str) -> None:
        """Call somebody who looks elsewhere: nothing of it changes the picture."""
        self.send(sequence)

    def _manners(self) -> str:
        # The Linux console has no title and would print it.
        title = f"\x1b]2;{self._title}\x07" if self._title and self.caller.term != "linux" else ""
        return f"{title}\x1b[?25{'h' if self._cursor else 'l'}"

    def send(self, text: str, *, always: bool = False) -> None:
        """Pass a text on to the screen, unless the client does not read."""
        if self._stalled and not always:
            self._missed_frames = True
        elif text:
            self._write(encode(text, self.caller.charset))

    def sent_frame(self) -> None:
        """Note that a frame has gone out, and how long after the key that asked for it."""
        if self._fed_at is not None:
            waited = time.perf_counter() - self._fed_at
            self._fed_at = None
            if waited < OTHER_CAUSE:
                self._on_frame(waited)

    def feed(self, data: bytes) -> None:
        """Take what the keyboard sent."""
        if self._painter is not None:
            self._fed_at = time.perf_counter()
            self._painter.feed(data)

    def end_input(self) -> None:
        """Nothing more will be typed."""
        self.hang_up()

    def resize(self, width: int, height: int) -> None:
        """Take a new size soon; of a storm of sizes only the last one counts."""
        size = clamp(width, height)
        changed, self.size = size != self.size, size
        if changed and self._resize_timer is None:
            loop = asyncio.get_running_loop()
            delay = max(RESIZE_AFTER, self._resized_at + RESIZE_AGAIN_AFTER - loop.time())
            self._resize_timer = loop.call_later(delay, self._apply_size)

    def _apply_size(self) -> None:
        self._resize_timer = None
        self._resized_at = asyncio.get_running_loop().time()
        if self._painter is None:
            return
        if self.size == self._drawn_size:
            # It was another one for a moment, and with that what stood there is lost.
            self._painter.repaint()
        else:
            self._drawn_size = self.size
            self._painter.resize(*self.size)

    def set_stalled(self, stalled: bool) -> None:
        """Drop frames while the client does not read; paint the screen anew when it does again."""
        self._stalled = stalled
        if not stalled and self._missed_frames:
            self._missed_frames = False
            self.send(self._manners())
            if self._painter is not None:
                self._painter.repaint()

    def dismiss(self, goodbye: Goodbye) -> None:
        """End the app and say why where the screen was."""
        self.last_words = self.last_words or f"{goodbye.text}\r\n"
        self.hang_up()

    def hang_up(self) -> None:
        """End the app, also one that is only about to start."""
        self._hung_up = True
        if self._resize_timer is not None:
            self._resize_timer.cancel()
        if self._painter is not None:
            self._painter.leave()
