"""Who sits round Bumbesi's table: plates with bins, the way play goes, and what the memory aid knows of hands."""

from collections.abc import Sequence
from itertools import pairwise

from engines.bumbesi.view import HAND, BumbesiView, next_seat, surely_held
from net.letters import cells
from tui.draw import bars, cards, plates
from tui.draw.canvas import Area, Canvas
from tui.draw.glyphs import cut
from tui.draw.palette import Colour
from tui.tables.bumbesi.words import (
    direction_lines,
    direction_words,
    known_face,
    specials_words,
)
from tui.tables.scene import Choice, Scene
from tui.tables.seats import away_lines, draw_backs, draw_seat, fitting, name_of
from tui.words import _

ROOMY = 15
INLINE = 4


def draw_plate(canvas: Canvas, scene: Scene, view: BumbesiView, seat: int, area: Area) -> None:
    """Draw a seat on the felt in two rows: the name, and the bin with what else there is room to tell."""
    palette, y = canvas.palette, area.y + 1
    plates.plate(canvas, area.x, area.y, area.width, area.height)
    left, right = draw_name(canvas, scene, seat, area), area.x + area.width - 1
    crowded = area.width < ROOMY and (scene.away_mark(seat) or _is_short(view, seat))
    left = draw_bin(canvas, view, seat, left, y, "" if crowded else _("bin"), palette.felt_muted)
    if scene.away_mark(seat):
        _draw_away(canvas, scene, seat, left, y, area)
        return
    is_next = view.turn >= 0 and seat == next_seat(view, view.direction)
    if is_next and area.width >= ROOMY and right - left > len(_("next")):
        right = canvas.right(right - 1, y, _("next"), palette.accent_text, bold=True) - 1
    if seat != scene.me or scene.watching:
        draw_hidden_hand(canvas, scene, view, seat, left + 1, right, y, always=False)


