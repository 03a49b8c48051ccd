"""The table of Geschenkt right after a card was taken, before the next one is turned up, and whom it promises what.

Nothing is open then: there are only rows, chips, the cards that may still come, and whose turn it is. A net that was
taught by games among its own kind says what such a place is worth, and a card that goes round can be thought over
without playing on to the end.
"""

from math import exp, sqrt
from typing import TYPE_CHECKING, Final

from bots.policies.base import Evaluation
from bots.policies.geschenkt.places import POINTS, WINS
from bots.policies.net import Eight, Net
from engines.geschenkt.rules import NOBODY, GeschenktState
from engines.geschenkt.view import HIGHEST, LOWEST

if TYPE_CHECKING:
    from mypy_extensions import i64

NAMES: Final = [
    "always",
    "chips",
    "poverty",
    "chips beside others",
    "fewest chips",
    "poverty of others",
    "most chips",
    "lead",
    "lead over the second",
    "lead over the mean",
    "lead early",
    "lead late",
    "left",
    "nearly over",
    "on turn",
    "next",
    "last",
    "three seats",
    "five seats",
    "broke",
    "chips early",
    "poverty early",
    "root of chips",
    "row",
    "free to come",
    "saved by them",
    "dear to come",
    "one card away",
    "runs",
    "value of the free",
    "free for nobody else",
    "free for others too",
    "free for others alone",
    "value of the own",
    "saved by others",
    "most saved by another",
    "free for the others",
    "lead squared",
    "chips of the next",
    "chips of the one before",
    "lead over the next",
    "lead over the one before",
    "poverty of the next",
    "poverty of the one before",
    "value of the next",
    "value of the one before",
    "saved by the next",
    "saved by the one before",
]
"""What is seen of each seat, in the order of a net's weights."""

CHIPS: Final = 11.0
PILE: Final = 24.0
# Leads of so many points are wide, and of twice as many as wide as any.
WIDE: Final = 20.0
WIDEST: Final = 2.0
# Rows that cost so much are dear.
DEAR: Final = 40.0


class Prospect:
    """What the cards that may still come hold for one seat."""

    def __init__(self, seat: int) -> None:
        self._seat: int = seat
        self.free: float = 0.0
        self.saved: float = 0.0
        self.dear: float = 0.0
        self.near: float = 0.0
        self.runs: float = 0.0
        self.value: float = 0.0
        self.alone: float = 0.0
        self.shared: float = 0.0
        self.missed: float = 0.0
        self.own: float = 0.0

    def see(self, card: int, owner: list[int], wanted: int, worth: float) -> None:
        """Count a card that may still come; `wanted` is how many seats would get it for nothing."""
        seat = self._seat
        below, above = owner[card - 1], owner[card + 1]
        if seat in (below, above):
            self.free += 1.0
            self.value += worth
            if above == seat:
                self.saved += card + 1 if below == seat else 1
            if wanted > 1:
                self.shared += 1.0
            else:
                self.alone += 1.0
                self.own += worth
            return
        self.dear += card
        if wanted:
            self.missed += 1.0
        if (card > LOWEST and owner[card - 2] == seat) or (card < HIGHEST and owner[card + 2] == seat):
            self.near += 1.0

    def weigh(self, chance: float, share: float) -> None:
        """Turn what was counted into numbers of about the size of 1; each card comes with this chance."""
        self.saved *= chance / WIDE
        self.dear *= share / WIDE
        self.near *= chance * chance / 2.0
        self.alone *= chance
        self.shared *= chance
        self.missed *= chance / 3.0
        self.free *= chance / 2.0


def prospects(state: GeschenktState, taken: int) -> list[Prospect]:
    """What may still come for every seat; `taken` is a card that is open, but was taken already, or 0.

    An open card that was not taken counts as one that may come, for it was turned up only afterwards.
    """
    owner = state.owner
    to_come = state.pile + state.left_out
    left = len(state.pile)
    if taken == 0:
        to_come.append(state.open)
        left += 1
    found = [Prospect(seat) for seat in range(state.seats)]
    chance = left / max(1, len(to_come))
    for card in to_come:
        below, above = owner[card - 1], owner[card + 1]
        wanted = (1 if below != NOBODY else 0) + (1 if above not in (NOBODY, below) else 0)
        worth = card * chance / HIGHEST
        for prospect in found:
            prospect.see(card, owner, wanted, worth)
    for prospect in found:
        prospect.weigh(chance, 1.0 / max(1, len(to_come)))
    _count_runs(found, owner)
    return found


def _count_runs(found: list[Prospect], owner: list[int]) -> None:
    below: i64 = NOBODY
    for card in range(LOWEST, HIGHEST + 1):
        seat: i64 = owner[card]
        if seat != below:
            if seat != NOBODY:
                found[seat].runs += 0.2
            below = seat


