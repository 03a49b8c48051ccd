"""A table, as its log tells it: it changes only by `apply`, and a table brought back went through the same.

What may happen is decided in `seating` and `turns`: they return the entries that would happen and change nothing. The
croupier stores them and hands each to `apply`, so what is not stored has never happened. Who is away is not in the
log: after a restart everybody is. `now` is always the table's own time. What `clock` counts and what `presence` asks of
people was chosen with the setup: where turns take days it is the time of day, and nobody is missed.
"""

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from engines.chance import Chance, ChanceMismatch, LiveChance
from engines.game import BadSetup, IllegalMove
from engines.record import BadRecord
from engines.view import Event
from engines.words import N_
from net.daily import proof_of
from net.messages import MatchStanding, TalkLine, WatchLine
from net.setup import check
from net.tables import entries as log
from net.tables.backlog import Backlog
from net.tables.clock import clock_of
from net.tables.live import LiveGame
from net.tables.presence import presence_of
from net.tables.promises import Deals
from net.tables.seats import Seat, Seats
from net.values import MovedBy, Phase

PROGRAM_CLOCK = 30
SOMEBODY = N_("a player")
HELD = N_("The table's owner has paused the game")


@dataclass(frozen=True, slots=True)
class BotTurn:
    """A move that a bot has to make: of what level, in whose place, and which bot it is."""

    seat: int
    seq: int
    level: str
    by: MovedBy
    bot: str = ""


class Spoken(NamedTuple):
    """A line of talk, and the identity of whoever said it; of a line of before nobody knows."""

    line: TalkLine
    by: str = ""

    def without(self, identity: str) -> "Spoken":
        """The same line, or an empty one where it was said by somebody who is to be forgotten."""
        return Spoken(TalkLine(name="", text="")) if self.by == identity else self


