"""A search of Geschenkt that plays for two cards and judges the place it comes to: what the rule is taught by.

Places are judged by a net that taught itself, so it knows company of its own kind and nobody else. In play that costs
more among other people than is won by seeing less luck.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, cast

from bots.policies.base import Evaluation
from bots.policies.geschenkt.afterstate import Judge
from bots.policies.geschenkt.mind import GeschenktMind
from engines.game import Game, State
from engines.geschenkt.rules import MATERIALS, NOBODY, GeschenktState
from engines.geschenkt.view import GeschenktView
from engines.view import Turn, View

if TYPE_CHECKING:
    from mypy_extensions import i64

# So many cards are played for, the open one among them, and what comes after them is judged.
CARDS: Final = 2
# Names of places are worked out below this.
MOST: Final = (1 << 42) - 1
STEP: Final = 1000003
SHIFT: Final = 64


class JudgingMind(GeschenktMind):
    """Judges every place after two cards, the same one only once. Of tables of two the net knows nothing."""

    def __init__(self, game: Game, view: View, history: Sequence[Turn]) -> None:
        super().__init__(game, view, history)
        # What a net says of a place is far less noisy than how one game ends.
        self.exploration = 0.2
        self.blend = 1.0
        self.pairs = False
        self._judge: Judge = Judge()
        self._known: dict[int, Evaluation] = {}
        self._to_take: list[int] = _to_take(cast(GeschenktView, view))
        self._left: int = cast(GeschenktView, view).left

    def enough(self, state: State, turns: int) -> bool:
        """Whether as many cards were taken as one looks ahead."""
        return self._left - len(cast(GeschenktState, state).pile) >= CARDS

    def estimate(self, state: State) -> Evaluation:
        """What the place is worth where the last card was taken; few places are met, and again and again."""
        table = cast(GeschenktState, state)
        name = self._name(table)
        known = self._known.get(name)
        if known is None:
            known = self._judge.judge(table)
            self._known[name] = known
        return known

    def _name(self, table: GeschenktState) -> int:
        """A number for who has which of the cards that were not taken before, how many chips, and is to turn one up."""
        name: i64 = table.turn
        for chips in table.chips:
            name = (name * STEP + chips) & MOST
        for card in self._to_take:
            owner: i64 = table.owner[card]
            if owner != NOBODY:
                name = (name * STEP + owner * SHIFT + card) & MOST
        return name


def _to_take(view: GeschenktView) -> list[int]:
    """List the cards that nobody has taken yet."""
    taken = {card for row in view.rows for card in row}
    return [card for card in MATERIALS[view.variant].cards if card not in taken]
