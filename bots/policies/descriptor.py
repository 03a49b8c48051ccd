"""What one game tells the floor of bots about itself: its rule, its Mind, how careful its levels are, its own bots."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from bots.bot import Bot, Budget
from bots.policies.base import Mind, Policy, Uniform
from engines.game import Game
from engines.view import Turn, View


class BadArgument(ValueError):
    """What follows the colon of a bot's name makes no sense to that bot; the message is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Care:
    """How carefully a level plays: the share of moves it makes without thinking, and how long it thinks otherwise.

    With no budget it plays by the game's policy and does not search.
    """

    slips: float = 0.0
    budget: Budget | None = None


# For a game whose rule is no better than luck every level must search; a game with a good rule sets its own.
USUAL_CARE = {
    "beginner": Care(slips=0.6, budget=Budget(iterations=50)),
    "easy": Care(slips=0.3, budget=Budget(iterations=50)),
    "medium": Care(slips=0.1, budget=Budget(iterations=50)),
    "hard": Care(budget=Budget(iterations=150)),
    "expert": Care(budget=Budget(seconds=1.0)),
}


@dataclass(frozen=True, slots=True)
class ExtraBot:
    """A bot that one game alone has: `make` is given what follows the colon of its name.

    `argument` is an example of that, or empty for a bot that takes none. `make` raises BadArgument for what it can't
    use.
    """

    name: str
    make: Callable[[str], Bot]
    argument: str = ""

    @property
    def example(self) -> str:
        """A whole name that makes such a bot, for lists and help."""
        return f"{self.name}:{self.argument}" if self.argument else self.name

    def answers_to(self, name: str) -> bool:
        """Whether a name means this bot, whatever its argument is worth."""
        kind, colon, _ = name.partition(":")
        return kind == self.name and (bool(self.argument) or not colon)


@dataclass(frozen=True, slots=True)
class Descriptor:
    """All that is said about a game outside its folder; the defaults play any game that has an engine.

    `care` names only the levels that differ from the usual ones. `styles` are other ways to play the rule that a
    bot may have (see bots.manners); one that is missing plays it as it is.
    """

    policy: Callable[[], Policy] = Uniform
    mind: Callable[[Game, View, Sequence[Turn]], Mind] = Mind
    care: Mapping[str, Care] = field(default_factory=dict)
    bots: tuple[ExtraBot, ...] = ()
    styles: Mapping[str, Callable[[], Policy]] = field(default_factory=dict)

    def care_of(self, level: str) -> Care:
        """How carefully a level plays this game."""
        return self.care.get(level, USUAL_CARE[level])

    def policy_in(self, style: str) -> Policy:
        """The rule as somebody with this style plays it."""
        return self.styles.get(style, self.policy)()
