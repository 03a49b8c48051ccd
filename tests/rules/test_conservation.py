"""Nothing is lost and nothing appears: cards, chips and points add up after every move of any game."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engines.bumbesi.rules import BumbesiState
from engines.bumbesi.view import BumbesiView
from engines.dacapo.rules import DaCapoState
from engines.dacapo.view import DaCapoView
from engines.danger13.rules import Danger13State
from engines.danger13.view import Danger13View
from engines.game import State
from engines.games import GAMES
from engines.geschenkt.rules import NOBODY, GeschenktState
from engines.geschenkt.view import GeschenktView
from engines.view import View
from tests.setups import Setup, all_setups

FEW = settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))


def geschenkt_cards(state: GeschenktState) -> Iterator[int]:
    taken = [card for card, owner in enumerate(state.owner) if owner != NOBODY]
    open_card = [state.open] if state.open else []
    return chain(taken, open_card, state.pile, state.left_out)


def danger13_cards(state: Danger13State) -> Iterator[int]:
    open_card = [state.open] if state.open else []
    return chain(state.pile, state.packet, open_card, state.discard, *state.rows, *state.won)


def bumbesi_cards(state: BumbesiState) -> Iterator[int]:
    return chain(state.pile, *state.hands, *state.bins, *state.limits, *state.piles)


def dacapo_cards(state: DaCapoState) -> Iterator[int]:
    helpers = chain.from_iterable(state.helpers)
    return chain(state.pile, state.aside, *state.stocks, *state.hands, *helpers, *state.builds)


def cards(state: State) -> Counter[int]:
    """Count every card wherever it lies."""
    if isinstance(state, GeschenktState):
        return Counter(geschenkt_cards(state))
    if isinstance(state, Danger13State):
        return Counter(danger13_cards(state))
    if isinstance(state, BumbesiState):
        return Counter(bumbesi_cards(state))
    return Counter(dacapo_cards(cast(DaCapoState, state)))


DECKS = {
    "geschenkt": Counter(range(3, 36)),
    "geschenkt tactical": Counter(card for card in range(3, 36) if card % 10),
    "danger13": 109,
    "bumbesi": Counter([*range(1, 71), *[71] * 6, *[72] * 5, *[73] * 4]),
    "dacapo": Counter([card for card in range(1, 12) for _ in range(15)]),
}


@FEW
@given(seed=st.integers(0, 2**32))
def test_every_card_is_in_exactly_one_place_after_every_move(setup: Setup, seed: int) -> None:
    name = " ".join([setup.game.id, *setup.options.values()])
    whole = cards(setup.start(seed).state)
    deck = DECKS[name]
    assert whole == deck if isinstance(deck, Counter) else whole.total() == deck
    for recording in setup.walk(seed):
        assert cards(recording.state) == whole


@pytest.mark.parametrize("setup", all_setups([GAMES["geschenkt"]]), ids=str)
@FEW
@given(seed=st.integers(0, 2**32))
def test_chips_are_conserved(setup: Setup, seed: int) -> None:
    each = 10 if setup.options else 11
    for recording in setup.walk(seed):
        state = cast(GeschenktState, recording.state)
        assert sum(state.chips) + state.pot == each * setup.seats
        assert min(state.chips) >= 0


def naive_geschenkt(view: GeschenktView, seat: int) -> int:
    points = 0
    previous = 0
    for card in sorted(view.rows[seat]):
        if card != previous + 1:
            points += card
        previous = card
    return points - cast(int, view.chips[seat])


def naive_danger13(view: Danger13View, seat: int) -> int:
    signs = {1: 1, 2: 2}
    won = cast(tuple[int, ...], view.won[seat])
    return sum(card % 10 if card > 70 else signs.get(card // 10, 0) for card in won)


def naive_score(view: View, seat: int) -> int:
    """Count a seat's points again from what lies on the table at the end."""
    if isinstance(view, GeschenktView):
        return naive_geschenkt(view, seat)
    if isinstance(view, Danger13View):
        return naive_danger13(view, seat)
    if isinstance(view, BumbesiView):
        return len(view.memory.bins[seat])
    return cast(DaCapoView, view).stocks[seat]


def naive_winners(view: View) -> list[int]:
    points = [naive_score(view, seat) for seat in range(view.seats)]
    if isinstance(view, Danger13View):
        won = [cast(tuple[int, ...], pile) for pile in view.won]
        values = [sum(card % 10 for card in pile if card < 40) for pile in won]
        keys = [(-own, -value) for own, value in zip(points, values, strict=True)]
    elif isinstance(view, BumbesiView):
        keys = list(zip(points, (sum(card > 70 for card in own) for own in view.memory.bins), strict=True))
    else:
        keys = [(own, 0) for own in points]
    return [seat for seat, key in enumerate(keys) if key == min(keys)]


@FEW
@given(seed=st.integers(0, 2**32))
def test_scores_and_winners_agree_with_a_naive_count(setup: Setup, seed: int) -> None:
    state = setup.finished(seed).state
    view = setup.game.view(state, None)
    assert state.scores() == [naive_score(view, seat) for seat in range(setup.seats)]
    assert state.winners() == naive_winners(view)
