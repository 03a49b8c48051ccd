"""Reading hands in Bumbesi: whoever plays one card shows that there was no better one beside it.

Positions are drawn as the game's own sampler draws them, and then changed card by card, in the manner of Metropolis and
Hastings, until the hidden hands explain what their seats did last.
"""

from typing import Final, cast

from bots.policies.base import Policy, draw_model
from bots.policies.bumbesi.history import HandChange, last_changes
from bots.policies.bumbesi.models import explains
from engines.bumbesi.rules import BumbesiState
from engines.bumbesi.view import HIGHEST, SOME_SPECIAL, BumbesiView
from engines.chance import FastChance
from engines.game import Sampler

# So many of a seat's last moves are explained; older ones say next to nothing about the cards still in hand.
LOOK: Final = 3
# How much less likely a hand is for each move that it does not explain: nobody who thinks always plays by a rule.
SLIP: Final = 0.1
# Each walk is a line of explanations of its own; so many steps lead to its first one, and from one to the next.
WALKS: Final = 16
FIRST_STEPS: Final = 30
STEPS: Final = 8
# With so many explanations at hand they are used again, with the draw pile in a new order.
ENOUGH: Final = 1024
# A step in eight is one of these: cards go to the pile and back, or between two hands; the rest changes the order.
KINDS: Final = 8
PILE_AND_ORDER: Final = 2
PILE: Final = 5
# The numbers that tell which card came when: as many different ones as all hand sizes divide.
ORDERS: Final = 60


class Guess:
    """One hidden hand, the order in which its cards came, and the model that its seat follows.

    `odd` counts the moves that this does not explain.
    """

    def __init__(self, model: int, cards: list[int], order: list[int]) -> None:
        self.model: int = model
        self.cards: list[int] = cards
        self.order: list[int] = order
        self.odd: int = 0

    def copy(self) -> "Guess":
        """Return an independent twin."""
        twin = Guess(self.model, self.cards[:], self.order[:])
        twin.odd = self.odd
        return twin


class Walk:
    """Goes from one explanation of all hidden hands to the next, likely ones more often."""

    def __init__(self, world: BumbesiState, reader: "Reader", luck: FastChance) -> None:
        self._world: BumbesiState = world
        self._reader: Reader = reader
        self._luck: FastChance = luck
        self._guesses: list[Guess] = []
        for seat in range(world.seats):
            order = [luck.below(ORDERS) for _ in range(3 * LOOK)]
            guess = Guess(draw_model(reader.weights[seat], luck), world.hands[seat][:], order)
            if seat in reader.hidden:
                guess.odd = reader.count_odd(seat, guess, len(reader.changes[seat]))
            self._guesses.append(guess)

    def go(self, steps: int) -> BumbesiState:
        """Take so many steps with every hidden hand, and return the position they lead to."""
        for _ in range(steps):
            for seat in self._reader.hidden:
                if self._guesses[seat].cards:
                    self._step(seat)
        world = self._world
        for seat in self._reader.hidden:
            world.hands[seat] = sorted(self._guesses[seat].cards)
        return world.copy(self._luck)

    def _step(self, seat: int) -> None:
        kind = self._luck.below(KINDS)
        if kind < PILE and self._world.pile:
            self._swap_with_pile(seat, kind < PILE_AND_ORDER)
        elif kind <= PILE:
            self._swap_with_seat(seat)
        else:
            self._reorder(seat)

    def _swap_with_pile(self, seat: int, order_too: bool) -> None:
        luck = self._luck
        pile = self._world.pile
        guess = self._guesses[seat].copy()
        at = luck.below(len(guess.cards))
        other = luck.below(len(pile))
        if not self._reader.may_swap(seat, guess.cards[at], pile[other]):
            return
        held = guess.cards[at]
        guess.cards[at] = pile[other]
        if order_too:
            guess.order[luck.below(LOOK + 1)] = luck.below(ORDERS)
        if self._accept(seat, guess):
            pile[other] = held

    def _swap_with_seat(self, seat: int) -> None:
        luck = self._luck
        hidden = self._reader.hidden
        other = hidden[luck.below(len(hidden))]
        if other == seat or not self._guesses[other].cards:
            return
        one, two = self._guesses[seat].copy(), self._guesses[other].copy()
        here, there = luck.below(len(one.cards)), luck.below(len(two.cards))
        first, second = one.cards[here], two.cards[there]
        if not (self._reader.may_swap(seat, first, second) and self._reader.may_swap(other, second, first)):
            return
        one.cards[here], two.cards[there] = second, first
        limit = one.odd + two.odd + self._slips()
        one.odd = self._reader.count_odd(seat, one, limit)
        if one.odd <= limit:
            two.odd = self._reader.count_odd(other, two, limit - one.odd)
            if one.odd + two.odd <= limit:
                self._guesses[seat], self._guesses[other] = one, two

    def _reorder(self, seat: int) -> None:
        luck = self._luck
        guess = self._guesses[seat].copy()
        guess.order[luck.below(LOOK + 1)] = luck.below(ORDERS)
        here, there = luck.below(len(guess.cards)), luck.below(len(guess.cards))
        guess.cards[here], guess.cards[there] = guess.cards[there], guess.cards[here]
        self._accept(seat, guess)

    def _accept(self, seat: int, guess: Guess) -> bool:
        """Take a new guess if it explains as much, or once in a while one that explains less."""
        limit = guess.odd + self._slips()
        guess.odd = self._reader.count_odd(seat, guess, limit)
        if guess.odd > limit:
            return False
        self._guesses[seat] = guess
        return True

    def _slips(self) -> int:
        """Draw how many moves more a new guess may leave unexplained."""
        slips = 0
        while self._luck.unit() < SLIP:
            slips += 1
        return slips


