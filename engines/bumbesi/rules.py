"""The rules of Bumbesi, on one position."""

from typing import TYPE_CHECKING, Final

from engines.bumbesi import refusals
from engines.bumbesi.knowledge import (
    DREW,
    HELD_NO_NUMBER,
    LEFT_HAND,
    SHUFFLED_BACK,
    SPECTATOR,
    STOLE,
    Happening,
    Witness,
    fresh_witnesses,
)
from engines.bumbesi.moves import COLLECT, LAY_LIMIT, LAY_LIMIT_B, PLAY, PLAY_B, STEAL_FROM, TURN_ROUND, place_and_card
from engines.bumbesi.view import COPIES, HAND, HIGHEST, LIMIT, LOWEST, REVERSE, STEAL
from engines.chance import Chance, FastChance
from engines.game import IllegalMove, Move, State
from engines.view import OVER
from engines.words import N_

if TYPE_CHECKING:
    from mypy_extensions import i64

NO_CARD: Final = 0

DECK: Final = [*range(LOWEST, HIGHEST + 1), *[card for card, copies in COPIES.items() for _ in range(copies)]]
"""All 85 cards (B1)."""


def _count_numbers(hand: list[int]) -> int:
    """Count the cards of an ascending hand that are no specials."""
    count: i64 = len(hand)
    while count > 0 and hand[count - 1] > HIGHEST:
        count -= 1
    return count


