"""What there is to say about a position of Da Capo, from what one seat may know."""

from collections.abc import Sequence
from typing import cast

from engines.dacapo.view import BUILDS, HAND, HIGHEST, JOKER, DaCapoView, unseen, wanted
from tui.draw.cards import Face
from tui.tables.scene import Scene
from tui.tables.seats import name_of, named_seats, winners_words
from tui.words import _, ngettext, titled

PLACES = "ABC"
CLOSE = 3


def face(card: int, dim: bool = False) -> Face:
    """A card as it looks."""
    return Face("J" if card == JOKER else str(card), dim)


def card_name(card: int) -> str:
    """Name a card in a line of the log, as short as it is printed."""
    return face(card).text


def card_words(card: int) -> str:
    """Name a card in a choice."""
    return _("joker") if card == JOKER else str(card)


def places_short(places: Sequence[int]) -> str:
    """Name build piles in three cells."""
    return _("any") if len(places) == BUILDS else " ".join(PLACES[place] for place in places)


def places_words(places: Sequence[int]) -> str:
    """Name build piles in a sentence."""
    *first, last = (PLACES[place] for place in places)
    return _("{places} or {last}").format(places=", ".join(first), last=last) if first else last


def stock_note(view: DaCapoView) -> str:
    """What playing the own stock card does."""
    left = view.stocks[view.turn] - 1
    return _("{cards} left").format(cards=left) if left else _("and you win")


def rob_note(scene: Scene, view: DaCapoView, owner: int) -> str:
    """What robbing a stock does for its owner."""
    name, left = name_of(scene, owner), view.stocks[owner] - 1
    return (
        _("{name} has {cards} left").format(name=name, cards=left) if left else _("and {name} wins").format(name=name)
    )


def hand_note(scene: Scene, view: DaCapoView, place: int) -> str:
    """What playing a hand card does: it empties the hand, or changes what the pile takes."""
    if len(view.hand) > 1:
        return pile_note(scene, view, place)
    drawn = hand_drawn(view, place)
    return _("then you draw {cards}").format(cards=drawn) if drawn else _("your hand is empty then")


def hand_drawn(view: DaCapoView, place: int) -> int:
    """How many cards follow the last one of a hand; a pile that it completes can be shuffled in."""
    completed = HIGHEST if wanted(view.builds[place]) == HIGHEST else 0
    return min(HAND, view.left + view.aside + completed)


def pile_note(scene: Scene, view: DaCapoView, place: int) -> str:
    """What a build pile is good for when it has got its next card."""
    value = wanted(view.builds[place])
    if value == HIGHEST:
        return _("completes {place}").format(place=PLACES[place])
    after = value + 1
    if view.tops[view.turn] == after:
        return _("then your {card} fits").format(card=after)
    waiting = next((seat for seat in scene.others if view.tops[seat] == after), None)
    if waiting is None:
        return ""
    return _("then {name} has the {card}").format(name=name_of(scene, waiting), card=after)


def draw_words(view: DaCapoView) -> str:
    """How many cards there are to draw."""
    if view.left:
        return _("{cards} to draw").format(cards=view.left)
    return _("reshuffle next") if view.aside else _("none to draw")


def left_words(cards: int) -> str:
    """The noun after the number of cards in a stock."""
    return ngettext("left", "left", cards)


def build_words(view: DaCapoView, place: int) -> str:
    """How far a build pile has grown."""
    count = len(view.builds[place])
    return _("{count} of {all}").format(count=count, all=HIGHEST) if count else _("empty")


def news(scene: Scene, view: DaCapoView) -> tuple[str, ...]:
    """Tell how the game has ended, or that it may end soon in a stalemate (C14, C15); the longest wording first."""
    if view.winners:
        short = winners_words(scene, view.winners)
        if 0 in view.stocks:
            return _("{names} wins with an empty stock").format(names=name_of(scene, view.winners[0])), *short
        long = _("stalemate: {winners} with the fewest cards left")
        return *(long.format(winners=winners) for winners in short), *short
    if view.ends:
        words = ngettext(
            "{count} turn in a row ended empty-handed", "{count} turns in a row ended empty-handed", view.ends
        )
        long = _("{ends}: {all} make a stalemate").format(ends=words.format(count=view.ends), all=view.seats)
        return long, _("stalemate near: {count} of {all}").format(count=view.ends, all=view.seats)
    return ()


def winner_mark(view: DaCapoView, seat: int) -> tuple[str, ...]:
    """The mark in the name row of a seat that has won."""
    return (_("wins"),) if seat in view.winners else ()


def unseen_counts(view: DaCapoView) -> list[tuple[str, str]]:
    """List every card with how many of it are still hidden, for the memory aid."""
    return [(face(card).text, f"x{count}") for card, count in enumerate(unseen(view)) if card]


def advice(keys: Sequence[str], view: DaCapoView) -> str:
    """What comes next in a turn."""
    if keys:
        return _("only gold keys take it; Esc puts it back")
    return _("d lays a hand card on x, y or z and ends your turn") if view.hand else ""


def score_words(view: DaCapoView, seat: int) -> str:
    """What a finished game left of a stock."""
    left = view.stocks[seat]
    if left:
        return ngettext("{cards} card left in the stock", "{cards} cards left in the stock", left).format(cards=left)
    return _("empty stock, {cards} in the others").format(cards=sum(view.stocks))


def describe(scene: Scene) -> list[str]:
    """Tell a position in sentences: what the build piles want, and then each seat."""
    view = cast(DaCapoView, scene.view)
    builds = [
        _("{pile} wants {value}").format(pile=PLACES[place], value=wanted(build))
        for place, build in enumerate(view.builds)
    ]
    draw = ngettext("{cards} card to draw", "{cards} cards to draw", view.left).format(cards=view.left)
    lines = [f"{', '.join(builds)}; {draw}."]
    for seat, name in named_seats(scene):
        left = ngettext("{cards} card left", "{cards} cards left", view.stocks[seat]).format(cards=view.stocks[seat])
        stock = _("stock {card}, {left}").format(card=_print(view.tops[seat]), left=left)
        helpers = " / ".join(" ".join(map(_print, pile)) or "-" for pile in view.helpers[seat])
        hand = " ".join(map(_print, view.hand)) if seat == view.seat else ""
        held = _("; hand {cards}").format(cards=hand) if hand else ""
        lines.append(titled(name, f"{stock}; {_('helpers')} {helpers}{held}."))
    return lines


def _print(card: int) -> str:
    return card_name(card) if card else "-"
