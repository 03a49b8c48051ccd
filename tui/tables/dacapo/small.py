"""Da Capo's table at its smallest: opponents in one line each, small build piles, and a hand in one row."""

from engines.dacapo.moves import card_text
from engines.dacapo.view import HIGHEST, fits, wanted
from tui.draw import cards, plates
from tui.draw.canvas import Area, Canvas
from tui.draw.cards import Face
from tui.draw.flights import draw_turning
from tui.draw.glyphs import cut
from tui.tables.dacapo.parts import (
    draw_cap,
    draw_end,
    draw_helper_title,
    draw_unseen,
    fit_words,
    fitting_keys,
    lies_ready,
)
from tui.tables.dacapo.seats import can_rob, draw_helper_tops, draw_victims, rob_key
from tui.tables.dacapo.steps import BUILD_KEYS, HELPER_KEYS, LAY, ROB, STOCK, Moment
from tui.tables.dacapo.words import CLOSE, PLACES, face, left_words, news, places_short
from tui.tables.frame import Layout
from tui.tables.seats import draw_events, draw_seat, fitting, last_events
from tui.words import _

LINE = 16
SHORT_NAME = 7
HAND_STEP = 8
BUILD_STEP = 13
MOST_HELPERS = 4


def draw_compact(canvas: Canvas, now: Moment, layout: Layout) -> None:
    """Draw the whole table."""
    x, middle, own = layout.x, layout.upper, layout.upper + layout.lower
    canvas.name_place("pile", x + 34, 0)
    lines = line_areas(now.scene.others, layout)
    for seat, area in lines.items():
        draw_line(canvas, now, seat, area.x, area.y)
    draw_victims(canvas, now, lines)
    for place, (left, top) in enumerate(small_build_spots(layout)):
        _draw_build(canvas, now, place, left, top)
    free = 5 + middle - len(lines)
    events = last_events(now.scene, min(max(free, 1), 2))
    draw_events(canvas, now.scene, events, x + 1, middle + (6 - len(events) if free else 9), 38)
    if now.scene.memory_aid and layout.lower > 1:
        draw_unseen(canvas, now, x + 1, middle + 10, gap=1, row=6)
    _draw_stock(canvas, now, x + 1, own + 10)
    draw_small_helpers(canvas, now, x + 21, own + 10)
    _draw_hand(canvas, now, x + 1, own + 15)
    _draw_news(canvas, now, x + 8, own + 14)


def line_areas(seats: list[int], layout: Layout) -> dict[int, Area]:
    """The rows of the opponents."""
    return {seat: Area(layout.x, row, 40, 1) for row, seat in enumerate(seats, 1)}


def small_build_spots(layout: Layout) -> list[tuple[int, int]]:
    """Where the build piles begin, with their letters."""
    return [(layout.x + BUILD_STEP * place, layout.upper + 6) for place in range(len(PLACES))]


def draw_line(canvas: Canvas, now: Moment, seat: int, x: int, y: int) -> None:
    """Draw an opponent: name, stock card and what is left, helper tops, and where the stock could go."""
    palette, view, scene = canvas.palette, now.view, now.scene
    away = scene.away_mark(seat) is not None
    name = cut(scene.names[seat], SHORT_NAME) if away else scene.names[seat]
    marks = (_("away"),) if away else ()
    plates.name_row(canvas, x, y, LINE, seat, name, acting=scene.turn == seat, away=marks, gap=0)
    canvas.name_place(f"seat {seat}", x + LINE, y, 4)
    if view.tops[seat]:
        cards.inline(canvas, x + LINE, y, face(view.tops[seat]))
    count = view.stocks[seat]
    canvas.right(x + 22, y, str(count), palette.warn if count <= CLOSE else palette.text, bold=True)
    draw_helper_tops(canvas, view, seat, x + 25, y, 4)
    robbed = can_rob(now, seat)
    places = fits(view, view.tops[seat]) if now.deciding else ()
    colour = palette.accent_text if robbed else palette.felt_muted
    canvas.text(x + 38, y, ROB if robbed and not now.keys else " ", colour, bold=True)
    if len(places) == 1:
        canvas.text(x + 39, y, places_short(places), colour, bold=robbed)
    if robbed:
        canvas.hot(x, y, 40, 1, rob_key(now, seat))


def _draw_build(canvas: Canvas, now: Moment, place: int, x: int, y: int) -> None:
    """Draw a build pile with its letter before it and the next value after it."""
    palette, build, key = canvas.palette, now.view.builds[place], BUILD_KEYS[place]
    if build:
        cards.shadow(canvas, x + 3, y, cards.SMALL_WIDTH, cards.SMALL_HEIGHT)
        cards.small(canvas, x + 3, y, Face(str(len(build))))
    else:
        cards.slot(canvas, x + 3, y, cards.SMALL_WIDTH, cards.SMALL_HEIGHT)
    canvas.text(x + 1, y, PLACES[place], palette.text, bold=True)
    canvas.name_place(f"place {place}", x + 3, y, cards.SMALL_WIDTH, cards.SMALL_HEIGHT)
    gold = now.is_live(key) if now.keys else bool(fitting_keys(now, place))
    if len(build) < HIGHEST:
        canvas.text(x + 9, y + 1, f"► {wanted(build)}", palette.accent_text if gold else palette.felt_muted, bold=gold)
    if now.is_live(key):
        canvas.hot(x, y, BUILD_STEP, 3, key)
        draw_cap(canvas, now, x, y, key)


