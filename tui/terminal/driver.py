"""A Textual app at the far end of an SSH channel, and everything private of Textual that this takes.

Many apps run in one process, on one event loop, without threads. A client that does not read loses frames, not memory:
they are dropped, and the screen is painted anew when it reads again.
"""

import asyncio
import contextlib
import io
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any, BinaryIO, Literal, NamedTuple, TextIO

import textual.app
from rich.color import Color as RichColor
from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style as RichStyle
from rich.terminal_theme import TerminalTheme
from textual import constants, events
from textual._compositor import CompositorUpdate
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.color import Color
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.driver import Driver
from textual.filter import ANSIToTruecolor, Monochrome, NoColor
from textual.geometry import Size
from textual.message import Message
from textual.messages import InBandWindowResize
from textual.screen import Screen
from textual.strip import Strip
from textual.style import Style

from net.bucket import Bucket
from net.door.screen import Intake, Terminal
from tui.terminal.environment import Depth, depth_of

# Alternate screen, mouse (clicks and drags, not every motion), no cursor, kitty's plain Escape, a question whether
# frames can be shown at once, bracketed paste, no wrapping, and the old title put by.
ENTER = "\x1b[?1049h\x1b[?1000h\x1b[?1002h\x1b[?1006h\x1b[?25l\x1b[>1u\x1b[?2026$p\x1b[?2004h\x1b[?7l\x1b[22;2t"
LEAVE = "\x1b[23;2t\x1b[?7h\x1b[?2004l\x1b[<u\x1b[?1006l\x1b[?1002l\x1b[?1000l\x1b[0m\x1b[?1049l\x1b[?25h"

# Textual names the mouse pointer's shape all the time, few terminals know the sequence, and some print it.
POINTER_SHAPE = "\x1b]22;"

# What shows frames at once, or a cursor, and changes no cell.
MODE = "\x1b[?"

EVENTS_PER_SECOND = 60.0
EVENTS_BURST = 120.0

COLOUR_SYSTEMS = {
    "true": ColorSystem.TRUECOLOR,
    "256": ColorSystem.EIGHT_BIT,
    "16": ColorSystem.STANDARD,
    "none": ColorSystem.TRUECOLOR,
}


