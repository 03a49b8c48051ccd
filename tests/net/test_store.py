"""What every store promises, whatever it is kept in: SQLite in a folder, or streams on NATS."""

import asyncio

import msgspec
import pytest

from net.messages import TableLine
from net.setup import Setup
from net.store.ledger import Ban
from net.store.shares import Share
from net.store.store import (
    TALK_KEPT,
    Account,
    CodeTaken,
    LogEnd,
    NameTaken,
    Overtaken,
    RecordedGame,
    Report,
    SeatNote,
    Store,
    StoreError,
)
from net.values import Phase
from tests.net.store_harness import GAME

KEPT = RecordedGame(GAME, b"record")


async def test_a_log_grows_and_is_read_from_any_version(store: Store) -> None:
    epoch = await store.acquire("kiwi-42")
    assert await store.append("kiwi-42", epoch, 0, [b"one", b"two"]) == 2
    assert await store.append("kiwi-42", epoch, 2, [b"three"]) == 3
    assert await store.read("kiwi-42") == [b"one", b"two", b"three"]
    assert await store.read("kiwi-42", 2) == [b"three"]


async def test_a_later_owner_makes_an_older_epoch_useless(store: Store) -> None:
    old = await store.acquire("kiwi-42")
    new = await store.acquire("kiwi-42")
    with pytest.raises(Overtaken):
        await store.append("kiwi-42", old, 0, [b"one"])
    await store.append("kiwi-42", new, 0, [b"one"])


async def test_an_append_that_builds_on_another_version_is_refused(store: Store) -> None:
    epoch = await store.acquire("kiwi-42")
    with pytest.raises(Overtaken):
        await store.append("kiwi-42", epoch, 1, [b"one"])
    assert await store.read("kiwi-42") == []


async def test_many_writers_at_once_lose_nothing_and_one_that_fails_spoils_nothing(store: Store) -> None:
    epochs = {name: await store.acquire(name) for name in (f"fig-{number}" for number in range(40))}
    appends = [store.append(name, epoch, 0, [name.encode()]) for name, epoch in epochs.items()]
    late = store.append("fig-0", epochs["fig-0"], 7, [b"late"])
    *versions, failed = await asyncio.gather(*appends, late, return_exceptions=True)
    assert versions == [1] * 40
    assert isinstance(failed, Overtaken)
    for name in epochs:
        assert await store.read(name) == [name.encode()]


async def test_a_table_with_a_last_entry_is_no_longer_open(store: Store) -> None:
    for name in ("plum-2", "fig-1"):
        await store.append(name, await store.acquire(name), 0, [b"one"])
    assert sorted(await store.tables()) == ["fig-1", "plum-2"]
    await store.append("plum-2", 1, 1, [b"closed"], last=True)
    assert await store.tables() == ["fig-1"]
    end = await store.last("plum-2")
    assert end is not None
    assert end.closed


async def test_a_name_belongs_to_one_person(store: Store) -> None:
    await store.set_name("key:1", "Ada", "ada")
    with pytest.raises(NameTaken):
        await store.set_name("key:2", "Adа", "ada")  # noqa: RUF001 - a look-alike
    await store.set_name("key:1", "Ada!", "ada")
    assert await store.name_of("key:1") == "Ada!"
    assert await store.name_of("key:2") == ""


async def test_a_name_is_freed_unless_a_finished_game_bears_it(store: Store) -> None:
    for name in ("Ada", "Zoe"):
        await store.set_name(f"key:{name}", name, name)
    await store.keep_game(KEPT)
    await store.forget("key:Ada")
    await store.forget("key:Zoe")
    assert [await store.name_of("key:Ada"), await store.name_of("key:Zoe")] == ["Ada", ""]


async def test_a_log_that_holds_nothing_was_never_opened(store: Store) -> None:
    epoch = await store.acquire("kiwi-42")
    assert await store.tables() == []
    await store.append("kiwi-42", epoch, 0, [b"one"])
    assert await store.tables() == ["kiwi-42"]


async def test_finished_games_are_kept_once_and_listed_for_their_players(store: Store) -> None:
    first = await store.keep_game(KEPT)
    assert await store.keep_game(KEPT) == first
    (game,) = await store.games_of("key:Ada")
    assert game == msgspec.structs.replace(GAME, id=first)
    assert await store.game(first) == (game, KEPT.record)
    assert await store.games_of("key:Eve") == []
    assert await store.game(99) is None


