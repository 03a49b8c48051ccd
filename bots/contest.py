"""One game between bots, and a stretch of such games: what a contest is made of."""

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from time import perf_counter

from bots.bot import Bot, Budget, Decision
from bots.external import ExternalBot
from bots.levels import make_bot
from engines.chance import LiveChance
from engines.games import find
from engines.record import Recording, dump
from engines.wire import PROTOCOL, Hello

STRETCH = 0.5

# No budget is given: every bot takes the time that suits it.
OWN_TIME = Budget()


@dataclass(frozen=True, slots=True)
class Contest:
    """What is played: a game, the bots in the order of their first seats, and where the luck comes from."""

    game: str
    bots: tuple[str, ...]
    variant: str = ""
    budget: Budget = OWN_TIME
    seed: int = 0
    keep_records: bool = False

    @property
    def options(self) -> dict[str, str]:
        """The options of every game."""
        return {"variant": self.variant} if self.variant else {}

    @property
    def rotations(self) -> int:
        """In how many different ways the bots can sit when everybody moves on by the same number of seats."""
        bots = self.bots
        return next(turn for turn in range(1, len(bots) + 1) if bots[turn:] + bots[:turn] == bots)

    def seat(self, number: int, place: int) -> int:
        """The seat in game `number` of the bot that is named in this place."""
        return (place + number % self.rotations) % len(self.bots)

    def deal(self, number: int) -> int:
        """The number of the deal that game `number` is played on."""
        return number // self.rotations


@dataclass(slots=True)
class Part:
    """What one bot did in one game; `misses` tells what was wrong with moves that its stand-in made."""

    win: float = 0.0
    score: int = 0
    moves: int = 0
    seconds: float = 0.0
    misses: tuple[str, ...] = ()
    last_words: str = ""


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game: its parts in the order of the contest's bots, and its record where one is kept."""

    number: int
    parts: tuple[Part, ...]
    record: bytes = b""


def play(contest: Contest, number: int, bots: Sequence[Bot]) -> Played:
    """Play game `number` of a contest."""
    seated = {contest.seat(number, place): place for place in range(len(bots))}
    names = [bots[place].name for _, place in sorted(seated.items())]
    luck = LiveChance(_seed(contest, "deal", contest.deal(number)))
    recording = Recording(find(contest.game), len(bots), contest.options, names, luck)
    parts = tuple(Part() for _ in bots)
    seeds = random.Random(_seed(contest, "bots", number))
    _greet(contest, number, bots, names)
    while not recording.over:
        place = seated[recording.state.turn]
        recording.play(_decide(recording, bots[place], parts[place], contest.budget, seeds.getrandbits(32)))
    _settle(contest, number, bots, parts, recording)
    return Played(number, parts, dump(recording.record()) if contest.keep_records else b"")


def _seed(contest: Contest, what: str, number: int) -> int:
    # Hashed, so that neighbouring deals of neighbouring seeds have nothing in common.
    text = f"{contest.seed} {what} {number}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def _decide(recording: Recording, bot: Bot, part: Part, budget: Budget, seed: int) -> str:
    decision = replace(Decision.of(recording), bots=tuple(recording.players))
    before = perf_counter()
    advice = bot.choose(decision, budget, seed)
    part.seconds += perf_counter() - before
    part.moves += 1
    return advice.move


def _greet(contest: Contest, number: int, bots: Sequence[Bot], names: Sequence[str]) -> None:
    for place, bot in enumerate(bots):
        if isinstance(bot, ExternalBot):
            bot.sit(
                Hello(
                    protocol=PROTOCOL,
                    game=contest.game,
                    seat=contest.seat(number, place),
                    seats=len(bots),
                    options=contest.options,
                    names=tuple(names),
                )
            )


def _settle(contest: Contest, number: int, bots: Sequence[Bot], parts: Sequence[Part], recording: Recording) -> None:
    scores, winners = recording.state.scores(), recording.state.winners()
    for place, (bot, part) in enumerate(zip(bots, parts, strict=True)):
        seat = contest.seat(number, place)
        part.score = scores[seat]
        part.win = 1 / len(winners) if seat in winners else 0.0
        if isinstance(bot, ExternalBot):
            bot.over(scores, winners)
            part.misses, bot.misses = tuple(bot.misses), []
            part.last_words = bot.last_words


@lru_cache(maxsize=1)
def seat_bots(contest: Contest) -> tuple[Bot, ...]:
    """Return the bots of a contest, the same ones for every game that this process plays of it."""
    game = find(contest.game)
    return tuple(make_bot(name, game) for name in contest.bots)


def play_stretch(contest: Contest, numbers: Sequence[int]) -> list[Played]:
    """Play some games, at least one, and stop after half a second so that progress can be told."""
    until = perf_counter() + STRETCH
    bots = seat_bots(contest)
    played = []
    for number in numbers:
        played.append(play(contest, number, bots))
        if perf_counter() > until:
            break
    return played
