"""Why a move of Da Capo is refused, in a sentence for the player, with the clause it breaks."""

from engines.game import IllegalMove
from engines.words import N_


def over(stalemate: bool) -> IllegalMove:
    """Refuse any move after the end."""
    return IllegalMove(N_("The game is over"), {}, "C15" if stalemate else "C14")


def fit(card: int, build: list[int]) -> IllegalMove:
    """Refuse a card that a build pile does not take."""
    values = {"card": card, "value": len(build) + 1}
    if build:
        return IllegalMove(N_("{card:card} does not fit: that pile goes on with {value} or J"), values, "C8")
    return IllegalMove(N_("{card:card} does not fit: a pile starts with {value} or J"), values, "C8")


def hand(card: int, cards: list[int], build: list[int]) -> IllegalMove:
    """Refuse a card from the hand on a build pile."""
    return fit(card, build) if card in cards else _not_held(card, "C7")


def helper(top: int, build: list[int]) -> IllegalMove:
    """Refuse the top card of a helper pile, 0 for none, on a build pile."""
    return fit(top, build) if top else IllegalMove(N_("That helper pile is empty"), {}, "C7")


def rob(owner: int, seat: int, tops: list[int], build: list[int]) -> IllegalMove:
    """Refuse the top card of another player's stock on a build pile."""
    if owner >= len(tops):
        return IllegalMove(N_("Nobody at this table has that stock"), {}, "C7")
    if owner == seat:
        return IllegalMove(N_("You can't rob your own stock: play from it instead"), {}, "C7")
    return fit(tops[owner], build)


def lay(card: int, cards: list[int]) -> IllegalMove:
    """Refuse to lay a card on a helper pile."""
    if cards:
        return _not_held(card, "C11")
    return IllegalMove(N_("Your hand is empty, so there is no card to lay"), {}, "C12")


def end(cards: list[int], ready: list[int]) -> IllegalMove:
    """Refuse to end the turn while there are cards in hand, or own open cards ready to be played."""
    if cards:
        return IllegalMove(N_("You still hold cards: lay one of them to end your turn"), {}, "C12")
    return IllegalMove(
        N_("Your {card:card} can still be played, so you can't end your turn"), {"card": ready[0]}, "C12"
    )


def _not_held(card: int, clause: str) -> IllegalMove:
    return IllegalMove(N_("You hold no {card:card}"), {"card": card}, clause)
