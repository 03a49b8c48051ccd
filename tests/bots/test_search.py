"""The search: it finds the better move, can be repeated, says what it found, and knows nothing that is hidden."""

from collections.abc import Mapping
from typing import ClassVar

import pytest

from bots.advice import Advice
from bots.bot import Budget, Decision
from bots.ismcts import Search, Tally
from bots.policies import DESCRIPTORS
from bots.policies.base import Evaluation, Lookahead, Mind, Policy, Posterior
from bots.searcher import Searcher, prepare
from engines.chance import Chance, FastChance
from engines.game import Game, IllegalMove, Move, Sampler, State
from engines.games import GAMES
from engines.info import GameInfo
from engines.view import OVER, CommonFields, View
from tests.setups import Setup

FEW = Budget(iterations=60)
DARE, PLAY_SAFE = 0, 1
SPARE, PUNISH = 0, 1

THINKING = [game for game in GAMES.values() if game.id in DESCRIPTORS]
with_a_mind = pytest.mark.parametrize("game", THINKING, ids=lambda game: game.id)


class Dare(State):
    """A game of two moves: a dare wins if it is spared and loses if it is punished; playing safe is a draw."""

    def __init__(self, moves: list[Move]) -> None:
        super().__init__(2, FastChance(0))
        self.moves = moves
        self.turn = len(moves) if len(moves) < 2 else OVER

    def legal(self) -> list[Move]:
        return [0, 1]

    def play(self, move: Move) -> None:
        self.moves.append(move)
        self.turn = len(self.moves) if len(self.moves) < 2 else OVER

    def copy(self, chance: Chance) -> "Dare":
        return Dare(self.moves[:])

    def scores(self) -> list[int]:
        if self.moves[0] == PLAY_SAFE:
            return [5, 5]
        return [10, 0] if self.moves[1] == SPARE else [0, 10]

    def winners(self) -> list[int]:
        points = self.scores()
        return [seat for seat in (0, 1) if points[seat] == max(points)]

    def why_not(self, move: Move) -> IllegalMove:
        return IllegalMove("No", {}, "")


class DareSampler(Sampler):
    def draw(self, chance: FastChance) -> State:
        return Dare([])


class Daring(Game):
    info: ClassVar = GameInfo(id="dare", title="Dare", version=1, seats=range(2, 3), view_type=View, low_wins=False)

    def __init__(self) -> None:
        super().__init__(["zero", "one"])

    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> State:
        return Dare([])

    def look(self, state: State, seat: int | None, common: CommonFields) -> View:
        return View(**common)

    def sampler(self, view: View) -> Sampler:
        return DareSampler()

    def card(self, card: int) -> str:
        return str(card)


class Always(Policy):
    def __init__(self, move: Move) -> None:
        self.move = move

    def choose(self, state: State, luck: FastChance) -> Move:
        return self.move


def dared(mind: Mind, iterations: int = 200) -> Search:
    search = Search(mind, DareSampler(), 1)
    search.think(iterations, 0.0)
    return search


@pytest.fixture
def mind() -> Mind:
    return Mind(Daring(), View(seat=0, seats=2, turn=0, start=0), ())


def believe(mind: Mind, *weights: float) -> None:
    """Let the opponent spare with the first probability and punish with the second."""
    mind.models = [Always(SPARE), Always(PUNISH)]
    mind.weights = [list(weights), list(weights)]


def test_a_searched_opponent_plays_for_their_own_good(mind: Mind) -> None:
    assert dared(mind).best() == PLAY_SAFE


class Wheel(Mind):
    """Everything hangs on luck, but that daring brings a little more; notes the luck that each move met."""

    def __init__(self) -> None:
        super().__init__(Daring(), View(seat=0, seats=2, turn=0, start=0), ())
        self.exploration = 0.1
        self.seen: list[tuple[Move, float]] = []

    def evaluate(self, state: State) -> Evaluation:
        assert isinstance(state, Spun)
        win = state.luck + (0.01 if state.moves[0] == DARE else 0.0)
        self.seen.append((state.moves[0], state.luck))
        return Evaluation([win, 1.0 - win], [win, -win])


class Spun(Dare):
    def __init__(self, moves: list[Move], luck: float) -> None:
        super().__init__(moves)
        self.luck = luck

    def copy(self, chance: Chance) -> "Spun":
        return Spun(self.moves[:], self.luck)


