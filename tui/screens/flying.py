"""A screen with a table on it, where cards are seen on their way."""

from textual.timer import Timer

from tui.draw.flights import Flight
from tui.motion import FRAME, Journey, flights, lands
from tui.screens.page import Page

STEPS = {"left": -1, "up": -1, "shift+tab": -1, "right": 1, "down": 1, "tab": 1}
"""How far a key moves the focus."""


class FlyingPage(Page):
    """Moves cards from where they lay to where they lie, until they have landed or a key is pressed."""

    def __init__(self) -> None:
        super().__init__()
        self._journeys: tuple[Journey, ...] = ()
        self._drawn: tuple[Flight, ...] = ()
        self._mover: Timer | None = None

    def on_mount(self) -> None:
        """Start the clock that moves the cards."""
        self._mover = self.set_interval(FRAME, self._move, pause=True)

    def _move(self) -> None:
        if self.tablee.now >= lands(self._journeys):
            self._stop_motion()
            self.refresh_page()
        else:
            self.fly(flights(self._journeys, self.tablee.now), self._drawn)

    def _stop_motion(self) -> None:
        self._journeys = ()
        if self._mover is not None:
            self._mover.pause()
