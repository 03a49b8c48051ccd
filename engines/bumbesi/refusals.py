"""Why a move of Bumbesi is refused, in a sentence for the player, with the clause it breaks."""

from engines.bumbesi.view import HIGHEST, LIMIT, REVERSE, STEAL
from engines.game import IllegalMove
from engines.words import N_


def over() -> IllegalMove:
    """Refuse any move after the end."""
    return IllegalMove(N_("The game is over"), {}, "B13")


def collect(card: int, hand: list[int], left: int) -> IllegalMove:
    """Refuse a collection; card 0 is one without a card."""
    if card == 0:
        return IllegalMove(N_("Choose a number from your hand as the new limit"), {}, "B10")
    if left == 0:
        return IllegalMove(N_("The draw pile is empty, so you collect without a card"), {}, "B13")
    if not hand or hand[0] > HIGHEST:
        return IllegalMove(N_("You hold no number, so you collect without a card"), {}, "B11")
    return _not_held(card, "B10")


def play(card: int, hand: list[int], limit: int, top: int) -> IllegalMove:
    """Refuse a number under a limit."""
    if card not in hand:
        return _not_held(card, "B5")
    if card >= limit:
        return IllegalMove(N_("{card:card} must be lower than the limit {limit}"), {"card": card, "limit": limit}, "B5")
    return IllegalMove(N_("{card:card} must be higher than the {top} on the pile"), {"card": card, "top": top}, "B5")


def lay_limit(card: int, hand: list[int], limit: int) -> IllegalMove:
    """Refuse a number on a limit."""
    if LIMIT not in hand:
        return _not_held(LIMIT, "B9")
    if card not in hand:
        return _not_held(card, "B9")
    return IllegalMove(N_("{card:card} must be higher than the limit {limit}"), {"card": card, "limit": limit}, "B9")


def turn_round() -> IllegalMove:
    """Refuse a reverse."""
    return _not_held(REVERSE, "B7")


def steal(seat: int, victim: int, hands: list[list[int]]) -> IllegalMove:
    """Refuse a steal."""
    if STEAL not in hands[seat]:
        return _not_held(STEAL, "B8")
    if victim >= len(hands):
        return IllegalMove(N_("There is no seat {victim} at this table"), {"victim": victim}, "B8")
    if victim == seat:
        return IllegalMove(N_("You can't steal from yourself"), {}, "B8")
    return IllegalMove(N_("{victim:seat} has no card to steal"), {"victim": victim}, "B8")


def _not_held(card: int, clause: str) -> IllegalMove:
    if card > HIGHEST:
        return IllegalMove(N_("You hold no {card:card} card"), {"card": card}, clause)
    return IllegalMove(N_("You do not hold the {card:card}"), {"card": card}, clause)
