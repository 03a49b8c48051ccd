"""A net for the chances of everybody at a place, and a line for the points still to come, taught place by place."""

import numpy as np

from bots.training.self_play import Place
from bots.training.thoughts.learning import Floats, Learner, softmax
from bots.training.thoughts.study import Schooling

# So much is added to how often things were seen together, where one of them was never seen.
LITTLE = 1e-3
# How much of the surprise so far the latest places leave standing.
LASTING = 0.99


class Pupil:
    """What was learnt so far; it can be pickled, and goes on as if nothing had been."""

    def __init__(self, things: int, how: Schooling, seed: int) -> None:
        luck = np.random.default_rng(seed)
        lines = luck.normal(0.0, 0.2, (things, how.units))
        self._learner = Learner([np.zeros(things), lines, luck.normal(0.0, 0.1, how.units)], how)
        self._together: Floats = LITTLE * np.eye(things)
        self._came: Floats = np.zeros(things)
        self._surprise = 0.0
        self.steps = 0

    def learn(self, places: list[Place], rate: float) -> None:
        """Go one step towards what all these places were worth."""
        looks = np.array([look for place in places for look in place.looks])
        worths = np.array([worth for place in places for worth in place.worth])
        counts = np.array([len(place.looks) for place in places], dtype=np.intp)
        starts = np.cumsum(counts) - counts
        points = np.array([point for place in places for point in place.points])
        surprise = -float((worths * np.log(softmax(self._learner.scores(looks), starts, counts))).sum()) / len(places)
        self._surprise = surprise if self.steps == 0 else LASTING * self._surprise + (1.0 - LASTING) * surprise
        self._learner.learn(looks, worths, starts, counts, rate)
        self._together += looks.T @ looks
        self._came += looks.T @ points
        self.steps += 1

    def surprise(self) -> float:
        """How unlikely the net held what places were worth, in nats, lately."""
        return self._surprise

    def wins(self) -> list[list[float]]:
        """The net for chances to win."""
        return self._learner.rows(np.ones(len(self._came)))

    def points(self) -> list[list[float]]:
        """The line for points still to come, as a net without units."""
        return [[float(weight) for weight in np.linalg.solve(self._together, self._came)]]
