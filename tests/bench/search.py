"""Search iterations a second in each game, and on hearts beside OpenSpiel's two searches in the same run."""

import gc
import time
from collections.abc import Callable
from typing import cast

from bots.policies import descriptor_of
from bots.policies.base import Mind
from bots.searcher import begin
from engines.chance import FastChance
from engines.game import Game, Sampler
from engines.games import GAMES, build
from tests.bench.engines import SEATS
from tests.bench.hearts import SUIT_OF, TWO_OF_CLUBS, Hearts, HeartsMind, HeartsState

SLICES = 5
SLICE = 0.25
DEAL = 5
ITERATIONS = 1000
FEW_ITERATIONS = 150
EXPLORATION = 26.0


def best_rate(think: Callable[[], int]) -> float:
    """The best of a few rates of iterations, for a busy machine only ever slows one down."""
    best = 0.0
    gc.disable()
    for _ in range(SLICES):
        iterations = 0
        began = now = time.process_time()
        while now < began + SLICE:
            iterations += think()
            now = time.process_time()
        best = max(best, iterations / (now - began))
    gc.enable()
    return best


def iterations_per_second(mind: Mind, sampler: Sampler) -> float:
    """Let one search after another think, each from the beginning."""

    def think() -> int:
        search = begin(mind, sampler, DEAL)
        search.think(ITERATIONS, 0.0)
        return search.iterations

    return best_rate(think)


def first_decision(game: Game) -> tuple[Mind, Sampler]:
    """What a search needs for the first decision of a game that is worth one."""
    luck = FastChance(DEAL)
    while True:
        state = game.deal(SEATS[game.id], {}, luck)
        view = game.view(state, state.turn)
        mind = descriptor_of(game.id).mind(game, view, ())
        if len(mind.options(state)) > 1:
            return mind, game.sampler(view)


def hearts() -> tuple[HeartsState, Mind, Sampler]:
    """Deal hearts, let the two of clubs be led, and give what a search needs for the next card."""
    game = Hearts()
    state = game.deal(4, {}, FastChance(DEAL))
    dealt = cast(HeartsState, state.copy(FastChance(0)))
    state.play(TWO_OF_CLUBS)
    view = game.view(state, state.turn)
    return dealt, HeartsMind(game, view, ()), game.sampler(view)


def spiel_rates(dealt: HeartsState) -> tuple[float, float] | None:
    """The iterations a second of OpenSpiel's C++ and Python searches on the same deal, if it is installed."""
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
    fast = pyspiel.ISMCTSBot(DEAL, pyspiel.RandomRolloutEvaluator(1, DEAL), EXPLORATION, ITERATIONS)
    slow = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1), EXPLORATION, FEW_ITERATIONS)

    def think_fast() -> int:
        fast.step(state)
        return ITERATIONS

    def think_slowly() -> int:
        slow.step(state)
        return FEW_ITERATIONS

    return best_rate(think_fast), best_rate(think_slowly)


def main() -> None:
    """Print both tables."""
    print(f"search ({build()}): iterations/s at the first decision")
    for game in GAMES.values():
        rate = iterations_per_second(*first_decision(game))
        print(f"{game.id:>10}  {SEATS[game.id]} seats  {rate:9,.0f}")
    dealt, mind, sampler = hearts()
    ours = iterations_per_second(mind, sampler)
    print(f"{'hearts':>10}  4 seats  {ours:9,.0f}")
    rates = spiel_rates(dealt)
    if rates is None:
        print("            OpenSpiel is not installed, so there is no ratio (pip install '.[bench]')")
    else:
        print(f"            {ours / rates[0]:5.2f} times OpenSpiel's C++ search   ({rates[0]:9,.0f})")
        print(f"            {ours / rates[1]:5.2f} times OpenSpiel's Python search ({rates[1]:8,.0f})")


if __name__ == "__main__":
    main()
