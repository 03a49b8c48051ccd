"""Search iterations a second in each game, and on hearts beside OpenSpiel's two searches in the same run."""

import gc
import time
from collections.abc import Callable

from bots.bot import Decision
from bots.ismcts import Search
from bots.policies import MINDS
from bots.searcher import prepare
from engines.build import build
from engines.chance import FastChance, LiveChance
from engines.games import GAMES
from engines.record import Recording
from tests.bench.engines import SEATS
from tests.bench.hearts import SUIT_OF, TWO_OF_CLUBS, Hearts, HeartsMind, HeartsState

SLICES = 5
SLICE = 0.25
DEAL = 5
CPP_ITERATIONS = 3000
PYTHON_ITERATIONS = 150
EXPLORATION = 26.0


def best_rate(count: int, do: Callable[[], object]) -> float:
    """Give the best of a few rates, for a busy machine only ever slows one down."""
    best = 0.0
    for _ in range(SLICES):
        began = time.process_time()
        do()
        best = max(best, count / (time.process_time() - began))
    return best


def iterations_per_second(search: Search) -> float:
    """Let a search think for a while, without collecting garbage."""
    best = 0.0
    gc.disable()
    for _ in range(SLICES):
        before = search.iterations
        began = time.process_time()
        while time.process_time() < began + SLICE:
            search.think(20, 0.0)
        best = max(best, (search.iterations - before) / (time.process_time() - began))
    gc.enable()
    return best


def first_decision(game: str) -> Decision:
    """Give the first decision of a game with the usual number of seats."""
    seats = SEATS[game]
    recording = Recording(GAMES[game], seats, {}, ["bot"] * seats, LiveChance(DEAL))
    state = recording.state
    legal = [recording.game.say(move) for move in state.legal()]
    return Decision(game, recording.game.view(state, state.turn), recording.history, legal)


def hearts() -> tuple[HeartsState, Search]:
    """Deal hearts, let the two of clubs be led, and prepare the next player's search."""
    game = Hearts()
    state = game.deal(4, {}, FastChance(DEAL))
    dealt = state.copy(FastChance(0))
    state.play(TWO_OF_CLUBS)
    view = game.view(state, state.turn)
    assert isinstance(dealt, HeartsState)
    return dealt, Search(HeartsMind(game, view, ()), game.sampler(view), DEAL)


def spiel_rates(dealt: HeartsState) -> tuple[float, float] | None:
    """Give the iterations a second of OpenSpiel's C++ and Python searches on the same deal, if it is installed."""
    try:
        import pyspiel  # noqa: PLC0415 - an optional extra
        from open_spiel.python.algorithms import ismcts, mcts  # noqa: PLC0415
    except ImportError:
        return None
    game = pyspiel.load_game("hearts(pass_cards=False)")
    state = game.new_initial_state()
    state.apply_action(0)
    hands = [[card for suit in dealt.hands[seat * 4 : seat * 4 + 4] for card in suit] for seat in range(4)]
    for turn in range(52):
        card = hands[turn % 4][turn // 4]
        state.apply_action((card - 1) % 13 * 4 + (0, 1, 3, 2)[SUIT_OF[card]])
    state.apply_action(0)
    evaluator = pyspiel.RandomRolloutEvaluator(1, DEAL)
    fast = pyspiel.ISMCTSBot(DEAL, evaluator, EXPLORATION, CPP_ITERATIONS)
    slow = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1), EXPLORATION, PYTHON_ITERATIONS)
    return (
        best_rate(CPP_ITERATIONS, lambda: fast.step(state)),
        best_rate(PYTHON_ITERATIONS, lambda: slow.step(state)),
    )


def main() -> None:
    """Print both tables."""
    print(f"search ({build()}): iterations/s at the first decision")
    for game in MINDS:
        print(f"{game:>10}  {SEATS[game]} seats  {iterations_per_second(prepare(first_decision(game), 1)):9,.0f}")
    dealt, search = hearts()
    ours = iterations_per_second(search)
    print(f"{'hearts':>10}  4 seats  {ours:9,.0f}")
    rates = spiel_rates(dealt)
    if rates is None:
        print("            OpenSpiel is not installed, so there is no ratio (pip install '.[bench]')")
    else:
        print(f"            {ours / rates[0]:5.2f} times OpenSpiel's C++ search   ({rates[0]:9,.0f})")
        print(f"            {ours / rates[1]:5.2f} times OpenSpiel's Python search ({rates[1]:8,.0f})")


if __name__ == "__main__":
    main()
