"""Whether win shares come true: what searches say of their moves in games with each other, beside what came."""

from bots.bot import Budget
from bots.training.calibration import calibrate
from engines.games import GAMES, build
from tests.bench.engines import SEATS

DECISIONS = 2000
ITERATIONS = 300


def main() -> None:
    """Print a picture of each game."""
    print(f"calibration ({build()}): {ITERATIONS} iterations a move, everybody searches")
    for game in GAMES:
        print(calibrate(game, SEATS[game], DECISIONS, Budget(iterations=ITERATIONS), 1), flush=True)


if __name__ == "__main__":
    main()
