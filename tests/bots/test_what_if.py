"""What an expert would have played: the same game until then, three moves, and no more than each seat knew."""

import pytest

from bots.bot import Budget
from bots.what_if import DEPTH, what_if
from engines.game import Game
from engines.record import dump
from engines.timeline import Timeline
from tests.setups import Setup

FEW = Budget(iterations=8)

pytestmark = pytest.mark.plugged_in


def test_it_leaves_the_game_where_it_is_asked_and_is_a_finished_game_itself(game: Game) -> None:
    played = Setup(game, game.seats[0]).finished(1).record()
    at = len(played.moves) // 2
    record, moves = what_if(dump(played), at, FEW, 1)
    assert record.moves[:at] == played.moves[:at]
    assert record.chance[:1] == played.chance[:1]
    assert 1 <= moves <= DEPTH
    line = Timeline(record)
    assert line.over
    assert record.played_on == at


def test_the_same_question_gets_the_same_answer_and_the_end_is_not_passed(game: Game) -> None:
    played = Setup(game, game.seats[0]).finished(2).record()
    last = len(played.moves) - 1
    assert what_if(dump(played), last, FEW, 1) == what_if(dump(played), last, FEW, 1)
