"""What a table tells: runs in one line of the log, standings of a match, and large windows without holes."""

from engines.games import GAMES
from engines.view import Event
from net.messages import MatchStanding
from tests.setups import Setup as Deal
from tui.tables.frame import WIDE, find_layout
from tui.tables.sheet import make_sheet
from tui.wording import goes_on, run_line, speaker_for

NAMES = ("Ada", "Chloé", "hard-1")
PLAYS = "plays {card:card} on {build:pile}"


def played(card: int, build: int = 1, seat: int = 1) -> Event:
    return Event("played", seat, PLAYS, {"card": card, "value": card, "build": build})


def test_cards_that_follow_each_other_on_a_pile_are_one_line() -> None:
    run = [played(1), played(2), played(3)]
    assert goes_on(run[:1], run[1])
    assert not goes_on(run, played(4, build=2))
    assert not goes_on(run, played(4, seat=2))
    assert run_line(run, speaker_for(GAMES["dacapo"], NAMES)) == (1, "plays 1, 2, 3 on B")


def test_a_match_is_ranked_by_its_totals_and_says_when_it_is_over() -> None:
    state = Deal(GAMES["bumbesi"], 3).finished(1).state
    view = GAMES["bumbesi"].view(state, 0)
    standing = MatchStanding(games=3, scores=(), totals=(40, 19, 30), over=True, winners=(1,))
    sheet = make_sheet("bumbesi", view, NAMES, True, standing)
    assert [block.seat for block in sheet.blocks] == [1, 2, 0]
    assert [sheet.rank(place) for place in range(3)] == [1, 2, 3]
    assert (sheet.headlines[0], sheet.points) == ("Chloé wins the match", 19)


def test_a_window_of_119x39_has_the_wide_table_and_a_large_one_a_wider_panel() -> None:
    assert find_layout(119, 39).form == WIDE
    large = find_layout(200, 50)
    assert large.panel is not None
    assert 200 - large.panel > 34
