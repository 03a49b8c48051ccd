"""The coach at a table: words below it or beside it, and gold at both sides of what they are about."""

from collections.abc import Mapping, Sequence

from tui.draw import bars
from tui.draw.canvas import Area, Canvas
from tui.draw.glyphs import cut, wrap
from tui.tables.scene import Choice, Coach
from tui.words import _

SAID = 5
"""So many rows of the side panel are kept for what the coach says, so that nothing below them jumps."""

CAP = 5
"""So many columns are a key's cap and the blanks round it."""


def coach_rows(words: str, width: int) -> list[str]:
    """What the coach says, in rows of a width."""
    return wrap(words, width) or [""]


def fitting_rows(coach: Coach, width: int, most: int) -> list[str]:
    """What the coach says in the longest wording that takes no more rows than that."""
    ways = [coach_rows(words, width) for words in (coach.words, *coach.shorter)]
    return next((rows for rows in ways if len(rows) <= most), ways[-1][:most])


def draw_words(canvas: Canvas, coach: Coach, y: int) -> None:
    """Write what the coach says over the whole width from a row on, to the bottom, and last how to send him away."""
    palette = canvas.palette
    leave = _("off") if coach.leaves else ""
    room = canvas.width - 2 - (len(leave) + CAP if leave else 0)
    rows = fitting_rows(coach, room, canvas.height - y)
    canvas.fill(0, y, canvas.width, canvas.height - y, palette.panel)
    canvas.cover(0, y, canvas.width, canvas.height - y)
    for row in range(y, canvas.height):
        canvas.put(0, row, "▌", palette.bad if coach.wrong else palette.accent)
    for row, words in enumerate(rows, y):
        canvas.text(2, row, words, palette.text, bold=True)
    if leave:
        x, bottom = canvas.width - len(leave) - CAP, canvas.height - 1
        canvas.text(bars.cap(canvas, x, bottom, coach.leaves) + 1, bottom, leave, palette.muted)
        canvas.hot(x, bottom, canvas.width - x, 1, coach.leaves)


def draw_panel(canvas: Canvas, coach: Coach, x: int, y: int, width: int) -> int:
    """Write what the coach says into the side panel, with the chapters below; return the row after."""
    palette = canvas.palette
    bars.heading(canvas, x, y, width, _("Coach"), right=coach.progress or coach.leaves)
    for row, words in enumerate(fitting_rows(coach, width, SAID), y + 2):
        canvas.text(x, row, words, palette.bad if coach.wrong else palette.text, bold=True)
    y += SAID + 3
    for row, title in enumerate(coach.titles):
        here = row == coach.chapter
        mark = "►" if here else canvas.glyphs.fill if row < coach.chapter else canvas.glyphs.empty
        canvas.put(x, y + row, mark, palette.muted if row > coach.chapter else palette.accent_text)
        canvas.text(x + 2, y + row, cut(title, width - 2), palette.text if here else palette.muted, bold=here)
    return y + len(coach.titles) + bool(coach.titles)


def draw_points(canvas: Canvas, things: Mapping[str, str], coach: Coach, choices: Sequence[Choice]) -> None:
    """Put gold at both sides of everything that the coach speaks of."""
    for thing in coach.points:
        area = find_thing(canvas, things, thing, choices)
        if area is not None:
            point_at(canvas, area)


def find_thing(canvas: Canvas, things: Mapping[str, str], thing: str, choices: Sequence[Choice]) -> Area | None:
    """Where a thing of a lesson lies on a table whose `things` are called so; None where it is not shown now."""
    kind, _space, which = thing.partition(" ")
    if kind == "choice":
        keys = [choice.key for choice in choices if f"{choice.move or choice.pick} ".startswith(f"{which} ")]
        # A key's cap is the smallest thing that can be clicked for it.
        caps = [area for area, action in canvas.hot_areas if action in keys]
        return min(caps, key=lambda area: area.width * area.height, default=None)
    names = things.get(kind, thing).replace("{}", which)
    return next((canvas.places[name] for name in names.split("|") if name in canvas.places), None)


def point_at(canvas: Canvas, area: Area) -> None:
    """Put a gold bar at the left and at the right of something, wherever that hides no word; white where it is gold."""
    palette, (left, right) = canvas.palette, canvas.glyphs.inline
    for y in range(max(area.y, 0), min(area.y + area.height, canvas.height)):
        chars = canvas.row(y).chars
        colour = palette.text if canvas.ground(area.x, y) == palette.accent else palette.accent
        for x, bar in ((area.x - 1, left), (area.x + area.width, right)):
            if 0 <= x < canvas.width and not chars[x].isalnum():
                canvas.put(x, y, bar, colour, bold=True)
