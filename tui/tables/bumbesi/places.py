"""What lies in the middle of Bumbesi's table: two limits with their piles, and the rail of numbers."""

from collections.abc import Sequence

from engines.bumbesi.view import HIGHEST, LOWEST, BumbesiView, unseen, window
from tui.draw import bars, cards, gauges
from tui.draw.canvas import Area, Canvas
from tui.draw.cards import Face
from tui.draw.flights import draw_turning
from tui.draw.glyphs import cut
from tui.tables.bumbesi.steps import COLLECT, PLACE_KEYS, begun_move, left_after
from tui.tables.bumbesi.words import (
    PLACES,
    cards_words,
    fits_words,
    then_words,
    winner_words,
)
from tui.tables.scene import Choice, Scene
from tui.tables.seats import fitting
from tui.words import _

CARD = 9
APART = 16
MOST = 3


def draw_place(
    canvas: Canvas, scene: Scene, view: BumbesiView, place: int, x: int, y: int, end: int, below: bool = False
) -> None:
    """Draw a limit and its pile left of column `end`; how many cards that is stands beside the pile or below."""
    pile_x = x + APART
    draw_label(canvas, view, place, x, y - 1)
    draw_fits(canvas, scene, view, place, pile_x, y - 1, end - pile_x - 1)
    if not draw_turning(canvas, scene.motion, x, y, CARD, cards.BIG_HEIGHT):
        _draw_limit(canvas, view, place, x, y)
    count, noun = cards_words(view, place)
    room = end - pile_x if below else end - pile_x - len(noun) - 1
    after = _draw_pile(canvas, scene, view, place, pile_x, y, room)
    canvas.name_place(f"place {place}", pile_x, y, CARD, cards.BIG_HEIGHT)
    canvas.name_place(f"limit {place}", x, y, CARD, cards.BIG_HEIGHT)
    if place != view.marker:
        # After a collection the new limit lies where the marker no longer is.
        canvas.name_place("open", x, y, CARD, cards.BIG_HEIGHT)
    if not view.limits[place]:
        return
    if below:
        _draw_stake(canvas, scene, view, place, x, y + 6)
    else:
        canvas.text(after + 1, y + 1, count, canvas.palette.text, bold=True)
        canvas.text(after + 1, y + 2, noun, canvas.palette.felt_muted)


def draw_label(canvas: Canvas, view: BumbesiView, place: int, x: int, y: int) -> None:
    """Write a place's letter, with the pin if the marker lies there."""
    palette = canvas.palette
    if place != view.marker:
        canvas.text(x, y, PLACES[place], palette.text, bold=True)
        return
    canvas.text(x, y, canvas.glyphs.pin, palette.accent_text)
    canvas.text(x + 3, y, PLACES[place], palette.text, bold=True)
    end = canvas.text(x + 5, y, _("marker"), palette.accent_text, bold=True)
    canvas.name_place("marker", x, y, end - x)


def draw_fits(canvas: Canvas, scene: Scene, view: BumbesiView, place: int, x: int, y: int, room: int) -> None:
    """Write what fits at a place."""
    if view.limits[place] and view.turn >= 0:
        open_for = bool(window(view, place))
        colour = canvas.palette.text if open_for else canvas.palette.felt_muted
        end = canvas.text(x, y, fits_words(scene, view, place, room), colour, bold=open_for)
        canvas.name_place(f"window {place}", x, y, end - x)


def _draw_limit(canvas: Canvas, view: BumbesiView, place: int, x: int, y: int) -> None:
    limits = view.limits[place]
    if not limits:
        cards.slot(canvas, x, y, CARD, cards.BIG_HEIGHT)
        return
    top = Face(str(limits[-1]), kind="arrow", sign=_("limit"))
    covered = _folded(limits[:-1], 2)
    under = None
    if covered:
        step = cards.LAP if len(covered) == 1 else cards.TIGHT_LAP
        cards.run(canvas, x, y, [*covered, top], CARD, step)
        x += step * len(covered)
        under = canvas.palette.lap(canvas.palette.paper_dim)
    cards.big(canvas, x, y, top, CARD, under)


