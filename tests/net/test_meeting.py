"""Strangers meet: who wants to play now is seated where somebody waits, and bots come when nobody does."""

from pathlib import Path

import msgspec

from net import messages as said
from net.house.meeting import WAIT, best_first
from net.setup import Setup, check
from net.tables import seating, turns
from net.tables.entries import Dealt, Filled, Opened
from net.tables.table import Table
from net.values import Phase, SeatKind
from tests.net.house_harness import enter, happen, open_house, opened

FREE = said.SeatLine(kind=SeatKind.FREE)
ADA = said.SeatLine(kind=SeatKind.PERSON, name="Ada")
LINE = said.TableLine(
    code="kiwi-42",
    setup=Setup(game="geschenkt", seats=4),
    seats=(ADA, FREE, FREE, FREE),
    phase=Phase.WAITING,
    number=0,
)


def line(code: str, game: str = "geschenkt", free: int = 3, **changes: object) -> said.TableLine:
    setup = msgspec.structs.replace(LINE.setup, game=game, public=bool(changes.pop("public", True)))
    seats = (ADA,) * (4 - free) + (FREE,) * free
    return msgspec.structs.replace(LINE, code=code, setup=setup, seats=seats, **changes)


def test_the_table_that_lacks_the_fewest_is_the_best_then_the_game_that_is_liked_most() -> None:
    tables = [line("three"), line("one", "dacapo", 1), line("liked", free=1), line("full", free=0)]
    liked = ["geschenkt", "dacapo"]
    assert [each.code for each in best_first(tables, liked)] == ["liked", "one", "three"]
    assert [each.code for each in best_first(tables, ["dacapo"])] == ["one"]


def test_only_public_tables_that_wait_with_somebody_there_and_where_one_has_no_seat() -> None:
    away = msgspec.structs.replace(ADA, away=3.0)
    others = [
        line("playing", phase=Phase.PLAYING),
        line("private", public=False),
        line("mine", seat=0),
        msgspec.structs.replace(line("deserted"), seats=(away, FREE, FREE, FREE)),
        msgspec.structs.replace(line("by the day"), setup=msgspec.structs.replace(LINE.setup, days=3)),
    ]
    assert best_first(others, ["geschenkt"]) == []


def test_a_table_whose_owner_is_about_the_house_comes_after_those_where_somebody_is() -> None:
    about = msgspec.structs.replace(ADA, away=3.0, elsewhere=True)
    tables = [msgspec.structs.replace(line("about"), seats=(about, FREE, FREE, FREE)), line("there")]
    assert [each.code for each in best_first(tables, ["geschenkt"])] == ["there", "about"]


async def test_two_strangers_who_play_now_meet_at_one_table(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, bob = await enter(house, "Ada"), await enter(house, "Bob")
        hers = await ada.ask(said.PlayNow(games=("dacapo",)), said.Update)
        assert (hers.setup.game, hers.setup.public, hers.phase) == ("dacapo", True, "waiting")
        assert hers.bots_in is not None
        assert 0 < hers.bots_in <= WAIT
        his = await bob.ask(said.PlayNow(), said.Update)
        assert (his.code, his.seat) == (hers.code, 1)


async def test_two_strangers_who_play_now_at_the_same_moment_meet_too(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        people = [await enter(house, name) for name in ("Ada", "Bob", "Cleo")]
        for person in people:
            person.tell(said.PlayNow())
        codes = {(await person.hear(said.Update)).code for person in people}
        assert codes == set(house.lobby.tables)
        assert len(codes) == 1


async def test_who_plays_now_joins_a_table_that_was_opened_by_hand(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        _ada, table = await opened(house, Setup(game="bumbesi", seats=3))
        bob = await enter(house, "Bob")
        assert (await bob.ask(said.PlayNow(), said.Update)).code == table.code


def waiting(fill: int | None) -> Table:
    setup = Setup(game="geschenkt", seats=3, fill=fill)
    table = Table(Opened(at=0.0, code="kiwi-42", setup=setup, rules=check(setup).version, owner="Ada"))
    happen(table, seating.sit(table, "Ada", "Ada", None, 0.0))
    return table


def test_after_the_wait_bots_take_the_free_seats_and_the_cards_are_dealt() -> None:
    table = waiting(WAIT)
    assert table.wake() == WAIT
    assert turns.fill_and_deal(table, WAIT - 1) == []
    entries = happen(table, turns.fill_and_deal(table, WAIT))
    assert [type(entry) for entry in entries] == [Filled, Filled, Dealt]
    assert table.phase is Phase.PLAYING
    assert table.fill_at == float("inf")


def test_a_table_that_was_opened_by_hand_waits_for_its_owner() -> None:
    table = waiting(None)
    assert table.wake() == float("inf")
    assert turns.fill_and_deal(table, 10**6) == []


async def test_in_a_house_the_bots_come_by_themselves(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada = await enter(house, "Ada")
        update = await ada.ask(said.Open(setup=Setup(game="geschenkt", seats=3, fill=1)), said.Update)
        while update.phase == "waiting":
            update = await ada.hear(said.Update)
        assert [seat.kind for seat in update.seats] == ["person", "bot", "bot"]
        assert update.bots_in is None
