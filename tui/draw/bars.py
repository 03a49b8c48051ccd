"""What runs along the edges: title, action bar with its key caps, key row, side panel and overlays."""

from collections.abc import Sequence
from typing import NamedTuple

from tui.draw.canvas import Canvas
from tui.draw.glyphs import cut, cut_sentence, cut_words
from tui.draw.palette import Colour
from tui.keymap import SIGNS, own_key
from tui.words import N_, _, ngettext

KEY_NAMES = {
    "enter": N_("Enter"),
    "escape": N_("Esc"),
    "question_mark": "?",
    "space": N_("Space"),
    "slash": "/",
    "left": "◄",
    "right": "►",
    "plus": "+",
    "up": N_("Up"),
    "down": N_("Down"),
    "tab": "Tab",
    "f2": "F2",
    "ctrl+p": N_("Ctrl-P"),
    "minus": "-",
}
BETWEEN = 3
HOUR = 3600
DAY = 24 * HOUR
# Keys that give way to an event which would not fit beside them; the menu has them too.
YIELDING = ("u", "t")
# And those that give way to a sentence, one after the other: rules and menu stay, which lead to all others.
YIELDING_TO_A_SENTENCE = ("u", "t", "l", "h", "i")


class Offer(NamedTuple):
    """Something to choose in a bar: its key, what it does, and what comes of it, perhaps something bad."""

    key: str
    verb: str
    note: str = ""
    live: bool = True
    bad: bool = False


def key_name(key: str) -> str:
    """A key as it is written on its cap: the reader's own, where they have set one."""
    key = own_key(key)
    return _(KEY_NAMES[key]) if key in KEY_NAMES else SIGNS.get(key, key)


def cap(canvas: Canvas, x: int, y: int, key: str, live: bool = True, focus: bool = False) -> int:
    """Draw a key cap that can be clicked and return the column after it; the focused one holds the cursor."""
    palette = canvas.palette
    left, right = canvas.glyphs.cap
    words = f"{left}{key_name(key)}{right}"
    if live:
        end = canvas.text(x, y, words, palette.accent_ink, palette.accent, bold=True)
        canvas.hot(x, y, len(words), 1, key)
    else:
        end = canvas.text(x, y, words, palette.muted, palette.panel_hi)
    if focus:
        canvas.cursor = (x + 1, y)
    return end


def short_cap(canvas: Canvas, x: int, y: int, key: str, live: bool = True, focus: bool = False) -> None:
    """Draw a key cap in two cells, where words follow in the fourth."""
    palette = canvas.palette
    fg, bg = (palette.accent_ink, palette.accent) if live else (palette.muted, palette.panel_hi)
    canvas.text(x, y, f" {key_name(key)}", fg, bg, bold=live)
    if live:
        canvas.hot(x, y, 3, 1, key)
    if focus:
        canvas.cursor = (x + 1, y)


def tag_cap(canvas: Canvas, x: int, y: int, key: str, focus: bool = False) -> None:
    """Turn a seat's tag into a key cap, with a blank cell before the name."""
    short_cap(canvas, x, y, key, focus=focus)
    canvas.text(x + 2, y, " ", canvas.palette.text, canvas.palette.plate)


def title(
    canvas: Canvas, name: str, facts: Sequence[str], right: Sequence[str], clock: str = "", urgent: bool = False
) -> None:
    """Draw row 0: whose table this is, what paces the game, and the clock."""
    palette = canvas.palette
    canvas.fill(0, 0, canvas.width, 1, palette.panel)
    canvas.put(0, 0, "▌", palette.accent)
    between = BETWEEN if canvas.width >= 80 else 2
    last = canvas.width - 2
    if clock:
        last = canvas.right(last, 0, clock, palette.warn if urgent else palette.muted, bold=urgent) - between - 1
    for words in reversed(right):
        start = canvas.right(last, 0, words, palette.muted)
        canvas.name_place("pace", start, 0, len(words))
        last = start - between - 1
    end = canvas.text(2, 0, name, palette.text, bold=True) + 2
    shown = [words for words in facts if words]
    for place, words in enumerate(shown):
        if end + len(words) <= last + 1:
            if not place:
                canvas.name_place("fact", end, 0, len(words))
            end = canvas.text(end, 0, words, palette.muted) + BETWEEN


