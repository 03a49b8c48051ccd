"""The people in a store: who speaks for whom, whose name is whose and for how long, and what is kept of each."""

import msgspec
import pytest

from net.store.store import Account, FinishedGame, NameTaken, RecordedGame, Report, Store

KEY, SECOND, GUEST = "key:SHA256:one", "key:SHA256:two", "guest:abc"
GAME = FinishedGame(
    table="kiwi-42",
    number=1,
    game="geschenkt",
    finished=1.0,
    identities=(KEY, "", GUEST),
    names=("Ada", "hard-1", "Gwen"),
    scores=(3, 1, 2),
    winners=(2,),
    stand_ins=(),
    hints=0,
    taken_back=0,
)


async def test_a_credential_speaks_for_itself_until_it_is_added_to_another(store: Store) -> None:
    assert await store.identity_of(SECOND) == SECOND
    assert await store.credentials_of(KEY) == [KEY]
    await store.add_credential(SECOND, KEY)
    assert await store.identity_of(SECOND) == KEY
    assert await store.credentials_of(KEY) == [KEY, SECOND]
    assert await store.credentials_of(SECOND) == []
    assert await store.drop_credential(SECOND) is True
    assert await store.drop_credential(SECOND) is False
    assert await store.identity_of(SECOND) == SECOND


async def test_a_guest_with_a_key_is_no_guest_and_is_not_forgotten(store: Store) -> None:
    await store.set_name(GUEST, "Gwen", "gwen")
    await store.set_name("guest:def", "Gus", "gus")
    assert sorted(await store.guests()) == [GUEST, "guest:def"]
    await store.add_credential(KEY, GUEST)
    assert await store.guests() == ["guest:def"]
    await store.forget(GUEST)
    await store.forget("guest:def")
    assert [await store.name_of(GUEST), await store.name_of("guest:def")] == ["Gwen", ""]


async def test_a_name_is_found_and_one_that_is_held_is_nobody_elses_until_its_time(store: Store) -> None:
    await store.set_name(KEY, "Ada", "ada", now=10.0)
    assert await store.identity_named("ada") == KEY
    assert await store.identity_named("bob") == ""
    await store.set_name(KEY, "Bob", "bob", now=10.0)
    await store.hold_name("ada", KEY, 100.0)
    with pytest.raises(NameTaken):
        await store.set_name(SECOND, "Ada", "ada", now=99.0)
    await store.set_name(KEY, "Ada", "ada", now=99.0)
    await store.set_name(KEY, "Bob", "bob", now=99.0)
    await store.set_name(SECOND, "Ada", "ada", now=100.0)
    assert await store.identity_named("ada") == SECOND


async def test_an_account_is_kept_whole_and_a_stranger_has_an_empty_one(store: Store) -> None:
    assert await store.account_of(KEY) == Account()
    account = Account(seen=1.0, renamed=2.0, muted={GUEST: "Gwen"}, blocked={SECOND: "Bob"}, silent_until=3.0)
    await store.keep_account(KEY, account)
    assert await store.account_of(KEY) == account


async def test_erasing_leaves_nothing_but_games(store: Store) -> None:
    await store.set_name(KEY, "Ada", "ada")
    await store.keep_settings(KEY, {"theme": "light"})
    await store.keep_account(KEY, Account(seen=1.0))
    await store.add_credential(SECOND, KEY)
    await store.hold_name("bea", KEY, 100.0)
    await store.keep_game(RecordedGame(GAME, b"record"))
    await store.erase(KEY)
    await store.set_name(GUEST, "Bea", "bea", now=50.0)
    assert await store.name_of(KEY) == ""
    assert await store.settings_of(KEY) == {}
    assert await store.account_of(KEY) == Account()
    assert await store.identity_of(SECOND) == SECOND
    assert len(await store.games_of(KEY)) == 1


async def test_a_game_goes_over_to_other_people(store: Store) -> None:
    number = await store.keep_game(RecordedGame(GAME, b"record"))
    game = msgspec.structs.replace(GAME, id=number, identities=(KEY, "", SECOND), names=("Ada", "hard-1", "Bob"))
    await store.amend_game(RecordedGame(game, b"another"))
    assert await store.games_of(GUEST) == []
    assert await store.tally_of(GUEST) == (0, 0)
    assert await store.games_of(SECOND) == [game]
    assert await store.tally_of(SECOND) == (1, 1)
    assert await store.game(number) == (game, b"another")
    assert await store.keep_game(RecordedGame(GAME, b"record")) == number


async def test_reports_are_listed_the_latest_first(store: Store) -> None:
    report = Report(at=1.0, by=KEY, by_name="Ada", about=GUEST, about_name="Gwen", where="lobby", why="", talk=("x",))
    first = await store.keep_report(report)
    second = await store.keep_report(report)
    assert [each.id for each in await store.reports()] == [second, first]
    assert (await store.reports(1))[0] == msgspec.structs.replace(report, id=second)


async def test_logs_that_name_somebody_are_found_and_let_go_once_they_are_closed(store: Store) -> None:
    for name in ("fig-1", "plum-2"):
        await store.create(name, [f"with {KEY}!".encode()])
    await store.create("kiwi-3", [b"with nobody"])
    await store.append("fig-1", 1, 1, [b"closed"], last=True)
    assert await store.mentions(KEY) == ["fig-1", "plum-2"]
    for name in ("fig-1", "plum-2"):
        await store.let_go(name)
    assert await store.read("fig-1") == []
    assert len(await store.read("plum-2")) == 1
    assert await store.mentions(KEY) == ["plum-2"]


async def test_lines_of_the_lobbys_talk_are_unsaid(store: Store) -> None:
    for line in (b"one", b"two", b"three"):
        await store.say(line)
    await store.unsay([b"two", b"four"])
    assert await store.talk() == [b"one", b"three"]
    await store.say(b"five")
    assert await store.talk() == [b"one", b"three", b"five"]
