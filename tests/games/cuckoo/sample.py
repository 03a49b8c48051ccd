"""Positions that a player of Cuckoo can't rule out: cards not seen, dealt to the others and to the pile."""

from engines.chance import FastChance
from engines.game import Sampler
from tests.games.cuckoo.rules import CuckooState, deck
from tests.games.cuckoo.view import KING, NO_CARD, CuckooView


class CuckooSampler(Sampler):
    """Leaves every card where this seat knows it, and shuffles the others; where no king can be, none comes (K6)."""

    def __init__(self, view: CuckooView) -> None:
        self._known = _known(view)
        known = self._known.cards
        self._unseen = deck()
        for card in known:
            if card != NO_CARD:
                self._unseen.remove(card)
        hidden = [seat for seat in range(view.seats) if view.lives[seat] and known[seat] == NO_CARD]
        # Those whose card can't be a king choose first.
        self._hidden = sorted(hidden, key=lambda seat: seat not in view.memory.no_king)

    def draw(self, chance: FastChance) -> CuckooState:
        state = self._known.copy(chance)
        cards = self._unseen[:]
        chance.shuffle(cards)
        for seat in self._hidden:
            at = next(at for at, card in enumerate(cards) if card != KING or not state.no_king[seat])
            state.cards[seat] = cards.pop(at)
        state.pile = cards
        return state


def _known(view: CuckooView) -> CuckooState:
    """Set up what this seat sees and remembers."""
    state = CuckooState(view.seats, FastChance(0))
    state.turn = view.turn
    state.start = view.start
    state.round = view.round
    state.dealer = view.dealer
    state.lives = list(view.lives)
    state.last = list(view.memory.last)
    viewer = 1 << (view.seats if view.seat is None else view.seat)
    everybody = 1 << view.seats
    for seat, card in enumerate(view.cards):
        state.cards[seat] = view.memory.seen[seat] if card is None else card
        known = viewer if state.cards[seat] else 0
        state.seen[seat] = 1 << seat | known | (everybody if seat in view.open else 0)
        state.no_king[seat] = seat in view.memory.no_king
    return state
