"""Luck over many games: it must be nothing on average, however differently people play."""

import sys
from statistics import fmean, stdev

from bots.bot import Budget
from bots.contest import Contest, play, seat_bots
from bots.findings import Review
from bots.review import Job, plan
from engines.games import GAMES, build

MANY = 200
THINKING = Budget(iterations=48)
COMPANY = ("random", "policy", "policy")
"""One who plays far worse than the others, whose results are no luck."""


def games_of(game: str, number: int, thinking: Budget = THINKING) -> list[Review]:
    """So many games, each as the one who plays badly may have it reviewed, with nothing but luck and play in it."""
    contest = Contest(game, COMPANY, seed=11, keep_records=True)
    reviews = []
    for place in range(number):
        # Everybody moves on by one seat with each game, so the first bot sits further and further on.
        data = play(contest, place, seat_bots(contest)).record
        review = Review(plan(data, place % len(COMPANY)), thinking)
        for turn in range(review.plan.moments):
            review.add(Job(data, turn, review.seat, thinking, weighs=True).run())
        reviews.append(review)
    return reviews


def summary(values: list[float]) -> tuple[float, float]:
    """The mean of some numbers and its standard error."""
    return fmean(values), stdev(values) / len(values) ** 0.5


def main() -> None:
    """Print results, luck and play in every game, each with its standard error."""
    number = int(sys.argv[1]) if sys.argv[1:] else MANY
    print(f"one who plays at random among two who play by the rule ({build()}), {number} games each", flush=True)
    for game in GAMES:
        reviews = games_of(game, number)
        rows = {
            "result": [review.plan.wins[review.seat] - 1 / len(COMPANY) for review in reviews],
            "luck": [review.luck.share for review in reviews],
            "play": [review.play.share for review in reviews],
            "others": [review.others.share for review in reviews],
        }
        told = "  ".join(f"{name} {mean:+.3f} ±{error:.3f}" for name, (mean, error) in _summaries(rows))
        print(f"{game:>10}  {told}", flush=True)


def _summaries(rows: dict[str, list[float]]) -> list[tuple[str, tuple[float, float]]]:
    return [(name, summary(values)) for name, values in rows.items()]


if __name__ == "__main__":
    main()
