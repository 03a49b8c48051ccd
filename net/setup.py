"""What is agreed on beforehand: for a table by whoever opens it, for a house by its owner."""

from dataclasses import dataclass, field
from math import inf
from typing import Annotated

import msgspec

from bots.bot import LEVELS
from engines.game import BadSetup, Game
from engines.games import find
from engines.match import Match
from net.limits.house_limits import HouseLimits

MOST_GAMES = 99
DAYS = (1, 3, 7)
DAY = 86_400
FIRST_SEATS, FIRST_LEVEL = 3, "beginner"

Level = Annotated[str, msgspec.Meta(max_length=12)]
Seconds = Annotated[int, msgspec.Meta(ge=0, le=86_400)]


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """A table's game and how it is played there.

    `match` is 0 for single games, else the number of games in a row; a game whose matches have a measure of their own
    only asks whether there is one.
    `clock` is the seconds a turn may take, `grace` the seconds after which a bot of the level `keeper` plays for
    somebody who is away; None is for ever. `bots` sit down at once, on the last seats; after `fill` seconds of waiting
    those of the keeper's level take the free ones, and the cards are dealt.
    A turn may also take so many `days`: then nobody has to be there, and with `nights` no turn ends in the sleep of
    whoever is to move. `daily` is the day whose deal is played, once; only the house sets such a table up.
    """

    game: Annotated[str, msgspec.Meta(max_length=20)]
    seats: Annotated[int, msgspec.Meta(ge=1, le=12)]
    variant: Annotated[str, msgspec.Meta(max_length=20)] = ""
    match: Annotated[int, msgspec.Meta(ge=0, le=MOST_GAMES)] = 0
    title: Annotated[str, msgspec.Meta(max_length=200)] = ""
    bots: Annotated[tuple[Level, ...], msgspec.Meta(max_length=12)] = ()
    keeper: Level = "medium"
    clock: Seconds | None = None
    grace: Seconds | None = 60
    public: bool = True
    spectators: bool = True
    memory_aid: bool = False
    hints: bool = False
    take_back: bool = False
    fill: Seconds | None = None
    days: Annotated[int, msgspec.Meta(ge=0, le=DAYS[-1])] = 0
    nights: bool = False
    daily: Annotated[str, msgspec.Meta(max_length=10)] = ""

    @property
    def by_day(self) -> bool:
        """Whether turns take days; what follows from it a table's clock and presence know."""
        return self.days > 0

    @property
    def turn(self) -> int | None:
        """The seconds that a turn may take; None is for ever."""
        return self.days * DAY or self.clock

    @property
    def wish(self) -> float:
        """The seconds that a wish for the next game of a match may take; only where turns take days it has an end."""
        return self.days * DAY or inf

    @property
    def options(self) -> dict[str, str]:
        """The options as the game knows them."""
        return {"variant": self.variant} if self.variant else {}

    def new_match(self, game: Game) -> Match | None:
        """Begin the match, where one is played."""
        return Match(game, self.seats, self.match) if self.match else None


@dataclass(slots=True)
class HouseRules:
    """What the owner of a house settles, in seconds and numbers.

    In one's own house (`own`) seeds, records from files and new names are taken. `pace` is how long a bot waits after a
    move that told one thing, `news` how often the lobby is told again, and `retry` how soon a log that could not be
    written is tried again. A table where nobody is for `rest` is put away, until somebody wants to be there; every
    `look` those are brought back where a turn of days has ended. `limits` are what everybody else than its owner may
    do.
    """

    own: bool = False
    pace: float = 0.35
    news: float = 0.2
    retry: float = 2.0
    rest: float = 120.0
    look: float = 60.0
    limits: HouseLimits = field(default_factory=HouseLimits)


def check(setup: Setup) -> Game:
    """Return the game that is to be played, or raise BadSetup with what is wrong with the plan."""
    game = find(setup.game)
    game.check(setup.seats, setup.options)
    for level in (*setup.bots, setup.keeper):
        if level not in LEVELS:
            raise BadSetup(f"There is no bot {level!r}; there are {', '.join(LEVELS)}.")
    if len(setup.bots) >= setup.seats:
        raise BadSetup(f"{len(setup.bots)} bots leave you no seat at a table of {setup.seats}.")
    if setup.clock == 0:
        raise BadSetup("A turn needs at least a second.")
    if setup.days and setup.days not in DAYS:
        raise BadSetup("A turn may take 1, 3 or 7 days.")
    if setup.days and setup.clock is not None:
        raise BadSetup("A turn takes days or has a clock of seconds, not both.")
    if setup.nights and not setup.days:
        raise BadSetup("Sleep counts only where a turn takes days.")
    return game


def first_setup(game: str, *, own: bool) -> Setup:
    """A table for somebody's first game: small, against bots that slip often, with all the help there is."""
    possible = find(game).seats
    seats = next((seats for seats in possible if seats >= FIRST_SEATS), possible[-1])
    setup = Setup(
        game=game,
        seats=seats,
        bots=(FIRST_LEVEL,) * (seats - 1),
        public=False,
        memory_aid=True,
        hints=True,
    )
    return own_setup(setup) if own else setup


def own_setup(setup: Setup) -> Setup:
    """The same table in one's own house: it gives hints and takes moves back, and lets nobody else in."""
    return msgspec.structs.replace(
        setup,
        grace=None,
        public=False,
        spectators=False,
        hints=True,
        take_back=True,
        clock=None,
        fill=None,
        days=0,
        nights=False,
    )
