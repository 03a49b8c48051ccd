"""A race of moves on the same worlds: weak moves drop out, the better one wins, and a seed repeats it all."""

from bots.ismcts import Search
from bots.policies import DESCRIPTORS
from bots.race import FIRST, Race
from engines.chance import FastChance
from engines.game import Move
from engines.games import find

GAME = find("dacapo")


def race(seed: int, moves: int = 0) -> Race:
    """Set up a race for a decision of Da Capo after so many moves of the rule."""
    state = GAME.deal(2, {}, FastChance(4))
    luck = FastChance(1)
    view = GAME.view(state, state.turn)
    mind = DESCRIPTORS[GAME.id].mind(GAME, view, ())
    while moves > 0 or len(mind.options(state)) < 4:
        state.play(mind.rule.choose(state, luck))
        moves -= 1
    view = GAME.view(state, state.turn)
    return Race(DESCRIPTORS[GAME.id].mind(GAME, view, ()), GAME.sampler(view), seed)


def games_of(search: Search) -> dict[Move, int]:
    return {move: tally.visits for move, tally in search.tallies.items()}


def test_every_move_is_tried_on_every_world_at_first() -> None:
    search = race(1)
    search.think(3 * len(search.moves), 0.0)
    assert games_of(search) == dict.fromkeys(search.moves, 3)


def test_moves_that_fall_behind_drop_out_and_the_rule_stays() -> None:
    for seed in range(6):
        search = race(seed)
        poor = next(move for move in search.moves if move != search.rule_move)
        search.think(FIRST * len(search.moves) - 1, 0.0)
        for move in (poor, search.rule_move):
            search.worths[move] = [0.0 for _ in search.worths[move]]
        search.think(4 * FIRST * len(search.moves), 0.0)
        games = games_of(search)
        assert games[poor] == FIRST
        # The last world may not have come round to it.
        assert games[search.rule_move] >= max(games.values()) - 1 > FIRST


def test_a_patient_mind_keeps_every_move_in_the_race() -> None:
    search = race(1)
    search.mind.behind = 99.0
    search.think(20 * FIRST * len(search.moves), 0.0)
    assert games_of(search) == dict.fromkeys(search.moves, 20 * FIRST)


def test_the_rule_is_followed_unless_another_move_is_clearly_better() -> None:
    search = race(1)
    assert search.best() == search.rule_move
    search.think(4 * len(search.moves), 0.0)
    rival = next(move for move in search.moves if move != search.rule_move)
    for move in search.moves:
        search.worths[move] = [0.5, 0.6, 0.4, 0.5]
    search.worths[rival] = [0.52, 0.61, 0.38, 0.5]
    assert search.best() == search.rule_move
    search.worths[rival] = [0.72, 0.81, 0.58, 0.7]
    assert search.best() == rival


def test_the_same_seed_gives_the_same_race() -> None:
    first, second, other = race(7), race(7), race(8)
    for search in (first, second, other):
        search.think(100, 0.0)
    assert first.worths == second.worths != other.worths
    assert first.best() == second.best()
    assert first.iterations == 100
