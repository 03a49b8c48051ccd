"""Danger 13's cards on the table: tiles in four sizes, rows that squeeze and fold, and counts of each kind."""

from collections.abc import Sequence

from engines.danger13.view import (
    ARROW,
    DOUBLE,
    DRAW,
    HAND,
    HOUSE_COMPOSITION,
    PLAIN,
    PLUS,
    PRIZE,
    SHIELD,
    kind,
    text,
    value,
)
from tui.draw import cards
from tui.draw.canvas import Canvas
from tui.draw.cards import Face
from tui.draw.flights import Flight, draw_turning
from tui.draw.palette import Colour
from tui.tables.danger13.words import short_name, sign
from tui.words import _

KINDS = {
    PLAIN: "",
    PLUS: "plus",
    DOUBLE: "double",
    DRAW: "draw",
    ARROW: "arrow",
    SHIELD: "shield",
    HAND: "hand",
    PRIZE: "double",
}
CARDS = {text(head + number): head + number for head, copies in HOUSE_COMPOSITION.items() for number in copies}
INLINE, SQUAT, SMALL, BIG = 1, 2, 3, 5
BIG_WIDTH = 7
PACKET_WIDTH = 4
PACKET_SHOWN = 3


def face(card: int, big: bool = False) -> Face:
    """A card's print; on small and covered cards a value stands at the left."""
    colour, band = KINDS[kind(card)], sign(card)
    if kind(card) == PRIZE:
        return Face(_("prize"), kind=colour, sign=band, tint=True)
    if card == ARROW:
        return Face(_("arrow"), kind=colour, sign=band, tint=True)
    if card == HAND:
        return Face(_("NO"), kind=colour, word=_("hand") if big else "", tint=True)
    if card == SHIELD:
        # Two pixel digits would not leave a margin on a card of this width, so the number gets its noun.
        return Face(" 18 ", kind=colour, word=_("limit"), tint=True) if big else Face("18", kind=colour, tint=True)
    return Face(str(value(card)) if big else f"{value(card)} ", kind=colour, sign=band)


def draw_open(canvas: Canvas, card: int, x: int, y: int, small: bool = False, motion: Sequence[Flight] = ()) -> None:
    """Draw the turned-up card, or its place where there is none."""
    width, height = (cards.SMALL_WIDTH, SMALL) if small else (BIG_WIDTH, BIG)
    canvas.name_place("open", x, y, width, height)
    if draw_turning(canvas, motion, x, y, width, height):
        return
    if not card:
        cards.slot(canvas, x, y, width, height)
    elif not small:
        cards.big(canvas, x, y, face(card, big=True))
    else:
        cards.shadow(canvas, x, y, width, height)
        cards.run(canvas, x, y, [brief_face(card)])


def brief_face(card: int) -> Face:
    """The print of a small card that lies alone."""
    brief = {ARROW: "◄", PRIZE: sign(card)}.get(kind(card), face(card).text)
    return face(card)._replace(text=brief)


def flying_face(code: str) -> Face:
    """The print of a card on its way, which is known by its text, or by a sign that stands for several."""
    return brief_face(CARDS[code]) if code in CARDS else Face(code)


def draw_packet(canvas: Canvas, x: int, y: int, count: int) -> None:
    """Draw what is left of the packet, face down, one edge a card."""
    palette = canvas.palette
    canvas.name_place("pile", x, y, cards.SMALL_WIDTH, SMALL)
    shown = min(count, PACKET_SHOWN)
    under: Colour | None = None
    for place in range(shown):
        left = x + 2 * place
        cards.body(canvas, left, y, PACKET_WIDTH, SMALL, palette.back, under=under)
        if palette.back == palette.felt:
            canvas.text(left, y + 1, "▞▚▞▚", palette.back_hi)
        if place < shown - 1 and not canvas.glyphs.lined:
            under = palette.lap(palette.back)
            for row in range(y, y + SMALL):
                canvas.put(left + 1, row, canvas.glyphs.lap, under)


def draw_row(canvas: Canvas, row: Sequence[int], x: int, y: int, width: int, height: int, casts: bool = True) -> int:
    """Lay a row of tiles, squeeze it where it is long, fold its oldest cards where it is longer; give its end."""
    if height == INLINE:
        return _draw_inline(canvas, row, x, y, width)
    size = tile_width(height)
    if not row:
        cards.slot(canvas, x, y, size, height)
        return x
    faces = [face(card, big=height == BIG and place == len(row) - 1) for place, card in enumerate(row)]
    step = cards.LAP if cards.run_width(len(faces), size) <= width else cards.TIGHT_LAP
    most = 1 + (width - size) // step
    if len(faces) > most:
        folded = len(faces) - most + 1
        faces = [Face(f"x{folded}", dim=True), *faces[folded:]]
    return cards.run(canvas, x, y, faces, size, step, height, casts)


def tile_width(height: int) -> int:
    """The width of tiles of a height."""
    return BIG_WIDTH if height == BIG else cards.SMALL_WIDTH


def _draw_inline(canvas: Canvas, row: Sequence[int], x: int, y: int, width: int) -> int:
    """Write a row of tiles one cell high: the sign on its colour, the value on paper."""
    palette = canvas.palette
    shown, folded = list(row), 0
    while shown and sum(_inline_width(card) + 1 for card in shown) + 3 * bool(folded) - 1 > width:
        shown.pop(0)
        folded += 1
    if folded:
        x = canvas.text(x, y, f"x{folded}", palette.ink_dim, palette.paper_dim) + 1
    for card in shown:
        if card in (SHIELD, HAND):
            x = canvas.text(x, y, short_name(card), palette.band_ink, palette.kinds[KINDS[card]], bold=True) + 1
            continue
        if kind(card) != PLAIN:
            x = canvas.text(x, y, sign(card), palette.band_ink, palette.kinds[KINDS[kind(card)]], bold=True)
        words = f" {value(card)} " if kind(card) == PLAIN else f"{value(card)} "
        x = canvas.text(x, y, words, palette.ink, palette.paper, bold=True) + 1
    return x


def _inline_width(card: int) -> int:
    return len(short_name(card)) if card in (SHIELD, HAND) else 2 + max(len(sign(card)), 1)


def draw_counts(canvas: Canvas, some: Sequence[int], x: int, y: int, width: int) -> None:
    """Write how many cards of each kind there are, the sign on its colour."""
    palette = canvas.palette
    heads = {PLUS: "+", DOUBLE: "++", DRAW: "»", ARROW: "◄", SHIELD: "18", HAND: _("NO"), PRIZE: _("prize")}
    counts = [(head, words, str(sum(kind(card) == head for card in some))) for head, words in heads.items()]
    groups = [group for group in counts if group[2] != "0"]
    roomy = sum(len(words) + len(count) + 5 for _head, words, count in groups) - 2 <= width
    for head, words, count in groups:
        shown = f" {words} " if roomy else words
        x = canvas.text(x, y, shown, palette.band_ink, palette.kinds[KINDS[head]], bold=True)
        x = canvas.text(x + 1, y, count, palette.text) + 2