def _draw_pile(canvas: Canvas, scene: Scene, view: BumbesiView, place: int, x: int, y: int, room: int) -> int:
    """Draw as much of a pile as there is room for, and return the column after it."""
    pile = view.piles[place]
    if not pile:
        waits = any(move.startswith("play ") and move.endswith(f" {place}") for move in scene.legal)
        if view.limits[place]:
            cards.slot(canvas, x, y, CARD, cards.BIG_HEIGHT, gold=waits)
        return x + CARD
    shown = next(most for most in range(MOST, 0, -1) if cards.run_width(most, CARD) <= room or most == 1)
    faces = [*_folded(pile[:-1], shown - 1), Face(str(pile[-1]))]
    return cards.run(canvas, x, y, faces, CARD)


def _folded(covered: tuple[int, ...], most: int) -> list[Face]:
    """Covered cards as faces; those that are too many become one with their number."""
    if len(covered) > most:
        count = len(covered) - most + 1
        return [Face(f"+{count}", dim=True), *_folded(covered[count:], most)] if most else []
    return [Face(str(card), dim=True) for card in covered]


def _draw_stake(canvas: Canvas, scene: Scene, view: BumbesiView, place: int, x: int, y: int) -> None:
    """Write below a place how many cards lie there, in gold where the viewer could collect them now."""
    words = " ".join(cards_words(view, place))
    if place != view.marker or view.turn < 0:
        canvas.text(x, y, words, canvas.palette.felt_muted)
        return
    colour = canvas.palette.accent_text if scene.legal else canvas.palette.text
    end = canvas.text(x, y, _("{cards} to collect").format(cards=words), colour, bold=True)
    if scene.legal and not begun_move(scene):
        canvas.hot(x, y, end - x, 1, COLLECT)


def draw_targets(canvas: Canvas, scene: Scene, view: BumbesiView, found: list[Choice], areas: Sequence[Area]) -> None:
    """Put key caps below the two places for a card that fits both, with what each would do."""
    for order, choice in enumerate(found):
        area, focus = areas[PLACE_KEYS.index(choice.key)], order == scene.focus
        y = area.y + area.height
        canvas.hot(area.x, area.y, area.width, area.height, choice.key)
        if focus:
            canvas.put(area.x - 1, y, "►", canvas.palette.accent_text)
        after = bars.cap(canvas, area.x, y, choice.key, focus=focus)
        words = then_words(left_after(view, choice.move))
        # All of what stood here is covered, whatever its length.
        canvas.text(after, y, f" {words} ".ljust(area.width), canvas.palette.text, bold=True)


def draw_rail(canvas: Canvas, scene: Scene, view: BumbesiView, x: int, y: int) -> None:
    """Draw what fits on a line of all numbers, with the own cards on it; the memory aid leaves gaps for what is out."""
    above, below = (gauges.Window(PLACES[place], *_ends(view, place)) for place in (0, 1))
    hand = [card for card in view.hands[scene.me] or () if card <= HIGHEST]
    gauges.window_rail(canvas, x, y, HIGHEST, above, below, hand)
    if scene.memory_aid:
        to_come = (*unseen(view), *hand)
        for card in range(LOWEST, HIGHEST + 1):
            if card not in to_come:
                canvas.put(x + card - 1, y + 1, " ", canvas.palette.felt_line)


def _ends(view: BumbesiView, place: int) -> tuple[int, int]:
    numbers = window(view, place)
    return numbers.start - 1, numbers.stop


def tile(canvas: Canvas, x: int, y: int, width: int, height: int, shown: Face) -> None:
    """Draw a card of any size with its text in the middle and a word on its band."""
    palette = canvas.palette
    if height > cards.SMALL_HEIGHT or palette.theme == "light":
        cards.shadow(canvas, x, y, width, height)
    band = palette.kinds[shown.kind] if shown.kind else None
    cards.body(canvas, x, y, width, height, cards.paper(canvas, shown), band)
    canvas.centre(x, y, width, cut(shown.sign, width - 2), palette.band_ink, bold=True)
    words = f"[{shown.text}]" if shown.dim and palette.bracketed else shown.text
    canvas.centre(x, y + height // 2, width, words, cards.ink(canvas, shown), bold=not shown.dim)


def draw_result(canvas: Canvas, scene: Scene, view: BumbesiView, x: int, y: int, width: int) -> None:
    """Name the winner, and say what counted."""
    wordings, decided = winner_words(scene, view)
    canvas.centre(x, y, width, fitting(wordings, width), canvas.palette.accent_text, bold=True)
    canvas.centre(x, y + 1, width, decided, canvas.palette.felt_muted)
