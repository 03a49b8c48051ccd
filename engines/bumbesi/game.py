"""Bumbesi as a Game: dealing, looking and naming."""

from collections.abc import Mapping
from typing import cast

from engines.bumbesi.moves import texts
from engines.bumbesi.rules import BumbesiState
from engines.bumbesi.sample import BumbesiSampler
from engines.bumbesi.view import HIGHEST, REVERSE, BumbesiMemory, BumbesiView
from engines.chance import Chance
from engines.game import Game, Sampler, State
from engines.view import OVER, View

SPECIAL_NAMES = ("reverse", "steal", "limit")


class Bumbesi(Game):
    """Himmel, A… und Zwirn!, three to six players, fewest points wins."""

    def __init__(self) -> None:
        super().__init__(texts())
        self.id = "bumbesi"
        self.title = "Bumbesi"
        self.version = 1
        self.seats = range(3, 7)
        self.variants = ()
        self.low_wins = True
        self.open_moves = False
        self.counts_cards = False
        self.match = "three rounds"
        self.view_type = BumbesiView

    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> State:
        state = BumbesiState(seats, chance)
        state.deal()
        return state

    def view(self, state: State, seat: int | None) -> View:
        now = cast(BumbesiState, state)
        over = now.turn == OVER
        return BumbesiView(
            seat=seat,
            seats=now.seats,
            turn=now.turn,
            start=now.start,
            scores=tuple(now.scores()) if over else (),
            winners=tuple(now.winners()) if over else (),
            hands=tuple(tuple(hand) if over or holder == seat else None for holder, hand in enumerate(now.hands)),
            sizes=tuple(len(hand) for hand in now.hands),
            limits=tuple(tuple(cards) for cards in now.limits),
            piles=tuple(tuple(cards) for cards in now.piles),
            marker=now.marker,
            direction=now.direction,
            left=len(now.pile),
            bins=tuple(now.scores()),
            specials=tuple(now.tiebreaks()),
            memory=self._memory(now, seat),
        )

    def _memory(self, now: BumbesiState, seat: int | None) -> BumbesiMemory:
        witness = now.witness(seat)
        return BumbesiMemory(
            bins=tuple(tuple(sorted(cards)) for cards in now.bins),
            options=tuple(witness.options),
            barred=tuple(witness.barred),
        )

    def sampler(self, view: View) -> Sampler:
        return BumbesiSampler(cast(BumbesiView, view))

    def card(self, card: int) -> str:
        return str(card) if card <= HIGHEST else SPECIAL_NAMES[card - REVERSE]
