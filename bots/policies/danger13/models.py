"""How opponents in Danger 13 may play, and how well their moves so far fit each of these ways."""

from collections.abc import Sequence
from typing import Final, cast

from bots.policies.base import Policy, Posterior, Uniform
from bots.policies.danger13.rule import Weigher, count_signs
from engines.chance import FastChance
from engines.danger13.rules import ACCEPT, REFUSE, SIGNS, VALUES, Danger13State
from engines.danger13.view import ARROW, HAND, PRIZE, SHIELD, Danger13View
from engines.game import Move, State
from engines.view import Turn

# Whom a Grabber gives bad cards to: who is nearest to the limit, has most signs at stake, or most signs in all.
FULLEST: Final = 0
RICHEST: Final = 1
LEADER: Final = 2

# Below any real mark, for a Grabber gives itself a bad card only if nobody else is left.
NEVER: Final = -1000

# How often an opponent who follows a model makes its move.
AGREES: Final = 0.8

# The place of aimless play in the list of models.
AIMLESS: Final = 1


class Grabber(Policy):
    """Keeps what is good for it while `reserve` stays free in its row, and gives the rest to one kind of victim."""

    def __init__(self, victim: int, reserve: int) -> None:
        self.victim: int = victim
        self.reserve: int = reserve

    def choose(self, state: State, luck: FastChance) -> Move:
        table = cast(Danger13State, state)
        seat = table.turn
        wanted = self._wants(table, seat)
        if table.asked:
            busts = VALUES[table.open] >= table.limits[seat] - table.totals[seat]
            return REFUSE if busts or (table.open == ARROW and not wanted) else ACCEPT
        if wanted and seat in table.waiting:
            return seat
        return self._victim(table, wanted)

    def _wants(self, table: Danger13State, seat: int) -> bool:
        card = table.open
        if card > PRIZE or card in (HAND, SHIELD):
            return True
        if card == ARROW:
            row = table.rows[seat]
            return len(row) > 0 and SIGNS[row[-1]] == 0 and VALUES[row[-1]] > 0
        room = table.limits[seat] - table.totals[seat] - VALUES[card]
        return SIGNS[card] > 0 and room > 0 and room >= self.reserve

    def _victim(self, table: Danger13State, good: bool) -> int:
        """Pick who gets a bad card, or for a good one who is the least dangerous rival."""
        chosen = table.waiting[0]
        best = NEVER - 1
        for seat in table.waiting:
            mark = NEVER
            if seat != table.turn:
                mark = -self._mark(table, seat) if good else self._mark(table, seat)
            if mark > best:
                best = mark
                chosen = seat
        return chosen

    def _mark(self, table: Danger13State, seat: int) -> int:
        if self.victim == FULLEST:
            return table.totals[seat] - table.limits[seat]
        signs = count_signs(table.rows[seat])
        return signs if self.victim == RICHEST else signs + count_signs(table.won[seat])


def opponents() -> list[Policy]:
    """List the ways in which an opponent may play."""
    models: list[Policy] = [Weigher(), Uniform()]
    for victim in (FULLEST, RICHEST, LEADER):
        models.append(Grabber(victim, 1))
        models.append(Grabber(victim, 4))
    return models


def weigh(models: list[Policy], view: Danger13View, history: Sequence[Turn]) -> list[list[float]]:
    """For each seat the probability of each model after all that this game has shown before its last round."""
    posterior = Posterior(view.seats, len(models))
    table = Danger13State(view.seats, FastChance(0))
    luck = FastChance(0)
    for turn in history:
        if turn.move == "deal":
            _begin(table, turn)
            continue
        move = _read(turn.move)
        if turn.seat != view.seat and len(table.legal()) > 1:
            _compare(posterior, models, table, move, luck)
        # A pile that is made anew in the middle of a move can't be stacked beforehand, and little is left to learn.
        if len(table.pile) <= table.seats + len(turn.shown):
            break
        _stack(table, turn.shown)
        table.play(move)
    return [posterior.weights(seat) for seat in range(view.seats)]


def _begin(table: Danger13State, turn: Turn) -> None:
    table.deal()
    table.start = turn.seat
    table.marker = turn.seat
    table.dealer = turn.seat
    table.turn = turn.seat
    table.open = turn.shown[0]


def _read(text: str) -> Move:
    if text == "accept":
        return ACCEPT
    return REFUSE if text == "refuse" else int(text.split()[1])


def _stack(table: Danger13State, shown: Sequence[int]) -> None:
    """Put the cards on top that the next move turned up: draw cards take from the pile, then comes the packet."""
    for place, card in enumerate(shown):
        table.pile[-1 - place] = card
    if shown and table.packet:
        table.packet[-1] = shown[-1]


def _compare(posterior: Posterior, models: list[Policy], table: Danger13State, move: Move, luck: FastChance) -> None:
    count = len(table.legal())
    for place, model in enumerate(models):
        if place == AIMLESS:
            likelihood = 1.0 / count
        elif model.choose(table, luck) == move:
            likelihood = AGREES
        else:
            likelihood = (1.0 - AGREES) / (count - 1)
        posterior.see(table.turn, place, likelihood)
