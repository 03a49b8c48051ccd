"""What is the same round every table: its size and felt, title, action bar, key row, and cards in flight.

A table's `draw` starts with `open_frame`, draws with the layout's offsets, and ends with `close_frame`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from net.letters import cells
from tui.draw import bars, cards, felt
from tui.draw.canvas import Canvas
from tui.draw.flights import Flight, draw_others
from tui.draw.glyphs import command_rows, wrap
from tui.tables.coach import draw_words
from tui.tables.moments import draw_bar, draw_moment
from tui.tables.panels import draw_overlay, draw_side_panel
from tui.tables.scene import OFFLINE, OVER, PAUSED, WAITING, Choice, Scene
from tui.tables.seats import event_words, name_of
from tui.tables.too_small import LEAST, say_too_small
from tui.words import _

COMPACT, STANDARD, WIDE = "compact", "standard", "wide"
SHORTEST = 23
TALL = 10
PANEL = 34
PANEL_FROM = 114
WIDEST_PANEL = 60
WIDE_COLUMNS, WIDE_ROWS = 86, 40
MOST_GROWTH = 24
HURRY = 10
RIM = 2
TABLE_AREA = (1, 3, 83, 34)
"""Where the wide table stands in the layout, with room for plates on its rim."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Which of the three drawings fits, and how far it is moved.

    Add `x` and `y` to every coordinate of the drawing. Between sizes there are rows to spare: add `upper` to what
    lies below the opponents, and `upper + lower` to the viewer's own things. The standard drawing is for 24 rows; with
    one row fewer `upper` is -1, and a blank row goes. `panel` is the side panel's column.
    """

    form: str
    x: int
    y: int
    upper: int
    lower: int
    panel: int | None

    @property
    def tall(self) -> bool:
        """Whether the compact table has so many rows, as on a phone, that everything is drawn larger."""
        return self.form == COMPACT and self.upper + self.lower >= TALL

    @property
    def last(self) -> int:
        """The last row of a compact table above its bars."""
        return 16 + self.upper + self.lower

    @property
    def top(self) -> int:
        """The first row of the opponents' plates: below a blank one where there is room."""
        return 2 if self.upper >= 0 else 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Edges:
    """What one game says in the bars: facts after the title, the count that paces it, a label, keys of its own.

    The key row gives the `tip` where the log stands elsewhere: in the side panel, or `logged` on the table. `face`
    gives the print of a card in flight from its text.
    """

    choices: Sequence[Choice]
    pace: str = ""
    short_pace: str = ""
    facts: tuple[str, ...] = ()
    label: str = ""
    keys: tuple[tuple[str, str], ...] = ()
    tip: str = ""
    logged: bool = False
    rows: int = 2
    face: Callable[[str], cards.Face] = cards.Face