class WheelSampler(Sampler):
    def draw(self, chance: FastChance) -> State:
        return Spun([], 0.99 * chance.unit())


def test_two_moves_are_tried_in_turn_on_the_same_positions_where_a_mind_asks_for_pairs() -> None:
    for pairs in (True, False):
        mind = Wheel()
        mind.pairs = pairs
        search = Search(mind, WheelSampler(), 1)
        search.think(40, 0.0)
        turns = zip(mind.seen[::2], mind.seen[1::2], strict=True)
        assert all(move != other and luck == same for (move, luck), (other, same) in turns) == pairs
        assert (search.tallies[DARE].visits == search.tallies[PLAY_SAFE].visits == 20) == pairs


def test_pairs_find_a_small_difference_in_much_luck() -> None:
    found = []
    for seed in range(20):
        mind = Wheel()
        mind.pairs = True
        search = Search(mind, WheelSampler(), seed)
        search.think(10, 0.0)
        found.append(search.best())
    assert found == [DARE] * 20


def test_a_search_that_keeps_to_one_move_makes_no_pairs() -> None:
    mind = Wheel()
    mind.pairs = True
    search = Search(mind, WheelSampler(), 1)
    search.think(3, 0.0)
    search.keep_to(DARE)
    search.think(5, 0.0)
    assert [move for move, _ in mind.seen[3:]] == [DARE] * 5


def test_a_modelled_opponent_plays_as_the_model_does(mind: Mind) -> None:
    believe(mind, 1.0, 0.0)
    search = dared(mind)
    assert search.best() == DARE
    assert search.tallies[DARE].win() == 1.0
    assert search.tallies[PLAY_SAFE].win() == 0.5


def test_an_opponent_modelled_as_looking_ahead_is_searched_whatever_their_rule_says(mind: Mind) -> None:
    mind.models = [Lookahead(Always(SPARE))]
    mind.weights = [[1.0], [1.0]]
    assert dared(mind).best() == PLAY_SAFE


def test_models_are_drawn_as_often_as_they_are_likely(mind: Mind) -> None:
    believe(mind, 0.8, 0.2)
    search = dared(mind, 4000)
    assert search.tallies[DARE].win() == pytest.approx(0.8, abs=0.03)
    assert search.tallies[DARE].score() == pytest.approx(8.0, abs=0.3)


def test_the_points_break_a_tie_between_wins(mind: Mind) -> None:
    better = Evaluation([0.0, 1.0], [8.0, 10.0])
    worse = Evaluation([0.0, 1.0], [0.0, 10.0])
    search = dared(mind, 0)
    assert search.worth(better, 0) > search.worth(worse, 0)
    assert search.worth(better, 1) < search.worth(worse, 1)
    mind.low_wins = True
    assert search.worth(better, 0) < search.worth(worse, 0)


def test_a_cut_off_iteration_is_judged_by_the_estimate() -> None:
    class Hopeful(Mind):
        def estimate(self, state: State) -> Evaluation:
            assert isinstance(state, Dare)
            assert len(state.moves) == 1
            return Evaluation([1.0, 0.0] if state.moves[0] == DARE else [0.5, 0.5], [0.0, 0.0])

    hopeful = Hopeful(Daring(), View(seat=0, seats=2, turn=0, start=0), ())
    hopeful.turns = 1
    assert dared(hopeful).best() == DARE


def test_a_doubting_mind_leaves_the_rule_only_for_a_clearly_better_move(mind: Mind) -> None:
    mind.rule = Always(DARE)
    believe(mind, 0.45, 0.55)
    mind.blend = 1.0
    search = dared(mind, 400)
    assert search.best() == PLAY_SAFE
    mind.doubt = 10.0
    assert search.best() == DARE
    believe(mind, 0.0, 1.0)
    assert dared(mind, 400).best() == PLAY_SAFE


def test_moves_that_are_no_option_are_not_searched(mind: Mind) -> None:
    class Timid(Mind):
        def options(self, state: State) -> list[Move]:
            return [PLAY_SAFE] if state.turn == 0 else state.legal()

    timid = Timid(Daring(), View(seat=0, seats=2, turn=0, start=0), ())
    assert dared(timid).moves == [PLAY_SAFE]


def test_one_game_says_little() -> None:
    tally = Tally()
    tally.add(1.0, 10.0)
    assert tally.win() == 1.0
    assert tally.error() > 0.2
    for _ in range(9999):
        tally.add(1.0, 10.0)
    assert tally.error() < 0.001


