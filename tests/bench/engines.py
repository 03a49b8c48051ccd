"""Random play, copying and sampling in each game, beside OpenSpiel's hearts driven from Python in the same run."""

import gc
import random
import time
from collections.abc import Callable

from engines.chance import FastChance
from engines.game import Game
from engines.games import GAMES, build

ROUNDS = 12
SLICE = 0.1
BATCH = 20
SEATS = {"geschenkt": 4, "danger13": 4, "bumbesi": 4, "dacapo": 3}
HALF_WAY = 30
HEARTS = "hearts"

Play = Callable[[], int]
Rate = tuple[float, float]


def best_rates(plays: dict[str, Play]) -> dict[str, Rate]:
    """The best rates of games and moves, measured in turn: a busy machine slows down, and whom it hits is luck."""
    best = dict.fromkeys(plays, (0.0, 0.0))
    # As in the workers that search.
    gc.disable()
    for _ in range(ROUNDS):
        for name, play in plays.items():
            best[name] = max(best[name], _rate(play))
    gc.enable()
    return best


def _rate(play: Play) -> Rate:
    """Games and moves a CPU second, over a short while."""
    games = moves = 0
    began = now = time.process_time()
    while now < began + SLICE:
        # Asking for the time takes as long as a few moves.
        for _ in range(BATCH):
            moves += play()
        games += BATCH
        now = time.process_time()
    return games / (now - began), moves / (now - began)


def hearts_play() -> Play | None:
    """A game of hearts at random through pyspiel, or nothing where OpenSpiel is not installed."""
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

    return play


def random_play(game: Game) -> Play:
    """A game at random, dealing included."""
    luck = FastChance(1)
    seats = SEATS[game.id]
    return lambda: game.deal(seats, {}, luck).playout(luck)


def microseconds(do: Callable[[], object]) -> float:
    """The CPU time of one call."""
    best = 1e9
    for _ in range(ROUNDS * BATCH // 2):
        began = time.process_time()
        for _ in range(BATCH):
            do()
        best = min(best, (time.process_time() - began) / BATCH)
    return 1e6 * best


def copy_and_sample(game: Game) -> tuple[float, float]:
    """The microseconds to copy a position in the middle of a game, and to sample one behind a view of it."""
    luck = FastChance(2)
    state = game.deal(SEATS[game.id], {}, luck)
    for _ in range(HALF_WAY):
        options = state.legal()
        state.play(options[luck.below(len(options))])
    sampler = game.sampler(game.view(state, state.turn))
    return microseconds(lambda: state.copy(luck)), microseconds(lambda: sampler.draw(luck))


def main() -> None:
    """Print the table."""
    hearts = hearts_play()
    plays = {game.id: random_play(game) for game in GAMES.values()}
    rates = best_rates(plays if hearts is None else {HEARTS: hearts, **plays})
    yardstick = rates[HEARTS][1] if hearts is not None else None
    if yardstick is None:
        print(f"engines ({build()}): OpenSpiel is not installed, so there is no ratio (pip install '.[bench]')")
    else:
        print(f"engines ({build()}): pyspiel's hearts driven from Python makes {yardstick:,.0f} moves/s in this run")
    print(f"{'game':>10}  seats   games/s    moves/s  x pyspiel   copy us  sample us")
    for game in GAMES.values():
        games, moves = rates[game.id]
        copy, sample = copy_and_sample(game)
        ratio = f"{moves / yardstick:9.2f}" if yardstick else "        -"
        print(f"{game.id:>10}  {SEATS[game.id]:5}  {games:8,.0f}  {moves:9,.0f}  {ratio}  {copy:8.1f}  {sample:9.1f}")


if __name__ == "__main__":
    main()
