"""Geschenkt's table: one open card in the lamp's light, and what it would cost you."""

from typing import cast

from engines.geschenkt.view import GeschenktView, cost
from engines.view import View
from tui.draw import cards, plates
from tui.draw.canvas import Area, Canvas
from tui.draw.cards import Face
from tui.tables.frame import COMPACT, STANDARD, WIDE, Edges, Layout, close_frame, draw_join, open_frame
from tui.tables.geschenkt.parts import (
    chips_short,
    draw_decision,
    draw_facts,
    draw_left_out,
    draw_open,
    draw_rail,
    draw_runs,
    draw_short_decision,
)
from tui.tables.geschenkt.tall import draw_tall
from tui.tables.geschenkt.words import (
    PASSING,
    PILE,
    chips_known,
    chips_own,
    chips_words,
    left_out,
    points_words,
    row_words,
    runs_of,
    score,
    taking,
)
from tui.tables.scene import Choice, Scene
from tui.tables.score import Hidden, Reckoning, ScoreBlock, fewest_points
from tui.tables.seats import away_words, draw_events, draw_guest, draw_seat, last_events
from tui.tables.spots import felt_areas, in_a_row, own_rim, rim_areas
from tui.words import _, ngettext

OPPONENTS = {2: in_a_row(2, 2, 37, 2), 3: in_a_row(3, 2, 24, 2), 4: in_a_row(4, 2, 18)}


def choices(scene: Scene) -> list[Choice]:
    """Offer to take or to pass; without chips passing is shown, but can't be chosen."""
    view = cast(GeschenktView, scene.view)
    if scene.view is not None and not view.open:
        return [Choice("enter", _("See the scores"))]
    if not scene.legal:
        return []
    left = (view.chips[scene.me] or 0) - 1
    points = taking(view, scene.me)
    price = ngettext("+1 point, {left} chip left", "+1 point, {left} chips left", left).format(left=left)
    may_pass = "pass" in scene.legal
    dear = may_pass and points > PASSING
    return [
        Choice("1", _("Take {card}").format(card=view.open), points_words(points), move="take", dear=dear),
        Choice("2", _("Pass"), price if may_pass else _("no chip left"), move="pass", live=may_pass),
    ]


def draw(canvas: Canvas, scene: Scene) -> None:
    """Draw the table at any size from 40x20 on."""
    layout = open_frame(canvas, scene)
    if scene.view is None:
        _draw_waiting(canvas, scene, layout)
        close_frame(canvas, scene, layout, Edges(choices=choices(scene)))
        return
    view = cast(GeschenktView, scene.view)
    compact = draw_tall if layout.tall else _draw_compact
    {COMPACT: compact, STANDARD: _draw_standard}.get(layout.form, _draw_wide)(canvas, scene, view, layout)
    number = PILE - view.left
    edges = Edges(
        choices=choices(scene),
        pace=_("card {number} of {all}").format(number=number, all=PILE),
        short_pace=f"{number}/{PILE}",
        facts=(_("tactical"),) if view.variant == "tactical" else (),
        tip=_("digit, arrows or click"),
    )
    close_frame(canvas, scene, layout, edges)


def explain(view: View) -> Reckoning:
    """Count the lowest card of each run, less one for each chip (G10), and show the cards that were not in the game."""
    now = cast(GeschenktView, view)
    blocks = tuple(
        ScoreBlock(
            seat=seat,
            total=now.scores[seat],
            cards=tuple(Face(str(run[0])) for run in runs_of(row)),
            parts=((_("chips"), now.scores[seat] - cost(row)),),
        )
        for seat, row in enumerate(now.rows)
    )
    hidden = Hidden(_("out of the game"), tuple(Face(str(card), dim=True) for card in now.left_out))
    return fewest_points(now, blocks, hidden)


def draw_still_life(canvas: Canvas, x: int, y: int) -> None:
    """Draw a run of three: only its first card counts."""
    cards.run(canvas, x, y, (Face("26"), Face("27", dim=True), Face("28", dim=True)))