def clock_words(seconds: int) -> str:
    """A number of seconds as minutes and seconds; from an hour on, as hours and minutes or days and hours."""
    if seconds >= DAY:
        days, hours = seconds // DAY, seconds % DAY // HOUR
        return ngettext("{days} day, {hours} h", "{days} days, {hours} h", days).format(days=days, hours=hours)
    if seconds >= HOUR:
        return _("{hours} h {minutes} min").format(hours=seconds // HOUR, minutes=seconds % HOUR // 60)
    return f"{seconds // 60}:{seconds % 60:02}"


def label(canvas: Canvas, y: int, words: str, gold: bool) -> int:
    """Draw an action bar's ground and its label, and return the first free column."""
    palette = canvas.palette
    canvas.fill(0, y, canvas.width, 1, palette.panel_hi)
    if not gold:
        return canvas.text(1, y, words, palette.muted, bold=True) + BETWEEN
    end = canvas.text(0, y, f" {words} ", palette.accent_ink, palette.accent, bold=True)
    return canvas.text(end, y, canvas.glyphs.label, palette.accent) + 1


def offers(canvas: Canvas, x: int, y: int, choices: Sequence[Offer], focus: int = -1) -> None:
    """Draw choices side by side; where they don't fit, notes go first, then the choices far from the focus.

    All notes but that of the focus go together: one choice that says less than its neighbours looks like another kind.
    """
    width = canvas.width - x
    shown = list(choices)
    for kept in (focus, -1):
        if _offers_width(shown) > width:
            shown = [offer if place == kept else offer._replace(note="") for place, offer in enumerate(shown)]
    first = 0
    while _offers_width(shown[first:]) > width and first < focus:
        first += 1
    for place in range(first, len(shown)):
        if x + _offers_width(shown[place : place + 1]) > canvas.width:
            break
        x = _offer(canvas, x, y, shown[place], place == focus) + BETWEEN


def _offers_width(choices: Sequence[Offer]) -> int:
    words = sum(
        len(key_name(offer.key)) + 3 + len(offer.verb) + len(offer.note) + bool(offer.note) for offer in choices
    )
    return words + BETWEEN * (len(choices) - 1)


def _offer(canvas: Canvas, x: int, y: int, offer: Offer, focus: bool) -> int:
    """Draw one choice; the sign before its cap shows the focus."""
    palette = canvas.palette
    if focus:
        canvas.put(x - 1, y, "►", palette.accent_text)
    start = x
    x = cap(canvas, x, y, offer.key, offer.live, focus) + 1
    x = canvas.text(x, y, offer.verb, palette.text if offer.live else palette.muted, bold=offer.live)
    if offer.note:
        x = canvas.text(x + 1, y, offer.note, palette.bad if offer.bad else palette.muted)
    if offer.live:
        canvas.hot(start, y, x - start, 1, offer.key)
    return x


def offer_rows(canvas: Canvas, y: int, rows: int, choices: Sequence[Offer], focus: int = -1) -> None:
    """Draw choices below each other, in two columns if they don't fit into one."""
    palette = canvas.palette
    canvas.fill(0, y, canvas.width, rows, palette.panel_hi)
    columns = 1 if len(choices) <= rows else 2
    across = canvas.width // columns
    page = max(focus, 0) // (rows * columns) * rows * columns
    for row in range(rows):
        canvas.put(0, y + row, "▌", palette.accent)
    for place, offer in enumerate(choices[page : page + rows * columns]):
        x, row = 1 + across * (place // rows), y + place % rows
        after = cap(canvas, x, row, offer.key, offer.live, place + page == focus) + 1
        room = x + across - after - 1
        after = canvas.text(after, row, cut(offer.verb, room), palette.text, bold=True)
        if offer.note:
            colour = palette.bad if offer.bad else palette.muted
            canvas.text(after + 1, row, _cut_note(offer.note, x + across - after - 2), colour)
        if place + page == focus:
            canvas.put(x - 1, row, "►", palette.accent_text)
        if offer.live:
            canvas.hot(x - 1, row, across, 1, offer.key)


def _cut_note(note: str, room: int) -> str:
    """A note without what is not needed and has no room: the parts behind its first commas, and then whole words."""
    while len(note) > room and ", " in note:
        note = note.rpartition(", ")[0]
    return cut_words(note, room)


def keys(
    canvas: Canvas, y: int, items: Sequence[tuple[str, str]], right: str = "", right_fg: Colour | None = None
) -> None:
    """Draw the row of other keys, and at the right the last event or a sentence; the sentence wins the room."""
    palette = canvas.palette
    canvas.fill(0, y, canvas.width, 1, palette.panel)
    urgent = right_fg is not None
    room = canvas.width - 2 - (len(right) + 2 if urgent else 0)
    x = 1
    for key, word in _beside(items, canvas.width - 2 - len(right), YIELDING_TO_A_SENTENCE if urgent else YIELDING):
        name = key_name(key)
        if x + len(name) + 1 + len(word) > 1 + room:
            break
        end = canvas.text(x, y, name, palette.text, bold=True)
        end = canvas.text(end + 1, y, word, palette.muted)
        # A name like `1-5` or `x/z` stands for several keys.
        if len(key) == 1 or not {"-", "/"} & set(key):
            canvas.hot(x, y, end - x, 1, key)
        x = end + 2
    words = cut_sentence(right, canvas.width - 1 - x)
    canvas.right(canvas.width - 2, y, words, palette.muted if right_fg is None else right_fg)


def _beside(
    items: Sequence[tuple[str, str]], room: int, yielding: Sequence[str] = YIELDING
) -> Sequence[tuple[str, str]]:
    """Leave keys out that give way, one after the other, until the rest fits the room."""
    shown = items
    for key in ("", *yielding):
        shown = [item for item in shown if item[0] != key]
        if keys_width(shown) <= room:
            break
    return shown


def least_width(items: Sequence[tuple[str, str]]) -> int:
    """The cells that a row of keys takes at least, without those that give way."""
    return keys_width([item for item in items if item[0] not in YIELDING])


def keys_width(items: Sequence[tuple[str, str]]) -> int:
    """The cells that a row of keys takes, with a blank one at either end."""
    return sum(len(key_name(key)) + len(word) + 3 for key, word in items)


def panel(canvas: Canvas, x: int, y: int, width: int, height: int, edge: bool = False) -> None:
    """Lay a panel; an overlay gets a gold edge and takes the clicks of what it hides."""
    canvas.fill(x, y, width, height, canvas.palette.panel)
    canvas.cover(x, y, width, height)
    if edge:
        for row in range(y, y + height):
            canvas.put(x, row, "▌", canvas.palette.accent)


def heading(canvas: Canvas, x: int, y: int, width: int, words: str, note: str = "", right: str = "") -> None:
    """Write a section's name over a rule; what would touch it is left out."""
    palette = canvas.palette
    end = canvas.text(x, y, cut(words, width), palette.text, bold=True)
    end = canvas.text(end + 2, y, note, palette.muted) if note else end
    if end + len(right) + 2 <= x + width:
        canvas.right(x + width - 1, y, right, palette.muted)
    canvas.text(x, y + 1, "─" * width, palette.line)


def seat_line(canvas: Canvas, x: int, y: int, width: int, seat: int | None, words: str, fresh: bool = False) -> None:
    """Write one line of the log or of the talk: the seat's digit in its colour, then a phrase."""
    palette = canvas.palette
    if seat is not None:
        canvas.put(x, y, str(seat + 1), palette.seat(seat), bold=True)
    canvas.text(x + 2, y, cut_sentence(words, width - 2), palette.text if fresh else palette.muted)
