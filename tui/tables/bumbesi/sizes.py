"""Bumbesi's table at its three sizes: where everything lies."""

from engines.bumbesi.view import BumbesiView
from tui.draw import cards
from tui.draw.canvas import Area, Canvas
from tui.draw.cards import Face
from tui.draw.flights import draw_turning
from tui.tables.bumbesi.hand import draw_hand, draw_small_hand
from tui.tables.bumbesi.places import (
    APART,
    CARD,
    draw_fits,
    draw_label,
    draw_place,
    draw_rail,
    draw_result,
    draw_targets,
    tile,
)
from tui.tables.bumbesi.seats import (
    draw_arrows,
    draw_hidden_hand,
    draw_line,
    draw_plate,
    draw_rim_plate,
    draw_victims,
    draw_way_back,
)
from tui.tables.bumbesi.steps import COLLECT, begun_move
from tui.tables.bumbesi.words import cards_words, direction_lines, ending_words
from tui.tables.frame import COMPACT, STANDARD, Layout
from tui.tables.scene import Choice, Scene
from tui.tables.seats import draw_events, fitting, last_events
from tui.tables.spots import ON_FELT, ON_RIM, in_a_row, own_rim, rim_areas
from tui.words import _

# Between three plates the arrows of the way play goes need another cell.
SEATS = {**ON_FELT, 3: in_a_row(3, 1, 25, 2)}
OPPONENTS = {**ON_RIM, 5: in_a_row(5, 3, 15)}
ACROSS = 86
TALL_CARD = 5
MOST_EVENTS = 2
MOST_SPREAD = 10
"""So many columns on either side a compact table takes where they are free."""


def _spread(layout: Layout) -> tuple[int, int]:
    """The first column of a compact table, and how wide its halves are: it uses the columns beside it too."""
    more = min(layout.x, MOST_SPREAD)
    return layout.x - more, 20 + more


