"""Practice line by line: the position in sentences, numbered choices, and the answer with its reason."""

from dataclasses import replace

from net.messages import Practised
from tui.exercise_stage import ExerciseStage
from tui.plain.sheet import Option, options, rules_lines
from tui.tables import describe
from tui.words import _

SHOWN_LOG = 6


class PlainPractice:
    """One sitting of somebody who types; `left` once they want to go, `told` is what the house is to remember next."""

    def __init__(self, stage: ExerciseStage, language: str) -> None:
        self.stage = stage
        self.left = stage.empty
        self.told: Practised | None = None
        self._language = language
        self._options: list[Option] = []

    def opening(self) -> list[str]:
        """What stands at the beginning."""
        if self.stage.empty:
            return [_("There are no exercises for you now.")]
        return [_("Practice: a number answers, s tells the table, ? the rules, q leaves."), *self._exercise()]

    def answer(self, text: str) -> list[str]:
        """Take a typed line, and return what is said to it."""
        stage, said = self.stage, " ".join(text.lower().split())
        if said == "q":
            self.left = True
            return []
        if said == "s":
            return describe(stage.scene_before)
        if said == "?":
            return rules_lines(stage.exercise.game, self._language)
        if stage.answer:
            stage.next()
            return self._exercise()
        return self._decide(said)

    def _decide(self, said: str) -> list[str]:
        stage = self.stage
        if said.isdecimal() and 1 <= int(said) <= len(self._options):
            option = self._options[int(said) - 1]
            if not option.move:
                self._options = options(replace(stage.scene_before, picked=option.pick or None))
                return self._numbered()
            said = option.move
        move = next((move for move in stage.scene_before.legal if move.lower() == said), None)
        if move is None:
            most = len(self._options)
            return [_("Say a number from 1 to {most}, or one of the words above.").format(most=most)]
        stage.try_move(move)
        self.told = Practised(key=stage.task.key, right=stage.solved)
        return [stage.words[0], _("Enter goes on.")]

    def answers(self) -> list[tuple[str, str]]:
        """What can be said now, each with its words, for whoever presses buttons."""
        numbered = [(str(number), option.words) for number, option in enumerate(self._options, 1)]
        given = [("", _("Go on"))] if self.stage.answer else numbered
        return [*given, ("s", _("Tell me the table")), ("q", _("Leave the exercises"))]

    def _exercise(self) -> list[str]:
        stage = self.stage
        if stage.over:
            self.left = True
            return [stage.words[0]]
        scene = stage.scene_before
        self._options = options(scene)
        happened = [words if seat is None else f"{scene.names[seat]} {words}" for seat, words in scene.log[-SHOWN_LOG:]]
        heading = f"{scene.title}, {stage.place}."
        return [heading, *happened, *describe(scene), stage.words[0], *self._numbered()]

    def _numbered(self) -> list[str]:
        return [f"{number}. {option.words}" for number, option in enumerate(self._options, 1)]
