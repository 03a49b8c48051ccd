"""The one widget of a table: a canvas whose changed cells, and hardly any others, are sent to the terminal."""

from collections.abc import Callable

from textual import events
from textual.geometry import Offset, Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from tui.draw.canvas import Canvas
from tui.draw.palette import HOME, Felt, palette
from tui.look import Look
from tui.terminal.driver import show_patches


class Board(Widget):
    """Shows a scene, or whatever else draws on a canvas; a click on a hot area posts `Chosen`.

    It covers its screen. What the terminal shows is known, so that changes alone can be sent there.
    """

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
        self._felt = HOME
        self._shown: Canvas | None = None
        self.canvas: Canvas | None = None

    @property
    def look(self) -> Look:
        """How it draws; setting another look paints everything again."""
        return self._look

    @look.setter
    def look(self, look: Look) -> None:
        self._look = look
        self._repaint()

    def paint(self, draw: Callable[[Canvas], None], felt: Felt = HOME) -> None:
        """Draw anything on this felt, now and again when the size changes."""
        self.prepare(draw, felt)
        self._repaint()

    def prepare(self, draw: Callable[[Canvas], None], felt: Felt = HOME) -> None:
        """Set what is drawn once there is room for it, so that the first picture is no empty one."""
        self._paint = draw
        self._felt = felt

    def put_away(self) -> None:
        """Forget the picture; it is drawn again when it is asked for."""
        self.canvas = self._shown = None

    def fly(self, motion: object) -> bool:
        """Move what is in the air over the picture that is shown; return whether there is one that it can be over."""
        shown = self._shown
        canvas = None if shown is None or shown is not self.canvas else shown.with_air(motion)
        return canvas is not None and self.show(canvas)

    def sketch(self) -> Canvas | None:
        """Draw as it would be shown, and show nothing; None where there is no room yet."""
        width, height = self.size
        if self._paint is None or not width or not height:
            return None
        look = self._look
        canvas = Canvas(width, height, palette(look.theme, look.depth, self._felt), look.glyphs)
        self._paint(canvas)
        return canvas

    def show(self, canvas: Canvas) -> bool:
        """Show a picture that was drawn before; return whether it still is of this size and look."""
        look = self._look
        now = (*self.size, palette(look.theme, look.depth, self._felt), look.glyphs)
        if (canvas.width, canvas.height, canvas.palette, canvas.glyphs) != now:
            return False
        shown, self.canvas = self._shown, canvas
        self._place_cursor()
        if not self._patch(canvas, shown):
            # Until everything has been painted there is nothing on the terminal that could be changed.
            self._shown = None
            self.refresh()
        return True

    def _repaint(self) -> None:
        canvas = self.sketch()
        if canvas is not None:
            self.show(canvas)

    def _patch(self, canvas: Canvas, shown: Canvas | None) -> bool:
        """Show what has changed; return whether that could be done."""
        changes = canvas.changes(shown)
        if shown is None or len(changes) == canvas.height:
            return False
        self._shown = canvas
        if not changes and canvas.cursor == shown.cursor:
            return True
        patches = ((y, start, canvas.strip(y, start, stop)) for y, start, stop in changes)
        return show_patches(self.screen, patches)

    def _place_cursor(self) -> None:
        """Keep the terminal's cursor on the focused key cap, where a screen reader looks for it."""
        if self.canvas is not None and self.canvas.cursor is not None and self.is_attached:
            self.app.cursor_position = self.content_region.offset + Offset(*self.canvas.cursor)

    def render_lines(self, crop: Region) -> list[Strip]:
        """The rows of the whole picture; the palette has already chosen all colours for this terminal."""
        canvas = self.canvas
        if canvas is None or (canvas.width, canvas.height) != self.size:
            canvas = self.canvas = self.sketch()
            self._place_cursor()
        if canvas is None:
            return [Strip.blank(crop.width)] * crop.height
        self._shown = canvas
        return [canvas.strip(y, crop.x, crop.right) for y in crop.line_range]

    def on_resize(self, event: events.Resize) -> None:
        """Draw at the new size, unless there is no picture yet or any more."""
        if self.canvas is not None:
            self._repaint()

    def on_click(self, event: events.Click) -> None:
        """Do what the key under the pointer does."""
        action = self.canvas.action_at(event.x, event.y) if self.canvas is not None else None
        if action:
            self.post_message(self.Chosen(action))
