"""What a table asks of those who have seats there: to be there together, or where turns take days to come when they
like.

It is chosen once from the setup, as the clock is, and who asks need not know which of them is asked.
"""

from collections.abc import Container, Sequence
from typing import TYPE_CHECKING, Protocol

from msgspec.structs import replace

from net.messages import SeatLine
from net.setup import Setup
from net.tables.seats import Seat
from net.values import Phase

if TYPE_CHECKING:
    from net.tables.table import Table


class Presence(Protocol):
    """Who is missed at a table, who is asked, and who may come."""

    @property
    def misses(self) -> bool:
        """Whether whoever is away is missed, and everybody told of it."""
        ...

    def grace(self, setup: Setup) -> int | None:
        """The seconds after which a bot plays for somebody who is away; None is for ever."""
        ...

    def comes(self, seat: Seat) -> bool:
        """Whether somebody who is away plays the next game, so that no bot begins it for them."""
        ...

    def asked(self, seats: Sequence[Seat]) -> list[Seat]:
        """Of those who have seats, whose wish for another game counts; nobody's while none is to be dealt."""
        ...

    def told(self, line: SeatLine) -> SeatLine:
        """A seat's line as everybody may read it."""
        ...

    def awaits(self, table: "Table", present: Container[str]) -> bool:
        """Whether people may come to a table at any time, of whom some are `present` in the house."""
        ...


class Together:
    """They play at the same time: who is away is missed, and who is elsewhere in the house may come."""

    misses = True

    def grace(self, setup: Setup) -> int | None:
        """As was settled."""
        return setup.grace

    def comes(self, seat: Seat) -> bool:
        """Whether they are in the house and have wished for it."""
        return seat.elsewhere and seat.again

    def asked(self, seats: Sequence[Seat]) -> list[Seat]:
        """All who are in the house, as long as one of them is at the table."""
        return [seat for seat in seats if seat.in_house] if any(seat.here for seat in seats) else []

    def told(self, line: SeatLine) -> SeatLine:
        """With all that it tells."""
        return line

    def awaits(self, table: "Table", present: Container[str]) -> bool:
        """Whether somebody who has a seat is in the house."""
        return any(seat.identity in present for seat in table.seats.held())


class Apart:
    """Each plays in their own time: nobody is missed, and all who have seats are asked, wherever they are."""

    misses = False

    def grace(self, setup: Setup) -> int | None:
        """For ever."""

    def comes(self, seat: Seat) -> bool:
        """They have days for it."""
        return True

    def asked(self, seats: Sequence[Seat]) -> list[Seat]:
        """All of them."""
        return list(seats)

    def told(self, line: SeatLine) -> SeatLine:
        """Without a word on who is away."""
        return replace(line, away=None, elsewhere=False)

    def awaits(self, table: "Table", present: Container[str]) -> bool:
        """Whether it hangs in the lobby, for anybody."""
        return table.phase is Phase.WAITING and table.setup.public


def presence_of(setup: Setup) -> Presence:
    """What a table of this setup asks."""
    return Apart() if setup.by_day else Together()