class BumbesiState(State):
    """One position. Hands are ascending; the draw pile, both piles and both stacks of limits have their top last.

    While somebody knows something of a hidden hand (`knowing`), `story` notes what has happened since the `witnesses`
    last thought about it; no witnesses are fresh witnesses. Where nobody is going to look (not `watched`), it does not.
    """

    def __init__(self, seats: int, chance: Chance) -> None:
        super().__init__(seats, chance)
        self.hands: list[list[int]] = []
        self.bins: list[list[int]] = []
        self.limits: list[list[int]] = []
        self.piles: list[list[int]] = []
        self.pile: list[int] = []
        self.marker: int = 0
        self.direction: int = 1
        self.watched: bool = True
        self.knowing: bool = False
        self.story: list[Happening] = []
        self.witnesses: list[Witness] = []

    def deal(self) -> None:
        """Draw the start player, shuffle, deal five each and turn up both limits (B2, B3, B4)."""
        self.start = self.chance.pick("start", list(range(self.seats)))
        self.turn = self.start
        cards = DECK[:]
        self.chance.shuffle(cards)
        self.hands = [sorted(cards[HAND * seat : HAND * (seat + 1)]) for seat in range(self.seats)]
        self.bins = [[] for _ in range(self.seats)]
        self.pile = cards[: HAND * self.seats - 1 : -1]
        self.piles = [[], []]
        self.limits = [[self._turn_up()], []]
        self.limits[1].append(self._turn_up())

    def _turn_up(self) -> int:
        """Turn up a number; specials are shown and shuffled back in (B3)."""
        card = self.pile.pop()
        self.show(card)
        while card > HIGHEST:
            if self.log is not None:
                self.tell("shuffled back", self.turn, N_("shuffles {card:card} back in"), {"card": card})
            self._note(SHUFFLED_BACK, self.turn, card, 0, 0)
            self.pile.append(card)
            self.chance.shuffle(self.pile)
            self.pile.reverse()
            card = self.pile.pop()
            self.show(card)
        return card

    def legal(self) -> list[Move]:
        if self.turn == OVER:
            return []
        hand = self.hands[self.turn]
        numbers = hand
        if hand and hand[-1] > HIGHEST:
            numbers = hand[: _count_numbers(hand)]
        moves = numbers[:] if numbers and self.pile else [COLLECT]
        pile0 = self.piles[0]
        pile1 = self.piles[1]
        top0: i64 = pile0[-1] if pile0 else 0
        top1: i64 = pile1[-1] if pile1 else 0
        limit0: i64 = self.limits[0][-1]
        limit1: i64 = self.limits[1][-1]
        card: i64
        for card in numbers:
            if top0 < card < limit0:
                moves.append(PLAY + card)
            if top1 < card < limit1:
                moves.append(PLAY_B + card)
        if numbers is not hand:
            self._add_specials(hand, numbers, moves)
        return moves

    def _add_specials(self, hand: list[int], numbers: list[int], moves: list[Move]) -> None:
        """Add what the specials in hand can do (B6)."""
        if hand[len(numbers)] == REVERSE:
            moves.append(TURN_ROUND)
        if STEAL in hand:
            for seat in range(self.seats):
                if seat != self.turn and self.hands[seat]:
                    moves.append(STEAL_FROM + seat)
        if hand[-1] == LIMIT:
            limit0: i64 = self.limits[0][-1]
            limit1: i64 = self.limits[1][-1]
            card: i64
            for card in numbers:
                if card > limit0:
                    moves.append(LAY_LIMIT + card)
                if card > limit1:
                    moves.append(LAY_LIMIT_B + card)

    def shuffle_unseen(self, chance: Chance) -> None:
        chance.shuffle(self.pile)

    def playout(self, luck: FastChance) -> int:
        # Nobody looks at a hidden hand before the end, and then all are open: there is nothing to note.
        self.watched = False
        self.knowing = False
        return super().playout(luck)

    def play(self, move: Move) -> None:
        self.shown = 0
        seat = self.turn
        if move <= PLAY:
            self._collect(seat, move)
            if self.turn == OVER:
                return
        elif move <= PLAY_B:
            self._play_number(seat, 0, move - PLAY)
        elif move <= LAY_LIMIT:
            self._play_number(seat, 1, move - PLAY_B)
        elif move <= LAY_LIMIT_B:
            self._lay_limit(seat, 0, move - LAY_LIMIT)
        elif move < TURN_ROUND:
            self._lay_limit(seat, 1, move - LAY_LIMIT_B)
        elif move == TURN_ROUND:
            self._turn_round(seat)
        else:
            self._steal(seat, move - STEAL_FROM)
        if self.pile:
            self._refill(seat, HAND)
        self.turn = (seat + self.direction) % self.seats

    def _play_number(self, seat: int, place: int, card: int) -> None:
        """Put a number under a limit (B5)."""
        self._leave_hand(seat, card)
        self.piles[place].append(card)
        if self.log is not None:
            text = N_("plays {card:card} on B") if place else N_("plays {card:card} on A")
            self.tell("played", seat, text, {"card": card, "place": place})

    def _turn_round(self, seat: int) -> None:
        """Turn the direction of play (B7)."""
        self._discard(seat, REVERSE)
        self.direction = -self.direction
        if self.log is not None:
            clockwise = self.direction > 0
            text = N_("turns play clockwise") if clockwise else N_("turns play counter-clockwise")
            self.tell("reversed", seat, text, {"direction": self.direction})

    def _steal(self, seat: int, victim: int) -> None:
        """Take a random card from a victim, who draws another at once (B8)."""
        self._discard(seat, STEAL)
        hand = self.hands[victim]
        held = len(hand)
        card = self.chance.pick("stolen", hand)
        self._note(STOLE, seat, card, victim, held)
        hand.remove(card)
        own = self.hands[seat]
        own.append(card)
        own.sort()
        if self.log is not None:
            self.tell("stole", seat, N_("steals from {victim:seat}"), {"victim": victim})
            secret = {"card": card, "victim": victim}
            self.tell("stolen card", seat, N_("steals the {card:card}"), secret, (seat, victim))
        if self.pile:
            self._refill(victim, held)

    def _lay_limit(self, seat: int, place: int, card: int) -> None:
        """Cover a limit with a higher number (B9)."""
        self._discard(seat, LIMIT)
        self._leave_hand(seat, card)
        self.limits[place].append(card)
        if self.log is not None:
            text = N_("lifts B to {card:card}") if place else N_("lifts A to {card:card}")
            self.tell("lifted", seat, text, {"card": card, "place": place})

    def _collect(self, seat: int, card: int) -> None:
        """Take all under the marker, move it and lay a new limit, if there is one to lay (B10, B11, B13)."""
        place = self.marker
        taken = self.limits[place] + self.piles[place]
        own = self.bins[seat]
        own += taken
        self.limits[place] = []
        self.piles[place] = []
        self.marker = 1 - place
        if self.log is not None:
            self.tell("collected", seat, N_("collects {count:card|cards}"), {"count": len(taken), "place": place})
        if card != NO_CARD:
            self._leave_hand(seat, card)
            if self.log is not None:
                self.tell("laid", seat, N_("lays limit {card:card}"), {"card": card, "place": place})
        elif self.pile and min(self.pile) <= HIGHEST:
            self._note(HELD_NO_NUMBER, seat, NO_CARD, 0, len(self.hands[seat]))
            card = self._turn_up()
            if self.log is not None:
                self.tell("turned up", seat, N_("turns up limit {card:card}"), {"card": card, "place": place})
        else:
            self._end(seat)
            return
        self.limits[place].append(card)

    def _end(self, seat: int) -> None:
        """End the game (B13); with all hands open there is nothing left to know."""
        self.turn = OVER
        self.knowing = False
        self.story = []
        self.witnesses = []
        if self.log is not None:
            self.tell("ended", seat, N_("ends the game"), {})

    def _discard(self, seat: int, special: int) -> None:
        """Put a played special into the player's own bin (B6)."""
        self._leave_hand(seat, special)
        self.bins[seat].append(special)

    def _leave_hand(self, seat: int, card: int) -> None:
        hand = self.hands[seat]
        if self.knowing:
            self.story.append((LEFT_HAND, seat, card, 0, len(hand)))
        hand.remove(card)

    def _refill(self, seat: int, size: int) -> None:
        """Draw until the hand has its size or the pile is empty (B8, B12)."""
        hand = self.hands[seat]
        held = len(hand)
        pile = self.pile
        while len(hand) < size and pile:
            card = pile.pop()
            hand.append(card)
            if self.knowing:
                self.story.append((DREW, seat, card, 0, 0))
        if self.log is not None:
            self._tell_draw(seat, hand[held:])
        hand.sort()

    def _tell_draw(self, seat: int, cards: list[int]) -> None:
        # In order, as in a hand: what the drawer's View forgets, nothing else tells.
        for card in sorted(cards):
            self.tell("drew", seat, N_("draws a card"), {})
            self.tell("drew card", seat, N_("draws {card:card}"), {"card": card}, (seat,))

    def _note(self, kind: int, seat: int, card: int, victim: int, held: int) -> None:
        if self.watched:
            self.knowing = True
            self.story.append((kind, seat, card, victim, held))

    def witness(self, seat: int | None) -> Witness:
        """What a seat, or a spectator, can conclude about hidden hands."""
        if self.story:
            witnesses = (
                [witness.copy() for witness in self.witnesses] if self.witnesses else fresh_witnesses(self.seats)
            )
            for witness in witnesses:
                for happening in self.story:
                    witness.see(happening)
            self.story = []
            self.witnesses = witnesses
            self.knowing = not all(witness.knows_nothing() for witness in witnesses)
        if not self.witnesses:
            return Witness(SPECTATOR if seat is None else seat, self.seats)
        return self.witnesses[-1 if seat is None else seat]

    def copy(self, chance: Chance) -> "BumbesiState":
        twin = BumbesiState(self.seats, chance)
        twin.turn = self.turn
        twin.start = self.start
        twin.shown = self.shown
        twin.hands = [hand[:] for hand in self.hands]
        twin.bins = [cards[:] for cards in self.bins]
        twin.limits = [self.limits[0][:], self.limits[1][:]]
        twin.piles = [self.piles[0][:], self.piles[1][:]]
        twin.pile = self.pile[:]
        twin.marker = self.marker
        twin.direction = self.direction
        twin.knowing = self.knowing
        twin.story = self.story[:]
        twin.witnesses = self.witnesses
        return twin

    def scores(self) -> list[int]:
        """Count every card in a bin as one point (B14)."""
        return [len(cards) for cards in self.bins]

    def tiebreaks(self) -> list[int]:
        """Count the specials played; they alone are specials in a bin (B15)."""
        return [sum([card > HIGHEST for card in cards]) for cards in self.bins]

    def winners(self) -> list[int]:
        ranks = list(zip(self.scores(), self.tiebreaks(), strict=True))
        best = min(ranks)
        return [seat for seat in range(self.seats) if ranks[seat] == best]

    def why_not(self, move: Move) -> IllegalMove:
        if self.turn == OVER:
            return refusals.over()
        hand = self.hands[self.turn]
        if move <= PLAY:
            return refusals.collect(move - COLLECT, hand, len(self.pile))
        if move <= LAY_LIMIT:
            place, card = place_and_card(move - PLAY)
            pile = self.piles[place]
            return refusals.play(card, hand, self.limits[place][-1], pile[-1] if pile else 0)
        if move < TURN_ROUND:
            place, card = place_and_card(move - LAY_LIMIT)
            return refusals.lay_limit(card, hand, self.limits[place][-1])
        if move == TURN_ROUND:
            return refusals.turn_round()
        return refusals.steal(self.turn, move - STEAL_FROM, self.hands)
