"""What a player of Bumbesi can do, step by step: `limit`, then `limit 66`, then `limit 66 0`, which is the move."""

from collections.abc import Sequence
from typing import cast

from engines.bumbesi.view import HIGHEST, LIMIT, REVERSE, STEAL, BumbesiView, cards_at, next_seat, places_for, window
from tui.tables.bumbesi.words import (
    PLACES,
    known_words,
    leaves_words,
    lifts_for,
    places_words,
    points_words,
    range_words,
)
from tui.tables.scene import Choice, Scene
from tui.tables.seats import name_of
from tui.words import _, ngettext

PLACE_KEYS = "ab"
COLLECT = "c"


def begun_move(scene: Scene) -> tuple[str, ...]:
    """The words of the move that is begun, as long as it can be finished."""
    begun = scene.picked or ""
    return tuple(begun.split()) if any(move.startswith(f"{begun} ") for move in scene.legal) else ()


def choices(scene: Scene) -> list[Choice]:
    """Offer the cards of the hand and to collect, or what completes a move; what can't be done comes last."""
    if scene.view is None:
        return []
    view = cast(BumbesiView, scene.view)
    if view.turn < 0:
        return [Choice("enter", _("See the scores"))]
    if not scene.legal:
        return []
    begun = begun_move(scene)
    hand = tuple(enumerate(view.hands[scene.me] or (), 1))
    if begun == ("steal",):
        found = [_from_seat(scene, view, move) for move in scene.legal if move.startswith("steal ")]
    elif begun == ("collect",):
        found = [_new_limit(view, str(key), card) for key, card in hand if card <= HIGHEST]
    elif begun == ("limit",):
        found = [_lift(view, str(key), card) for key, card in hand if card <= HIGHEST]
    elif begun:
        found = [_at_place(view, begun, place) for place in (0, 1)]
    else:
        found = [_card(scene, view, str(key), card) for key, card in hand]
        found.append(_collect(scene, view))
    return sorted(found, key=lambda choice: not choice.live)


def label(begun: tuple[str, ...]) -> str:
    """The action label of a move that is begun."""
    if not begun:
        return ""
    if begun[0] == "play":
        return _("PLAY {card}").format(card=begun[1])
    return {"steal": _("STEAL"), "collect": _("LAY A LIMIT"), "limit": _("LIFT A LIMIT")}[begun[0]]


def _card(scene: Scene, view: BumbesiView, key: str, card: int) -> Choice:
    if card == REVERSE:
        name = name_of(scene, next_seat(view, -view.direction))
        note = _("1 point, then {name} plays").format(name=name)
        return Choice(key, _("Reverse"), note, move="reverse", bar=False)
    if card == STEAL:
        able = any(move.startswith("steal ") for move in scene.legal)
        note = _("1 point, takes a card") if able else _("Nobody else has a card")
        return Choice(key, _("Steal"), note, pick="steal" if able else "", live=able, bar=False)
    if card == LIMIT:
        able = any(move.startswith("limit ") for move in scene.legal)
        note = _("1 point, lifts a limit") if able else _("You hold no number above a limit")
        return Choice(key, _("Limit"), note, pick="limit" if able else "", live=able, bar=False)
    return _number(view, key, card)


def _number(view: BumbesiView, key: str, card: int) -> Choice:
    """Offer a number to play."""
    return _onto(view, f"play {card}", key, card, places_for(view, card), _("{card} fits neither A nor B"))


def _onto(view: BumbesiView, start: str, key: str, card: int, places: Sequence[int], nowhere: str) -> Choice:
    """Offer a number at once where one place takes it, with a second key where both do, or say why none does."""
    if not places:
        return Choice(key, str(card), nowhere.format(card=card), live=False, bar=False)
    if len(places) > 1:
        note = _("on {place}").format(place=places_words(places))
        return Choice(key, str(card), note, pick=start, bar=False)
    verb, move = _("{card} on {place}").format(card=card, place=PLACES[places[0]]), f"{start} {places[0]}"
    return Choice(key, verb, leaves_words(left_after(view, move)), move=move, bar=False)


def _collect(scene: Scene, view: BumbesiView) -> Choice:
    points = points_words(cards_at(view, view.marker))
    if "collect" not in scene.legal:
        return Choice(COLLECT, _("Collect"), points, pick="collect")
    if view.left:
        note = _("{points}, then a limit is turned up").format(points=points)
    else:
        note = _("{points}, ends the game").format(points=points)
    return Choice(COLLECT, _("Collect"), note, move="collect")


def _new_limit(view: BumbesiView, key: str, card: int) -> Choice:
    """Offer a number as the new limit, after a collection."""
    below, place = range(1, card), PLACES[view.marker]
    note = _("at {place}, {numbers} fits").format(place=place, numbers=range_words(below))
    if not below:
        note = _("at {place}, nothing fits").format(place=place)
    verb, whole = (words.format(card=card) for words in (_("lay {card}"), _("Collect, then lay {card}")))
    return Choice(key, verb, note, move=f"collect {card}", bar=False, dear=not below, whole=whole)


def _lift(view: BumbesiView, key: str, card: int) -> Choice:
    """Offer a number to cover a limit with."""
    return _onto(view, f"limit {card}", key, card, lifts_for(view, card), _("{card} is above no limit"))


def _at_place(view: BumbesiView, begun: tuple[str, ...], place: int) -> Choice:
    """Offer one of the two places for a card that fits both."""
    verb, move = _("on {place}").format(place=PLACES[place]), f"{' '.join(begun)} {place}"
    return Choice(PLACE_KEYS[place], verb, leaves_words(left_after(view, move)), move=move, bar=False)


def left_after(view: BumbesiView, move: str) -> range:
    """What fits at a place after `play 51 0` or `limit 66 0`."""
    kind, card, place = move.split()
    numbers = window(view, int(place))
    return range(int(card) + 1, numbers.stop) if kind == "play" else range(numbers.start, int(card))


def _from_seat(scene: Scene, view: BumbesiView, move: str) -> Choice:
    """Offer a player to steal from."""
    seat = int(move.split()[1])
    count = view.sizes[seat]
    note = ngettext("{cards} card in hand", "{cards} cards in hand", count).format(cards=count)
    known = known_words(view, seat) if scene.memory_aid else ""
    verb = _("from {name}").format(name=name_of(scene, seat))
    return Choice(str(seat + 1), verb, known or note, move=move, bar=False)
