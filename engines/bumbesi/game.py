"""Bumbesi as a Game: dealing, looking and naming."""

from collections.abc import Mapping
from typing import ClassVar, cast

from engines.bumbesi.moves import MOST_SEATS, texts
from engines.bumbesi.rules import BumbesiState
from engines.bumbesi.sample import BumbesiSampler
from engines.bumbesi.view import HIGHEST, REVERSE, BumbesiMemory, BumbesiView
from engines.chance import Chance
from engines.game import Game, Sampler, State
from engines.info import GameInfo, MatchPlan
from engines.view import OVER, CommonFields, View

SPECIAL_NAMES = ("reverse", "steal", "limit")


class Bumbesi(Game):
    """Himmel, A… und Zwirn!, three to six players, fewest points wins."""

    info: ClassVar = GameInfo(
        id="bumbesi",
        title="Bumbesi",
        version=1,
        seats=range(3, MOST_SEATS + 1),
        view_type=BumbesiView,
        low_wins=True,
        match=MatchPlan(games=3),
    )

    def __init__(self) -> None:
        super().__init__(texts())

    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> State:
        state = BumbesiState(seats, chance)
        state.deal()
        return state

    def look(self, state: State, seat: int | None, common: CommonFields) -> View:
        now = cast(BumbesiState, state)
        over = now.turn == OVER
        return BumbesiView(
            **common,
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
