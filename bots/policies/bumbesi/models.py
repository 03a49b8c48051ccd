"""How opponents in Bumbesi may play, and how well their moves so far fit each of these ways."""

from typing import Final, cast

from bots.policies.base import Policy, Posterior, Slipping, Uniform
from bots.policies.bumbesi.afterstate import marked_cards
from bots.policies.bumbesi.history import HandChange, last_changes
from bots.policies.bumbesi.rule import BumbesiRule
from engines.bumbesi.moves import LAY_LIMIT, PLAY, PLAY_B
from engines.bumbesi.rules import DECK, BumbesiState
from engines.chance import FastChance
from engines.game import Move, State

# The place of the rule in the list of models.
RULE: Final = 0
# How likely somebody plays by the rule before anything is seen; the rest is shared alike.
BY_RULE: Final = 0.95
# So many hands are dealt around every move to see how often each model makes it, and so often it counts besides.
HANDS: Final = 8
BESIDES: Final = 0.25
# So many of a seat's last moves are looked at.
MOVES: Final = 10


class Plodder(Policy):
    """Plays the lowest number that fits, or the nearest, or else a special, or else collects and lays its highest."""

    def __init__(self, nearest: bool) -> None:
        self.nearest: bool = nearest

    def choose(self, state: State, luck: FastChance) -> Move:
        table = cast(BumbesiState, state)
        moves = table.legal()
        number = self._number(table, moves)
        if number:
            return number
        specials = [move for move in moves if move > LAY_LIMIT]
        if specials and marked_cards(table) > 1:
            return specials[luck.below(len(specials))]
        return max([move for move in moves if move <= PLAY])

    def _number(self, table: BumbesiState, moves: list[Move]) -> Move:
        """The number to play, or 0 where none fits."""
        best = 0
        least = 1000
        for move in moves:
            if PLAY < move <= LAY_LIMIT:
                place = 0 if move <= PLAY_B else 1
                mark = move - (PLAY_B if place else PLAY)
                if self.nearest and table.piles[place]:
                    mark -= table.piles[place][-1]
                if mark < least:
                    least = mark
                    best = move
        return best


def opponents() -> list[Policy]:
    """List the ways in which an opponent may play."""
    return [BumbesiRule(), Plodder(nearest=False), Plodder(nearest=True), Uniform()]


def explains(model: Policy, table: BumbesiState, move: Move, luck: FastChance) -> bool:
    """Whether a model makes this move here; one special is as good as another to whoever plays any of them."""
    if isinstance(model, Slipping):
        return explains(model.rule, table, move, luck)
    if isinstance(model, BumbesiRule):
        return model.would(table, move)
    if isinstance(model, Uniform):
        return True
    chosen = model.choose(table, luck)
    return chosen == move or (chosen > LAY_LIMIT and move > LAY_LIMIT)


def weigh(
    models: list[Policy], changes: list[list[HandChange]], viewer: int | None, luck: FastChance
) -> list[list[float]]:
    """For each seat the probability of each model after what it has done."""
    posterior = Posterior(len(changes), len(models))
    for seat in range(len(changes)):
        for place in range(len(models)):
            posterior.see(seat, place, BY_RULE if place == RULE else (1.0 - BY_RULE) / (len(models) - 1))
        if seat != viewer:
            for change in last_changes(changes[seat], MOVES):
                if change.table is not None:
                    _compare(posterior, models, change.table, change, luck)
    return [posterior.weights(seat) for seat in range(len(changes))]


def _compare(
    posterior: Posterior, models: list[Policy], table: BumbesiState, change: HandChange, luck: FastChance
) -> None:
    """See how often each model makes a move with any cards beside those that it took."""
    seat = table.turn
    unseen = _unseen(table, change.gone)
    held = table.hands[seat]
    agreed = [BESIDES] * len(models)
    for _ in range(HANDS):
        luck.shuffle(unseen)
        table.hands[seat] = sorted(change.gone + unseen[: len(held) - len(change.gone)])
        for place, model in enumerate(models):
            if isinstance(model, Uniform):
                agreed[place] += 1.0 / len(table.legal())
            elif explains(model, table, change.move, luck):
                agreed[place] += 1.0
    table.hands[seat] = held
    for place in range(len(models)):
        posterior.see(seat, place, agreed[place] / (HANDS + 2.0 * BESIDES))


def _unseen(table: BumbesiState, gone: list[int]) -> list[int]:
    unseen = DECK[:]
    for cards in [*table.bins, *table.limits, *table.piles, gone]:
        for card in cards:
            unseen.remove(card)
    return unseen
