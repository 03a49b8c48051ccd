"""What a move of Da Capo does, in a few true words: the reason in a hint, and in a review after the game."""

from typing import cast

from engines.dacapo.view import HIGHEST, DaCapoView, wanted
from tui.tables.dacapo.steps import HELPER_KEYS
from tui.tables.dacapo.words import PLACES, card_words, hand_drawn
from tui.tables.scene import Scene
from tui.tables.seats import name_of
from tui.words import _, ngettext

HAND_CARDS = {"J": 11, **{str(value): value for value in range(1, HIGHEST + 1)}}


def reason(scene: Scene, move: str) -> tuple[str, ...]:
    """What a move brings: what it frees, what fits then and for whom, or what it buries."""
    view = cast(DaCapoView, scene.view)
    kind, *rest = move.split()
    if kind == "end":
        return (_("ends the turn with an empty hand"),)
    if kind == "lay":
        return _lay(view, HAND_CARDS[rest[0]], int(rest[1]))
    if kind == "rob":
        return _rob(scene, view, int(rest[0]), int(rest[1]))
    if kind == "help":
        return _help(view, int(rest[0]), _then(scene, view, int(rest[1])))
    return _stock(view) if kind == "stock" else _hand(scene, view, int(rest[1]))


def _stock(view: DaCapoView) -> tuple[str, ...]:
    left = view.stocks[view.turn] - 1
    if not left:
        return (_("empties your stock: you win"),)
    return (ngettext("{cards} card left in your stock", "{cards} cards left in your stock", left).format(cards=left),)


def _rob(scene: Scene, view: DaCapoView, owner: int, place: int) -> tuple[str, ...]:
    """Robbing brings the owner closer to the end: that is said first."""
    name, left = name_of(scene, owner), view.stocks[owner] - 1
    if not left:
        long, short = _("empties the stock of {name}, who wins"), _("lets {name} win")
        return long.format(name=name), short.format(name=name)
    then = _then(scene, view, place, robbed=owner)
    words = _("{name} has {cards} left").format(name=name, cards=left)
    return f"{then}, {words}", then


def _help(view: DaCapoView, helper: int, then: str) -> tuple[str, ...]:
    pile = view.helpers[view.turn][helper]
    if len(pile) == 1:
        freed = _("clears {helper}").format(helper=HELPER_KEYS[helper])
    else:
        freed = _("frees the {card}").format(card=card_words(pile[-2]))
    return f"{freed}, {then}", freed


def _hand(scene: Scene, view: DaCapoView, place: int) -> tuple[str, ...]:
    if len(view.hand) > 1:
        return (_then(scene, view, place),)
    drawn = hand_drawn(view, place)
    words = ngettext("empties your hand: you draw {cards}", "empties your hand: you draw {cards}", drawn)
    return (words.format(cards=drawn) if drawn else _("empties your hand"),)


def _then(scene: Scene, view: DaCapoView, place: int, robbed: int | None = None) -> str:
    """What a build pile is good for when it has got its next card: one's own stock first, then that of others.

    A robbed stock turns up a card that nobody knows yet.
    """
    value = wanted(view.builds[place])
    if value == HIGHEST:
        return _("completes {place}").format(place=PLACES[place])
    if view.tops[view.turn] == value + 1:
        return _("makes way for your stock's {card}").format(card=value + 1)
    rivals = [other for other in scene.others if other != robbed and view.tops[other] == value + 1]
    if rivals:
        name = name_of(scene, rivals[0])
        return _("lets {name} play the {card}").format(name=name, card=value + 1)
    return _("{place} wants {value} then").format(place=PLACES[place], value=value + 1)


def _lay(view: DaCapoView, card: int, helper: int) -> tuple[str, ...]:
    pile, key = view.helpers[view.turn][helper], HELPER_KEYS[helper]
    if not pile:
        return (_("takes the free place {helper}").format(helper=key),)
    top = card_words(pile[-1])
    if pile[-1] == card:
        return (
            _("lies on a {card} like it, buries nothing new").format(card=top),
            _("on a {card} like it").format(card=top),
        )
    if pile[-1] == card + 1 and card < HIGHEST:
        return (
            _("before the {card}: both can go in order").format(card=top),
            _("goes before the {card}").format(card=top),
        )
    return (_("buries the {card}").format(card=top),)
