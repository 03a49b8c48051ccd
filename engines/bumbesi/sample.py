"""Positions that a player of Bumbesi can't rule out: the hidden hands and the draw pile, dealt anew.

All deals of the unseen cards that fit the chosen option count alike. Two weights are simpler than the truth, though
neither lets in what the memory rules out: a special that was shuffled back is as likely in each hand that has drawn
since as at one spot of the pile, and a played special makes no option likelier than another.
"""

from engines.bumbesi.knowledge import SPECTATOR, fresh_witnesses
from engines.bumbesi.rules import DECK, BumbesiState
from engines.bumbesi.view import HIGHEST, SOME_SPECIAL, SPECIALS, BumbesiView, Option
from engines.chance import FastChance
from engines.game import Sampler


class Plan:
    """One option of the memory, ready to deal from.

    Each seat holds the cards `held`, so many `specials` of unknown kind and, in its `room`, so many of any kind.
    """

    def __init__(self, view: BumbesiView, option: Option, unseen: list[int]) -> None:
        self.weight: int = option[0]
        self.held: list[list[int]] = []
        self.specials: list[int] = []
        self.room: list[int] = []
        self.unseen: list[int] = unseen[:]
        for seat, sure in enumerate(option[1]):
            known = [card for card in sure if card != SOME_SPECIAL]
            for card in known:
                self.unseen.remove(card)
            open_hand = view.hands[seat]
            self.held.append(known if open_hand is None else list(open_hand))
            self.specials.append(len(sure) - len(known))
            self.room.append(0 if open_hand is not None else view.sizes[seat] - len(sure))
        self.wants_specials: bool = sum(self.specials) > 0


class BumbesiSampler(Sampler):
    """Knows all that lies open or is remembered, and deals the unseen cards into what is left."""

    def __init__(self, view: BumbesiView) -> None:
        self._known = _known(view)
        self._left = view.left
        unseen = _unseen(view)
        returned = [(special, seats) for special, seats in zip(SPECIALS, view.memory.barred, strict=True) if seats]
        # The one with the fewest places left to be chooses first.
        self._returned = sorted(returned, key=_freedom)
        copies = [special for special, _ in returned]
        options = [option for option in view.memory.options if _fits(option, copies, unseen)]
        self._plans = [Plan(view, option, unseen) for option in options]
        self._weight = sum([plan.weight for plan in self._plans])

    def draw(self, chance: FastChance) -> BumbesiState:
        plan = self._choose(chance)
        state = self._known.copy(chance)
        hands = [held[:] for held in plan.held]
        room = plan.room[:]
        unseen = plan.unseen[:]
        sunk = [] if not self._returned else self._place_returned(hands, room, unseen, chance)
        if plan.wants_specials:
            _deal_specials(plan.specials, hands, unseen, chance)
        chance.shuffle(unseen)
        for seat, number in enumerate(room):
            for _ in range(number):
                hands[seat].append(unseen.pop())
            hands[seat].sort()
        for card in sunk:
            unseen.insert(chance.below(len(unseen) + 1), card)
        state.hands = hands
        state.pile = unseen
        return state

    def _choose(self, chance: FastChance) -> Plan:
        dart = chance.below(self._weight)
        for plan in self._plans:
            dart -= plan.weight
            if dart < 0:
                return plan
        return self._plans[-1]

    def _place_returned(
        self, hands: list[list[int]], room: list[int], unseen: list[int], chance: FastChance
    ) -> list[int]:
        """Put each copy that was shuffled back into a hand that has drawn since, or list it for the pile."""
        sunk: list[int] = []
        for special, barred in self._returned:
            seats = [seat for seat, number in enumerate(room) if number > 0 and seat not in barred]
            spots = self._left - len(sunk)
            if spots + len(seats) == 0:
                continue
            dart = chance.below(spots + len(seats))
            unseen.remove(special)
            if dart < spots:
                sunk.append(special)
            else:
                seat = seats[dart - spots]
                hands[seat].append(special)
                room[seat] -= 1
        return sunk


def _freedom(returned: tuple[int, tuple[int, ...]]) -> int:
    return -len(returned[1])


def _deal_specials(wanted: list[int], hands: list[list[int]], unseen: list[int], chance: FastChance) -> None:
    specials = [card for card in unseen if card > HIGHEST]
    chance.shuffle(specials)
    for seat, number in enumerate(wanted):
        for _ in range(number):
            card = specials.pop()
            unseen.remove(card)
            hands[seat].append(card)


def _fits(option: Option, copies: list[int], unseen: list[int]) -> bool:
    """Whether there are specials enough for an option beside the copies that were shuffled back."""
    wanted = copies + [card for sure in option[1] for card in sure if card > HIGHEST or card == SOME_SPECIAL]
    enough = all(wanted.count(special) <= unseen.count(special) for special in SPECIALS)
    return enough and len(wanted) <= len([card for card in unseen if card > HIGHEST])


def _unseen(view: BumbesiView) -> list[int]:
    seen = [*view.limits, *view.piles, *view.memory.bins, *[hand for hand in view.hands if hand is not None]]
    unseen = DECK[:]
    for cards in seen:
        for card in cards:
            unseen.remove(card)
    return unseen


def _known(view: BumbesiView) -> BumbesiState:
    """The position as far as it is known, without hands and draw pile."""
    known = BumbesiState(view.seats, FastChance(0))
    known.turn = view.turn
    known.start = view.start
    known.bins = [list(cards) for cards in view.memory.bins]
    known.limits = [list(cards) for cards in view.limits]
    known.piles = [list(cards) for cards in view.piles]
    known.marker = view.marker
    known.direction = view.direction
    # What the others know is theirs; a fresh witness is never wrong.
    witnesses = fresh_witnesses(view.seats)
    witness = witnesses[SPECTATOR if view.seat is None else view.seat]
    witness.options = list(view.memory.options)
    witness.barred = list(view.memory.barred)
    if not witness.knows_nothing():
        known.witnesses = witnesses
        known.knowing = True
    return known