class Table:
    """Seats, games and talk.

    `seq` numbers the states of play, `number` the games, and `chapter` changes when the history does not just grow.
    `answered` remembers each seat's last move and the state it answered, `dealt_in` who has held which seat since the
    cards of this game were dealt, by person. `paused` is why the house can't go on, `held` that whoever hosts does not
    want to, `silent` that those who watch don't speak, and `forgot` that somebody in the log wants to be forgotten.
    `deals` are those that can be checked. `turn_since` is when the turn began, `votes` are the seats that want a bot to
    play it. `watching` names who looks on.
    """

    def __init__(self, opened: log.Opened, luck: Chance | None = None) -> None:
        self.code = opened.code
        self.setup = opened.setup
        self.game = check(opened.setup)
        if opened.format != log.FORMAT or opened.rules != self.game.version:
            raise log.BadLog(f"The table {self.code} was left by another version of the program.")
        self.owner = opened.owner
        self.luck = luck or LiveChance()
        self.seats = Seats(self.setup.seats)
        self.match = self.setup.new_match(self.game)
        self.live: LiveGame | None = None
        self.number = 0
        self.seq = 0
        self.chapter = 0
        self.answered: dict[int, tuple[int, str]] = {}
        self.dealt_in: dict[str, int] = {}
        self.events: Backlog[Event] = Backlog()
        self.talk: Backlog[Spoken] = Backlog()
        self.paused = ""
        self.held = False
        self.deals = Deals(self.code, self.game, self.setup.seats, promises=opened.promises)
        self.silent = False
        self.forgot = False
        self.votes: set[int] = set()
        self.closed = False
        self.watching: list[WatchLine] = []
        self._announced: set[str] = set()
        self.clock = clock_of(opened.setup, opened.at)
        self.presence = presence_of(opened.setup)
        self.turn_since = opened.at
        self._opened_at = opened.at

    @classmethod
    def restore(cls, entries: Sequence[log.Entry]) -> "Table":
        """Bring a table back from its log; everybody is away until they come in again."""
        if not entries or not isinstance(entries[0], log.Opened):
            raise log.BadLog("The log does not begin with the opening of a table.")
        try:
            table = cls(entries[0])
            for entry in entries[1:]:
                table.apply(entry)
            table.clock = clock_of(table.setup, entries[-1].at)
        except (IllegalMove, BadRecord, BadSetup, ChanceMismatch) as error:
            raise log.BadLog(f"The log does not fit the rules: {error}") from None
        for seat in table.seats.held():
            seat.away_since = entries[-1].at
        return table

    @property
    def phase(self) -> Phase:
        """How far the game is."""
        if self.live is None:
            return Phase.WAITING
        return Phase.OVER if self.live.over else Phase.PLAYING

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, and no other follows it in a match."""
        return self.phase is Phase.OVER and (self.match is None or self.match.over)

    @property
    def is_done_with(self) -> bool:
        """Whether everybody went on after the end, and nobody waits for another game."""
        return self.is_over and all(seat.done and not seat.again for seat in self.seats.held())

    @property
    def host(self) -> str:
        """Who may start and fill: the owner, or while they are away the first person who is here."""
        here = [seat.identity for seat in self.seats if seat.here]
        return self.owner if self.owner in here or not here else here[0]

    @property
    def stands(self) -> str:
        """Why play stands still; empty while it goes on."""
        return self.paused or (HELD if self.held else "")

    @property
    def attended(self) -> bool:
        """Whether anybody who has a seat is here."""
        return any(seat.here for seat in self.seats)

    @property
    def played_on(self) -> bool:
        """Whether the game began in the middle of an older one."""
        return self.live is not None and self.live.recording.played_on is not None

    @property
    def rematch_due(self) -> bool:
        """Whether everybody who is asked wants another game."""
        asked = self.asked
        return self.phase is Phase.OVER and bool(asked) and all(seat.again for seat in asked)

    @property
    def asked(self) -> list[Seat]:
        """Whose wish for another game counts."""
        return self.presence.asked(self.seats.held())

    @property
    def next_game_at(self) -> float:
        """When the next game of a match is dealt for which somebody, who may take days for it, has not wished yet."""
        waits = self.phase is Phase.OVER and self.match is not None and not self.match.over
        return self.clock.end(self.turn_since, self.setup.wish, None) if waits else float("inf")

    @property
    def fill_at(self) -> float:
        """When bots take the free seats of a table that waits for people; never where nobody settled that."""
        waits = self.live is None and self.setup.fill is not None and not self.stands
        return self._opened_at + self.setup.fill if waits and self.setup.fill is not None else float("inf")

    def deal_due(self, now: float) -> bool:
        """Whether cards are to be dealt for which everybody was asked."""
        return self.deals.due_at <= now and not self.seats.free()

    @property
    def players(self) -> list[str]:
        """Name everybody as a record does."""
        return [seat.name or self.setup.keeper for seat in self.seats]

    def standing(self) -> MatchStanding | None:
        """How the match stands, where one is played."""
        match = self.match
        if match is None:
            return None
        return MatchStanding(
            games=match.games or 0,
            scores=tuple(result.scores for result in match.results),
            totals=tuple(match.totals),
            over=match.over,
            winners=tuple(match.winners) if match.over else (),
        )

    def come(self, identity: str, now: float) -> None:
        """Note that somebody is here; a seat that a bot has kept is handed back, with a full clock."""
        number = self.seats.of(identity)
        if number is None:
            return
        seat = self.seats[number]
        if seat.kept or seat.missed:
            self._tell("back", number, N_("is back"))
        if seat.kept:
            self._wind_up(number, now)
        seat.away_since = None
        seat.kept = seat.left = seat.missed = seat.elsewhere = seat.done = False

    def go(self, identity: str, now: float, *, on_purpose: bool = False, present: bool = False) -> None:
        """Note that somebody is away, and tell why; their seat is held, and their clock runs.

        Who is still `present` in the house is not missed: that they go round their tables is told once for each move.
        """
        number = self.seats.of(identity)
        if number is None:
            return
        seat = self.seats[number]
        self.expect(identity, now, present=present)
        seat.left = on_purpose
        seat.done = on_purpose and self.is_over
        if not on_purpose and not present:
            self._miss(number, N_("has lost the connection"))
        elif not seat.strolled:
            seat.strolled = True
            self._miss(number, N_("goes elsewhere in the house and keeps the seat"))

    def _miss(self, number: int, why: str) -> None:
        if self.presence.misses:
            self.seats[number].missed = True
            self._tell("gone", number, why)

    def expect(self, identity: str, now: float, *, present: bool = False) -> None:
        """Note that somebody who has a seat here is not here yet."""
        number = self.seats.of(identity)
        if number is not None:
            self.seats[number].away_since = now
            self.seats[number].elsewhere = present

    def heed(self, identity: str, now: float, *, present: bool) -> bool:
        """Note that somebody away has come into the house, or left it, when their grace begins; true for news."""
        number = self.seats.of(identity)
        if number is None or self.seats[number].here or self.seats[number].elsewhere == present:
            return False
        seat = self.seats[number]
        seat.elsewhere = present
        if not present:
            seat.away_since = now
            self._miss(number, N_("has left the house"))
        return True

    def watch(self, watching: list[WatchLine]) -> None:
        """Note who looks on; it is told once in a game, because whoever comes and goes must not fill the log."""
        self.watching = watching
        for name in (who.name for who in watching if who.name not in self._announced):
            self._announced.add(name)
            self.events.add(Event("watches", None, N_("watches"), name=name))

    def tick(self, now: float) -> bool:
        """Let bots keep the seats of those who are away for too long; true where anything changed."""
        overdue = [number for number, seat in enumerate(self.seats) if self._grace_end(seat) <= now]
        for number in overdue:
            self._keep(number)
        return bool(overdue)

    def _keep(self, number: int) -> None:
        self.seats[number].kept = True
        self._tell("away", number, N_("is away, a bot plays"))

    def _grace_end(self, seat: Seat) -> float:
        waits = seat.away_since is not None and not (seat.kept or seat.elsewhere) and self.phase == "playing"
        if not waits or seat.away_since is None or self.setup.grace is None:
            return float("inf")
        return seat.away_since + self.setup.grace

    @property
    def deadline(self) -> float | None:
        """The time at which a bot moves for the person to act; a program always has one."""
        if self.live is None or self.live.over:
            return None
        seat = self.seats[self.live.turn]
        seconds = self.setup.turn or (PROGRAM_CLOCK if seat.program else None)
        if seconds is None or seat.kept or not seat.identity:
            return None
        return self.clock.end(self.turn_since, seconds, seat.sleep if self.setup.nights else None)

    def _wind_up(self, number: int, now: float) -> None:
        if self.live is not None and self.live.turn == number:
            self.turn_since = now

    def wake(self) -> float:
        """Return the next time at which something happens by itself."""
        deadline = float("inf") if self.deadline is None else self.deadline
        graces = (self._grace_end(seat) for seat in self.seats)
        return min(deadline, self.deals.due_at, self.fill_at, self.next_game_at, *graces)

    def bot_turn(self, now: float) -> BotTurn | None:
        """Return the move that a bot has to make now, if there is one."""
        if self.live is None or self.live.over or self.stands:
            return None
        number = self.live.turn
        seat = self.seats[number]
        if seat.level:
            return BotTurn(number, self.seq, seat.level, MovedBy.BOT, seat.bot)
        if seat.kept or not seat.identity:
            return BotTurn(number, self.seq, self.setup.keeper, MovedBy.KEEPER)
        if self.deadline is not None and self.deadline <= now:
            return BotTurn(number, self.seq, self.setup.keeper, MovedBy.CLOCK)
        return None

    def apply(self, entry: log.Entry) -> None:
        """Let happen what the log holds."""
        APPLY[type(entry)](self, entry)

    def _tell(self, kind: str, seat: int, text: str) -> None:
        self.events.add(Event(kind, seat, text))

    def _sat(self, entry: log.Sat) -> None:
        person = entry.person or entry.identity
        self.deals.change_hands(entry.seat)
        self.seats[entry.seat] = Seat(identity=entry.identity, person=person, name=entry.name, program=entry.program)
        self.dealt_in.setdefault(person, entry.seat)
        self.owner = self.owner or entry.identity
        self._wind_up(entry.seat, entry.at)
        self._tell("sat", entry.seat, N_("sits down"))

    def _filled(self, entry: log.Filled) -> None:
        self.deals.change_hands(entry.seat)
        self.seats[entry.seat] = Seat(name=entry.name, level=entry.level)
        if self.phase is Phase.PLAYING:
            self._tell("took over", entry.seat, N_("takes the seat over"))

    def _freed(self, entry: log.Freed) -> None:
        left = self.seats[entry.seat]
        self.deals.change_hands(entry.seat)
        self.seats[entry.seat] = Seat()
        if left.identity:
            gone = N_("loses the seat") if entry.taken else N_("gives up the seat")
            self.events.add(Event("left", None, gone, name=left.name))
        if left.identity == self.owner:
            self.owner = next((seat.identity for seat in self.seats.held()), "")

    def _dealt(self, entry: log.Dealt) -> None:
        if self.match is not None and self.match.over:
            self.match = self.setup.new_match(self.game)
        proof = self.deals.begin(entry.start) if entry.promised else None
        if entry.daily:
            proof = proof_of(self.setup, entry.daily)
        self._begin(LiveGame.dealt(self.game, self.setup, entry.luck, proof), entry.at)

    def _played_on(self, entry: log.PlayedOn) -> None:
        self._begin(LiveGame.played_on(entry.record, entry.moves), entry.at)
        self.events.add(Event("played on", None, N_("This game goes on from an older one")))

    def _begin(self, live: LiveGame, now: float) -> None:
        self.live = live
        self.number += 1
        self.events = Backlog()
        self._announced = {who.name for who in self.watching}
        self.dealt_in = {seat.person: number for number, seat in enumerate(self.seats) if seat.identity}
        for number, seat in enumerate(self.seats):
            comes = self.presence.comes(seat)
            seat.again = seat.strolled = seat.done = False
            if self.number > 1 and seat.away_since is not None and not seat.kept and not comes:
                self._keep(number)
        self._next_state(now)
        self.chapter += 1

    def _next_state(self, now: float) -> None:
        self.seq += 1
        self.votes = set()
        self.turn_since = now

    def _moved(self, entry: log.Moved) -> None:
        live = self._playing()
        if entry.by == MovedBy.CLOCK:
            self._tell("late", entry.seat, N_("is out of time, a bot moves"))
        if entry.by in (MovedBy.CLOCK, MovedBy.KEEPER):
            live.stand_ins.add(entry.seat)
        for event in live.move(entry.move, entry.luck):
            self.events.add(event)
        if entry.by == MovedBy.SEAT:
            self.answered[entry.seat] = (self.seq, entry.move)
            self.seats[entry.seat].strolled = False
        self._next_state(entry.at)
        if live.over and self.match is not None:
            self.match.add(live.result())

    def _took_back(self, entry: log.TookBack) -> None:
        live = self._playing()
        if live.proof is not None:
            self.deals.drop(live.proof)
            live.proof = None
        live.take_back(entry.moves, entry.luck)
        told = N_("takes a move back, unseen cards are shuffled") if entry.luck else N_("takes a move back")
        self._tell("took back", entry.seat, told)
        self._next_state(entry.at)
        self.chapter += 1

    def _hinted(self, entry: log.Hinted) -> None:
        self._playing().mark_hint()

    def _playing(self) -> LiveGame:
        if self.live is None:
            raise log.BadLog("The log has a move before the deal.")
        return self.live

    def _wished(self, entry: log.Wished) -> None:
        self.seats[entry.seat].again = True
        self._tell("again", entry.seat, N_("wants another game"))

    def _said(self, entry: log.Said) -> None:
        line = TalkLine(name=entry.name, text=entry.text, seat=entry.seat, phrase=entry.phrase)
        self.talk.add(Spoken(line, entry.identity))

    def _held(self, entry: log.Held) -> None:
        self.held = entry.on

    def _clock_set(self, entry: log.ClockSet) -> None:
        self.setup = msgspec.structs.replace(self.setup, clock=entry.seconds)

    def _handed_over(self, entry: log.HandedOver) -> None:
        self.owner = self.seats[entry.seat].identity
        self._tell("owner", entry.seat, N_("is the table's owner now"))

    def _renamed(self, entry: log.Renamed) -> None:
        seat = self.seats[entry.seat]
        self.events.add(Event("renamed", None, N_("has another name now"), name=seat.name))
        if self.owner == seat.identity:
            self.owner = entry.identity
        if seat.person in self.dealt_in:
            self.dealt_in[entry.identity] = self.dealt_in.pop(seat.person)
        seat.identity = seat.person = entry.identity
        seat.name = entry.name

    def _silenced(self, entry: log.Silenced) -> None:
        self.silent = entry.on
        told = N_("The owner asks those who watch to be silent") if entry.on else N_("Those who watch may speak again")
        self.events.add(Event("silenced", None, told))

    def _forgotten(self, entry: log.Forgot) -> None:
        self.forgot = True
        self.talk.change(lambda spoken: spoken.without(entry.identity))
        self.events.change(
            lambda event: dataclasses.replace(event, name=SOMEBODY) if event.name == entry.name else event
        )

    def _voted(self, entry: log.Voted) -> None:
        self.votes.add(entry.seat)
        self.events.add(Event("voted", entry.seat, N_("wants a bot to play for {late:seat}"), {"late": entry.late}))

    def _slept(self, entry: log.Slept) -> None:
        self.seats[entry.seat].sleep = entry.sleep

    def _resumed(self, entry: log.Resumed) -> None:
        self.paused = ""
        self.clock.excuse(entry.at)

    def _closed(self, entry: log.Closed) -> None:
        self.closed = True


APPLY: dict[type[log.Entry], Callable[[Table, Any], None]] = {
    log.Sat: Table._sat,
    log.Filled: Table._filled,
    log.Freed: Table._freed,
    log.Promised: lambda table, entry: table.deals.promised(entry),
    log.Pledged: lambda table, entry: table.deals.pledged(entry),
    log.Asked: lambda table, entry: table.deals.asked(entry),
    log.Added: lambda table, entry: table.deals.added(entry),
    log.Dealt: Table._dealt,
    log.PlayedOn: Table._played_on,
    log.Moved: Table._moved,
    log.TookBack: Table._took_back,
    log.Hinted: Table._hinted,
    log.Wished: Table._wished,
    log.Said: Table._said,
    log.Held: Table._held,
    log.ClockSet: Table._clock_set,
    log.HandedOver: Table._handed_over,
    log.Renamed: Table._renamed,
    log.Silenced: Table._silenced,
    log.Forgot: Table._forgotten,
    log.Voted: Table._voted,
    log.Slept: Table._slept,
    log.Resumed: Table._resumed,
    log.Closed: Table._closed,
}
