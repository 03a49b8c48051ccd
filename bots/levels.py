"""The bots by their names: five levels and two simple ones in every game, a game's own, and other programs."""

import random

from bots.advice import Advice, only
from bots.bot import LEVELS, Bot, Budget, Decision
from bots.external import BadCommand, ExternalBot
from bots.external import split as split_command
from bots.manners import CAST, STEADY, lean, split
from bots.policies import DESCRIPTORS, descriptor_of
from bots.policies.descriptor import BadArgument, Care
from bots.searcher import Searcher
from bots.simple import PolicyBot, RandomBot
from engines.game import Game

EXEC = "exec:"
ANY_COMMAND = f"{EXEC}COMMAND"
WITH_MANNER = f"hard-{CAST[0].name}"
"""An example of a level that plays in the style of one of the cast."""


class BadBot(ValueError):
    """A name that no bot has, or not in this game."""


def care(name: str, game: str) -> Care:
    """How carefully a bot of a level plays a game, whoever of the cast it is."""
    return descriptor_of(game).care_of(split(name)[0])


class LevelBot(Bot):
    """A level: now and then it moves without thinking, as people do, and otherwise as carefully as it can.

    One that has a manner plays the rule in its style; where it searches, as far as that costs next to nothing.
    """

    def __init__(self, name: str, game: Game) -> None:
        self.name = name
        _level, manner = split(name)
        style = STEADY if manner is None else manner.style
        self._slips = care(name, game.id).slips
        self._rule = PolicyBot(game, descriptor_of(game.id).policy_in(style))
        self._searcher = None if care(name, game.id).budget is None else Searcher()
        self._leans = style != STEADY

    def choose(self, decision: Decision, budget: Budget, seed: int) -> Advice:
        legal = list(decision.legal)
        luck = random.Random(seed)
        if len(legal) == 1 or luck.random() < self._slips:
            return only(luck.choice(legal), legal)
        if self._searcher is None:
            return self._rule.choose(decision, budget, seed)
        advice = self._searcher.choose(decision, budget_for(self.name, decision.game, budget), seed)
        return lean(advice, self._rule.choose(decision, budget, seed).move) if self._leans else advice


def budget_for(name: str, game: str, budget: Budget) -> Budget:
    """The budget that a bot will use: the one it is given, but a level that counts iterations never exceeds its own."""
    if not is_level(name):
        return budget
    usual = care(name, game).budget
    if usual is None:
        return Budget()
    given = budget.seconds > 0 or budget.iterations > 0
    more = usual.iterations > 0 and not 0 < budget.iterations < usual.iterations
    return usual if more or not given else budget


def is_level(name: str) -> bool:
    """Whether a name means a bot of one of the levels, with a manner or without."""
    return split(name)[0] in LEVELS


def searches_together(name: str) -> bool:
    """Whether this bot's search may be spread over several processes."""
    return split(name)[0] == "expert"


def stand_in(game: Game) -> Bot:
    """Make the bot that moves for another one that can't: quick, and never at a loss."""
    return PolicyBot(game)


def bot_names(game: Game) -> list[str]:
    """List the bots that can play this game."""
    extra = [bot.example for bot in descriptor_of(game.id).bots]
    return [RandomBot.name, *extra, PolicyBot.name, *LEVELS, WITH_MANNER, ANY_COMMAND]


def check_bot(name: str) -> None:
    """Raise BadBot for a name that means no bot in any game, where the game is not known yet."""
    if name.startswith(EXEC):
        _check_command(name)
        return
    extra = [bot for descriptor in DESCRIPTORS.values() for bot in descriptor.bots]
    common = (RandomBot.name, PolicyBot.name, *LEVELS)
    if name not in common and not is_level(name) and not any(bot.answers_to(name) for bot in extra):
        names = (*common, WITH_MANNER, *(bot.example for bot in extra))
        raise BadBot(f"There is no bot {name!r}; there are {', '.join(names)} and {ANY_COMMAND}.")


def _check_command(name: str) -> None:
    try:
        split_command(name.removeprefix(EXEC))
    except BadCommand as error:
        raise BadBot(str(error)) from None


def make_bot(name: str, game: Game) -> Bot:
    """Make the bot of this name for this game; raises BadBot, which lists the names there are."""
    if is_level(name):
        return LevelBot(name, game)
    if name == PolicyBot.name:
        return PolicyBot(game)
    if name == RandomBot.name:
        return RandomBot()
    try:
        if name.startswith(EXEC):
            return ExternalBot(name.removeprefix(EXEC), stand_in(game))
        for extra in descriptor_of(game.id).bots:
            if extra.answers_to(name):
                return extra.make(name.partition(":")[2])
    except (BadCommand, BadArgument) as error:
        raise BadBot(str(error)) from None
    raise BadBot(f"There is no bot {name!r} for {game.title}; there are {', '.join(bot_names(game))}.")
