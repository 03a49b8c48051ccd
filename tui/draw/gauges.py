"""How much and how far: gauges, bars, and rails of values. Filled, possible, empty, and a mark at the end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tui.draw.canvas import Canvas
from tui.draw.palette import Colour


def gauge(canvas: Canvas, x: int, y: int, filled: int, limit: int, possible: int = 0) -> int:
    """Draw points against a limit, one cell a point, and return the column after the mark.

    `possible` points would be added by the choice at hand; reaching the limit makes the mark grow.
    """
    palette, glyphs = canvas.palette, canvas.glyphs
    room = limit - filled
    colour = palette.good if room > 5 else palette.warn if room >= 3 else palette.bad
    bursts = possible > 0 and filled + possible >= limit
    maybe = min(possible, max(room, 0))
    x = canvas.text(x, y, glyphs.fill * min(filled, limit), colour)
    x = canvas.text(x, y, glyphs.maybe * maybe, palette.bad if bursts else palette.text)
    x = canvas.text(x, y, glyphs.empty * (limit - min(filled, limit) - maybe), palette.felt_muted)
    if bursts or filled >= limit:
        return canvas.text(x, y, glyphs.full, palette.bad)
    return canvas.text(x, y, glyphs.mark, palette.felt_muted)


def share_bar(
    canvas: Canvas, x: int, y: int, width: int, share: float, colour: Colour, rest: Colour | None = None
) -> None:
    """Draw a share of a whole in whole cells; something is never drawn as nothing."""
    filled = max(0, min(width, round(share * width)))
    if share > 0 and filled == 0:
        filled = 1
    end = canvas.text(x, y, canvas.glyphs.fill * filled, colour)
    canvas.text(end, y, canvas.glyphs.empty * (width - filled), canvas.palette.line if rest is None else rest)


def count_bar(canvas: Canvas, x: int, y: int, filled: int, width: int, colour: Colour | None = None) -> None:
    """Draw so many of so many on felt, one cell each."""
    palette = canvas.palette
    end = canvas.text(x, y, canvas.glyphs.fill * min(filled, width), palette.text if colour is None else colour)
    canvas.text(end, y, canvas.glyphs.empty * max(width - filled, 0), palette.felt_muted)


def owner_rail(
    canvas: Canvas, x: int, y: int, values: range, owners: Mapping[int, int], open_value: int, gone: Sequence[int] = ()
) -> None:
    """Draw a line of values, two cells each: who owns it, unseen, or the open one; a ruler below.

    Neighbours of one owner are joined; values that are `gone` from the game are left blank.
    """
    palette = canvas.palette
    for value in values:
        left = x + 2 * (value - values.start)
        if value % 5 == 0:
            canvas.text(left, y + 1, str(value), palette.felt_muted)
        if value == open_value and palette.depth == "none":
            # Whoever owns a card is told by a number on the same ground: without colours the open one stands apart.
            canvas.text(left, y, f"{value:<2}", palette.text, bold=True)
        elif value == open_value:
            canvas.text(left, y, f"{value:<2}", palette.accent_ink, palette.accent, bold=True)
        elif value in owners:
            _owned(canvas, left, y, owners[value], joined=owners.get(value + 1) == owners[value])
        elif value not in gone:
            canvas.put(left, y, "∙", palette.felt_muted)


def _owned(canvas: Canvas, x: int, y: int, seat: int, joined: bool) -> None:
    colour = canvas.palette.seat(seat)
    canvas.put(x, y, str(seat + 1), canvas.palette.seat_ink, colour, bold=True)
    if joined:
        canvas.fill(x + 1, y, 1, 1, colour)
    else:
        canvas.put(x + 1, y, "▌", colour)


@dataclass(frozen=True, slots=True)
class Window:
    """What fits between two values of a rail, both excluded, and whose it is."""

    name: str
    low: int
    high: int


def window_rail(
    canvas: Canvas, x: int, y: int, length: int, above: Window | None, below: Window | None, cards: Sequence[int] = ()
) -> None:
    """Draw a line of values from 1, one cell each, three rows high: a window above it, one below, cards on it."""
    palette = canvas.palette
    line = "".join("┼" if value % 10 == 0 else "─" for value in range(1, length + 1))
    canvas.text(x, y + 1, line, palette.felt_line)
    for card in cards:
        if canvas.glyphs.lined:
            canvas.put(x + card - 1, y + 1, canvas.glyphs.full, palette.text, bold=True)
        else:
            canvas.fill(x + card - 1, y + 1, 1, 1, palette.text)
    if above is not None:
        _window(canvas, x, y, above, "▄", palette.good)
    taken = range(0)
    if below is not None:
        taken = _window(canvas, x, y + 2, below, "▀", palette.info)
    for value in range(10, length + 1, 10):
        left = x + value - 1
        if left + 3 < taken.start or left > taken.stop or not taken:
            canvas.text(left, y + 2, str(value), palette.felt_muted)


def _window(canvas: Canvas, x: int, y: int, window: Window, glyph: str, colour: Colour) -> range:
    """Draw one window with its ends and return the columns it takes."""
    muted = canvas.palette.felt_muted
    first, after = x + window.low, x + window.high - 1
    label = f"{window.low} {window.name} " if window.low else f"{window.name} "
    start = canvas.right(first - 1, y, label, muted)
    canvas.text(first, y, glyph * max(after - first, 0), colour)
    end = canvas.text(after, y, str(window.high), muted)
    return range(start, end)
