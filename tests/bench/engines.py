"""Random play, copying and sampling in each game, beside OpenSpiel's hearts driven from Python in the same run."""

import gc
import random
import time
from collections.abc import Callable

from engines.build import build
from engines.chance import FastChance
from engines.game import Game
from engines.games import GAMES

SLICES = 6
SLICE = 0.2
BATCH = 20
SEATS = {"geschenkt": 4, "danger13": 4, "bumbesi": 4, "dacapo": 3}
HALF_WAY = 30


def best_rates(play: Callable[[], int]) -> tuple[float, float]:
    """Give the best of a few rates of games and moves, for a busy machine only ever slows one down."""
    best = (0.0, 0.0)
    # As in the workers that search.
    gc.disable()
    for _ in range(SLICES):
        games = moves = 0
        began = now = time.process_time()
        while now < began + SLICE:
            # Asking for the time takes as long as a few moves.
            for _ in range(BATCH):
                moves += play()
            games += BATCH
            now = time.process_time()
        best = max(best, (games / (now - began), moves / (now - began)))
    gc.enable()
    return best


def spiel_moves_per_second() -> float | None:
    """Play hearts at random through pyspiel, or give nothing where OpenSpiel is not installed."""
    try:
        import pyspiel  # noqa: PLC0415 - an optional extra
    except ImportError:
        return None
    game = pyspiel.load_game("hearts(pass_cards=False)")
    luck = random.Random(1)

    def play() -> int:
        state = game.new_initial_state()
        moves = 0
        while not state.is_terminal():
            # Dealing costs time here as it does in our games, but a card dealt is nobody's move.
            moves += not state.is_chance_node()
            actions = state.legal_actions()
            state.apply_action(actions[int(luck.random() * len(actions))])
        return moves

    return best_rates(play)[1]


def random_play(game: Game) -> tuple[float, float]:
    """Give games and moves a second of random play, dealing included."""
    luck = FastChance(1)
    seats = SEATS[game.id]
    return best_rates(lambda: game.deal(seats, {}, luck).playout(luck))


def microseconds(do: Callable[[], object]) -> float:
    """Give the CPU time of one call."""
    best = 1e9
    for _ in range(SLICES * BATCH):
        began = time.process_time()
        for _ in range(BATCH):
            do()
        best = min(best, (time.process_time() - began) / BATCH)
    return 1e6 * best


def main() -> None:
    """Print the table."""
    yardstick = spiel_moves_per_second()
    if yardstick is None:
        print(f"engines ({build()}): OpenSpiel is not installed, so there is no ratio (pip install '.[bench]')")
    else:
        print(f"engines ({build()}): pyspiel's hearts driven from Python makes {yardstick:,.0f} moves/s in this run")
    print(f"{'game':>10}  seats   games/s    moves/s  x pyspiel   copy us  sample us")
    for game in GAMES.values():
        games, moves = random_play(game)
        luck = FastChance(2)
        state = game.deal(SEATS[game.id], {}, luck)
        for _ in range(HALF_WAY):
            options = state.legal()
            state.play(options[luck.below(len(options))])
        sampler = game.sampler(game.view(state, state.turn))
        copy = microseconds(lambda state=state, luck=luck: state.copy(luck))  # type: ignore[misc]
        sample = microseconds(lambda sampler=sampler, luck=luck: sampler.draw(luck))  # type: ignore[misc]
        ratio = f"{moves / yardstick:9.2f}" if yardstick else "        -"
        print(f"{game.id:>10}  {SEATS[game.id]:5}  {games:8,.0f}  {moves:9,.0f}  {ratio}  {copy:8.1f}  {sample:9.1f}")


if __name__ == "__main__":
    main()
