"""How to play Danger 13: weigh what each player has safe, has at stake, and how near the limit it stands."""

from math import exp, sqrt
from typing import Final, cast

from bots.policies.base import Policy
from bots.policies.danger13.weights import RULE
from bots.policies.line import Weights
from engines.chance import FastChance
from engines.danger13.rules import ACCEPT, REFUSE, SIGNS, VALUES, Danger13State
from engines.danger13.view import ARROW, DRAW, HAND, LIMIT, SHIELD, SHIELDED_LIMIT
from engines.game import Move, State

# However sure the rule is, a lead never says more than at this drift.
LEAST: Final = 0.05


class Scale:
    """What the rule makes of cards to come, of danger, and of leads.

    A card that nobody has seen yet fills a row by `card_value` and brings `card_signs`, with what a draw card brings
    along. Each step nearer to the limit makes a player `steepness` more likely to be the one who busts, as a power of
    e; a hand card takes `hand_safety` of it away. A row still gains `growth` signs before the round stops, the less,
    the nearer somebody is to a limit (`crowding`). Players still drift apart, in signs squared: `drift_a_card` for each
    card in the pile, `drift_this_round`, and `least_drift` at the end.
    """

    def __init__(self, weights: Weights) -> None:
        self.card_value: float = weights["card value"][0]
        self.card_signs: float = weights["card signs"][0]
        self.steepness: float = weights["steepness"][0]
        self.hand_safety: float = weights["hand safety"][0]
        self.growth: float = weights["growth"][0]
        self.crowding: float = weights["crowding"][0]
        self.drift_a_card: float = weights["drift a card"][0]
        self.drift_this_round: float = weights["drift this round"][0]
        self.least_drift: float = weights["least drift"][0]

    def danger(self, room: float, hands: int) -> float:
        """How likely a row is to be the one that stops the round, compared with others."""
        return exp(-self.steepness * room - self.hand_safety * hands)

    def heat(self, drift: float) -> float:
        """How much a lead of one sign says when the players still drift so far apart."""
        return 1.0 / sqrt(max(drift, LEAST))


def count_signs(cards: list[int]) -> int:
    """Count the plus signs of some cards."""
    count = 0
    for card in cards:
        count += SIGNS[card]
    return count


class Evaluator:
    """Judges a position by what each seat has safe, what it has at stake, and how near it is to a bust.

    The chance to win is the seat's share of exp(signs hoped for / drift), where a stake counts as far as it is likely
    to be kept. That alone makes the leader everybody's target, and the last round a matter of the score.
    """

    def __init__(self, table: Danger13State, scale: Scale) -> None:
        self.scale: Scale = scale
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
                room -= scale.card_value
                hoped += scale.card_signs
            self.hoped.append(hoped)
            self.dangers.append(scale.danger(room, table.hands[seat]))
        to_come = 0.0 if table.last_round else scale.drift_a_card * len(table.pile)
        self.heat_after: float = scale.heat(scale.least_drift + to_come)
        self.heat: float = scale.heat(scale.least_drift + to_come + scale.drift_this_round)

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
        return self._changed(seat, self.scale.danger(room, hands), self.stake[seat], safe)

    def refused(self, seat: int) -> float:
        """The mover's chance to win once this seat has spent a hand on the open card."""
        room = self.table.limits[seat] - self.table.totals[seat]
        return self._changed(
            seat, self.scale.danger(room, self.table.hands[seat] - 1), self.stake[seat], self.safe[seat]
        )

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
        return self._changed(seat, self.scale.danger(room, hands), stake, self.safe[seat])

    def _filled(self, seat: int, card: int) -> float:
        """Judge a card with a value; a hand is spent on one that would bust the row (D8, D12, D14)."""
        table = self.table
        room = float(table.limits[seat] - table.totals[seat] - VALUES[card])
        stake = float(self.stake[seat] + SIGNS[card])
        if room <= 0.0:
            return self.refused(seat) if table.hands[seat] > 0 and not table.asked else self._stopped(seat)
        if card >= DRAW:
            room -= self.scale.card_value
            stake += self.scale.card_signs
        return self._changed(seat, self.scale.danger(room, table.hands[seat]), stake, self.safe[seat])

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
        growth = self.scale.growth / (1.0 + self.scale.crowding * most)
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

    def __init__(self, weights: Weights = RULE) -> None:
        self._scale: Scale = Scale(weights)

    def choose(self, state: State, luck: FastChance) -> Move:
        table = cast(Danger13State, state)
        if table.asked:
            evaluator = Evaluator(table, self._scale)
            return ACCEPT if evaluator.given(table.turn) >= evaluator.refused(table.turn) else REFUSE
        receivers = table.waiting
        chosen = receivers[0]
        if len(receivers) > 1:
            evaluator = Evaluator(table, self._scale)
            best = -1.0
            for seat in receivers:
                worth = evaluator.given(seat)
                if worth > best:
                    best = worth
                    chosen = seat
        return chosen
