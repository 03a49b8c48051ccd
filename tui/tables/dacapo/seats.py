"""Who sits round Da Capo's table: stock cards and helper piles of the others, and where they can be robbed."""

from engines.dacapo.view import DaCapoView, fits
from tui.draw import bars, cards, plates
from tui.draw.canvas import Area, Canvas
from tui.draw.flights import draw_turning
from tui.draw.palette import Colour
from tui.tables.dacapo.steps import ROB, Moment
from tui.tables.dacapo.words import CLOSE, face, left_words, places_short, winner_mark
from tui.tables.seats import away_lines, draw_backs, draw_seat, fitting
from tui.words import _

INLINE = 4
CAP = 3
NARROW = 15


def can_rob(now: Moment, seat: int) -> bool:
    """Whether this seat's stock can be robbed as the next step of a move."""
    if now.keys:
        return now.keys == (ROB,) and now.is_live(str(seat + 1))
    return any(source.victim == seat for source in now.victims)


def rob_key(now: Moment, seat: int) -> str:
    """The key that robs this seat, or begins to."""
    return str(seat + 1) if now.keys else ROB


def draw_plate(canvas: Canvas, now: Moment, seat: int, area: Area) -> None:
    """Draw an opponent on the felt: name, stock card with what is left, helper piles, and below who is away."""
    x, y, width = area.x, area.y, area.width
    plates.plate(canvas, x, y, width, 3)
    draw_seat(canvas, now.scene, seat, x, y, width, winner_mark(now.view, seat), gap=width > NARROW)
    _draw_open_stock(canvas, now, seat, x, y + 1)
    canvas.name_place(f"top {seat}", x, y + 1, INLINE)
    cap = x + width - (CAP if width <= NARROW else CAP + 1)
    _draw_rob(canvas, now, seat, cap, y + 1, narrow=width <= NARROW)
    robbed = can_rob(now, seat)
    end = x + width - (2 if width <= NARROW else CAP + 1) if robbed else x + width
    after = draw_left(canvas, now.view, seat, x + 5, y + 1, end, canvas.palette.felt_muted)
    draw_backs(canvas, now.view.hands[seat], max(x + 13, after + 1), end - 1, y + 1)
    step = (width - CAP - 1) // 3 if width > NARROW else INLINE
    draw_helper_tops(canvas, now.view, seat, x, y + 2, step)
    if robbed:
        canvas.hot(x, y, width, 3, rob_key(now, seat))
    canvas.text(x, y + 3, fitting(away_lines(now.scene, seat), width), canvas.palette.warn)


def _draw_open_stock(canvas: Canvas, now: Moment, seat: int, x: int, y: int) -> None:
    if now.view.tops[seat]:
        cards.inline(canvas, x, y, face(now.view.tops[seat]))
    else:
        canvas.text(x + 1, y, "╌╌", canvas.palette.felt_muted)


def draw_left(canvas: Canvas, view: DaCapoView, seat: int, x: int, y: int, end: int, muted: Colour) -> int:
    """Write before column `end` how many cards a stock has left, in a warning colour when they are few.

    Return the column after it.
    """
    palette, count = canvas.palette, view.stocks[seat]
    canvas.text(x, y, f"{count:>2}", palette.warn if count <= CLOSE else palette.text, bold=True)
    return canvas.text(x + 3, y, fitting((left_words(count),), end - x - 4), muted)


def _draw_rob(canvas: Canvas, now: Moment, seat: int, x: int, y: int, narrow: bool) -> None:
    """Write below each other that a stock can be robbed and which piles take its card."""
    palette = canvas.palette
    if not now.deciding:
        return
    robbed = can_rob(now, seat)
    if robbed and not now.keys and narrow:
        bars.short_cap(canvas, x + 1, y, ROB)
    elif robbed and not now.keys:
        bars.cap(canvas, x, y, ROB)
    words = places_short(fits(now.view, now.view.tops[seat]))
    canvas.centre(x, y + 1, CAP, words, palette.accent_text if robbed else palette.felt_muted, bold=robbed)


