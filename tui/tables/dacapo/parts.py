"""What lies on Da Capo's table: build piles with what fits them, and the own stock, hand and helper piles."""

from engines.dacapo.moves import card_text
from engines.dacapo.view import HIGHEST, JOKER, STOCK, fits, wanted
from tui.draw import bars, cards, gauges
from tui.draw.canvas import Canvas
from tui.draw.cards import Face
from tui.draw.flights import draw_turning
from tui.draw.glyphs import cut
from tui.tables.dacapo.steps import BUILD_KEYS, END, HELPER_KEYS, LAY, Moment, Source
from tui.tables.dacapo.steps import STOCK as STOCK_KEY
from tui.tables.dacapo.words import (
    PLACES,
    build_words,
    face,
    left_words,
    news,
    places_short,
    unseen_counts,
)
from tui.tables.seats import fitting
from tui.words import _

CARD = 7
HAND_STEP = 9
HELPER_STEP = 7
SLOT = 10
KEYS = 12
KEYS_ROOM = 10
FIT = 5
STOCK_ROOM = 8


def draw_cap(canvas: Canvas, now: Moment, x: int, y: int, key: str) -> None:
    """Draw the cap of a key that is a choice now; the focused one gets a sign."""
    choice = now.choice(key)
    if choice is not None:
        bars.cap(canvas, x, y, key, choice.live, now.has_focus(key))
        if now.has_focus(key):
            canvas.put(x - 1, y, "►", canvas.palette.accent_text)


def draw_fit(canvas: Canvas, now: Moment, source: Source, x: int, y: int) -> None:
    """Write beside a card's key where it could go; what plays is bold, what only lays is not."""
    plays = now.is_live(source.keys[0]) and not now.keys and bool(fits(now.view, source.card))
    colour = canvas.palette.text if plays else canvas.palette.felt_muted
    canvas.text(x, y, cut(fit_words(now, source), FIT), colour, bold=plays)


def fit_words(now: Moment, source: Source) -> str:
    """Where a card could go, in three cells; once a move is begun, where it would be laid."""
    if not now.deciding:
        return ""
    if now.keys:
        choice = now.choice(source.keys[0])
        lays = choice is not None and choice.live and (now.keys == (LAY,) or choice.move.startswith("lay"))
        return _("lay") if lays else ""
    places = fits(now.view, source.card)
    return places_short(places) if places else _("lay") if source.in_hand and now.choices else ""


def lies_ready(now: Moment, source: Source) -> bool:
    """Whether a card counts now: it is picked or can be chosen, or it fits a build pile."""
    if now.keys == (LAY,):
        return source.in_hand
    if now.keys:
        return now.picked == source
    return now.deciding and bool(fits(now.view, source.card))


def fitting_keys(now: Moment, place: int) -> list[str]:
    """List the keys of the cards that a build pile would take."""
    if now.keys:
        return []
    return list(dict.fromkeys(source.keys[0] for source in now.sources if place in source.builds))


def draw_build(canvas: Canvas, now: Moment, place: int, x: int, y: int) -> None:
    """Draw a build pile below its name: the top card, a slot for the next value, the gauge, and the keys that fit."""
    palette, build, key = canvas.palette, now.view.builds[place], BUILD_KEYS[place]
    canvas.text(x + 1, y, PLACES[place], palette.text, bold=True)
    canvas.text(x + 3, y, build_words(now.view, place), palette.felt_muted)
    if build:
        _draw_top(canvas, build, x, y + 1)
    gold = now.is_live(key) if now.keys else bool(fitting_keys(now, place))
    if len(build) < HIGHEST:
        cards.slot(canvas, x + (SLOT if build else 1), y + 1, CARD, cards.BIG_HEIGHT, str(wanted(build)), gold)
    canvas.name_place(f"complete {place}", x + SLOT, y + 3, KEYS_ROOM, 1)
    gauges.count_bar(canvas, x + 1, y + 6, len(build), HIGHEST)
    canvas.name_place(f"place {place}", x + 1, y + 1, CARD, cards.BIG_HEIGHT)
    if now.is_live(key):
        canvas.hot(x, y, SLOT + CARD, 7, key)
        draw_cap(canvas, now, x + KEYS, y + 6, key)
    else:
        draw_fitting_keys(canvas, now, place, x + KEYS, y + 6, KEYS_ROOM)


