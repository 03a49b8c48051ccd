"""What there is to say about a position of Danger 13, from what one seat may know."""

from typing import cast

from engines.danger13.view import (
    ARROW,
    DOUBLE,
    DRAW,
    HAND,
    PLAIN,
    PLUS,
    PRIZE,
    SHIELD,
    Danger13View,
    after,
    kind,
    signs,
    value,
)
from tui.tables.scene import Scene
from tui.tables.seats import name_of, named_seats
from tui.words import _, ngettext, titled

MOST_SIGNS = 6


def card_name(card: int) -> str:
    """Name a card in a sentence, with its value or its signs."""
    names = {
        PLAIN: _("plain {value}"),
        PLUS: _("plus {value}"),
        DOUBLE: _("double plus {value}"),
        DRAW: _("draw {value}"),
        ARROW: _("arrow"),
        SHIELD: _("shield"),
        HAND: _("hand card"),
        PRIZE: _("prize of {signs}"),
    }
    return names[kind(card)].format(value=value(card), signs=signs(card))


def sign(card: int) -> str:
    """The sign on a card's band."""
    if kind(card) == PRIZE:
        return "+" * signs(card)
    return {PLUS: "+", DOUBLE: "++", DRAW: "»", ARROW: "◄"}.get(kind(card), "")


def short_name(card: int) -> str:
    """A card of a row as it looks: its sign and its value, or what is printed on it."""
    return {SHIELD: "18", HAND: _("NO")}.get(card, f"{sign(card)}{value(card)}")


def sign_words(count: int) -> str:
    """Write plus signs one by one as long as they can be seen at a glance."""
    if not count:
        return "0"
    return "+" * count if count <= MOST_SIGNS else f"+{count}"


def effect(card: int) -> tuple[str, str]:
    """What a card does, at length and shortly."""
    if kind(card) == PRIZE:
        safe = ngettext("{signs} sign, safe at once", "{signs} signs, safe at once", signs(card))
        short = ngettext("{signs} sign, safe", "{signs} signs, safe", signs(card))
        return safe.format(signs=signs(card)), short.format(signs=signs(card))
    return {
        PLAIN: (_("adds to a row and does nothing else"), _("only counts")),
        PLUS: (_("one sign for whoever keeps it"), _("one sign")),
        DOUBLE: (_("two signs for whoever keeps it"), _("two signs")),
        DRAW: (_("and another from the pile"), _("and one more")),
        ARROW: (_("hits the last card of a row"), _("hits the last card")),
        SHIELD: (_("the limit is 18 as long as it lies"), _("limit 18")),
        HAND: (_("refuses one card later on"), _("refuses a card")),
    }[kind(card)]


def holds_hand(view: Danger13View, seat: int) -> bool:
    """Whether a seat may refuse what it receives (D8)."""
    return HAND in view.rows[seat]


def _may_refuse(view: Danger13View, seat: int) -> bool:
    """Whether it is worth saying that a seat may say NO: not where a NO is what it would get, or lose anyway."""
    about_a_no = view.open == HAND or after(view.rows[seat], view.open).lost == HAND
    return holds_hand(view, seat) and not view.asked and not about_a_no


def busts(view: Danger13View, seat: int) -> bool:
    """Whether the open card would end a seat's row."""
    return after(view.rows[seat], view.open).room <= 0


def concerns(view: Danger13View, seat: int) -> bool:
    """Whether the open card may reach this seat now."""
    if not view.open:
        return False
    return seat == view.turn if view.asked else not view.served[seat]


def consequence(view: Danger13View, seat: int) -> str:
    """What the open card does to a seat besides counting, in a few cells."""
    result, card = after(view.rows[seat], view.open), view.open
    if result.won:
        return _("wins {signs}").format(signs=sign_words(result.won))
    if card == ARROW:
        lost = result.lost
        return _("loses {card}").format(card=short_name(lost)) if lost else _("loses none")
    if card == SHIELD:
        return _("limit {limit}").format(limit=result.limit)
    if card == HAND:
        return _("gets a NO")
    return _("draws") if result.draws else ""


def second_line(view: Danger13View, seat: int) -> str:
    """The line below a seat's new total: what else happens, and that the seat may say NO."""
    words = consequence(view, seat)
    if not _may_refuse(view, seat) or busts(view, seat):
        return words
    return f"{words}/{_('NO')}" if words else _("or NO")


def note(view: Danger13View, seat: int) -> str:
    """What becomes of a seat that gets the open card, for the action bar."""
    result = after(view.rows[seat], view.open)
    refusable = _may_refuse(view, seat)
    if busts(view, seat):
        words = _("{total}: BUST or NO") if refusable else _("{total}: BUST")
        return words.format(total=result.total)
    words = consequence(view, seat)
    if not words or result.draws:
        counted = _("{total} of {limit}").format(total=result.total, limit=result.limit)
        words = f"{counted}, {words}" if words else counted
    return _("{words} or NO").format(words=words) if refusable else words


def refusal_note(view: Danger13View, seat: int) -> str:
    """What refusing costs."""
    left = view.rows[seat].count(HAND) - 1
    return _("spends a NO, {left} left").format(left=left) if left else _("spends your NO")


