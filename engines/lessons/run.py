"""A lesson being taken: where the learner is, what the coach says, and what the learner may do."""

from dataclasses import dataclass

from engines.game import IllegalMove
from engines.games import find
from engines.lessons.lesson import LEARNER, BadLesson, Chapter, Lesson, Step
from engines.lessons.luck import GivenLuck
from engines.record import Recording
from engines.view import Event, View, heard


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a try: it leads on, or the coach explains, or the rules refuse it in their own words."""

    accepted: bool
    sentence: str = ""
    refusal: IllegalMove | None = None


class LessonRun:
    """One learner on the way through a lesson, in one language.

    It holds the position; only Views, events and sentences come out. `events` tells what has happened since the last
    step, for cards to fly; where `dealt` is true the table was laid anew before. After a try that is not accepted
    everything stays as it was.
    """

    def __init__(self, lesson: Lesson, language: str, name: str, chapter: int = 0) -> None:
        self._lesson = lesson
        self._game = find(lesson.game)
        self._words = lesson.words[language]
        self._name = name
        self.events: tuple[Event, ...] = ()
        self.back_to(chapter)

    def back_to(self, chapter: int) -> None:
        """Begin this chapter again, or skip to it."""
        self.chapter = chapter
        self.step = 0
        self.events = ()
        self._arrive()

    @property
    def titles(self) -> tuple[str, ...]:
        """The titles of all chapters."""
        return tuple(self._words.titles[chapter.id] for chapter in self._lesson.chapters)

    @property
    def over(self) -> bool:
        """Whether the last step is done."""
        return self.chapter == len(self._lesson.chapters)

    @property
    def progress(self) -> float:
        """How much of the lesson is done, from 0 to 1."""
        chapters = self._lesson.chapters
        done = sum(len(chapter.steps) for chapter in chapters[: self.chapter]) + self.step
        return done / sum(len(chapter.steps) for chapter in chapters)

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits at this table, the learner first."""
        return tuple(self._table.players)

    @property
    def view(self) -> View:
        """What the learner sees."""
        return self._game.view(self._table.state, LEARNER)

    @property
    def dealt(self) -> bool:
        """Whether this step began with new cards."""
        return not self.over and bool(self._now.deal)

    @property
    def sentence(self) -> str:
        """What the coach says; nothing once the lesson is over."""
        return "" if self.over else self._say(self._now.say)

    @property
    def points(self) -> tuple[str, ...]:
        """The things on the table that the sentence is about (see `engines.lessons.lesson`)."""
        return () if self.over else self._now.point

    @property
    def exercise(self) -> bool:
        """Whether the learner is to find the answer alone."""
        return not self.over and self._now.exercise

    @property
    def wants_move(self) -> bool:
        """Whether the learner has to move; otherwise `go_on` is enough."""
        return not self.over and bool(self._now.accept)

    @property
    def legal(self) -> tuple[str, ...]:
        """The moves that the rules allow the learner, where one is wanted."""
        state = self._table.state
        if not self.wants_move or state.turn != LEARNER:
            return ()
        return tuple(self._game.say(move) for move in state.legal())

    def go_on(self) -> None:
        """Go to the next step; refused where a move is wanted or nothing is left."""
        if self.over or self.wants_move:
            raise ValueError("The lesson does not go on by itself here.")
        self._leave(())

    def try_move(self, text: str) -> Answer:
        """Make the learner's move if it leads on, or tell what is wrong with it."""
        try:
            move = self._game.parse(text)
        except IllegalMove as refusal:
            return Answer(accepted=False, refusal=refusal)
        said = self._game.say(move)
        if said not in self.legal:
            return Answer(accepted=False, refusal=self._table.state.why_not(move))
        if not self._now.accepts(said):
            return Answer(accepted=False, sentence=self._say(self._now.reply(said)))
        self._leave(self._play(said))
        return Answer(accepted=True)

    @property
    def _here(self) -> Chapter:
        return self._lesson.chapters[self.chapter]

    @property
    def _now(self) -> Step:
        return self._here.steps[self.step]

    def _say(self, key: str | None) -> str:
        return "" if key is None else self._words.sentences[self._here.id, key]

    def _leave(self, events: tuple[Event, ...]) -> None:
        """Go to the next step, or chapter, with what the learner's move has caused."""
        self.events = events
        self.step += 1
        if self.step == len(self._here.steps):
            self.chapter += 1
            self.step = 0
        if not self.over:
            self._arrive()

    def _arrive(self) -> None:
        """Lay the table anew where the step says so, and let the others move."""
        if self._now.deal:
            self._table = table(self._lesson, self._now.deal, self._name)
            self.events = ()
        for move in self._now.moves:
            if self._table.state.turn == LEARNER:
                raise BadLesson(f"The others make a move of the learner's before {self._now.say!r}.")
            self.events += self._play(move)

    def _play(self, move: str) -> tuple[Event, ...]:
        return tuple(heard(self._table.play(move), LEARNER))


def table(lesson: Lesson, deal: str, name: str) -> Recording:
    """Lay the table as a deal says, with the learner at seat 0."""
    given = lesson.deals[deal]
    game = find(lesson.game)
    players = (name, *lesson.friends)[: given.seats]
    recording = Recording(game, given.seats, {}, players, GivenLuck(given, game.card))
    for move in given.before:
        recording.play(move)
    return recording
