"""Positions that a player of Da Capo can't rule out: the cards not seen, dealt to hands, stocks and draw pile."""

from collections.abc import Sequence

from engines.chance import FastChance
from engines.dacapo.knowledge import Ages, Reshuffle, count, is_play, listed
from engines.dacapo.rules import DaCapoState
from engines.dacapo.view import COPIES, JOKER, PLAYED, RESHUFFLED, TRAFFIC, DaCapoView
from engines.game import Sampler


class DaCapoSampler(Sampler):
    """Deals the unseen cards out, and after a reshuffle old cards and new ones apart (see engines.dacapo.knowledge).

    Some unseen cards are surely `old`, some surely `new`, the others `either`. Each hand has from `fewest` to `most`
    old cards. The stocks hide at most `dormant` of each card: what is old beyond that is in the hands.
    """

    def __init__(self, view: DaCapoView) -> None:
        self._known = _open_cards(view)
        self._face_down = [max(0, cards - 1) for cards in view.stocks]
        self._hands = [0 if seat == view.seat else cards for seat, cards in enumerate(view.hands)]
        self._reshuffled = bool(view.memory.sources)
        self._old: list[int] = []
        self._new: list[int] = []
        self._either: list[int] = []
        self._fewest: list[int] = []
        self._most: list[int] = []
        self._dormant: list[int] = []
        hidden = _hidden(view)
        own = count(view.hand)
        unseen = [hidden[card] - own[card] for card in range(JOKER + 1)]
        if self._reshuffled:
            self._tell_apart(view, hidden, unseen)
        else:
            self._either = listed(unseen)

    def _tell_apart(self, view: DaCapoView, hidden: list[int], unseen: list[int]) -> None:
        """Find out how old the unseen cards can be."""
        memory = view.memory
        middle = memory.traffic.index(RESHUFFLED)
        own_old = _drawn(memory.traffic[:middle], view.seat)
        own_new = _drawn(memory.traffic[middle:], view.seat)
        turned = _turned(view, hidden)
        old = [memory.sources[0][card] - turned[card] - own_old[card] for card in range(JOKER + 1)]
        new = [memory.sources[1][card] - own_new[card] for card in range(JOKER + 1)]
        others = [entry for entry in memory.traffic if entry == RESHUFFLED or entry // TRAFFIC != view.seat]
        ages = Ages(view.seats, old, new, others)
        for card in range(1, JOKER + 1):
            surely_old = max(0, unseen[card] - ages.new[card])
            surely_new = min(unseen[card] - surely_old, max(0, unseen[card] - ages.old[card]))
            self._old += [card] * surely_old
            self._new += [card] * surely_new
            self._either += [card] * (unseen[card] - surely_old - surely_new)
        self._fewest = ages.fewest
        self._most = ages.most
        self._dormant = list(memory.dormant)
        self._remember(view, turned)

    def _remember(self, view: DaCapoView, turned: list[int]) -> None:
        """Set up reshuffles that leave the same memory."""
        memory = view.memory
        known = self._known
        known.turned = listed(turned)
        known.traffic = list(memory.traffic)
        nobody: list[list[int]] = [[] for _ in range(view.seats)]
        before = Reshuffle(listed(memory.dormant), nobody, [], len(known.turned))
        last = Reshuffle(listed(memory.sources[0]), nobody, listed(memory.sources[1]), 0)
        known.reshuffles = [before, last]

    def draw(self, chance: FastChance) -> DaCapoState:
        state = self._known.copy(chance)
        if self._reshuffled:
            self._deal_apart(state, chance)
        else:
            cards = self._either[:]
            chance.shuffle(cards)
            self._fill_hands(state, self._hands, cards)
            self._fill_stocks(state, cards)
            state.pile = cards
        state.look_over()
        return state

    def _fill_hands(self, state: DaCapoState, numbers: list[int], cards: list[int]) -> None:
        for seat, number in enumerate(numbers):
            state.hands[seat] += cards[:number]
            del cards[:number]

    def _fill_stocks(self, state: DaCapoState, cards: list[int]) -> None:
        for seat, number in enumerate(self._face_down):
            state.stocks[seat] = cards[:number] + state.stocks[seat]
            del cards[:number]

    def _deal_apart(self, state: DaCapoState, chance: FastChance) -> None:
        """Deal old cards to hands and stocks, new ones to hands and draw pile."""
        kept = self._keep(chance)
        either = self._either[:]
        chance.shuffle(either)
        cards = self._old + either + self._new
        self._make_room(kept, cards)
        first_new = sum(self._face_down) + sum(kept)
        old = cards[:first_new]
        new = cards[first_new:]
        chance.shuffle(old)
        chance.shuffle(new)
        old = self._sort_out(old)
        in_hands = old[: sum(kept)]
        chance.shuffle(in_hands)
        self._fill_stocks(state, old[sum(kept) :])
        self._fill_hands(state, kept, in_hands)
        self._fill_hands(state, [number - kept[seat] for seat, number in enumerate(self._hands)], new)
        state.pile = new

    def _keep(self, chance: FastChance) -> list[int]:
        """Choose how many old cards each hand has, in all as many as there can be."""
        fewest = self._fewest
        most = self._most
        kept = [low + chance.below(max(0, high - low) + 1) for low, high in zip(fewest, most, strict=True)]
        low = len(self._old) - sum(self._face_down)
        high = low + len(self._either)
        while not low <= sum(kept) <= high:
            step = 1 if sum(kept) < low else -1
            seats = [seat for seat in range(len(kept)) if fewest[seat] <= kept[seat] + step <= most[seat]]
            if not seats:
                break
            kept[chance.pick("seat", seats)] += step
        return kept

    def _make_room(self, kept: list[int], cards: list[int]) -> None:
        """Exchange cards of either age, or let hands keep more, until the stocks hide no card too many."""
        dormant = self._dormant
        first_new = sum(self._face_down) + sum(kept)
        numbers = count(cards[:first_new])
        beyond = sum([max(0, numbers[card] - dormant[card]) for card in range(1, JOKER + 1)])
        first_either = len(self._old)
        last = first_either + len(self._either)
        while beyond > sum(kept):
            inward = [at for at in range(first_new, last) if numbers[cards[at]] < dormant[cards[at]]]
            outward = [at for at in range(first_either, first_new) if numbers[cards[at]] > dormant[cards[at]]]
            seats = [seat for seat in range(len(kept)) if kept[seat] < self._most[seat]]
            if not inward or not (outward or seats):
                break
            numbers[cards[inward[0]]] += 1
            if outward:
                at = outward[0]
                numbers[cards[at]] -= 1
                beyond -= 1
            else:
                at = first_new
                first_new += 1
                kept[seats[0]] += 1
            cards[at], cards[inward[0]] = cards[inward[0]], cards[at]

    def _sort_out(self, cards: list[int]) -> list[int]:
        """Put those of the old cards first that the stocks can't hide."""
        numbers = [0] * (JOKER + 1)
        beyond: list[int] = []
        within: list[int] = []
        for card in cards:
            numbers[card] += 1
            if numbers[card] > self._dormant[card]:
                beyond.append(card)
            else:
                within.append(card)
        return beyond + within


def _drawn(traffic: Sequence[int], seat: int | None) -> list[int]:
    """Count the cards that a seat drew."""
    return count([entry % TRAFFIC for entry in traffic if entry // TRAFFIC == seat and not is_play(entry)])


def _turned(view: DaCapoView, hidden: list[int]) -> list[int]:
    """Count the stock cards turned up since the reshuffle: hidden then, no longer, and not played from a hand."""
    old, new = view.memory.sources
    played = count([entry % TRAFFIC - PLAYED for entry in view.memory.traffic if is_play(entry)])
    return [old[card] + new[card] - played[card] - hidden[card] for card in range(JOKER + 1)]


def _hidden(view: DaCapoView) -> list[int]:
    """Count the cards that lie or are held face down."""
    numbers = [COPIES] * (JOKER + 1)
    piles = [view.tops, *view.builds, *(pile for piles in view.helpers for pile in piles), listed(view.memory.aside)]
    for pile in piles:
        for card in pile:
            numbers[card] -= 1
    return numbers


def _open_cards(view: DaCapoView) -> DaCapoState:
    """Set up what this seat sees and remembers."""
    state = DaCapoState(view.seats, FastChance(0))
    state.turn = view.turn
    state.start = view.start
    state.stocks = [[top] if top else [] for top in view.tops]
    state.hands = [list(view.hand) if seat == view.seat else [] for seat in range(view.seats)]
    state.helpers = [[list(pile) for pile in piles] for piles in view.helpers]
    state.builds = [list(build) for build in view.builds]
    state.aside = listed(view.memory.aside)
    state.ends = view.ends
    return state
