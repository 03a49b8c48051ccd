"""How the hands changed in Bumbesi, as the public history tells it: what each seat played, lost and drew."""

from collections.abc import Sequence
from typing import Final

from engines.bumbesi.moves import LAY_LIMIT, PLAY, STEAL_FROM, TURN_ROUND, place_and_card
from engines.bumbesi.rules import DECK, BumbesiState
from engines.bumbesi.view import HAND, HIGHEST, LIMIT, REVERSE, STEAL
from engines.chance import FastChance
from engines.game import Game, Move
from engines.view import OVER, Turn

# Stands for every card that nobody has shown.
BLANK: Final = 0


class HandChange:
    """One change of a hand: the cards that are known to have `gone`, and how many it `drew` for them.

    The `table` is what its seat moved on, with every hand blank. Who is robbed does not move, and has none. `explained`
    keeps which hands would have moved alike, each behind the number of the model that moved.
    """

    def __init__(self, gone: list[int], drew: int, move: Move, table: BumbesiState | None) -> None:
        self.gone: list[int] = gone
        self.drew: int = drew
        self.move: Move = move
        self.table: BumbesiState | None = table
        self.explained: dict[tuple[int, ...], bool] = {}


def hand_changes(game: Game, seats: int, history: Sequence[Turn]) -> list[list[HandChange]]:
    """List for every seat what changed its hand."""
    changes: list[list[HandChange]] = [[] for _ in range(seats)]
    if history:
        table = _laid_out(seats, history[0])
        for turn in history[1:]:
            _follow(table, game.parse(turn.move), turn.shown, changes)
    return changes


def last_changes(changes: list[HandChange], most: int) -> list[HandChange]:
    """List the latest changes of a hand, the last one first, back to so many moves of its seat."""
    last: list[HandChange] = []
    for change in reversed(changes):
        if most == 0:
            break
        last.append(change)
        if change.table is not None:
            most -= 1
    return last


def _laid_out(seats: int, deal: Turn) -> BumbesiState:
    """The table after the deal, with blank cards in every hand and in the draw pile."""
    table = BumbesiState(seats, FastChance(0))
    table.watched = False
    table.start = table.turn = deal.seat
    table.hands = [[BLANK] * HAND for _ in range(seats)]
    table.bins = [[] for _ in range(seats)]
    table.limits = [[card] for card in deal.shown if card <= HIGHEST]
    table.piles = [[], []]
    table.pile = [BLANK] * (len(DECK) - HAND * seats - len(table.limits))
    return table


def _follow(table: BumbesiState, move: Move, shown: Sequence[int], changes: list[list[HandChange]]) -> None:
    """Make the next move of the history, and note whose hands it changed."""
    seat = table.turn
    before = table.copy(table.chance)
    gone = _played(move)
    hand = table.hands[seat]
    del hand[: len(gone)]
    hand += gone
    if shown:
        table.pile[-1] = shown[-1]
    table.play(move)
    if table.turn == OVER:
        return
    if move >= STEAL_FROM:
        victim = move - STEAL_FROM
        changes[victim].append(HandChange([], _drawn(before, table, victim, 1), move, None))
        move = STEAL_FROM + _first_victim(before)
    changes[seat].append(HandChange(gone, _drawn(before, table, seat, len(gone)), move, before))


def _drawn(before: BumbesiState, after: BumbesiState, seat: int, gone: int) -> int:
    return len(after.hands[seat]) - len(before.hands[seat]) + gone


def _first_victim(table: BumbesiState) -> int:
    """The one whom the rule would rob; whom a thief chooses says nothing about the thief's hand."""
    victims = [seat for seat in range(table.seats) if seat != table.turn and table.hands[seat]]
    return victims[0]


def _played(move: Move) -> list[int]:
    """List the cards that a move takes out of the mover's hand."""
    if move <= PLAY:
        return [move] if move else []
    if move <= LAY_LIMIT:
        return [place_and_card(move - PLAY)[1]]
    if move < TURN_ROUND:
        return [LIMIT, place_and_card(move - LAY_LIMIT)[1]]
    return [REVERSE] if move == TURN_ROUND else [STEAL]
