"""Geschenkt on a tall, narrow screen as a phone's: everything of the compact table, with what was left out there."""

from engines.geschenkt.view import HIGHEST, LOWEST, GeschenktView
from tui.draw.canvas import Canvas
from tui.tables.frame import Layout
from tui.tables.geschenkt.parts import draw_facts, draw_open, draw_rail, draw_runs, draw_short_decision
from tui.tables.geschenkt.words import chips_own, row_words, score
from tui.tables.scene import Scene
from tui.tables.seats import draw_events, draw_seat, last_events
from tui.words import _

OWN_ROWS = 7
RAIL_ROWS = 4
HALVES = (range(LOWEST, 20), range(20, HIGHEST + 1))
# How large the open card is drawn, by the rows it has: its size, its rows, and the columns of it and the words beside.
HEROES = (("wide", 10, 1, 20), ("tall", 7, 2, 18), ("squat", 6, 2, 18))
# Rows of an opponent: name, facts and cards; name and cards in words; one row for both.
STEPS = (5, 4, 2, 1)


def draw_tall(canvas: Canvas, scene: Scene, view: GeschenktView, layout: Layout) -> None:
    """Draw the whole table."""
    x, own = layout.x, layout.last - OWN_ROWS + 1
    least = HEROES[-1][1] + RAIL_ROWS + 1
    step = next((rows for rows in STEPS if rows * len(scene.others) + least < own), STEPS[-1])
    for place, seat in enumerate(scene.others):
        _draw_opponent(canvas, scene, view, seat, x, 1 + step * place, step)
    top = 1 + step * len(scene.others)
    room = own - RAIL_ROWS - top
    size, rows, left, beside = next((hero for hero in HEROES if hero[1] < room), HEROES[-1])
    y = top + (room - rows) // 2
    draw_open(canvas, scene, view, x + left, y, size)
    draw_short_decision(canvas, scene, view, x + beside, y + (rows - 6) // 2)
    for half, values in enumerate(HALVES):
        draw_rail(canvas, view, x + 3, own - RAIL_ROWS + 2 * half, values)
    _draw_own(canvas, scene, view, x, own)


def _draw_opponent(canvas: Canvas, scene: Scene, view: GeschenktView, seat: int, x: int, y: int, step: int) -> None:
    palette = canvas.palette
    draw_seat(canvas, scene, seat, x, y, 16, gap=0)
    if step == 1:
        canvas.right(x + 38, y, row_words(view.rows[seat], 22), palette.text)
        return
    draw_facts(canvas, scene, view, seat, x + 17, y, 22, palette.felt_muted)
    if step == 2:
        canvas.text(x + 3, y + 1, row_words(view.rows[seat], 35), palette.text)
    else:
        draw_runs(canvas, view.rows[seat], x + 3, y + 1, 36)


def _draw_own(canvas: Canvas, scene: Scene, view: GeschenktView, x: int, y: int) -> None:
    palette, me, total = canvas.palette, scene.me, score(scene, view, scene.me)
    draw_seat(canvas, scene, me, x + 1, y, 16)
    end = canvas.text(x + 18, y, " ".join(chips_own(scene, view)), palette.text)
    canvas.name_place(f"chips {me}", x + 18, y, end - x - 18)
    words = _("score {score}").format(score="?" if total is None else total)
    canvas.right(x + 38, y, words, palette.text, bold=True)
    draw_runs(canvas, view.rows[me], x + 1, y + 1, 38, costs=y + 4, name=f"row {me}")
    draw_events(canvas, scene, last_events(scene, 2), x + 1, y + OWN_ROWS - 2, 38)
