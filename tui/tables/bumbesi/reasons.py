"""What a move of Bumbesi does, in a few true words: the reason in a hint, and in a review after the game."""

from typing import cast

from engines.bumbesi.view import BumbesiView, cards_at, next_seat, places_for, window
from tui.tables.bumbesi.steps import left_after
from tui.tables.bumbesi.words import PLACES, points_words, range_words
from tui.tables.scene import Scene
from tui.tables.seats import name_of
from tui.words import _

CLOSE = 2


def reason(scene: Scene, move: str) -> tuple[str, ...]:
    """What a move does to the piles, the bins and whoever is next, the longest wording first."""
    view = cast(BumbesiView, scene.view)
    kind, *rest = move.split()
    if kind == "play":
        return _play(view, move, int(rest[0]), int(rest[1]))
    if kind == "collect":
        return _collect(view, int(rest[0]) if rest else 0)
    if kind == "limit":
        place, numbers = PLACES[int(rest[1])], range_words(left_after(view, move))
        words = _("{numbers} fits {place} then").format(numbers=numbers, place=place)
        return _for_a_point(view, words)
    if kind == "steal":
        return _for_a_point(view, _("a card from {name}").format(name=name_of(scene, int(rest[0]))))
    name = name_of(scene, next_seat(view, -view.direction))
    return _for_a_point(view, _("{name} plays next").format(name=name))


def _play(view: BumbesiView, move: str, card: int, place: int) -> tuple[str, ...]:
    left, pile = left_after(view, move), view.piles[place]
    if not left:
        return _("closes {place}: nothing fits then").format(place=PLACES[place]), _("nothing fits then")
    leaves = _("leaves {numbers} on {place}").format(numbers=range_words(left), place=PLACES[place])
    skipped = card - window(view, place)[0]
    if pile and skipped < CLOSE:
        return _("close above {top}, {leaves}").format(top=pile[-1], leaves=leaves), leaves
    return (leaves,)


def _collect(view: BumbesiView, limit: int) -> tuple[str, ...]:
    points = points_words(cards_at(view, view.marker))
    if limit:
        numbers = range_words(range(1, limit))
        if limit == 1:
            shut = _("{points} for you, then nothing fits"), _("{points}, then nothing fits")
            return tuple(each.format(points=points) for each in shut)
        words = _("{points} for you, then {numbers} fits"), _("{points}, then {numbers} fits")
        return tuple(each.format(points=points, numbers=numbers) for each in words)
    whole = _("{points} for you") if view.left else _("{points} for you, ends the game")
    return (whole.format(points=points),)


def _for_a_point(view: BumbesiView, words: str) -> tuple[str, ...]:
    """Say what a special costs: a point, where nothing but collecting more would be left."""
    points = cards_at(view, view.marker)
    stuck = not any(places_for(view, card) for card in view.hands[view.turn] or ())
    short = _("1 point, {words}").format(words=words)
    if stuck and points > 1:
        return _("1 point against {points}, {words}").format(points=points, words=words), short
    return (short,)
