"""Takes a house from one store into another, and counts again there what has arrived."""

from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from itertools import islice

import msgspec

from net.store.contents import Contents, Log
from net.store.store import CodeTaken, FinishedGame, NameTaken, Store, StoreError

# One append is one message of a log, and messages have a largest size.
LARGEST_PART = 256 * 1024
ALL = 1 << 31


class Conflict(StoreError):
    """The other store holds something else already, with a sentence that says what."""


@dataclass(slots=True)
class Counts:
    """How much of everything there is."""

    people: int = 0
    settings: int = 0
    games: int = 0
    ratings: int = 0
    tables: int = 0
    entries: int = 0

    def __str__(self) -> str:
        return (
            f"{self.people} people, {self.settings} with settings, {self.games} games, {self.ratings} ratings, "
            f"{self.tables} tables with {self.entries} entries"
        )


class Transfer:
    """One way from a store into another; what is there already, and the same, is left as it is."""

    def __init__(self, source: Store, contents: Contents, target: Store) -> None:
        self._source = source
        self._contents = contents
        self._target = target
        self._ids: dict[int, int] = {}
        self._rated = dict.fromkeys(contents.ratings, 0)
        self._sent = Counts()

    async def run(self) -> Counts:
        """Take everything over, look at it again there, and return how much it is; raise StoreError where it differs.

        Names, settings, accounts, credentials, tables with their seats, games, reviews, ratings, dailies and what is
        shared, bans, reports, talk and the audit log go over. Broken off, it can be run again.
        """
        await self._people()
        await self._tables()
        await self._games()
        await self._ratings()
        await self._office()
        found = await self._count()
        if astuple(self._sent) != astuple(found):
            raise StoreError(f"Not everything has arrived: there were {self._sent}, and there are {found}.")
        return found

    async def _people(self) -> None:
        source, target, contents = self._source, self._target, self._contents
        for named in contents.names:
            try:
                await target.set_name(named.identity, named.name, named.key)
            except NameTaken:
                raise Conflict(f"Somebody else is called {named.name} there already.") from None
            self._sent.people += 1
        for identity in contents.settings:
            settings = await source.settings_of(identity)
            await target.keep_settings(identity, settings)
            self._sent.settings += bool(settings)
        for identity in contents.accounts:
            await target.keep_account(identity, await source.account_of(identity))
        for credential, identity in contents.credentials:
            await target.add_credential(credential, identity)
        for held in contents.held:
            await target.hold_name(*held)

    async def _tables(self) -> None:
        for log in self._contents.logs:
            entries = await self._source.read(log.name)
            try:
                await self._write(log, entries)
            except CodeTaken:
                if await self._target.read(log.name) != entries:
                    raise Conflict(f"There is another table {log.name} there already.") from None
            self._sent.tables += 1
            self._sent.entries += len(entries)
            if notes := self._contents.seats.get(log.name):
                # When a table by the day is due is found out by looking at it.
                due = 0.0 if notes[0].line.setup.by_day else None
                await self._target.note_seats(log.name, len(entries), notes, due=due)

    async def _write(self, log: Log, entries: Sequence[bytes]) -> None:
        parts = list(parts_of(entries))
        epoch = await self._target.create(log.name, parts[0] if parts else [])
        version = len(parts[0]) if parts else 0
        for part in parts[1:]:
            version = await self._target.append(log.name, epoch, version, part)
        if not log.open:
            await self._target.append(log.name, epoch, version, [], last=True)

    async def _games(self) -> None:
        for number in self._contents.games:
            kept = await self._source.game(number)
            if kept is not None:
                self._ids[number] = await self._target.keep_game(kept)
                self._sent.games += bool(kept.record)
                await self._change(number, kept.game)
        for number, seat in self._contents.reviews:
            review = await self._source.review(number, seat)
            if review is not None and number in self._ids:
                await self._target.keep_review(self._ids[number], seat, review)
        await self._dailies()
        for token, share in self._contents.shares:
            if share.game in self._ids:
                await self._target.shares.keep(share._replace(game=self._ids[share.game]), token)

    async def _change(self, number: int, game: FinishedGame) -> None:
        """Take over what a game has changed, for those who are on the ladder still."""
        changed = await self._source.ladder.changed_by(number)
        rated = {identity: change for identity, change in changed.items() if (game.game, identity) in self._rated}
        if rated:
            await self._target.ladder.bring_change(game.game, self._ids[number], game.finished, rated)

    async def _ratings(self) -> None:
        source, target = self._source.ladder, self._target.ladder
        for kind, identity in self._contents.ratings:
            course = await source.course(kind, identity, ALL)
            steps = [step._replace(game=self._ids[step.game]) for step in course if step.game in self._ids]
            for standing in (await source.standings(kind, [identity])).values():
                there = (await target.standings(kind, [identity])).get(identity)
                if there is None or there.games < standing.games:
                    await target.bring(kind, standing, steps)
                self._rated[kind, identity] = standing.games
                self._sent.ratings += 1

    async def _dailies(self) -> None:
        if self._contents.daily_secret:
            await self._target.daily.keep_secret(self._contents.daily_secret)
        for attempt in self._contents.dailies:
            moved = msgspec.structs.replace(attempt, game=self._ids.get(attempt.game, 0))
            await self._target.daily.keep(moved)

    async def _office(self) -> None:
        source, target = self._source, self._target
        for ban in await source.ledger.bans():
            await target.ledger.ban(ban)
        if not await target.ledger.audit(1):
            for deed in reversed(await source.ledger.audit(ALL)):
                await target.ledger.note(deed.at, deed.by, deed.command, deed.outcome)
        if not await target.reports(1):
            for report in reversed(await source.reports(ALL)):
                await target.keep_report(msgspec.structs.replace(report, id=0))
        if not await target.talk():
            for line in await source.talk():
                await target.say(line)

    async def _count(self) -> Counts:
        """Count what has arrived, reading each thing that is counted; the other house may have gone on meanwhile."""
        contents, store = self._contents, self._target
        counts = Counts()
        for named in contents.names:
            counts.people += await store.name_of(named.identity) == named.name
        for identity in contents.settings:
            counts.settings += bool(await store.settings_of(identity))
        for number in contents.games:
            kept = await store.game(self._ids[number]) if number in self._ids else None
            counts.games += kept is not None and bool(kept.record)
        for (kind, identity), games in self._rated.items():
            for standing in (await store.ladder.standings(kind, [identity])).values():
                counts.ratings += standing.games >= games
        for log in contents.logs:
            end = await store.last(log.name)
            counts.tables += end is not None and end.closed != log.open
            counts.entries += len(await store.read(log.name))
        return counts


def parts_of(entries: Sequence[bytes]) -> Iterator[list[bytes]]:
    """Cut a log into parts that are small enough for one append each."""
    rest = iter(entries)
    while part := list(islice(rest, 1)):
        size = len(part[0])
        for entry in rest:
            if size + len(entry) > LARGEST_PART:
                yield part
                part, size = [], 0
            part.append(entry)
            size += len(entry)
        yield part
