"""What a client and a house say to each other from the first word to the last, as a state machine without a clock.

It is fed with messages and with what happens to the line, each at a time `now` of any clock that runs forward; it says
which messages it wants sent (`take`) and when to dial (`dial_at`), and tells a Listener what has changed. `client.py`
runs one over a Link.
"""

from collections.abc import Iterable
from typing import Protocol

from engines.wire import Message
from engines.words import N_
from net.client.luck import OwnLuck
from net.client.notices import Lookout, Notice
from net.client.seen_table import SeenTable, Unreadable
from net.messages import (
    Enter,
    Goodbye,
    Leave,
    LobbyChange,
    LobbyUpdate,
    Open,
    PlayNow,
    PlayOn,
    Refused,
    Sit,
    Start,
    TableLine,
    TalkLine,
    Update,
    Watch,
    Welcome,
    YourTables,
)
from net.messages.daily import DailySheet, PlayDaily
from net.values import Phase, SeatKind

FIRST_RETRY = 1.0
LONGEST_RETRY = 16.0
TALK_SHOWN = 50

TOO_NEW = N_("The game at that table needs a newer Tablée than this one")

Wish = Sit | Watch | Open | PlayNow | PlayOn | PlayDaily
"""What leads to a table."""


class Listener(Protocol):
    """Whoever is told what a conversation comes to."""

    def welcomed(self, welcome: Welcome) -> None:
        """The house has let us in; without a name one must be chosen first."""

    def sat_down(self, table: SeenTable) -> None:
        """We see a table, and have not seen it before."""

    def left_table(self, why: Refused | None) -> None:
        """We are in the lobby again: because the house led us there, or where `why` says so because we can't stay."""

    def refused(self, refused: Refused) -> None:
        """Something we asked for was refused."""

    def heard(self, message: Message) -> None:
        """The house has said something else; what it tells of table and lobby is already in the conversation."""

    def noticed(self, notice: Notice) -> None:
        """Something concerns us, here or at another of our tables."""

    def cut_off(self, seconds: float) -> None:
        """There is no line now, and it will be dialled in so many seconds."""

    def ended(self, goodbye: Goodbye | None) -> None:
        """The house has said goodbye for good, or has gone without a word."""


