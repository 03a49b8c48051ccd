"""Da Capo as a Game: dealing, looking and naming."""

from collections.abc import Mapping
from typing import cast

from engines.chance import Chance
from engines.dacapo.knowledge import count, dormant
from engines.dacapo.moves import MOST_SEATS, card_text, texts
from engines.dacapo.rules import DaCapoState
from engines.dacapo.sample import DaCapoSampler
from engines.dacapo.view import PLAYED, TRAFFIC, DaCapoMemory, DaCapoView
from engines.game import Game, Sampler, State
from engines.view import OVER, View


class DaCapo(Game):
    """Two to six players; the first whose stock is empty wins."""

    def __init__(self) -> None:
        super().__init__(texts())
        self.id = "dacapo"
        self.title = "Da Capo"
        self.version = 1
        self.seats = range(2, MOST_SEATS + 1)
        self.variants = ()
        self.low_wins = True
        self.open_moves = False
        self.counts_cards = True
        self.match = "to 50"
        self.view_type = DaCapoView

    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> State:
        state = DaCapoState(seats, chance)
        state.deal()
        return state

    def view(self, state: State, seat: int | None) -> View:
        now = cast(DaCapoState, state)
        over = now.turn == OVER
        return DaCapoView(
            seat=seat,
            seats=now.seats,
            turn=now.turn,
            start=now.start,
            scores=tuple(now.scores()) if over else (),
            winners=tuple(now.winners()) if over else (),
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

    def card(self, card: int) -> str:
        return card_text(card)


def _memory(now: DaCapoState, seat: int | None) -> DaCapoMemory:
    """Give what this seat, or a spectator, has seen of cards that are now face down."""
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
    """Give an entry of the traffic without a card that another seat drew."""
    drawn_by_another = entry % TRAFFIC < PLAYED and entry // TRAFFIC != seat
    return entry - entry % TRAFFIC if drawn_by_another else entry