def test_a_posterior_follows_the_likelihoods() -> None:
    posterior = Posterior(2, 2)
    assert posterior.weights(1) == [0.5, 0.5]
    posterior.see(1, 0, 0.9)
    posterior.see(1, 1, 0.1)
    assert posterior.weights(1) == pytest.approx([0.9, 0.1])
    assert posterior.weights(0) == [0.5, 0.5]


def decision(game: Game, seed: int, moves: int) -> Decision:
    """A decision with a choice from the middle of a random game."""
    setup = Setup(game, game.seats[min(1, len(game.seats) - 1)])
    for recording in setup.walk(seed):
        state = recording.state
        if len(recording.moves) >= moves and len(state.legal()) > 1:
            legal = [game.say(move) for move in state.legal()]
            return Decision(game.id, game.view(state, state.turn), tuple(recording.history), legal)
    raise AssertionError("the game was over before")


@pytest.mark.plugged_in
@with_a_mind
@pytest.mark.parametrize("moves", [0, 25])
def test_iterations_and_a_seed_make_an_answer_repeatable(game: Game, moves: int) -> None:
    asked = decision(game, 4, moves)
    first = Searcher().choose(asked, FEW, 7)
    again = Searcher().choose(asked, FEW, 7)
    assert (first.move, first.choices, first.iterations) == (again.move, again.choices, again.iterations)


@pytest.mark.plugged_in
@with_a_mind
def test_advice_weighs_every_legal_move(game: Game) -> None:
    asked = decision(game, 5, 12)
    advice = Searcher().choose(asked, FEW, 1)
    assert advice.choices[0].move == advice.move
    assert sorted(choice.move for choice in advice.choices) == sorted(asked.legal)
    assert sum(choice.visits for choice in advice.choices) == advice.iterations
    for choice in advice.choices:
        assert 0.0 <= choice.win <= 1.0
        assert (choice.error > 0.0) == (choice.visits > 0)


@pytest.mark.plugged_in
@with_a_mind
def test_a_budget_of_seconds_is_searched_too(game: Game) -> None:
    asked = decision(game, 5, 12)
    advice = Searcher().choose(asked, Budget(seconds=0.05), 1)
    assert advice.move in asked.legal
    assert advice.seconds >= 0.05 or advice.iterations == 0 or is_decided(game, asked, advice)


def is_decided(game: Game, asked: Decision, advice: Advice) -> bool:
    """Whether a race is over, which it is once all moves but the rule's own have dropped out of it."""
    search = prepare(asked, 1)
    return search.mind.race and game.parse(advice.move) == search.rule_move


@pytest.mark.plugged_in
@with_a_mind
@pytest.mark.parametrize("seed", range(4))
def test_the_choice_is_the_same_for_every_state_behind_a_view(game: Game, seed: int) -> None:
    asked = decision(game, seed, 5 + 7 * seed)
    wanted = Searcher().choose(asked, FEW, seed)
    for other in range(6):
        state = game.sample(asked.view, FastChance(other))
        view = game.view(state, state.turn)
        legal = [game.say(move) for move in state.legal()]
        found = Searcher().choose(Decision(game.id, view, asked.history, legal), FEW, seed)
        assert (found.move, found.choices) == (wanted.move, wanted.choices)


@with_a_mind
@pytest.mark.parametrize("seed", range(4))
def test_rules_models_and_options_know_only_what_the_mover_knows(game: Game, seed: int) -> None:
    for moves in range(0, 40, 8):
        asked = decision(game, seed, moves)
        mind = DESCRIPTORS[game.id].mind(game, asked.view, asked.history)
        states = [game.sample(asked.view, FastChance(number)) for number in range(6)]
        assert len({tuple(mind.options(state)) for state in states}) == 1
        for policy in [mind.rule, *mind.models]:
            assert len({policy.choose(state, FastChance(1)) for state in states}) == 1


@pytest.mark.plugged_in
@with_a_mind
def test_rules_and_models_make_legal_moves(game: Game) -> None:
    for moves in range(0, 40, 5):
        asked = decision(game, 11, moves)
        mind = DESCRIPTORS[game.id].mind(game, asked.view, asked.history)
        state = game.sample(asked.view, FastChance(moves))
        legal = state.legal()
        assert set(mind.options(state)) <= set(legal)
        for policy in [mind.rule, *mind.models]:
            assert policy.choose(state.copy(FastChance(2)), FastChance(2)) in legal
