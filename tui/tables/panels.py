"""Hint, log and talk: beside the table where there is room, over it where there is not."""

from collections.abc import Sequence
from functools import lru_cache

from tui.draw import bars, gauges
from tui.draw.canvas import Canvas
from tui.draw.glyphs import cut, wrap
from tui.draw.qr import draw_qr
from tui.tables.coach import draw_panel
from tui.tables.scene import Choice, Line, Scene, ShownHint, Tip, key_of
from tui.tables.seats import fitting, fitting_or_cut
from tui.words import _, ngettext

MARGIN = 2
TALK_ROWS = 7
LOG_ROWS = 6
ROOM_FOR_ALL = 30
OVERLAY = 50
MANY = 5
QR_ROWS = 17
QR_FROM = 26
WORDS = 15
SHARES = 14
"""So many columns of a hint's list are a move's key, its share and its score."""
LEAST_BAR = 3


def draw_side_panel(canvas: Canvas, scene: Scene, choices: Sequence[Choice], x: int, top: int, bottom: int) -> None:
    """Draw the panel from column x on: the hint if there is one, then log and talk; a hint may take talk's place."""
    bars.panel(canvas, x, top, canvas.width - x, bottom - top + 1)
    left, width = x + MARGIN, canvas.width - x - 2 * MARGIN
    y, end = top + 1, bottom + 1
    if scene.coach is not None:
        y = draw_panel(canvas, scene.coach, left, y, width) + 1
    if not scene.alone and (scene.hint is None or bottom - top >= ROOM_FOR_ALL):
        end = bottom - TALK_ROWS + 1
        _talk(canvas, scene, left, end, width)
    if scene.hint is not None:
        bars.heading(canvas, left, y, width, _("Hint"), right=bars.key_name("h"))
        y = _hint_blocks(canvas, scene.hint, choices, left, y + 2, width, end - LOG_ROWS) + 1
    if scene.link and end - y > QR_FROM:
        end -= QR_ROWS * draw_qr(canvas, x, end - QR_ROWS - 1, canvas.width - x, QR_ROWS, scene.link)
    bars.heading(canvas, left, y, width, _("Log"), right=bars.key_name("l"))
    fresh = max(1, len(scene.since)) if scene.legal else 1
    _lines(canvas, scene.log, left, y + 2, width, end - y - 3, _("The game will be told here."), fresh)


def _talk(canvas: Canvas, scene: Scene, x: int, y: int, width: int) -> None:
    bars.heading(canvas, x, y, width, _("Talk"), right=bars.key_name("t"))
    _lines(canvas, scene.talk, x, y + 2, width, TALK_ROWS - 4, "")
    canvas.text(x, y + TALK_ROWS - 2, "t", canvas.palette.text, bold=True)
    canvas.text(x + 2, y + TALK_ROWS - 2, _("write a line"), canvas.palette.muted)
    canvas.hot(x, y + TALK_ROWS - 2, width, 1, "t")


def draw_overlay(canvas: Canvas, scene: Scene, choices: Sequence[Choice], end: int) -> None:
    """Draw the open panel over the table's right side, above row `end`; the rest of the table stays visible."""
    width = min(OVERLAY, canvas.width)
    x = canvas.width - width
    left, across = x + MARGIN, width - MARGIN - 1
    if scene.panel == "hint" and scene.hint is not None:
        height = min(2 * len(scene.hint.tips) + 4 + len(wrap(scene.hint.reason, across)), end - 1)
        bars.panel(canvas, x, 1, width, height, edge=True)
        _hint_list(canvas, scene.hint, choices, left, 1, across, height)
        return
    lines, title, nothing = (
        (scene.talk, _("Talk"), _("Nobody has said anything yet; t writes a line."))
        if scene.panel == "talk"
        else (scene.log, _("Log"), _("The game will be told here."))
    )
    height = min(18, end - 1)
    bars.panel(canvas, x, 1, width, height, edge=True)
    bars.heading(canvas, left, 1, across, title, right=_("any key closes") if scene.panel == "log" else "")
    _lines(canvas, lines, left, 3, across, height - 2, nothing)


def _lines(
    canvas: Canvas, lines: Sequence[Line], x: int, y: int, width: int, rows: int, nothing: str, fresh: int = 1
) -> None:
    """Write the newest lines that fit, long ones in two rows; the last `fresh` ones are in full ink."""
    if not lines:
        for row, words in enumerate(wrap(nothing, width)):
            canvas.text(x, y + row, words, canvas.palette.muted)
    written: list[tuple[int | None, str, bool]] = []
    for place, (seat, words) in enumerate(reversed(lines)):
        parts = _wrapped(words, width - 2)
        if len(written) + len(parts) > rows:
            break
        told = [(seat if row == 0 else None, part, place < fresh) for row, part in enumerate(parts)]
        written = [*told, *written]
    for row, (seat, words, new) in enumerate(written):
        bars.seat_line(canvas, x, y + row, width, seat, words, fresh=new)


@lru_cache(1024)
def _wrapped(words: str, width: int) -> Sequence[str]:
    """Break a line of the log, which is drawn again with every frame."""
    return wrap(words, width) or [""]


def _scale(hint: ShownHint) -> float:
    """The share that a full bar stands for: the next ten percent above the best."""
    best = max((tip.share for tip in hint.tips), default=0.0)
    return min(1.0, (int(best * 10 + 1e-9) + 1) / 10)


