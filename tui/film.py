"""A recorded game as something to share: a film for a terminal (asciicast), or a picture of one moment."""

import json
from collections.abc import Iterator
from itertools import pairwise

from rich.color import ColorSystem

from engines.timeline import OPEN, Timeline, Viewpoint
from tui import tables
from tui.draw import bars
from tui.draw.canvas import Canvas
from tui.draw.picture import svg
from tui.look import Look
from tui.tables.frame import COMPACT, find_layout
from tui.tables.scene import Scene
from tui.terminal.driver import write_segments
from tui.wording import event_line, player_names, speaker_for, worth_telling
from tui.words import _

Size = tuple[int, int]

CLEAR = "\x1b[?25l\x1b[2J"
SHORT_ROWS = 3
LAST_LOOK = 3.0
"""Seconds for which the end is shown."""


def picture(timeline: Timeline, viewpoint: Viewpoint, size: Size, look: Look) -> str:
    """The place of a timeline as an SVG picture."""
    return svg(_drawn(timeline, viewpoint, size, look))


def cast(timeline: Timeline, viewpoint: Viewpoint, size: Size, look: Look, pace: float) -> Iterator[str]:
    """The lines of an asciicast of version 2, from where the timeline is to its end, a move every `pace` seconds."""
    width, height = size
    title = f"{timeline.game.title}: {', '.join(player_names(timeline.record))}"
    yield json.dumps(
        {"version": 2, "width": width, "height": height, "title": title, "env": {"TERM": "xterm-256color"}}
    )
    first = _drawn(timeline, viewpoint, size, look)
    yield _event(0.0, CLEAR + _changes(None, first))
    begins = timeline.at
    for before, after in pairwise(_frames(timeline, viewpoint, size, look, first)):
        seconds = (timeline.at - begins) * pace
        yield _event(seconds, _changes(before, after))
    # A player stops at the last event: the end stays for a while.
    yield _event((timeline.at - begins) * pace + LAST_LOOK, f"\x1b[{height};{width}H\x1b[0m")


def _frames(timeline: Timeline, viewpoint: Viewpoint, size: Size, look: Look, first: Canvas) -> Iterator[Canvas]:
    yield first
    while timeline.at < timeline.length:
        timeline.go(timeline.at + 1)
        yield _drawn(timeline, viewpoint, size, look)


def _event(seconds: float, data: str) -> str:
    return json.dumps([round(seconds, 3), "o", data], ensure_ascii=False)


def _changes(before: Canvas | None, after: Canvas) -> str:
    """What a terminal is told so that it shows a canvas after another."""
    spans = after.changes(before)
    return "".join(f"\x1b[{y + 1};{start + 1}H{_row(after, y, start, stop)}" for y, start, stop in spans)


def _row(canvas: Canvas, y: int, start: int, stop: int) -> str:
    return write_segments(canvas.strip(y, start, stop), ColorSystem.TRUECOLOR)


def _drawn(timeline: Timeline, viewpoint: Viewpoint, size: Size, look: Look) -> Canvas:
    game = timeline.game.id
    canvas = Canvas(*size, tables.palette(look.theme, look.depth, game), look.glyphs)
    scene = _scene(timeline, viewpoint)
    tables.draw(canvas, scene)
    _draw_caption(canvas, scene)
    return canvas


def _draw_caption(canvas: Canvas, scene: Scene) -> None:
    """Tell the last thing that happened, where a table has its offers and keys: nobody can press any here."""
    bottom = canvas.height - 1
    seat, words = scene.log[-1] if scene.log else (None, "")
    told = words if seat is None else f"{scene.names[seat]} {words}"
    if find_layout(canvas.width, canvas.height).form == COMPACT:
        bars.offer_rows(canvas, bottom - SHORT_ROWS, SHORT_ROWS, [], 0)
    else:
        bars.offers(canvas, bars.label(canvas, bottom - 1, scene.match, gold=True), bottom - 1, [], 0)
    bars.keys(canvas, bottom, (), told, canvas.palette.text)


def _scene(timeline: Timeline, viewpoint: Viewpoint) -> Scene:
    names = tuple(player_names(timeline.record))
    view = timeline.view(viewpoint)
    speaker = speaker_for(timeline.game, names)
    told = timeline.events(viewpoint)
    return Scene(
        game=timeline.game.id,
        title=timeline.game.title,
        names=names,
        view=view,
        seat=view.seat,
        match=_("move {number} of {all}").format(number=timeline.at, all=timeline.length),
        memory_aid=viewpoint == OPEN,
        log=tuple(event_line(event, speaker) for events in told for event in worth_telling(events)),
        alone=True,
    )
