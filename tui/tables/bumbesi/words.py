"""What there is to say about a position of Bumbesi, from what one seat may know."""

from collections.abc import Sequence
from typing import cast

from engines.bumbesi.view import (
    HIGHEST,
    LIMIT,
    REVERSE,
    SOME_SPECIAL,
    STEAL,
    BumbesiView,
    cards_at,
    next_seat,
    places_for,
    surely_held,
    unseen,
    window,
)
from tui.draw.cards import Face
from tui.tables.scene import Scene
from tui.tables.seats import fitting, name_list, name_of, named_seats
from tui.words import _, ngettext, titled

PLACES = "AB"
SIGNS = {REVERSE: "◄►", STEAL: "«?", LIMIT: "▟▙"}
KINDS = {REVERSE: "draw", STEAL: "hand", LIMIT: "double"}


def special_name(card: int) -> str:
    """The word on a special."""
    return {REVERSE: _("reverse"), STEAL: _("steal"), LIMIT: _("limit")}[card]


def face(card: int, dim: bool = False, lined: bool = False) -> Face:
    """A card as it looks in a hand."""
    if card <= HIGHEST:
        return Face(str(card), dim)
    sign = {REVERSE: "◄ ►", STEAL: "« ?"}.get(card, _sign(card, lined))
    return Face(sign, dim, KINDS[card], _("1 point"), special_name(card), tint=True)


def _sign(card: int, lined: bool) -> str:
    """A special in two cells; the block of a limit needs another shape where all is lines."""
    return "/\\" if lined and card == LIMIT else SIGNS[card]


def small_face(card: int, dim: bool = False, lined: bool = False) -> Face:
    """A card in two cells."""
    return Face(_sign(card, lined) if card > HIGHEST else str(card), dim)


def known_face(card: int, lined: bool) -> Face:
    """A card of a hidden hand that somebody remembers, in two cells."""
    return Face("?", dim=True) if card == SOME_SPECIAL else small_face(card, dim=True, lined=lined)


def known_words(view: BumbesiView, seat: int) -> str:
    """List the cards that a hidden hand holds for certain."""
    cards = surely_held(view.memory, seat)
    names = [_("a special") if card == SOME_SPECIAL else card_name(card) for card in cards]
    return _("holds {cards}").format(cards=", ".join(names)) if names else ""


def card_name(card: int) -> str:
    """A card in a word."""
    return str(card) if card <= HIGHEST else special_name(card)


def range_words(numbers: range) -> str:
    """Write a range of numbers by its ends."""
    if len(numbers) < 2:
        return str(numbers[0]) if numbers else _("nothing")
    return _("{low} to {high}").format(low=numbers[0], high=numbers[-1])


def fits_words(scene: Scene, view: BumbesiView, place: int, room: int) -> str:
    """What fits at a place; the memory aid also counts the numbers among them that nobody has seen yet."""
    numbers = window(view, place)
    if not numbers:
        return _("nothing fits")
    words = _("{numbers} fits").format(numbers=range_words(numbers))
    if not scene.memory_aid or view.turn < 0:
        return words
    count = sum(card in numbers for card in unseen(view))
    return fitting(
        (
            ngettext("{fits}, {count} unseen", "{fits}, {count} unseen", count).format(fits=words, count=count),
            ngettext("{numbers}, {count} unseen", "{numbers}, {count} unseen", count).format(
                numbers=range_words(numbers), count=count
            ),
            words,
        ),
        room,
    )


def leaves_words(numbers: range) -> str:
    """What fits at a place after a move."""
    return _("leaves {numbers}").format(numbers=range_words(numbers))


def then_words(numbers: range) -> str:
    """The same in fewer cells."""
    return _("then {numbers}").format(numbers=range_words(numbers))


def points_words(points: int) -> str:
    """Count points."""
    return ngettext("{points} point", "{points} points", points).format(points=points)


def cards_words(view: BumbesiView, place: int) -> tuple[str, str]:
    """Count what lies at a place: the number and its noun."""
    count = cards_at(view, place)
    return str(count), ngettext("card", "cards", count)


def places_words(places: Sequence[int]) -> str:
    """Name one place, or both."""
    return _("{first} or {second}").format(first=PLACES[0], second=PLACES[1]) if len(places) > 1 else PLACES[places[0]]


def lifts_for(view: BumbesiView, card: int) -> tuple[int, ...]:
    """List the places whose limit a number could cover (B9)."""
    return tuple(place for place in (0, 1) if view.limits[place] and view.limits[place][-1] < card <= HIGHEST)


def direction_words(view: BumbesiView) -> str:
    """Which way round play goes."""
    return _("clockwise") if view.direction > 0 else _("counter-clockwise")


