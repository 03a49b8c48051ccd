"""How long bots take: a whole turn has its time, however many cards are played in it."""

from bots.bot import LEVELS, Budget
from net.house.think_time import BUDGET

THOUGHT = BUDGET.seconds
TURN = 2.4
LEAST_THOUGHT = 0.02
LEAST_PAUSE = 0.05
# Of what a turn has left, each of its moves may take so much.
SHARE = 0.5
# A move that tells more takes longer to follow: each further event adds this share of the pace, up to so many paces.
FURTHER = 0.5
MOST_PACES = 3.0


class Pace:
    """The time of a bot's turn: its first moves are thought over and can be followed, a long chain runs faster.

    `usual` is the pause after a move that told one thing; who likes longer ones waits longer for a turn too.
    """

    def __init__(self, usual: float) -> None:
        self.usual = usual
        self._seat: int | None = None
        self._ends = 0.0

    def begin(self, seat: int, now: float) -> None:
        """Start the clock of a turn, unless this seat has it already."""
        if seat != self._seat:
            self._seat = seat
            self._ends = now + max(TURN, MOST_PACES * self.usual)

    def end(self) -> None:
        """Somebody else is to play."""
        self._seat = None

    def _share(self, now: float) -> float:
        return max(0.0, self._ends - now) * SHARE

    def thought(self, now: float) -> float:
        """The seconds that the next move may be thought over."""
        return THOUGHT if self._seat is None else max(LEAST_THOUGHT, min(THOUGHT, self._share(now)))

    def budget(self, level: str, now: float) -> Budget:
        """The same as a bot is told; other programs keep their own time."""
        return Budget(seconds=self.thought(now)) if level in LEVELS else Budget()

    def pause(self, told: int, now: float) -> float:
        """The seconds that people get to follow a move that told so many things."""
        usual = self.usual * min(1 + FURTHER * (told - 1), MOST_PACES)
        return usual if self._seat is None else min(usual, max(LEAST_PAUSE, self._share(now)))
