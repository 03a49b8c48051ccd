"""Positions in sentences: what lies on the table, for somebody who hears it line by line."""

from collections.abc import Callable

from engines.bumbesi.view import HIGHEST, BumbesiView
from engines.dacapo.view import JOKER, DaCapoView, wanted
from engines.danger13.view import Danger13View, value
from engines.geschenkt.view import GeschenktView
from tui.tables.bumbesi import words as bumbesi_words
from tui.tables.danger13 import words as danger13_words
from tui.tables.geschenkt import words as geschenkt_words
from tui.tables.plain import told_fields
from tui.tables.scene import Scene
from tui.words import _, ngettext

PILES = "ABC"


def describe(scene: Scene) -> list[str]:
    """Tell a position, the whole table first and then each seat."""
    if scene.view is None:
        return []
    describer = DESCRIBERS.get(scene.game)
    return told_fields(scene.view) if describer is None else describer(scene)


def _seats(scene: Scene) -> list[tuple[int, str]]:
    """List the seats, the viewer's first, each with how it is called."""
    called = [(seat, scene.names[seat]) for seat in scene.others]
    me = _("you") if not scene.watching else scene.names[scene.me]
    return [(scene.me, me), *called]


def _geschenkt(scene: Scene) -> list[str]:
    view = scene.view
    assert isinstance(view, GeschenktView)
    lines = []
    if view.open:
        to_come = ngettext("{cards} card to come", "{cards} cards to come", view.left).format(cards=view.left)
        open_words = _("The {card} lies open, {chips}, {to_come}.")
        lines.append(open_words.format(card=view.open, chips=geschenkt_words.pot_words(view), to_come=to_come))
    for seat, name in _seats(scene):
        runs = [geschenkt_words.run_words(run) for run in geschenkt_words.runs_of(view.rows[seat])]
        cards = ", ".join(runs) or _("no cards")
        lines.append(f"{name}: {cards}; {geschenkt_words.chips_words(scene, view, seat)}.")
    return lines


def _danger13(scene: Scene) -> list[str]:
    view = scene.view
    assert isinstance(view, Danger13View)
    lines = []
    if view.open:
        card = danger13_words.card_name(view.open)
        packet = danger13_words.packet_words(view)[0]
        lines.append(f"{danger13_words.round_words(view)}. {card}, {packet}. ".capitalize().rstrip())
    for seat, name in _seats(scene):
        row = ", ".join(danger13_words.card_name(card) for card in view.rows[seat]) or _("an empty row")
        total = sum(value(card) for card in view.rows[seat])
        counted = _("{total} of {limit}").format(total=total, limit=view.limits[seat])
        lines.append(f"{name}: {counted}: {row}; {danger13_words.won_words(scene, view, seat)[0]}.")
    return lines


def _bumbesi(scene: Scene) -> list[str]:
    view = scene.view
    assert isinstance(view, BumbesiView)
    lines = [_bumbesi_place(scene, view, place) for place in (0, 1)]
    pile = ngettext("{cards} card in the pile", "{cards} cards in the pile", view.left).format(cards=view.left)
    lines.append(f"{pile}, {bumbesi_words.direction_words(view)}.")
    for seat, name in _seats(scene):
        hand = view.hands[seat]
        held = "" if hand is None else "; " + ", ".join(_bumbesi_card(card) for card in hand)
        lines.append(f"{name}: {bumbesi_words.points_words(view.bins[seat])}{held}.")
    return lines


def _bumbesi_place(scene: Scene, view: BumbesiView, place: int) -> str:
    name = PILES[place]
    if not view.limits[place]:
        return _("{place}: empty.").format(place=name)
    marker = _(", the marker") if view.marker == place else ""
    top = view.piles[place][-1] if view.piles[place] else _("nothing")
    count, noun = bumbesi_words.cards_words(view, place)
    fits = bumbesi_words.fits_words(scene, view, place, 60)
    words = _("{place}: limit {limit}{marker}, {top} on the pile, {count} {noun} there, {fits}.")
    return words.format(
        place=name, limit=view.limits[place][-1], marker=marker, top=top, count=count, noun=noun, fits=fits
    )


def _bumbesi_card(card: int) -> str:
    return str(card) if card <= HIGHEST else bumbesi_words.special_name(card)


def _dacapo(scene: Scene) -> list[str]:
    view = scene.view
    assert isinstance(view, DaCapoView)
    builds = [
        _("{pile} wants {value}").format(pile=PILES[place], value=wanted(build))
        for place, build in enumerate(view.builds)
    ]
    draw = ngettext("{cards} card to draw", "{cards} cards to draw", view.left).format(cards=view.left)
    lines = [f"{', '.join(builds)}; {draw}."]
    for seat, name in _seats(scene):
        left = ngettext("{cards} card left", "{cards} cards left", view.stocks[seat]).format(cards=view.stocks[seat])
        stock = _("stock {card}, {left}").format(card=_dacapo_card(view.tops[seat]), left=left)
        helpers = " / ".join(" ".join(_dacapo_card(card) for card in pile) or "-" for pile in view.helpers[seat])
        hand = " ".join(_dacapo_card(card) for card in view.hand) if seat == view.seat else ""
        held = _("; hand {cards}").format(cards=hand) if hand else ""
        lines.append(f"{name}: {stock}; {_('helpers')} {helpers}{held}.")
    return lines


def _dacapo_card(card: int) -> str:
    return "J" if card == JOKER else str(card or "-")


DESCRIBERS: dict[str, Callable[[Scene], list[str]]] = {
    "geschenkt": _geschenkt,
    "danger13": _danger13,
    "bumbesi": _bumbesi,
    "dacapo": _dacapo,
}
