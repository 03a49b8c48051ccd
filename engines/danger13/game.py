"""Danger 13 as a Game: dealing, looking and naming."""

from collections.abc import Mapping
from itertools import pairwise
from typing import ClassVar, cast

from engines.chance import Chance
from engines.danger13.rules import MOST_SEATS, Danger13State
from engines.danger13.sample import Danger13Sampler
from engines.danger13.view import Danger13Memory, Danger13View, text
from engines.game import Game, Sampler, State
from engines.info import GameInfo
from engines.view import OVER, CommonFields, View


class Danger13(Game):
    """Jetzt schlägt's 13!, two to five players, most plus signs win."""

    info: ClassVar = GameInfo(
        id="danger13",
        title="Danger 13",
        version=1,
        seats=range(2, MOST_SEATS + 1),
        view_type=Danger13View,
        low_wins=False,
        open_moves=True,
    )

    def __init__(self) -> None:
        super().__init__([*(f"give {seat}" for seat in range(MOST_SEATS)), "accept", "refuse"])

    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> State:
        state = Danger13State(seats, chance)
        state.deal()
        return state

    def look(self, state: State, seat: int | None, common: CommonFields) -> View:
        now = cast(Danger13State, state)
        over = now.turn == OVER
        won = tuple(tuple(cards) for cards in now.won)
        return Danger13View(
            **common,
            round=now.round,
            packets=now.packets,
            marker=now.marker,
            dealer=now.dealer,
            open=now.open,
            asked=now.asked,
            packet=len(now.packet),
            served=tuple(receiver not in now.waiting for receiver in range(now.seats)),
            rows=tuple(tuple(row) for row in now.rows),
            limits=tuple(now.limits),
            pile=len(now.pile),
            discard=len(now.discard),
            last_round=now.last_round,
            won_counts=tuple(len(cards) for cards in won),
            won=tuple(cards if over or owner == seat else None for owner, cards in enumerate(won)),
            memory=Danger13Memory(won=won, discard=tuple(sorted(now.discard)), unseen=_layers(now)),
        )

    def sampler(self, view: View) -> Sampler:
        return Danger13Sampler(cast(Danger13View, view))

    def card(self, card: int) -> str:
        return text(card)


def _layers(state: Danger13State) -> tuple[tuple[int, ...], ...]:
    """Part the unseen cards where a renewed pile parts them, top layer first and each sorted."""
    unseen = state.pile + state.packet
    size = len(unseen)
    cuts = sorted({0, size, *(min(len(state.pile) + seam, size) for seam in state.seams)}, reverse=True)
    return tuple(tuple(sorted(unseen[low:high])) for high, low in pairwise(cuts))
