"""One drawing a game: a module with `choices(scene)` and `draw(canvas, scene)`. A game without one gets `plain`."""

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


def draw(canvas: Canvas, scene: Scene) -> None:
    """Draw a table."""
    if fits(canvas):
        TABLES.get(scene.game, plain).draw(canvas, scene)
