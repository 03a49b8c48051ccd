"""How strong somebody is in a game, from the places they took: Bradley and Terry's model for whole tables, with ties.

A rating is a strength `mu` and what is not yet known of it, `sigma`. People and bots are on one scale: bots' strengths
are settled by games among themselves (`bots/ratings.toml`, made by `python -m bots.training ratings`) and don't move.
"""

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from openskill.models import BradleyTerryFull

STRENGTHS = Path(__file__).with_name("ratings.toml")
SETTLED = 1.0
"""The sigma of a bot: the arena has measured it, and it counts as nearly known."""

PROVISIONAL = 3.0
"""A rating with a larger sigma is provisional; `python -m bots.training rating-trial` shows what smaller ones gain."""

MIDDLE, STEP = 1500, 30
"""How a strength is shown: 25 is the middle, and about 400 more make the odds of being before somebody ten to one."""

_model = BradleyTerryFull(limit_sigma=True)


class Rating(NamedTuple):
    """A strength and its uncertainty; a newcomer is in the middle, and nothing is known of them."""

    mu: float = _model.mu
    sigma: float = _model.sigma

    @property
    def provisional(self) -> bool:
        """Whether too little is known to compare it with others."""
        return self.sigma > PROVISIONAL

    @property
    def shown(self) -> int:
        """The number that people read."""
        return round(MIDDLE + STEP * (self.mu - _model.mu))


def rate(ratings: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """The ratings after a game in which these places were taken, 0 for the first; who shared a place has the same."""
    teams = [[_model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in ratings]
    rated = _model.rate(teams, ranks=[float(rank) for rank in ranks])
    return [Rating(player.mu, player.sigma) for (player,) in rated]


@cache
def bot_rating(game: str, level: str) -> Rating | None:
    """The settled rating of a bot; None where the arena has not measured it."""
    strengths = tomllib.loads(STRENGTHS.read_text(encoding="utf-8")).get(game, {})
    return Rating(strengths[level], SETTLED) if level in strengths else None
