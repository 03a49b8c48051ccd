"""How to play Geschenkt: a rule that weighs the card, and guesses at how opponents weigh it."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Final, cast

from bots.policies.policy import Mind, Policy, Posterior, Thinker
from engines.chance import FastChance
from engines.game import Game, Move, State
from engines.geschenkt.rules import NOBODY, PASS, TAKE, GeschenktState
from engines.geschenkt.view import LOWEST, GeschenktView
from engines.view import Turn, View

# What the trained rule makes of a position. Found by antithetic evolution strategies (24 pairs of 512 games a step, 900
# steps, worth .7 win share + .3 squashed margin) on 3 to 5 seats against random thresholds, random affine and patient
# rules, and earlier versions of itself.
BASE: Final = -1.1689
COST: Final = -0.1736
POT: Final = 0.2625
OWN_CHIPS: Final = -0.0676
FEWEST_CHIPS: Final = -0.0309
LEFT: Final = -0.0197
CARD_BELOW: Final = 2.06
CARD_ABOVE: Final = 2.2746
FREE: Final = 1.7643
FREE_FOR_OTHERS: Final = -0.2127
POT_EARLY: Final = 0.0081
POVERTY: Final = 3.5957
POVERTY_EARLY: Final = 0.1163
SEATS: Final = -0.3198
SOMEBODY_BROKE: Final = 1.0548

# How far a model is trusted to be the opponent: its move is this likely, and the other one that little.
AGREES: Final = 0.95
DIFFERS: Final = 0.05
# Beforehand it is THINKING to 1 that an opponent thinks instead of following a rule, and then each move of theirs is as
# likely as FORESEEN says. So a rule that fits soon drives the thinker out, and where none fits, the thinker stays.
THINKING: Final = 0.3
FORESEEN: Final = 0.7


def marginal_cost(state: GeschenktState, seat: int) -> int:
    """Give the points by which the open card makes a seat's row dearer, less than 0 where it closes a gap (G10)."""
    card = state.open
    cost = 0 if state.owner[card - 1] == seat else card
    return cost - card - 1 if state.owner[card + 1] == seat else cost


class Taker(Policy):
    """Takes the card when it wants it or has no chip left (G6), and passes otherwise."""

    def choose(self, state: State, luck: FastChance) -> Move:
        table = cast(GeschenktState, state)
        return TAKE if table.chips[table.turn] == 0 or self.wants(table) else PASS

    @abstractmethod
    def wants(self, state: GeschenktState) -> bool:
        """Say whether the seat to act would rather take the card than pay a chip."""


class Affine(Taker):
    """Takes when own * cost + (1 - own) * card is at most limit + chip * pot: a plain price for chips and points."""

    def __init__(self, own: float, limit: float, chip: float) -> None:
        self.own: float = own
        self.limit: float = limit
        self.chip: float = chip

    def wants(self, state: GeschenktState) -> bool:
        price = self.own * marginal_cost(state, state.turn) + (1.0 - self.own) * state.open
        return price <= self.limit + self.chip * state.pot


class Patient(Affine):
    """Leaves a card that it wants going round while nobody else would take it for `greed` points or fewer."""

    def __init__(self, own: float, limit: float, chip: float, greed: int) -> None:
        super().__init__(own, limit, chip)
        self.greed: int = greed

    def wants(self, state: GeschenktState) -> bool:
        return super().wants(state) and (state.chips[state.turn] == 1 or self._in_danger(state))

    def _in_danger(self, state: GeschenktState) -> bool:
        for distance in range(1, state.seats):
            seat = (state.turn + distance) % state.seats
            if state.chips[seat] == 0 or marginal_cost(state, seat) - state.pot - distance <= self.greed:
                return True
        return False


class Trained(Taker):
    """Weighs cost, pot, chips, runs that may still grow, and who else wants the card."""

    def wants(self, state: GeschenktState) -> bool:
        seat = state.turn
        pot = state.pot
        left = len(state.pile)
        cost = marginal_cost(state, seat)
        chips = state.chips[seat]
        fewest = 99
        for other in range(state.seats):
            if other != seat:
                fewest = min(fewest, state.chips[other])
        eager = BASE + COST * cost + (POT + POT_EARLY * left) * pot + OWN_CHIPS * chips + FEWEST_CHIPS * fewest
        eager += LEFT * left + (POVERTY + POVERTY_EARLY * left) / (1 + chips) + SEATS * (state.seats - 4)
        if left > 0:
            card = state.open
            to_come = left / (left + len(state.left_out))
            if state.owner[card - 1] == NOBODY and card > LOWEST:
                eager += CARD_BELOW * to_come
            if state.owner[card + 1] == NOBODY:
                eager += CARD_ABOVE * to_come
        if cost <= 0:
            eager += FREE + FREE_FOR_OTHERS * self._others_price(state)
        if fewest == 0:
            eager += SOMEBODY_BROKE
        return eager > 0.0

    def _others_price(self, state: GeschenktState) -> int:
        """Give what the card costs the opponent who would get it most cheaply if everybody passes it on."""
        price = 20
        for distance in range(1, state.seats):
            seat = (state.turn + distance) % state.seats
            price = min(price, marginal_cost(state, seat) - state.pot - distance)
        return max(price, -20)


def opponents() -> list[Taker]:
    """List the ways in which an opponent may play, from thresholds to patient hagglers."""
    models: list[Taker] = [Trained()]
    for limit in (-2, 0, 2, 4, 6, 8, 10, 12, 15):
        models.append(Affine(1.0, limit, 1.0))
    for limit in (0, 6, 12):
        models.append(Affine(0.5, limit, 1.0))
        models.append(Patient(1.0, limit, 1.0, limit))
        for own in (0.3, 0.65, 1.0):
            for chip in (1.5, 2.0, 3.0):
                models.append(Affine(own, limit, chip))
    return models


class GeschenktMind(Mind):
    """Follows every opponent's takes and passes, and searches against the models that fit them.

    No rule foresees an opponent who looks ahead, so the last model is one who does.
    """

    def __init__(self, game: Game, view: View, history: Sequence[Turn]) -> None:
        super().__init__(game, view, history)
        self.rule = Trained()
        self.width = 12.0
        takers = opponents()
        self.models = [*takers, Thinker(self.rule)]
        self.weights = weigh(takers, cast(GeschenktView, view), history)


def weigh(takers: list[Taker], view: GeschenktView, history: Sequence[Turn]) -> list[list[float]]:
    """Give for each seat the probability of each taker, and last of a thinker, after all that this game has shown."""
    posterior = Posterior(view.seats, len(takers) + 1)
    for seat in range(view.seats):
        posterior.see(seat, len(takers), THINKING * len(takers))
    state = GeschenktState(view.seats, view.variant, FastChance(0))
    state.deal()
    for turn in history:
        if turn.move == "deal":
            state.turn = turn.seat
            state.open = turn.shown[0]
            continue
        took = turn.move == "take"
        if state.chips[turn.seat] > 0 and turn.seat != view.seat:
            _compare(posterior, takers, state, took)
        if took and turn.shown:
            state.pile[-1] = turn.shown[0]
        state.play(TAKE if took else PASS)
    return [posterior.weights(seat) for seat in range(view.seats)]


def _compare(posterior: Posterior, takers: list[Taker], state: GeschenktState, took: bool) -> None:
    for number, taker in enumerate(takers):
        posterior.see(state.turn, number, AGREES if taker.wants(state) == took else DIFFERS)
    posterior.see(state.turn, len(takers), FORESEEN)
