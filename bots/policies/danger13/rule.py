"""How to play Danger 13: weigh what each player has safe, has at stake, and how near the limit it stands."""

from math import exp, sqrt
from typing import Final, cast

from bots.policies.base import Policy
from engines.chance import FastChance
from engines.danger13.rules import ACCEPT, REFUSE, SIGNS, VALUES, Danger13State
from engines.danger13.view import ARROW, DRAW, HAND, LIMIT, SHIELD, SHIELDED_LIMIT
from engines.game import Move, State

# A card that nobody has seen yet fills a row by so much and brings so many signs, with what a draw card brings along.
MEAN_VALUE: Final = 2.1
MEAN_SIGNS: Final = 0.75

# Each step nearer to the limit makes a player so much more likely to be the one who busts, as a power of e; a hand card
# takes as much danger away as two steps.
STEEPNESS: Final = 0.5
HAND_SAFETY: Final = 1.0

# What a row still gains before the round stops, from an empty table; the less, the nearer somebody is to a limit.
GROWTH: Final = 2.0
CROWDING: Final = 50.0

# How far apart, in signs squared, the players still drift: for each card in the pile, in this round, and at the end.
DRIFT_A_CARD: Final = 0.15
DRIFT_THIS_ROUND: Final = 6.0
LEAST_DRIFT: Final = 1.0


def count_signs(cards: list[int]) -> int:
    """Count the plus signs of some cards."""
    count = 0
    for card in cards:
        count += SIGNS[card]
    return count


def danger(room: float, hands: int) -> float:
    """How likely a row is to be the one that stops the round, compared with others."""
    return exp(-STEEPNESS * room - HAND_SAFETY * hands)


class Evaluator:
    """Judges a position by what each seat has safe, what it has at stake, and how near it is to a bust.

    The chance to win is the seat's share of exp(signs hoped for / drift), where a stake counts as far as it is likely
    to be kept. That alone makes the leader everybody's target, and the last round a matter of the score.
    """

    def __init__(self, table: Danger13State) -> None:
        self.table: Danger13State = table
        self.safe: list[int] = []
        self.stake: list[int] = []
        self.hoped: list[float] = []
        self.dangers: list[float] = []
        waiting = table.waiting
        for seat in range(table.seats):
            self.safe.append(count_signs(table.won[seat]))
            stake = count_signs(table.rows[seat])
            self.stake.append(stake)
            room = float(table.limits[seat] - table.totals[seat])
            hoped = float(stake)
            if seat in waiting:
                room -= MEAN_VALUE
                hoped += MEAN_SIGNS
            self.hoped.append(hoped)
            self.dangers.append(danger(room, table.hands[seat]))
        to_come = 0.0 if table.last_round else DRIFT_A_CARD * len(table.pile)
        self.heat_after: float = 1.0 / sqrt(LEAST_DRIFT + to_come)
        self.heat: float = 1.0 / sqrt(LEAST_DRIFT + to_come + DRIFT_THIS_ROUND)

    def given(self, seat: int) -> float:
        """The mover's chance to win once this seat has been given the open card."""
        card = self.table.open
        if card == ARROW:
            return self._struck(seat)
        if card < ARROW:
            return self._filled(seat, card)
        room = self.table.limits[seat] - self.table.totals[seat]
        hands = self.table.hands[seat]
        safe = self.safe[seat]
        if card == HAND:
            hands += 1
        elif card == SHIELD:
            room += SHIELDED_LIMIT - self.table.limits[seat]
        else:
            safe += SIGNS[card]
        return self._changed(seat, danger(room, hands), self.stake[seat], safe)

    def refused(self, seat: int) -> float:
        """The mover's chance to win once this seat has spent a hand on the open card."""
        room = self.table.limits[seat] - self.table.totals[seat]
        return self._changed(seat, danger(room, self.table.hands[seat] - 1), self.stake[seat], self.safe[seat])

    def _struck(self, seat: int) -> float:
        """Judge an arrow, which takes the rightmost card away (D10, D11)."""
        row = self.table.rows[seat]
        room = self.table.limits[seat] - self.table.totals[seat]
        hands = self.table.hands[seat]
        stake = self.stake[seat]
        if row:
            lost = row[-1]
            room += VALUES[lost]
            stake -= SIGNS[lost]
            if lost == HAND:
                hands -= 1
            elif lost == SHIELD and row.count(SHIELD) == 1:
                room -= SHIELDED_LIMIT - LIMIT
        return self._changed(seat, danger(room, hands), stake, self.safe[seat])

    def _filled(self, seat: int, card: int) -> float:
        """Judge a card with a value; a hand is spent on one that would bust the row (D8, D12, D14)."""
        table = self.table
        room = float(table.limits[seat] - table.totals[seat] - VALUES[card])
        stake = float(self.stake[seat] + SIGNS[card])
        if room <= 0.0:
            return self.refused(seat) if table.hands[seat] > 0 and not table.asked else self._stopped(seat)
        if card >= DRAW:
            room -= MEAN_VALUE
            stake += MEAN_SIGNS
        return self._changed(seat, danger(room, table.hands[seat]), stake, self.safe[seat])

    def _stopped(self, loser: int) -> float:
        """Judge the table once this seat has busted and all others have kept their signs (D16)."""
        own = 0.0
        total = 0.0
        for seat in range(self.table.seats):
            kept = self.safe[seat] if seat == loser else self.safe[seat] + self.stake[seat]
            share = exp(kept * self.heat_after)
            total += share
            if seat == self.table.turn:
                own = share
        return own / total

    def _changed(self, changed: int, danger: float, stake: float, safe: int) -> float:
        """Judge the table when one seat's part of it is like this."""
        dangers = self.dangers
        all_danger = danger
        most = danger
        for seat in range(self.table.seats):
            if seat != changed:
                all_danger += dangers[seat]
                most = max(most, dangers[seat])
        growth = GROWTH / (1.0 + CROWDING * most)
        own = 0.0
        total = 0.0
        for seat in range(self.table.seats):
            if seat == changed:
                hope = safe + (stake + growth) * (1.0 - danger / all_danger)
            else:
                hope = self.safe[seat] + (self.hoped[seat] + growth) * (1.0 - dangers[seat] / all_danger)
            share = exp(hope * self.heat)
            total += share
            if seat == self.table.turn:
                own = share
        return own / total


class Weigher(Policy):
    """Decides by its own chance to win: who gets a card, and whether a hand is worth spending on one."""

    def choose(self, state: State, luck: FastChance) -> Move:
        table = cast(Danger13State, state)
        if table.asked:
            evaluator = Evaluator(table)
            return ACCEPT if evaluator.given(table.turn) >= evaluator.refused(table.turn) else REFUSE
        receivers = table.waiting
        chosen = receivers[0]
        if len(receivers) > 1:
            evaluator = Evaluator(table)
            best = -1.0
            for seat in receivers:
                worth = evaluator.given(seat)
                if worth > best:
                    best = worth
                    chosen = seat
        return chosen
