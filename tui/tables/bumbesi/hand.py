"""The bottom seat's hand at Bumbesi's table: what each card could do, and which key does it."""

from dataclasses import dataclass

from engines.bumbesi.game import SPECIAL_NAMES
from engines.bumbesi.view import HIGHEST, LIMIT, REVERSE, STEAL, BumbesiView
from tui.draw import bars, cards
from tui.draw.canvas import Area, Canvas
from tui.tables.bumbesi.places import CARD, tile
from tui.tables.bumbesi.steps import begun_move
from tui.tables.bumbesi.words import card_words, face, short_card_words, small_face, would_play
from tui.tables.scene import Choice, Scene
from tui.tables.seats import fitting_or_cut, name_of
from tui.words import _

STEP = 14
# Three cells of a cap, and a blank one on either side of the words.
CAP_AND_GAPS = 5
MOST_HELD = 5


@dataclass(frozen=True, slots=True)
class Held:
    """A card in the hand: it can be chosen if it is `live`, and is drawn dim unless it is `ready`."""

    card: int
    key: str
    live: bool
    ready: bool
    picked: bool
    focus: bool

    @property
    def name(self) -> str:
        """The card's text."""
        return str(self.card) if self.card <= HIGHEST else SPECIAL_NAMES[self.card - REVERSE]


def held_cards(scene: Scene, view: BumbesiView, found: list[Choice]) -> list[Held]:
    """List the cards of an open hand; before one's turn a card is ready if it would fit as the table stands."""
    begun, hand = begun_move(scene), view.hands[scene.me] or ()
    offered = {choice.key for choice in found if choice.live} if chooses_card(begun) else set()
    focused = found[scene.focus].key if 0 <= scene.focus < len(found) else ""
    picked = _picked(hand, begun)
    held = []
    for place, card in enumerate(hand):
        key = str(place + 1)
        ready = key in offered or place in picked or (not scene.legal and would_play(scene, view, card))
        focus = key == focused and key in offered
        held.append(Held(card, key, key in offered, ready, place in picked, focus))
    return held


def chooses_card(begun: tuple[str, ...]) -> bool:
    """Whether this step of a move chooses a card of the hand."""
    return begun in ((), ("collect",), ("limit",))


def _is_deciding(scene: Scene, view: BumbesiView) -> bool:
    """Whether it counts what a card could do: the game goes on, and nobody looks at what has just happened."""
    return view.turn >= 0 and scene.moment is None


def _picked(hand: tuple[int, ...], begun: tuple[str, ...]) -> set[int]:
    """List where in the hand the cards lie that a begun move uses."""
    special = {"steal": STEAL, "limit": LIMIT}.get(begun[0] if begun else "")
    number = int(begun[1]) if len(begun) > 1 else 0
    return {hand.index(card) for card in (special, number) if card in hand}


def draw_hand(
    canvas: Canvas, scene: Scene, view: BumbesiView, found: list[Choice], x: int, y: int, lift: int, caps: int
) -> None:
    """Draw the cards with their keys in row `caps`; the focused card and a picked one are lifted."""
    if view.hands[scene.me] is None:
        for place in range(view.sizes[scene.me]):
            cards.back(canvas, x + STEP * place, y, CARD)
        words = _("the hand of {name}").format(name=name_of(scene, scene.me))
        canvas.text(x, caps, words, canvas.palette.felt_muted)
        return
    begun, long, shown = begun_move(scene), caps > y + cards.BIG_HEIGHT, _is_deciding(scene, view)
    hand = held_cards(scene, view, found)
    for place, held in enumerate(hand):
        left, top = x + STEP * place, y - lift if held.focus or held.picked else y
        cards.big(canvas, left, top, face(held.card, not held.ready, canvas.glyphs.lined), CARD)
        canvas.name_place(f"card {held.name}", left, top, CARD, cards.BIG_HEIGHT)
        if held.focus:
            cards.focus_bar(canvas, left, top + cards.BIG_HEIGHT, CARD)
        if held.live:
            canvas.hot(left, top, CARD, cards.BIG_HEIGHT, held.key)
        wordings = card_words(scene, view, held.card, begun, long), short_card_words(scene, view, held.card, begun)
        words = fitting_or_cut(wordings, STEP - CAP_AND_GAPS if held is not hand[-1] else STEP)
        if words and shown and chooses_card(begun):
            after = bars.cap(canvas, left, caps, held.key, held.live, held.focus)
            colour = canvas.palette.text if held.live else canvas.palette.felt_muted
            canvas.text(after + 1, caps, words, colour, bold=held.live)


def draw_small_hand(canvas: Canvas, scene: Scene, view: BumbesiView, found: list[Choice], area: Area) -> None:
    """Draw the cards of a compact table, with their keys below."""
    begun, shown = begun_move(scene), _is_deciding(scene, view)
    y, height, step = area.y, area.height, (area.width + 1) // MOST_HELD
    width = min(step - 2, CARD)
    if view.hands[scene.me] is None:
        for place in range(view.sizes[scene.me]):
            cards.back(canvas, area.x + step * place, y, width, height)
    for place, held in enumerate(held_cards(scene, view, found)):
        left = area.x + step * place
        tile(canvas, left, y, width, height, small_face(held.card, not held.ready, canvas.glyphs.lined))
        canvas.name_place(f"card {held.name}", left, y, width, height)
        wordings = card_words(scene, view, held.card, begun, False), short_card_words(scene, view, held.card, begun)
        words = fitting_or_cut(wordings if width == CARD else wordings[1:], step - 3)
        if words and shown and chooses_card(begun):
            _draw_small_cap(canvas, held, words, left, y + height, width)
        if held.live:
            canvas.hot(left, y, width + 1, height + 1, held.key)


def _draw_small_cap(canvas: Canvas, held: Held, words: str, x: int, y: int, width: int) -> None:
    """Draw a key cap of one cell, or a bar for the focused card."""
    palette = canvas.palette
    if held.focus:
        indent = int(len(words) + 3 <= width)
        told = f"{' ' * indent}{held.key} {words}".ljust(width)
        canvas.text(x, y, told, palette.accent_ink, palette.accent, bold=True)
        canvas.cursor = (x + indent, y)
        return
    pen, ground = (palette.accent_ink, palette.accent) if held.live else (palette.muted, palette.panel_hi)
    canvas.text(x, y, held.key, pen, ground, bold=held.live)
    canvas.text(x + 2, y, words, palette.text if held.live else palette.felt_muted, bold=held.live)