class ChannelDriver(Driver):
    """What a Textual app takes for its terminal."""

    def __init__(
        self,
        app: App[Any],
        *,
        terminal: Terminal,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._terminal = terminal
        self._unsent: list[str] = []
        self._picture = 0
        self._flush_is_due = False
        self._listens = False
        self._parser = XTermParser()
        self._decoder = getincrementaldecoder(terminal.caller.charset)(errors="replace")
        self._intake = Intake(self._loop.time())
        self._events = Bucket(EVENTS_PER_SECOND, EVENTS_BURST, self._loop.time())
        self._escape_timer: asyncio.TimerHandle | None = None

    def write(self, data: str) -> None:
        if data.startswith(POINTER_SHAPE):
            return
        if not data.startswith(MODE):
            # Textual paints a new screen three times over; the same picture is sent once.
            picture = hash(data)
            if picture == self._picture:
                return
            self._picture = picture
        self._unsent.append(data)

    def flush(self) -> None:
        # Everything written in one turn of the loop becomes one packet.
        if not self._flush_is_due:
            self._flush_is_due = True
            self._loop.call_soon(self._flush_now)

    def _flush_now(self) -> None:
        self._flush_is_due = False
        text = "".join(self._unsent)
        self._unsent.clear()
        if text:
            self._terminal.send(text)
            self._terminal.sent_frame()

    def start_application_mode(self) -> None:
        self._terminal.send(ENTER)
        self._listens = True
        self._terminal.attach(self)
        self.resize(*self._terminal.size)

    def disable_input(self) -> None:
        self._listens = False
        self._cancel_escape()

    def stop_application_mode(self) -> None:
        self.disable_input()
        self._terminal.attach(None)
        self._terminal.send("".join([*self._unsent, LEAVE]), always=True)
        self._unsent.clear()

    def repaint(self) -> None:
        """Paint the whole screen anew."""
        self._picture = 0
        self._app.call_later(partial(self._app.refresh, layout=True))

    def resize(self, width: int, height: int) -> None:
        """Tell the app its size."""
        self._size = (width, height)
        self._picture = 0
        size = Size(width, height)
        self.send_message(events.Resize(size, size))

    def leave(self) -> None:
        """Ask the app to end."""
        self.disable_input()
        # In its turn: an app that is still being mounted can't end well.
        self._app.call_later(self._app.exit)

    def send_message(self, message: Message) -> None:
        # Textual would go through another thread; this is the app's own loop.
        self._app.post_message(message)

    def feed(self, data: bytes) -> None:
        """Turn bytes from the keyboard into events."""
        was_flooded = self._intake.flooded
        text = self._intake.take(self._decoder.decode(data), self._loop.time()) if self._listens else ""
        if not text:
            return
        if was_flooded:
            # The end of a cut paste never came, and the parser would wait for it.
            self._parser = XTermParser()
        self._parse(partial(self._parser.feed, text))

    def _parse(self, step: Callable[[], Any]) -> None:
        self._cancel_escape()
        try:
            for event in step():
                self.process_message(event)
        except Exception:
            # A hostile sequence kills the parser (ESC[999999999999;5u), and only the parser.
            self._parser = XTermParser()
        if self._parser._timeout_time is not None:
            # It can't know yet whether a lone Escape is a key or the start of a sequence.
            delay = constants.ESCAPE_DELAY + 0.002
            self._escape_timer = self._loop.call_later(delay, self._parse, self._parser.tick)

    def _cancel_escape(self) -> None:
        if self._escape_timer is not None:
            self._escape_timer.cancel()
            self._escape_timer = None

    def process_message(self, message: Message) -> None:
        # The size comes from SSH alone: a sequence could name any.
        if isinstance(message, InBandWindowResize | events.Resize | events.CursorPosition):
            return
        if isinstance(message, events.MouseEvent) and not self._is_inside(message):
            return
        if self._events.take(self._loop.time()):
            super().process_message(message)

    def _is_inside(self, event: events.MouseEvent) -> bool:
        width, height = self._terminal.size
        return event.x < width and event.y < height

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Open nothing: the browser would be the server's."""

    def deliver_binary(
        self,
        binary: BinaryIO | TextIO,
        *,
        delivery_key: str,
        save_path: Path,
        open_method: Literal["browser", "download"] = "download",
        encoding: str | None = None,
        mime_type: str | None = None,
        name: str | None = None,
    ) -> None:
        """Save nothing: the disk would be the server's."""
        binary.close()


async def run_app(app: App[Any], terminal: Terminal) -> Any:
    """Run an app on a caller's terminal until it ends and give what it returns; raise what it died of."""
    share_process()
    app.driver_class = partial(ChannelDriver, terminal=terminal)  # type: ignore[assignment]  # called like the class
    app.error_console = Console(file=io.StringIO())
    # Two widgets on every screen that nothing here ever uses.
    app._disable_notifications = app._disable_tooltips = True
    set_depth(app, depth_of(terminal.caller.term, terminal.caller.environment))
    loop = asyncio.get_running_loop()
    # From Python 3.12 on, Textual starts tasks eagerly on the whole loop; that is not its own here.
    loop.call_soon(loop.set_task_factory, loop.get_task_factory())
    result = await app.run_async(size=terminal.size)
    if app._exception is not None:
        raise app._exception
    return result


class Patches(CompositorUpdate):
    """Parts of rows that have changed: the row and column where each begins, and the cells from there on."""

    def __init__(self, patches: Iterable[tuple[int, int, Strip]]) -> None:
        self._patches = patches

    def render_segments(self, console: Console) -> str:
        """Return them as the terminal reads them."""
        return "".join(f"\x1b[{y + 1};{x + 1}H{strip.render(console)}" for y, x, strip in self._patches)


def show_patches(screen: Screen[Any], patches: Iterable[tuple[int, int, Strip]]) -> bool:
    """Change parts of a screen that the terminal shows already, at once; say whether that could be done.

    Textual's own way takes three messages, a timer and a look at every row, for a key that changed a few cells.
    """
    app = screen.app
    if app._batch_count or not screen.is_current:
        return False
    app._display(screen, Patches(patches))  # type: ignore[arg-type]  # as good as Textual's own updates
    return True


def set_depth(app: App[Any], depth: Depth) -> None:
    """Let an app draw with these colours, whatever the server's own environment says."""
    app.no_color = depth == "none"
    app.console._color_system = COLOUR_SYSTEMS[depth]
    app._filters = [each for each in app._filters if not isinstance(each, Monochrome | NoColor)]
    if app.no_color:
        app._filters.append(NoColor())


@cache
def share_process() -> None:
    """Make Textual fit for many apps in one process."""
    _leave_stdout_alone()
    _share_stylesheets()
    _keep_depths_apart()
    _let_dead_sessions_go()


def _leave_stdout_alone() -> None:
    # sys.stdout belongs to the process: one app's end would give the next app's capture to everybody.
    for name in ("redirect_stdout", "redirect_stderr"):
        setattr(textual.app, name, lambda _target: contextlib.nullcontext())


def _share_stylesheets() -> None:
    # Parsing the same style sheets is most of what starting an app costs.
    parse = Stylesheet._parse_rules
    known: dict[tuple[object, ...], list[RuleSet]] = {}

    def parse_once(sheet: Stylesheet, *source: Any, **more: Any) -> list[RuleSet]:
        key = (frozenset(sheet._variables.items()), source, tuple(more.items()))
        if key not in known:
            known[key] = parse(sheet, *source, **more)
        return known[key]

    Stylesheet._parse_rules = parse_once  # type: ignore[assignment, method-assign]


def _keep_depths_apart() -> None:
    # A style remembers its codes at the first depth it was drawn with, and styles are shared between apps.
    def render(strip: Strip, console: Console) -> str:
        if strip._render_cache is None:
            strip._render_cache = write_segments(strip, console._color_system or ColorSystem.TRUECOLOR)
        return strip._render_cache

    Strip.render = render  # type: ignore[assignment, method-assign]


class Codes(NamedTuple):
    """The numbers that set a style: its attributes, its ink, its ground."""

    attributes: str = ""
    ink: str = ""
    ground: str = ""


BARE = Codes()


def write_segments(segments: Iterable[Segment], depth: ColorSystem) -> str:
    """Return segments as the terminal reads them, each with only those codes that differ from the one before."""
    parts: list[str] = []
    last = BARE
    for text, style, _control in segments:
        codes = BARE if style is None else codes_of(style, depth)
        if codes is not last:
            parts.append(change(last, codes))
            last = codes
        parts.append(text)
    parts.append(change(last, BARE))
    return "".join(parts)


@lru_cache(8192)
def codes_of(style: RichStyle, depth: ColorSystem) -> Codes:
    """The codes of a style at a depth."""
    ink, ground = RichStyle(color=style.color), RichStyle(bgcolor=style.bgcolor)
    return Codes(*(Strip.render_ansi(part, depth) for part in (style.without_color, ink, ground)))


@lru_cache(8192)
def change(last: Codes, codes: Codes) -> str:
    """The sequence that goes from one style to another; what can't be taken off alone is set anew."""
    if last == codes:
        return ""
    pairs = list(zip(last, codes, strict=True))
    taken_off = last.attributes not in ("", codes.attributes) or any(was and not now for was, now in pairs)
    changed = ("0", *codes) if taken_off else (now for was, now in pairs if was != now)
    return f"\x1b[{';'.join(filter(None, changed))}m"


def _let_dead_sessions_go() -> None:
    # These caches have the object itself in their key and keep it alive.
    @lru_cache(4096)
    def inner_outer(base: Color, background: Color) -> tuple[Style, Style]:
        return Style(background=base + background), Style(background=base)

    unkept = ANSIToTruecolor.truecolor_style.__wrapped__

    @lru_cache(8192)
    def truecolor(theme: TerminalTheme, style: RichStyle, background: RichColor) -> RichStyle:
        return unkept(ANSIToTruecolor(theme), style, background)

    def get_inner_outer(_styles: StylesCache, base: Color, background: Color) -> tuple[Style, Style]:
        return inner_outer(base, background)

    def truecolor_style(ansi: ANSIToTruecolor, style: RichStyle, background: RichColor) -> RichStyle:
        return truecolor(ansi._terminal_theme, style, background)

    StylesCache.get_inner_outer = get_inner_outer  # type: ignore[assignment]
    ANSIToTruecolor.truecolor_style = truecolor_style  # type: ignore[assignment]
    XTermParser._parse_extended_key = XTermParser._parse_extended_key.__wrapped__  # type: ignore[assignment]