def find_layout(width: int, height: int) -> Layout:
    """Choose the drawing for a size; spare room goes round and into it."""
    panel = width - _panel_width(width) if width >= PANEL_FROM and height >= SHORTEST else None
    across = width if panel is None else panel
    if panel is not None and height >= WIDE_ROWS - 1:
        # With one row fewer the plates lie right below the title.
        return Layout(WIDE, (across - WIDE_COLUMNS) // 2, (height - WIDE_ROWS) // 2, 0, 0, panel)
    standard = width >= 80 and height >= SHORTEST
    form, columns, rows = (STANDARD, 80, 24) if standard else (COMPACT, 40, 20)
    spare = height - rows
    upper = spare if spare < 0 else (spare + 1) // 2
    return Layout(form, (across - columns) // 2, 0, upper, spare - upper, panel)


def _panel_width(width: int) -> int:
    """The side panel gives way to the wide table, and takes its share of what that leaves."""
    rest = width - WIDE_COLUMNS
    return max(min(PANEL, rest), min(WIDEST_PANEL, rest // 2))


def fits(canvas: Canvas) -> bool:
    """Whether the canvas is large enough; if not, the player is told so."""
    if is_large(canvas):
        return True
    say_too_small(canvas)
    return False


def is_large(canvas: Canvas) -> bool:
    """Whether a screen can be drawn as it is meant."""
    return canvas.width >= LEAST[0] and canvas.height >= LEAST[1]


def open_frame(canvas: Canvas, scene: Scene, area: tuple[int, int, int, int] = TABLE_AREA) -> Layout:
    """Lay the felt, and find the layout that fits it; `area` is where the wide table stands."""
    layout = find_layout(canvas.width, canvas.height)
    lamp = scene.state != OFFLINE
    if layout.form == WIDE:
        x, y, width, height = area
        growth = min(layout.x, MOST_GROWTH)
        felt.lay_table(canvas, layout.x + x - growth, layout.y + y, width + 2 * growth, height, lamp)
    else:
        felt.lay_felt(canvas, layout.panel, lamp)
    return layout


def close_frame(canvas: Canvas, scene: Scene, layout: Layout, edges: Edges) -> None:
    """Draw the bars, the side panel, cards in flight, and what lies open over the table."""
    compact = layout.form == COMPACT
    if scene.coach is not None and scene.coach.offers:
        edges = replace(edges, choices=scene.coach.offers, label=scene.coach.label)
    _draw_title(canvas, scene, edges, layout)
    canvas.hover(partial(_draw_motion, face=edges.face), scene.motion)
    bottom = canvas.height - 1
    top = bottom - edges.rows if compact else bottom - 1
    if layout.panel is not None:
        draw_side_panel(canvas, scene, edges.choices, layout.panel, 1, top - 1)
    coached = scene.coach if layout.panel is None else None
    if coached is not None and compact:
        short = [choice._replace(note="") for choice in edges.choices]
        edges = replace(edges, choices=short, rows=edges.rows - 1)
    if scene.moment is None:
        _draw_actions(canvas, scene, edges, top, compact)
    else:
        draw_moment(canvas, scene, scene.moment, compact, top)
        draw_bar(canvas, scene.moment, top, edges.rows, compact)
    if coached is None:
        _draw_keys(canvas, scene, edges, bottom, layout)
    else:
        draw_words(canvas, coached, bottom - compact)
    if scene.panel and layout.panel is None:
        draw_overlay(canvas, scene, edges.choices, top)


def _draw_motion(canvas: Canvas, motion: Sequence[Flight], face: Callable[[str], cards.Face]) -> None:
    for flight in draw_others(canvas, motion):
        draw_flight(canvas, flight.x, flight.y, face(flight.text) if flight.text else None)


def draw_join(canvas: Canvas, scene: Scene, x: int, y: int) -> None:
    """Write how to sit down at a table that waits for players.

    A line is broken between words where the table top ends, and an option keeps its number, for half a port or half a
    page leads elsewhere; what is too long for that stands in the key row, and where others are invited.
    """
    layout = find_layout(canvas.width, canvas.height)
    left, _top, across, _down = TABLE_AREA
    end = layout.x + left + across - RIM if layout.form == WIDE else layout.panel or canvas.width
    room = max(1, end - x)
    head, *ways = scene.join or ("",)
    whole = [way for way in ways if all(cells(word) <= room for word in way.split())] or ways[:1]
    lines = [*wrap(head, room), *(row for way in whole for row in command_rows(way, room))]
    for row, line in enumerate(lines):
        canvas.text(x, y + row, line, canvas.palette.text, bold=row == 0)


def draw_flight(canvas: Canvas, x: int, y: int, face: cards.Face | None) -> None:
    """Draw a card on its way, face down where it has no face."""
    if face is not None:
        cards.run(canvas, x, y, [face], casts=False)
    else:
        cards.back(canvas, x, y, cards.SMALL_WIDTH, cards.SMALL_HEIGHT)


def clock_words(seconds: int | None) -> str:
    """A clock as it is shown, with a word when time runs out."""
    if seconds is None:
        return ""
    words = bars.clock_words(seconds)
    return _("hurry {clock}").format(clock=words) if seconds < HURRY else words


def _draw_title(canvas: Canvas, scene: Scene, edges: Edges, layout: Layout) -> None:
    compact = layout.form == COMPACT
    table = _("table {name}").format(name=scene.table) if scene.table and not scene.alone else ""
    # Which game of the match it is stays where everybody's totals find no room.
    match = () if scene.coach is not None and layout.panel is not None else map(str.strip, scene.match.split(": ", 1))
    brief = () if scene.coach is None else (scene.coach.progress,)
    facts = brief if compact else (table, _("you watch") if scene.watching else "", *edges.facts, *match)
    pace = edges.short_pace if compact else edges.pace
    urgent = scene.clock is not None and scene.clock < HURRY
    bars.title(canvas, scene.title, facts, (pace,) if pace else (), clock_words(scene.clock), urgent)


def _draw_actions(canvas: Canvas, scene: Scene, edges: Edges, top: int, compact: bool) -> None:
    shown = [(place, choice) for place, choice in enumerate(edges.choices) if choice.bar]
    offers = [bars.Offer(choice.key, choice.verb, choice.note, choice.live, choice.bad) for _place, choice in shown]
    focus = next((row for row, (place, _choice) in enumerate(shown) if place == scene.focus), -1)
    if compact and offers:
        bars.offer_rows(canvas, top, edges.rows, offers, focus)
        return
    if compact:
        canvas.fill(0, top, canvas.width, edges.rows, canvas.palette.panel_hi)
    words, gold = _label(scene, edges)
    if words:
        x = bars.label(canvas, top, words, gold)
        bars.offers(canvas, x, top, offers, focus)
        if scene.reason and not offers:
            reason_y = top + 1 if compact else top
            canvas.text(1 if compact else x, reason_y, scene.reason, canvas.palette.muted)
    else:
        _draw_wait(canvas, scene, top, compact)


def _label(scene: Scene, edges: Edges) -> tuple[str, bool]:
    """The action label and whether it is gold; nothing while another seat acts."""
    if scene.coach is not None and scene.coach.offers:
        return edges.label, True
    labels = {WAITING: _("WAITING"), PAUSED: _("PAUSED"), OFFLINE: _("OFFLINE")}
    if scene.state in labels:
        return labels[scene.state], False
    if scene.state == OVER or scene.view is None or scene.view.turn < 0:
        return _("GAME OVER"), True
    if scene.legal:
        return edges.label or _("YOUR TURN"), True
    return "", False


def _draw_wait(canvas: Canvas, scene: Scene, y: int, compact: bool) -> None:
    """Write whom everybody waits for; one gold dot walks while they think."""
    palette, glyphs = canvas.palette, canvas.glyphs
    canvas.fill(0, y, canvas.width, 1, palette.panel_hi)
    seat = scene.turn
    if seat is None:
        return
    name = name_of(scene, seat)
    words = _("{name} is thinking") if scene.thinking == seat else _("{name} is to play")
    x = canvas.text(1, y, words.format(name=name), palette.text) + 1
    if scene.thinking == seat and scene.step is not None:
        for dot in range(3):
            lit = scene.step % 3 == dot
            glyph, colour = (glyphs.fill, palette.accent) if lit else (glyphs.empty, palette.muted)
            canvas.put(x + 2 * dot, y, glyph, colour)
        x += 6
    advice = _("you may talk, read the log or look at the rules")
    if scene.alone:
        advice = _("Space hurries, l opens the log, ? the rules")
    if not compact and x + 2 + len(advice) < canvas.width:
        canvas.text(x + 2, y, advice, palette.muted)


def _draw_keys(canvas: Canvas, scene: Scene, edges: Edges, y: int, layout: Layout) -> None:
    palette = canvas.palette
    items = (*edges.keys, *(scene.keys or standing_keys()))
    if layout.form == COMPACT:
        standing = [item for item in scene.keys or standing_keys() if item[0] != "escape"]
        items = (*_fitting_keys(edges.keys, standing, canvas.width), *standing)
    if scene.notice:
        bars.keys(canvas, y, items, scene.notice, palette.bad if scene.refused else palette.text)
    elif layout.panel is not None or (edges.logged and scene.legal):
        bars.keys(canvas, y, items, edges.tip if scene.legal else "")
    else:
        room = min(canvas.width // 2, canvas.width - 2 - bars.least_width(items))
        bars.keys(canvas, y, items, recap(scene, room) if layout.form == STANDARD else "")


def _fitting_keys(
    own: Sequence[tuple[str, str]], standing: Sequence[tuple[str, str]], width: int
) -> Sequence[tuple[str, str]]:
    """As many of a game's own keys as leave room for the standing ones: its caps say the same on the table."""
    while own and bars.keys_width((*own, *standing)) > width:
        own = own[:-1]
    return own


def standing_keys() -> tuple[tuple[str, str], ...]:
    """The keys that never change."""
    return (("h", _("hint")), ("l", _("log")), ("t", _("talk")), ("question_mark", _("rules")), ("escape", _("menu")))


def recap(scene: Scene, room: int) -> str:
    """What the others have done since the viewer's last move, as much of the end of it as fits; else the last event."""
    told = ""
    for line in reversed(scene.since if scene.legal else ()):
        words = event_words(scene, line)
        longer = f"{words}, {told}" if told else words
        if len(longer) > room:
            break
        told = longer
    return told or last_event(scene, room)


def last_event(scene: Scene, room: int) -> str:
    """The newest event worth the key row, or else the log's last line; a number stands for a name without room."""
    line = scene.newest or (scene.log[-1] if scene.log else None)
    if line is None:
        return ""
    seat, words = line
    named = event_words(scene, line)
    return named if seat is None or cells(named) <= room else f"{seat + 1} {words}"
