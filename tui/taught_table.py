"""A table at which somebody learns: where their attention is, and what their keys try."""

from abc import ABC, abstractmethod

from tui.tables.scene import Choice, find_choice, step_focus


class TaughtTable(ABC):
    """What lessons and exercises share.

    `reply` is what the coach said to the last try, until the next one. `focus` and `picked` are the choice under the
    cursor and the first half of a two-step move.
    """

    def __init__(self) -> None:
        self.reply = ""
        self.focus = 0
        self.picked: str | None = None

    @abstractmethod
    def choices(self) -> list[Choice]:
        """What the learner can do now."""

    @abstractmethod
    def try_move(self, move: str) -> object:
        """Let the learner try a move."""

    def walk(self, step: int) -> None:
        """Move the focus to the next choice."""
        self.focus = step_focus(self.choices(), self.focus, step)

    def put_back(self) -> bool:
        """Undo the first half of a two-step move; False where there was none."""
        if self.picked is None:
            return False
        self.picked, self.focus = None, 0
        return True

    def decide(self, key: str) -> bool:
        """Pick or try what a key means; False where it means nothing."""
        choices = self.choices()
        choice = find_choice(choices, key, self.focus) or next((each for each in choices if each.key == key), None)
        if choice is None:
            return False
        if choice.move:
            self.try_move(choice.move)
        elif choice.live and choice.pick:
            self.picked = choice.pick
            self.focus = step_focus(self.choices(), -1, 1)
        else:
            self.reply = choice.note or choice.verb
        return True
