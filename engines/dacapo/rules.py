"""The rules of Da Capo, on one position."""

from typing import TYPE_CHECKING, Final

from engines.chance import Chance, FastChance
from engines.dacapo import refusals
from engines.dacapo.events import tell_build, tell_draw
from engines.dacapo.knowledge import Reshuffle
from engines.dacapo.moves import BIT, CARDS, END, ENDS, HELP, LAY, LAYS, PLACES, PLAYS, ROB
from engines.dacapo.view import BUILDS, COPIES, HAND, HELPERS, HIGHEST, JOKER, PLAYED, RESHUFFLED, STOCK, TRAFFIC
from engines.game import IllegalMove, Move, State
from engines.view import OVER
from engines.words import N_

if TYPE_CHECKING:
    from mypy_extensions import i64

EVERYWHERE: Final = BIT[BUILDS] - 1


def deck() -> list[int]:
    """List all the cards (C1)."""
    return [card for card in range(1, JOKER + 1) for _ in range(COPIES)]


def _move_at(plays: list[list[Move]], at: "i64") -> Move:
    """The move at a place, as if these lists were one."""
    source: i64 = 0
    while at >= len(plays[source]):
        at -= len(plays[source])
        source += 1
    return plays[source][at]


class DaCapoState(State):
    """One position; stocks, helper piles, build piles and draw pile have their top card last.

    Kept beside the cards, because every move asks for them: `tops` and `helper_tops` (the open cards, 0 for none),
    `held` (the set of cards in each hand), `fits` (for each card the set of build piles that take it) and `wanted`
    (the set of cards that fit somewhere). `reshuffles`, `turned` (stock cards turned up since the first of them) and
    `traffic` are for DaCapoMemory.
    """

    def __init__(self, seats: int, chance: Chance) -> None:
        super().__init__(seats, chance)
        self.stocks: list[list[int]] = []
        self.tops: list[int] = []
        self.hands: list[list[int]] = []
        self.held: list[int] = []
        self.helpers: list[list[list[int]]] = []
        self.helper_tops: list[list[int]] = []
        self.builds: list[list[int]] = []
        self.fits: list[int] = []
        self.wanted: i64 = 0
        self.pile: list[int] = []
        self.aside: list[int] = []
        self.ends: int = 0
        self.reshuffles: list[Reshuffle] = []
        self.turned: list[int] = []
        self.traffic: list[int] = []

    def deal(self) -> None:
        """Draw the start player, shuffle, deal stocks and hands (C2 to C5)."""
        self.start = self.chance.pick("start", list(range(self.seats)))
        self.turn = self.start
        cards = deck()
        self.chance.shuffle(cards)
        first_hand = STOCK * self.seats
        rest = first_hand + HAND * self.seats
        self.stocks = [cards[at : at + STOCK] for at in range(0, first_hand, STOCK)]
        self.hands = [cards[at : at + HAND] for at in range(first_hand, rest, HAND)]
        self.helpers = [[[] for _ in range(HELPERS)] for _ in range(self.seats)]
        self.builds = [[] for _ in range(BUILDS)]
        self.pile = cards[rest:]
        self.pile.reverse()
        self.look_over()
        for top in self.tops:
            self.show(top)

    def look_over(self) -> None:
        """Note again what is kept beside the cards, after they were put down by hand."""
        self.tops = [stock[-1] if stock else 0 for stock in self.stocks]
        self.held = [0] * self.seats
        for seat, hand in enumerate(self.hands):
            for card in hand:
                self.held[seat] |= BIT[card]
        self.helper_tops = [[pile[-1] if pile else 0 for pile in piles] for piles in self.helpers]
        self.fits = [0] * JOKER + [EVERYWHERE]
        self.wanted = BIT[JOKER]
        for place, build in enumerate(self.builds):
            self.fits[len(build) + 1] |= BIT[place]
            self.wanted |= BIT[len(build) + 1]

    def legal(self) -> list[Move]:
        if self.turn == OVER:
            return []
        moves = LAYS[self.held[self.turn]][:]
        for ways in self._plays():
            moves += ways
        return moves

    def _plays(self) -> list[list[Move]]:
        """List the ways to play each card that fits, or to end the turn where the own cards leave none (C7, C12)."""
        seat: i64 = self.turn
        fits = self.fits
        held: i64 = self.held[seat]
        plays: list[list[Move]] = []
        card: i64
        fit: i64
        for card in CARDS[held & self.wanted]:
            plays.append(PLAYS[card][fits[card]])
        row: i64 = HELP
        for card in self.helper_tops[seat]:
            fit = fits[card]
            if fit:
                plays.append(PLAYS[row][fit])
            row += 1
        tops = self.tops
        fit = fits[tops[seat]]
        if fit:
            plays.append(PLAYS[0][fit])
        elif held == 0 and not plays:
            plays.append(ENDS)
        row = ROB
        for card in tops:
            fit = fits[card]
            if fit and row != ROB + seat:
                plays.append(PLAYS[row][fit])
            row += 1
        return plays

    def shuffle_unseen(self, chance: Chance) -> None:
        # After a reshuffle the stocks hide old cards and the draw pile holds new ones, which stay apart.
        cards = [] if self.reshuffles else self.pile
        left = len(cards)
        for stock in self.stocks:
            cards = cards + stock[:-1]
        chance.shuffle(cards)
        at = left
        for stock in self.stocks:
            hidden = len(stock) - 1
            if hidden > 0:
                stock[:-1] = cards[at : at + hidden]
                at += hidden
        if self.reshuffles:
            chance.shuffle(self.pile)
        else:
            self.pile = cards[:left]

    def playout(self, luck: FastChance) -> int:
        """Play random legal moves to the end and return their number, without a list of them all."""
        count = 0
        while self.turn != OVER:
            cards = CARDS[self.held[self.turn]]
            plays = self._plays()
            lays: i64 = PLACES * len(cards)
            number = lays
            for ways in plays:
                number += len(ways)
            at: i64 = luck.below(number)
            if at < lays:
                self.shown = 0
                self._lay(cards[at // PLACES], at % PLACES)
            else:
                self.play(_move_at(plays, at - lays))
            count += 1
        return count

    def play(self, move: Move) -> None:
        self.shown = 0
        code: i64 = move
        row = code // PLACES
        place = code % PLACES
        if code == END:
            self._end()
        elif row > LAY:
            self._lay(row - LAY, place)
        else:
            self._play_card(row, place)

    def _play_card(self, row: "i64", place: "i64") -> None:
        """Play a card on a build pile, and do what follows from where it lay (C7, C10)."""
        seat = self.turn
        self.ends = 0
        if row == 0:
            self._build(self.stocks[seat].pop(), row, place)
            self._turn_up(seat)
        elif row < HELP:
            self._drop(row)
            self._build(row, row, place)
            if not self.held[seat]:
                self._refill(seat)
        elif row < ROB:
            pile = self.helpers[seat][row - HELP]
            self._build(pile.pop(), row, place)
            self.helper_tops[seat][row - HELP] = pile[-1] if pile else 0
        else:
            self._build(self.stocks[row - ROB].pop(), row, place)
            self._turn_up(row - ROB)

    def _drop(self, card: int) -> None:
        """Take a card out of the hand whose turn it is."""
        seat = self.turn
        hand = self.hands[seat]
        hand.remove(card)
        if card not in hand:
            self.held[seat] = self.held[seat] ^ BIT[card]
        if self.traffic:
            self.traffic.append(seat * TRAFFIC + PLAYED + card)

    def _build(self, card: int, row: int, place: int) -> None:
        """Put a card on a build pile, and set the pile aside when it is complete (C8, C9)."""
        build = self.builds[place]
        build.append(card)
        if self.log is not None:
            tell_build(self, card, len(build), row, place)
        value = len(build)
        bit = BIT[place]
        fits = self.fits
        fits[value] = fits[value] ^ bit
        if not fits[value]:
            self.wanted ^= BIT[value]
        if value == HIGHEST:
            self.aside += build
            build.clear()
            value = 0
        fits[value + 1] = fits[value + 1] | bit
        self.wanted |= BIT[value + 1]

    def _turn_up(self, owner: int) -> None:
        """Turn up a stock's next card, or end the game where there is none (C7, C14)."""
        stock = self.stocks[owner]
        if stock:
            card = stock[-1]
            self.tops[owner] = card
            self.show(card)
            if self.traffic:
                self.turned.append(card)
            if self.log is not None:
                self.tell("turned up", owner, N_("turns up {card:card}"), {"card": card})
        else:
            self.tops[owner] = 0
            self.turn = OVER
            if self.log is not None:
                self.tell("won", owner, N_("has no stock left and wins"), {})

    def _lay(self, card: "i64", helper: "i64") -> None:
        """Lay a hand card on a helper pile, which ends the turn (C11)."""
        seat = self.turn
        self.ends = 0
        self._drop(card)
        self.helpers[seat][helper].append(card)
        self.helper_tops[seat][helper] = card
        if self.log is not None:
            self.tell("laid", seat, N_("lays {card:card} on {helper:helper}"), {"card": card, "helper": helper})
        self._next_turn()

    def _end(self) -> None:
        """End the turn with an empty hand, and the game when everybody did so in a row (C12, C15)."""
        self.ends += 1
        if self.log is not None:
            self.tell("ended", self.turn, N_("ends the turn empty-handed"), {})
        if self.ends < self.seats:
            self._next_turn()
            return
        self.turn = OVER
        if self.log is not None:
            self.tell("stalemate", None, N_("Nobody can go on: stalemate"), {})

    def _next_turn(self) -> None:
        seat = self.turn + 1
        if seat == self.seats:
            seat = 0
        self.turn = seat
        self._refill(seat)

    def _refill(self, seat: int) -> None:
        """Draw up to four cards in hand, as far as there are any (C6, C10, C13)."""
        hand = self.hands[seat]
        before: i64 = len(hand)
        held: i64 = self.held[seat]
        pile = self.pile
        traffic = self.traffic
        for _ in range(before, HAND):
            if not pile:
                if not self._reshuffle():
                    break
                pile = self.pile
                traffic = self.traffic
            card = pile.pop()
            hand.append(card)
            held |= BIT[card]
            if traffic:
                traffic.append(seat * TRAFFIC + card)
        if len(hand) > before:
            self.held[seat] = held
            self.ends = 0
        if self.log is not None:
            tell_draw(self, seat, hand[before:], len(hand) < HAND)

    def _reshuffle(self) -> bool:
        """Make the set-aside cards a new draw pile, and return whether there were any (C13)."""
        cards = self.aside
        if not cards:
            return False
        self._remember(cards)
        self.aside = []
        self.chance.shuffle(cards)
        cards.reverse()
        self.pile = cards
        if self.log is not None:
            self.tell("reshuffled", None, N_("{cards:card|cards} reshuffled"), {"cards": len(cards)})
        return True

    def _remember(self, shuffled: list[int]) -> None:
        """Note which cards hands and stocks hide and which are shuffled: from now on these can be told apart."""
        hidden: list[int] = []
        self.traffic = []
        for seat, hand in enumerate(self.hands):
            hidden += hand
            hidden += self.stocks[seat][:-1]
            for card in hand:
                self.traffic.append(seat * TRAFFIC + card)
        self.traffic.append(RESHUFFLED)
        hands = [hand[:] for hand in self.hands]
        self.reshuffles.append(Reshuffle(hidden, hands, shuffled[:], len(self.turned)))

    def copy(self, chance: Chance) -> "DaCapoState":
        twin = DaCapoState(self.seats, chance)
        twin.turn = self.turn
        twin.start = self.start
        twin.shown = self.shown
        twin.stocks = [stock[:] for stock in self.stocks]
        twin.tops = self.tops[:]
        twin.hands = [hand[:] for hand in self.hands]
        twin.held = self.held[:]
        twin.helpers = [[pile[:] for pile in piles] for piles in self.helpers]
        twin.helper_tops = [tops[:] for tops in self.helper_tops]
        twin.builds = [build[:] for build in self.builds]
        twin.fits = self.fits[:]
        twin.wanted = self.wanted
        twin.pile = self.pile[:]
        twin.aside = self.aside[:]
        twin.ends = self.ends
        twin.reshuffles = self.reshuffles[:]
        twin.turned = self.turned[:]
        twin.traffic = self.traffic[:]
        return twin

    def scores(self) -> list[int]:
        """Count the cards left in each stock."""
        return [len(stock) for stock in self.stocks]

    def winners(self) -> list[int]:
        """Who has the fewest stock cards: the only one with none, or those who share a stalemate (C14, C15)."""
        left = self.scores()
        fewest = min(left)
        return [seat for seat in range(self.seats) if left[seat] == fewest]

    def why_not(self, move: Move) -> IllegalMove:
        seat = self.turn
        row = move // PLACES
        if seat == OVER:
            return refusals.over(stalemate=0 not in self.tops)
        if move == END:
            return refusals.end(self.hands[seat], self._ready())
        if row > LAY:
            return refusals.lay(row - LAY, self.hands[seat])
        return self._why_not_play(row, self.builds[move % PLACES])

    def _why_not_play(self, row: int, build: list[int]) -> IllegalMove:
        seat = self.turn
        if row == 0:
            return refusals.fit(self.tops[seat], build)
        if row < HELP:
            return refusals.hand(row, self.hands[seat], build)
        if row < ROB:
            return refusals.helper(self.helper_tops[seat][row - HELP], build)
        return refusals.rob(row - ROB, seat, self.tops, build)

    def _ready(self) -> list[int]:
        """List the own open cards, stock first, that can be played."""
        seat = self.turn
        return [card for card in [self.tops[seat], *self.helper_tops[seat]] if self.fits[card]]