def draw_name(canvas: Canvas, scene: Scene, seat: int, area: Area) -> int:
    """Write a seat's tag and name, below each other in a narrow plate, and return where its second row begins."""
    palette, x, y = canvas.palette, area.x, area.y
    if area.width >= ROOMY:
        draw_seat(canvas, scene, seat, x, y, area.width, gap=_gap(area))
        return x + 1
    canvas.name_place(f"seat {seat}", x + area.width // 2, y + 1)
    canvas.name_place(f"plate {seat}", x, y, area.width, area.height)
    if scene.turn == seat:
        canvas.fill(x, y, area.width, 1, palette.accent)
        canvas.text(x, y, name_of(scene, seat), palette.accent_ink, bold=True)
        return canvas.text(x, y + 1, f"►{seat + 1} ", palette.accent_ink, palette.accent, bold=True) + 1
    away = scene.away_mark(seat) is not None
    canvas.text(x, y, name_of(scene, seat), palette.felt_muted if away else palette.text, bold=not away)
    return plates.tag(canvas, x, y + 1, seat) + 1


def _gap(area: Area) -> int:
    return 1 if area.width > ROOMY else 0


def _draw_away(canvas: Canvas, scene: Scene, seat: int, left: int, y: int, area: Area) -> None:
    """Write in the second row what becomes of an absent player's seat; the first has said `away` if it could.

    The row of whoever is to act never does.
    """
    lines = away_lines(scene, seat)
    spare = area.width - 5 - _gap(area) - cells(name_of(scene, seat))
    if area.width >= ROOMY and spare >= len(_("away")) and scene.turn != seat:
        lines = lines[:-1]
    right = area.x + area.width - 2
    canvas.right(right, y, fitting(lines, right - left), canvas.palette.warn)


def _is_short(view: BumbesiView, seat: int) -> bool:
    """Whether a hidden hand has lost cards, once the draw pile is empty."""
    return view.hands[seat] is None and view.sizes[seat] != HAND


def draw_bin(canvas: Canvas, view: BumbesiView, seat: int, x: int, y: int, noun: str, muted: Colour) -> int:
    """Write how many cards a seat has taken, and return the column after."""
    end = canvas.text(x, y, f"{noun} " if noun else "", muted)
    end = canvas.text(end, y, str(view.bins[seat]), canvas.palette.text, bold=True)
    canvas.name_place(f"bin {seat}", x, y, end - x)
    return end


def draw_hidden_hand(
    canvas: Canvas, scene: Scene, view: BumbesiView, seat: int, left: int, right: int, y: int, always: bool
) -> None:
    """Stand a hidden hand before column `right`: what the memory aid knows of it, and a bar for each other card.

    A full hand is left out unless it is drawn `always`; of any other at least the number is told.
    """
    if view.hands[seat] is not None or view.turn < 0:
        return
    hand, short = view.sizes[seat], _is_short(view, seat)
    known = surely_held(view.memory, seat) if scene.memory_aid else ()
    for card in known[: (right - left - 3 * short) // INLINE]:
        hand, right = hand - 1, right - INLINE
        cards.inline(canvas, right, y, known_face(card, canvas.glyphs.lined))
    if short or (always and hand <= right - left):
        draw_backs(canvas, hand, left, right, y)


def draw_victims(canvas: Canvas, scene: Scene, found: list[Choice], areas: dict[int, Area], tag_row: int = 0) -> None:
    """Turn the tags of the players one can steal from into key caps."""
    for place, choice in enumerate(found):
        seat, focus = int(choice.key) - 1, place == scene.focus
        area = areas[seat]
        canvas.hot(area.x, area.y, area.width, area.height, choice.key)
        bars.tag_cap(canvas, area.x, area.y + tag_row, choice.key, focus)
        if focus and area.height > 1:
            cards.focus_bar(canvas, area.x, area.y + area.height, area.width)
        elif focus:
            canvas.text(area.x + 3, area.y, name_of(scene, seat), canvas.palette.accent_text, bold=True)


def draw_arrows(canvas: Canvas, view: BumbesiView, areas: Sequence[Area]) -> None:
    """Point from plate to plate, in the gaps between them."""
    arrow = "" if view.turn < 0 else "►" if view.direction > 0 else "◄"
    for before, after in pairwise(areas):
        left = before.x + before.width
        gap = after.x - left
        canvas.centre(left, before.y, gap, arrow * min(gap, 2), canvas.palette.accent_text)


def draw_way_back(canvas: Canvas, scene: Scene, view: BumbesiView, first: int, last: int, y: int, named: bool) -> None:
    """Draw the way from the last plate back to the first below them, and say which way round play goes."""
    if view.turn < 0:
        return
    palette = canvas.palette
    words = _("play goes {way}").format(way=direction_words(view))
    if named:
        words = fitting(direction_lines(scene, view), last - first - 8)
    canvas.text(first, y, "╰" + "─" * (last - first - 1) + "╯", palette.felt_line)
    start = first + (last - first + 1 - len(words)) // 2
    canvas.text(start - 1, y, f" {words} ", palette.felt_muted)
    canvas.name_place("direction", start, y, len(words))
    if view.direction > 0:
        canvas.put(start - 3, y, "◄", palette.accent_text)
    else:
        canvas.put(start + len(words) + 2, y, "►", palette.accent_text)


def draw_line(canvas: Canvas, scene: Scene, view: BumbesiView, seat: int, area: Area) -> None:
    """Draw a seat in half a compact row: tag, name, and the bin at the right; before it what else there is to tell."""
    x, y, half, _height = area
    palette, acting = canvas.palette, scene.turn == seat
    points = str(view.bins[seat])
    away = away_lines(scene, seat)[-1:]
    facts = (f"▌{view.sizes[seat]}",) if _is_short(view, seat) else ()
    width = half - len(points)
    room = width - 5 - max(map(len, away or facts), default=0)
    plates.name_row(
        canvas, x, y, width, seat, cut(scene.names[seat], room), right=facts, acting=acting, away=away, gap=0
    )
    colour, ground = (palette.accent_ink, palette.accent) if acting else (palette.text, None)
    canvas.right(x + half - 1, y, points, colour, ground, bold=True)
    canvas.name_place(f"seat {seat}", x + half // 2, y)
    canvas.name_place(f"bin {seat}", x + half - len(points), y, len(points))


def draw_rim_plate(canvas: Canvas, scene: Scene, view: BumbesiView, seat: int, area: Area) -> None:
    """Draw a seat on the table's rim: bin and hidden hand below the name, for the bottom seat its specials."""
    palette, x, y, width = canvas.palette, area.x, area.y, area.width
    own = seat == scene.me and not scene.watching
    plates.plate(canvas, x, y, width, 2, on_rim=True)
    draw_seat(canvas, scene, seat, x, y, width, (_("your turn"),) if scene.legal and own else (), gap=_gap(area))
    left = draw_bin(canvas, view, seat, x + (3 if width >= 20 else 1), y + 1, _("bin"), palette.muted)
    if scene.away_mark(seat):
        _draw_away(canvas, scene, seat, left, y + 1, area)
    elif own:
        canvas.right(x + width - 2, y + 1, specials_words(view, seat), palette.muted)
    else:
        draw_hidden_hand(canvas, scene, view, seat, left + 1, x + width - 1, y + 1, always=True)
