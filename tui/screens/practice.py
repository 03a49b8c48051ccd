"""Practice: exercises from one's own mistakes and from the games' sets, on their own tables."""

from engines.games import GAMES
from engines.wire import Message
from net.messages import MyPractice, Practice, Practised, Welcome
from tui import tables
from tui.draw import bars, felt
from tui.draw.canvas import Canvas
from tui.draw.glyphs import cut
from tui.exercise_stage import AT_ONCE, ExerciseStage, sitting
from tui.screens.page import Item, Page, offers_of
from tui.words import _

STEPS = {"left": -1, "up": -1, "shift+tab": -1, "right": 1, "down": 1, "tab": 1}


class PracticePage(Page):
    """One sitting, with the exercises of one game or of all."""

    def __init__(self, game: str = "") -> None:
        super().__init__()
        self._game = game
        self._asked = False
        self.stage: ExerciseStage | None = None

    def on_mount(self) -> None:
        """Ask the house what is due, if it is open already."""
        if self.tablee.welcome is not None:
            self._ask(self.tablee.welcome)

    def hear(self, message: Message) -> None:
        """Begin with what the house says is due."""
        if isinstance(message, Welcome) and not self._asked:
            self._ask(message)
        elif isinstance(message, Practice) and self.stage is None:
            self._begin(message)

    def _ask(self, welcome: Welcome) -> None:
        """Ask what is due; an older house keeps no count of exercises, and a game's set is practised without."""
        self._asked = True
        if welcome.practice:
            self.tablee.say(MyPractice(game=self._game, most=AT_ONCE))
        else:
            self._begin(Practice(due=0))

    def _begin(self, practice: Practice) -> None:
        welcome = self.tablee.welcome
        name = (welcome.name if welcome is not None else "") or _("you")
        found = sitting(practice, [self._game] if self._game else list(GAMES))
        self.stage = ExerciseStage(found, name)
        self._lay()
        self.refresh_page()

    def _lay(self) -> None:
        """Lay the felt of the game that the exercise is from."""
        if self.stage is not None and not self.stage.over:
            self.felt = self.stage.exercise.game

    def draw(self, canvas: Canvas) -> None:
        if self.stage is not None and not self.stage.empty:
            tables.draw(canvas, self.stage.scene())
            return
        felt.lay_felt(canvas)
        bars.title(canvas, _("Practice"), (), ())
        words = _("Looking for exercises.") if self.stage is None else _("There are no exercises for you now.")
        canvas.text(2, 3, cut(words, canvas.width - 3), canvas.palette.text)
        bars.keys(canvas, canvas.height - 1, (("escape", _("back")),), self.notice, canvas.palette.text)

    def press(self, key: str) -> None:
        stage = self.stage
        if stage is None or stage.empty or (stage.over and key in ("enter", "space")):
            if key in ("escape", "q", "enter", "space"):
                self.close()
        elif key in STEPS:
            stage.walk(STEPS[key])
        elif key == "escape" and stage.put_back():
            return
        elif key in ("escape", "q"):
            self.close()
        elif key == "question_mark":
            self.tablee.open_rules(self.felt)
        else:
            self._try(stage, key)

    def _try(self, stage: ExerciseStage, key: str) -> None:
        taken = stage.taken
        stage.press(key)
        self._lay()
        if stage.taken > taken and self.tablee.welcome is not None and self.tablee.welcome.practice:
            self.tablee.say(Practised(key=stage.task.key, right=stage.solved))

    def commands(self) -> list[Item]:
        return self.items(("question_mark", _("rules")), ("q", _("leave")))

    def offers(self) -> list[bars.Offer]:
        """What can be answered, or what goes on after an answer."""
        return [] if self.stage is None or self.stage.empty else offers_of(self.stage.choices())

    def spoken(self) -> tuple[str, ...]:
        return () if self.stage is None or self.stage.empty else self.stage.spoken()
