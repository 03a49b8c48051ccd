"""How opponents in Da Capo may play, and how well the way they lay their cards fits each of these ways."""

from collections.abc import Sequence
from typing import Final, cast

from bots.policies.base import Policy, Posterior
from bots.policies.dacapo.laying import resting
from bots.policies.dacapo.rule import DaCapoRule
from bots.policies.dacapo.taste import Taste
from bots.policies.dacapo.weights import RULE
from engines.chance import FastChance
from engines.dacapo.moves import END, HELP, LAY, PLACES, PLAYS, card_text
from engines.dacapo.rules import DaCapoState
from engines.dacapo.view import HELPERS, JOKER
from engines.game import Move, State
from engines.view import Turn

# How often somebody with an order lays a card where their order has it.
ORDERLY: Final = 0.8
# How likely each model is before anything is seen: the rule, who plays at once and lays in order, or anywhere.
FIRST: Final = [0.8, 0.1, 0.1]


class Simple(Policy):
    """Plays the first card that fits, from stock, hand or helper piles, and then lays one, in order or anywhere."""

    def __init__(self, orderly: bool = False) -> None:
        self.orderly: bool = orderly
        self.taste: Taste = Taste(RULE)

    def choose(self, state: State, luck: FastChance) -> Move:
        table = cast(DaCapoState, state)
        seat = table.turn
        fits = table.fits[table.tops[seat]]
        if fits:
            return PLAYS[0][fits][0]
        for card in table.hands[seat]:
            if table.fits[card]:
                return PLAYS[card][table.fits[card]][0]
        row = HELP
        for card in table.helper_tops[seat]:
            if table.fits[card]:
                return PLAYS[row][table.fits[card]][0]
            row += 1
        return self._lay(table, luck) if table.hands[seat] else END

    def _lay(self, table: DaCapoState, luck: FastChance) -> Move:
        hand = table.hands[table.turn]
        if not self.orderly:
            return (LAY + hand[luck.below(len(hand))]) * PLACES + luck.below(HELPERS)
        best = 0
        most = -1.0e9
        for card in hand:
            for helper in range(HELPERS):
                worth = resting(self.taste, table.helpers[table.turn][helper], card, 0)
                if worth > most:
                    most = worth
                    best = (LAY + card) * PLACES + helper
        return best


def opponents() -> list[Policy]:
    """List the ways in which an opponent may play."""
    return [DaCapoRule(), Simple(orderly=True), Simple()]


def weigh(seats: int, viewer: int | None, history: Sequence[Turn]) -> list[list[float]]:
    """For each seat the probability of each model, after the places where it has laid its cards."""
    taste = Taste(RULE)
    posterior = Posterior(seats, len(FIRST))
    helpers: list[list[list[int]]] = [[[] for _ in range(HELPERS)] for _ in range(seats)]
    for seat in range(seats):
        for place, likely in enumerate(FIRST):
            posterior.see(seat, place, likely)
    for turn in history:
        words = turn.move.split()
        piles = helpers[turn.seat]
        if words[0] == "help":
            piles[int(words[1])].pop()
        elif words[0] == "lay":
            card, helper = CARDS[words[1]], int(words[2])
            if turn.seat != viewer:
                _compare(posterior, turn.seat, in_order(taste, piles, card), helper)
            piles[helper].append(card)
    return [posterior.weights(seat) for seat in range(seats)]


def in_order(taste: Taste, piles: list[list[int]], card: int) -> list[int]:
    """List the helper piles where a card lies best."""
    worths = [resting(taste, pile, card, 0) for pile in piles]
    most = max(worths)
    return [place for place, worth in enumerate(worths) if worth == most]


def _compare(posterior: Posterior, seat: int, best: list[int], helper: int) -> None:
    """See whether a card was laid in order; where all piles are alike nothing is learnt."""
    if len(best) == HELPERS:
        return
    others = HELPERS - len(best)
    orderly = ORDERLY / len(best) if helper in best else (1.0 - ORDERLY) / others
    posterior.see(seat, 0, orderly)
    posterior.see(seat, 1, orderly)
    posterior.see(seat, 2, 1.0 / HELPERS)


CARDS: Final = {card_text(card): card for card in range(1, JOKER + 1)}
