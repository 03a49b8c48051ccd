"""Da Capo on a tall, narrow screen as a phone's: large build piles, stock and hand."""

from engines.dacapo.view import HIGHEST, wanted
from tui.draw import cards, gauges
from tui.draw.canvas import Canvas
from tui.draw.cards import Face
from tui.tables.dacapo.parts import (
    CARD,
    draw_cap,
    draw_fitting_keys,
    draw_hand,
    draw_news,
    draw_stock_card,
    draw_stock_facts,
    fitting_keys,
)
from tui.tables.dacapo.seats import draw_victims
from tui.tables.dacapo.small import BUILD_STEP, LINE, draw_line, draw_small_helpers, line_areas
from tui.tables.dacapo.steps import BUILD_KEYS, Moment
from tui.tables.dacapo.words import PLACES, build_words
from tui.tables.frame import Layout
from tui.tables.seats import draw_events, draw_seat, last_events

OWN_ROWS = 13
BUILD_ROWS = 7


def draw_tall(canvas: Canvas, now: Moment, layout: Layout) -> None:
    """Draw the whole table."""
    scene, x, own = now.scene, layout.x, layout.last - OWN_ROWS + 1
    canvas.name_place("pile", x + 34, 0)
    lines = line_areas(scene.others, layout)
    for seat, area in lines.items():
        draw_line(canvas, now, seat, area.x, area.y)
    draw_victims(canvas, now, lines)
    spots = tall_build_spots(layout, len(scene.others))
    for place, (left, top) in enumerate(spots):
        _draw_build(canvas, now, place, left, top)
    above = max(area.y for area in lines.values()) + 1
    free = spots[0][1] - above
    events = last_events(scene, min(max(free, 0), 2)) if free else ()
    draw_events(canvas, scene, events, x + 1, spots[0][1] - len(events) - (free > len(events) + 1), 38)
    draw_seat(canvas, scene, scene.me, x + 1, own, LINE)
    draw_stock_card(canvas, now, x + 1, own + 1, casts=True)
    draw_stock_facts(canvas, now, x + 10, own + 1)
    draw_small_helpers(canvas, now, x + 21, own)
    draw_news(canvas, now, x, own + 6, 40)
    draw_hand(canvas, now, x + 2, own + 7, layout.last)


def tall_build_spots(layout: Layout, opponents: int) -> list[tuple[int, int]]:
    """Where the build piles begin, with their names: between the opponents and what is one's own."""
    top, end = opponents + 1, layout.last - OWN_ROWS + 1
    y = top + (end - top - BUILD_ROWS + 1) // 2 + 1
    return [(layout.x + BUILD_STEP * place, min(y, end - BUILD_ROWS)) for place in range(len(PLACES))]


def _draw_build(canvas: Canvas, now: Moment, place: int, x: int, y: int) -> None:
    """Draw a build pile below its letter: its top card or the slot that waits, and the next value beside it."""
    palette, build, key = canvas.palette, now.view.builds[place], BUILD_KEYS[place]
    gold = now.is_live(key) if now.keys else bool(fitting_keys(now, place))
    canvas.text(x + 1, y, PLACES[place], palette.text, bold=True)
    canvas.text(x + 3, y, build_words(now.view, place), palette.felt_muted)
    if build:
        cards.big(canvas, x + 1, y + 1, Face(str(len(build))))
    else:
        cards.slot(canvas, x + 1, y + 1, CARD, cards.BIG_HEIGHT, str(wanted(build)), gold)
    if len(build) < HIGHEST:
        canvas.text(x + 9, y + 3, f"►{wanted(build)}", palette.accent_text if gold else palette.felt_muted, bold=gold)
    canvas.name_place(f"place {place}", x + 1, y + 1, CARD, cards.BIG_HEIGHT)
    if now.is_live(key):
        canvas.hot(x, y, BUILD_STEP, BUILD_ROWS, key)
        draw_cap(canvas, now, x + 9, y + 4, key)
    else:
        draw_fitting_keys(canvas, now, place, x + 9, y + 4, 4)
    gauges.count_bar(canvas, x + 1, y + 6, len(build), HIGHEST)