def _draw_stock(canvas: Canvas, now: Moment, x: int, y: int) -> None:
    """Draw the own name, the stock card with its key, and how many are left."""
    palette, scene = canvas.palette, now.scene
    source, count = now.stock, now.view.stocks[scene.me]
    draw_seat(canvas, scene, scene.me, x, y, LINE)
    _draw_stock_top(canvas, now, x, y + 1)
    end = canvas.text(x + 7, y + 1, str(count), palette.text, bold=True)
    canvas.text(end + 1, y + 1, left_words(count), palette.felt_muted)
    if now.choice(STOCK) is not None:
        draw_cap(canvas, now, x, y + 4, STOCK)
        words = fit_words(now, source)
        if words:
            canvas.text(x + 3, y + 4, f"{words} ", palette.accent_ink, palette.accent, bold=True)
        canvas.hot(x, y + 1, 5, 4, STOCK)


def _draw_stock_top(canvas: Canvas, now: Moment, x: int, y: int) -> None:
    width, height, source = cards.SMALL_WIDTH, cards.SMALL_HEIGHT, now.stock
    canvas.name_place(f"stock {now.scene.me}", x, y, width, height)
    if draw_turning(canvas, now.scene.motion, x, y, width, height):
        return
    if source.card:
        cards.shadow(canvas, x, y, width, height)
        cards.small(canvas, x, y, face(source.card, dim=not lies_ready(now, source)))
    else:
        cards.slot(canvas, x, y, width, height)


def draw_small_helpers(canvas: Canvas, now: Moment, x: int, y: int) -> None:
    """Draw the own helper piles in a row each, the top card last."""
    palette = canvas.palette
    draw_helper_title(canvas, now, x + 3, y, gap=1)
    for helper, pile in enumerate(now.view.helpers[now.scene.me]):
        row, key = y + 1 + helper, HELPER_KEYS[helper]
        canvas.name_place(f"helper {now.scene.me} {helper}", x + 3, row, cards.SMALL_WIDTH)
        if now.is_live(key):
            canvas.hot(x, row, 19, 1, key)
            draw_cap(canvas, now, x, row, key)
        else:
            canvas.text(x + 1, row, key, palette.felt_muted)
        covered = [face(card, dim=True) for card in pile[:-1]]
        if len(covered) >= MOST_HELPERS:
            covered = [Face(f"+{len(covered) - MOST_HELPERS + 2}", dim=True), *covered[2 - MOST_HELPERS :]]
        left = x + 3
        for shown in covered:
            left = cards.inline(canvas, left, row, shown)
        if pile:
            cards.inline(canvas, left, row, face(pile[-1]))
        else:
            canvas.text(left + 1, row, "╌╌", palette.felt_muted)


def _draw_hand(canvas: Canvas, now: Moment, x: int, y: int) -> None:
    """Draw the own hand in one row, keys and where the cards fit below."""
    palette, scene = canvas.palette, now.scene
    canvas.text(x, y, _("hand"), palette.felt_muted)
    if scene.watching:
        for place in range(now.view.hands[scene.me]):
            canvas.text(x + 5 + HAND_STEP * place, y, "▐▞▌", palette.back_hi)
        return
    if not now.hand:
        draw_end(canvas, now, x + 5, y)
    canvas.name_place("hand", x, y, 4 + HAND_STEP * max(len(now.hand), 1))
    for place, source in enumerate(now.hand):
        left, key = x + 5 + HAND_STEP * place, source.keys[0]
        canvas.name_place(f"card {card_text(source.card)}", left, y, cards.SMALL_WIDTH)
        cards.inline(canvas, left, y, face(source.card, dim=not lies_ready(now, source)))
        if now.picked == source:
            canvas.put(left - 1, y, "►", palette.accent_text)
        if now.keys in ((), (LAY,)):
            draw_cap(canvas, now, left, y + 1, key)
            if now.is_live(key):
                canvas.hot(left, y, HAND_STEP - 1, 2, key)
        words = cut(fit_words(now, source), 4)
        plays = now.is_live(key) and bool(fits(now.view, source.card)) and not now.keys
        canvas.text(left + 4, y + 1, words, palette.text if plays else palette.felt_muted, bold=plays)


def _draw_news(canvas: Canvas, now: Moment, x: int, y: int) -> None:
    colour = canvas.palette.accent_text if now.view.winners else canvas.palette.warn
    canvas.text(x, y, fitting(news(now.scene, now.view), 31), colour, bold=True)
