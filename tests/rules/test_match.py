"""Matches: several games in a row."""

import pytest

from engines.game import BadSetup
from engines.games import GAMES
from engines.info import Result
from engines.match import Match


def result(scores: list[int], winners: list[int], start: int = 0, tiebreaks: list[int] | None = None) -> Result:
    return Result(start, tuple(scores), tuple(winners), tuple(tiebreaks or [0] * len(scores)))


def test_a_match_of_any_number_of_games_adds_the_points() -> None:
    match = Match(GAMES["geschenkt"], 3, games=2)
    match.add(result([40, -3, 55], [1]))
    assert not match.over
    match.add(result([10, 60, 20], [0]))
    assert match.over
    assert match.totals == [50, 57, 75]
    assert match.winners == [0]


def test_the_seat_left_of_the_last_start_player_starts_the_next_game() -> None:
    match = Match(GAMES["geschenkt"], 3, games=5)
    assert match.next_start is None
    match.add(result([1, 2, 3], [0], start=2))
    assert match.next_start == 0


def test_equal_totals_share_a_match() -> None:
    match = Match(GAMES["geschenkt"], 3, games=1)
    match.add(result([4, 9, 4], [0, 2]))
    assert match.winners == [0, 2]


def test_a_match_has_at_least_one_game() -> None:
    with pytest.raises(BadSetup, match="at least one game"):
        Match(GAMES["geschenkt"], 3, games=0)


def test_how_many_games_a_match_has_is_the_players_choice_unless_the_rules_say() -> None:
    asked = {game.id: Match(game, 3, games=7).games for game in GAMES.values()}
    assert asked == {"geschenkt": 7, "danger13": 7, "bumbesi": 3, "dacapo": None}