def _tried(hint: ShownHint) -> str:
    """How many games were tried, or nothing where none was."""
    if not hint.games:
        return ""
    games = ngettext("{games} game tried", "{games} games tried", hint.games).format(games=hint.games)
    if hint.seconds is None:
        return games
    return _("{games} in {seconds} s").format(games=games, seconds=max(1, round(hint.seconds)))


def _hint_blocks(
    canvas: Canvas, hint: ShownHint, choices: Sequence[Choice], x: int, y: int, width: int, last: int
) -> int:
    """Draw a block a move above row `last` and return the row after; without room for all only the first ones."""
    palette = canvas.palette
    full = _scale(hint)
    _draw_progress(canvas, hint, x, y - 1, width)
    comparison = wrap(hint.reason, width - 2)
    end = last - len(comparison) - 1
    gap = y + sum(3 + len(_told(tip, width - 2)) for tip in hint.tips) <= end
    for place, tip in enumerate(hint.tips):
        best = place == 0
        told = _told(tip, width - 2)
        if y + 2 + len(told) > end and not best:
            break
        _hint_head(canvas, hint, tip, key_of(choices, tip.move, tip.picks), x, y, width, best)
        if hint.games:
            colour = palette.accent if best else palette.muted
            gauges.share_bar(canvas, x + 2, y + 1, width - 2, tip.share / full, colour)
        for row, line in enumerate(told):
            canvas.text(x + 2, y + 2 + row, line, palette.text if best else palette.muted)
        y += 2 + len(told) + gap
    for row, line in enumerate(comparison):
        canvas.text(x + 2, y + row, line, palette.text)
    canvas.text(x + 2, y + len(comparison), _tried(hint), palette.muted)
    return y + len(comparison) + 1


def _told(tip: Tip, width: int) -> list[str]:
    """What a move does and how it ends, in as few rows as that takes; one that is as good as the first says so."""
    equal = (_("about equal"),) if tip.equal else ()
    words = ", ".join((*equal, *tip.reasons[:1], *((tip.ending,) if tip.ending else ())))
    if len(words) > 2 * width - 4:
        words = ", ".join((*equal, *tip.reasons[-1:]))
    return wrap(words, width)[:2]


def _draw_progress(canvas: Canvas, hint: ShownHint, x: int, y: int, width: int) -> None:
    """Let the rule below the heading grow gold while there is more to come."""
    if hint.seconds is None:
        gauges.share_bar(canvas, x, y, width, hint.progress, canvas.palette.accent, canvas.palette.line)


def _hint_head(canvas: Canvas, hint: ShownHint, tip: Tip, key: str, x: int, y: int, width: int, best: bool) -> None:
    palette = canvas.palette
    canvas.text(x, y, "►" if best else "=" if tip.equal else " ", palette.accent_text)
    canvas.text(x + 2, y, key, palette.accent_text if best else palette.muted, bold=True)
    canvas.text(x + 4, y, cut(tip.words, width - 10), palette.text, bold=best)
    share = _("{share} %").format(share=round(tip.share * 100)) if hint.games else ""
    canvas.right(x + width - 1, y, share, palette.text if best else palette.muted, bold=best)


def _hint_list(
    canvas: Canvas, hint: ShownHint, choices: Sequence[Choice], x: int, y: int, width: int, height: int
) -> None:
    """Draw two lines a move: how often it wins, and what it does."""
    palette = canvas.palette
    tried = hint.games or hint.seconds is None
    title, note = _("Hint"), _("share of games won") if tried else ""
    measure = fitting(hint.measures, width - len(title) - len(note) - 4) if tried else ""
    bars.heading(canvas, x, y, width, title, note, measure)
    _draw_progress(canvas, hint, x, y + 1, width)
    full = _scale(hint)
    words = min(max([WORDS, *(len(tip.words) for tip in hint.tips)]), width - SHARES)
    bar = width - words - SHARES - 2
    comparison = _comparison(hint, width, height)
    for place, tip in enumerate(hint.tips[: (height - 4 - len(comparison)) // 2]):
        row, best = y + 2 + 2 * place, place == 0
        fg = palette.text if best else palette.muted
        canvas.text(x, row, "►" if best else "=" if tip.equal else " ", palette.accent_text)
        key = key_of(choices, tip.move, tip.picks)
        canvas.text(x + 2, row, key, palette.accent_text if best else palette.muted, bold=True)
        canvas.text(x + 4, row, cut(tip.words, words), palette.text, bold=best)
        if hint.games and bar >= LEAST_BAR:
            gauges.share_bar(
                canvas, x + words + 5, row, bar, tip.share / full, palette.accent if best else palette.muted
            )
        if hint.games:
            canvas.right(x + width - 6, row, _("{share} %").format(share=round(tip.share * 100)), fg, bold=best)
            canvas.right(x + width - 1, row, cut(tip.score, 4), fg, bold=best)
        if tip.reasons:
            canvas.text(x + 4, row + 1, fitting_or_cut(tip.reasons, width - 4), palette.text if best else palette.muted)
    last = y + height - 1
    for row, line in enumerate(comparison):
        canvas.text(x, last - len(comparison) + row, line, palette.text)
    closing = _("{tried}, any key closes").format(tried=_tried(hint)) if hint.games else _("any key closes")
    canvas.text(x, last, closing if len(closing) <= width else _tried(hint), palette.muted)


def _comparison(hint: ShownHint, width: int, height: int) -> list[str]:
    """How the first moves compare, unless many moves need the room themselves."""
    lines, most = wrap(hint.reason, width), min(len(hint.tips), (height - 4) // 2)
    return lines if len(hint.tips) < MANY or (height - 4 - len(lines)) // 2 >= most else []
