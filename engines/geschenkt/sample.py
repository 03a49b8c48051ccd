"""Positions that a player of Geschenkt can't rule out: only the face-down cards are unknown."""

from engines.chance import FastChance
from engines.game import Sampler
from engines.geschenkt.rules import MATERIALS, NOBODY, GeschenktState
from engines.geschenkt.view import HIGHEST, GeschenktView


class GeschenktSampler(Sampler):
    """Knows every card that lies open, and shuffles the others into the pile and out of the game."""

    def __init__(self, view: GeschenktView) -> None:
        self._known = GeschenktState(view.seats, view.variant, FastChance(0))
        known = self._known
        known.turn = view.turn
        known.start = view.start
        known.open = view.open
        known.pot = view.pot
        known.chips = list(view.memory.chips)
        known.owner = [NOBODY] * (HIGHEST + 2)
        for seat, row in enumerate(view.rows):
            for card in row:
                known.owner[card] = seat
        known.count()
        seen = {card for row in view.rows for card in row} | {view.open}
        self._left = view.left
        self._unseen = [card for card in MATERIALS[view.variant].cards if card not in seen]
        if view.left_out:
            known.left_out = list(view.left_out)
            self._unseen = []

    def draw(self, chance: FastChance) -> GeschenktState:
        state = self._known.copy(chance)
        if self._unseen:
            cards = self._unseen[:]
            # Only the pile needs an order; what is left over is out of the game.
            for place in range(self._left):
                other = place + chance.below(len(cards) - place)
                card = cards[other]
                cards[other] = cards[place]
                cards[place] = card
            state.pile = cards[: self._left]
            state.left_out = cards[self._left :]
        return state