async def test_a_number_that_no_database_holds_is_refused_and_the_store_goes_on(store: Store) -> None:
    with pytest.raises(StoreError):
        await store.game(2**63)
    await store.keep_game(KEPT)
    assert await store.game(1) is not None


async def test_a_shared_game_has_one_token_for_each_seat_until_it_is_taken_back(store: Store) -> None:
    game = await store.keep_game(KEPT)
    ada, bob = Share(game, 0), Share(game, 2)
    assert await store.shares.keep(ada, "first") == "first"
    assert await store.shares.keep(ada, "second") == "first"
    assert await store.shares.keep(bob, "third") == "third"
    assert [await store.shares.find(token) for token in ("first", "second", "third")] == [ada, None, bob]
    await store.shares.drop(ada)
    await store.shares.drop(ada)
    assert [await store.shares.token_of(share) for share in (ada, bob)] == ["", "third"]
    assert await store.shares.find("first") is None
    assert await store.shares.keep(ada, "fourth") == "fourth"
    assert await store.shares.find("fourth") == ada


async def test_a_review_is_kept_with_its_game_and_seat_and_replaced(store: Store) -> None:
    first = await store.keep_game(KEPT)
    later = await store.keep_game(RecordedGame(msgspec.structs.replace(GAME, number=2), b"record"))
    await store.keep_review(first, 0, b"hasty")
    await store.keep_review(first, 0, b"thorough")
    await store.keep_review(first, 2, b"of Bob")
    await store.keep_review(later, 0, b"later")
    assert await store.review(first, 0) == b"thorough"
    assert await store.review(first, 1) is None
    assert await store.review(99, 0) is None
    mine = await store.reviews_of("key:Ada")
    assert [(reviewed.game.id, reviewed.seat, reviewed.review) for reviewed in mine] == [
        (later, 0, b"later"),
        (first, 0, b"thorough"),
    ]
    assert [reviewed.review for reviewed in await store.reviews_of("key:Bob")] == [b"of Bob"]
    assert [reviewed.review for reviewed in await store.reviews_of("key:Ada", most=1)] == [b"later"]


async def end_of(store: Store, table: str = "kiwi-42") -> LogEnd:
    end = await store.last(table)
    assert end is not None
    return end


async def test_a_code_is_given_once(store: Store) -> None:
    assert await store.last("kiwi-42") is None
    epoch = await store.create("kiwi-42", [b"one", b"two"])
    assert await store.append("kiwi-42", epoch, 2, [b"three"]) == 3
    with pytest.raises(CodeTaken):
        await store.create("kiwi-42", [b"other"])
    await store.append("kiwi-42", epoch, 3, [b"closed"], last=True)
    with pytest.raises(CodeTaken):
        await store.create("kiwi-42", [b"other"])
    assert await store.read("kiwi-42") == [b"one", b"two", b"three", b"closed"]
    assert (await end_of(store)).version == 4


async def test_of_several_who_saw_the_same_end_one_acquires_a_log(store: Store) -> None:
    await store.create("kiwi-42", [b"one"])
    seen = await end_of(store)
    tries = await asyncio.gather(*(store.acquire("kiwi-42", seen.at) for _ in range(8)), return_exceptions=True)
    (epoch,) = [got for got in tries if isinstance(got, int)]
    assert sum(isinstance(got, Overtaken) for got in tries) == 7
    assert await store.append("kiwi-42", epoch, 1, [b"two"]) == 2
    with pytest.raises(Overtaken):
        await store.acquire("kiwi-42", seen.at)


async def test_whatever_is_written_moves_the_end_of_a_log(store: Store) -> None:
    epoch = await store.create("kiwi-42", [b"one"])
    first = await end_of(store)
    await store.append("kiwi-42", epoch, 1, [b"two"])
    second = await end_of(store)
    await store.acquire("kiwi-42", second.at)
    third = await end_of(store)
    assert first.at < second.at < third.at
    assert (first.version, second.version, third.version) == (1, 2, 2)


def note(table: str, person: str, identity: str = "") -> SeatNote:
    setup = Setup(game="geschenkt", seats=3)
    line = TableLine(code=table, setup=setup, seats=(), phase=Phase.WAITING, number=0)
    return SeatNote(table=table, person=person, identity=identity or person, line=line)


