"""What a store on NATS holds, read from its streams."""

from collections.abc import AsyncIterator, Iterable

from net.store.contents import Contents, Log, Named
from net.store.daily import DailyTry
from net.store.nats_data import NatsData, Stored, unpack
from net.store.nats_ladder import Rated
from net.store.nats_logs import Batch
from net.store.nats_people import Who
from net.store.nats_streams import KEPT, SHARDS, hashed, log_stream
from net.store.shares import Share
from net.store.store import FinishedGame, SeatNote


async def contents_of(data: NatsData) -> Contents:
    """List everything, stream by stream; a house that is open meanwhile may change what was listed before.

    Subjects hold hashes, so settings and accounts are those of people who are known from names, credentials, games and
    seats. Names that are held for somebody who has left them stay behind.
    """
    whos = [unpack(stored.data, type=Who) async for stored in _facts(data, "kept.who.*")]
    credentials = [unpack(stored.data, type=str) async for stored in _facts(data, "kept.speaks.*.*")]
    contents = Contents(
        names=[Named(who.identity, who.name, who.key) for who in whos],
        credentials=[(credential, await _spoken_for(data, credential)) for credential in credentials],
        logs=[log for shard in range(SHARDS) for log in await _logs(data, shard)],
    )
    people = {who.identity for who in whos} | {identity for _, identity in contents.credentials}
    async for stored in _facts(data, "kept.game.>"):
        game, _record = unpack(stored.data, type=tuple[FinishedGame, bytes])
        contents.games.append(stored.at)
        people.update(game.identities)
    contents.games.sort()
    async for stored in _facts(data, "kept.seat.*.*"):
        for note in unpack(stored.data, type=list[SeatNote]):
            contents.seats.setdefault(note.table, []).append(note)
            people.update((note.person, note.identity))
    contents.settings = await _known(data, "settings", people)
    contents.accounts = await _known(data, "account", people)
    for subject in await data.subjects(KEPT, "kept.review.*.*"):
        _, _, game_id, seat = subject.split(".")
        contents.reviews.append((int(game_id), int(seat)))
    async for stored in _facts(data, "kept.rating.*.*"):
        rated = unpack(stored.data, type=Rated)
        contents.ratings += [(stored.subject.split(".")[2], rated.identity)] if rated.games else []
    async for stored in _facts(data, "kept.daily.*.*"):
        attempt = unpack(stored.data, type=DailyTry)
        contents.dailies += [attempt] if attempt.identity else []
    async for stored in _facts(data, "kept.secret.daily"):
        contents.daily_secret = unpack(stored.data, type=bytes)
    async for stored in _facts(data, "kept.share.*"):
        contents.shares.append((stored.subject.rpartition(".")[2], unpack(stored.data, type=Share)))
    return contents


async def _facts(data: NatsData, pattern: str) -> AsyncIterator[Stored]:
    """Read the facts of a kind one by one, without those that were let go of."""
    for subject in await data.subjects(KEPT, pattern):
        stored = await data.glance(KEPT, subject)
        if stored.data:
            yield stored


async def _spoken_for(data: NatsData, credential: str) -> str:
    return unpack((await data.glance(KEPT, f"kept.credential.{hashed(credential)}")).data, type=str)


async def _known(data: NatsData, fact: str, people: Iterable[str]) -> list[str]:
    """Of whom there is a fact."""
    there = {subject.rpartition(".")[2] for subject in await data.subjects(KEPT, f"kept.{fact}.*")}
    return sorted(identity for identity in people if identity and hashed(identity) in there)


async def _logs(data: NatsData, shard: int) -> list[Log]:
    found = []
    for subject in await data.subjects(log_stream(shard), f"log.{shard}.*"):
        batch = unpack((await data.glance(log_stream(shard), subject)).data, type=Batch)
        found.append(Log(subject.rpartition(".")[2], batch.grown, not batch.last))
    return found
