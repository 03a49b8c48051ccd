"""A moment that everybody looks up for: a row that busts, piles that are collected or completed, the end of a game.

The table stays as it was before it, with a stamp where each seat has gained or lost something, and the next decision
waits until the moment is over. It takes no time from anybody but the one who looks.
"""

from collections.abc import Sequence

from engines.view import View
from tui.draw import bars, plates
from tui.draw.canvas import Area, Canvas
from tui.draw.glyphs import cut, wrap
from tui.draw.palette import Colour
from tui.tables.scene import BAD, GOOD, WON, Moment, Scene, Stamp
from tui.tables.seats import fitting_or_cut, name_of, winners_words
from tui.words import _

STAMPS = 20
"""The column of the stamps where they are listed, behind the longest name."""


def finale(scene: Scene, view: View, unit: str, decided: str = "") -> Moment:
    """The end of a game: everybody's score at their place, and the win in the bar; a tie-break is said."""
    best = view.scores[view.winners[0]]
    stamps = [_final(seat, score, seat in view.winners) for seat, score in enumerate(view.scores)]
    templates = _("{winners}: {score} {unit}; {decided}"), _("{winners}: {score} {unit}"), _("{winners}: {score}")
    sentences = [
        words.format(winners=winners, score=best, unit=unit, decided=decided)
        for winners in winners_words(scene, view.winners)
        for words in templates[0 if decided else 1 :]
    ]
    return Moment(_("THE END"), tuple(sentences), tuple(stamps), view)


def _final(seat: int, score: int, won: bool) -> Stamp:
    """A final score, beside the name: on a row of cards it would look like one of them."""
    words, tone = (_("wins: {score}").format(score=score), WON) if won else (str(score), "")
    return Stamp(seat, words, tone, f"plate {seat}|row {seat}")


def draw_moment(canvas: Canvas, scene: Scene, moment: Moment, narrow: bool, top: int) -> None:
    """Put the stamps of a moment on the table, or where rows are narrow list them above row `top`."""
    if narrow and moment.stamps:
        _draw_list(canvas, scene, moment, top)
        return
    for stamp in moment.stamps:
        area = _find(canvas, stamp)
        if area is not None:
            _draw_stamp(canvas, stamp, area)


def _find(canvas: Canvas, stamp: Stamp) -> Area | None:
    names = stamp.place or f"row {stamp.seat}|plate {stamp.seat}"
    return next((canvas.places[name] for name in names.split("|") if name in canvas.places), None)


def _draw_stamp(canvas: Canvas, stamp: Stamp, area: Area) -> None:
    """Draw a stamp across a plate, or along the lower edge of cards: their values lie above it."""
    words = f" {stamp.words} "
    fg, bg = _ink(canvas, stamp.tone)
    y = area.y + area.height - 1
    if area.height == 1 and area.width > 1:
        words = words.center(area.width)
    x = area.x + (1 if area.width > 2 * len(words) else (area.width - len(words)) // 2)
    canvas.text(max(0, min(x, canvas.width - len(words))), y, words, fg, bg, bold=True)


def _ink(canvas: Canvas, tone: str) -> tuple[Colour, Colour]:
    palette = canvas.palette
    inks = {
        BAD: (palette.bust_ink, palette.bust),
        GOOD: (palette.seat_ink, palette.good),
        WON: (palette.band_ink, palette.kind_double),
    }
    return inks.get(tone, (palette.ink, palette.paper))


def _draw_list(canvas: Canvas, scene: Scene, moment: Moment, top: int) -> None:
    """List the stamps, a row each, with the names of their seats or of what they are about."""
    stamps = moment.stamps
    y = top - len(stamps) - 2
    bars.panel(canvas, 0, y, canvas.width, len(stamps) + 2, edge=True)
    for row, stamp in enumerate(stamps, y + 1):
        fg, bg = _ink(canvas, stamp.tone)
        if stamp.seat is not None:
            plates.tag(canvas, 2, row, stamp.seat)
        name = stamp.name if stamp.seat is None else name_of(scene, stamp.seat)
        canvas.text(6, row, name, canvas.palette.text, bold=stamp.seat is None)
        canvas.text(STAMPS, row, f" {cut(stamp.words, canvas.width - STAMPS - 3)} ", fg, bg, bold=True)


def draw_bar(canvas: Canvas, moment: Moment, top: int, rows: int, compact: bool) -> None:
    """Draw the action bar of a moment: what it is, one sentence on it, and the key that goes on."""
    palette = canvas.palette
    offer = bars.Offer("space", _("Go on"))
    if compact:
        bars.offer_rows(canvas, top, rows, [offer], 0)
        canvas.right(canvas.width - 2, top, moment.label, palette.accent_text, bold=True)
        for row, line in enumerate(_broken(moment.sentences, canvas.width - 3, rows - 1), top + 1):
            canvas.text(2, row, line, palette.text)
        return
    x = bars.label(canvas, top, moment.label, gold=True)
    bars.offers(canvas, x, top, [offer], 0)
    x += len(bars.key_name("space")) + len(offer.verb) + 6
    canvas.text(x, top, fitting_or_cut(moment.sentences, canvas.width - x - 1), palette.text)


def _broken(wordings: Sequence[str], width: int, rows: int) -> list[str]:
    """The first wording that fits into so many rows, or what fits of the last one."""
    broken = [wrap(words, width) for words in wordings]
    return next((lines for lines in broken if len(lines) <= rows), broken[-1][:rows])
