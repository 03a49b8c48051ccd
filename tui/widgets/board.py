"""The one widget of a table: a canvas whose changed rows, and no others, are painted again."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from textual import events
from textual.filter import LineFilter
from textual.geometry import Offset, Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from tui import tables
from tui.draw.canvas import Canvas
from tui.draw.glyphs import UNICODE, Glyphs
from tui.draw.palette import palette
from tui.tables.scene import Scene


@dataclass(frozen=True, slots=True)
class Look:
    """How one person's terminal is drawn on: theme, colour depth and set of characters."""

    theme: str = "dark"
    depth: str = "true"
    glyphs: Glyphs = UNICODE


class Board(Widget, can_focus=True):
    """Shows a scene, or whatever else draws on a canvas; a click on a hot area posts `Chosen`."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "Board { width: 1fr; height: 1fr; }"

    class Chosen(Message):
        """A click on something that has a key; `action` is that key."""

        def __init__(self, action: str) -> None:
            super().__init__()
            self.action = action

    def __init__(self, look: Look, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._look = look
        self._paint: Callable[[Canvas], None] | None = None
        self._game = ""
        self._strips: list[Strip | None] = []
        self.canvas: Canvas | None = None

    @property
    def look(self) -> Look:
        """How it draws; setting another look paints everything again."""
        return self._look

    @look.setter
    def look(self, look: Look) -> None:
        self._look = look
        self._repaint()

    def show(self, scene: Scene) -> None:
        """Draw a scene of a table."""
        self.paint(partial(tables.draw, scene=scene), scene.game)

    def paint(self, draw: Callable[[Canvas], None], game: str = "") -> None:
        """Draw anything on this game's felt, now and again when the size changes."""
        self._paint = draw
        self._game = game
        self._repaint()

    def _repaint(self) -> None:
        width, height = self.size
        if self._paint is None or not width or not height:
            return
        look = self._look
        canvas = Canvas(width, height, palette(look.theme, look.depth, self._game), look.glyphs)
        self._paint(canvas)
        changed = canvas.changed_rows(self.canvas)
        if len(self._strips) != height or len(changed) == height:
            self._strips = [None] * height
        for y in changed:
            self._strips[y] = None
        self.canvas = canvas
        if changed:
            self.refresh(*(Region(0, y, width, 1) for y in changed))
        self._place_cursor()

    def _place_cursor(self) -> None:
        """Keep the terminal's cursor on the focused key cap, where a screen reader looks for it."""
        if self.canvas is not None and self.canvas.cursor is not None and self.is_attached:
            self.app.cursor_position = self.content_region.offset + Offset(*self.canvas.cursor)

    def render_line(self, y: int) -> Strip:
        """Give a row, made once until it changes."""
        if self.canvas is None or y >= self.canvas.height:
            return Strip.blank(self.size.width)
        strip = self._strips[y]
        if strip is None:
            strip = self._strips[y] = self.canvas.strip(y)
        return strip

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Let nothing change the colours: the palette has already chosen them for this terminal."""
        return ()

    def on_resize(self, event: events.Resize) -> None:
        self._repaint()

    def on_click(self, event: events.Click) -> None:
        """Do what the key under the pointer does."""
        action = self.canvas.action_at(event.x, event.y) if self.canvas is not None else None
        if action:
            self.post_message(self.Chosen(action))
