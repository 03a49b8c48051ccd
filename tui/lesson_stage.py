"""A lesson as it stands before a learner: the table's scene, what the coach says, and what a key does about it."""

from engines.games import GAMES, find
from engines.lessons.read import has_lesson, load
from engines.lessons.run import Answer, LessonRun
from engines.view import OVER as GAME_OVER
from engines.words import Speaker
from tui import tables
from tui.tables.scene import OVER, PLAYING, Choice, Coach, Line, Scene
from tui.taught_table import TaughtTable
from tui.wording import event_line, speaker_for, worth_telling
from tui.words import _

SHOWN_LOG = 200
UNMET = "-"
LAST = 9


def chapter_reached(lessons: str, game: str) -> int | None:
    """In which chapter of a game's lesson somebody was, by what the settings remember; None before the first one."""
    place = list(GAMES).index(game)
    mark = lessons[place : place + 1]
    return int(mark) if mark.isdecimal() else None


def is_new(lessons: str, game: str) -> bool:
    """Whether somebody has never been offered the lesson of a game that has one."""
    return has_lesson(game) and chapter_reached(lessons, game) is None


def with_chapter(lessons: str, game: str, chapter: int) -> str:
    """What the settings remember of lessons, a digit for each game in the order of home, with another chapter."""
    marks = list(lessons.ljust(len(GAMES), UNMET))
    marks[list(GAMES).index(game)] = str(min(chapter, LAST))
    return "".join(marks)


class LessonStage(TaughtTable):
    """One learner at the lesson's table; `news` counts up when something has happened, and `news_lines` tell it."""

    def __init__(self, game: str, language: str, name: str, chapter: int = 0) -> None:
        super().__init__()
        self.game = find(game)
        lesson = load(game)
        self.run = LessonRun(lesson, language, name, chapter if chapter < len(lesson.chapters) else 0)
        self.news = 0
        self.log: list[Line] = []
        self._note()

    @property
    def speaker(self) -> Speaker:
        """Puts what happens at this table into sentences."""
        return speaker_for(self.game, self.run.names)

    @property
    def words(self) -> str:
        """What the coach says now: to the last try, or about the table."""
        if self.run.over:
            return _("That is all there is to know. Well done!")
        return self.reply or self.run.sentence

    @property
    def coach(self) -> Coach:
        """The coach as the table shows him."""
        run = self.run
        return Coach(
            words=self.words,
            wrong=bool(self.reply),
            points=self.points,
            offers=self._offers(),
            label=_("LESSON"),
            titles=run.titles,
            chapter=run.chapter,
        )

    @property
    def chapter(self) -> str:
        """Where in the lesson this is."""
        titles = self.run.titles
        number = min(self.run.chapter + 1, len(titles))
        return _("{number} of {all}: {title}").format(number=number, all=len(titles), title=titles[number - 1])

    @property
    def points(self) -> tuple[str, ...]:
        """The things on the table that the coach speaks of; none while a try is explained."""
        return () if self.reply else self.run.points

    def scene(self) -> Scene:
        """The moment as the table draws it."""
        run = self.run
        view = run.view
        return Scene(
            game=self.game.id,
            title=self.game.title,
            names=run.names,
            view=view,
            seat=view.seat,
            legal=run.legal,
            focus=self.focus,
            picked=self.picked,
            log=tuple(self.log[-SHOWN_LOG:]),
            recent=tuple(self.log[-2:]),
            alone=True,
            match=self.chapter,
            keys=(
                ("question_mark", _("rules")),
                ("escape", _("put back") if self.picked else _("menu")),
                ("q", _("leave")),
            ),
            coach=self.coach,
            state=OVER if view.turn == GAME_OVER else PLAYING,
        )

    def spoken(self) -> tuple[str, ...]:
        """What has happened, how the table stands where that matters, and what the coach says; to a try, only that."""
        run = self.run
        if self.reply or run.over:
            return (self.words,)
        news = (words if seat is None else f"{run.names[seat]} {words}" for seat, words in self.news_lines)
        table = tables.describe(self.scene()) if run.wants_move or run.dealt else ()
        return (*news, *table, self.words)

    def choices(self) -> list[Choice]:
        """What the learner can do: the table's own choices where a move is wanted, or else to go on."""
        return list(self._offers()) or tables.choices(self.scene())

    def _offers(self) -> tuple[Choice, ...]:
        """What there is to do where no move is wanted."""
        if self.run.over:
            return Choice("enter", _("Play with the coach")), Choice("b", _("Once more")), Choice("escape", _("Menu"))
        if not self.run.wants_move:
            return Choice("enter", _("Go on")), Choice("escape", _("Menu"))
        return ()

    def press(self, key: str) -> bool:
        """Do what a key means to the lesson; False where it means nothing."""
        if self.run.over:
            return False
        if not self.run.wants_move:
            if key not in ("enter", "space"):
                return False
            self.run.go_on()
            self._arrive()
            return True
        return self.decide(key)

    def try_move(self, move: str) -> Answer:
        """Let the learner try a move: it leads on, or the coach tells why not."""
        answer = self.run.try_move(move)
        if answer.accepted:
            self._arrive()
        else:
            refusal = answer.refusal
            self.reply = answer.sentence if refusal is None else self.speaker.say(refusal.text, refusal.values)
            self.picked = None
        return answer

    def begin(self, chapter: int) -> None:
        """Go to the beginning of a chapter."""
        self.run.back_to(chapter)
        self._arrive()

    def _arrive(self) -> None:
        self.reply = ""
        self.focus = 0
        self.picked = None
        self.news += 1
        self._note()

    def _note(self) -> None:
        if self.run.dealt:
            self.log = []
        self.news_lines = [event_line(event, self.speaker) for event in worth_telling(self.run.events)]
        self.log.extend(self.news_lines)
