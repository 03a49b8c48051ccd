"""Da Capo as a Game: dealing, looking and naming."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, cast

from engines.chance import Chance
from engines.dacapo.knowledge import count, dormant
from engines.dacapo.moves import MOST_SEATS, card_text, texts
from engines.dacapo.rules import DaCapoState
from engines.dacapo.sample import DaCapoSampler
from engines.dacapo.view import PLAYED, TRAFFIC, DaCapoMemory, DaCapoView
from engines.game import Game, Sampler, State
from engines.info import GameInfo, MatchPlan, Result
from engines.view import CommonFields, View


class DaCapo(Game):
    """Two to six players; the first whose stock is empty wins."""

    info: ClassVar = GameInfo(
        id="dacapo",
        title="Da Capo",
        version=1,
        seats=range(2, MOST_SEATS + 1),
        view_type=DaCapoView,
        low_wins=True,
        counts_cards=True,
        match=MatchPlan(goal=50),
    )

    def __init__(self) -> None:
        super().__init__(texts())

    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> State:
        state = DaCapoState(seats, chance)
        state.deal()
        return state

    def look(self, state: State, seat: int | None, common: CommonFields) -> View:
        now = cast(DaCapoState, state)
        return DaCapoView(
            **common,
            hand=() if seat is None else tuple(sorted(now.hands[seat])),
            hands=tuple(len(hand) for hand in now.hands),
            tops=tuple(now.tops),
            stocks=tuple(len(stock) for stock in now.stocks),
            helpers=tuple(tuple(tuple(pile) for pile in piles) for piles in now.helpers),
            builds=tuple(tuple(build) for build in now.builds),
            left=len(now.pile),
            aside=len(now.aside),
            ends=now.ends,
            memory=_memory(now, seat),
        )

    def sampler(self, view: View) -> Sampler:
        return DaCapoSampler(cast(DaCapoView, view))

    def match_points(self, result: Result) -> Sequence[int]:
        """Whoever goes out gets a point for each card that the others have left; a stalemate brings none (C16)."""
        stalemate = 0 not in result.scores
        won = 0 if stalemate else sum(result.scores)
        return [won if seat in result.winners else 0 for seat in range(len(result.scores))]

    def card(self, card: int) -> str:
        return card_text(card)


def _memory(now: DaCapoState, seat: int | None) -> DaCapoMemory:
    """What this seat, or a spectator, has seen of cards that are now face down."""
    sources: list[list[int]] = []
    if now.reshuffles:
        last = now.reshuffles[-1]
        sources = [count(last.hidden), count(last.shuffled)]
    return DaCapoMemory(
        aside=tuple(count(now.aside)),
        sources=tuple(tuple(source) for source in sources),
        dormant=tuple(dormant(now.reshuffles, now.turned, seat)) if sources else (),
        traffic=tuple(_seen(entry, seat) for entry in now.traffic),
    )


def _seen(entry: int, seat: int | None) -> int:
    """An entry of the traffic without a card that another seat drew."""
    drawn_by_another = entry % TRAFFIC < PLAYED and entry // TRAFFIC != seat
    return entry - entry % TRAFFIC if drawn_by_another else entry
