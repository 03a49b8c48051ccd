"""Danger 13's table: a band for every seat, how close each is to its limit, and one card to give away."""

from collections.abc import Sequence
from typing import cast

from engines.danger13.view import Danger13View
from engines.view import View
from tui.draw import cards, plates
from tui.draw.canvas import Canvas
from tui.draw.cards import Face
from tui.tables.danger13.parts import (
    SMALL_STEP,
    Band,
    Columns,
    draw_band,
    draw_line,
    draw_turned_up,
    draw_unseen,
    lay_bands,
)
from tui.tables.danger13.tiles import BIG, BIG_WIDTH, SMALL, draw_open, flying_face, tile_width
from tui.tables.danger13.words import (
    busts,
    card_name,
    dealer_words,
    label,
    note,
    packet_words,
    reckoning,
    refusal_note,
    round_words,
    who_decides,
    won_parts,
    won_value,
)
from tui.tables.frame import COMPACT, STANDARD, WIDE, Edges, Layout, close_frame, draw_join, find_layout, open_frame
from tui.tables.scene import Choice, Scene
from tui.tables.score import Reckoning, ScoreBlock, best
from tui.tables.seats import (
    draw_events,
    draw_guest,
    fitting_or_cut,
    last_events,
    name_of,
    winners_words,
)
from tui.words import _, ngettext, titled

COLUMNS = {STANDARD: Columns(1, 26, 29, 33, 63), WIDE: Columns(4, 27, 33, 30, 64)}
# Without plates on the rim the wide table takes another row.
AREA = (1, 2, 83, 35)
LEAST_ROWS = 3
LOG_ROWS = 3
MOST_NARROW_STEP = 5
MOST_TALL_STEP = 8
MOST_EVENTS = 2
FLAT_STEP = 2


def choices(scene: Scene) -> list[Choice]:
    """Offer the seats that have no card of this packet yet, or to accept or refuse; a seat's key is its number."""
    view = cast(Danger13View, scene.view)
    if scene.view is not None and not view.open:
        return [Choice("enter", _("See the scores"))]
    if not scene.legal:
        return []
    if view.asked:
        return [
            Choice("1", _("Accept"), note(view, view.turn), move="accept", bad=busts(view, view.turn)),
            Choice("2", _("Refuse"), refusal_note(view, view.turn), move="refuse"),
        ]
    gifts = [_gift(scene, view, seat) for seat in (scene.me, *scene.others)]
    return sorted(gifts, key=lambda gift: not gift.live)


def _gift(scene: Scene, view: Danger13View, seat: int) -> Choice:
    move = f"give {seat}"
    live = move in scene.legal
    words = note(view, seat) if live else _("has a card")
    bad = live and busts(view, seat)
    name = name_of(scene, seat)
    # A name alone would be a player who wins, not a move that does.
    whole = _("Give {name}").format(name=name)
    return Choice(str(seat + 1), name, words, move=move, live=live, bar=live, bad=bad, whole=whole)


def draw(canvas: Canvas, scene: Scene) -> None:
    """Draw the table at any size from 40x20 on."""
    layout = open_frame(canvas, scene, AREA)
    offered = choices(scene)
    if scene.view is None:
        _draw_waiting(canvas, scene, layout)
        close_frame(canvas, scene, layout, Edges(choices=offered, rows=LEAST_ROWS))
        return
    view = cast(Danger13View, scene.view)
    if layout.form == COMPACT:
        _draw_compact(canvas, scene, view, layout, offered)
        offered = [choice._replace(verb=choice.verb.ljust(plates.NAME)) for choice in offered]
    else:
        _draw_bands(canvas, scene, view, layout, offered)
    close_frame(canvas, scene, layout, _edges(scene, view, layout, offered))


def explain(view: View) -> Reckoning:
    """What made every seat's points: the plus signs of its rows, and those of its prizes (D20)."""
    now = cast(Danger13View, view)
    blocks: list[ScoreBlock] = []
    for seat, signs in enumerate(now.scores):
        rows, prizes = won_parts(now, seat)
        parts = ((_("rows"), rows), (_("prizes"), prizes))
        words, decides = reckoning(now, seat), -won_value(now, seat)
        blocks.append(ScoreBlock(seat=seat, total=signs, words=words, parts=parts, tiebreak=decides))
    unit = ngettext("plus sign", "plus signs", best(now))
    tie = _("tie: the higher sum of values wins")
    return Reckoning(goal=_("most plus signs win"), unit=unit, blocks=tuple(blocks), tie=tie)


def draw_still_life(canvas: Canvas, x: int, y: int) -> None:
    """Draw one card of each common sign."""
    faces = (Face("3 ", kind="plus", sign="+"), Face("5 ", kind="double", sign="++"), Face("4 ", kind="draw", sign="»"))
    cards.run(canvas, x, y, faces)


def _edges(scene: Scene, view: Danger13View, layout: Layout, offered: Sequence[Choice]) -> Edges:
    pile = _("pile {cards}").format(cards=view.pile)
    discard = _("discard {cards}").format(cards=view.discard)
    packets = ngettext("{packets} packet dealt", "{packets} packets dealt", view.packets).format(packets=view.packets)
    wide = layout.form == WIDE
    return Edges(
        choices=offered,
        pace=f"{pile}   {discard}" if wide else pile,
        short_pace=round_words(view),
        facts=(round_words(view), packets if wide else dealer_words(scene, view) if view.open else ""),
        label=label(view) if view.open else "",
        tip=_("digit, arrows or click"),
        logged=layout.form == STANDARD,
        rows=_action_rows(offered),
        face=flying_face,
    )


def _action_rows(offered: Sequence[Choice]) -> int:
    return max(LEAST_ROWS, sum(choice.bar for choice in offered))


