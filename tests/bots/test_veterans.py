"""Others who think ahead in Geschenkt, and whom a net is taught to foresee: how they think, and what does not count."""

from collections.abc import Sequence

import pytest

from bots.bot import Decision
from bots.policies.geschenkt.models import Affine
from bots.training.courses import GESCHENKT
from bots.training.installed import install, put_back
from bots.training.thoughts import veterans
from bots.training.thoughts.geschenkt import PASSED
from bots.training.thoughts.veterans import Veteran, watch
from engines.chance import LiveChance
from engines.geschenkt.game import Geschenkt
from engines.geschenkt.rules import GeschenktState
from engines.record import Recording

GAME = Geschenkt()


def table(card: int, pot: int, chips: Sequence[int] = (11, 11, 11)) -> Recording:
    """A game in which this card is open, as it never came about."""
    recording = Recording(GAME, 3, {}, ["a", "b", "c"], LiveChance(5))
    state = recording.state
    assert isinstance(state, GeschenktState)
    state.pile = [state.open if other == card else other for other in state.pile]
    state.left_out = [state.open if other == card else other for other in state.left_out]
    state.open, state.pot, state.chips = card, pot, list(chips)
    return recording


def preferred(recording: Recording, veteran: Veteran) -> str:
    """What a veteran prefers here."""
    decision = Decision.of(recording)
    take, leave = veteran.think(decision, GAME.sampler(decision.view), 200, 1)
    return "take" if take > leave else "pass"


@pytest.mark.parametrize(("card", "pot", "best"), [(4, 12, "take"), (34, 0, "pass")])
def test_a_veteran_takes_a_card_that_is_paid_for_and_passes_a_dear_one(card: int, pot: int, best: str) -> None:
    assert preferred(table(card, pot), Veteran(GAME, 3)) == best


def test_a_veteran_leaves_a_card_longer_among_people_who_were_seen_to_leave_such_cards() -> None:
    gains = []
    for limit in (15.0, -2.0):
        others, veteran = Affine(1.0, limit, 1.0), Veteran(GAME, 3)
        for seat in (1, 2):
            for card in range(5, 34):
                for pot in (0, 5, 10):
                    seen = table(card, pot).state
                    assert isinstance(seen, GeschenktState)
                    seen.turn = seat
                    veteran.see(seen, took=others.wants(seen))
        here = Decision.of(table(25, 6))
        take, leave = veteran.think(here, GAME.sampler(here.view), 600, 1)
        gains.append(take - leave)
    assert gains[1] < gains[0] - 0.1
    assert gains[1] < 0.0


def test_nothing_that_is_learnt_enters_what_veterans_choose(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(veterans, "BUDGETS", (4,))
    here = watch(2)
    with put_back(GESCHENKT.package, GESCHENKT.start):
        install(GESCHENKT.package, GESCHENKT.start)
        assert watch(2) == here


def test_veterans_think_all_their_free_decisions_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(veterans, "BUDGETS", (2,))
    monkeypatch.setattr(veterans, "PLAIN", 0.0)
    thoughts = watch(3)
    # 24 cards are taken, and a free choice is either one of these or a pass.
    assert len(thoughts) > 24
    assert all(len(each.worths) == 2 and each.looks[1] == PASSED for each in thoughts)
    assert sum(each.best == 0 for each in thoughts) <= 24
