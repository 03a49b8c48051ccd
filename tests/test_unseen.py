"""Cards that nobody has seen are shuffled anew, and nobody can tell; what came after a move does not come again."""

from collections import Counter

import pytest

from engines.chance import LiveChance, Outcome
from engines.game import Game
from engines.record import Record, Replay
from engines.unseen import reshuffled
from engines.view import Turn, View
from tests.setups import Setup

DEALS = 12


def luck_of(record: Record, moves: int, seed: int) -> tuple[Outcome, ...]:
    return reshuffled(record, moves, LiveChance(seed))


def position(record: Record, moves: int, luck: tuple[Outcome, ...]) -> tuple[list[View], tuple[Turn, ...]]:
    fields = {name: getattr(record, name) for name in ("game", "rules", "seats", "options", "players")}
    replay = Replay(Record(**fields, chance=luck, moves=record.moves[:moves]))
    list(replay)
    views = [replay.game.view(replay.state, seat) for seat in (*range(record.seats), None)]
    return views, tuple(replay.recording.history)


@pytest.mark.plugged_in
def test_nobody_can_tell_a_new_order_of_unseen_cards_from_the_old_one(game: Game) -> None:
    record = Setup(game, game.seats[0]).finished(1).record()
    for moves in (0, 1, len(record.moves) // 3, len(record.moves) // 2, len(record.moves) - 1):
        start = Replay(record)
        while len(start.recording.moves) < moves:
            start.step()
        before = position(record, moves, start.recording.record().chance)
        luck = luck_of(record, moves, 5)
        assert position(record, moves, luck) == before
        assert [(what, Counter(values)) for what, values in luck] == [
            (what, Counter(values)) for what, values in start.recording.record().chance
        ]


def test_what_comes_after_a_move_is_open_again(game: Game) -> None:
    """The next cards differ from one take-back to the next as luck has it."""
    record = Setup(game, game.seats[0]).finished(1).record()
    moves = len(record.moves) // 4
    orders = {luck_of(record, moves, seed) for seed in range(DEALS)}
    assert len(orders) == DEALS
    piles = [[values for what, values in luck if what == "pile"][-1] for luck in orders]
    same = sum(len(set(column)) == 1 for column in zip(*piles, strict=True))
    drawn = len(piles[0]) - same
    assert drawn > len(piles[0]) // 4
