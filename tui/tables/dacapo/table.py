"""Da Capo's table: three build piles in the lamp's light, and what every card of yours could do there."""

from dataclasses import replace
from typing import cast

from engines.dacapo.view import DaCapoView
from engines.view import View
from tui.draw import cards, plates
from tui.draw.canvas import Area, Canvas
from tui.draw.cards import Face
from tui.draw.glyphs import cut
from tui.tables.dacapo.parts import (
    draw_build,
    draw_cap,
    draw_fit,
    draw_hand,
    draw_helper_title,
    draw_helpers,
    draw_news,
    draw_stock_card,
    draw_stock_edges,
    draw_stock_facts,
    draw_stock_gauge,
)
from tui.tables.dacapo.seats import draw_plate, draw_rim_plate, draw_victims
from tui.tables.dacapo.small import draw_compact, line_areas, small_build_spots
from tui.tables.dacapo.steps import HELPER_KEYS, STOCK, Moment, label, look_at
from tui.tables.dacapo.tall import draw_tall, tall_build_spots
from tui.tables.dacapo.words import advice, draw_words, score_words, winner_mark
from tui.tables.frame import COMPACT, STANDARD, WIDE, Edges, Layout, close_frame, draw_join, open_frame, standing_keys
from tui.tables.scene import Choice, Scene
from tui.tables.score import Reckoning, ScoreBlock, best
from tui.tables.seats import draw_guest, draw_seat, name_of
from tui.tables.spots import felt_areas, own_rim, rim_areas
from tui.words import _, ngettext

BAR_NAME = 6
COMPACT_ROWS = 2


def draw(canvas: Canvas, scene: Scene) -> None:
    """Draw the table at any size from 40x20 on."""
    layout = open_frame(canvas, scene)
    if scene.view is None:
        _draw_waiting(canvas, scene, layout)
        close_frame(canvas, scene, layout, Edges(choices=()))
        return
    now = look_at(scene, cast(DaCapoView, scene.view))
    compact = draw_tall if layout.tall else draw_compact
    {COMPACT: compact, STANDARD: _draw_standard, WIDE: _draw_wide}[layout.form](canvas, now, layout)
    _close(canvas, now, layout)


def explain(view: View) -> Reckoning:
    """What is left of every stock: its cards are the points, and none is best (C14, C15)."""
    now = cast(DaCapoView, view)
    blocks = tuple(
        ScoreBlock(seat=seat, total=total, words=score_words(now, seat)) for seat, total in enumerate(now.scores)
    )
    unit = ngettext("card left", "cards left", best(now))
    return Reckoning(goal=_("fewest cards left win"), unit=unit, blocks=blocks)


def draw_still_life(canvas: Canvas, x: int, y: int) -> None:
    """Draw a build pile and the value that it wants next."""
    cards.small(canvas, x, y, Face("6"))
    cards.slot(canvas, x + 7, y, 5, 3, "7", gold=True)


def _close(canvas: Canvas, now: Moment, layout: Layout) -> None:
    """Draw the bars: what Enter would do comes first there, and Esc puts back what is picked."""
    scene, view = now.scene, now.view
    listed, keys = _listed(now, layout), scene.keys or standing_keys()
    own_keys: tuple[tuple[str, str], ...] = ()
    if now.keys:
        listed.append(Choice("escape", _("Put it back")))
        keys = tuple(item for item in keys if item[0] != "escape")
    elif scene.legal:
        hand = ((f"1-{len(view.hand)}" if len(view.hand) > 1 else "1", _("hand")),) if view.hand else ()
        own_keys = (*hand, *_helper_keys(now))
        keys = keys if layout.form == WIDE else tuple(item for item in keys if item[0] not in ("t", "escape"))
    if 0 <= scene.focus < len(now.choices) and not now.choices[scene.focus].bar:
        listed.insert(0, Choice("enter", listed[scene.focus].verb, listed[scene.focus].note))
        scene = replace(scene, focus=scene.focus + 1)
    if layout.form == COMPACT:
        listed = _without_long_notes(listed)
    edges = Edges(
        choices=listed,
        pace=draw_words(view) if layout.form == WIDE else _turn_words(scene),
        short_pace=draw_words(view),
        facts=() if layout.form == WIDE else (draw_words(view),),
        label=label(now),
        keys=own_keys,
        rows=COMPACT_ROWS,
        tip=_("pick a card, then A, B, C or x, y, z"),
    )
    close_frame(canvas, replace(scene, keys=keys), layout, edges)


