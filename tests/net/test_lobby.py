"""The lobby as a plain object: planning tables and listing them."""

from collections.abc import Sequence

import pytest
from msgspec import structs

from engines.games import GAMES
from net.codes import table_codes
from net.house.lobby import Lobby
from net.messages import TableLine
from net.refusal import Refusal
from net.setup import Setup
from net.tables import seating, turns
from net.tables.clock import Moment
from net.tables.entries import Filled, Opened, Sat
from net.tables.table import Table
from tests.net.house_harness import happen

TRIO = Setup(game="geschenkt", seats=3, bots=("easy", "hard"))


def opened(lobby: Lobby, setup: Setup = TRIO, who: str = "Ada", seat: int = 0) -> Table:
    first, *others = lobby.open(setup, who, who, seat)
    assert isinstance(first, Opened)
    table = Table(structs.replace(first, code=next(table_codes(public=setup.public))))
    happen(table, others)
    table.go(who, 0.0)
    lobby.add(table)
    return table


def listing(lobby: Lobby, who: str, now: float = 0.0, present: Sequence[str] = ()) -> tuple[TableLine, ...]:
    lobby.present = present
    for table in lobby.tables.values():
        lobby.touch(table)
    notices = lobby.notices(Moment(now))
    return tuple({**notices.public, **notices.held_by(who, Moment(now))}.values())


def test_the_owner_sits_and_the_bots_take_the_last_seats() -> None:
    table = opened(Lobby(), Setup(game="geschenkt", seats=4, bots=("easy", "hard")))
    assert [seat.name for seat in table.seats] == ["Ada", "", "easy-Prudence", "hard-Anatole"]
    assert table.owner == "Ada"


def test_the_owner_may_sit_anywhere_and_the_bots_around() -> None:
    first, *others = Lobby().open(TRIO, "Ada", "Ada", 1)
    assert isinstance(first, Opened)
    assert [entry.seat for entry in others if isinstance(entry, Sat)] == [1]
    assert [entry.seat for entry in others if isinstance(entry, Filled)] == [0, 2]


@pytest.mark.parametrize(
    "plan",
    [
        Setup(game="chess", seats=2),
        Setup(game="geschenkt", seats=2),
        Setup(game="geschenkt", seats=3, variant="blindfold"),
        Setup(game="geschenkt", seats=3, bots=("exec:rm",)),
        Setup(game="geschenkt", seats=3, keeper="exec:rm"),
        Setup(game="geschenkt", seats=3, bots=("easy", "easy", "easy")),
        Setup(game="geschenkt", seats=3, clock=0),
    ],
    ids=["game", "seats", "variant", "bot", "keeper", "no seat left", "clock"],
)
def test_a_plan_that_does_not_work_is_refused_with_a_sentence(plan: Setup) -> None:
    with pytest.raises(Refusal) as refused:
        Lobby().open(plan, "Ada", "Ada")
    assert refused.value.text.endswith(".")


def test_every_game_can_be_opened_with_every_number_of_seats() -> None:
    lobby = Lobby()
    for game in GAMES.values():
        for seats in game.seats:
            assert opened(lobby, Setup(game=game.id, seats=seats)).game is game
    assert len(lobby.tables) == sum(len(game.seats) for game in GAMES.values())


def test_a_table_that_is_put_away_or_closed_is_listed_for_nobody() -> None:
    lobby = Lobby()
    table = opened(lobby)
    table.come("Ada", 0.0)
    assert listing(lobby, "Ada")
    lobby.remove(table)
    assert listing(lobby, "Ada") == listing(lobby, "Bob") == ()
    lobby.remove(table)
    lobby.add(table)
    assert listing(lobby, "Bob")


def test_public_tables_are_listed_while_somebody_is_there() -> None:
    lobby = Lobby()
    table = opened(lobby)
    assert listing(lobby, "Bob") == ()
    table.come("Ada", 0.0)
    (line,) = listing(lobby, "Bob")
    assert (line.code, line.phase, line.seat) == (table.code, "waiting", None)


def test_a_table_that_waits_is_listed_while_somebody_who_sits_there_is_in_the_house() -> None:
    lobby = Lobby()
    table = opened(lobby)
    assert [line.code for line in listing(lobby, "Bob", present=["Ada", "Bob"])] == [table.code]
    happen(table, turns.start(table, "Ada", 0.0))
    assert listing(lobby, "Bob", present=["Ada", "Bob"]) == ()


def test_a_table_by_code_only_is_listed_for_those_who_sit_there() -> None:
    lobby = Lobby()
    table = opened(lobby, Setup(game="geschenkt", seats=3, bots=("easy", "hard"), public=False))
    table.come("Ada", 0.0)
    assert listing(lobby, "Bob") == ()
    (line,) = listing(lobby, "Ada")
    assert line.seat == 0


def test_the_lobby_hears_that_somebody_is_away_but_not_every_second_of_it() -> None:
    lobby = Lobby()
    table = opened(lobby)
    happen(table, turns.start(table, "Ada", 0.0))
    table.come("Ada", 0.0)
    happen(table, seating.free(table, "Ada", 2, 0.0))
    happen(table, seating.sit(table, "Cleo", "Cleo", 2, 0.0))
    here = listing(lobby, "Bob", 1.0)
    table.go("Ada", 2.0)
    away = listing(lobby, "Bob", 3.0)
    assert here != away == listing(lobby, "Bob", 30.0)


def test_an_unfinished_table_is_listed_for_its_players_to_go_on() -> None:
    lobby = Lobby()
    table = opened(lobby)
    happen(table, turns.start(table, "Ada", 0.0))
    (line,) = listing(lobby, "Ada")
    assert line.phase == "playing"
    assert line.your_turn == (table.live is not None and table.live.turn == 0)


def test_F25_a_title_is_cleaned_where_it_enters() -> None:
    table = opened(Lobby(), Setup(game="geschenkt", seats=3, title="Eve\x1b]0;x\x07\u202etable"))
    assert table.setup.title == "Eve]0;xtable"


def test_the_table_that_would_be_missed_least_is_an_old_one_where_nobody_plays() -> None:
    lobby = Lobby()
    playing, waiting, busy = opened(lobby), opened(lobby), opened(lobby)
    happen(playing, turns.start(playing, "Ada", 0.0))
    busy.come("Ada", 0.0)
    assert lobby.deserted() is waiting
    lobby.remove(waiting)
    assert lobby.deserted() is None


def test_somebody_who_was_cut_off_is_told_where() -> None:
    lobby = Lobby()
    table = opened(lobby)
    assert lobby.dropped_from("Bob") == ""
    happen(table, turns.start(table, "Ada", 0.0))
    opened(lobby)
    table.go("Ada", 1.0)
    assert lobby.dropped_from("Ada") == table.code
    table.go("Ada", 2.0, on_purpose=True)
    assert lobby.dropped_from("Ada") not in ("", table.code)
