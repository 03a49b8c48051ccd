"""Bots that a search knows: where one plays by a rule, its name at the table says at which level and in which style.

People are never known by who they are. Whoever searches is known by what they do in this game alone, like a person.
"""

from collections.abc import Sequence

from bots.bot import LEVELS
from bots.manners import STEADY, split
from bots.policies import descriptor_of
from bots.policies.base import Mind, Policy, Slipping


def model_of(bot: str, game: str) -> Policy | None:
    """How a bot of this name plays, or None where that can't be told from the name."""
    level, manner = split(bot)
    if level not in LEVELS:
        return None
    descriptor = descriptor_of(game)
    care = descriptor.care_of(level)
    if care.budget is not None:
        return None
    rule = descriptor.policy_in(STEADY if manner is None else manner.style)
    return Slipping(rule, care.slips)


def acquaint(mind: Mind, game: str, bots: Sequence[str]) -> None:
    """Tell a Mind how the bots at the table play; `bots` names them by seat, and is empty for everybody else."""
    for seat, bot in enumerate(bots):
        model = model_of(bot, game)
        if model is not None:
            mind.know(seat, model)
