"""People nobody has met before in Danger 13: none of them was used in training, and none may be."""

from collections.abc import Callable
from typing import cast

from bots.policies.base import Policy
from bots.policies.danger13.rule import count_signs
from engines.chance import FastChance
from engines.danger13.rules import ACCEPT, REFUSE, SIGNS, VALUES, Danger13State
from engines.danger13.view import ARROW, HAND, PRIZE, SHIELD
from engines.game import Move, State

Taste = Callable[[Danger13State, int], float]
"""How gladly the mover gives the open card to a seat."""


def room(table: Danger13State, seat: int) -> int:
    """How much fits into a row before it busts."""
    return table.limits[seat] - table.totals[seat]


def busts(table: Danger13State, seat: int) -> bool:
    """Whether the open card makes a seat bust."""
    return table.open < ARROW and VALUES[table.open] >= room(table, seat)


def good(card: int) -> bool:
    """Whether anybody would want this card."""
    return card > PRIZE or card in (HAND, SHIELD)


class Giver(Policy):
    """Gives the open card to whoever a taste says, and refuses by a rule of thumb."""

    def __init__(self, taste: Taste, nerve: int) -> None:
        self._taste = taste
        self._nerve = nerve

    def choose(self, state: State, luck: FastChance) -> Move:
        table = cast(Danger13State, state)
        if table.asked:
            return REFUSE if self._refuses(table) else ACCEPT
        best = table.waiting[0]
        most = -1.0e9
        for seat in table.waiting:
            taste = self._taste(table, seat)
            if taste > most:
                best, most = seat, taste
        return best

    def _refuses(self, table: Danger13State) -> bool:
        if table.open >= ARROW:
            return table.open == ARROW and count_signs(table.rows[table.turn][-1:]) > 0
        return room(table, table.turn) - VALUES[table.open] <= self._nerve


def bully(table: Danger13State, seat: int) -> float:
    """Everything bad goes to the left neighbour, everything good stays."""
    own = seat == table.turn
    if good(table.open):
        return float(own)
    return 1.0 if seat == (table.turn + 1) % table.seats else -float(own)


def assassin(table: Danger13State, seat: int) -> float:
    """Lets whoever busts bust who has most at stake, and gives cards where they fill up rivals."""
    own = seat == table.turn
    if good(table.open):
        return float(own)
    stake = count_signs(table.rows[seat])
    if busts(table, seat):
        return -50.0 if own else 20.0 + stake
    return -5.0 if own else VALUES[table.open] - room(table, seat) / 4.0


def hoarder(table: Danger13State, seat: int) -> float:
    """Keeps every sign it can without busting, whatever the others do."""
    own = seat == table.turn
    if own:
        return 10.0 if (good(table.open) or SIGNS[table.open]) and not busts(table, seat) else -10.0
    return float(-room(table, seat))


def fair(table: Danger13State, seat: int) -> float:
    """Gives to whoever has most room, itself among them."""
    return float(room(table, seat))


def poor_first(table: Danger13State, seat: int) -> float:
    """Helps the last and hurts the first by signs won."""
    signs = count_signs(table.won[seat])
    helps = good(table.open) or (SIGNS[table.open] > 0 and not busts(table, seat))
    return float(-signs if helps else signs) - (8.0 if seat == table.turn and not helps else 0.0)


def careful(table: Danger13State, seat: int) -> float:
    """Keeps itself five below the limit and spreads the rest evenly."""
    if seat == table.turn:
        return 5.0 if room(table, seat) - VALUES[table.open] >= 5 else -20.0
    return float(room(table, seat)) / 10.0


def gambler(table: Danger13State, seat: int) -> float:
    """Takes all it can bear down to the last point."""
    if seat == table.turn:
        return -10.0 if busts(table, seat) else 10.0
    return float(-room(table, seat))


def fill_up(table: Danger13State, seat: int) -> float:
    """Makes the fullest row that won't bust fuller, so that rounds last."""
    return -30.0 if busts(table, seat) else float(-room(table, seat)) - (3.0 if seat == table.turn else 0.0)


def quick_end(table: Danger13State, seat: int) -> float:
    """Ends the round whenever that costs somebody else more than it."""
    own = seat == table.turn
    if busts(table, seat):
        return -20.0 if own else 10.0
    return float(own and SIGNS[table.open] > 0)


def right_hand(table: Danger13State, seat: int) -> float:
    """Goes round the table from its right, without a thought."""
    return float((seat - table.turn - 1) % table.seats)


def sign_counter(table: Danger13State, seat: int) -> float:
    """Wants the difference of signs in rows to grow for itself, and counts nothing else."""
    signs = SIGNS[table.open]
    if seat == table.turn:
        return float(signs) - (4.0 if busts(table, seat) else 0.0)
    return count_signs(table.rows[seat]) * (1.0 if busts(table, seat) else 0.0) - signs


class Fickle(Giver):
    """Changes between two tastes from card to card."""

    def __init__(self, one: Taste, other: Taste) -> None:
        super().__init__(one, 0)
        self._other = Giver(other, 0)

    def choose(self, state: State, luck: FastChance) -> Move:
        return super().choose(state, luck) if luck.below(2) else self._other.choose(state, luck)


def strangers() -> dict[str, Policy]:
    """List them by name."""
    return {
        "bully": Giver(bully, 0),
        "assassin": Giver(assassin, 0),
        "hoarder": Giver(hoarder, 1),
        "fair": Giver(fair, 0),
        "poor-first": Giver(poor_first, 2),
        "careful": Giver(careful, 4),
        "gambler": Giver(gambler, 0),
        "fill-up": Giver(fill_up, 0),
        "quick-end": Giver(quick_end, 1),
        "right-hand": Giver(right_hand, 0),
        "sign-counter": Giver(sign_counter, 0),
        "fickle": Fickle(assassin, hoarder),
    }
