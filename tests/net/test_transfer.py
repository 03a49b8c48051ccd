"""A house taken from one store into another: everything is there, and is counted there again."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bots.rating import Rating
from net import messages as said
from net.house.house import House
from net.store.daily import DailyTry
from net.store.ladder import Standing, Step
from net.store.ledger import Ban
from net.store.nats_connection import connect
from net.store.nats_contents import contents_of as nats_contents
from net.store.nats_data import NatsData
from net.store.nats_store import NatsStore
from net.store.nats_streams import Plan, make_streams
from net.store.shares import Share
from net.store.sqlite_contents import contents_of
from net.store.sqlite_store import SqliteStore
from net.store.store import Account, Report, Store, StoreError
from net.store.transfer import LARGEST_PART, Conflict, Counts, Transfer, parts_of
from tests.net.cluster_harness import own_server
from tests.net.house_harness import enter, open_house, play_out, started

ADA, ZOE = "key:Ada", "key:Zoe"
RATED = Rating(31.0, 2.0)


async def furnish(house: House) -> str:
    """Let Ada finish a game and begin another, and let operators have been at work; return the open table's code."""
    ada, _ = await started(house)
    await play_out(ada)
    await ada.drop()
    ada, told = await started(house)
    await ada.drop()
    store = house.store
    await store.keep_settings(ADA, {"theme": "light"})
    await store.keep_account(ADA, Account(seen=7.0))
    await store.add_credential("key:SHA256:other", ADA)
    await store.ledger.ban(Ban(subject="192.0.2.7", by="user:me"))
    await store.ledger.note(1.0, "user:me", "ban 192.0.2.7", "done")
    await store.keep_report(Report(at=1.0, by="a", by_name="A", about="b", about_name="B", where="", why="noise"))
    (game,) = await store.games_of(ADA)
    await store.keep_review(game.id, 0, b"judged")
    await store.daily.keep_secret(b"secret")
    await store.daily.keep(DailyTry(day="2026-11-18", identity=ADA, table="fig-1", game=game.id, value=2, at=9.0))
    await store.shares.keep(Share(game.id, 0), "token")
    await store.ladder.forget(game.game, ADA)
    assert await store.ladder.rate(game.game, game.id, game.finished, {ADA: RATED, ZOE: RATED}, {ADA: 0, ZOE: 0})
    await store.ladder.forget(game.game, ZOE)
    return told.code


async def take_over(source: SqliteStore, target: Store) -> Counts:
    return await Transfer(source, await contents_of(source), target).run()


async def check(store: Store, code: str) -> None:
    """See that everything of a furnished house is in a store."""
    assert await store.name_of(ADA) == "Ada"
    assert await store.settings_of(ADA) == {"theme": "light"}
    assert (await store.account_of(ADA)).seen == 7.0
    assert await store.identity_of("key:SHA256:other") == ADA
    assert [ban.subject for ban in await store.ledger.bans()] == ["192.0.2.7"]
    assert [deed.command for deed in await store.ledger.audit(10)] == ["ban 192.0.2.7"]
    assert [report.why for report in await store.reports()] == ["noise"]
    (game,) = await store.games_of(ADA)
    assert await store.review(game.id, 0) == b"judged"
    assert await store.daily.secret() == b"secret"
    (attempt,) = await store.daily.tries_of(ADA)
    assert (attempt.day, attempt.game, attempt.value) == ("2026-11-18", game.id, 2)
    assert await store.shares.find("token") == Share(game.id, 0)
    assert await store.ladder.standings(game.game, [ADA, ZOE]) == {ADA: Standing(ADA, "Ada", RATED, 1)}
    assert await store.ladder.course(game.game, ADA) == [Step(game.finished, game.id, RATED)]
    assert await store.ladder.changed_by(game.id) == {ADA: (Rating(), RATED)}
    assert await store.ladder.rung(game.game, ADA) == (1, 1)
    assert (await store.tally_of(ADA)).played == 1
    assert code in [note.table for note in await store.seats_of(ADA)]


