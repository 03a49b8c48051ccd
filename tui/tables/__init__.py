"""The tables of the games: each game has a folder with its GameTable, and one line here.

A game without a folder is played at the generic table: its view field by field, and its moves by number.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import replace

from engines.view import Event, View
from tui.draw.canvas import Canvas
from tui.draw.palette import HOME, Felt, Palette
from tui.draw.palette import palette as palette_over
from tui.tables import bumbesi, dacapo, danger13, geschenkt
from tui.tables.coach import draw_points
from tui.tables.frame import fits
from tui.tables.game_table import GameTable
from tui.tables.moments import finale
from tui.tables.scene import Choice, Moment, Scene
from tui.tables.score import Reckoning, decided
from tui.tables.seats import fitting_or_cut

TABLES: dict[str, GameTable] = {
    "geschenkt": geschenkt.TABLE,
    "danger13": danger13.TABLE,
    "bumbesi": bumbesi.TABLE,
    "dacapo": dacapo.TABLE,
}
GENERIC = GameTable()


def of(game: str) -> GameTable:
    """The table of a game, or the generic one."""
    return TABLES.get(game, GENERIC)


def choices(scene: Scene) -> list[Choice]:
    """List what the viewer can do now, in the order in which the focus walks."""
    return of(scene.game).choices(scene)


def explain(game: str, view: View) -> Reckoning:
    """What made the scores of a finished game."""
    return of(game).explain(view)


def describe(scene: Scene) -> list[str]:
    """Tell a position in sentences, the whole table first and then each seat; nothing before the deal."""
    return [] if scene.view is None else of(scene.game).describe(scene)


def reason(scene: Scene, move: str, room: int = 80) -> str:
    """A true reason for or against a move of the seat to act, from its own View, in the room there is."""
    wordings = of(scene.game).reason(scene, move) if scene.view is not None else ()
    return fitting_or_cut(wordings, room) if wordings else ""


def moments(before: Scene, events: Sequence[Event], view: View) -> list[Moment]:
    """What to look up for in events that led from a scene to this View: the game's own moment, then the end."""
    if before.view is None:
        return []
    own = of(before.game).moment(before, events)
    found = [] if own is None else [own]
    if view.winners and not before.view.winners:
        reckoning = explain(before.game, view)
        found.append(finale(before, view, reckoning.unit, decided(view, reckoning)))
    return found


def felt_of(game: str) -> Felt:
    """The felt of a game, or without one what lies beneath the other screens."""
    return of(game).felt if game else HOME


def palette(theme: str, depth: str, game: str = "") -> Palette:
    """The colours over the felt of a game, or over that of no game."""
    return palette_over(theme, depth, felt_of(game))


def ways(scene: Scene) -> dict[str, tuple[Choice, ...]]:
    """For every move the choices that lead to it one after the other, as few as there can be."""
    found: dict[str, tuple[Choice, ...]] = {}
    seen: set[str | None] = {None}
    begun: deque[tuple[str | None, tuple[Choice, ...]]] = deque([(None, ())])
    while begun:
        picked, before = begun.popleft()
        for choice in choices(replace(scene, picked=picked)):
            way = (*before, choice)
            if choice.live and choice.move:
                found.setdefault(choice.move, way)
            elif choice.live and choice.pick and choice.pick not in seen:
                seen.add(choice.pick)
                begun.append((choice.pick, way))
    return found


def draw(canvas: Canvas, scene: Scene) -> None:
    """Draw a table, or say that there is no room for one."""
    if fits(canvas):
        of(scene.game).draw(canvas, scene)
        if scene.coach is not None:
            draw_points(canvas, of(scene.game).things, scene.coach, choices(scene))
