"""Bumbesi's table: two limits, what fits under each, and a hand that says where its cards could go."""

from dataclasses import replace
from typing import cast

from engines.bumbesi.view import BumbesiView
from engines.view import View
from tui.draw import cards, plates
from tui.draw.canvas import Canvas
from tui.draw.cards import Face
from tui.tables.bumbesi.seats import draw_name
from tui.tables.bumbesi.sizes import draw_compact, draw_standard, draw_wide, limit_spots, seat_areas
from tui.tables.bumbesi.steps import begun_move, choices, label
from tui.tables.bumbesi.words import pile_words, small_face
from tui.tables.frame import COMPACT, STANDARD, WIDE, Edges, Layout, close_frame, draw_join, open_frame, standing_keys
from tui.tables.scene import Choice, Scene
from tui.tables.score import Hidden, Reckoning, ScoreBlock, fewest_points
from tui.tables.seats import name_of
from tui.words import _

BAR_REST = 30


def draw(canvas: Canvas, scene: Scene) -> None:
    """Draw the table at any size from 40x20 on."""
    layout = open_frame(canvas, scene)
    if scene.view is None:
        _draw_waiting(canvas, scene, layout)
        close_frame(canvas, scene, layout, Edges(choices=()))
        return
    view, found = cast(BumbesiView, scene.view), choices(scene)
    form = {COMPACT: draw_compact, STANDARD: draw_standard, WIDE: draw_wide}[layout.form]
    form(canvas, scene, view, layout, found)
    close_frame(canvas, *_bars(canvas, scene, view, layout, found))


def _bars(
    canvas: Canvas, scene: Scene, view: BumbesiView, layout: Layout, found: list[Choice]
) -> tuple[Scene, Layout, Edges]:
    """Prepare the bars: what Enter would do comes first there, and Esc puts back what is picked."""
    begun, pace = begun_move(scene), pile_words(view)
    listed, keys = list(found), scene.keys or standing_keys()
    own_keys = ((f"1-{view.sizes[scene.me]}", _("card")),) if scene.legal and view.sizes[scene.me] > 1 else ()
    if begun:
        listed.append(Choice("escape", _("Back") if begun == ("collect",) else _("Put it back")))
        keys = tuple(item for item in keys if item[0] != "escape")
    if 0 <= scene.focus < len(found) and not found[scene.focus].bar:
        listed.insert(0, _enter(found[scene.focus], listed, canvas.width, layout))
        scene = replace(scene, focus=scene.focus + 1)
    edges = Edges(
        choices=listed,
        pace=pace if layout.form == WIDE else _turn_words(scene),
        short_pace=_("{cards} left").format(cards=view.left) if view.left else _("pile empty"),
        facts=() if layout.form == WIDE else (pace,),
        label=label(begun),
        keys=() if begun or layout.form == COMPACT else own_keys,
        tip=_("arrows move the focus, Enter plays"),
    )
    return replace(scene, keys=keys), layout, edges


def _enter(focused: Choice, listed: list[Choice], width: int, layout: Layout) -> Choice:
    """What Enter does; where there is no room for all notes, what the other choices cost comes first."""
    others = sum(len(choice.verb) + len(choice.note) for choice in listed if choice.bar)
    fits = len(focused.verb) + len(focused.note) + others + BAR_REST <= width
    return Choice("enter", focused.verb, focused.note if fits or layout.form == COMPACT else "")


def _turn_words(scene: Scene) -> str:
    """Who is to play; how a match stands takes the room of what the plates say too."""
    if scene.turn is None or scene.match:
        return ""
    return _("you to play") if scene.mine else _("{name} to play").format(name=name_of(scene, scene.turn))


def _draw_waiting(canvas: Canvas, scene: Scene, layout: Layout) -> None:
    """Draw the table that is laid but not dealt: who sits, which seats are free, and how to join."""
    for seat, area in seat_areas(scene, layout).items():
        if area.height > 1:
            plates.plate(canvas, area.x, area.y, area.width, area.height, on_rim=layout.form == WIDE)
        if scene.names[seat]:
            draw_name(canvas, scene, seat, area)
        else:
            plates.free_row(canvas, area.x, area.y, seat, _("free"))
    width, height = (7, 4) if layout.form == COMPACT else (9, 5)
    for x, y in limit_spots(layout):
        cards.slot(canvas, x, y, width, height)
    x, y = limit_spots(layout)[0]
    draw_join(canvas, scene, x, y + height + 2)


def draw_still_life(canvas: Canvas, x: int, y: int) -> None:
    """Draw a limit, and a card that would fit under it."""
    cards.small(canvas, x, y, Face("63", kind="arrow"))
    canvas.put(x + 6, y + 1, "►", canvas.palette.accent_text)
    cards.small(canvas, x + 7, y, Face("48"))


def explain(view: View) -> Reckoning:
    """What made every seat's points: a card in the bin is a point (B14); specials played decide ties (B15).

    Cards that were left in the hands cost nothing.
    """
    now = cast(BumbesiView, view)
    blocks = tuple(
        ScoreBlock(
            seat=seat,
            total=total,
            tiebreak=now.specials[seat],
            cards=tuple(small_face(card) for card in reversed(now.memory.bins[seat])),
            parts=((_("taken"), total - now.specials[seat]), (_("spent"), now.specials[seat])),
        )
        for seat, total in enumerate(now.scores)
    )
    held = sorted(card for hand in now.hands for card in hand or ())
    hidden = Hidden(_("left in the hands"), tuple(small_face(card, dim=True) for card in held))
    return fewest_points(now, blocks, hidden, _("tie: the fewest specials played win"))
