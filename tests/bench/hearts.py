"""Hearts without passing, on the interface of the engines: the yardstick that OpenSpiel's search can be put beside.

The rules are OpenSpiel's defaults: the two of clubs leads, no points on the first trick, hearts are led once broken.
A card is suit * 13 + rank + 1; hearts are the last suit, so that leaving them out is easy.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final, cast

from bots.policies.base import Mind, Policy
from engines.chance import Chance, FastChance
from engines.game import Game, IllegalMove, Move, Sampler, State
from engines.info import GameInfo
from engines.view import OVER, CommonFields, Turn, View
from tests.bench.hearts_view import HeartsView

if TYPE_CHECKING:
    from mypy_extensions import i64

SEATS: Final = 4
SUITS: Final = "CDSH"
RANKS: Final = "23456789TJQKA"
HEARTS: Final = 3
TWO_OF_CLUBS: Final = 1
QUEEN_OF_SPADES: Final = 37
CARDS: Final = 52
ALL_POINTS: Final = 26
SUIT_OF: Final = [(card - 1) // 13 for card in range(CARDS + 1)]


def _any_suit(hands: list[list[int]], first: "i64", held: int, closed: bool, luck: FastChance) -> "i64":
    """Pick the suit of a random card in a hand, other than hearts where those are closed and there is a choice."""
    if closed:
        others = held - len(hands[first + HEARTS])
        if others:
            held = others
    at: i64 = luck.below(held)
    suit: i64 = 0
    size: i64 = len(hands[first])
    while at >= size:
        at -= size
        suit += 1
        size = len(hands[first + suit])
    return suit


class HeartsState(State):
    """One position; `hands[seat * 4 + suit]` has the cards of one suit in one hand, in an order that nobody chose."""

    def __init__(self, chance: Chance) -> None:
        super().__init__(SEATS, chance)
        self.hands: list[list[int]] = []
        self.points: list[int] = []
        self.void: list[bool] = []
        self.fallen: list[int] = []
        self.broken: bool = False
        self.led: int = 0
        self.best: int = 0
        self.taker: int = 0
        self.stake: int = 0

    def give(self, seat: int, cards: list[int]) -> None:
        """Add cards to a hand."""
        for card in cards:
            self.hands[seat * 4 + SUIT_OF[card]].append(card)

    def legal(self) -> list[Move]:
        first = self.turn * 4
        hands = self.hands
        if len(self.fallen) % SEATS:
            follow = hands[first + self.led]
            return follow[:] if follow else self._discards(first)
        if not self.fallen:
            return [TWO_OF_CLUBS]
        cards = hands[first] + hands[first + 1] + hands[first + 2]
        return cards + hands[first + HEARTS] if self.broken or not cards else cards

    def _discards(self, first: int) -> list[Move]:
        cards = self.hands[first] + self.hands[first + 1] + self.hands[first + 2]
        if len(self.fallen) < SEATS:
            harmless = [card for card in cards if card != QUEEN_OF_SPADES]
            if harmless:
                return harmless
        return cards + self.hands[first + HEARTS]

    def play(self, move: Move) -> None:
        suit = SUIT_OF[move]
        self.hands[self.turn * 4 + suit].remove(move)
        self._fall(move, suit)

    def _fall(self, card: int, suit: int) -> None:
        seat = self.turn
        count = len(self.fallen)
        if count % SEATS == 0:
            self.led = suit
            self.stake = 0
            self.best = 0
        self.fallen.append(card)
        if suit != self.led:
            self.void[seat * 4 + self.led] = True
        elif card > self.best:
            self.best = card
            self.taker = seat
        if suit == HEARTS:
            self.broken = True
            self.stake += 1
        elif card == QUEEN_OF_SPADES:
            self.broken = True
            self.stake += 13
        if count % SEATS < SEATS - 1:
            self.turn = seat + 1 if seat + 1 < SEATS else 0
        else:
            self.points[self.taker] += self.stake
            self.turn = self.taker if count + 1 < CARDS else OVER

    def playout(self, luck: FastChance) -> int:
        """Play random legal cards to the end and give their number; what fell is not noted any more."""
        count = CARDS - len(self.fallen)
        while len(self.fallen) < SEATS or len(self.fallen) % SEATS:
            moves = self.legal()
            self.play(moves[luck.below(len(moves))])
        for held in range(13 - len(self.fallen) // SEATS, 0, -1):
            self._play_trick(held, luck)
        self.turn = OVER
        return count

    def _play_trick(self, held: int, luck: FastChance) -> None:
        """Play a whole random trick while everybody holds so many cards.

        A suit lies in random order, so its last card is as good as any.
        """
        hands = self.hands
        seat: i64 = self.turn
        led = _any_suit(hands, seat * 4, held, not self.broken, luck)
        taker = seat
        best: i64 = 0
        stake: i64 = 0
        for _ in range(SEATS):
            suit = led
            cards = hands[seat * 4 + led]
            if not cards:
                suit = _any_suit(hands, seat * 4, held, False, luck)
                cards = hands[seat * 4 + suit]
            card: i64 = cards.pop()
            if suit == led and card > best:
                best = card
                taker = seat
            if suit == HEARTS:
                stake += 1
            elif card == QUEEN_OF_SPADES:
                stake += 13
            seat = seat + 1 if seat + 1 < SEATS else 0
        self.turn = taker
        if stake > 0:
            self.broken = True
            self.points[taker] = self.points[taker] + stake

    def copy(self, chance: Chance) -> "HeartsState":
        twin = HeartsState(chance)
        twin.turn = self.turn
        twin.start = self.start
        twin.hands = [cards[:] for cards in self.hands]
        twin.points = self.points[:]
        twin.void = self.void[:]
        twin.fallen = self.fallen[:]
        twin.broken = self.broken
        twin.led = self.led
        twin.best = self.best
        twin.taker = self.taker
        twin.stake = self.stake
        return twin

    def scores(self) -> list[int]:
        """The points taken, turned round for whoever has shot the moon."""
        for points in self.points:
            if points == ALL_POINTS:
                return [ALL_POINTS - taken for taken in self.points]
        return self.points[:]

    def winners(self) -> list[int]:
        scores = self.scores()
        best = ALL_POINTS
        for score in scores:
            best = min(best, score)
        return [seat for seat in range(SEATS) if scores[seat] == best]

    def why_not(self, move: Move) -> IllegalMove:
        return IllegalMove("That card can't be played now", {}, "")


class HeartsSampler(Sampler):
    """Deals the cards that one seat has not seen to the others, but none to a hand that is void in its suit."""

    def __init__(self, view: HeartsView) -> None:
        known = HeartsState(FastChance(0))
        known.turn = view.turn
        known.start = view.start
        known.hands = [[] for _ in range(SEATS * 4)]
        known.points = list(view.points)
        known.void = list(view.void)
        known.fallen = list(view.fallen)
        known.broken = view.broken
        known.led = view.led
        known.best = view.best
        known.taker = view.taker
        known.stake = view.stake
        seat = view.turn if view.seat is None else view.seat
        known.give(seat, list(view.hand))
        self._known: HeartsState = known
        self._first: int = seat * 4
        self._sizes: list[int] = [0 if owner == view.seat else size for owner, size in enumerate(view.sizes)]
        self._any_void: bool = True in view.void
        seen = {*view.fallen, *view.hand}
        self._unseen: list[int] = [card for card in range(1, CARDS + 1) if card not in seen]

    def draw(self, chance: FastChance) -> State:
        while True:
            state = self._known.copy(chance)
            for suit in range(4):
                chance.shuffle(state.hands[self._first + suit])
            cards = self._unseen[:]
            chance.shuffle(cards)
            if self._dealt(state, cards):
                return state

    def _dealt(self, state: HeartsState, cards: list[int]) -> bool:
        hands = state.hands
        any_void = self._any_void
        at: i64 = 0
        for seat in range(SEATS):
            end: i64 = at + self._sizes[seat]
            for index in range(at, end):
                card = cards[index]
                place: i64 = seat * 4 + SUIT_OF[card]
                if any_void and state.void[place]:
                    return False
                hands[place].append(card)
            at = end
        return True


class Hearts(Game):
    """Four players, fewest points wins."""

    info: ClassVar = GameInfo(
        id="hearts",
        title="Hearts",
        version=1,
        seats=range(SEATS, SEATS + 1),
        view_type=HeartsView,
        low_wins=True,
    )

    def __init__(self) -> None:
        super().__init__(["", *[f"play {self.card(card)}" for card in range(1, CARDS + 1)]])

    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> State:
        state = HeartsState(chance)
        cards = list(range(1, CARDS + 1))
        chance.shuffle(cards)
        state.hands = [[] for _ in range(SEATS * 4)]
        state.points = [0] * SEATS
        state.void = [False] * (SEATS * 4)
        for seat in range(SEATS):
            hand = cards[seat * 13 : seat * 13 + 13]
            state.give(seat, hand)
            if TWO_OF_CLUBS in hand:
                state.turn = state.start = seat
        return state

    def look(self, state: State, seat: int | None, common: CommonFields) -> View:
        now = cast(HeartsState, state)
        hands = [now.hands[owner * 4 : owner * 4 + 4] for owner in range(SEATS)]
        return HeartsView(
            **common,
            hand=() if seat is None else tuple(card for suit in hands[seat] for card in suit),
            fallen=tuple(now.fallen),
            sizes=tuple(sum(len(suit) for suit in hand) for hand in hands),
            void=tuple(now.void),
            points=tuple(now.points),
            broken=now.broken,
            led=now.led,
            best=now.best,
            taker=now.taker,
            stake=now.stake,
        )

    def sampler(self, view: View) -> Sampler:
        return HeartsSampler(cast(HeartsView, view))

    def card(self, card: int) -> str:
        return RANKS[(card - 1) % 13] + SUITS[SUIT_OF[card]]


class HeartsMind(Mind):
    """Rolls out by chance and searches for everybody, as OpenSpiel's search does."""

    def __init__(self, game: Game, view: View, history: Sequence[Turn]) -> None:
        super().__init__(game, view, history)
        self.blend = 0.0
        self.exploration = 1.0

    def roll_out(self, state: State, players: list[Policy], turns: int, luck: FastChance) -> None:
        state.playout(luck)
