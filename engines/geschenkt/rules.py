"""The rules of Geschenkt, on one position."""

from engines.chance import Chance, FastChance
from engines.game import IllegalMove, Move, State
from engines.geschenkt.view import HIGHEST, LOWEST, TACTICAL_GAPS
from engines.view import OVER
from engines.words import N_

TAKE = 0
PASS = 1

PILE = 24
NOBODY = -1


def deck(variant: str) -> list[int]:
    """List the cards in play (G1, G12)."""
    gaps = TACTICAL_GAPS if variant == "tactical" else ()
    return [card for card in range(LOWEST, HIGHEST + 1) if card not in gaps]


def starting_chips(variant: str) -> int:
    """Give everybody's chips at the start (G2, G12)."""
    return 10 if variant == "tactical" else 11


class GeschenktState(State):
    """One position; `pile` has its top card last, `owner[card]` is the seat that took it."""

    def __init__(self, seats: int, variant: str, chance: Chance) -> None:
        super().__init__(seats, chance)
        self.variant: str = variant
        self.chips: list[int] = [starting_chips(variant)] * seats
        self.owner: list[int] = [NOBODY] * (HIGHEST + 2)
        self.open: int = 0
        self.pot: int = 0
        self.pile: list[int] = []
        self.left_out: list[int] = []

    def deal(self) -> None:
        """Draw the start player, shuffle, set cards aside and turn up the first (G3, G4)."""
        self.start = self.chance.pick("start", list(range(self.seats)))
        self.turn = self.start
        cards = deck(self.variant)
        self.chance.shuffle(cards)
        self.pile = cards[PILE - 1 :: -1]
        self.left_out = cards[PILE:]
        self._turn_up()

    def _turn_up(self) -> None:
        self.open = self.pile.pop()
        self.show(self.open)
        if self.log is not None:
            self.tell("turned up", self.turn, N_("turns up {card:card}"), {"card": self.open})

    def legal(self) -> list[Move]:
        if self.turn == OVER:
            return []
        return [TAKE, PASS] if self.chips[self.turn] > 0 else [TAKE]

    def play(self, move: Move) -> None:
        self.shown = 0
        if move == PASS:
            self._pass()
        else:
            self._take()

    def _pass(self) -> None:
        seat = self.turn
        self.chips[seat] -= 1
        self.pot += 1
        seat += 1
        self.turn = 0 if seat == self.seats else seat
        if self.log is not None:
            self.tell("passed", seat - 1, N_("passes, {pot:chip|chips} on it"), {"pot": self.pot, "card": self.open})

    def _take(self) -> None:
        seat = self.turn
        self.owner[self.open] = seat
        self.chips[seat] += self.pot
        if self.log is not None:
            self.tell("took", seat, N_("takes {card:card} and {pot:chip|chips}"), {"card": self.open, "pot": self.pot})
        self.pot = 0
        if self.pile:
            self._turn_up()
        else:
            self.open = 0
            self.turn = OVER

    def playout(self, luck: FastChance) -> int:
        chips = self.chips
        count = 0
        while self.turn != OVER:
            self.shown = 0
            if chips[self.turn] > 0 and luck.below(2) == PASS:
                self._pass()
            else:
                self._take()
            count += 1
        return count

    def copy(self, chance: Chance) -> "GeschenktState":
        twin = GeschenktState(self.seats, self.variant, chance)
        twin.turn = self.turn
        twin.start = self.start
        twin.shown = self.shown
        twin.chips = self.chips[:]
        twin.owner = self.owner[:]
        twin.open = self.open
        twin.pot = self.pot
        twin.pile = self.pile[:]
        twin.left_out = self.left_out
        return twin

    def scores(self) -> list[int]:
        """Count the lowest card of each run, less one for each chip (G10)."""
        points = [-chips for chips in self.chips]
        below = NOBODY
        for card in range(LOWEST, HIGHEST + 1):
            seat = self.owner[card]
            if seat not in (NOBODY, below):
                points[seat] += card
            below = seat
        return points

    def winners(self) -> list[int]:
        points = self.scores()
        best = min(points)
        return [seat for seat in range(self.seats) if points[seat] == best]

    def why_not(self, move: Move) -> IllegalMove:
        if self.turn == OVER:
            return IllegalMove(N_("The game is over"), {}, "G9")
        return IllegalMove(N_("You have no chip left, so you must take the {card:card}"), {"card": self.open}, "G6")
