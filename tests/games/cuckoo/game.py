"""Cuckoo as a Game: dealing, looking and naming."""

from collections.abc import Mapping
from typing import ClassVar, cast

from engines.chance import Chance
from engines.game import Game, Sampler, State
from engines.info import GameInfo
from engines.view import CommonFields, View
from tests.games.cuckoo.rules import CuckooState
from tests.games.cuckoo.sample import CuckooSampler
from tests.games.cuckoo.view import MOST_SEATS, NO_CARD, TEXTS, CuckooMemory, CuckooView


class Cuckoo(Game):
    """Coucou or Ranter-Go-Round, three to six players, the last one with a life wins."""

    info: ClassVar = GameInfo(
        id="cuckoo",
        title="Cuckoo",
        version=1,
        seats=range(3, MOST_SEATS + 1),
        view_type=CuckooView,
        low_wins=False,
        open_moves=True,
    )

    def __init__(self) -> None:
        super().__init__(["keep", "swap", "cut"])

    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> State:
        state = CuckooState(seats, chance)
        state.deal()
        return state

    def look(self, state: State, seat: int | None, common: CommonFields) -> View:
        now = cast(CuckooState, state)
        everybody = range(now.seats)
        is_open = tuple(other for other in everybody if now.cards[other] and now.lies_open(other))
        viewer = 1 << (now.seats if seat is None else seat) | 1 << now.seats
        return CuckooView(
            **common,
            round=now.round,
            dealer=now.dealer,
            lives=tuple(now.lives),
            cards=tuple(
                card if card == NO_CARD or other == seat or other in is_open else None
                for other, card in enumerate(now.cards)
            ),
            open=is_open,
            left=len(now.pile),
            memory=CuckooMemory(
                seen=tuple(now.cards[other] if now.seen[other] & viewer else NO_CARD for other in everybody),
                no_king=tuple(other for other in everybody if now.no_king[other]),
                last=tuple(now.last),
            ),
        )

    def sampler(self, view: View) -> Sampler:
        return CuckooSampler(cast(CuckooView, view))

    def card(self, card: int) -> str:
        return TEXTS[card]