def draw_helper_tops(canvas: Canvas, view: DaCapoView, seat: int, x: int, y: int, step: int) -> None:
    """Draw the top cards of helper piles in one row; what they cover stands before them where there is room."""
    palette = canvas.palette
    for helper, pile in enumerate(view.helpers[seat]):
        left = x + step * helper + max(step - INLINE - 1, 0)
        canvas.name_place(f"helper {seat} {helper}", left, y, INLINE)
        if not pile:
            canvas.text(left + 1, y, "╌╌", palette.felt_muted)
            continue
        cards.inline(canvas, left, y, face(pile[-1], dim=True))
        covered = [face(card).text for card in pile[:-1]]
        while covered and len(" ".join(covered)) > step - INLINE - 1:
            covered.pop(0)
        canvas.right(left - 1, y, " ".join(covered), palette.felt_muted)


def draw_victims(canvas: Canvas, now: Moment, areas: dict[int, Area]) -> None:
    """Turn the tags of the players who can be robbed into key caps."""
    if now.keys != (ROB,):
        return
    for seat, area in areas.items():
        key = str(seat + 1)
        if not now.is_live(key):
            continue
        bars.tag_cap(canvas, area.x, area.y, key, now.has_focus(key))
        if now.has_focus(key):
            canvas.put(area.x - 1, area.y, "►", canvas.palette.accent_text)


def draw_rim_plate(canvas: Canvas, now: Moment, seat: int, area: Area) -> None:
    """Draw an opponent on the table's rim, with the open cards on the felt below."""
    x, y, width = area.x, area.y, area.width
    palette = canvas.palette
    plates.plate(canvas, x, y, width, 2, on_rim=True)
    draw_seat(canvas, now.scene, seat, x, y, width, winner_mark(now.view, seat), gap=width > NARROW)
    left = x + 4 if width > NARROW else x + 2
    after = draw_left(canvas, now.view, seat, left - 1, y + 1, x + width + 1, palette.muted)
    draw_backs(canvas, now.view.hands[seat], max(left + 8, after + 1), x + width - 1, y + 1)
    _draw_open_cards(canvas, now, seat, x, y + 3, width)
    beside = cards.SMALL_WIDTH + 1
    canvas.text(x + beside, y + 4, fitting(away_lines(now.scene, seat), width - beside), palette.warn)
    if can_rob(now, seat):
        canvas.hot(x, y, width, 7, rob_key(now, seat))


def _draw_stock_top(canvas: Canvas, now: Moment, seat: int, x: int, y: int) -> None:
    width, height, top = cards.SMALL_WIDTH, cards.SMALL_HEIGHT, now.view.tops[seat]
    canvas.name_place(f"stock {seat}", x, y, width, height)
    if draw_turning(canvas, now.scene.motion, x, y, width, height):
        return
    if top:
        cards.shadow(canvas, x, y, width, height)
        cards.small(canvas, x, y, face(top))
    else:
        cards.slot(canvas, x, y, width, height)


def _draw_open_cards(canvas: Canvas, now: Moment, seat: int, x: int, y: int, width: int) -> None:
    palette, view = canvas.palette, now.view
    _draw_stock_top(canvas, now, seat, x, y)
    if width > NARROW:
        draw_helper_tops(canvas, view, seat, x + 6, y + 2, max((width - 5) // 3, INLINE))
    else:
        draw_helper_tops(canvas, view, seat, x, y + 4, INLINE)
    places = fits(view, view.tops[seat]) if now.deciding else ()
    robbed = can_rob(now, seat)
    if robbed and not now.keys:
        bars.cap(canvas, x + 6, y, ROB)
    if places:
        words = places_short(places)
        if len(places) < len(view.builds) and width > NARROW:
            words = _("on {places}").format(places=words)
        start = x + (10 if robbed and not now.keys else 6)
        canvas.text(start, y, words, palette.accent_text if robbed else palette.felt_muted, bold=robbed)