def _draw_standard(canvas: Canvas, scene: Scene, view: GeschenktView, layout: Layout) -> None:
    x, middle = layout.x, layout.upper
    for seat, area in felt_areas(scene, layout, OPPONENTS).items():
        _draw_plate(canvas, scene, view, seat, area)
    if view.left:
        cards.pile(canvas, x + 10, middle + 7, depth=min(view.left - 1, 2))
        canvas.centre(x + 9, middle + 12, 11, _("{cards} to come").format(cards=view.left), canvas.palette.felt_muted)
    elif not view.open:
        draw_left_out(canvas, view, x + 4, middle + 7)
    canvas.name_place("pile", x + 10, middle + 7, 7, 5)
    draw_open(canvas, scene, view, x + 34, middle + 6, "tall")
    draw_decision(canvas, scene, view, x + 52, middle + 6)
    draw_rail(canvas, view, x + 7, middle + 14)
    own = middle + layout.lower
    _draw_own(canvas, scene, view, x, own)


def _draw_plate(canvas: Canvas, scene: Scene, view: GeschenktView, seat: int, area: Area) -> None:
    """Draw an opponent: name and chips, the cards as runs, and what they cost."""
    palette, x, y, width = canvas.palette, area.x, area.y, area.width
    narrow = width < 24
    chips = (chips_words(scene, view, seat), chips_short(canvas, scene, view, seat))
    plates.plate(canvas, x, y, width, 3)
    draw_seat(canvas, scene, seat, x, y, width, () if narrow else chips)
    canvas.text(x + 1, y + 1, row_words(view.rows[seat], width - 2), palette.text)
    mark = away_words(scene, seat, width - 2)
    if mark:
        canvas.text(x + 1, y + 2, mark, palette.felt_muted)
    elif narrow:
        draw_facts(canvas, scene, view, seat, x + 1, y + 2, width - 2, palette.felt_muted)
    else:
        words = _("cards cost {cost}").format(cost=cost(view.rows[seat]))
        canvas.text(x + 1, y + 2, words, palette.felt_muted)


def _draw_own(canvas: Canvas, scene: Scene, view: GeschenktView, x: int, y: int) -> None:
    """Draw the viewer's plate, cards with what each run costs, and the sum."""
    palette, me = canvas.palette, scene.me
    draw_seat(canvas, scene, me, x + 2, y + 17, 15)
    chips = chips_own(scene, view)
    end = canvas.text(x + 2, y + 18, chips[0], palette.text, bold=True)
    end = canvas.text(end + 1, y + 18, chips[1], palette.felt_muted)
    canvas.name_place(f"chips {me}", x + 2, y + 18, end - x - 2)
    if scene.legal:
        canvas.hot(x + 2, y + 18, 15, 1, "2")
    canvas.text(x + 2, y + 19, away_words(scene, me, 15), palette.felt_muted)
    draw_runs(canvas, view.rows[me], x + 19, y + 17, 46, costs=y + 20, name=f"row {me}")
    total = score(scene, view, me)
    sums = (
        (_("cards"), cost(view.rows[me]), False),
        (_("chips"), None if total is None else total - cost(view.rows[me]), False),
        (_("score"), total, True),
    )
    for row, (words, number, bold) in enumerate(sums):
        colour = palette.text if bold else palette.felt_muted
        canvas.text(x + 66, y + 17 + row, words, colour, bold=bold)
        canvas.right(x + 76, y + 17 + row, "?" if number is None else str(number), colour, bold=bold)


def _draw_compact(canvas: Canvas, scene: Scene, view: GeschenktView, layout: Layout) -> None:
    palette, x, me = canvas.palette, layout.x, scene.me
    for row, seat in enumerate(scene.others, 1):
        _draw_line(canvas, scene, view, seat, x, row)
    y = layout.upper + 5
    draw_open(canvas, scene, view, x + 2, y, "squat")
    draw_short_decision(canvas, scene, view, x + 18, y)
    events = last_events(scene, 1 + min(layout.lower, 1))
    y += layout.lower + 1 - len(events) if events else layout.lower
    draw_seat(canvas, scene, me, x + 1, y + 7, 16)
    end = canvas.text(x + 18, y + 7, " ".join(chips_own(scene, view)), palette.text)
    canvas.name_place(f"chips {me}", x + 18, y + 7, end - x - 18)
    total = score(scene, view, me)
    words = _("score {score}").format(score="?" if total is None else total)
    canvas.right(x + 38, y + 7, words, palette.text, bold=True)
    draw_runs(canvas, view.rows[me], x + 1, y + 8, 38, name=f"row {me}")
    draw_events(canvas, scene, events, x + 1, y + 11, 38)


