"""What a bot wins among strangers: games with views and history as at a table, seats rotated over the same deals."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bots.bot import Bot, Budget
from bots.contest import Contest, play
from bots.levels import make_bot
from bots.policies.base import Policy
from bots.simple import PolicyBot
from bots.standings import Interval, standings
from engines.games import find

US = "us"


@dataclass(frozen=True, slots=True)
class Measured:
    """The share of the win of one bot against a table of one kind, and its interval of 95 %."""

    against: str
    share: float
    interval: Interval
    games: int
    seats: int

    @property
    def parity(self) -> float:
        """How many times its share of the seats it won."""
        return self.share * self.seats

    def __str__(self) -> str:
        low, high = self.interval
        share = f"{self.share:.3f}  {low:.3f} .. {high:.3f}"
        return f"{self.against:>18}  {share}  {self.parity:5.2f} x parity  {self.games} games"


def measure(game: str, bot: Bot, against: str, field: Sequence[Bot], deals: int, budget: Budget, seed: int) -> Measured:
    """Let a bot play some deals from every seat against a field."""
    names = (US, *(f"{against} {place}" for place in range(len(field))))
    contest = Contest(game, names, budget=budget, seed=seed)
    games = [play(contest, number, (bot, *field)) for number in range(deals * contest.rotations)]
    ours = standings(contest, games)[0]
    return Measured(against, ours.win_share, ours.win_interval or (0.0, 1.0), len(games), len(names))


def among(
    game: str, name: str, strangers: dict[str, Policy], seats: int, deals: int, budget: Budget, seed: int
) -> Iterator[Measured]:
    """Measure a bot against a table of each stranger."""
    rules = find(game)
    for against, policy in strangers.items():
        field = [PolicyBot(rules, policy, against) for _ in range(seats - 1)]
        yield measure(game, make_bot(name, rules), against, field, deals, budget, seed)
