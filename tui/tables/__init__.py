"""One drawing a game, in a folder of its own; a game without one gets `plain`."""

from collections import deque
from dataclasses import replace
from typing import Protocol

from engines.view import View
from tui.draw.canvas import Canvas
from tui.tables import bumbesi, dacapo, danger13, geschenkt, plain
from tui.tables.frame import fits
from tui.tables.scene import Choice, Scene
from tui.tables.score import Reckoning


class Drawing(Protocol):
    """What a game's module says and draws."""

    def choices(self, scene: Scene) -> list[Choice]:
        """List what the viewer can do now, in the order in which the focus walks."""

    def draw(self, canvas: Canvas, scene: Scene) -> None:
        """Draw the table."""

    def explain(self, view: View) -> Reckoning:
        """Say what made the scores of a finished game."""

    def card_name(self, card: int) -> str:
        """Name a card in a sentence."""


TABLES: dict[str, Drawing] = {"geschenkt": geschenkt, "danger13": danger13, "bumbesi": bumbesi, "dacapo": dacapo}


def choices(scene: Scene) -> list[Choice]:
    """List what the viewer can do now, in the order in which the focus walks."""
    return _drawing(scene.game).choices(scene)


def explain(game: str, view: View) -> Reckoning:
    """Say what made the scores of a finished game."""
    return _drawing(game).explain(view)


def card_name(game: str, card: int) -> str:
    """Name a card in a sentence, as people call what they see of it."""
    return _drawing(game).card_name(card)


def _drawing(game: str) -> Drawing:
    return TABLES.get(game, plain)


def ways(scene: Scene) -> dict[str, tuple[Choice, ...]]:
    """Give for every move the choices that lead to it one after the other, as few as there can be."""
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
    """Draw a table."""
    if fits(canvas):
        _drawing(scene.game).draw(canvas, scene)
