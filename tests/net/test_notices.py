"""Told: what somebody hears of their tables while they look elsewhere, from the house and as notices."""

from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from net import messages as said
from net.client.client import Client
from net.client.my_tables import next_table, waits
from net.client.notices import Lookout, Notice, NoticeKind
from net.client.seen_table import SeenTable
from net.house.house import House
from net.link import memory_link
from net.setup import Setup
from net.tables import seating, turns
from net.tables.table import Table
from net.tables.update import Bookmark, table_line, update
from tests.net.client_cases import Notes
from tests.net.house_harness import (
    PAIR,
    TRIO,
    Person,
    dealt_table,
    enter,
    finish,
    happen,
    live_turn,
    look,
    new_table,
    open_house,
    opened,
    play,
)
from tests.net.visitors import until

TURN, SAT, REMATCH, SPOKEN = NoticeKind


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(tmp_path) as house:
        yield house


def lines_for(table: Table, who: str, deaf_to: tuple[str, ...] = ()) -> dict[str, said.TableLine]:
    return {table.code: table_line(table, who, 0.0, (*deaf_to, who))}


def news(notices: list[Notice]) -> list[tuple[NoticeKind, str]]:
    return [(notice.kind, notice.name) for notice in notices]


def test_what_is_heard_for_the_first_time_is_no_news() -> None:
    table = dealt_table(TRIO, "Ada", "Bob", "Cleo")
    mover = table.seats[live_turn(table)].name
    lookout = Lookout()
    assert lookout.look(lines_for(table, mover)) == []
    assert lookout.look(lines_for(table, mover)) == []


def test_one_is_told_when_it_becomes_ones_turn_and_not_again_while_it_is() -> None:
    table = dealt_table(TRIO, "Ada", "Bob", "Cleo")
    after = table.seats[(live_turn(table) + 1) % 3].name
    lookout = Lookout()
    lookout.look(lines_for(table, after))
    happen(table, turns.play(table, live_turn(table), table.seq, "pass", 0.0))
    assert news(lookout.look(lines_for(table, after))) == [(TURN, "")]
    assert lookout.look(lines_for(table, after)) == []


def test_one_is_told_who_sits_down() -> None:
    table = new_table(Setup(game="geschenkt", seats=3), "Ada")
    happen(table, seating.free(table, "Ada", 1, 0.0))
    lookout = Lookout()
    lookout.look(lines_for(table, "Ada"))
    happen(table, seating.sit(table, "Bob", "Bob", 1, 0.0))
    assert news(lookout.look(lines_for(table, "Ada"))) == [(SAT, "Bob")]


def test_one_is_told_who_wants_another_game_unless_one_wants_it_too() -> None:
    table = dealt_table(TRIO, "Ada", "Bob", "Cleo")
    finish(table)
    hers, his = Lookout(), Lookout()
    hers.look(lines_for(table, "Ada"))
    his.look(lines_for(table, "Bob"))
    happen(table, turns.again(table, "Bob", 0.0))
    assert news(hers.look(lines_for(table, "Ada"))) == [(REMATCH, "Bob")]
    assert his.look(lines_for(table, "Bob")) == []
    (line,) = lines_for(table, "Ada").values()
    assert waits(line)


def test_one_is_told_who_speaks_but_not_of_oneself_or_of_whom_one_does_not_hear() -> None:
    table = dealt_table(TRIO, "Ada", "Bob", "Cleo")
    lookout = Lookout()
    lookout.look(lines_for(table, "Ada"))

    def heard(who: str, *deaf_to: str) -> list[tuple[NoticeKind, str]]:
        happen(table, turns.say(table, who, who, "hello", None, 0.0))
        return news(lookout.look(lines_for(table, "Ada", deaf_to)))

    assert heard("Bob") == [(SPOKEN, "Bob")]
    assert heard("Ada") == []
    assert heard("Cleo", "Cleo") == []


def test_in_the_lobby_only_a_line_that_names_one_is_for_one() -> None:
    def told(text: str, by: str = "Bob") -> int:
        return len(Lookout().listen([said.TalkLine(name=by, text=text)], "Ada"))

    assert [told("hello Ada!"), told("ada?"), told("Adalbert is here"), told("Ada speaks", "Ada")] == [1, 1, 0, 0]
    assert told("a.a", "Bob") == 0


