"""The list of games, what a game declares, and a fifth one plugged in and taken out again."""

import subprocess
import sys

import pytest

from engines.bumbesi.game import Bumbesi
from engines.game import BadSetup, Game
from engines.games import GAMES, find
from tests.games import CUCKOO, child_environment, plugged_in

ASK = "from engines.games import GAMES; print(*GAMES)"


def test_what_a_game_declares_is_read_without_making_one() -> None:
    assert (Bumbesi.info.id, Bumbesi.info.seats, Bumbesi.info.match.games) == ("bumbesi", range(3, 7), 3)


def test_what_a_game_declares_can_not_be_changed(game: Game) -> None:
    with pytest.raises(AttributeError):
        game.title = "Chess"  # type: ignore[misc]
    with pytest.raises(AttributeError):
        game.info.title = "Chess"  # type: ignore[misc]


def test_a_game_that_declares_nothing_is_refused_where_it_is_defined() -> None:
    with pytest.raises(TypeError, match="The game Chess declares no info"):

        class Chess(Game):
            pass


def test_a_game_is_found_by_its_name_however_it_is_written(game: Game) -> None:
    assert find(game.id.upper()) is game
    with pytest.raises(BadSetup, match=r"no game 'chess'; there are geschenkt, danger13, bumbesi, dacapo\."):
        find("chess")


def test_a_fifth_game_is_one_entry_more_and_gone_again() -> None:
    before = dict(GAMES)
    with plugged_in() as game:
        assert {**before, "cuckoo": CUCKOO} == GAMES
        assert find("cuckoo") is game
    assert before == GAMES


def test_processes_that_a_test_starts_know_it_too() -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-c", ASK], env=child_environment(), check=True, capture_output=True, text=True
    )
    assert done.stdout.split() == [*GAMES, "cuckoo"]
