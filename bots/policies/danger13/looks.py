"""What the options of a decision in Danger 13 look like, for the nets that are taught what searches find."""

from math import exp, log
from typing import Final

from bots.policies.danger13.rule import Evaluator, Scale
from bots.policies.net import Eight
from engines.danger13.rules import ACCEPT, MOST_SEATS, REFUSE, SIGNS, VALUES, Danger13State
from engines.danger13.view import ARROW, DRAW, HAND, LIMIT, SHIELD, SHIELDED_LIMIT
from engines.game import Move

# In the order of `Looks.of`.
NAMES: Final = (
    "one",
    "win",
    "log of win",
    "stopped",
    "kept",
    "refused",
    "value kept",
    "value given",
    "signs kept",
    "signs given",
    "hand kept",
    "shield kept",
    "arrow kept",
    "draw",
    "draw kept",
    "own danger",
    "own danger at stake",
    "own stake",
    "own room",
    "own hands",
    "own waiting",
    "own next bust",
    "danger",
    "danger at stake",
    "stake",
    "safe gap",
    "stake gap",
    "next bust",
    "waiting",
    "most danger",
    "next bust waiting",
    "lead",
    "given to best",
    "heat",
    "last round",
    "asked",
    "distance",
    "seats",
    "all stakes",
    "cards left",
)

# No row has more room than this, and no card fills more.
ROOM: Final = SHIELDED_LIMIT + 1
CARDS: Final = 109
# Nobody's chance is held to be less.
LEAST_WIN: Final = 1e-9


