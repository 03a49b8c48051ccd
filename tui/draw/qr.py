"""A QR code as half blocks, for a phone that is held before the screen."""

from functools import lru_cache

import segno

from tui.draw.canvas import Canvas
from tui.draw.palette import BLACK, WHITE

QUIET = 2
HALVES = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}


@lru_cache(64)
def rows_of(text: str) -> tuple[str, ...]:
    """The code of a text, two modules a row, with a quiet zone round it."""
    modules = [
        list(row) for row in segno.make(text, error="l", micro=False, boost_error=False).matrix_iter(border=QUIET)
    ]
    if len(modules) % 2:
        modules.append([0] * len(modules[0]))
    pairs = zip(modules[::2], modules[1::2], strict=True)
    return tuple("".join(HALVES[bool(up), bool(down)] for up, down in zip(*pair, strict=True)) for pair in pairs)


def qr_size(canvas: Canvas, text: str) -> tuple[int, int]:
    """How many columns and rows the code of a text takes; none where it could not be scanned."""
    if not text or canvas.glyphs.lined or canvas.palette.depth == "none":
        return 0, 0
    rows = rows_of(text)
    return len(rows[0]), len(rows)


def draw_qr(canvas: Canvas, x: int, y: int, width: int, height: int, text: str) -> bool:
    """Draw a code in the middle of some room, if it fits there and can be scanned; return whether it does."""
    across, down = qr_size(canvas, text)
    if not across or across > width or down > height:
        return False
    left, top = x + (width - across) // 2, y + (height - down) // 2
    ink, ground = (BLACK, WHITE) if canvas.palette.depth == "true" else (canvas.palette.ink, canvas.palette.paper)
    for row, words in enumerate(rows_of(text), top):
        canvas.text(left, row, words, ink, ground)
    return True