def label(view: Danger13View) -> str:
    """The action bar's label."""
    words = _("TAKE {card}?") if view.asked else _("GIVE {card}")
    return words.format(card=card_name(view.open).upper())


def dealer_marks(view: Danger13View, seat: int) -> tuple[str, ...]:
    """Whether a seat deals or holds the start marker, in words, the longest wording first."""
    deals = ""
    if seat == view.dealer:
        deals = _("you deal") if seat == view.seat else _("deals")
    start = _("start") if seat == view.marker else ""
    return (f"{deals}, {start}", deals) if deals and start else (deals or start,)


def dealer_words(scene: Scene, view: Danger13View) -> str:
    """Who deals."""
    if view.dealer == view.seat:
        return _("you deal")
    return _("{name} deals").format(name=name_of(scene, view.dealer))


def round_words(view: Danger13View) -> str:
    """The round's number, and whether it is the last."""
    words = _("round {round}, the last") if view.last_round else _("round {round}")
    return words.format(round=view.round)


def packet_words(view: Danger13View) -> tuple[str, str]:
    """How many cards the packet still has, at length and shortly."""
    if not view.packet:
        return _("the last of the packet"), _("the last one")
    words = _("{cards} more in the packet"), _("{cards} more")
    return words[0].format(cards=view.packet), words[1].format(cards=view.packet)


def who_decides(scene: Scene, view: Danger13View) -> tuple[str, str]:
    """What happens with the open card now, at length and shortly."""
    if view.turn == view.seat:
        words = _("for you") if view.asked else _("turned up")
        return words, words
    long = _("{name} may refuse") if view.asked else _("{name} gives it")
    return long.format(name=name_of(scene, view.turn)), _("may be refused") if view.asked else _("turned up")


def won_cards(scene: Scene, view: Danger13View, seat: int) -> tuple[int, ...] | None:
    """A seat's won pile where this screen may show it: one's own, at the end, or with the memory aid (D21)."""
    cards = view.won[seat]
    return view.memory.won[seat] if cards is None and scene.memory_aid else cards


def won_words(scene: Scene, view: Danger13View, seat: int) -> tuple[str, str]:
    """What a seat has won, at length and shortly: signs where they are known, else cards."""
    cards, count = won_cards(scene, view, seat), view.won_counts[seat]
    if cards is None:
        long = ngettext("won {cards} card", "won {cards} cards", count)
        short = ngettext("{cards} card", "{cards} cards", count)
        return long.format(cards=count), short.format(cards=count)
    known = sum(signs(card) for card in cards)
    long = ngettext("won +{signs} in {cards} card", "won +{signs} in {cards} cards", count)
    return long.format(signs=known, cards=count), _("won +{signs}").format(signs=known)


def final_words(view: Danger13View, seat: int) -> str:
    """How many cards a seat has won at the end, and their values, which decide between equals (D20)."""
    cards = view.won[seat] or ()
    words = ngettext("{cards} card, values {values}", "{cards} cards, values {values}", len(cards))
    return words.format(cards=len(cards), values=won_value(view, seat))


def won_value(view: Danger13View, seat: int) -> int:
    """Add up the values of what a seat has won, as far as they are known: of equal scores the higher sum wins (D20)."""
    return sum(value(card) for card in view.won[seat] or ())


def at_stake(view: Danger13View, seat: int) -> str:
    """The plus signs that lie in a seat's row."""
    return sign_words(sum(signs(card) for card in view.rows[seat]))


def won_parts(view: Danger13View, seat: int) -> tuple[int, int]:
    """The plus signs that a seat won with its rows, and with prizes."""
    cards = view.won[seat] or ()
    prizes = sum(signs(card) for card in cards if kind(card) == PRIZE)
    return sum(signs(card) for card in cards) - prizes, prizes


def reckoning(view: Danger13View, seat: int) -> str:
    """Which cards a seat's signs are on, or between equals the values that decide (D20)."""
    cards = view.won[seat] or ()
    if view.scores.count(view.scores[seat]) > 1:
        return _("values {values}").format(values=won_value(view, seat))
    counts = {part: sum(kind(card) == part for card in cards) for part in (PLUS, DOUBLE)}
    return ", ".join(f"{count} {sign(part)}" for part, count in counts.items() if count)


def describe(scene: Scene) -> list[str]:
    """Tell a position in sentences: the round and the open card, and then each seat."""
    view = cast(Danger13View, scene.view)
    lines = []
    if view.open:
        told = f"{round_words(view)}. {card_name(view.open)}, {packet_words(view)[0]}. "
        lines.append(told.capitalize().rstrip())
    for seat, name in named_seats(scene):
        row = ", ".join(card_name(card) for card in view.rows[seat]) or _("an empty row")
        total = sum(value(card) for card in view.rows[seat])
        counted = _("{total} of {limit}").format(total=total, limit=view.limits[seat])
        lines.append(titled(name, titled(counted, f"{row}; {won_words(scene, view, seat)[0]}.")))
    return lines