class Conversation:
    """One client's side of the talk with a house.

    `errand` is what they came for: it is asked as soon as they have a name. In one's own house (`own`) a full table is
    dealt at once, and nobody is led back to where they dropped out. Who `returns` dials again when the line is cut, and
    asks for the table where they were; they are on a machine of their own, which adds to the luck of every deal. `wish`
    is a table that was asked for and has not been shown yet; `mine` are the tables where we have a seat, but for the
    one where we are.
    """

    def __init__(
        self,
        listener: Listener,
        *,
        name: str = "",
        errand: Message | None = None,
        own: bool = False,
        program: bool = False,
        returns: bool = False,
    ) -> None:
        self.welcome: Welcome | None = None
        self.lobby: LobbyUpdate | None = None
        self.table: SeenTable | None = None
        self.mine: dict[str, TableLine] = {}
        self.goodbye: Goodbye | None = None
        self.wish = errand
        self.dial_at: float | None = None
        self.online = False
        self.over = False
        self._listener = listener
        self._name = name
        self._own = own
        self._program = program
        self._returns = returns
        self._to_say: list[Message] = []
        self._inside = False
        self._absent = False
        self._unreadable = ""
        self._tries = 0
        self._luck = OwnLuck()
        self._lookout = Lookout()

    def take(self) -> list[Message]:
        """What is to be sent now; asked again it is nothing until something happens."""
        said, self._to_say = self._to_say, []
        return said

    def say(self, message: Message) -> None:
        """Tell the house something; without a line it is lost."""
        if not self.online:
            return
        if isinstance(message, Wish):
            self.wish = message
            if not self._inside and not isinstance(message, Watch):
                # It is asked once we are in; who is quicker than the house's welcome would ask for it twice.
                return
        self._to_say.append(message)

    def end(self) -> None:
        """Hang up: from now on nothing is said or heard."""
        self.over = True

    def dialled(self, now: float) -> None:
        """There is a line to the house."""
        self.online = True
        self.dial_at = None
        self.goodbye = None
        # A code is known to the house once its guest has a name.
        resume = self.welcome.resume if self.welcome is not None and self.welcome.name else ""
        self._to_say = [
            Enter(
                name=self._name, resume=resume, program=self._program, changes=True, reviews=True, tables=not self._own
            )
        ]

    def dial_failed(self, now: float) -> None:
        """Nobody answers."""
        self._wait(now)

    def cut(self, now: float) -> None:
        """The line has ended."""
        if self.over:
            return
        if self._inside and isinstance(self.wish, Open | PlayNow | PlayOn):
            # Nobody knows whether that table was opened; if it was, the next Welcome names it.
            self.wish = None
        self.online = self._inside = False
        self._to_say = []
        if not self._returns or (self.goodbye is not None and self.goodbye.final):
            self.over = True
            self._listener.ended(self.goodbye)
            return
        if self.table is not None:
            self._absent = True
            self.wish = _way_back(self.table)
        self._wait(now)

    def _wait(self, now: float) -> None:
        seconds = min(FIRST_RETRY * 2**self._tries, LONGEST_RETRY)
        self._tries += 1
        self.dial_at = now + seconds
        self._listener.cut_off(seconds)

    def hear(self, message: Message, now: float) -> None:
        """Take in what the house says."""
        if self.over:
            return
        if isinstance(message, Update):
            self._hear_table(message, now)
        elif isinstance(message, LobbyUpdate):
            self._hear_lobby(message)
        elif isinstance(message, LobbyChange):
            if self.lobby is not None:
                self._hear_lobby(changed(self.lobby, message), message.talk)
        elif isinstance(message, Welcome):
            self._hear_welcome(message)
        elif isinstance(message, Refused):
            self._hear_refusal(message)
        else:
            self._hear_other(message)

    def _hear_other(self, message: Message) -> None:
        if isinstance(message, YourTables):
            self._hear_of_mine(message.tables)
        elif isinstance(message, Goodbye):
            self.goodbye = message
        elif isinstance(message, DailySheet) and isinstance(self.wish, PlayDaily):
            self.wish = None  # it was played before
        self._listener.heard(message)

    def _hear_welcome(self, welcome: Welcome) -> None:
        self.welcome = welcome
        self._name = welcome.name or self._name
        self._tries = 0
        # Whoever only looks on needs no name.
        comes_in = (bool(welcome.name) or isinstance(self.wish, Watch)) and not self._inside
        if comes_in:
            self._inside = True
            if self.wish is None and welcome.table and not self._own:
                self.wish = Sit(code=welcome.table)
            if self.wish is not None:
                self._to_say.append(self.wish)
        self._listener.welcomed(welcome)

    def _hear_table(self, update: Update, now: float) -> None:
        if update.code == self._unreadable:
            return
        known = self.table if self.table is not None and self.table.code == update.code else None
        try:
            if known is not None:
                known.hear(update, now)
            else:
                self.table = SeenTable(update, now)
        except Unreadable:
            self._turn_away(update.code)
            return
        self.wish = None
        self._absent = False
        if self._returns and (added := self._luck.answer(update)) is not None:
            self._to_say.append(added)
        self.mine.pop(update.code, None)
        if known is not None:
            self._listener.heard(update)
        elif self.table is not None:
            self._sit_down(self.table)
        if self.table is not None:
            self._tell(self._lookout.look_at(self.table, self._name))

    def _hear_of_mine(self, tables: Iterable[TableLine]) -> None:
        # At a table the house leaves out the one where we are, or to which it has just led us.
        self.mine = {line.code: line for line in tables if line.seat is not None}
        self._tell(self._lookout.look(self.mine, "" if self.table is None else self.table.code))

    def _tell(self, notices: Iterable[Notice]) -> None:
        if not self._own:
            for notice in notices:
                self._listener.noticed(notice)

    def _sit_down(self, table: SeenTable) -> None:
        free = any(seat.kind == SeatKind.FREE for seat in table.update.seats)
        if self._own and table.update.phase == Phase.WAITING and not free:
            self._to_say.append(Start())
        self._listener.sat_down(table)

    def _turn_away(self, code: str) -> None:
        """Leave a table that this program can't follow."""
        self._unreadable = code
        self.wish = None
        self._to_say.append(Leave())
        why = Refused(about="sit", text=TOO_NEW, values={})
        if self.table is None:
            self._listener.refused(why)
        else:
            self._leave_table(why)

    def _leave_table(self, why: Refused | None) -> None:
        self.table = None
        self._absent = False
        self._listener.left_table(why)

    def _hear_lobby(self, lobby: LobbyUpdate, said: Iterable[TalkLine] = ()) -> None:
        self.lobby = lobby
        self._unreadable = ""
        if self.table is not None and not self._absent:
            self._leave_table(None)
        if not self.over:
            self._hear_of_mine(lobby.tables)
            self._listener.heard(lobby)
            self._tell(self._lookout.listen(said, self._name))

    def _hear_refusal(self, refused: Refused) -> None:
        answers_wish = self.wish is not None and refused.about == type(self.wish).__struct_config__.tag
        if answers_wish:
            self.wish = None
        if self.table is not None:
            if answers_wish and self._absent:
                self._leave_table(refused)
                return
            self.table.reopen()
        self._listener.refused(refused)


def changed(lobby: LobbyUpdate, change: LobbyChange) -> LobbyUpdate:
    """Return the lobby as it is after a change; of the talk only the latest lines stay."""
    tables = {line.code: line for line in lobby.tables if line.code not in change.gone}
    tables |= {line.code: line for line in change.tables}
    talk = (*lobby.talk, *change.talk)[-TALK_SHOWN:]
    return LobbyUpdate(tables=tuple(tables.values()), people=change.people, talk=talk, programs=change.programs)


def _way_back(table: SeenTable) -> Sit | Watch:
    """What brings somebody back to a table: to their seat, or to those who watch."""
    return Watch(code=table.code) if table.seat is None else Sit(code=table.code)