async def test_seats_are_known_by_person_while_their_table_is_open(store: Store) -> None:
    for table in ("kiwi-42", "plum-7"):
        await store.create(table, [b"one"])
    ada, program, bob = note("kiwi-42", "key:Ada"), note("kiwi-42", "key:Ada", "key:Ada+bot"), note("plum-7", "key:Bob")
    await store.note_seats("kiwi-42", 1, [ada, program])
    await store.note_seats("plum-7", 1, [bob, note("plum-7", "key:Ada")])
    assert await store.seats_of("key:Ada") == [ada, program, note("plum-7", "key:Ada")]
    await store.note_seats("kiwi-42", 2, [program], gone=["key:Eve"])
    await store.note_seats("plum-7", 2, [bob], gone=["key:Ada"])
    assert await store.seats_of("key:Ada") == [program]
    assert await store.seats_of("key:Bob") == [bob]
    assert await store.seats_of("key:Eve") == []


async def test_a_name_is_kept_while_somebody_has_a_seat(store: Store) -> None:
    await store.create("kiwi-42", [b"one"])
    await store.set_name("guest:Zoe", "Zoe", "zoe")
    await store.set_name("guest:Zoe+bot", "Zoebot", "zoebot")
    await store.note_seats("kiwi-42", 1, [note("kiwi-42", "guest:Zoe")])
    for identity in ("guest:Zoe", "guest:Zoe+bot"):
        await store.forget(identity)
        assert await store.name_of(identity)
    await store.note_seats("kiwi-42", 1, [], gone=["guest:Zoe"])
    for identity in ("guest:Zoe", "guest:Zoe+bot"):
        await store.forget(identity)
        assert await store.name_of(identity) == ""
    await store.set_name("guest:New", "Zoe", "zoe")


async def test_many_may_say_something_in_the_lobby_and_the_latest_lines_stay(store: Store) -> None:
    assert await store.talk() == []
    for number in range(TALK_KEPT + 20):
        await store.say(f"line {number}".encode())
    lines = await store.talk()
    assert len(lines) == TALK_KEPT
    assert lines[-1] == f"line {TALK_KEPT + 19}".encode()
    assert lines == sorted(lines, key=lambda line: int(line.split()[1]))


async def test_of_many_who_want_one_name_at_once_one_gets_it(store: Store) -> None:
    tries = [store.set_name(f"key:{number}", "Ada", "ada") for number in range(6)]
    results = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(result is None for result in results) == 1
    assert sum(isinstance(result, NameTaken) for result in results) == 5


async def test_a_name_that_is_held_is_for_one_alone_until_then(store: Store) -> None:
    await store.hold_name("ada", "key:1", until=100.0)
    with pytest.raises(NameTaken):
        await store.set_name("key:2", "Ada", "ada", now=99.0)
    await store.set_name("key:2", "Ada", "ada", now=101.0)
    await store.set_name("key:2", "Bea", "bea", now=101.0)
    await store.set_name("key:3", "Ada", "ada", now=101.0)
    assert [await store.identity_named(key) for key in ("ada", "bea", "cleo")] == ["key:3", "key:2", ""]


async def test_a_credential_speaks_for_one_identity(store: Store) -> None:
    assert await store.identity_of("key:2") == "key:2"
    await store.add_credential("key:2", "guest:1")
    assert await store.identity_of("key:2") == "guest:1"
    assert await store.credentials_of("guest:1") == ["guest:1", "key:2"]
    assert await store.credentials_of("key:2") == []
    await store.add_credential("key:2", "key:3")
    assert await store.credentials_of("guest:1") == ["guest:1"]
    assert await store.credentials_of("key:3") == ["key:3", "key:2"]
    assert await store.drop_credential("key:2")
    assert not await store.drop_credential("key:2")
    assert await store.identity_of("key:2") == "key:2"
    await store.set_name("guest:1", "Zoe", "zoe")
    await store.set_name("guest:2", "Yan", "yan")
    await store.add_credential("key:9", "guest:2")
    assert await store.guests() == ["guest:1"]
    await store.forget("guest:2")
    assert await store.name_of("guest:2") == "Yan"
    await store.erase("guest:2")
    assert (await store.name_of("guest:2"), await store.identity_of("key:9")) == ("", "key:9")


async def test_accounts_settings_and_reports_are_kept(store: Store) -> None:
    assert await store.account_of("key:1") == Account()
    await store.keep_account("key:1", Account(seen=5.0, muted={"key:2": "Eve"}))
    assert await store.account_of("key:1") == Account(seen=5.0, muted={"key:2": "Eve"})
    await store.keep_settings("key:1", {"theme": "dark"})
    await store.keep_settings("key:1", {"theme": "light", "motion": False})
    assert await store.settings_of("key:1") == {"theme": "light", "motion": False}
    ids = []
    for number in range(3):
        report = Report(at=float(number), by="a", by_name="A", about="b", about_name="B", where="x", why="y")
        ids.append(await store.keep_report(report))
    assert [(report.at, report.id) for report in await store.reports(2)] == [(2.0, ids[2]), (1.0, ids[1])]


