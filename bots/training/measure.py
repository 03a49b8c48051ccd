"""What a bot wins among strangers: games with views and history as at a table, seats rotated over the same deals."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from bots.bot import Bot, Budget
from bots.contest import Contest, Played, play
from bots.levels import make_bot
from bots.policies.base import Policy
from bots.simple import PolicyBot
from bots.standings import Interval, mean_interval, standings
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
    misses: int = 0

    @property
    def parity(self) -> float:
        """How many times its share of the seats it won."""
        return self.share * self.seats

    def __str__(self) -> str:
        low, high = self.interval
        share = f"{self.share:.3f}  {low:.3f} .. {high:.3f}"
        misses = f"  {self.misses} moves missed" if self.misses else ""
        return f"{self.against:>18}  {share}  {self.parity:5.2f} x parity  {self.games} games{misses}"


@dataclass(frozen=True, slots=True)
class Compared:
    """What two bots won on the same deals, and by how much the first won more, with its interval of 95 %."""

    now: Measured
    before: Measured
    gain: float
    interval: Interval

    def __str__(self) -> str:
        low, high = self.interval
        misses = f"  {self.before.misses} moves missed before" if self.before.misses else ""
        before = f"before {self.before.share:.3f}{misses}"
        return f"{self.now}  {before}  gain {self.gain:+.3f}  {low:+.3f} .. {high:+.3f}"


def measure(game: str, bot: Bot, against: str, field: Sequence[Bot], deals: int, budget: Budget, seed: int) -> Measured:
    """Let a bot play some deals from every seat against a field."""
    contest = _contest(game, against, len(field) + 1, budget, seed)
    return _measured(contest, against, _games(contest, bot, field, deals))


def compare(
    game: str, bots: tuple[Bot, Bot], against: str, field: Sequence[Bot], deals: int, budget: Budget, seed: int
) -> Compared:
    """Let two bots play the same deals, each from every seat against the same field."""
    contest = _contest(game, against, len(field) + 1, budget, seed)
    now, before = (_games(contest, bot, field, deals) for bot in bots)
    gains: dict[int, list[float]] = {}
    for ours, theirs in zip(now, before, strict=True):
        gains.setdefault(contest.deal(ours.number), []).append(ours.parts[0].win - theirs.parts[0].win)
    each = [fmean(deal) for deal in gains.values()]
    gain = fmean(each)
    sides = _measured(contest, against, now), _measured(contest, against, before)
    return Compared(*sides, gain, mean_interval(gain, each) or (-1.0, 1.0))


def _contest(game: str, against: str, seats: int, budget: Budget, seed: int) -> Contest:
    names = (US, *(f"{against} {place}" for place in range(seats - 1)))
    return Contest(game, names, budget=budget, seed=seed)


def _games(contest: Contest, bot: Bot, field: Sequence[Bot], deals: int) -> list[Played]:
    return [play(contest, number, (bot, *field)) for number in range(deals * contest.rotations)]


def _measured(contest: Contest, against: str, games: list[Played]) -> Measured:
    ours = standings(contest, games)[0]
    interval = ours.win_interval or (0.0, 1.0)
    return Measured(against, ours.win_share, interval, len(games), len(contest.bots), sum(ours.misses.values()))


def among(
    game: str, name: str, strangers: dict[str, Policy], seats: int, deals: int, budget: Budget, seed: int
) -> Iterator[Measured]:
    """Measure a bot against a table of each stranger."""
    rules = find(game)
    for against, policy in strangers.items():
        field = [PolicyBot(rules, policy, against) for _ in range(seats - 1)]
        yield measure(game, make_bot(name, rules), against, field, deals, budget, seed)


def among_both(
    game: str, names: tuple[str, str], strangers: dict[str, Policy], seats: int, deals: int, budget: Budget, seed: int
) -> Iterator[Compared]:
    """Measure two bots, one of now and one of before, against a table of each stranger on the same deals."""
    rules = find(game)
    bots = make_bot(names[0], rules), make_bot(names[1], rules)
    try:
        for against, policy in strangers.items():
            field = [PolicyBot(rules, policy, against) for _ in range(seats - 1)]
            yield compare(game, bots, against, field, deals, budget, seed)
    finally:
        for bot in bots:
            bot.close()
