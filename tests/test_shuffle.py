"""The shuffle of live play: the operating system's luck, fair, and written down as it was drawn (fault 36)."""

import random
from collections import Counter
from collections.abc import Callable
from itertools import permutations, product
from math import exp, lgamma, log
from pathlib import Path

import pytest

from engines.chance import Chance, LiveChance, Outcome
from engines.game import Game
from engines.promise import SECRET_BYTES, promise_of
from engines.record import Recording, Replay
from engines.verify import verify
from net.messages import Fetch, Games, MyGames, RecordFile
from net.setup import Setup
from tests.net.house_harness import open_house, started

# A fair shuffle fails less than once in 10^9 runs: a run looks at four tails, and what is left, a factor of 250, is for
# the chi-square distribution, which counts of some hundreds a cell follow nearly but not quite.
UNLIKELY = 1e-12
A_CELL = 400

Cell = tuple[int, ...]
Shuffle = Callable[[list[int]], None]


def tail(counts: Counter[Cell], cells: list[Cell], freedom: int, share: float = 1.0) -> float:
    """The chance that a fair shuffle strays from even counts as far as these do (Pearson's chi-square)."""
    even = counts.total() / len(cells)
    half = sum((counts[cell] - even) ** 2 for cell in cells) / even / 2 * share
    # The tail is a plain sum for an even number of degrees of freedom; one more only makes it larger.
    return sum(exp(number * log(half) - half - lgamma(number + 1)) for number in range((freedom + 1) // 2))


def tail_of_orders(shuffle: Shuffle, cards: int = 4) -> float:
    """Try whether every order of a small pile comes up alike."""
    orders = list(permutations(range(cards)))
    counts: Counter[Cell] = Counter()
    for _ in range(A_CELL * len(orders)):
        pile = list(range(cards))
        shuffle(pile)
        counts[tuple(pile)] += 1
    return tail(counts, orders, len(orders) - 1)


def tail_of_places(shuffle: Shuffle, cards: int = 33) -> float:
    """Try whether every card of a whole pile comes to lie at every place alike."""
    counts: Counter[Cell] = Counter()
    for _ in range(A_CELL * cards):
        pile = list(range(cards))
        shuffle(pile)
        counts.update(enumerate(pile))
    # Cards of one pile keep out of each other's way, which makes the sum larger by cards / (cards - 1).
    return tail(counts, list(product(range(cards), repeat=2)), (cards - 1) ** 2, (cards - 1) / cards)


def test_F36_every_order_and_every_place_of_a_card_come_up_alike() -> None:
    shuffle = LiveChance().shuffle
    assert tail_of_orders(shuffle) > UNLIKELY
    assert tail_of_places(shuffle) > UNLIKELY


def test_F36_every_seat_and_card_is_picked_alike() -> None:
    luck = LiveChance()
    for among in ([0, 1, 2], list(range(70))):
        counts: Counter[Cell] = Counter((luck.pick("start", among),) for _ in range(A_CELL * len(among)))
        assert tail(counts, [(one,) for one in among], len(among) - 1) > UNLIKELY


def swap_with_any(pile: list[int], luck: random.Random) -> None:
    """The classic wrong shuffle: every card is swapped with any other, not only with those not yet placed."""
    for place in range(len(pile)):
        other = luck.randrange(len(pile))
        pile[place], pile[other] = pile[other], pile[place]


def never_stay(pile: list[int], luck: random.Random) -> None:
    """Another one, off by one: no card is ever left where it is."""
    for place in range(len(pile) - 1, 0, -1):
        other = luck.randrange(place)
        pile[place], pile[other] = pile[other], pile[place]


def cut_only(pile: list[int], luck: random.Random) -> None:
    """A cut brings every card to every place alike, and yet is no shuffle."""
    cut = luck.randrange(len(pile))
    pile[:] = pile[cut:] + pile[:cut]


@pytest.mark.parametrize(
    ("wrong", "tried"),
    [
        (swap_with_any, tail_of_orders),
        (swap_with_any, tail_of_places),
        (never_stay, tail_of_orders),
        (never_stay, tail_of_places),
        (cut_only, tail_of_orders),
    ],
)
def test_F36_a_biased_shuffle_would_be_found(
    wrong: Callable[[list[int], random.Random], None], tried: Callable[[Shuffle], float]
) -> None:
    luck = random.Random(36)
    assert tried(lambda pile: wrong(pile, luck)) < UNLIKELY
    assert tried(luck.shuffle) > UNLIKELY


def start(game: Game, luck: Chance) -> Recording:
    seats = game.seats[0]
    return Recording(game, seats, {}, [""] * seats, luck)


@pytest.mark.plugged_in
def test_F36_live_luck_is_the_operating_systems_and_nothing_else(monkeypatch: pytest.MonkeyPatch, game: Game) -> None:
    def dealt(noise: int) -> list[Outcome]:
        monkeypatch.setattr("random._urandom", random.Random(noise).randbytes)
        return start(game, LiveChance()).outcomes

    assert dealt(1) == dealt(1)
    assert dealt(1) != dealt(2)


async def test_F36_the_record_of_a_game_in_a_house_holds_exactly_what_was_drawn(tmp_path: Path, game: Game) -> None:
    async with open_house(tmp_path) as house:
        ada, update = await started(house, Setup(game=game.id, seats=4, bots=("easy",) * 3))
        over = await ada.finish(update)
        (line,) = (await ada.ask(MyGames(), Games)).games
        record = (await ada.ask(Fetch(id=line.id), RecordFile)).record
    verified = verify(record)
    assert verified is not None, "drawn from a promise, and recomputed from it card by card"
    assert verified.proved == len(record.chance) > 0
    replay = Replay(record)
    for _ in replay:
        pass
    assert over.view is not None
    assert replay.state.scores() == list(over.view["scores"])


async def test_F36_the_secret_of_a_promise_is_the_operating_systems(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, game: Game
) -> None:
    noise = bytes(range(SECRET_BYTES))
    monkeypatch.setattr("secrets.token_bytes", lambda length: noise[:length])
    async with open_house(tmp_path) as house:
        _ada, update = await started(house, Setup(game=game.id, seats=4, bots=("easy",) * 3))
    assert update.dealt is not None
    assert update.dealt.promise == promise_of(update.code, 1, game.id, game.version, noise)
