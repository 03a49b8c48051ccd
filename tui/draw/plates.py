"""Seats: the coloured tag with a number, the name row that turns gold, and the plate behind them."""

from collections.abc import Sequence

from net.letters import cells
from tui.draw.canvas import Canvas
from tui.draw.glyphs import cut

NAME = 12


def tag(canvas: Canvas, x: int, y: int, seat: int, char: str = "") -> int:
    """Draw a seat's number on its colour, three cells, and return the column after it."""
    palette = canvas.palette
    left, right = canvas.glyphs.tag
    colour = palette.seat(seat)
    canvas.put(x, y, left, colour)
    canvas.put(x + 1, y, char or str(seat + 1), palette.seat_ink, colour, bold=True)
    canvas.put(x + 2, y, right, colour)
    return x + 3


def name_row(
    canvas: Canvas,
    x: int,
    y: int,
    width: int,
    seat: int,
    name: str,
    *,
    right: Sequence[str] = (),
    acting: bool = False,
    away: Sequence[str] = (),
    gap: int = 1,
    note: str = "",
) -> None:
    """Write a seat's tag and name, and a fact at the right; the seat to act gets the whole row in gold.

    `right` lists the fact's wordings, longest first, and the first that fits beside the name is written. `away` does
    the same for a player who is away, and the name steps back. A `note` stands after the name where there is room.
    """
    palette = canvas.palette
    canvas.name_place(f"plate {seat}", x, y, width)
    name = cut(name, NAME)
    last = x + width - 2
    start = x + 3 if acting else x + 3 + gap
    room = last - start - cells(name)
    if acting:
        canvas.fill(x, y, width, 1, palette.accent)
        canvas.text(x, y, f"►{seat + 1} {name}", palette.accent_ink, bold=True)
        canvas.right(last, y, _fitting(right, room), palette.accent_ink, bold=True)
        if _fitting((note,), room - len(_fitting(right, room)) - 2):
            canvas.text(start + cells(name) + 1, y, note, palette.accent_ink)
        return
    tag(canvas, x, y, seat)
    canvas.text(start, y, name, palette.felt_muted if away else palette.text, bold=not away)
    if away:
        canvas.right(last, y, _fitting(away, room), palette.warn, bold=True)
        return
    canvas.right(last, y, _fitting(right, room), palette.felt_muted)
    if _fitting((note,), room - len(_fitting(right, room)) - 2):
        canvas.text(start + cells(name) + 1, y, note, palette.felt_muted)


def _fitting(wordings: Sequence[str], room: int) -> str:
    return next((words for words in wordings if cells(words) <= room), "")


def free_row(canvas: Canvas, x: int, y: int, seat: int, words: str) -> None:
    """Write a seat that nobody has taken yet."""
    canvas.put(x + 1, y, str(seat + 1), canvas.palette.felt_muted)
    canvas.text(x + 4, y, f"╌ {words}", canvas.palette.felt_muted)


def plate(canvas: Canvas, x: int, y: int, width: int, height: int, on_rim: bool = False) -> None:
    """Lay the ground of a seat plate."""
    canvas.fill(x, y, width, height, canvas.palette.panel_hi if on_rim else canvas.palette.plate)
