"""A lesson line by line: what the coach says, the table in sentences, and numbered choices."""

from dataclasses import replace

from tui.lesson_stage import LessonStage
from tui.plain.console import Lines
from tui.plain.sheet import Option, options, rules_lines
from tui.tables import describe
from tui.words import _


class PlainLesson:
    """One learner who types, from a chapter on; `left` once they want to go, and `goes_on` to play a game then."""

    def __init__(self, game: str, language: str, name: str, chapter: int = 0) -> None:
        self.stage = LessonStage(game, language, name, chapter)
        self.left = False
        self.goes_on = False
        self._language = language
        self._options: list[Option] = []
        self._told = -1

    def opening(self) -> list[str]:
        """What stands at the beginning."""
        title = _("Lesson: {game}.").format(game=self.stage.game.title)
        return [title, _("Enter goes on, s tells the table, ? the rules, q leaves."), *self._step()]

    def answer(self, text: str) -> list[str]:
        """Take a typed line, and return what is said to it."""
        stage, said = self.stage, " ".join(text.lower().split())
        if said == "q" or stage.run.over:
            self.left = True
            self.goes_on = said == "1"
            return []
        if said == "s":
            return describe(stage.scene())
        if said == "?":
            return rules_lines(stage.game.id, self._language)
        if stage.run.wants_move:
            return self._decide(said)
        stage.press("enter")
        return self._step()

    def _decide(self, said: str) -> list[str]:
        if said.isdecimal() and 1 <= int(said) <= len(self._options):
            option = self._options[int(said) - 1]
            if not option.move:
                return self._pick(option.pick)
            said = option.move
        if not said or said.isdecimal():
            most = len(self._options)
            return [_("Say a number from 1 to {most}, or one of the words above.").format(most=most)]
        stage = self.stage
        if not stage.try_move(said).accepted:
            return [stage.words, *self._choices()]
        return self._step()

    def _pick(self, pick: str) -> list[str]:
        """Go on to the second half of a move, or back."""
        self._options = options(replace(self.stage.scene(), picked=pick or None))
        return self._numbered()

    def _step(self) -> list[str]:
        """Tell what has happened, how the table stands, and what the coach says to it."""
        stage, run = self.stage, self.stage.run
        if run.over:
            return [stage.words, _("1 plays a first game with the coach, Enter leaves.")]
        chapter = [] if run.chapter == self._told else [stage.chapter]
        self._told = run.chapter
        return [*chapter, *stage.spoken(), *self._choices()]

    def answers(self) -> list[tuple[str, str]]:
        """What can be said now, each with its words, for whoever presses buttons."""
        leave = ("q", _("Leave the lesson"))
        if self.stage.run.over:
            return [("1", _("Play with the coach")), leave]
        numbered = [(str(number), option.words) for number, option in enumerate(self._options, 1)]
        return [*(numbered or [("", _("Go on"))]), ("s", _("Tell me the table")), leave]

    def _choices(self) -> list[str]:
        self._options = options(self.stage.scene()) if self.stage.run.wants_move else []
        return self._numbered()

    def _numbered(self) -> list[str]:
        return [f"{number}. {option.words}" for number, option in enumerate(self._options, 1)]


async def teach(lines: Lines, lesson: PlainLesson) -> None:
    """Teach whoever types lines, until the lesson is over, they leave, or the lines end."""
    await _write(lines, lesson.opening())
    while not lesson.left and (line := await lines.read()) is not None:
        await _write(lines, lesson.answer(line))


async def _write(lines: Lines, said: list[str]) -> None:
    await lines.write("".join(f"{line}\n" for line in said))