def test_where_one_sits_it_is_known_that_nobody_else_does() -> None:
    for people, shared in ((("Ada",), False), (("Ada", "Bob"), True)):
        table = dealt_table(TRIO, *people)
        while live_turn(table) == 0:
            play(table)
        place = Bookmark()
        seen, lookout = SeenTable(update(table, 0, place, 0.0, program=False), 0.0), Lookout()
        assert lookout.look_at(seen, "Ada") == []
        while live_turn(table) != 0:
            play(table)
        seen.hear(update(table, 0, place, 0.0, program=False), 1.0)
        (notice,) = lookout.look_at(seen, "Ada")
        assert (notice.kind, notice.here, notice.shared) == (TURN, True, shared)


def test_a_notice_says_nothing_that_is_hidden() -> None:
    """Two tables that differ only in what Ada can't see give her the same notices."""
    assert set(Notice.__slots__) == {"kind", "code", "game", "name", "here", "shared"}


def test_tab_goes_to_the_next_table_that_waits_and_else_to_the_next() -> None:
    line = table_line(dealt_table(TRIO, "Ada", "Bob", "Cleo"), "Ada", 0.0)
    idle = msgspec.structs.replace(line, your_turn=False)
    mine = {code: msgspec.structs.replace(idle, code=code) for code in ("b", "c", "d")}
    assert [next_table(mine, here) for here in ("", "a", "b", "d")] == ["b", "b", "c", "b"]
    assert [next_table(mine, here, -1) for here in ("a", "b", "d")] == ["d", "d", "c"]
    mine["d"] = msgspec.structs.replace(mine["d"], your_turn=True)
    assert [next_table(mine, "b"), next_table(mine, "d"), next_table(mine, "b", -1)] == ["d", "b", "d"]
    assert (next_table({}, "a"), next_table({}, "")) == ("", "")


async def test_whoever_asked_is_told_of_their_other_tables_and_nobody_else(house: House) -> None:
    ada = Person(house, "key:Ada")
    await ada.ask(said.Enter(name="Ada", tables=True), said.LobbyUpdate)
    first = await ada.ask(said.Open(setup=PAIR), said.Update)
    bob = await enter(house, "Bob")
    await bob.ask(said.Sit(code=first.code), said.Update)
    second = await ada.ask(said.Open(setup=TRIO), said.Update)
    while second.code == first.code:
        second = await ada.hear(said.Update)
    told = await ada.hear(said.YourTables)
    assert [line.code for line in told.tables] == [first.code]
    bob.tell(said.Say(text="are you there?"))
    while (told := await ada.hear(said.YourTables)).tables[0].said != 1:
        pass
    assert told.tables[0].said_by == "Bob"
    await bob.ask(said.Leave(give_up=True), said.LobbyUpdate)
    while (told := await ada.hear(said.YourTables)).tables[0].seats[1].name:
        pass
    assert not [message for message in bob.heard if isinstance(message, said.YourTables)]
    await look(ada, first.code)
    while [line.code for line in (await ada.hear(said.YourTables)).tables] != [second.code]:
        pass


async def test_nobody_is_told_twice_what_has_not_changed(house: House) -> None:
    ada = Person(house, "key:Ada")
    await ada.ask(said.Enter(name="Ada", tables=True), said.LobbyUpdate)
    await ada.ask(said.Open(setup=TRIO), said.Update)
    await ada.ask(said.Open(setup=TRIO), said.Update)
    await ada.hear(said.YourTables)
    _bob, other = await opened(house, TRIO, "Bob")
    await ada.ask(said.Say(text="hm"), said.Update)
    ada.tell(said.MyTally())
    await ada.hear(said.Tally)
    assert sum(isinstance(message, said.YourTables) for message in ada.heard) == 1
    assert other.code in house.lobby.tables


async def test_a_client_at_another_table_is_told_that_it_is_its_turn(house: House) -> None:
    near, link = memory_link()
    notes = Notes()
    client = Client(link, notes, name="Ada")
    house.spawn(house.serve(near, "key:Ada"))
    house.spawn(client.run())
    bob, table = await opened(house, PAIR, "Bob")
    await until(lambda: client.conversation.lobby is not None)
    client.say(said.Sit(code=table.code))
    await until(lambda: client.conversation.table is not None)
    client.say(said.Open(setup=TRIO))
    await until(lambda: table.code in client.conversation.mine)
    started = await bob.ask(said.Start(), said.Update)
    while started.phase != "playing":
        started = await bob.hear(said.Update)
    while live_turn(house.lobby.tables[table.code]) != 1:
        moved = started if started.legal else await bob.my_turn()
        bob.tell(said.Play(seq=moved.seq, move=moved.legal[-1]))
        await bob.hear(said.Accepted)
    await until(lambda: client.conversation.mine[table.code].your_turn)
    assert [(notice.kind, notice.code) for notice in notes.notices if not notice.here] == [(TURN, table.code)]
    client.hang_up()
