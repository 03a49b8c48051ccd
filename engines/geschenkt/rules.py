"""The rules of Geschenkt, on one position."""

from typing import TYPE_CHECKING, Final

from engines.chance import Chance, FastChance
from engines.game import IllegalMove, Move, State
from engines.geschenkt.view import HIGHEST, LOWEST, TACTICAL_GAPS
from engines.view import OVER
from engines.words import N_

if TYPE_CHECKING:
    from mypy_extensions import i64

TAKE: Final = 0
PASS: Final = 1

NOBODY: Final = -1


class Material:
    """What a variant is played with: its cards, everybody's chips at the start, and the size of the draw pile."""

    def __init__(self, gaps: tuple[int, ...], chips: int, pile: int, highest: int = HIGHEST) -> None:
        self.cards: list[int] = [card for card in range(LOWEST, highest + 1) if card not in gaps]
        self.chips: int = chips
        self.pile: int = pile


MATERIALS: Final = {"": Material((), 11, 24), "tactical": Material(TACTICAL_GAPS, 10, 24)}
"""The base game (G1 to G3) and the variant (G12)."""


class GeschenktState(State):
    """One position; `pile` has its top card last, `owner[card]` is the seat that took it, `costs` what rows cost."""

    def __init__(self, seats: int, variant: str, chance: Chance) -> None:
        super().__init__(seats, chance)
        self.variant: str = variant
        self.chips: list[int] = []
        self.owner: list[int] = []
        self.costs: list[int] = []
        self.open: int = 0
        self.pot: int = 0
        self.pile: list[int] = []
        self.left_out: list[int] = []

    def deal(self) -> None:
        """Draw the start player, shuffle, set cards aside and turn up the first (G3, G4)."""
        material = MATERIALS[self.variant]
        self.start = self.chance.pick("start", list(range(self.seats)))
        self.turn = self.start
        self.chips = [material.chips] * self.seats
        self.owner = [NOBODY] * (HIGHEST + 2)
        self.costs = [0] * self.seats
        cards = material.cards[:]
        self.chance.shuffle(cards)
        self.left_out = cards[material.pile :]
        self.pile = cards[: material.pile]
        self.pile.reverse()
        self.open = self.pile.pop()
        self.show(self.open)

    def legal(self) -> list[Move]:
        if self.turn == OVER:
            return []
        return [TAKE, PASS] if self.chips[self.turn] > 0 else [TAKE]

    def play(self, move: Move) -> None:
        if move == PASS:
            self._pass()
        else:
            self._take()

    def _pass(self) -> None:
        seat = self.turn
        self.shown = 0
        self.chips[seat] -= 1
        self.pot += 1
        self.turn = seat + 1 if seat + 1 < self.seats else 0
        if self.log is not None:
            self.tell("passed", seat, N_("passes, {pot:chip|chips} on it"), {"pot": self.pot, "card": self.open})

    def _take(self) -> None:
        seat = self.turn
        card = self.open
        pot = self.pot
        self.costs[seat] += self.cost(seat)
        self.owner[card] = seat
        self.chips[seat] += pot
        self.pot = 0
        if self.pile:
            self.open = self.pile.pop()
        else:
            self.open = 0
            self.turn = OVER
        self.shown = self.open
        if self.log is not None:
            self._tell_take(seat, card, pot)

    def _tell_take(self, seat: int, card: int, pot: int) -> None:
        text = N_("takes {card:card} and {pot:chip|chips}") if pot else N_("takes {card:card}")
        self.tell("took", seat, text, {"card": card, "pot": pot})
        if self.open:
            self.tell("turned up", seat, N_("turns up {card:card}"), {"card": self.open})

    def shuffle_unseen(self, chance: Chance) -> None:
        left = len(self.pile)
        cards = self.pile + self.left_out
        chance.shuffle(cards)
        self.pile = cards[:left]
        self.left_out = cards[left:]

    def playout(self, luck: FastChance) -> int:
        """Play random legal moves to the end and return their number; local variables hold the position, for speed."""
        if self.turn == OVER:
            return 0
        chips = self.chips
        seats: i64 = self.seats
        seat: i64 = self.turn
        pot: i64 = self.pot
        moves: i64 = -pot
        # Sixteen coins at once, below a bit that shows when they are used up.
        coins: i64 = 1
        self.pile.append(self.open)
        for card in reversed(self.pile):
            held: i64 = chips[seat]
            while held > 0:
                if coins == 1:
                    coins = luck.below(65536) + 65536
                tails = coins & 1 == 0
                coins >>= 1
                if tails:
                    break
                chips[seat] = held - 1
                pot += 1
                seat = seat + 1 if seat + 1 < seats else 0
                held = chips[seat]
            self.owner[card] = seat
            chips[seat] = held + pot
            moves += pot + 1
            pot = 0
        self.pile = []
        self.shown = self.open = self.pot = 0
        self.turn = OVER
        self.count()
        return moves

    def copy(self, chance: Chance) -> "GeschenktState":
        twin = GeschenktState(self.seats, self.variant, chance)
        twin.turn = self.turn
        twin.start = self.start
        twin.shown = self.shown
        twin.chips = self.chips[:]
        twin.owner = self.owner[:]
        twin.costs = self.costs[:]
        twin.open = self.open
        twin.pot = self.pot
        twin.pile = self.pile[:]
        twin.left_out = self.left_out
        return twin

    def cost(self, seat: int) -> int:
        """The points by which the open card makes a seat's row dearer, less than 0 where it closes a gap (G10)."""
        card = self.open
        owner = self.owner
        cost = 0 if owner[card - 1] == seat else card
        return cost - card - 1 if owner[card + 1] == seat else cost

    def count(self) -> None:
        """Count what every row costs: the lowest card of each run (G10)."""
        costs = [0] * self.seats
        below = NOBODY
        for card in range(LOWEST, HIGHEST + 1):
            seat = self.owner[card]
            if seat != below:
                if seat != NOBODY:
                    costs[seat] = costs[seat] + card
                below = seat
        self.costs = costs

    def scores(self) -> list[int]:
        """What everybody's row costs, less one for each chip (G10)."""
        return [self.costs[seat] - self.chips[seat] for seat in range(self.seats)]

    def winners(self) -> list[int]:
        points = self.scores()
        best = min(points)
        return [seat for seat in range(self.seats) if points[seat] == best]

    def why_not(self, move: Move) -> IllegalMove:
        if self.turn == OVER:
            return IllegalMove(N_("The game is over"), {}, "G9")
        return IllegalMove(N_("You have no chip left, so you must take the {card:card}"), {"card": self.open}, "G6")
