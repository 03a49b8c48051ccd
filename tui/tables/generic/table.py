"""The generic table at its three sizes: names, what lies there, the hand, and the moves."""

from dataclasses import dataclass, replace

from tui.draw import bars, cards, plates
from tui.draw.canvas import Area, Canvas
from tui.draw.cards import Face
from tui.draw.glyphs import cut
from tui.draw.palette import Felt
from tui.tables.frame import COMPACT, STANDARD, WIDE, Edges, Layout, close_frame, draw_join, open_frame, standing_keys
from tui.tables.generic.steps import begun_move, choices
from tui.tables.generic.words import facts_of, hand_of
from tui.tables.scene import Choice, Scene
from tui.tables.seats import away_words, draw_events, draw_guest, fitting_or_cut, last_events, winners_words
from tui.tables.spots import felt_areas, own_rim, rim_areas
from tui.words import _

FELT: Felt = Felt(0x26240F, 0x45411D, 58, 0xD3CFA4, 0xE6E3C6, 187, 144)
ACTION_ROWS = 4
IN_THE_BAR = 4
HALF = 20
BIG_STEP = 8
INDEX = 2
INDENT = 2
GAP = 3


@dataclass(frozen=True, slots=True)
class Rooms:
    """Where everything has its place: the seats, what lies there, the hand, and events where no panel tells them."""

    seats: dict[int, Area]
    middle: Area
    hand: Area
    events: Area | None


def draw(canvas: Canvas, scene: Scene) -> None:
    """Draw the table at any size from 40x20 on."""
    layout = open_frame(canvas, scene)
    found = choices(scene)
    rooms = _rooms(canvas, scene, layout)
    for seat, area in rooms.seats.items():
        _draw_plate(canvas, scene, seat, area, layout)
    listed = layout.form != COMPACT and len(found) > IN_THE_BAR
    middle = _draw_moves(canvas, scene, found, rooms.middle) if listed else rooms.middle
    if scene.view is None:
        draw_join(canvas, scene, middle.x, middle.y)
    else:
        _draw_facts(canvas, scene, middle)
        _draw_hand(canvas, hand_of(scene), rooms.hand)
    if rooms.events is not None:
        x, y, width, height = rooms.events
        draw_events(canvas, scene, last_events(scene, height), x, y, width)
    _close(canvas, scene, layout, found, listed)


def draw_still_life(canvas: Canvas, x: int, y: int) -> None:
    """Draw a card face down and one of which nothing is known yet."""
    cards.back(canvas, x, y, cards.SMALL_WIDTH, cards.SMALL_HEIGHT)
    cards.small(canvas, x + 7, y, Face("?"))


def _rooms(canvas: Canvas, scene: Scene, layout: Layout) -> Rooms:
    if layout.form == COMPACT:
        return _compact_rooms(canvas, scene, layout)
    x, y = layout.x, layout.y
    if layout.form == STANDARD:
        own = canvas.height - 7
        others = {seat: area._replace(height=2) for seat, area in felt_areas(scene, layout).items()}
        seats = {**others, scene.me: Area(x + 1, own, 38, 1)}
        middle = layout.top + 3
        return Rooms(
            seats, Area(x + 2, middle, 76, own - 1 - middle), Area(x + 2, own + 1, 37, 3), Area(x + 42, own, 37, 4)
        )
    seats = {**rim_areas(scene, layout), scene.me: own_rim(layout)}
    return Rooms(seats, Area(x + 9, y + 7, 68, 19), Area(x + 9, y + 28, 68, 5), None)


