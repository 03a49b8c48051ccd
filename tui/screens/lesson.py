"""A lesson, played on the game's own table, with a coach who says one thing at a time and points at it."""

import textwrap
from dataclasses import replace
from functools import partial

from textual.timer import Timer

from tui import tables
from tui.draw import bars
from tui.draw.canvas import Area, Canvas
from tui.lesson_stage import LessonStage
from tui.motion import FRAME, Journey, deal, flights, journeys, lands
from tui.screens.menu import MenuPage
from tui.screens.page import Item, Page
from tui.screens.setup import SetupPage
from tui.tables.frame import COMPACT, find_layout
from tui.tables.scene import Choice, Scene, key_of
from tui.words import _

STEPS = {"left": -1, "up": -1, "shift+tab": -1, "right": 1, "down": 1, "tab": 1}


class LessonPage(Page):
    """The lesson of one game, from the first chapter or a later one."""

    def __init__(self, game: str, chapter: int = 0) -> None:
        super().__init__()
        self.felt = game
        self._chapter = chapter
        self._stage: LessonStage | None = None
        self._shown = 0
        self._journeys: tuple[Journey, ...] = ()
        self._mover: Timer | None = None

    @property
    def stage(self) -> LessonStage:
        """The lesson; it begins when it is first looked at, in the language and with the name of then."""
        if self._stage is None:
            welcome = self.tablee.welcome
            name = (welcome.name if welcome is not None else "") or self.tablee.settings.name or _("you")
            self._stage = LessonStage(self.felt, self.tablee.tongue.language, name, self._chapter)
        return self._stage

    def on_mount(self) -> None:
        """Start the clock that moves the cards."""
        self._mover = self.set_interval(FRAME, self._move, pause=True)

    def _move(self) -> None:
        if self.tablee.now >= lands(self._journeys):
            self._stop_motion()
        self.refresh_page()

    def _stop_motion(self) -> None:
        self._journeys = ()
        if self._mover is not None:
            self._mover.pause()

    def paint_now(self) -> None:
        """Draw the table, and again with cards on their way if something has just happened there."""
        super().paint_now()
        canvas, stage = self.board.canvas, self.stage
        if canvas is None or self._mover is None or self._shown == stage.news:
            return
        self._shown = stage.news
        if not self.tablee.settings.motion:
            return
        table, now = tables.of(self.felt), self.tablee.now
        if stage.run.dealt:
            self._journeys = deal(len(stage.run.names), canvas.places, now) if table.deals_hands else ()
        else:
            self._journeys = journeys(table.motions, stage.run.events, canvas.places, stage.game.card, now)
        if self._journeys:
            self._mover.resume()
            super().paint_now()

    def scene(self) -> Scene:
        """The moment as it is shown here."""
        return replace(self.stage.scene(), motion=flights(self._journeys, self.tablee.now))

    def draw(self, canvas: Canvas) -> None:
        scene = self.scene()
        tables.draw(canvas, scene)
        self._draw_actions(canvas)
        for thing in self.stage.points:
            area = find_thing(canvas, thing, self.stage)
            if area is not None:
                point_at(canvas, area)

    def _draw_actions(self, canvas: Canvas) -> None:
        """Draw what can be done and, below it, what the coach says: two rows of it where they are short."""
        stage = self.stage
        choices = [choice for choice in stage.choices() if choice.bar]
        offers = [bars.Offer(choice.key, choice.verb, choice.note, choice.live, choice.bad) for choice in choices]
        focus = min(stage.focus, len(offers) - 1)
        compact = find_layout(canvas.width, canvas.height).form == COMPACT
        rows = textwrap.wrap(stage.coach, canvas.width - 3)[: 2 if compact else 1] or [""]
        top = canvas.height - (3 if compact else 2)
        cursor = canvas.cursor
        canvas.cover(0, top, canvas.width, canvas.height - top)
        if compact:
            bars.offer_rows(canvas, top, 1, [offer._replace(note="") for offer in offers], focus)
        else:
            label = _("YOUR TURN") if stage.run.wants_move else _("LESSON")
            bars.offers(canvas, bars.label(canvas, top, label, gold=True), top, offers, focus)
        canvas.cursor = canvas.cursor or cursor
        palette = canvas.palette
        for row in range(canvas.height - top - 1):
            y = top + 1 + row
            canvas.fill(0, y, canvas.width, 1, palette.panel)
            canvas.put(0, y, "▌", palette.bad if stage.reply else palette.accent)
            canvas.text(2, y, rows[row] if row < len(rows) else "", palette.text, bold=True)

    def press(self, key: str) -> None:
        self._stop_motion()
        stage = self.stage
        if key in STEPS:
            stage.walk(STEPS[key])
        elif key == "escape" and stage.put_back():
            return
        elif not stage.press(key):
            self._do_other(key)

    def _do_other(self, key: str) -> None:
        if key == "question_mark":
            self.tablee.open_rules(self.felt)
        elif key == "escape":
            self.app.push_screen(MenuPage(self, _("Lesson"), self._items()))
        elif key == "q":
            self.app.pop_screen()
        elif self.stage.run.over and key in ("enter", "space"):
            self.app.pop_screen()
            self.app.push_screen(SetupPage(self.felt))
        elif self.stage.run.over and key == "b":
            self.stage.begin(0)

    def _items(self) -> list[Item]:
        chapters = [
            Item(str(number), title, partial(self._go_to, number - 1))
            for number, title in enumerate(self.stage.run.titles, 1)
        ]
        return [*chapters, *self.items(("question_mark", _("rules")), ("q", _("leave the lesson")))]

    def _go_to(self, chapter: int) -> None:
        self.stage.begin(chapter)
        self.refresh_page()

    def commands(self) -> list[Item]:
        return self._items()


def find_thing(canvas: Canvas, thing: str, stage: LessonStage) -> Area | None:
    """Where a thing of a lesson lies on the table, as far as the table has named it."""
    kind, _space, rest = thing.partition(" ")
    if kind in ("choice", "card"):
        key = _key_for(stage.choices(), kind, rest)
        return next((area for area, action in reversed(canvas.hot_areas) if key and action == key), None)
    names = [thing, *(name.format(rest) for name in ELSEWHERE.get(kind, ())), f"seat {rest}"]
    return next((canvas.places[name] for name in names if name in canvas.places), None)


ELSEWHERE = {
    "pot": ("chips",),
    "build": ("place {}",),
    "limit": ("place {}",),
    "under": ("place {}",),
    "window": ("place {}",),
    "helper": ("helper 0 {}",),
    "hand": ("seat 0",),
    "marker": ("open",),
    "packet": ("pile",),
}
"""By what other names the tables know a thing; what has none is pointed at where its seat is."""


def _key_for(choices: list[Choice], kind: str, rest: str) -> str:
    """The key of the choice that leads to a move, or that has a card in its words."""
    if kind == "choice":
        found = next((choice for choice in choices if (choice.move or choice.pick).startswith(rest)), None)
        return key_of(choices, rest) or ("" if found is None else found.key)
    words = [choice for choice in choices if rest in f"{choice.verb} {choice.move} {choice.pick}".split()]
    return words[0].key if words else ""


def point_at(canvas: Canvas, area: Area) -> None:
    """Put a gold hand beside something."""
    y = area.y + area.height // 2
    x = max(0, area.x - 1)
    canvas.put(x, y, "►", canvas.palette.accent_ink, canvas.palette.accent, bold=True)
