"""Geschenkt as a Game: dealing, looking and naming."""

from collections.abc import Mapping
from typing import ClassVar, cast

from engines.chance import Chance
from engines.game import Game, Sampler, State
from engines.geschenkt.rules import GeschenktState
from engines.geschenkt.sample import GeschenktSampler
from engines.geschenkt.view import HIGHEST, LOWEST, GeschenktMemory, GeschenktView
from engines.info import GameInfo
from engines.view import OVER, CommonFields, View


class Geschenkt(Game):
    """No Thanks!, three to five players, fewest points wins."""

    info: ClassVar = GameInfo(
        id="geschenkt",
        title="Geschenkt",
        version=1,
        seats=range(3, 6),
        view_type=GeschenktView,
        low_wins=True,
        variants=("tactical",),
    )

    def __init__(self) -> None:
        super().__init__(["take", "pass"])

    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> State:
        state = GeschenktState(seats, options.get("variant", ""), chance)
        state.deal()
        return state

    def look(self, state: State, seat: int | None, common: CommonFields) -> View:
        now = cast(GeschenktState, state)
        over = now.turn == OVER
        rows = tuple(
            tuple(card for card in range(LOWEST, HIGHEST + 1) if now.owner[card] == owner) for owner in range(now.seats)
        )
        return GeschenktView(
            **common,
            variant=now.variant,
            open=now.open,
            pot=now.pot,
            left=len(now.pile),
            rows=rows,
            chips=tuple(chips if over or holder == seat else None for holder, chips in enumerate(now.chips)),
            left_out=tuple(sorted(now.left_out)) if over else (),
            memory=GeschenktMemory(chips=tuple(now.chips)),
        )

    def sampler(self, view: View) -> Sampler:
        return GeschenktSampler(cast(GeschenktView, view))

    def card(self, card: int) -> str:
        return str(card)
