"""The bots as characters: each has a name, a phrase, and a style that it really plays, whatever its level.

A bot at a table is called by its level and its name, `hard-Renard`: whoever reads a record knows how strong it was.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bots.advice import Advice
from bots.bot import LEVELS
from engines.words import N_

STEADY, BOLD, WARY, TEASING = "steady", "bold", "wary", "teasing"
"""The styles: the rule as it is, waiting for more, playing safe, and playing against the others."""

# A bot that searches follows its style where that costs no more of the win than this, and was tried well enough.
GIVEN_AWAY = 0.02
RARE = 10


@dataclass(frozen=True, slots=True)
class Manner:
    """Who a bot is; the phrase is translated where it is read."""

    name: str
    style: str
    phrase: str


CAST = (
    Manner("Octave", STEADY, N_("By the book, and the book is good.")),
    Manner("Balthazar", BOLD, N_("One more can't hurt.")),
    Manner("Prudence", WARY, N_("I'd rather be safe.")),
    Manner("Renard", TEASING, N_("Nothing personal, of course.")),
    Manner("Bergamote", STEADY, N_("Each card in its place.")),
    Manner("Zephyr", BOLD, N_("Why think twice?")),
    Manner("Anatole", WARY, N_("Slowly, slowly.")),
    Manner("Cassandre", TEASING, N_("I saw that coming, for you.")),
    Manner("Melchior", STEADY, N_("I count what can be counted.")),
    Manner("Pistache", BOLD, N_("Luck is shy, one has to call it.")),
    Manner("Camomille", WARY, N_("I keep a little for later.")),
    Manner("Ronce", TEASING, N_("What is yours looks better.")),
)
NAMES = tuple(manner.name for manner in CAST)
MANNERS = {manner.name: manner for manner in CAST}


def split(bot: str) -> tuple[str, Manner | None]:
    """A bot's level and who it is; any other bot is its own level and nobody."""
    level, dash, name = bot.partition("-")
    if dash and level in LEVELS and name in MANNERS:
        return level, MANNERS[name]
    return bot, None


def next_bots(levels: Sequence[str], seated: Iterable[str] = ()) -> list[str]:
    """Name bots of these levels who sit down beside those who are `seated`; nobody is there twice."""
    here = {manner.name for manner in (split(bot)[1] for bot in seated) if manner is not None}
    found: list[str] = []
    for level in levels:
        # Each level begins with others of the cast, so that a new level is new company.
        first = 2 * LEVELS.index(level) if level in LEVELS else 0
        name = next(name for name in (*NAMES[first:], *NAMES[:first]) if name not in here)
        here.add(name)
        found.append(f"{level}-{name}")
    return found


def lean(advice: Advice, liked: str) -> Advice:
    """Follow a style where the search found that it costs next to nothing."""
    by_move = {judged.move: judged for judged in advice.choices}
    best, other = by_move[advice.move], by_move[liked]
    if other is best or other.visits * RARE < best.visits or best.win - other.win > GIVEN_AWAY:
        return advice
    choices = [judged for judged in advice.choices if judged is not other]
    return Advice(liked, (other, *choices), advice.iterations, advice.seconds)
