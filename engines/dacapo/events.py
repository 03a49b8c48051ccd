"""What the log tells of a card that is played on a build pile, and of cards that are drawn."""

from engines.dacapo.moves import HELP, ROB
from engines.dacapo.view import HIGHEST, JOKER
from engines.game import State
from engines.words import N_


def tell_build(state: State, card: int, value: int, row: int, place: int) -> None:
    """Tell which card makes which value on a build pile, and where it lay."""
    seat = state.turn
    args = {"card": card, "value": value, "build": place}
    joker = card == JOKER
    if row == 0:
        text = (
            N_("plays {card:card} as {value} from stock on {build:pile}")
            if joker
            else N_("plays {card:card} from stock on {build:pile}")
        )
        state.tell("played stock", seat, text, args)
    elif row < HELP:
        text = N_("plays {card:card} as {value} on {build:pile}") if joker else N_("plays {card:card} on {build:pile}")
        state.tell("played", seat, text, args)
    elif row < ROB:
        args["helper"] = row - HELP
        text = (
            N_("plays {card:card} as {value} from {helper:helper} on {build:pile}")
            if joker
            else N_("plays {card:card} from {helper:helper} on {build:pile}")
        )
        state.tell("played helper", seat, text, args)
    else:
        args["victim"] = row - ROB
        text = (
            N_("robs {victim:seat} of {card:card} as {value}, on {build:pile}")
            if joker
            else N_("robs {victim:seat} of {card:card}, on {build:pile}")
        )
        state.tell("robbed", seat, text, args)
    if value == HIGHEST:
        state.tell("completed", seat, N_("completes a pile"), {"build": place})


def tell_draw(state: State, seat: int, cards: list[int], short: bool) -> None:
    """Tell everybody how many cards are drawn, and only the drawer which."""
    if cards:
        state.tell("drew", seat, N_("draws {cards:card|cards}"), {"cards": len(cards)})
    # In order, as in a hand: what the drawer's View forgets, nothing else tells.
    for card in sorted(cards):
        state.tell("drew card", seat, N_("draws {card:card}"), {"card": card}, (seat,))
    if short:
        state.tell("stopped short", seat, N_("finds nothing more to draw"), {})
