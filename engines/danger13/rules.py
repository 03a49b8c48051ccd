"""The rules of Danger 13, on one position."""

from typing import Final

from engines.chance import Chance, FastChance
from engines.danger13.view import (
    ARROW,
    DRAW,
    HAND,
    HOUSE_COMPOSITION,
    LIMIT,
    PRIZE,
    SHIELD,
    SHIELDED_LIMIT,
    signs,
    value,
)
from engines.game import IllegalMove, Move, State
from engines.view import OVER
from engines.words import N_

MOST_SEATS: Final = 5
SEATS: Final = list(range(MOST_SEATS))

# Moves 0 to 4 give the open card to that seat.
ACCEPT: Final = 5
REFUSE: Final = 6

CODES: Final = PRIZE + 10
VALUES: Final = [value(card) for card in range(CODES)]
SIGNS: Final = [signs(card) for card in range(CODES)]


def deck() -> list[int]:
    """List all 109 cards (D1)."""
    cards: list[int] = []
    for kind, copies in HOUSE_COMPOSITION.items():
        for number, count in copies.items():
            cards += [kind + number] * count
    return cards


class Danger13State(State):
    """One position; `pile` and `packet` have their top card last.

    `open` is the card that `turn` gives away, or receives where `asked` is true. `waiting` lists the seats without a
    card of this packet. A seam s says that the pile was made anew after the cards `packet[s:]` were taken.
    """

    def __init__(self, seats: int, chance: Chance) -> None:
        super().__init__(seats, chance)
        self.round: int = 1
        self.packets: int = 0
        self.marker: int = 0
        self.dealer: int = 0
        self.open: int = 0
        self.asked: bool = False
        self.last_round: bool = False
        self.pile: list[int] = []
        self.packet: list[int] = []
        self.seams: list[int] = []
        self.discard: list[int] = []
        self.waiting: list[int] = []
        self.rows: list[list[int]] = [[] for _ in range(seats)]
        self.totals: list[int] = [0] * seats
        self.limits: list[int] = [LIMIT] * seats
        self.hands: list[int] = [0] * seats
        self.won: list[list[int]] = [[] for _ in range(seats)]

    def deal(self) -> None:
        """Draw the first marker holder, shuffle, and turn up the first card (D3, D4)."""
        self.start = self.chance.pick("start", SEATS[: self.seats])
        self.marker = self.start
        self.dealer = self.start
        cards = deck()
        self.chance.shuffle(cards)
        cards.reverse()
        self.pile = cards
        self._take_packet()
        self._turn_up()

    def legal(self) -> list[Move]:
        if self.turn == OVER:
            return []
        return [ACCEPT, REFUSE] if self.asked else self.waiting[:]

    def play(self, move: Move) -> None:
        self.shown = 0
        if move < ACCEPT:
            self.waiting.remove(move)
            self._give(move)
        elif move == ACCEPT:
            self._accept()
        else:
            self._refuse()

    def shuffle_unseen(self, chance: Chance) -> None:
        # Where the pile was made anew, some cards of the packet are known to be of the old one: these stay.
        packet = [] if self.seams else self.packet
        left = len(self.pile)
        cards = self.pile + packet
        chance.shuffle(cards)
        self.pile = cards[:left]
        if packet:
            self.packet = cards[left:]

    def playout(self, luck: FastChance) -> int:
        count = 0
        while self.turn != OVER:
            self.shown = 0
            if not self.asked:
                self._give(self.waiting.pop(luck.below(len(self.waiting))))
            elif luck.below(2) == 0:
                self._accept()
            else:
                self._refuse()
            count += 1
        return count

    def _take_packet(self) -> None:
        """Take a card for every player, one at a time, the first on top (D4)."""
        self.packets += 1
        self.waiting = SEATS[: self.seats]
        self.seams = []
        if self.log is not None:
            self.tell("took packet", self.dealer, N_("takes a packet of {cards}"), {"cards": self.seats})
        if len(self.pile) > self.seats:
            self.packet = self.pile[-self.seats :]
            del self.pile[-self.seats :]
            return
        taken: list[int] = []
        while len(taken) < self.seats:
            taken.append(self.pile.pop())
            if not self.pile:
                self.seams.append(self.seats - len(taken))
                self._renew_pile()
        taken.reverse()
        self.packet = taken

    def _turn_up(self) -> None:
        """Turn up the next card of the packet, or of the next dealer's, for the dealer to give (D5, D7)."""
        if not self.packet:
            self.dealer = self._left_of(self.dealer)
            self._take_packet()
        self.open = self.packet.pop()
        self.show(self.open)
        self.turn = self.dealer
        if self.log is not None:
            self.tell("turned up", self.dealer, N_("turns up {card:card}"), {"card": self.open})

    def _left_of(self, seat: int) -> int:
        return 0 if seat + 1 == self.seats else seat + 1

    def _renew_pile(self) -> None:
        """Shuffle the discard pile into a new draw pile, which makes the round the last (D18)."""
        # Six arrows, never in rows or won piles, are more than the packet and a drawn card can hold (D19).
        assert self.discard, "draw pile and discard pile are never both empty"
        cards = self.discard
        self.discard = []
        self.chance.shuffle(cards)
        cards.reverse()
        self.pile = cards
        if self.log is not None:
            self.tell("renewed pile", None, N_("The discards make a new pile"), {"cards": len(cards)})
            if not self.last_round:
                self.tell("last round", None, N_("This round is the last"), {"round": self.round})
        self.last_round = True

    def _give(self, seat: int) -> None:
        if self.log is not None:
            text = N_("keeps {card:card}") if seat == self.dealer else N_("gives {card:card} to {receiver:seat}")
            self.tell("gave", self.dealer, text, {"card": self.open, "receiver": seat})
        self._receive(seat)

    def _receive(self, seat: int) -> None:
        """Let the open card reach a seat, which is asked only if a hand card lies in its row (D8)."""
        if self.hands[seat]:
            self.asked = True
            self.turn = seat
        else:
            self._resolve(seat)

    def _accept(self) -> None:
        self.asked = False
        if self.log is not None:
            self.tell("accepted", self.turn, N_("accepts {card:card}"), {"card": self.open})
        self._resolve(self.turn)

    def _refuse(self) -> None:
        """Discard the open card together with the leftmost hand card (D8)."""
        seat = self.turn
        self.asked = False
        self.rows[seat].remove(HAND)
        self.hands[seat] = self.hands[seat] - 1
        self.discard.append(HAND)
        self.discard.append(self.open)
        if self.log is not None:
            self.tell("refused", seat, N_("refuses {card:card}, says NO"), {"card": self.open})
        self._turn_up()

    def _resolve(self, seat: int) -> None:
        """Do what the open card does to its receiver, and stop the round at their limit (D9 to D14)."""
        card = self.open
        if card == ARROW:
            self._strike(seat)
        elif card > PRIZE:
            self._win(seat, card)
        else:
            self._lay(seat, card)
            if self.totals[seat] >= self.limits[seat]:
                self._settle(seat)
                return
            if DRAW <= card < ARROW:
                self._draw(seat)
                return
        self._turn_up()

    def _lay(self, seat: int, card: int) -> None:
        """Lay a card at the right end of a row (D9, D11)."""
        self.rows[seat].append(card)
        if card < ARROW:
            self.totals[seat] = self.totals[seat] + VALUES[card]
        elif card == HAND:
            self.hands[seat] = self.hands[seat] + 1
        else:
            self.limits[seat] = SHIELDED_LIMIT
        if self.log is not None:
            args = {"card": card, "total": self.totals[seat], "limit": self.limits[seat]}
            self.tell("laid", seat, N_("lays {card:card}: {total} of {limit}"), args)

    def _win(self, seat: int, card: int) -> None:
        """Put a prize straight into the won pile (D13)."""
        self.won[seat].append(card)
        if self.log is not None:
            self.tell("won prize", seat, N_("wins {card:card}"), {"card": card})

    def _draw(self, seat: int) -> None:
        """Draw the pile's top card and receive it (D12)."""
        self.open = self.pile.pop()
        if not self.pile:
            self.seams.append(0)
            self._renew_pile()
        self.show(self.open)
        if self.log is not None:
            self.tell("drew", seat, N_("draws another: {card:card}"), {"card": self.open})
        self._receive(seat)

    def _strike(self, seat: int) -> None:
        """Discard the arrow and the rightmost card of the row (D10, D11)."""
        self.discard.append(ARROW)
        row = self.rows[seat]
        if not row:
            if self.log is not None:
                self.tell("missed", seat, N_("has nothing for the arrow"), {"arrow": ARROW})
            return
        card = row.pop()
        self.discard.append(card)
        self.totals[seat] = self.totals[seat] - VALUES[card]
        if card == HAND:
            self.hands[seat] = self.hands[seat] - 1
        elif card == SHIELD and SHIELD not in row:
            self.limits[seat] = LIMIT
        if self.log is not None:
            args = {"card": card, "arrow": ARROW, "total": self.totals[seat], "limit": self.limits[seat]}
            self.tell("lost", seat, N_("loses {card:card} to the arrow"), args)

    def _settle(self, loser: int) -> None:
        """Stop the round, share out the rows, and start the next round or end the game (D15 to D18)."""
        if self.log is not None:
            args = {"total": self.totals[loser], "limit": self.limits[loser], "cards": len(self.rows[loser])}
            self.tell("busted", loser, N_("busts at {total}, loses {cards:card|cards}"), args)
        self._return_packet()
        for seat in range(self.seats):
            if seat == loser:
                self.discard += self.rows[seat]
            else:
                self._keep_signs(seat)
            self.rows[seat] = []
            self.totals[seat] = 0
            self.limits[seat] = LIMIT
            self.hands[seat] = 0
        if self.last_round:
            self.open = 0
            self.turn = OVER
        else:
            self._next_round()

    def _return_packet(self) -> None:
        """Put the rest of the packet back on top of the pile (D15)."""
        if self.log is not None and self.packet:
            self.tell("put back", self.dealer, N_("puts {cards:card|cards} back"), {"cards": len(self.packet)})
        self.seams = [seam - len(self.packet) for seam in self.seams]
        self.pile += self.packet
        self.packet = []

    def _keep_signs(self, seat: int) -> None:
        """Move a row's plus and double plus cards to the won pile and discard the rest (D16)."""
        won = self.won[seat]
        before = len(won)
        for card in self.rows[seat]:
            if SIGNS[card]:
                won.append(card)
            else:
                self.discard.append(card)
        if self.log is not None:
            kept = won[before:]
            args = {"cards": len(kept), "signs": sum([SIGNS[card] for card in kept])}
            text = N_("keeps {cards:card|cards}, {signs:sign|signs}") if kept else N_("keeps nothing")
            self.tell("kept", seat, text, args)

    def _next_round(self) -> None:
        """Pass the start marker on; its new holder deals first (D17)."""
        self.marker = self._left_of(self.marker)
        self.dealer = self.marker
        self.round += 1
        if self.log is not None:
            self.tell("new round", self.marker, N_("deals first in round {round}"), {"round": self.round})
        self._take_packet()
        self._turn_up()

    def copy(self, chance: Chance) -> "Danger13State":
        twin = Danger13State(self.seats, chance)
        twin.turn = self.turn
        twin.start = self.start
        twin.shown = self.shown
        twin.round = self.round
        twin.packets = self.packets
        twin.marker = self.marker
        twin.dealer = self.dealer
        twin.open = self.open
        twin.asked = self.asked
        twin.last_round = self.last_round
        twin.pile = self.pile[:]
        twin.packet = self.packet[:]
        twin.seams = self.seams[:]
        twin.discard = self.discard[:]
        twin.waiting = self.waiting[:]
        twin.rows = [row[:] for row in self.rows]
        twin.totals = self.totals[:]
        twin.limits = self.limits[:]
        twin.hands = self.hands[:]
        twin.won = [cards[:] for cards in self.won]
        return twin

    def scores(self) -> list[int]:
        """Count the plus signs of each won pile (D20)."""
        return [sum([SIGNS[card] for card in cards]) for cards in self.won]

    def tiebreaks(self) -> list[int]:
        """The values of each won pile, negated: of equal scores the higher sum wins (D20)."""
        return [-sum([VALUES[card] for card in cards]) for cards in self.won]

    def winners(self) -> list[int]:
        scores = self.scores()
        tiebreaks = self.tiebreaks()
        ranks = [(-scores[seat], tiebreaks[seat]) for seat in range(self.seats)]
        best = min(ranks)
        return [seat for seat in range(self.seats) if ranks[seat] == best]

    def why_not(self, move: Move) -> IllegalMove:
        if self.turn == OVER:
            return IllegalMove(N_("The game is over"), {}, "D18")
        args = {"card": self.open}
        if self.asked:
            return IllegalMove(N_("First accept or refuse {card:card}"), args, "D8")
        if move >= MOST_SEATS:
            return IllegalMove(N_("You give {card:card} away here: there is nothing to accept or refuse"), args, "D5")
        if move >= self.seats:
            return IllegalMove(N_("There is no seat {seat} at this table"), {"seat": move}, "D5")
        return IllegalMove(N_("{receiver:seat} already has a card of this packet"), {"receiver": move}, "D5")