async def test_bans_and_deeds_are_kept_for_operators(store: Store) -> None:
    for number in range(3):
        await store.ledger.ban(Ban(subject=f"192.0.2.{number}", since=float(number)))
        await store.ledger.note(float(number), "root", f"ban 192.0.2.{number}", "done")
    await store.ledger.unban("192.0.2.1")
    assert [ban.subject for ban in await store.ledger.bans()] == ["192.0.2.0", "192.0.2.2"]
    deeds = await store.ledger.audit(2)
    assert [(deed.at, deed.command) for deed in deeds] == [(2.0, "ban 192.0.2.2"), (1.0, "ban 192.0.2.1")]


async def test_games_are_counted_and_go_over_to_others(store: Store) -> None:
    ids = []
    for number in range(1, 4):
        game = msgspec.structs.replace(GAME, number=number, winners=(0,) if number == 2 else (1,))
        ids.append(await store.keep_game(RecordedGame(game, b"record")))
    assert [game.number for game in await store.games_of("key:Ada")] == [3, 2, 1]
    assert await store.tally_of("key:Ada") == (3, 1)
    assert await store.tally_of("key:Eve") == (0, 0)
    kept = await store.game(ids[1])
    assert kept is not None
    others = msgspec.structs.replace(kept.game, identities=("key:Eve", "", "key:Bob"))
    await store.amend_game(RecordedGame(others, b"other record"))
    assert await store.tally_of("key:Ada") == (2, 0)
    assert await store.tally_of("key:Bob") == (3, 0)
    assert await store.tally_of("key:Eve") == (1, 1)
    assert [game.number for game in await store.games_of("key:Bob")] == [3, 2, 1]
    assert [game.number for game in await store.games_of("key:Ada")] == [3, 1]
    assert await store.game(ids[1]) == (others, b"other record")


async def test_tables_are_due_when_they_were_noted_for_and_no_longer_when_noted_anew(store: Store) -> None:
    hour, now = 3600.0, 1_800_000_000.0
    for table, due in (("at-once", 0.0), ("lately", now - 10 * hour), ("now", now), ("later", now + 2 * hour)):
        await store.create(table, [b"one"])
        await store.note_seats(table, 1, [], due=due)
    await store.create("never", [b"one"])
    await store.note_seats("never", 1, [])
    assert await store.due(now) == ["at-once", "lately", "now"]
    assert set(await store.due(now, now - hour)) >= {"at-once", "now"}
    await store.note_seats("now", 2, [])
    await store.note_seats("at-once", 1, [], due=now + hour)
    await store.note_seats("lately", 1, [], due=float("inf"))
    assert await store.due(now) == ["now"]
    assert await store.due(now + 3 * hour, now) == ["now", "at-once", "later"]


async def test_old_games_go_and_the_last_one_of_an_open_table_stays(store: Store) -> None:
    for table, last in (("open-1", False), ("shut-1", True)):
        epoch = await store.acquire(table)
        await store.append(table, epoch, 0, [b"entry"], last=last)
        for number, finished in ((1, 100.0), (2, 200.0)):
            game = msgspec.structs.replace(GAME, table=table, number=number, finished=finished)
            await store.keep_game(RecordedGame(game, b"record"))
    first = (await store.games_of("key:Ada"))[-1]
    await store.keep_review(first.id, 0, b"judged")
    assert await store.ledger.prune(150.0) == (2, 0)
    assert await store.game(first.id) is None
    assert await store.ledger.prune(250.0) == (1, 1)
    assert await store.ledger.prune(250.0) == (0, 0)
    for person in ("key:Ada", "key:Bob"):
        assert [(game.table, game.number) for game in await store.games_of(person)] == [("open-1", 2)]
        assert (await store.tally_of(person)).played == 1
    assert await store.read("shut-1") == []
    assert await store.read("open-1") == [b"entry"]
    with pytest.raises(CodeTaken):
        await store.create("shut-1", [b"again"])
    await store.keep_game(RecordedGame(msgspec.structs.replace(GAME, table="open-1", number=3), b"record"))
    assert len(await store.games_of("key:Ada")) == (await store.tally_of("key:Ada")).played == 2
