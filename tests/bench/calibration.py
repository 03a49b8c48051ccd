"""Whether win shares come true: what searches say of their moves in games with each other, beside what came."""

from bots.bot import Budget
from bots.training.calibration import calibrate
from engines.games import GAMES, build
from tests.bench.engines import SEATS

# With 2,000 what is told may be right and still seem off by .03, for each of ten bins holds few.
DECISIONS = 8000
ITERATIONS = 300


def main() -> None:
    """Print a picture of each game."""
    print(f"calibration ({build()}): what {ITERATIONS} iterations say of a move, and what came of it")
    for game in GAMES:
        print(calibrate(game, SEATS[game], DECISIONS, Budget(iterations=ITERATIONS), 1), flush=True)


if __name__ == "__main__":
    main()