def _bands(scene: Scene, layout: Layout) -> list[Band]:
    """Share the rows above the open card out; what other tables leave between their parts makes the bands higher."""
    wide = layout.form == WIDE
    top, rows = (layout.y + 4, 25) if wide else (1, 16 + layout.upper + layout.lower)
    return lay_bands(scene, COLUMNS[layout.form], layout.x, top, rows)


def _draw_bands(canvas: Canvas, scene: Scene, view: Danger13View, layout: Layout, offered: Sequence[Choice]) -> None:
    x, y, spare = layout.x, layout.y, layout.upper + layout.lower
    for band in _bands(scene, layout):
        draw_band(canvas, scene, view, band, offered)
    if layout.form == WIDE:
        draw_open(canvas, _open_card(scene, view), x + 12, y + 29, motion=scene.motion)
        draw_turned_up(canvas, scene, view, x + 22, y + 29, 39, x + 62)
        draw_unseen(canvas, scene, view, x + 22, y + 33, 50)
    else:
        draw_open(canvas, _open_card(scene, view), x + 3, spare + 17, motion=scene.motion)
        draw_turned_up(canvas, scene, view, x + 12, spare + 17, 20, x + 33)
        draw_events(canvas, scene, scene.log[-LOG_ROWS:], x + 42, spare + 18, 37)
        draw_unseen(canvas, scene, view, x + 12, spare + 21, 67)


def _open_card(scene: Scene, view: Danger13View) -> int:
    """The card to give away; once it has made a row bust it lies there."""
    return view.open if scene.moment is None else 0


def _draw_compact(canvas: Canvas, scene: Scene, view: Danger13View, layout: Layout, offered: Sequence[Choice]) -> None:
    x, seats = layout.x, (scene.me, *scene.others)
    step = _narrow_step(canvas, len(seats))
    keys = {choice.move: choice.key for choice in offered if choice.live}
    for place, seat in enumerate(seats):
        draw_line(canvas, scene, view, seat, x, 1 + step * place, step, keys.get(f"give {seat}", ""))
    y = canvas.height - 1 - _action_rows(offered) - SMALL
    palette = canvas.palette
    draw_open(canvas, _open_card(scene, view), x + 1, y, small=True, motion=scene.motion)
    free = y - 1 - step * len(seats)
    if layout.tall and free > MOST_EVENTS:
        draw_events(canvas, scene, scene.log[1 - free :], x + 1, y - len(scene.log[1 - free :]), 38)
    if not view.open:
        words = fitting_or_cut(winners_words(scene, view.winners), 31)
        canvas.text(x + 8, y + 1, words, palette.accent_text, bold=True)
        return
    canvas.name_place("pile", x + 34, y, 5, 3)
    if scene.moment is not None:
        return
    name = card_name(view.open)
    decides = fitting_or_cut(who_decides(scene, view), 31 - len(titled("", name)))
    canvas.text(x + 8, y, titled(decides, name), palette.text, bold=True)
    pile = _("pile {cards}").format(cards=view.pile)
    packet = [f"{words}, {pile}" for words in packet_words(view)]
    end = canvas.text(x + 8, y + 1, fitting_or_cut(packet, 31), palette.felt_muted)
    canvas.name_place("stack", x + 8, y + 1, end - x - 8)
    if free < MOST_EVENTS:
        draw_events(canvas, scene, last_events(scene, 1), x + 8, y + 2, 31)
    elif not layout.tall or free == MOST_EVENTS:
        draw_events(canvas, scene, last_events(scene, MOST_EVENTS), x + 1, y - MOST_EVENTS, 38)


def _narrow_step(canvas: Canvas, seats: int) -> int:
    """Share the rows above the open card out, with as many rows of choices as there can be below it.

    Rows that would stay blank below flat tiles are better left to the events.
    """
    rows = canvas.height - 2 - SMALL - max(LEAST_ROWS, seats)
    tall = find_layout(canvas.width, canvas.height).tall
    step = min(rows // seats, MOST_TALL_STEP if tall else MOST_NARROW_STEP)
    return step if step >= SMALL_STEP else FLAT_STEP


def _draw_waiting(canvas: Canvas, scene: Scene, layout: Layout) -> None:
    """Draw the table that is laid but not dealt: who sits, which seats are free, and how to join."""
    x, y, spare = layout.x, layout.y, layout.upper + layout.lower
    if layout.form == COMPACT:
        step = _narrow_step(canvas, len(scene.names))
        for place, seat in enumerate((scene.me, *scene.others)):
            draw_guest(canvas, scene, seat, x, 1 + step * place, 24)
            if step >= SMALL_STEP:
                cards.slot(canvas, x + 3, 2 + step * place, cards.SMALL_WIDTH, SMALL)
        _draw_open_place(canvas, scene, x + 1, canvas.height - 1 - LEAST_ROWS - SMALL, small=True)
        return
    for band in _bands(scene, layout):
        left, width = x + band.columns.plate, band.columns.plate_width
        plates.plate(canvas, left, band.y, width, band.plate_height)
        draw_guest(canvas, scene, band.seat, left, band.y, width)
        cards.slot(canvas, x + band.columns.tiles, band.y, tile_width(band.tiles), band.tiles)
    wide = layout.form == WIDE
    _draw_open_place(canvas, scene, x + (12 if wide else 3), y + 29 if wide else spare + 17, small=False)


def _draw_open_place(canvas: Canvas, scene: Scene, x: int, y: int, small: bool) -> None:
    draw_open(canvas, 0, x, y, small)
    left = x + (7 if small else BIG_WIDTH + 2)
    top = y if small else y + (BIG - len(scene.join)) // 2
    draw_join(canvas, scene, left, top)
