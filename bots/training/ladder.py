"""How even the levels are: each one against the same field, and a newcomer against a table of each."""

from collections.abc import Iterator
from dataclasses import dataclass

from bots.bot import LEVELS, Bot, Budget
from bots.levels import make_bot
from bots.policies.base import Policy
from bots.policies.bumbesi.models import Plodder
from bots.policies.dacapo.models import Simple
from bots.policies.danger13.models import FULLEST, Grabber
from bots.policies.geschenkt.models import Affine
from bots.simple import PolicyBot
from bots.training.measure import measure
from engines.games import find

# What somebody plays by who has read the rules once.
NEWCOMERS: dict[str, Policy] = {
    "geschenkt": Affine(1.0, 8.0, 1.0),
    "danger13": Grabber(FULLEST, 1),
    "bumbesi": Plodder(nearest=False),
    "dacapo": Simple(),
}


@dataclass(frozen=True, slots=True)
class Rung:
    """One level: its share of the win in the field, and a newcomer's share at a table of two such bots."""

    level: str
    share: float
    error: float
    newcomer: float

    def __str__(self) -> str:
        return f"{self.level:>9}  {self.share:.3f} ± {self.error:.3f} in the field, newcomer {self.newcomer:.3f}"


def climb(game: str, deals: int, budget: Budget, seed: int, levels: tuple[str, ...] = LEVELS) -> Iterator[Rung]:
    """Measure each level on three seats, against one newcomer and one who plays by the rule."""
    rules = find(game)
    newcomer = PolicyBot(rules, NEWCOMERS[game], "newcomer")
    for level in levels:
        bots: list[Bot] = [make_bot(level, rules) for _ in range(2)]
        field = measure(game, bots[0], "field", [newcomer, PolicyBot(rules)], deals, budget, seed)
        alone = measure(game, newcomer, level, bots, deals, budget, seed)
        low, high = field.interval
        yield Rung(level, field.share, (high - low) / 2, alone.share)