class Reader(Sampler):
    """Draws positions in which the others, playing as they seem to play, would have made the moves that they did."""

    def __init__(
        self,
        view: BumbesiView,
        changes: list[list[HandChange]],
        models: list[Policy],
        weights: list[list[float]],
        plain: Sampler,
    ) -> None:
        self.changes: list[list[HandChange]] = [last_changes(done, LOOK) for done in changes]
        self.hidden: list[int] = [seat for seat in range(view.seats) if seat != view.seat]
        self._models: list[Policy] = models
        self.weights: list[list[float]] = weights
        self._plain: Sampler = plain
        self._sure: list[list[int]] = [
            [card for _, held in view.memory.options for card in held[seat]] for seat in range(view.seats)
        ]
        # What is known about specials in hidden hands is not said of single cards: then they stay where they are.
        some_special = any(SOME_SPECIAL in sure for sure in self._sure)
        self._specials_stay: bool = some_special or any(len(seats) > 0 for seats in view.memory.barred)
        self._walks: list[Walk] = []
        self._worlds: list[BumbesiState] = []
        self._drawn: int = 0
        # Only which special is played hangs on it, and that counts alike.
        self._luck: FastChance = FastChance(0)

    def draw(self, chance: FastChance) -> BumbesiState:
        if not any(self.changes[seat] for seat in self.hidden):
            return cast(BumbesiState, self._plain.draw(chance))
        turn = self._drawn
        self._drawn += 1
        if turn < ENOUGH:
            self._worlds.append(self._explain(turn % WALKS, chance))
        world = self._worlds[turn % ENOUGH].copy(chance)
        chance.shuffle(world.pile)
        return world

    def _explain(self, number: int, chance: FastChance) -> BumbesiState:
        if number < len(self._walks):
            return self._walks[number].go(STEPS)
        walk = Walk(cast(BumbesiState, self._plain.draw(chance)), self, chance)
        self._walks.append(walk)
        return walk.go(FIRST_STEPS)

    def may_swap(self, seat: int, held: int, other: int) -> bool:
        """Whether a seat may hold another card instead, for all that is known."""
        if self._specials_stay and (held > HIGHEST or other > HIGHEST):
            return False
        return held not in self._sure[seat]

    def count_odd(self, seat: int, guess: Guess, limit: int) -> int:
        """Count the last moves of a seat that it would not have made with this hand, or stop above the limit."""
        hand = guess.cards[:]
        order = guess.order
        at = 0
        odd = 0
        for change in self.changes[seat]:
            for _ in range(min(change.drew, len(hand))):
                del hand[order[at % len(order)] % len(hand)]
                at += 1
            hand += change.gone
            if change.table is not None and not self._explains(guess.model, sorted(hand), change.table, change):
                odd += 1
                if odd > limit:
                    return odd
        return odd

    def _explains(self, model: int, hand: list[int], table: BumbesiState, change: HandChange) -> bool:
        """Whether a model makes this move with this hand; the same hands come up again and again."""
        name = (model, *hand)
        known = change.explained.get(name)
        if known is None:
            blank = table.hands[table.turn]
            table.hands[table.turn] = hand
            known = explains(self._models[model], table, change.move, self._luck)
            table.hands[table.turn] = blank
            change.explained[name] = known
        return known