class Rivals:
    """What all seats but one have, taken together."""

    def __init__(self, chips: list[int], costs: list[int], found: list[Prospect], seat: int) -> None:
        fewest: i64 = 999
        most: i64 = 0
        best: i64 = 9999
        second: i64 = 9999
        all_chips: i64 = 0
        all_points: i64 = 0
        self.saved: float = 0.0
        self.most_saved: float = 0.0
        self.free: float = 0.0
        for other in range(len(chips)):
            if other == seat:
                continue
            theirs: i64 = chips[other]
            points: i64 = costs[other] - theirs
            all_chips += theirs
            all_points += points
            # Quicker than min and max where it counts.
            if theirs < fewest:  # noqa: PLR1730
                fewest = theirs
            if theirs > most:  # noqa: PLR1730
                most = theirs
            if points < best:
                second = best
                best = points
            elif points < second:
                second = points
            self._hope(found[other])
        count = float(len(chips) - 1)
        self.fewest: float = float(fewest)
        self.most: float = float(most)
        self.chips: float = float(all_chips) / count
        self.points: float = float(all_points) / count
        self.best: float = float(best)
        self.second: float = float(second)
        self.saved /= count
        self.free /= count

    def _hope(self, prospect: Prospect) -> None:
        self.saved += prospect.saved
        self.free += prospect.free
        if prospect.saved > self.most_saved:  # noqa: PLR1730
            self.most_saved = prospect.saved


class Afterstate:
    """A place between two cards, as every seat sees it; whoever has just taken a card turns up the next one."""

    def __init__(self, state: GeschenktState, taken: int = 0) -> None:
        left = len(state.pile) + (1 if taken == 0 else 0)
        self._chips: list[int] = state.chips
        self._costs: list[int] = state.costs
        self._turn: int = state.turn
        self._seats: int = state.seats
        self._left: float = left / PILE
        self._late: float = 1.0 / (1.0 + left)
        self._prospects: list[Prospect] = prospects(state, taken)

    def looks(self, seat: int) -> list[Eight]:
        """What a seat sees, in the order of NAMES."""
        rivals = Rivals(self._chips, self._costs, self._prospects, seat)
        points = float(self._costs[seat] - self._chips[seat])
        lead = _wide(rivals.best - points)
        return [
            self._chips_and_lead(float(self._chips[seat]), rivals, lead),
            self._leads_and_turn(seat, points, rivals, lead),
            self._seats_and_purse(seat, float(self._chips[seat])),
            _cards(self._prospects[seat]),
            self._cards_of_others(seat, rivals, lead),
            self._neighbours(seat, points),
        ]

    def _chips_and_lead(self, chips: float, rivals: Rivals, lead: float) -> Eight:
        return Eight(
            1.0,
            chips / CHIPS,
            1.0 / (1.0 + chips),
            (chips - rivals.chips) / CHIPS,
            rivals.fewest / CHIPS,
            1.0 / (1.0 + rivals.fewest),
            rivals.most / CHIPS,
            lead,
        )

    def _leads_and_turn(self, seat: int, points: float, rivals: Rivals, lead: float) -> Eight:
        distance = (seat - self._turn) % self._seats
        return Eight(
            _wide(rivals.second - points),
            _wide(rivals.points - points),
            lead * self._left,
            lead * self._late,
            self._left,
            self._late,
            1.0 if distance == 0 else 0.0,
            1.0 if distance == 1 else 0.0,
        )

    def _seats_and_purse(self, seat: int, chips: float) -> Eight:
        return Eight(
            1.0 if (seat - self._turn) % self._seats == self._seats - 1 else 0.0,
            1.0 if self._seats == 3 else 0.0,
            1.0 if self._seats == 5 else 0.0,
            1.0 if chips == 0.0 else 0.0,
            chips / CHIPS * self._left,
            self._left / (1.0 + chips),
            sqrt(chips / CHIPS),
            self._costs[seat] / DEAR,
        )

    def _cards_of_others(self, seat: int, rivals: Rivals, lead: float) -> Eight:
        following = self._chips[(seat + 1) % self._seats]
        before = self._chips[(seat - 1) % self._seats]
        mine = self._prospects[seat]
        return Eight(
            mine.missed,
            mine.own,
            rivals.saved,
            rivals.most_saved,
            rivals.free,
            lead * lead,
            following / CHIPS,
            before / CHIPS,
        )

    def _neighbours(self, seat: int, points: float) -> Eight:
        following = (seat + 1) % self._seats
        before = (seat - 1) % self._seats
        return Eight(
            _wide(float(self._costs[following] - self._chips[following]) - points),
            _wide(float(self._costs[before] - self._chips[before]) - points),
            1.0 / (1.0 + self._chips[following]),
            1.0 / (1.0 + self._chips[before]),
            self._prospects[following].value,
            self._prospects[before].value,
            self._prospects[following].saved,
            self._prospects[before].saved,
        )


def _cards(mine: Prospect) -> Eight:
    return Eight(mine.free, mine.saved, mine.dear, mine.near, mine.runs, mine.value, mine.alone, mine.shared)


def _wide(points: float) -> float:
    return max(-WIDEST, min(WIDEST, points / WIDE))


class Judge:
    """Judges afterstates by a net for wins, and by one for the points that are still to come."""

    def __init__(self, wins: list[list[float]] = WINS, points: list[list[float]] = POINTS) -> None:
        self._wins: Net = Net(wins)
        self._points: Net = Net(points)

    def judge(self, state: GeschenktState) -> Evaluation:
        """Every seat's chance to win and the points it may expect, as soon as a card was taken."""
        place = Afterstate(state)
        looks = [place.looks(seat) for seat in range(state.seats)]
        scores = state.scores()
        points = [scores[seat] + self._points.weigh(looks[seat]) for seat in range(state.seats)]
        return Evaluation(self.chances(looks), points)

    def chances(self, looks: list[list[Eight]]) -> list[float]:
        """Every seat's chance to win, from what each of them sees."""
        scores = [self._wins.weigh(seen) for seen in looks]
        most = max(scores)
        raw = [exp(score - most) for score in scores]
        total = sum(raw)
        return [each / total for each in raw]
