"""The bots by their names: four levels that every game has, simple ones to measure against, and other programs."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from bots.advice import Advice, only
from bots.bot import LEVELS, Bot, Budget, Decision
from bots.external import BadCommand, ExternalBot
from bots.policies import MINDS
from bots.searcher import Searcher
from bots.simple import NaiveBot, PolicyBot, RandomBot, ThresholdBot
from engines.game import Game

SIMPLE: dict[str, Callable[[], Bot]] = {"random": RandomBot, "policy": PolicyBot, "naive": NaiveBot}

# Bots that one game alone has.
OWN = {"geschenkt": ("threshold:10",), "dacapo": ("naive",)}


class BadBot(ValueError):
    """A name that no bot has, or not in this game."""


@dataclass(frozen=True, slots=True)
class Care:
    """How carefully a level plays: the share of moves it makes without thinking, and how long it thinks otherwise.

    With no budget it plays by the game's policy and does not search.
    """

    slips: float = 0.0
    budget: Budget | None = None


USUAL = {
    "easy": Care(slips=0.4),
    "medium": Care(slips=0.1),
    "hard": Care(budget=Budget(iterations=150)),
    "expert": Care(budget=Budget(seconds=1.0)),
}

# Where a game's levels differ from the usual ones.
CARE: dict[str, dict[str, Care]] = {
    "geschenkt": {
        "easy": Care(slips=0.35),
        "medium": Care(slips=0.15),
        "hard": Care(slips=0.05, budget=Budget(iterations=150)),
    },
    "danger13": {"easy": Care(slips=0.7), "medium": Care(slips=0.4), "hard": Care(slips=0.1)},
    "dacapo": {"easy": Care(slips=0.2), "medium": Care(slips=0.07), "hard": Care()},
    "bumbesi": {"easy": Care(slips=0.45), "medium": Care(slips=0.2), "hard": Care(slips=0.05)},
}


def care(name: str, game: str) -> Care:
    """Give how carefully a level plays a game."""
    return CARE.get(game, {}).get(name, USUAL[name])


class LevelBot(Bot):
    """A level: now and then it moves without thinking, as people do, and otherwise as carefully as it can."""

    def __init__(self, name: str, game: Game) -> None:
        self.name = name
        self._slips = care(name, game.id).slips
        self._thinker: Bot = PolicyBot() if care(name, game.id).budget is None else Searcher()

    def choose(self, decision: Decision, budget: Budget, seed: int) -> Advice:
        legal = list(decision.legal)
        luck = random.Random(seed)
        if len(legal) == 1 or luck.random() < self._slips:
            return only(luck.choice(legal), legal)
        return self._thinker.choose(decision, budget_for(self.name, decision.game, budget), seed)


def budget_for(name: str, game: str, budget: Budget) -> Budget:
    """Give the time that a bot will take: what it is given, but a level with a number of iterations never more."""
    if name not in LEVELS:
        return budget
    usual = care(name, game).budget
    if usual is None:
        return Budget()
    given = budget.seconds > 0 or budget.iterations > 0
    more = usual.iterations > 0 and not 0 < budget.iterations < usual.iterations
    return usual if more or not given else budget


def searches_together(name: str) -> bool:
    """Say whether this bot's search may be spread over several processes."""
    return name == "expert"


def stand_in(game: Game) -> Bot:
    """Give the bot that moves for another one that can't: quick, and never at a loss."""
    return PolicyBot() if game.id in MINDS else RandomBot()


def bot_names(game: Game) -> list[str]:
    """List the bots that can play this game; one that nobody has written a policy for yet has few."""
    thinking = ["policy", *LEVELS] if game.id in MINDS else []
    return ["random", *OWN.get(game.id, ()), *thinking, "exec:COMMAND"]


def make_bot(name: str, game: Game) -> Bot:
    """Make the bot of this name for this game, or say which there are."""
    kind, colon, rest = name.partition(":")
    if kind == "exec" and colon:
        return _external(rest, game)
    if kind == "threshold" and game.id == "geschenkt":
        return _threshold(rest)
    if name not in bot_names(game):
        raise BadBot(f"There is no bot {name!r} for {game.title}; there are {', '.join(bot_names(game))}.")
    return LevelBot(name, game) if name in LEVELS else SIMPLE[name]()


def _external(command: str, game: Game) -> Bot:
    try:
        return ExternalBot(command, stand_in(game))
    except BadCommand as error:
        raise BadBot(str(error)) from None


def _threshold(limit: str) -> Bot:
    try:
        return ThresholdBot(int(limit))
    except ValueError:
        raise BadBot("threshold needs a whole number, like threshold:10.") from None