def direction_lines(scene: Scene, view: BumbesiView) -> tuple[str, ...]:
    """Which way round play goes and who comes next, the longest wording first."""
    if view.turn < 0:
        return (_("the game is over"),)
    name = name_of(scene, next_seat(view, view.direction))
    return (
        _("play goes {way}, {name} is next").format(way=direction_words(view), name=name),
        _("{way}, {name} is next").format(way=direction_words(view), name=name),
        _("then {name}").format(name=name),
        name,
    )


def ending_words(view: BumbesiView) -> str:
    """Warn that the draw pile is empty (B13)."""
    return "" if view.left or view.turn < 0 else _("the pile is empty: whoever collects now ends the game")


def card_words(scene: Scene, view: BumbesiView, card: int, begun: tuple[str, ...], long: bool) -> str:
    """What a card of the hand would do in this step of a move, for the row below it."""
    if card > HIGHEST:
        return "" if begun else _special_words(scene, view, card)
    if begun == ("collect",):
        return range_words(range(1, card))
    places = lifts_for(view, card) if begun else places_for(view, card)
    if len(places) == 1 and long:
        return _("on {place}").format(place=places_words(places))
    if places:
        return places_words(places)
    return _("too low") if begun else _("fits none") if long else _("none")


def _special_words(scene: Scene, view: BumbesiView, card: int) -> str:
    if not would_play(scene, view, card):
        return _("none")
    if card == LIMIT:
        hand = view.hands[scene.me] or ()
        places = sorted({place for number in hand for place in lifts_for(view, number)})
        return _("lifts {places}").format(places="/".join(PLACES[place] for place in places))
    return _("turns play") if card == REVERSE else _("steals")


def would_play(scene: Scene, view: BumbesiView, card: int) -> bool:
    """Whether a card of the hand could be played as the table stands."""
    if view.turn < 0:
        return False
    if card == STEAL:
        return any(view.sizes[seat] for seat in scene.others)
    if card == LIMIT:
        return any(lifts_for(view, number) for number in view.hands[scene.me] or ())
    return card == REVERSE or bool(places_for(view, card))


def short_card_words(scene: Scene, view: BumbesiView, card: int, begun: tuple[str, ...]) -> str:
    """The same in at most five cells."""
    if begun == ("collect",):
        return _("lay") if card <= HIGHEST else ""
    if card <= HIGHEST:
        places = lifts_for(view, card) if begun else places_for(view, card)
        return "/".join(PLACES[place] for place in places) or _("none")
    if begun:
        return ""
    if not would_play(scene, view, card):
        return _("none")
    return {REVERSE: _("turn"), STEAL: _("steal"), LIMIT: _("lift")}[card]


def winner_words(scene: Scene, view: BumbesiView) -> tuple[tuple[str, str], str]:
    """Name the winners with their points, also in fewer cells, and say what decided (B14, B15)."""
    best = view.scores[view.winners[0]]
    names = name_list([name_of(scene, seat) for seat in view.winners])
    words = ngettext("{names} wins with {points}", "{names} share the win with {points}", len(view.winners))
    tied = view.scores.count(best) > len(view.winners)
    decided = _("fewer specials played") if tied else _("fewest points win")
    fewer = _("won with {points}").format(points=points_words(best))
    return (words.format(names=names, points=points_words(best)), fewer), decided


def specials_words(view: BumbesiView, seat: int) -> str:
    """Count the specials that a seat has played: fewest decides between equal bins."""
    count = view.specials[seat]
    return ngettext("{count} special played", "{count} specials played", count).format(count=count)


def pile_words(view: BumbesiView) -> str:
    """How many cards are left to draw."""
    return _("{cards} in the pile").format(cards=view.left) if view.left else _("the pile is empty")


def describe(scene: Scene) -> list[str]:
    """Tell a position in sentences: the two limits, the pile, and then each seat."""
    view = cast(BumbesiView, scene.view)
    lines = [_describe_place(scene, view, place) for place in (0, 1)]
    pile = ngettext("{cards} card in the pile", "{cards} cards in the pile", view.left).format(cards=view.left)
    lines.append(f"{pile}, {direction_words(view)}.")
    for seat, name in named_seats(scene):
        hand = view.hands[seat]
        held = "" if hand is None else "; " + ", ".join(card_name(card) for card in hand)
        lines.append(titled(name, f"{points_words(view.bins[seat])}{held}."))
    return lines


def _describe_place(scene: Scene, view: BumbesiView, place: int) -> str:
    name = PLACES[place]
    if not view.limits[place]:
        return _("{place}: empty.").format(place=name)
    marker = _(", the marker") if view.marker == place else ""
    top = view.piles[place][-1] if view.piles[place] else _("nothing")
    count, noun = cards_words(view, place)
    fits = fits_words(scene, view, place, 60)
    words = _("{place}: limit {limit}{marker}, {top} on the pile, {count} {noun} there, {fits}.")
    return words.format(
        place=name, limit=view.limits[place][-1], marker=marker, top=top, count=count, noun=noun, fits=fits
    )
