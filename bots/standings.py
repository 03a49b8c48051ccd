"""What a contest came to: win shares and scores with their 95 % intervals."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

from bots.contest import Contest, Part, Played

Interval = tuple[float, float]

# The 97.5 % point of the normal distribution, on which Student's is built here.
NORMAL = 1.959964
# Too few to expand around anything: the points themselves, by degrees of freedom.
FEW = {1: 12.706, 2: 4.303, 3: 3.182}


@dataclass(frozen=True, slots=True)
class Standing:
    """How one bot did, on average over the seats it held; an interval is None where one deal can't tell."""

    bot: str
    seats: int
    win_share: float
    win_interval: Interval | None
    score: float
    score_interval: Interval | None
    moves: int
    seconds: float
    misses: dict[str, int]
    last_words: str

    @property
    def seconds_per_move(self) -> float:
        """The mean time of a decision."""
        return self.seconds / self.moves if self.moves else 0.0


def standings(contest: Contest, games: Sequence[Played]) -> list[Standing]:
    """Add a contest up, one standing for each different bot in the order they were named."""
    ordered = sorted(games, key=lambda game: game.number)
    return [_standing(contest, ordered, bot) for bot in dict.fromkeys(contest.bots)]


def _standing(contest: Contest, games: Sequence[Played], bot: str) -> Standing:
    places = [place for place, name in enumerate(contest.bots) if name == bot]
    deals: dict[int, list[Part]] = {}
    for game in games:
        deals.setdefault(contest.deal(game.number), []).extend(game.parts[place] for place in places)
    parts = [part for deal in deals.values() for part in deal]
    win = fmean(part.win for part in parts)
    score = fmean(part.score for part in parts)
    # Games on one deal go together, so a deal counts as one observation.
    wins = [fmean(part.win for part in deal) for deal in deals.values()]
    scores = [fmean(part.score for part in deal) for deal in deals.values()]
    return Standing(
        bot=bot,
        seats=len(places),
        win_share=win,
        win_interval=share_interval(win, wins, len(games)),
        score=score,
        score_interval=mean_interval(score, scores),
        moves=sum(part.moves for part in parts),
        seconds=sum(part.seconds for part in parts),
        misses=dict(Counter(miss for part in parts for miss in part.misses)),
        last_words=next((part.last_words for part in reversed(parts) if part.last_words), ""),
    )


def student(freedom: int) -> float:
    """The 97.5 % point of Student's distribution, by Fisher's expansion around the normal one."""
    if freedom in FEW:
        return FEW[freedom]
    z = NORMAL
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def mean_interval(mean: float, deals: Sequence[float]) -> Interval | None:
    """The 95 % interval of a mean, from the means of each deal."""
    if len(deals) < 2:
        return None
    half = student(len(deals) - 1) * stdev(deals) / sqrt(len(deals))
    return mean - half, mean + half


def share_interval(share: float, deals: Sequence[float], games: int) -> Interval | None:
    """The 95 % interval of a win share after Wilson, so that it stays between 0 and 1 and is never empty.

    Wilson's formula is for independent games; it gets the number of these that would vary as much as the deals do.
    """
    if len(deals) < 2:
        return None
    variance = stdev(deals) ** 2 / len(deals)
    number = share * (1 - share) / variance if variance > 0 else games
    z = student(len(deals) - 1)
    middle = (share + z * z / (2 * number)) / (1 + z * z / number)
    half = z * sqrt(share * (1 - share) / number + z * z / (4 * number * number)) / (1 + z * z / number)
    return max(middle - half, 0.0), min(middle + half, 1.0)