class Looks:
    """The table as the seat to act sees it: all that its options have in common, then each of them.

    The chance to win is a mean over who may bust, each as likely as its share of all danger: everybody else then keeps
    what they have at stake.
    """

    def __init__(self, table: Danger13State, scale: Scale) -> None:
        self.table: Danger13State = table
        self.scale: Scale = scale
        evaluator = Evaluator(table, scale)
        self.safe: list[int] = evaluator.safe
        self.stake: list[int] = evaluator.stake
        self.dangers: list[float] = evaluator.dangers
        self.heat: float = evaluator.heat
        self.heat_after: float = evaluator.heat_after
        self.full: list[float] = []
        self.bare: list[float] = []
        for seat in range(table.seats):
            self.full.append(exp((self.safe[seat] + evaluator.hoped[seat]) * self.heat))
            self.bare.append(exp(self.safe[seat] * self.heat))
        self.busting: list[float] = _busting(table)
        self.all_stakes: float = sum(self.stake) / table.seats
        self.left: int = len(table.pile) + len(table.packet)
        # What the option that is looked at changes.
        self.seat: int = 0
        self.room: int = 0
        self.hands: int = 0
        self.new_stake: int = 0
        self.new_safe: int = 0
        self.refused: bool = False
        self.stopped: bool = False
        self.draws: bool = False
        self.danger: float = 0.0
        self.own_danger: float = 0.0
        self.most: float = 0.0
        self.best: int = 0
        # What the seat to act has then.
        self.own: bool = False
        self.own_stake: int = 0
        self.own_safe: int = 0
        self.own_room: int = 0
        self.own_hands: int = 0

    def of(self, move: Move) -> list[Eight]:
        """What one option looks like."""
        self._change(move)
        win = self._stop() if self.stopped else self._go_on()
        self._look_at_me()
        return [self._outcome(win), self._gift(), self._me(), self._receiver(), self._round()]

    def _look_at_me(self) -> None:
        """Note what the seat to act has after the move."""
        table = self.table
        me = table.turn
        self.own = self.seat == me
        self.own_stake = self.new_stake if self.own else self.stake[me]
        self.own_safe = self.new_safe if self.own else self.safe[me]
        self.own_room = self.room if self.own else table.limits[me] - table.totals[me]
        self.own_hands = self.hands if self.own else table.hands[me]

    def _outcome(self, win: float) -> Eight:
        value = 0.0 if self.refused else VALUES[self.table.open] * 0.25
        return Eight(
            1.0,
            win,
            log(max(win, LEAST_WIN)),
            1.0 if self.stopped else 0.0,
            1.0 if self.own else 0.0,
            1.0 if self.refused else 0.0,
            value if self.own else 0.0,
            0.0 if self.own else value,
        )

    def _gift(self) -> Eight:
        card = self.table.open
        kept = self.own and not self.refused
        signs = 0.0 if self.refused or card >= ARROW else float(SIGNS[card])
        return Eight(
            signs if self.own else 0.0,
            0.0 if self.own else signs,
            1.0 if kept and card == HAND else 0.0,
            1.0 if kept and card == SHIELD else 0.0,
            1.0 if kept and card == ARROW else 0.0,
            1.0 if self.draws else 0.0,
            1.0 if self.draws and self.own else 0.0,
            self.own_danger,
        )

    def _me(self) -> Eight:
        table = self.table
        stake = self.own_stake * self.heat
        waits = table.turn in table.waiting and not (self.own and not table.asked)
        return Eight(
            self.own_danger * stake,
            stake,
            self.own_room / LIMIT,
            float(self.own_hands),
            1.0 if waits else 0.0,
            self.busting[self.own_room] if self.own_hands == 0 else 0.0,
            self.danger,
            self.danger * (self.new_stake * self.heat),
        )

    def _receiver(self) -> Eight:
        table = self.table
        heat = self.heat
        stake = self.new_stake * heat
        waiting = len(table.waiting) if table.asked else len(table.waiting) - 1
        self.best, lead = self._best_rival(self.own_safe, self.own_stake)
        return Eight(
            stake,
            (self.new_safe - self.own_safe) * heat,
            stake - self.own_stake * heat,
            self.busting[self.room] if self.hands == 0 else 0.0,
            waiting / table.seats,
            self.most,
            self._busting_others(),
            lead * heat,
        )

    def _round(self) -> Eight:
        table = self.table
        return Eight(
            1.0 if self.seat == self.best else 0.0,
            self.heat,
            1.0 if table.last_round else 0.0,
            1.0 if table.asked else 0.0,
            float((self.seat - table.dealer) % table.seats) / table.seats,
            table.seats / MOST_SEATS,
            self.all_stakes * self.heat,
            self.left / CARDS,
        )

    def line(self, move: Move) -> list[float]:
        """What one option looks like, in one line."""
        return [value for eight in self.of(move) for value in eight.line()]

    def _change(self, move: Move) -> None:
        """Note what a move changes at the seat that the open card comes to (D8 to D14)."""
        table = self.table
        card = table.open
        seat = table.turn if table.asked else move
        self.seat = seat
        self.room = table.limits[seat] - table.totals[seat]
        self.hands = table.hands[seat]
        self.new_stake = self.stake[seat]
        self.new_safe = self.safe[seat]
        self.stopped = False
        self.draws = False
        busts = card < ARROW and VALUES[card] >= self.room
        self.refused = move == REFUSE or (move < ACCEPT and busts and self.hands > 0)
        if self.refused:
            self.hands -= 1
        elif card == ARROW:
            self._strike()
        elif card < ARROW:
            self.new_stake += SIGNS[card]
            self.stopped = busts
            self.room = max(self.room - VALUES[card], 0)
            self.draws = card >= DRAW and not busts
        elif card == HAND:
            self.hands += 1
        elif card == SHIELD:
            self.room += SHIELDED_LIMIT - table.limits[seat]
        else:
            self.new_safe += SIGNS[card]

    def _strike(self) -> None:
        """Note what an arrow takes away (D10, D11)."""
        row = self.table.rows[self.seat]
        if row:
            lost = row[-1]
            self.room += VALUES[lost]
            self.new_stake -= SIGNS[lost]
            if lost == HAND:
                self.hands -= 1
            elif lost == SHIELD and row.count(SHIELD) == 1:
                self.room -= SHIELDED_LIMIT - LIMIT

    def _stop(self) -> float:
        """The chance to win once the round has stopped (D16)."""
        table = self.table
        me = table.turn
        self.danger = 1.0
        self.own_danger = 1.0 if self.seat == me else 0.0
        self.most = 0.0 if self.seat == me else 1.0
        own = 0.0
        total = 0.0
        for seat in range(table.seats):
            kept = self.safe[seat] if seat == self.seat else self.safe[seat] + self.stake[seat]
            share = exp(kept * self.heat_after)
            total += share
            if seat == me:
                own = share
        return own / total

    def _go_on(self) -> float:
        """The chance to win while the round goes on, over all who may bust."""
        table = self.table
        scale = self.scale
        me = table.turn
        changed = self.seat
        room = float(self.room)
        hoped = float(self.new_safe + self.new_stake)
        if self.draws or (table.asked and changed in table.waiting):
            room -= scale.card_value
            hoped += scale.card_signs
        danger = scale.danger(room, self.hands)
        full = exp(hoped * self.heat)
        bare = exp(self.new_safe * self.heat)
        dangers = self.dangers
        all_danger = danger
        most = danger
        all_full = full
        rival = 0.0
        for seat in range(table.seats):
            each = danger
            if seat != changed:
                each = dangers[seat]
                all_danger += each
                all_full += self.full[seat]
                most = max(most, each)
            if seat != me:
                rival = max(rival, each)
        growth = exp(scale.growth / (1.0 + scale.crowding * most) * self.heat)
        all_full *= growth
        own_full = (full if changed == me else self.full[me]) * growth
        win = 0.0
        for seat in range(table.seats):
            if seat == changed:
                each = danger
                left = all_full - full * growth + bare
                mine = bare if seat == me else own_full
            else:
                each = dangers[seat]
                left = all_full - self.full[seat] * growth + self.bare[seat]
                mine = self.bare[seat] if seat == me else own_full
            win += each * mine / left
        self.danger = danger / all_danger
        self.own_danger = (danger if changed == me else dangers[me]) / all_danger
        self.most = rival / all_danger
        return win / all_danger

    def _best_rival(self, safe: int, stake: int) -> tuple[int, int]:
        """Who else has most, won and at stake, and by how much the seat to act has more."""
        table = self.table
        me = table.turn
        best = me
        most = -1
        for seat in range(table.seats):
            if seat == me:
                continue
            if seat == self.seat:
                signs = self.new_safe if self.stopped else self.new_safe + self.new_stake
            else:
                signs = self.safe[seat] + self.stake[seat]
            if signs > most:
                most = signs
                best = seat
        own = safe if self.stopped and self.seat == me else safe + stake
        return best, own - most

    def _busting_others(self) -> float:
        """How likely the next card busts the fullest row of the others who still wait for one."""
        table = self.table
        most = 0.0
        for seat in table.waiting:
            if seat != table.turn and (table.asked or seat != self.seat) and table.hands[seat] == 0:
                most = max(most, self.busting[table.limits[seat] - table.totals[seat]])
        return most


def _busting(table: Danger13State) -> list[float]:
    """How likely the next card is to bust a row, by its room: what nobody has seen yet is known by memory."""
    counts = [0] * 10
    for card in table.pile:
        counts[VALUES[card]] += 1
    for card in table.packet:
        counts[VALUES[card]] += 1
    left = max(1, len(table.pile) + len(table.packet))
    shares = [0.0] * (ROOM + 1)
    above = 0
    for value in range(9, -1, -1):
        above += counts[value]
        shares[value] = above / left
    return shares