def _draw_line(canvas: Canvas, scene: Scene, view: GeschenktView, seat: int, x: int, y: int) -> None:
    """Draw an opponent in one row: name, cards as runs, and chips where they are known."""
    palette = canvas.palette
    draw_seat(canvas, scene, seat, x, y, 16, gap=0)
    known = chips_known(scene, view, seat)
    words = row_words(view.rows[seat], 22 if known is None else 17)
    start = canvas.right(x + 38, y, words if known is None else f"{words} ({known})", palette.text)
    if scene.away_mark(seat) and start - x > 16 + len(_("away")):
        canvas.text(x + 16, y, _("away"), palette.warn, bold=True)


def _draw_wide(canvas: Canvas, scene: Scene, view: GeschenktView, layout: Layout) -> None:
    palette, x, y = canvas.palette, layout.x, layout.y
    for seat, area in rim_areas(scene, layout).items():
        _draw_rim_plate(canvas, scene, view, seat, area)
        draw_runs(canvas, view.rows[seat], area.x, y + 6, area.width + 1)
    if view.left:
        cards.pile(canvas, x + 12, y + 13, 9, 6, min(view.left - 1, 2))
        canvas.centre(x + 7, y + 20, 21, _("{cards} to come").format(cards=view.left), palette.felt_muted)
    canvas.name_place("pile", x + 12, y + 13, 9, 6)
    if view.open:
        canvas.centre(x + 7, y + 21, 21, _("{cards} out of the game").format(cards=left_out(view)), palette.felt_muted)
    else:
        draw_left_out(canvas, view, x + 9, y + 13)
    draw_open(canvas, scene, view, x + 33, y + 11, "wide")
    draw_decision(canvas, scene, view, x + 55, y + 12)
    draw_rail(canvas, view, x + 9, y + 23)
    draw_runs(canvas, view.rows[scene.me], x + 9, y + 27, 68, card=9, costs=y + 33, lines=2, name=f"row {scene.me}")
    _draw_own_rim(canvas, scene, view, own_rim(layout))


def _draw_rim_plate(canvas: Canvas, scene: Scene, view: GeschenktView, seat: int, area: Area) -> None:
    palette, x, y, width = canvas.palette, area.x, area.y, area.width
    plates.plate(canvas, x, y, width, 2, on_rim=True)
    draw_seat(canvas, scene, seat, x, y, width)
    mark = away_words(scene, seat, width - 2)
    if mark:
        canvas.text(x + 1, y + 1, mark, palette.muted)
        return
    inset = 3 if width >= 20 else 1
    draw_facts(canvas, scene, view, seat, x + inset, y + 1, width - inset - 1, palette.muted)


def _draw_own_rim(canvas: Canvas, scene: Scene, view: GeschenktView, area: Area) -> None:
    palette, x, y, width = canvas.palette, area.x, area.y, area.width
    plates.plate(canvas, x, y, width, 2, on_rim=True)
    draw_seat(canvas, scene, scene.me, x, y, width, (_("your turn"),) if scene.legal else ())
    total = score(scene, view, scene.me)
    words = (
        " ".join(chips_own(scene, view)),
        _("cards {cost}").format(cost=cost(view.rows[scene.me])),
        _("score {score}").format(score="?" if total is None else total),
    )
    canvas.text(x + 3, y + 1, "   ".join(words), palette.text)
    canvas.name_place(f"chips {scene.me}", x + 3, y + 1, len(words[0]))


def _draw_waiting(canvas: Canvas, scene: Scene, layout: Layout) -> None:
    """Draw the table that is laid but not dealt: who sits, which seats are free, and how to join."""
    x, y = layout.x, layout.y + layout.upper
    if layout.form == COMPACT:
        areas = {seat: Area(x, row, 24, 1) for row, seat in enumerate(scene.others, 1)}
        own, slot, words = (1, 12 + layout.lower), (2, 5, 13, 6), (18, 6)
    elif layout.form == STANDARD:
        areas = felt_areas(scene, layout, OPPONENTS)
        own, slot, words = (2, 17 + layout.lower), (10, 6, 13, 7), (27, 8)
    else:
        areas = rim_areas(scene, layout)
        own, slot, words = (26, 36), (10, 11, 18, 10), (33, 14)
    for seat, area in areas.items():
        if area.height > 1:
            plates.plate(canvas, *area, on_rim=layout.form == WIDE)
        draw_guest(canvas, scene, seat, area.x, area.y, area.width)
    if layout.form == WIDE:
        plates.plate(canvas, x + own[0], y + own[1], 34, 2, on_rim=True)
    draw_guest(canvas, scene, scene.me, x + own[0], y + own[1], 24)
    cards.slot(canvas, x + slot[0], y + slot[1], slot[2], slot[3])
    draw_join(canvas, scene, x + words[0], y + words[1])