async def goes_on(house: House, code: str) -> None:
    """See that Ada goes on with her game where she left it."""
    ada = await enter(house, "Ada")
    told = await ada.ask(said.Sit(code=code), said.Update)
    assert (told.phase, told.seat) == ("playing", 0)
    await play_out(ada)
    assert len((await ada.ask(said.MyGames(), said.Games)).games) == 2


async def test_everything_goes_over_and_the_open_table_goes_on(tmp_path: Path) -> None:
    async with open_house(tmp_path / "old") as house:
        code = await furnish(house)
    source, target = await SqliteStore.open(tmp_path / "old"), await SqliteStore.open(tmp_path / "new")
    counts = await take_over(source, target)
    assert (counts.people, counts.settings, counts.games, counts.tables) == (1, 1, 1, 2)
    assert str(counts).startswith("1 people, 1 with settings, 1 games, 1 ratings, 2 tables with ")
    await check(target, code)
    assert await take_over(source, target) == counts
    await check(target, code)
    await source.close()
    await target.close()
    async with open_house(tmp_path / "new") as house:
        await goes_on(house, code)


@asynccontextmanager
async def cluster_store(folder: Path) -> AsyncIterator[NatsData]:
    """An empty cluster of one server, ready for a house."""
    async with own_server(folder) as server:
        client = await connect(server.settings, "test")
        await make_streams(client, Plan(replicas=1))
        yield NatsData(client)
        await client.close()


async def test_a_house_goes_into_a_cluster_and_out_again(tmp_path: Path) -> None:
    async with open_house(tmp_path / "old") as house:
        code = await furnish(house)
    source = await SqliteStore.open(tmp_path / "old")
    async with cluster_store(tmp_path) as data:
        middle = NatsStore(data, "test")
        counts = await take_over(source, middle)
        await check(middle, code)
        assert await take_over(source, middle) == counts
        target = await SqliteStore.open(tmp_path / "new")
        assert await Transfer(middle, await nats_contents(data), target).run() == counts
        await check(target, code)
        await target.close()
    await source.close()
    async with open_house(tmp_path / "new") as house:
        await goes_on(house, code)


async def test_what_is_there_already_and_differs_is_one_sentence(tmp_path: Path) -> None:
    async with open_house(tmp_path / "old") as house:
        code = await furnish(house)
    source = await SqliteStore.open(tmp_path / "old")
    target = await SqliteStore.open(tmp_path / "named")
    await target.set_name("key:Other", "Ada", "ada")
    with pytest.raises(Conflict, match=r"^Somebody else is called Ada there already\.$"):
        await take_over(source, target)
    await target.close()
    target = await SqliteStore.open(tmp_path / "tabled")
    await target.create(code, [b"another"])
    with pytest.raises(Conflict, match=rf"^There is another table {code} there already\.$"):
        await take_over(source, target)
    await target.close()
    await source.close()


async def test_what_has_not_arrived_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_house(tmp_path / "old") as house:
        await furnish(house)
    source, target = await SqliteStore.open(tmp_path / "old"), await SqliteStore.open(tmp_path / "new")

    async def lose(identity: str, settings: dict[str, str | bool]) -> None:
        pass

    monkeypatch.setattr(target, "keep_settings", lose)
    with pytest.raises(StoreError, match="Not everything has arrived: there were 1 people, 1 with settings"):
        await take_over(source, target)
    await source.close()
    await target.close()


def test_a_long_log_is_cut_into_parts_that_fit_into_a_message() -> None:
    entries = [bytes([number % 256]) * 1000 for number in range(1000)]
    parts = list(parts_of(entries))
    assert [entry for part in parts for entry in part] == entries
    assert len(parts) > 1
    assert max(sum(map(len, part)) for part in parts) <= LARGEST_PART
    assert list(parts_of([])) == []
    assert list(parts_of([bytes(2 * LARGEST_PART), b"x"])) == [[bytes(2 * LARGEST_PART)], [b"x"]]
