"""Who sits where at a table, and who of them is away."""

from dataclasses import dataclass

from bots.manners import next_bots, split
from net.messages import SeatLine
from net.sleep import Sleep
from net.values import SeatKind


@dataclass(slots=True)
class Seat:
    """One place: a person or a program with an identity, a bot with a level, or nobody.

    `person` is who answers for the identity: the same, or whoever runs the program. `kept` says that a bot plays for
    somebody who is away; `elsewhere` that they are still in the house, `left` that they went on purpose, `missed` that
    it was told, and `strolled` that it was told since their last move; `done` that they went after the end of the game.
    `sleep` is when they sleep, where the table lets
    that count.
    """

    identity: str = ""
    person: str = ""
    name: str = ""
    level: str = ""
    program: bool = False
    away_since: float | None = None
    kept: bool = False
    elsewhere: bool = False
    left: bool = False
    missed: bool = False
    strolled: bool = False
    done: bool = False
    again: bool = False
    sleep: Sleep | None = None

    @property
    def kind(self) -> SeatKind:
        """What sits here."""
        if self.identity:
            return SeatKind.PROGRAM if self.program else SeatKind.PERSON
        return SeatKind.BOT if self.level else SeatKind.FREE

    @property
    def bot(self) -> str:
        """Which bot plays here: one of the cast, or of an older table its level."""
        return self.name if split(self.name)[1] is not None else self.level

    @property
    def here(self) -> bool:
        """Whether somebody sits here and is not away."""
        return bool(self.identity) and self.away_since is None

    @property
    def in_house(self) -> bool:
        """Whether somebody sits here, or is at another table or in the lobby and may be asked."""
        return self.here or self.elsewhere

    def line(self, host: str, now: float, grace: int | None) -> SeatLine:
        """Describe the seat for everybody; identities stay in the house."""
        away = None if self.away_since is None else round(now - self.away_since, 1)
        waits = away is not None and grace is not None and not self.kept and not self.elsewhere
        return SeatLine(
            kind=self.kind,
            name=self.name,
            level=self.level,
            host=bool(self.identity) and self.identity == host,
            away=away,
            elsewhere=self.elsewhere,
            bot_in=round(max(0.0, grace - away), 1) if waits and away is not None and grace is not None else None,
            kept=self.kept,
            again=self.again,
        )


class Seats(list[Seat]):
    """All seats of a table, in order of play."""

    def __init__(self, number: int) -> None:
        super().__init__(Seat() for _ in range(number))

    def of(self, identity: str) -> int | None:
        """Return the seat that somebody has here."""
        return next((number for number, seat in enumerate(self) if identity and seat.identity == identity), None)

    def expects(self, identity: str) -> bool:
        """Whether somebody has a seat here and did not leave it on purpose."""
        number = self.of(identity)
        return number is not None and not self[number].left

    def free(self) -> list[int]:
        """List the seats that nobody has."""
        return [number for number, seat in enumerate(self) if seat.kind is SeatKind.FREE]

    def held(self) -> list[Seat]:
        """List the seats that people and programs have."""
        return [seat for seat in self if seat.identity]

    @property
    def bots(self) -> tuple[str, ...]:
        """Which bot sits at each seat, with nothing for people and free seats."""
        return tuple(seat.bot if seat.kind is SeatKind.BOT else "" for seat in self)

    def bot_names(self, level: str, count: int) -> list[str]:
        """Name the next bots that sit down, none of whom is here already."""
        return next_bots([level] * count, [seat.name for seat in self if seat.kind is SeatKind.BOT])
