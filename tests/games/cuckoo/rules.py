"""The rules of Cuckoo, on one position."""

from typing import Final

from engines.chance import Chance
from engines.game import IllegalMove, Move, State
from engines.view import OVER
from engines.words import N_
from tests.games.cuckoo.view import ACE, COPIES, KING, LIVES, NO_CARD

KEEP: Final = 0
SWAP: Final = 1
CUT: Final = 2


def deck() -> list[int]:
    """List all 52 cards (K1)."""
    return [rank for rank in range(ACE, KING + 1) for _ in range(COPIES)]


class CuckooState(State):
    """One position; `cards` has a card for each seat or NO_CARD, `pile` its top card last.

    `seen[seat]` says who knows the card before a seat: a bit for each seat, and one above them for everybody. It goes
    where the card goes, and so does `no_king`.
    """

    def __init__(self, seats: int, chance: Chance) -> None:
        super().__init__(seats, chance)
        self.round: int = 0
        self.dealer: int = 0
        self.lives: list[int] = [LIVES] * seats
        self.cards: list[int] = [NO_CARD] * seats
        self.seen: list[int] = [0] * seats
        self.no_king: list[bool] = [False] * seats
        self.pile: list[int] = []
        self.last: list[int] = []

    def deal(self) -> None:
        """Draw the start player, whose right neighbour deals (K3)."""
        self.start = self.chance.pick("start", list(range(self.seats)))
        self.dealer = (self.start - 1) % self.seats
        self._deal_round()

    def _deal_round(self) -> None:
        """Shuffle all cards and give one to everybody who is still in (K3)."""
        self.round += 1
        self.pile = deck()
        self.chance.shuffle(self.pile)
        self.pile.reverse()
        for seat in range(self.seats):
            self.cards[seat] = self.pile.pop() if self.lives[seat] else NO_CARD
            self.seen[seat] = 1 << seat
            self.no_king[seat] = False
        self.turn = self.left_of(self.dealer)

    def left_of(self, seat: int) -> int:
        """The next seat to the left that is still in."""
        seat = (seat + 1) % self.seats
        while not self.lives[seat]:
            seat = (seat + 1) % self.seats
        return seat

    def lies_open(self, seat: int) -> bool:
        """Whether everybody has seen the card before this seat."""
        return bool(self.seen[seat] >> self.seats)

    def legal(self) -> list[Move]:
        if self.turn == OVER:
            return []
        return [KEEP, CUT] if self.turn == self.dealer else [KEEP, SWAP]

    def play(self, move: Move) -> None:
        seat = self.turn
        cut = NO_CARD
        self.shown = 0
        if move == SWAP:
            self._swap(seat, self.left_of(seat))
        elif move == CUT:
            cut = self._cut(seat)
        else:
            self.tell("kept", seat, N_("keeps"), {})
        if seat == self.dealer:
            self._turn_up_all(cut)
        else:
            self.turn = self.left_of(seat)

    def _swap(self, seat: int, neighbour: int) -> None:
        """Swap with the neighbour, unless that is a king (K4, K6)."""
        self.tell("asked", seat, N_("swaps with {neighbour:seat}"), {"neighbour": neighbour})
        given, got = self.cards[seat], self.cards[neighbour]
        if got == KING:
            self._open(neighbour)
            self.tell("cried", neighbour, N_("cries cuckoo and shows {card:card}"), {"card": got})
            return
        both = 1 << seat | 1 << neighbour
        self.cards[seat], self.cards[neighbour] = got, given
        self.seen[seat], self.seen[neighbour] = self.seen[neighbour] | both, self.seen[seat] | both
        self.no_king[seat], self.no_king[neighbour] = True, self.no_king[seat]
        args = {"given": given, "got": got}
        self.tell("swapped", seat, N_("gives {given:card} for {got:card}"), args, (seat, neighbour))

    def _cut(self, seat: int) -> int:
        """Show the top card, which is returned, and take it for the own one unless it is a king (K5, K7)."""
        card = self.pile.pop()
        self.show(card)
        if card == KING:
            self.pile.append(card)
            self.tell("cut", seat, N_("cuts {card:card} and puts it back"), {"card": card})
        else:
            self.pile.insert(0, self.cards[seat])
            self.cards[seat] = card
            self.tell("cut", seat, N_("cuts {card:card}"), {"card": card})
        return card

    def _open(self, seat: int) -> None:
        self.seen[seat] |= 1 << self.seats
        self.show(self.cards[seat])

    def _turn_up_all(self, cut: int) -> None:
        """Turn up all cards: the lowest cost a life, and the next round begins or the game ends (K8 to K10)."""
        self.last = [*self.cards, cut]
        playing = [seat for seat in range(self.seats) if self.lives[seat]]
        lowest = min(self.cards[seat] for seat in playing)
        for seat in playing:
            card = self.cards[seat]
            self._open(seat)
            if card == lowest:
                self.lives[seat] -= 1
                self.tell("lost life", seat, N_("loses a life with {card:card}"), {"card": card})
            else:
                self.tell("turned up", seat, N_("turns up {card:card}"), {"card": card})
        if sum(1 for lives in self.lives if lives) < 2:
            self.turn = OVER
        else:
            self.dealer = self.left_of(self.dealer)
            self._deal_round()

    def copy(self, chance: Chance) -> "CuckooState":
        twin = CuckooState(self.seats, chance)
        twin.turn = self.turn
        twin.start = self.start
        twin.shown = self.shown
        twin.round = self.round
        twin.dealer = self.dealer
        twin.lives = self.lives[:]
        twin.cards = self.cards[:]
        twin.seen = self.seen[:]
        twin.no_king = self.no_king[:]
        twin.pile = self.pile[:]
        twin.last = self.last
        return twin

    def scores(self) -> list[int]:
        """The lives that everybody has left."""
        return self.lives[:]

    def winners(self) -> list[int]:
        """Who has the most lives, of those who were in to the last (K10)."""
        most = max(self.lives)
        return [seat for seat in range(self.seats) if self.cards[seat] and self.lives[seat] == most]

    def why_not(self, move: Move) -> IllegalMove:
        if self.turn == OVER:
            return IllegalMove(N_("The game is over"), {}, "K10")
        if move == SWAP:
            return IllegalMove(N_("You deal: you have nobody to swap with, but may cut"), {}, "K5")
        return IllegalMove(N_("Only the dealer cuts"), {}, "K5")