def _draw_top(canvas: Canvas, build: tuple[int, ...], x: int, y: int) -> None:
    """Draw a pile's top card over the edge of the next; a joker shows the value that it stands for."""
    if len(build) > 1:
        cards.body(canvas, x, y, CARD, cards.BIG_HEIGHT, canvas.palette.paper_dim)
    cards.big(canvas, x + 1, y, Face(str(len(build))))
    if build[-1] == JOKER:
        canvas.put(x + 2, y, "J", canvas.palette.ink)


def draw_fitting_keys(canvas: Canvas, now: Moment, place: int, x: int, y: int, room: int) -> None:
    """Write the keys that fit a build pile; each can be clicked."""
    keys = fitting_keys(now, place)
    step = 2 if 2 * len(keys) - 1 <= room else 1
    for order, key in enumerate(keys):
        canvas.text(x + step * order, y, key, canvas.palette.accent_text, bold=True)
        canvas.hot(x + step * order, y, 1, 1, key)


def draw_hand(canvas: Canvas, now: Moment, x: int, y: int, caps: int) -> None:
    """Draw the bottom seat's hand with its keys in row `caps`; a focused card and a picked one are lifted."""
    scene, view = now.scene, now.view
    canvas.name_place(f"seat {scene.me}", x + HAND_STEP, y, 2 * HAND_STEP, cards.BIG_HEIGHT)
    if scene.watching:
        for place in range(view.hands[scene.me]):
            cards.back(canvas, x + HAND_STEP * place, y)
        return
    if now.choice(END) is not None and not now.hand:
        draw_end(canvas, now, x, y + 1)
    canvas.name_place("hand", x, y, HAND_STEP * max(len(now.hand), 1) - 1, cards.BIG_HEIGHT)
    for place, source in enumerate(now.hand):
        left, key = x + HAND_STEP * place, source.keys[0]
        focus = now.has_focus(key) and _chooses_hand(now)
        top = y - 1 if focus or now.picked == source else y
        cards.big(canvas, left, top, face(source.card, dim=not lies_ready(now, source)))
        canvas.name_place(f"card {card_text(source.card)}", left, top, CARD, cards.BIG_HEIGHT)
        if focus:
            cards.focus_bar(canvas, left, top + cards.BIG_HEIGHT, CARD)
        if _chooses_hand(now):
            canvas.hot(left, top, CARD, cards.BIG_HEIGHT, key)
            draw_cap(canvas, now, left, caps, key)
        draw_fit(canvas, now, source, left + 4, caps)


def draw_end(canvas: Canvas, now: Moment, x: int, y: int) -> None:
    """Write in place of an empty hand whether the turn can be ended, and why not (C12)."""
    choice = now.choice(END)
    if choice is not None:
        draw_cap(canvas, now, x, y, END)
        canvas.text(x + 4, y, choice.verb, canvas.palette.text if choice.live else canvas.palette.felt_muted)
        canvas.text(x + 4, y + 1, choice.note, canvas.palette.felt_muted)


def _chooses_hand(now: Moment) -> bool:
    """Whether digits choose cards of the hand now."""
    return bool(now.choices) and now.view.turn >= 0 and now.keys in ((), (LAY,))


def draw_helpers(canvas: Canvas, now: Moment, x: int, y: int, caps: int, rows: int) -> None:
    """Draw the bottom seat's helper piles as fans, with their keys in row `caps`."""
    for helper, pile in enumerate(now.view.helpers[now.scene.me]):
        left, key = x + HELPER_STEP * helper, HELPER_KEYS[helper]
        end = y + cards.SMALL_HEIGHT
        if pile:
            end = cards.fan(canvas, left, y, [*(face(card, dim=True) for card in pile[:-1]), face(pile[-1])], rows)
        else:
            cards.slot(canvas, left, y, cards.SMALL_WIDTH, cards.SMALL_HEIGHT, gold=now.is_live(key))
        top = end - cards.SMALL_HEIGHT
        canvas.name_place(f"helper {now.scene.me} {helper}", left, top, cards.SMALL_WIDTH, cards.SMALL_HEIGHT)
        if now.is_live(key):
            canvas.hot(left, y, cards.SMALL_WIDTH, rows, key)
        _draw_helper_cap(canvas, now, left + 1, caps, key)
        source = now.source(key)
        if source is not None:
            draw_fit(canvas, now, source, left + 4, caps)


