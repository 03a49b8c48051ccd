"""A panel over another screen, which stays as it is and waits."""

from collections.abc import Iterable

from tui.draw import bars
from tui.draw.canvas import Canvas
from tui.screens.page import Page

EDGES = 4
"""The cells of a row of a panel that stay free of words."""


class Overlay(Page):
    """A screen that draws a panel over the one below."""

    def __init__(self, below: Page) -> None:
        super().__init__()
        self.below = below
        self.felt = below.felt

    def draw(self, canvas: Canvas) -> None:
        """Draw the screen below, without its clicks, and the panel on it."""
        self.below.draw(canvas)
        canvas.cursor = None
        canvas.hot_areas.clear()
        self.draw_panel(canvas)

    def draw_panel(self, canvas: Canvas) -> None:
        """Draw what lies on top."""
        raise NotImplementedError


def panel_width(canvas: Canvas, usual: int, commands: Iterable[str]) -> int:
    """How wide a panel is: as usual, or wider where a line to be typed would break in it."""
    return min(max([usual, *(len(command) + EDGES for command in commands)]), canvas.width)


def lay_panel(canvas: Canvas, width: int, height: int) -> tuple[int, int, int]:
    """Lay a panel in the middle; return its first column and row for words, and how many cells they have."""
    width, height = min(width, canvas.width), min(height, canvas.height)
    x, y = (canvas.width - width) // 2, max(0, (canvas.height - height) // 2 - 1)
    bars.panel(canvas, x, y, width, height, edge=True)
    return x + EDGES // 2, y, width - EDGES
