"""Positions that a player of Danger 13 can't rule out: only the order of the unseen cards is unknown."""

from engines.chance import FastChance
from engines.danger13.rules import VALUES, Danger13State
from engines.danger13.view import HAND, Danger13View
from engines.game import Sampler


class Danger13Sampler(Sampler):
    """Knows every card that was ever seen, and shuffles the others within their layers.

    Nobody looks at a card before it is turned up, so every order of a layer is equally likely.
    """

    def __init__(self, view: Danger13View) -> None:
        self._known = _known(view)
        self._layers = [list(layer) for layer in reversed(view.memory.unseen)]
        self._pile: int = view.pile
        below = 0
        for layer in self._layers[:-1]:
            below += len(layer)
            self._known.seams.append(below - view.pile)

    def draw(self, chance: FastChance) -> Danger13State:
        state = self._known.copy(chance)
        cards: list[int] = []
        for layer in self._layers:
            mixed = layer[:]
            chance.shuffle(mixed)
            cards += mixed
        state.pile = cards[: self._pile]
        state.packet = cards[self._pile :]
        return state


def _known(view: Danger13View) -> Danger13State:
    """Build the position without its unseen cards."""
    state = Danger13State(view.seats, FastChance(0))
    state.turn = view.turn
    state.start = view.start
    state.round = view.round
    state.packets = view.packets
    state.marker = view.marker
    state.dealer = view.dealer
    state.open = view.open
    state.asked = view.asked
    state.last_round = view.last_round
    state.discard = list(view.memory.discard)
    state.waiting = [seat for seat in range(view.seats) if not view.served[seat]]
    state.rows = [list(row) for row in view.rows]
    state.totals = [sum([VALUES[card] for card in row]) for row in view.rows]
    state.limits = list(view.limits)
    state.hands = [row.count(HAND) for row in view.rows]
    state.won = [list(cards) for cards in view.memory.won]
    return state