def _compact_rooms(canvas: Canvas, scene: Scene, layout: Layout) -> Rooms:
    x, order = layout.x, (scene.me, *scene.others)
    seats = {seat: Area(x + HALF * (place % 2), 1 + place // 2, HALF - 1, 1) for place, seat in enumerate(order)}
    top = 2 + (len(order) + 1) // 2
    hand = canvas.height - 1 - ACTION_ROWS - _hand_rows(hand_of(scene), 38)
    events = hand - (2 if layout.lower else 1)
    return Rooms(
        seats,
        Area(x + 1, top, 38, events - top),
        Area(x + 1, hand, 38, 3),
        Area(x + 1, events, 38, hand - events),
    )


def _draw_plate(canvas: Canvas, scene: Scene, seat: int, area: Area, layout: Layout) -> None:
    if area.height > 1:
        plates.plate(canvas, *area, on_rim=layout.form == WIDE)
        canvas.text(area.x + 1, area.y + 1, away_words(scene, seat, area.width - 2), canvas.palette.text)
    draw_guest(canvas, scene, seat, area.x, area.y, area.width, gap=area.width > HALF)


def _draw_moves(canvas: Canvas, scene: Scene, found: list[Choice], area: Area) -> Area:
    """List the moves at the right with their keys, and leave the rest of the area for what lies there."""
    palette = canvas.palette
    columns = -(-len(found) // area.height)
    width = min(max(len(choice.verb) for choice in found) + 6, (area.width // 2) // columns)
    left = area.x + area.width - width * columns
    for place, choice in enumerate(found):
        x, y = left + width * (place // area.height), area.y + place % area.height
        if place == scene.focus:
            canvas.put(x - 1, y, "►", palette.accent_text)
        after = bars.cap(canvas, x, y, choice.key) + 1
        canvas.text(after, y, cut(choice.verb, width - 5), palette.text, bold=True)
        canvas.hot(x, y, width - 1, 1, choice.key)
    return area._replace(width=left - area.x - 2)


def _draw_facts(canvas: Canvas, scene: Scene, area: Area) -> None:
    """Write what lies on the table, single things beside each other; dots stand for what there is no room for."""
    palette, view = canvas.palette, scene.view
    assert view is not None
    x, y, end, last = area.x, area.y, area.x + area.width, area.y + area.height - 1
    if view.winners:
        words = fitting_or_cut(winners_words(scene, view.winners), area.width)
        canvas.text(x, y, words, palette.accent_text, bold=True)
        y += 1
    facts = facts_of(view)
    column = max((len(name) for name, parts in facts if len(parts) > 1), default=0)
    for name, parts in facts:
        single = len(parts) == 1
        if x > area.x and (not single or x + len(name) + 1 + len(parts[0]) > end):
            x, y = area.x, y + 1
        x = canvas.text(x, y, name if single else name.ljust(column), palette.felt_muted) + 1
        for part in parts:
            if x + len(part) > end and x > area.x + INDENT:
                x, y = area.x + INDENT, y + 1
            if y > last:
                canvas.right(end - 1, last, " ...", palette.felt_muted)
                return
            x = canvas.text(x, y, cut(part, end - x), palette.text) + GAP
        if not single:
            x, y = area.x, y + 1


def _draw_hand(canvas: Canvas, hand: list[str], area: Area) -> None:
    """Lay the hand out: big cards where they fit side by side, small ones over each other where they don't."""
    if not _are_short(hand):
        for row, line in enumerate(_lines_of(hand, area.width), area.y):
            x = area.x
            for text in line:
                x = canvas.text(x, row, f" {text} ", canvas.palette.ink, canvas.palette.paper, bold=True) + 1
        return
    if area.height >= cards.BIG_HEIGHT and BIG_STEP * len(hand) <= area.width:
        for place, text in enumerate(hand):
            cards.big(canvas, area.x + BIG_STEP * place, area.y, Face(text))
        return
    step = cards.LAP if cards.run_width(len(hand)) <= area.width else cards.TIGHT_LAP
    most = 1 + (area.width - cards.SMALL_WIDTH) // step
    faces = [Face(text) for text in hand]
    if len(faces) > most:
        faces[most - 1 :] = [Face(f"+{len(faces) - most + 1}", dim=True)]
    cards.run(canvas, area.x, area.y, faces, step=step)


def _are_short(hand: list[str]) -> bool:
    """Whether every card's print fits its corner; else cards are written out on their paper."""
    return all(len(text) <= INDEX for text in hand)


def _hand_rows(hand: list[str], width: int) -> int:
    if not hand:
        return 0
    return cards.SMALL_HEIGHT if _are_short(hand) else len(_lines_of(hand, width))


def _lines_of(hand: list[str], width: int) -> list[list[str]]:
    lines: list[list[str]] = [[]]
    for text in hand:
        if lines[-1] and sum(len(other) + 3 for other in lines[-1]) + len(text) + 2 > width:
            lines.append([])
        lines[-1].append(text)
    return lines


def _close(canvas: Canvas, scene: Scene, layout: Layout, found: list[Choice], listed: bool) -> None:
    """Draw the bars: all moves, or what Enter does where they are listed above, and Esc puts back what is picked."""
    keys = scene.keys or standing_keys()
    shown = [choice._replace(bar=not listed) for choice in found]
    focus = scene.focus
    if listed and 0 <= focus < len(found):
        shown.insert(0, Choice("enter", found[focus].verb))
        focus = 0
    if begun_move(scene).words:
        shown.append(Choice("escape", _("Put it back")))
        keys = tuple(item for item in keys if item[0] != "escape")
    edges = Edges(
        choices=shown,
        label=" ".join(begun_move(scene).words).upper(),
        tip=_("digit, arrows or click"),
        logged=layout.form == STANDARD,
        rows=ACTION_ROWS,
    )
    close_frame(canvas, replace(scene, keys=keys, focus=focus), layout, edges)
