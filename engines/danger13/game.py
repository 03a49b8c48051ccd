"""Danger 13 as a Game: dealing, looking and naming."""

from collections.abc import Mapping
from itertools import pairwise
from typing import cast

from engines.chance import Chance
from engines.danger13.rules import MOST_SEATS, Danger13State
from engines.danger13.sample import Danger13Sampler
from engines.danger13.view import Danger13Memory, Danger13View, text
from engines.game import Game, Sampler, State
from engines.view import OVER, View


class Danger13(Game):
    """Jetzt schlägt's 13!, two to five players, most plus signs win."""

    def __init__(self) -> None:
        super().__init__([*(f"give {seat}" for seat in range(MOST_SEATS)), "accept", "refuse"])
        self.id = "danger13"
        self.title = "Danger 13"
        self.version = 1
        self.seats = range(2, MOST_SEATS + 1)
        self.variants = ()
        self.low_wins = False
        self.open_moves = True
        self.counts_cards = False
        self.match = "games"
        self.view_type = Danger13View

    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> State:
        state = Danger13State(seats, chance)
        state.deal()
        return state

    def view(self, state: State, seat: int | None) -> View:
        now = cast(Danger13State, state)
        over = now.turn == OVER
        won = tuple(tuple(cards) for cards in now.won)
        return Danger13View(
            seat=seat,
            seats=now.seats,
            turn=now.turn,
            start=now.start,
            scores=tuple(now.scores()) if over else (),
            winners=tuple(now.winners()) if over else (),
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