def _listed(now: Moment, layout: Layout) -> list[Choice]:
    """What the bar lists beside Enter or Esc; in two narrow columns a name is cut rather than the pile behind it."""
    if layout.form != COMPACT or sum(choice.bar for choice in now.choices) < COMPACT_ROWS:
        return list(now.choices)
    names = tuple(cut(name, BAR_NAME) for name in now.scene.names)
    return list(look_at(replace(now.scene, names=names), now.view).choices)


def _helper_keys(now: Moment) -> tuple[tuple[str, str], ...]:
    """The keys of the helper piles that can be played from: no key is offered that would be refused."""
    live = [key for key in HELPER_KEYS if now.is_live(key)]
    if len(live) == 1:
        return ((live[0], _("helper")),)
    return (("x-z" if len(live) == len(HELPER_KEYS) else "/".join(live), _("helpers")),) if live else ()


def _without_long_notes(listed: list[Choice]) -> list[Choice]:
    """Leave notes out of the compact bar where they would be cut."""
    room = 34 if sum(choice.bar for choice in listed) <= COMPACT_ROWS else 14
    return [choice if len(choice.verb) + len(choice.note) < room else choice._replace(note="") for choice in listed]


def _turn_words(scene: Scene) -> str:
    """Whose turn it is."""
    if scene.turn is None:
        return ""
    return _("your turn") if scene.mine else _("{name} to play").format(name=name_of(scene, scene.turn))


def _seat_areas(scene: Scene, layout: Layout) -> dict[int, Area]:
    """Where the opponents are drawn."""
    if layout.form == COMPACT:
        return line_areas(scene.others, layout)
    return felt_areas(scene, layout) if layout.form == STANDARD else rim_areas(scene, layout)


def _build_spots(layout: Layout, opponents: int = 0) -> list[tuple[int, int]]:
    """Where the build piles begin, with their names."""
    if layout.tall:
        return tall_build_spots(layout, opponents)
    if layout.form == COMPACT:
        return small_build_spots(layout)
    if layout.form == STANDARD:
        return [(layout.x + 8 + 23 * place, layout.upper + 6) for place in range(3)]
    return [(layout.x + 13 + 24 * place, layout.y + 11) for place in range(3)]


def _draw_standard(canvas: Canvas, now: Moment, layout: Layout) -> None:
    palette, scene, x = canvas.palette, now.scene, layout.x
    areas = _seat_areas(scene, layout)
    for seat, area in areas.items():
        draw_plate(canvas, now, seat, area)
    draw_victims(canvas, now, areas)
    canvas.name_place("pile", x + 28, 1, 5, 3)
    for place, spot in enumerate(_build_spots(layout)):
        draw_build(canvas, now, place, *spot)
    draw_news(canvas, now, x, layout.upper + 13, 80)
    own = layout.upper + layout.lower + 14
    plates.plate(canvas, x + 1, own, 18, 8)
    draw_seat(canvas, scene, scene.me, x + 1, own, 18, winner_mark(now.view, scene.me))
    draw_stock_card(canvas, now, x + 3, own + 1)
    draw_stock_facts(canvas, now, x + 11, own + 1)
    draw_stock_gauge(canvas, now, x + 3, own + 6)
    canvas.text(x + 20, own, _hand_words(now), palette.felt_muted)
    draw_helper_title(canvas, now, x + 58, own)
    draw_hand(canvas, now, x + 20, own + 1, own + 6)
    draw_helpers(canvas, now, x + 58, own + 1, own + 6, rows=5)


