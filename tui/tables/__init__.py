"""One drawing a game: a folder with `choices(scene)` and `draw(canvas, scene)`. A game without one gets `plain`."""

from collections import deque
from dataclasses import replace
from types import ModuleType

from tui.draw.canvas import Canvas
from tui.tables import bumbesi, dacapo, danger13, geschenkt, plain
from tui.tables.frame import fits
from tui.tables.scene import Choice, Scene

TABLES: dict[str, ModuleType] = {"geschenkt": geschenkt, "danger13": danger13, "bumbesi": bumbesi, "dacapo": dacapo}


def choices(scene: Scene) -> list[Choice]:
    """List what the viewer can do now, in the order in which the focus walks."""
    found: list[Choice] = TABLES.get(scene.game, plain).choices(scene)
    return found


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
        TABLES.get(scene.game, plain).draw(canvas, scene)
