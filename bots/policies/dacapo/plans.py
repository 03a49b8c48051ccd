"""Plans for one turn of Da Capo: the chain that frees the stock card, and the way to empty the hand."""

from typing import Final

from bots.policies.dacapo.evaluation import COUNT, STEPS, Evaluator, grown
from engines.dacapo.moves import BIT, HELP, PLACES, ROB
from engines.dacapo.view import BUILDS, HELPERS, JOKER

NO_MOVE: Final = -1


def rob_cost(look: Evaluator, victim: int) -> float:
    """What it costs to help this player to a new stock card."""
    state = look.state
    base = look.taste.rob_rival if state.seats == 2 else look.taste.rob_one_of_many
    return base + look.taste.rob_leader * (len(state.stocks[look.seat]) - len(state.stocks[victim]))


class Somewhere:
    """All cards that any chain could use, however deep they lie: most chains need one that is not there at all."""

    def __init__(self, look: Evaluator) -> None:
        state = look.state
        self._look: Evaluator = look
        self._cards: int = state.held[look.seat]
        self._jokers: int = look.hand[JOKER]
        for pile in look.helpers:
            for card in pile:
                self._see(card)
        for seat in range(state.seats):
            if seat != look.seat and len(state.stocks[seat]) > 1:
                self._see(state.tops[seat])

    def _see(self, card: int) -> None:
        if card == JOKER:
            self._jokers += 1
        else:
            self._cards |= BIT[card]

    def may_free(self, place: int) -> bool:
        """Whether a chain on this build pile is worth looking for."""
        look = self._look
        return COUNT[STEPS[look.heights[place]][look.top] & ~self._cards] <= self._jokers


class Chain:
    """Cards in a row on one build pile, until it takes the own stock card: the first move, and what all of them cost.

    Each value comes from a helper pile if it can, then from the hand, then from whatever is cheapest of a joker, an
    opponent's stock and a helper card that lies just below one that can be moved away.
    """

    def __init__(self, look: Evaluator, place: int) -> None:
        self.first: int = NO_MOVE
        self.cost: float = 0.0
        self._look: Evaluator = look
        self._place: int = place
        self._heights: list[int] = look.heights[:]
        self._hand: list[int] = look.hand[:]
        self._depths: list[int] = [len(pile) for pile in look.helpers]
        self._robbed: list[int] = []

    def frees(self) -> bool:
        """Look for the cards; True where they are all there."""
        height = self._heights[self._place]
        while height != self._look.top - 1:
            move = self._step(height + 1)
            if move == NO_MOVE:
                return False
            if self.first == NO_MOVE:
                self.first = move
            height = grown(height)
        return True

    def _step(self, value: int) -> int:
        helper = self._helper_with(value)
        if helper >= 0:
            self.cost += self._look.taste.from_helper
            return self._from_helper(helper, self._place)
        if self._hand[value]:
            self.cost += self._look.taste.from_hand
            return self._from_hand(value)
        joker = self._helper_with(JOKER)
        has_joker = joker >= 0 or self._hand[JOKER] > 0
        victim = self._victim(value)
        if victim >= 0 and (not has_joker or rob_cost(self._look, victim) < self._look.taste.use_joker):
            return self._rob(victim)
        if has_joker:
            self.cost += self._look.taste.use_joker
            return self._from_helper(joker, self._place) if joker >= 0 else self._from_hand(JOKER)
        victim = self._victim(JOKER)
        return self._rob(victim) if victim >= 0 else self._dig(value)

    def _helper_with(self, card: int) -> int:
        """Find the helper pile with this card on top: rather one that goes on with the next value, or the deepest."""
        best = -1
        most = 0
        for helper in range(HELPERS):
            depth = self._depths[helper]
            pile = self._look.helpers[helper]
            if depth and pile[depth - 1] == card:
                merit = 1000 if depth > 1 and pile[depth - 2] == card + 1 else depth
                if merit > most:
                    most = merit
                    best = helper
        return best

    def _from_helper(self, helper: int, place: int) -> int:
        self._depths[helper] -= 1
        return (HELP + helper) * PLACES + place

    def _from_hand(self, card: int) -> int:
        self._hand[card] -= 1
        return card * PLACES + self._place

    def _victim(self, card: int) -> int:
        """Find who is robbed of this card most cheaply; never of a last one, which would make the owner win (C14)."""
        look = self._look
        state = look.state
        best = -1
        for seat in range(state.seats):
            if state.tops[seat] == card and seat != look.seat and len(state.stocks[seat]) > 1:
                cheaper = best < 0 or rob_cost(look, seat) < rob_cost(look, best)
                if cheaper and seat not in self._robbed:
                    best = seat
        return best

    def _rob(self, victim: int) -> int:
        self._robbed.append(victim)
        self.cost += max(self._look.taste.least_rob, rob_cost(self._look, victim))
        return (ROB + victim) * PLACES + self._place

    def _dig(self, value: int) -> int:
        """Move a helper card away to another build pile, if the wanted value lies below it."""
        for helper in range(HELPERS):
            depth = self._depths[helper]
            pile = self._look.helpers[helper]
            if depth > 1 and pile[depth - 2] == value:
                for place in range(BUILDS):
                    if place != self._place and self._heights[place] + 1 == pile[depth - 1]:
                        self._heights[place] = grown(self._heights[place])
                        self._depths[helper] -= 1
                        self.cost += self._look.taste.from_helper + self._look.taste.dig
                        return self._from_helper(helper, place)
        return NO_MOVE


class Sweep:
    """A way to play the whole hand, with the help of the helper piles, so that four new cards are drawn (C10).

    It starts with `first` and leaves build piles of these `heights`, before any `jokers` at the end.
    """

    def __init__(self, look: Evaluator) -> None:
        self.first: int = NO_MOVE
        self.heights: list[int] = look.heights[:]
        self.jokers: int = look.hand[JOKER]
        self._look: Evaluator = look
        self._hand: list[int] = look.hand[:]
        self._depths: list[int] = [len(pile) for pile in look.helpers]
        self._left: int = len(look.state.hands[look.seat]) - self.jokers

    def empties(self) -> bool:
        """Look for it; True where it was found."""
        moved = True
        while self._left > 0 and moved:
            moved = False
            for place in range(BUILDS):
                if self._left > 0 and self._grow(place):
                    moved = True
        if self._left == 0 and self.first == NO_MOVE and self.jokers > 0:
            self._place_joker()
        return self._left == 0 and self.first != NO_MOVE

    def _grow(self, place: int) -> bool:
        """Play a card here from the hand, or else from a helper pile, if one fits."""
        value = self.heights[place] + 1
        if self._hand[value]:
            self._hand[value] -= 1
            self._left -= 1
            self._note(value * PLACES + place, place)
            return True
        for helper in range(HELPERS):
            depth = self._depths[helper]
            if depth and self._look.helpers[helper][depth - 1] == value:
                self._depths[helper] -= 1
                self._note((HELP + helper) * PLACES + place, place)
                return True
        return False

    def _note(self, move: int, place: int) -> None:
        if self.first == NO_MOVE:
            self.first = move
        self.heights[place] = grown(self.heights[place])

    def _place_joker(self) -> None:
        """Play a joker, all that is left in hand, where it does most good."""
        look = self._look
        best = 0
        most = -1.0e9
        for place in range(BUILDS):
            worth = look.worth(look.raised(place), look.cards, 0)
            if worth > most:
                most = worth
                best = place
        self._note(JOKER * PLACES + best, best)
