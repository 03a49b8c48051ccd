"""How to play Da Capo: free the stock card, empty the hand, and keep the helper piles in order."""

from typing import cast

from bots.policies.base import Policy
from bots.policies.dacapo.evaluation import Evaluator
from bots.policies.dacapo.laying import best_lay
from bots.policies.dacapo.plans import NO_MOVE, Chain, Somewhere, Sweep, rob_cost
from bots.policies.dacapo.taste import Taste
from bots.policies.dacapo.weights import RULE
from bots.policies.line import Weights
from engines.chance import FastChance
from engines.dacapo.moves import END, HELP, PLACES, PLAYS, ROB
from engines.dacapo.rules import DaCapoState
from engines.dacapo.view import BUILDS, HELPERS, HIGHEST, JOKER
from engines.game import Move, State


class DaCapoRule(Policy):
    """Plays the best plan for this turn; where there is none, single cards that do good, and then lays one."""

    def __init__(self, weights: Weights = RULE) -> None:
        self.taste: Taste = Taste(weights)

    def choose(self, state: State, luck: FastChance) -> Move:
        table = cast(DaCapoState, state)
        top = table.tops[table.turn]
        fits = table.fits[top]
        if fits and top != JOKER:
            return PLAYS[0][fits][0]
        look = Evaluator(table, self.taste)
        if top == JOKER:
            return self._stock_joker(look)
        move = self._plan(look)
        if move == NO_MOVE:
            move = self._single(look)
        if move != NO_MOVE:
            return move
        return best_lay(look) if table.held[look.seat] else self._last_resort(table)

    def _stock_joker(self, look: Evaluator) -> Move:
        """Play a joker from the stock where it helps the others least."""
        best = 0
        most = -1.0e9
        for place in range(BUILDS):
            worth = look.threat(look.raised(place)) + look.taste.high * look.heights[place]
            if worth > most:
                most = worth
                best = place
        return best

    def _plan(self, look: Evaluator) -> Move:
        best = NO_MOVE
        most = 0.0
        somewhere = Somewhere(look)
        for place in range(BUILDS):
            if not somewhere.may_free(place):
                continue
            chain = Chain(look, place)
            if chain.frees() and look.taste.free - chain.cost > most:
                most = look.taste.free - chain.cost
                best = chain.first
        sweep = Sweep(look)
        if sweep.empties():
            worth = look.taste.empty_hand + look.taste.empty_joker * sweep.jokers
            worth += look.worth(sweep.heights, look.cards, look.jokers)
            worth -= look.worth(look.heights, look.cards, look.jokers)
            if worth > most:
                best = sweep.first
        return best

    def _single(self, look: Evaluator) -> Move:
        """Find a card that is better played than kept."""
        best = NO_MOVE
        most = look.worth(look.heights, look.cards, look.jokers)
        for place in range(BUILDS):
            single = Single(look, place)
            if single.worth > most:
                most = single.worth
                best = single.move
        return best

    def _last_resort(self, table: DaCapoState) -> Move:
        """Go on without a hand: play what must be played, or end (C12)."""
        row = HELP
        for card in table.helper_tops[table.turn]:
            fits = table.fits[card]
            if fits:
                return PLAYS[row][fits][0]
            row += 1
        return END


class Single:
    """The best card to play on one build pile for its own sake, and what the table is worth with it."""

    def __init__(self, look: Evaluator, place: int) -> None:
        self.move: Move = NO_MOVE
        self.worth: float = -1.0e9
        self._look: Evaluator = look
        self._place: int = place
        self._heights: list[int] = look.raised(place)
        self._value: int = look.heights[place] + 1
        self._from_hand()
        self._from_helpers()
        self._rob()
        if self.move != NO_MOVE:
            self.worth += look.threat(self._heights) + look.taste.high * self._value
            self.worth += look.taste.complete if self._value == HIGHEST else 0.0

    def _from_hand(self) -> None:
        look = self._look
        if look.hand[self._value]:
            self._weigh(self._value, look.taste.play_hand, look.after_hand(self._value), look.jokers)
        if look.hand[JOKER]:
            self._weigh(JOKER, look.taste.play_joker, look.after_hand(JOKER), look.jokers - 1)

    def _from_helpers(self) -> None:
        look = self._look
        for helper in range(HELPERS):
            card = look.helper_tops[helper]
            if card == self._value:
                self._weigh(HELP + helper, look.taste.play_helper, look.after_helper(helper), look.jokers)
            elif card == JOKER:
                self._weigh(HELP + helper, look.taste.play_helper_joker, look.after_helper(helper), look.jokers - 1)

    def _rob(self) -> None:
        look = self._look
        state = look.state
        for victim in range(state.seats):
            fits = state.tops[victim] in (self._value, JOKER)
            if fits and victim != look.seat and len(state.stocks[victim]) > 1:
                self._weigh(ROB + victim, look.taste.rob_for_nothing - rob_cost(look, victim), look.cards, look.jokers)

    def _weigh(self, row: int, gain: float, cards: int, jokers: int) -> None:
        worth = gain + self._look.hope(self._heights, cards, jokers)
        if worth > self.worth:
            self.worth = worth
            self.move = row * PLACES + self._place
