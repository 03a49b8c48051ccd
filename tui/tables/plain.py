"""A table for a game that has no drawing yet: what its view holds, and numbered moves."""

from dataclasses import fields

from engines.view import View
from tui.draw import plates
from tui.draw.canvas import Canvas
from tui.draw.glyphs import cut
from tui.tables.frame import COMPACT, Edges, Layout, close_frame, open_frame
from tui.tables.scene import Choice, Scene
from tui.tables.score import Reckoning, ScoreBlock, best
from tui.words import _, ngettext

KEYS = "123456789abcdefgijkmnoprsvwxyz"
COMMON = {field.name for field in fields(View)}


def choices(scene: Scene) -> list[Choice]:
    """Number the legal moves."""
    return [Choice(key, move, move=move) for key, move in zip(KEYS, scene.legal, strict=False)]


def draw(canvas: Canvas, scene: Scene) -> None:
    """Write the view's fields below the names."""
    layout = open_frame(canvas, scene)
    row = _draw_seats(canvas, scene, layout)
    if scene.view is not None:
        for words in told_fields(scene.view):
            canvas.text(layout.x + 2, row, cut(words, 80 if layout.form != COMPACT else 37), canvas.palette.text)
            row += 1
    close_frame(canvas, scene, layout, Edges(choices=choices(scene), rows=4))


def told_fields(view: View) -> list[str]:
    """Write each field that a game's own View has as a line."""
    own = [field.name for field in fields(view) if field.name not in COMMON]
    return [f"{name}  {_told(getattr(view, name))}" for name in own]


def explain(view: View) -> Reckoning:
    """Give just the points."""
    blocks = tuple(ScoreBlock(seat=seat, total=total) for seat, total in enumerate(view.scores))
    return Reckoning(goal=_("the end of the game"), unit=ngettext("point", "points", best(view)), blocks=blocks)


def card_name(card: int) -> str:
    """Give a card's number: nothing else is known of it."""
    return str(card)


def _draw_seats(canvas: Canvas, scene: Scene, layout: Layout) -> int:
    top = layout.y + 2
    for row, seat in enumerate((scene.me, *scene.others)):
        away = scene.away_mark(seat)
        plates.name_row(
            canvas,
            layout.x + 2,
            top + row,
            36,
            seat,
            scene.names[seat] or _("free"),
            acting=scene.turn == seat,
            away=(_("away"),) if away else (),
        )
    return top + len(scene.names) + 1


def _told(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(f"({_told(part)})" if isinstance(part, tuple) else _told(part) for part in value) or "-"
    return "?" if value is None else str(value)
