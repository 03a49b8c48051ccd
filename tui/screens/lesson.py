"""A lesson, played on the game's own table, with a coach who says one thing at a time and points at it."""

from dataclasses import replace
from functools import partial

from tui import tables
from tui.draw.bars import Offer
from tui.draw.canvas import Canvas
from tui.lesson_stage import LessonStage, with_chapter
from tui.motion import deal, flights, journeys
from tui.screens.flying import STEPS, FlyingPage
from tui.screens.menu import MenuPage
from tui.screens.page import Item, offers_of
from tui.tables.scene import Scene
from tui.words import _


class LessonPage(FlyingPage):
    """The lesson of one game, from the first chapter or a later one."""

    def __init__(self, game: str, chapter: int = 0) -> None:
        super().__init__()
        self.felt = game
        self._chapter = chapter
        self._stage: LessonStage | None = None
        self._shown = 0

    @property
    def stage(self) -> LessonStage:
        """The lesson; it begins when it is first looked at, in the language and with the name of then."""
        if self._stage is None:
            welcome = self.tablee.welcome
            name = (welcome.name if welcome is not None else "") or self.tablee.settings.name or _("you")
            self._stage = LessonStage(self.felt, self.tablee.tongue.language, name, self._chapter)
        return self._stage

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
        self._drawn = scene.motion
        tables.draw(canvas, scene)

    def press(self, key: str) -> None:
        self._stop_motion()
        stage = self.stage
        if key in STEPS:
            stage.walk(STEPS[key])
        elif key == "escape" and stage.put_back():
            return
        elif not stage.press(key):
            self._do_other(key)
        self._remember()

    def _remember(self) -> None:
        """Keep how far the lesson was taken, so that it goes on there."""
        settings, chapter = self.tablee.settings, self.stage.run.chapter
        lessons = with_chapter(settings.lessons, self.felt, chapter)
        if lessons != settings.lessons:
            self.tablee.change_settings(replace(settings, lessons=lessons), {"lessons": lessons})

    def _do_other(self, key: str) -> None:
        if key == "question_mark":
            self.tablee.open_rules(self.felt)
        elif key == "escape":
            self.app.push_screen(MenuPage(self, _("Lesson"), self._items()))
        elif key == "q":
            self.app.pop_screen()
        elif self.stage.run.over and key in ("enter", "space"):
            self.app.pop_screen()
            self.tablee.open_coached(self.felt)
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

    def offers(self) -> list[Offer]:
        """What the learner can do; the chapters stand in the menu."""
        offers = offers_of(self.stage.choices())
        menu = Offer("escape", _("Put back") if self.stage.picked else _("Menu"))
        return offers if any(offer.key == menu.key for offer in offers) else [*offers, menu]

    def spoken(self) -> tuple[str, ...]:
        return self.stage.spoken()
