"""When an exercise comes back: after 1, 3, 7 and 21 days, until it was found each time. Time is an argument here."""

from collections.abc import Mapping

import msgspec

DAY = 86_400.0
DAYS = (1, 3, 7, 21)
SOLVED = len(DAYS)
MOST = 2000
"""So many exercises are remembered for one person; those that were solved are forgotten first."""


class Mark(msgspec.Struct, frozen=True, array_like=True):
    """How far somebody is with an exercise: so many returns are behind them, and when the next one is due."""

    step: int
    due: float

    @property
    def solved(self) -> bool:
        """Whether it comes back no more."""
        return self.step >= SOLVED

    def is_due(self, now: float) -> bool:
        """Whether it is time to try again."""
        return not self.solved and self.due <= now


def begun(at: float) -> Mark:
    """A mistake that was made then."""
    return Mark(0, at + DAYS[0] * DAY)


def after(mark: Mark | None, right: bool, now: float) -> Mark:
    """Where an exercise stands after a try; without a mark nobody had failed at it before."""
    if not right:
        return begun(now)
    step = SOLVED if mark is None else mark.step + 1
    return Mark(step, now + DAYS[step] * DAY if step < SOLVED else 0.0)


def with_mark(marks: Mapping[str, Mark], key: str, mark: Mark) -> dict[str, Mark]:
    """All marks with another one, which is the latest now."""
    kept = {**{other: old for other, old in marks.items() if other != key}, key: mark}
    spare = [other for other, old in kept.items() if old.solved] + list(kept)
    for other in spare[: max(0, len(kept) - MOST)]:
        del kept[other]
    return kept
