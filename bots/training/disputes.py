"""Where two bots choose differently, which of them is right: both moves, many times, from the position as it was.

What nobody could know is shuffled anew each time, both moves meet the same luck, and everybody goes on like the
company. Bots that mostly agree are told apart by this in a small part of the games that a match would take.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import fmean

from bots.bot import Bot, Budget, Decision
from bots.external import introduce
from bots.standings import Interval, mean_interval
from engines.chance import LiveChance
from engines.game import Game
from engines.record import Record, Recording, resume


@dataclass(frozen=True, slots=True)
class Company:
    """Who plays at the table, and how much they think."""

    bot: Bot
    budget: Budget
    seats: int


@dataclass(frozen=True, slots=True)
class Dispute:
    """A decision over which two bots differ, and how much more of the win the first one's move brought."""

    move: str
    other: str
    gain: float


@dataclass(slots=True)
class Verdict:
    """All disputes so far, among so many decisions."""

    decisions: int
    disputes: list[Dispute]

    @property
    def gain(self) -> float:
        """What the first bot's choices bring, in a hundred decisions."""
        return 100.0 * sum(each.gain for each in self.disputes) / max(1, self.decisions)

    def __str__(self) -> str:
        gains = [each.gain for each in self.disputes]
        if not gains:
            return f"no dispute in {self.decisions} decisions"
        low, high = _interval(gains)
        share = 100.0 * len(gains) / self.decisions
        each = f"each worth {fmean(gains):+.4f} ({low:+.4f} .. {high:+.4f})"
        return f"{len(gains)} disputes in {self.decisions} decisions ({share:.1f} %), {each}, {self.gain:+.3f} in 100"


def _interval(gains: list[float]) -> Interval:
    return mean_interval(fmean(gains), gains) or (-1.0, 1.0)


def argue(
    game: Game, bots: tuple[Bot, Bot], budget: Budget, company: Company, games: int, tries: int, seed: int
) -> Iterator[Verdict]:
    """Watch games of the company, ask both bots at every decision, and say after each game what came of it."""
    verdict = Verdict(0, [])
    for bot in (*bots, company.bot):
        introduce(bot, game.id, company.seats)
    for number in range(seed, seed + games):
        recording = _game(game, company.seats, number)
        while not recording.over:
            decision = Decision.of(recording)
            turn = len(recording.moves)
            if len(decision.legal) > 1:
                move, other = (bot.choose(decision, budget, number + turn).move for bot in bots)
                verdict.decisions += 1
                if move != other:
                    verdict.disputes.append(settle(recording.record(), (move, other), company, tries, number))
            recording.play(company.bot.choose(decision, company.budget, number + turn).move)
        yield verdict


def settle(record: Record, moves: tuple[str, str], company: Company, tries: int, seed: int) -> Dispute:
    """Play both moves with the same luck, so many times."""
    gains = []
    for number in range(tries):
        luck = 1000 * seed + number
        first, second = (_outcome(record, move, company, luck) for move in moves)
        gains.append(first - second)
    return Dispute(*moves, fmean(gains))


def _outcome(record: Record, move: str, company: Company, luck: int) -> float:
    """The share of the win of whoever makes this move; luck decides what nobody could know."""
    chance = LiveChance(luck)
    recording = resume(record, chance)
    recording.state.shuffle_unseen(chance)
    seat = recording.state.turn
    recording.play(move)
    while not recording.over:
        turn = len(recording.moves)
        recording.play(company.bot.choose(Decision.of(recording), company.budget, luck + turn).move)
    winners = recording.state.winners()
    return 1.0 / len(winners) if seat in winners else 0.0


def _game(game: Game, seats: int, seed: int) -> Recording:
    return Recording(game, seats, {}, ["somebody"] * seats, LiveChance(seed))