def seat_areas(scene: Scene, layout: Layout) -> dict[int, Area]:
    """Where every seat is drawn, the bottom one first."""
    order, x = (scene.me, *scene.others), layout.x
    left, half = _spread(layout)
    if layout.tall:
        return {seat: Area(left, 1 + place, half - 1, 1) for place, seat in enumerate(order)}
    if layout.form == COMPACT:
        return {seat: Area(left + half * (place % 2), 1 + place // 2, half - 1, 1) for place, seat in enumerate(order)}
    if layout.form == STANDARD:
        spots = zip(order, SEATS[len(order)], strict=True)
        return {seat: Area(x + left, 1, width, 2) for seat, (left, width) in spots}
    return {scene.me: own_rim(layout), **rim_areas(scene, layout, OPPONENTS)}


def limit_spots(layout: Layout) -> tuple[tuple[int, int], tuple[int, int]]:
    """The corners of the two limits."""
    x, y = layout.x, layout.y + layout.upper
    if layout.form == COMPACT:
        left, half = _spread(layout)
        top = y + (7 if layout.tall else 6)
        return (left + 1, top), (left + half + 1, top)
    if layout.form == STANDARD:
        return (x + 2, y + 6), (x + 43, y + 6)
    return (x + 6, y + 10), (x + 47, y + 10)


def draw_standard(canvas: Canvas, scene: Scene, view: BumbesiView, layout: Layout, found: list[Choice]) -> None:
    """Draw the table at 80x23 and a little more."""
    x, middle = layout.x, layout.upper
    own = middle + layout.lower
    areas = seat_areas(scene, layout)
    for seat, area in areas.items():
        draw_plate(canvas, scene, view, seat, area)
    rows = list(areas.values())
    draw_arrows(canvas, view, rows)
    first, last = (area.x + area.width // 2 for area in (rows[0], rows[-1]))
    if begun_move(scene) != ("steal",):
        draw_way_back(canvas, scene, view, first, last, 3, named=len(rows) == 6)
    if layout.upper >= 0:
        canvas.centre(x, 4, 80, ending_words(view), canvas.palette.warn)
    elif len(begun_move(scene)) < 2:
        # In few rows the warning stands where the second step of a move puts its keys.
        canvas.centre(x, middle + 11, 80, ending_words(view), canvas.palette.warn)
    canvas.name_place("pile", x + 36, 4, 5, 3)
    for place, ((left, top), end) in enumerate(zip(limit_spots(layout), (x + 42, x + 80), strict=True)):
        draw_place(canvas, scene, view, place, left, top, end)
    if view.turn < 0:
        draw_result(canvas, scene, view, x, middle + 12, 80)
    else:
        draw_rail(canvas, scene, view, x + 5, middle + 12)
    draw_hand(canvas, scene, view, found, x + 5, own + 16, lift=1, caps=own + 21)
    _draw_second_step(canvas, scene, view, layout, areas, found)


def draw_wide(canvas: Canvas, scene: Scene, view: BumbesiView, layout: Layout, found: list[Choice]) -> None:
    """Draw the table as an object in a room, from 120x40 on."""
    x, y, palette = layout.x, layout.y, canvas.palette
    areas = seat_areas(scene, layout)
    for seat, area in areas.items():
        draw_rim_plate(canvas, scene, view, seat, area)
    draw_arrows(canvas, view, [areas[seat] for seat in scene.others])
    _draw_direction(canvas, scene, view, x, y + 6)
    canvas.centre(x, y + 7, ACROSS - 1, ending_words(view), palette.warn)
    canvas.name_place("pile", x + 40, y + 6, 5, 3)
    for place, ((left, top), end) in enumerate(zip(limit_spots(layout), (x + 45, x + 82), strict=True)):
        draw_place(canvas, scene, view, place, left, top, end, below=True)
    if view.turn < 0:
        draw_result(canvas, scene, view, x, y + 20, ACROSS - 1)
    else:
        draw_rail(canvas, scene, view, x + 8, y + 19)
    draw_hand(canvas, scene, view, found, x + 9, y + 26, lift=2, caps=y + 32)
    _draw_second_step(canvas, scene, view, layout, areas, found)


def _draw_direction(canvas: Canvas, scene: Scene, view: BumbesiView, x: int, y: int) -> None:
    """Write in the middle of the table which way round play goes, between two long arrows."""
    words = direction_lines(scene, view)[0]
    start = x + (ACROSS - 1 - len(words)) // 2
    canvas.text(start, y, words, canvas.palette.felt_muted)
    canvas.name_place("direction", start - 7, y, len(words) + 14)
    if view.turn >= 0:
        arrow = "─────►" if view.direction > 0 else "◄─────"
        canvas.text(start - 7, y, arrow, canvas.palette.felt_muted)
        canvas.text(start + len(words) + 1, y, arrow, canvas.palette.felt_muted)


def draw_compact(canvas: Canvas, scene: Scene, view: BumbesiView, layout: Layout, found: list[Choice]) -> None:
    """Draw the smallest table."""
    (x, half), own = _spread(layout), layout.upper + layout.lower
    areas = seat_areas(scene, layout)
    for seat, area in areas.items():
        draw_line(canvas, scene, view, seat, area)
    left, row = x + 1 + half * (len(areas) % 2), 1 + len(areas) // 2
    if layout.tall:
        left, row = x + 1, 1 + len(areas)
        for seat, area in areas.items():
            draw_hidden_hand(canvas, scene, view, seat, x + half + 1, x + 2 * half - 1, area.y, always=True)
    words = fitting(direction_lines(scene, view), x + 2 * half - 2 - left)
    arrow = "" if view.turn < 0 else "► " if view.direction > 0 else "◄ "
    after = canvas.text(left, row, arrow, canvas.palette.accent_text)
    end = canvas.text(after, row, words, canvas.palette.felt_muted)
    canvas.name_place("direction", left, row, end - left)
    canvas.name_place("pile", x + half - 3, layout.upper + 4, 5, 3)
    for place, (left, top) in enumerate(limit_spots(layout)):
        _draw_small_place(canvas, scene, view, place, Area(left, top, half - 1, 6 if layout.tall else 4))
    top = limit_spots(layout)[0][1] - 1
    free = top - 1 - row
    events = (
        scene.log[2 - free :] if layout.tall and free > MOST_EVENTS + 1 else last_events(scene, min(max(free, 1), 2))
    )
    draw_events(canvas, scene, events, x + 1, top - len(events) if free > 0 else layout.upper + 10, 2 * half - 2)
    if view.turn < 0:
        draw_result(canvas, scene, view, x, top + (9 if layout.tall else 6), 2 * half)
    height = TALL_CARD if layout.tall else cards.SMALL_HEIGHT
    draw_small_hand(canvas, scene, view, found, Area(x + 1, own + 16 - height, 2 * half - 1, height))
    _draw_second_step(canvas, scene, view, layout, areas, found)


def _draw_small_place(canvas: Canvas, scene: Scene, view: BumbesiView, place: int, area: Area) -> None:
    """Draw a limit and the top of its pile, what fits below them, and how many cards that is."""
    palette = canvas.palette
    x, y, across, height = area
    limit, pile = across // 3 + 2, across // 3 + 1
    draw_label(canvas, view, place, x, y - 1)
    if not view.limits[place]:
        cards.slot(canvas, x, y, limit, height)
        return
    if place != view.marker:
        canvas.name_place("open", x, y, limit, height)
    if not draw_turning(canvas, scene.motion, x, y, limit, height):
        tile(canvas, x, y, limit, height, Face(str(view.limits[place][-1]), kind="arrow", sign=_("limit")))
    beside = x + across // 2
    if view.piles[place]:
        tile(canvas, beside, y, pile, height, Face(str(view.piles[place][-1])))
    else:
        cards.slot(canvas, beside, y, pile, height)
    canvas.name_place(f"place {place}", beside, y, pile, height)
    canvas.name_place(f"limit {place}", x, y, limit, height)
    if view.turn >= 0:
        draw_fits(canvas, scene, view, place, x, y + height + 1, across)
        yours = bool(scene.legal) and place == view.marker
        colour = palette.accent_text if yours else palette.felt_muted
        end = canvas.text(x, y + height + 2, " ".join(cards_words(view, place)), colour)
        if yours and not begun_move(scene):
            canvas.hot(x, y + height + 2, end - x, 1, COLLECT)


def _draw_second_step(
    canvas: Canvas, scene: Scene, view: BumbesiView, layout: Layout, areas: dict[int, Area], found: list[Choice]
) -> None:
    """Put gold caps at what a begun move still needs: a player to steal from, or one of the two places."""
    begun = begun_move(scene)
    if begun == ("steal",):
        draw_victims(canvas, scene, found, areas, tag_row=areas[scene.me].width == 12)
    elif len(begun) == 2:
        spots = limit_spots(layout)
        if layout.form == COMPACT:
            draw_targets(
                canvas,
                scene,
                view,
                found,
                [Area(x, y, _spread(layout)[1] - 3, 7 if layout.tall else 5) for x, y in spots],
            )
        else:
            shift = APART if begun[0] == "play" else 0
            draw_targets(canvas, scene, view, found, [Area(x + shift, y, CARD, cards.BIG_HEIGHT) for x, y in spots])