def _draw_helper_cap(canvas: Canvas, now: Moment, x: int, y: int, key: str) -> None:
    """Draw the cap of a helper pile, which leaves room for three cells before the next one."""
    choice = now.choice(key)
    if choice is not None:
        bars.short_cap(canvas, x, y, key, choice.live, now.has_focus(key))
        if now.has_focus(key):
            canvas.put(x - 1, y, "►", canvas.palette.accent_text)


def draw_helper_title(canvas: Canvas, now: Moment, x: int, y: int, gap: int = 2) -> None:
    """Name the helper piles, with the key that lays any card of the hand there."""
    x = canvas.text(x, y, _("helpers"), canvas.palette.felt_muted) + gap
    if now.choice(LAY) is not None:
        draw_cap(canvas, now, x, y, LAY)
        canvas.text(x + 4, y, _("lay"), canvas.palette.text)


def draw_stock_card(canvas: Canvas, now: Moment, x: int, y: int, casts: bool = False) -> None:
    """Draw the bottom seat's open stock card; on a plate it casts no shadow."""
    source = now.stock
    canvas.name_place(f"stock {now.scene.me}", x, y, CARD, cards.BIG_HEIGHT)
    if draw_turning(canvas, now.scene.motion, x, y, CARD, cards.BIG_HEIGHT):
        return
    if not source.card:
        cards.slot(canvas, x, y, CARD, cards.BIG_HEIGHT)
        return
    shown = face(source.card, dim=not lies_ready(now, source))
    if casts or canvas.palette.theme == "light":
        cards.shadow(canvas, x, y, CARD, cards.BIG_HEIGHT)
    cards.body(canvas, x, y, CARD, cards.BIG_HEIGHT, cards.paper(canvas, shown))
    cards.number(canvas, x, y, CARD, shown)
    if now.is_live(STOCK_KEY):
        canvas.hot(x, y, CARD, cards.BIG_HEIGHT, STOCK_KEY)


def draw_stock_facts(canvas: Canvas, now: Moment, x: int, y: int) -> None:
    """Write beside the stock card what it fits and how many cards are left, in two rows where one is too short."""
    source, count = now.stock, now.view.stocks[now.scene.me]
    draw_cap(canvas, now, x, y + 1, STOCK_KEY)
    draw_fit(canvas, now, source, x + 4, y + 1)
    end = canvas.text(x, y + 3, str(count), canvas.palette.text, bold=True)
    left = left_words(count)
    beside = len(left) <= STOCK_ROOM - (end - x) - 1
    canvas.text(*((end + 1, y + 3) if beside else (x, y + 4)), left, canvas.palette.felt_muted)


def draw_stock_gauge(canvas: Canvas, now: Moment, x: int, y: int) -> None:
    """Draw how much of the stock is left, a cell for two cards."""
    gauges.count_bar(canvas, x, y, (now.view.stocks[now.scene.me] + 1) // 2, STOCK // 2)


def draw_stock_edges(canvas: Canvas, count: int, x: int, y: int) -> None:
    """Draw the edges of the face-down cards to the left of the stock's open card."""
    palette = canvas.palette
    for edge in range(min(count, 3), 0, -1):
        colour = palette.back_hi if edge == 2 and palette.tinted else palette.back
        cards.body(canvas, x - edge, y, CARD, cards.BIG_HEIGHT, colour)


def draw_news(canvas: Canvas, now: Moment, x: int, y: int, width: int) -> None:
    """Tell the result, or warn of a stalemate, in the middle of a row; else the memory aid counts hidden cards."""
    palette = canvas.palette
    words = news(now.scene, now.view)
    if words:
        colour = palette.accent_text if now.view.winners else palette.warn
        canvas.centre(x, y, width, fitting(words, width), colour, bold=True)
    elif now.scene.memory_aid:
        draw_unseen(canvas, now, x + 2, y)


def draw_unseen(canvas: Canvas, now: Moment, x: int, y: int, gap: int = 2, row: int = JOKER) -> None:
    """Write how many of each card are hidden, at most `row` of them in a line."""
    palette = canvas.palette
    first = canvas.text(x, y, _("hidden"), palette.felt_muted) + gap
    for place, (card, count) in enumerate(unseen_counts(now.view)):
        x = first if place % row == 0 else x + gap
        end = canvas.text(x, y + place // row, card, palette.text, bold=True)
        x = canvas.text(end, y + place // row, count, palette.felt_muted)
