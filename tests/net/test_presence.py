"""Who is at a table, and what that does to it: absent people lose nothing to those who look on, hop or hijack."""

import asyncio
import time
from pathlib import Path

import pytest

from engines.record import dump, load
from net import messages as said
from net.refusal import Refusal
from net.setup import Setup
from net.tables import orders, seating, turns
from net.tables.update import Bookmark, update
from tests.net.house_harness import (
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
    pair,
    play_out,
    started,
)

QUICK = Setup(game="geschenkt", seats=3, bots=("easy", "easy"), grace=0, clock=1)
PRESENCE = ("watches", "gone", "back")


async def test_F55_whoever_only_watches_does_not_let_time_pass(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, update = await started(house, QUICK)
        await ada.drop()
        table = house.lobby.tables[update.code]
        eve = await enter(house, "Eve")
        await eve.ask(said.Watch(code=update.code), said.Update)
        await asyncio.sleep(0.05)
        assert not table.clock.running
        assert (table.seq, table.seats[0].kept) == (update.seq, False)


async def test_F55_a_watcher_who_stays_behind_does_not_keep_the_clock_running(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, bob, code = await pair(house)
        eve = await enter(house, "Eve")
        await eve.ask(said.Watch(code=code), said.Update)
        await ada.drop()
        assert house.lobby.tables[code].clock.running
        await bob.drop()
        assert not house.lobby.tables[code].clock.running


async def test_a_waiting_table_stays_in_the_lobby_while_its_owner_is_there(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, table = await opened(house, Setup(game="geschenkt", seats=3))
        await ada.ask(said.Leave(), said.LobbyUpdate)
        bob = await enter(house, "Bob")
        (lobby,) = [told for told in bob.heard if isinstance(told, said.LobbyUpdate)]
        assert [line.code for line in lobby.tables] == [table.code]
        await ada.drop()
        while lobby.tables:
            lobby = await bob.hear(said.LobbyUpdate)


async def test_everybody_reads_who_comes_goes_and_watches(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, bob, code = await pair(house)
        eve, spy = await enter(house, "Eve"), Person(house, "key:spy")
        await spy.ask(said.Enter(name="Spy", program=True), said.LobbyUpdate)
        await eve.ask(said.Watch(code=code), said.Update)
        told = await spy.ask(said.Watch(code=code), said.Update)
        assert [(who.name, who.program) for who in told.watching] == [("Eve", False), ("Spy", True)]
        await eve.ask(said.Leave(), said.LobbyUpdate)
        await eve.ask(said.Watch(code=code), said.Update)
        await bob.ask(said.Leave(), said.LobbyUpdate)
        await look(bob, code)
        await bob.drop()
        told = await look(ada, code)
        while not told.anew:
            told = await ada.hear(said.Update)
        assert [(event.name or event.seat, event.text) for event in told.events if event.kind in PRESENCE] == [
            ("Eve", "watches"),
            ("Spy", "watches"),
            (1, "goes elsewhere in the house and keeps the seat"),
            (1, "is back"),
            (1, "has lost the connection"),
        ]


async def test_a_person_with_two_terminals_is_one_person_who_may_be_at_two_tables(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        desk, first = await opened(house, TRIO)
        sofa = Person(house, "key:Ada")
        lobby = await sofa.ask(said.Enter(), said.LobbyUpdate)
        assert lobby.people == 1
        second = await sofa.ask(said.Open(setup=TRIO), said.Update)
        assert (second.seat, first.seat) == (0, 0)
        assert [house.lobby.tables[code].seats[0].here for code in (first.code, second.code)] == [True, True]
        assert (await look(sofa, first.code)).watchers == 0
        await desk.drop()
        assert house.lobby.tables[first.code].seats[0].here


async def test_whoever_leaves_a_finished_table_with_one_terminal_stays_there_with_the_other(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        desk, update = await started(house)
        sofa = await enter(house, "Ada")
        await look(sofa, update.code)
        await desk.finish(update)
        await desk.ask(said.Leave(), said.LobbyUpdate)
        assert house.lobby.tables[update.code].seats[0].here
        await sofa.ask(said.Leave(), said.LobbyUpdate)
        assert update.code not in house.lobby.tables


async def test_no_bot_plays_for_somebody_who_is_elsewhere_in_the_house(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, bob, code = await pair(house, Setup(game="geschenkt", seats=3, bots=("easy",), grace=0))
        await bob.ask(said.Leave(), said.LobbyUpdate)
        seat = house.lobby.tables[code].seats[1]
        told = await look(ada, code)
        assert (told.seats[1].elsewhere, told.seats[1].bot_in) == (True, None)
        await bob.ask(said.Open(setup=TRIO), said.Update)
        await asyncio.sleep(0.1)
        assert not seat.kept
        with pytest.raises(Refusal, match="may still come back"):
            seating.free(house.lobby.tables[code], "key:Ada", 1, 86_400.0)
        await bob.drop()
        update = await ada.hear(said.Update)
        while not update.seats[1].kept:
            update = await ada.hear(said.Update)


def test_the_grace_begins_when_somebody_leaves_the_house_and_ends_when_they_are_in_again() -> None:
    table = dealt_table(Setup(game="geschenkt", seats=3, grace=60), "Ada", "Bob", "Cleo")
    table.go("Bob", 10.0, on_purpose=True, present=True)
    assert not table.tick(1000.0)
    assert table.heed("Bob", 1000.0, present=False)
    assert not table.tick(1059.0)
    assert table.heed("Bob", 1059.5, present=True)
    assert not table.tick(2000.0)
    assert not table.heed("Bob", 2000.0, present=True)
    assert table.heed("Bob", 3000.0, present=False)
    assert table.tick(3060.0)
    assert table.seats[1].kept


def test_going_round_ones_tables_is_told_once_for_each_move() -> None:
    table = dealt_table(TRIO, "Ada", "Bob", "Cleo")
    mover = table.seats[live_turn(table)].name

    def hop() -> None:
        table.go(mover, 1.0, on_purpose=True, present=True)
        table.come(mover, 2.0)

    def told() -> list[str]:
        return [event.text for event in table.events.since(0) if event.kind in PRESENCE]

    hop()
    hop()
    assert told() == ["goes elsewhere in the house and keeps the seat", "is back"]
    happen(table, turns.play(table, live_turn(table), table.seq, "take", 3.0))
    hop()
    assert len(told()) == 4


def test_another_game_waits_for_somebody_who_is_elsewhere_in_the_house_and_not_for_others() -> None:
    table = dealt_table(TRIO, "Ada", "Bob", "Cleo")
    finish(table)
    table.go("Bob", 1.0, on_purpose=True, present=True)
    table.go("Cleo", 1.0)
    happen(table, turns.again(table, "Ada", 2.0))
    assert table.number == 1
    happen(table, turns.again(table, "Bob", 3.0))
    assert (table.number, table.seats[1].kept, table.seats[2].kept) == (2, False, True)


async def test_programs_are_counted_apart_from_people(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        await enter(house, "Ada")
        robot = Person(house, "key:Bob")
        lobby = await robot.ask(said.Enter(name="Robo", program=True), said.LobbyUpdate)
        assert (lobby.people, lobby.programs) == (1, 1)


def test_F56_nobody_takes_a_seat_from_somebody_who_may_still_come_back() -> None:
    table = dealt_table(TRIO, "Ada", "Bob", "Cleo")
    table.go("Cleo", 1.0)
    with pytest.raises(Refusal, match="may still come back"):
        seating.free(table, "Ada", 2, 60.9)
    happen(table, seating.free(table, "Ada", 2, 61.0))
    assert (table.seats[2].kind, table.seats[2].name) == ("bot", "medium-Bergamote")


def test_F56_a_seat_that_is_kept_for_ever_is_nobody_elses() -> None:
    table = dealt_table(Setup(game="geschenkt", seats=3, grace=None), "Ada", "Bob", "Cleo")
    table.go("Cleo", 1.0)
    with pytest.raises(Refusal, match="may still come back"):
        seating.free(table, "Ada", 2, 86_400.0)


def test_F56_the_owners_seat_is_never_taken() -> None:
    table = dealt_table(TRIO, "Ada", "Bob", "Cleo")
    table.go("Ada", 1.0)
    with pytest.raises(Refusal, match="so is the seat"):
        seating.free(table, "Bob", 0, 86_400.0)


def test_F56_a_hand_that_was_somebodys_is_not_opened_to_anybody_else() -> None:
    table = dealt_table(TRIO, "Ada", "Bob", "Cleo")
    happen(table, seating.give_up(table, "Cleo", 1.0))
    with pytest.raises(Refusal, match="not handed on"):
        seating.free(table, "Ada", 2, 2.0)
    with pytest.raises(Refusal, match="full"):
        seating.sit(table, "Eve", "Eve", None, 3.0)


def test_F56_a_bots_hand_is_not_opened_where_two_people_play() -> None:
    table = dealt_table(TRIO, "Ada", "Bob")
    with pytest.raises(Refusal, match="not handed on"):
        seating.free(table, "Ada", 2, 1.0)
    finish(table)
    happen(table, seating.free(table, "Ada", 2, 2.0))
    happen(table, seating.sit(table, "Cleo", "Cleo", None, 3.0))


async def test_F56_whoever_hosts_for_an_absent_owner_hands_the_hand_to_nobody(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, bob, code = await pair(house, Setup(game="geschenkt", seats=3, bots=("easy",), grace=3600))
        await ada.drop()
        refused = await bob.ask(said.Free(seat=0), said.Refused)
        assert (refused.about, "so is the seat" in refused.text) == ("free", True)
        eve = await enter(house, "Eve")
        assert "full" in (await eve.ask(said.Sit(code=code), said.Refused)).text
        back = await enter(house, "Ada")
        assert (await look(back, code)).seat == 0


def test_a_seat_given_up_in_a_running_game_goes_to_a_bot_with_a_name_and_everybody_reads_it() -> None:
    table = dealt_table(TRIO, "Ada", "Bob", "Cleo")
    place = Bookmark()
    update(table, 0, place, 0.0, program=False)
    happen(table, seating.give_up(table, "Bob", 1.0))
    assert [seat.name for seat in table.seats] == ["Ada", "medium-Bergamote", "Cleo"]
    told = update(table, 0, place, 1.0, program=False).events
    assert [(event.kind, event.seat, event.name, event.text) for event in told] == [
        ("left", None, "Bob", "gives up the seat"),
        ("took over", 1, "", "takes the seat over"),
    ]
    finish(table)


def test_a_seat_given_up_before_the_deal_is_free() -> None:
    table = new_table(TRIO, "Ada", "Bob")
    happen(table, seating.give_up(table, "Bob", 1.0))
    assert table.seats[1].kind == "free"


def test_F57_whoever_has_held_a_seat_takes_no_other_in_the_same_game() -> None:
    table = dealt_table(TRIO, "Ada")
    happen(table, seating.free(table, "Ada", 1, 0.0))
    happen(table, seating.sit(table, "Bob", "Bob", 1, 0.0))
    happen(table, seating.give_up(table, "Bob", 1.0))
    table.seats[2] = type(table.seats[2])()
    for who, person in (("Bob", ""), ("Bob+robo", "Bob")):
        with pytest.raises(Refusal, match="have had a seat"):
            seating.sit(table, who, who, None, 2.0, person=person)
    happen(table, seating.sit(table, "Cleo", "Cleo", None, 3.0))
    finish(table)
    happen(table, seating.free(table, "Ada", 1, 4.0))
    happen(table, seating.sit(table, "Bob", "Bob", None, 5.0))
    happen(table, turns.start(table, "Ada", 6.0))


async def test_F57_nobody_holds_two_hands_with_a_program_where_others_play(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        _ada, table = await opened(house, TRIO)
        bob = await enter(house, "Bob")
        await bob.ask(said.Sit(code=table.code), said.Update)
        robot = Person(house, "key:Bob")
        await robot.ask(said.Enter(name="Robo", program=True), said.LobbyUpdate)
        assert "seat here already" in (await robot.ask(said.Sit(code=table.code), said.Refused)).text
        own = await bob.ask(said.Open(setup=TRIO), said.Update)
        assert (await robot.ask(said.Sit(code=own.code), said.Update)).seat == 1
        eve = await enter(house, "Eve")
        assert "alone with a program" in (await eve.ask(said.Sit(code=own.code), said.Refused)).text


def test_F60_another_game_does_not_wait_for_somebody_who_hangs_up_and_a_bot_plays_until_they_are_back() -> None:
    table = dealt_table(TRIO, "Ada", "Bob", "Cleo")
    finish(table)
    happen(table, turns.again(table, "Ada", 1.0))
    happen(table, turns.again(table, "Bob", 1.0))
    assert turns.rematch(table, 1.0) == []
    table.go("Cleo", 2.0)
    happen(table, turns.rematch(table, 2.0))
    assert (table.number, table.seats[2].name, table.seats[2].kept) == (2, "Cleo", True)
    table.come("Cleo", 3.0)
    assert not table.seats[2].kept


async def test_F60_another_game_goes_on_with_a_bot_when_somebody_asked_leaves(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, bob, _code = await pair(house)
        await play_out(ada, bob)
        await ada.ask(said.Again(), said.Update)
        await bob.ask(said.Leave(), said.LobbyUpdate)
        update = await ada.hear(said.Update)
        while update.number == 1:
            update = await ada.hear(said.Update)
        assert [seat.name for seat in update.seats] == ["Ada", "medium-Bergamote", "easy-Prudence"]
        await ada.finish(update)


async def test_F60_another_game_goes_on_when_somebody_asked_hangs_up(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, bob, _code = await pair(house)
        await play_out(ada, bob)
        await ada.ask(said.Again(), said.Update)
        await bob.drop()
        update = await ada.hear(said.Update)
        while update.number == 1:
            update = await ada.hear(said.Update)
        assert update.seats[1].kept
        await ada.finish(update)


async def test_F58_a_game_played_on_says_so_at_the_table_in_the_record_and_in_the_archive(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, first = await started(house)
        over = await ada.finish(first)
        assert over.record is not None
        won = (await ada.ask(said.MyTally(), said.Tally)).won
        update = await ada.ask(said.PlayOn(id=over.record, moves=5, seat=0, level="easy"), said.Update)
        assert update.played_on
        assert [event.kind for event in update.events][:1] == ["played on"]
        await ada.ask(said.Free(seat=1), said.Update)
        eve = await enter(house, "Eve")
        assert "older one" in (await eve.ask(said.Sit(code=update.code), said.Refused)).text
        again = await ada.finish(update if update.legal else await ada.my_turn())
        assert again.record is not None
        games = (await ada.ask(said.MyGames(), said.Games)).games
        assert {game.id: game.played_on for game in games} == {again.record: True, over.record: False}
        assert (await ada.ask(said.Fetch(id=again.record), said.RecordFile)).record.played_on == 5
        assert (await ada.ask(said.Fetch(id=over.record), said.RecordFile)).record.played_on is None
        assert (await ada.ask(said.MyTally(), said.Tally)).won == won


def test_F58_taking_back_in_a_game_played_on_does_not_wipe_the_mark() -> None:
    old = dealt_table(TRIO, "Ada")
    finish(old)
    assert old.live is not None
    record = old.live.record(old.players)
    table = new_table(Setup(game="geschenkt", seats=3, take_back=True), "Ada")
    happen(table, turns.play_on(record, 10, 0.0))
    assert table.live is not None
    table.live.take_back(9, ())
    assert load(dump(table.live.record(table.players))).played_on == 10
    assert b"played_on" not in dump(record)


async def test_F59_what_the_house_stood_still_is_nobodys_time(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        _ada, update = await started(house, Setup(game="geschenkt", seats=3, bots=("easy", "easy"), clock=2))
        table = house.lobby.tables[update.code]
        time.sleep(2.5)  # noqa: ASYNC251 - the whole house stands still, as it does when it is stopped or blocked
        await asyncio.sleep(0.1)
        assert table.seq == update.seq
        assert table.deadline is not None
        assert table.deadline - house.croupiers[update.code].now > 0.7


def test_whoever_hosts_pauses_the_game_and_lets_it_go_on() -> None:
    table = dealt_table(TRIO, "Ada", "Bob", "Cleo")
    with pytest.raises(Refusal, match="owner"):
        orders.hold(table, "Bob", 0.0, on=True)
    happen(table, orders.hold(table, "Ada", 1.0, on=True))
    assert update(table, 0, Bookmark(), 1.0, program=False).held
    with pytest.raises(Refusal, match="has paused"):
        turns.play(table, 0, table.seq, "take", 2.0)
    late = live_turn(table)
    with pytest.raises(Refusal, match="has paused"):
        orders.replace(table, table.seats[late - 1].identity, late, 2.0)
    happen(table, orders.hold(table, "Ada", 3.0, on=False))
    finish(table)


async def test_no_time_passes_in_a_pause(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, update = await started(house)
        await ada.ask(said.Hold(on=True), said.Update)
        assert not house.lobby.tables[update.code].clock.running
        assert "has paused" in (await ada.ask(said.Play(seq=update.seq, move="pass"), said.Refused)).text
        again = await ada.ask(said.Hold(on=False), said.Update)
        await ada.finish(again if again.legal else await ada.my_turn())


def test_the_clock_is_changed_between_games_only() -> None:
    table = new_table(TRIO, "Ada", "Bob", "Cleo")
    happen(table, orders.set_clock(table, "Ada", 20, 0.0))
    happen(table, turns.start(table, "Ada", 0.0))
    assert table.deadline == 20.0
    with pytest.raises(Refusal, match="between games"):
        orders.set_clock(table, "Ada", None, 1.0)
    finish(table)
    happen(table, orders.set_clock(table, "Ada", None, 2.0))
    assert table.setup.clock is None


def test_a_table_is_handed_over_by_its_owner_to_a_person_who_is_here() -> None:
    table = new_table(TRIO, "Ada", "Bob")
    with pytest.raises(Refusal, match="owner"):
        orders.hand_over(table, "Bob", 1, 0.0)
    with pytest.raises(Refusal, match="who sits there"):
        orders.hand_over(table, "Ada", 2, 0.0)
    happen(table, orders.hand_over(table, "Ada", 1, 0.0))
    assert (table.owner, table.host) == ("Bob", "Bob")


def test_F60_a_bot_plays_for_somebody_who_does_not_move_when_all_who_wait_want_it() -> None:
    table = dealt_table(TRIO, "Ada", "Bob", "Cleo")
    late = live_turn(table)
    first, second = (seat.identity for number, seat in enumerate(table.seats) if number != late)
    with pytest.raises(Refusal, match="Wait"):
        orders.replace(table, first, late, 179.0)
    happen(table, orders.replace(table, first, late, 180.0))
    assert orders.replace(table, first, late, 181.0) == []
    assert table.seats[late].kind == "person"
    happen(table, orders.replace(table, second, late, 182.0))
    assert table.seats[late].name == "medium-Bergamote"
    finish(table)


def test_where_there_is_a_clock_it_decides_alone() -> None:
    table = dealt_table(Setup(game="geschenkt", seats=3, clock=600), "Ada", "Bob", "Cleo")
    late = live_turn(table)
    with pytest.raises(Refusal, match="clock decides"):
        orders.replace(table, table.seats[late - 1].identity, late, 300.0)
