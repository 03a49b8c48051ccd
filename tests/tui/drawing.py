"""A scene drawn on a canvas, and read back."""

from tui import tables
from tui.draw.canvas import Canvas
from tui.draw.glyphs import UNICODE, Glyphs
from tui.tables import palette
from tui.tables.scene import Choice, Scene


def drawn(
    shown: Scene, size: tuple[int, int] = (80, 24), look: tuple[str, str] = ("dark", "true"), glyphs: Glyphs = UNICODE
) -> Canvas:
    """A table as it is drawn in a window of some size."""
    canvas = Canvas(*size, palette(*look, shown.game), glyphs)
    tables.draw(canvas, shown)
    return canvas


def screen(shown: Scene, size: tuple[int, int] = (80, 24)) -> str:
    """All that can be read there, line by line."""
    canvas = drawn(shown, size)
    return "\n".join(canvas.line(y).rstrip() for y in range(canvas.height))


def choice(shown: Scene, key: str) -> Choice:
    """What a key stands for, live or not."""
    return next(each for each in tables.choices(shown) if each.key == key)