def _hand_words(now: Moment) -> str:
    """Name the hand, and say so when it is empty."""
    return _("hand") if now.view.hands[now.scene.me] else _("hand empty")


def _draw_wide(canvas: Canvas, now: Moment, layout: Layout) -> None:
    palette, scene, x, y = canvas.palette, now.scene, layout.x, layout.y
    areas = _seat_areas(scene, layout)
    for seat, area in areas.items():
        draw_rim_plate(canvas, now, seat, area)
    draw_victims(canvas, now, areas)
    canvas.name_place("pile", x + 40, y + 8, 5, 3)
    for place, spot in enumerate(_build_spots(layout)):
        draw_build(canvas, now, place, *spot)
    stock = _("stock {cards}").format(cards=now.view.stocks[scene.me])
    canvas.text(x + 9, y + 20, stock, palette.felt_muted)
    canvas.text(x + 24, y + 20, _hand_words(now), palette.felt_muted)
    draw_helper_title(canvas, now, x + 61, y + 20)
    draw_stock_edges(canvas, now.view.stocks[scene.me] - 1, x + 11, y + 22)
    draw_stock_card(canvas, now, x + 11, y + 22, casts=True)
    draw_cap(canvas, now, x + 10, y + 28, STOCK)
    draw_fit(canvas, now, now.stock, x + 14, y + 28)
    draw_hand(canvas, now, x + 24, y + 22, y + 28)
    draw_helpers(canvas, now, x + 61, y + 22, y + 28, rows=6)
    if scene.legal:
        canvas.text(x + 24, y + 31, advice(now.keys, now.view), palette.felt_muted)
    draw_news(canvas, now, x + 4, y + 33, 78)
    _draw_own_rim(canvas, now, own_rim(layout))


def _draw_own_rim(canvas: Canvas, now: Moment, area: Area) -> None:
    scene, view = now.scene, now.view
    marks = (_("your turn"),) if scene.legal else winner_mark(view, scene.me)
    plates.plate(canvas, area.x, area.y, area.width, area.height, on_rim=True)
    draw_seat(canvas, scene, scene.me, area.x, area.y, area.width, marks)
    stock = _("{cards} left in the stock").format(cards=view.stocks[scene.me])
    hand = _("hand {cards}").format(cards=view.hands[scene.me])
    canvas.text(area.x + 3, area.y + 1, f"{stock}   {hand}", canvas.palette.text)


def _draw_waiting(canvas: Canvas, scene: Scene, layout: Layout) -> None:
    """Draw the table that is laid but not dealt: who sits, which seats are free, and how to join."""
    x, y, own = layout.x, layout.y, layout.upper + layout.lower
    seats = _seat_areas(scene, layout)
    seats[scene.me] = {
        COMPACT: Area(x + 1, own + 10, 24, 1),
        STANDARD: Area(x + 1, own + 14, 17, 8),
        WIDE: own_rim(layout),
    }[layout.form]
    for seat, area in seats.items():
        if area.height > 1:
            plates.plate(canvas, area.x, area.y, area.width, area.height, on_rim=layout.form == WIDE)
        draw_guest(canvas, scene, seat, area.x, area.y, area.width, gap=area.width > 15)
    small = layout.form == COMPACT
    for left, top in _build_spots(layout, len(scene.others)):
        width, height = (cards.SMALL_WIDTH, cards.SMALL_HEIGHT) if small else (7, cards.BIG_HEIGHT)
        cards.slot(canvas, left + (3 if small else 1), top + (not small), width, height)
    left, top = (x + 1, own + 12) if small else (x + 20, own + 16) if layout.form == STANDARD else (x + 24, y + 22)
    draw_join(canvas, scene, left, top)
