"""The daily: one deal a day for everybody, against the same bots, who answer the same moves in the same way.

Everything follows from the date and a secret: of the house, which nobody knows beforehand, or in one's own house none.
"""

import hmac
from datetime import UTC, date, datetime, timedelta

from bots.bot import Budget
from engines.games import GAMES, find
from engines.info import places
from engines.promise import Proof, promise_of
from net.setup import Setup

ALONE = b"tablee alone"
"""What deals follow from in one's own house: there the date is the seed."""

DEAL = b"tablee daily 1\n"
BOTS = b"tablee daily bots 1\n"
ITERATIONS = 200
"""How long bots think in a daily: never for a time, so that they answer alike on every machine."""

BUDGET = Budget(iterations=ITERATIONS)
LEVELS = ("medium", "hard")
SEATS = (3, 4)
PLACE_WORTH = 1_000_000


def day_at(now: float) -> str:
    """The day of a time of day, in UTC."""
    return datetime.fromtimestamp(now, UTC).date().isoformat()


def end_of(day: str) -> float:
    """When a day ends, as a time of day."""
    midnight = datetime.combine(date.fromisoformat(day) + timedelta(days=1), datetime.min.time(), UTC)
    return midnight.timestamp()


def is_day(text: str) -> bool:
    """Whether a text is a date as it is written here."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def plan_of(day: str) -> Setup:
    """The table of a day: the games go round, and so do how many play and how good the bots are."""
    number = date.fromisoformat(day).toordinal()
    games = list(GAMES)[:4]
    game, turn = games[number % len(games)], number // len(games)
    fitting = [seats for seats in find(game).seats if seats in SEATS] or list(find(game).seats[-1:])
    seats, level = fitting[turn % len(fitting)], LEVELS[turn // len(fitting) % len(LEVELS)]
    return Setup(
        game=game,
        seats=seats,
        bots=(level,) * (seats - 1),
        keeper=level,
        grace=None,
        public=False,
        spectators=False,
        daily=day,
    )


def secret_of(house: bytes, day: str) -> bytes:
    """What the luck of a day follows from."""
    return hmac.digest(house, DEAL + day.encode(), "sha256")


def proof_of(setup: Setup, secret: bytes) -> Proof:
    """What proves the luck of a day to whoever has its record: the same for all who play it."""
    game, table = find(setup.game), f"daily {setup.daily}"
    promise = promise_of(table, 1, game.id, game.version, secret)
    return Proof(table=table, number=1, promise=promise, secret=secret, added=(b"",) * setup.seats)


def bot_seed(secret: bytes, moves: int) -> int:
    """The seed of the bot that moves after so many moves."""
    return int.from_bytes(hmac.digest(secret, BOTS + str(moves).encode(), "sha256")[:4], "big")


def value_of(place: int, score: int, *, low_wins: bool) -> int:
    """What a result is worth, the lower the better: the place at the table, then the points."""
    return place * PLACE_WORTH + (score if low_wins else -score)


def place_in(setup: Setup, scores: tuple[int, ...], winners: tuple[int, ...], seat: int) -> int:
    """The place of a seat in a finished game, counted from 0."""
    return places(scores, winners, low_wins=find(setup.game).low_wins)[seat]


def streaks(days: list[str], today: str) -> tuple[int, int]:
    """How many days in a row up to today, or yesterday where today's is still to come, and the most there were."""
    numbers = sorted({date.fromisoformat(day).toordinal() for day in days})
    longest = run = 0
    for place, number in enumerate(numbers):
        run = run + 1 if place and numbers[place - 1] == number - 1 else 1
        longest = max(longest, run)
    now = date.fromisoformat(today).toordinal()
    return (run if numbers and numbers[-1] >= now - 1 else 0), longest
