"""Practice as it stands before somebody: one exercise after the other on the game's own table, and what is said."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bots.exercises import Exercise, exercises_of
from bots.manners import NAMES
from engines.games import find
from net.messages import Practice
from tui import tables
from tui.hints import move_words
from tui.tables.scene import Choice, Coach, Line, Scene
from tui.taught_table import TaughtTable
from tui.wording import event_line, player_names, speaker_for, title_of, worth_telling
from tui.words import _, language

SHOWN_LOG = 200
AT_ONCE = 10
"""So many exercises make a sitting."""

Wordings = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Given:
    """An exercise with the key that it is remembered under; `own` where it is a mistake of one's own."""

    key: str
    exercise: Exercise
    own: bool


def sitting(practice: Practice, games: Sequence[str]) -> list[Given]:
    """The exercises of one sitting: own mistakes that are due, then what was missed in a game's set, then new ones."""
    own = [Given(task.key, task.exercise, own=True) for task in practice.tasks if task.exercise.game in games]
    known = {*practice.again, *practice.met}
    sets = [exercise for rank in _ranks(games) for exercise in rank]
    again = [Given(each.id, each, own=False) for each in sets if each.id in practice.again]
    new = [Given(each.id, each, own=False) for each in sets if each.id not in known]
    return [*own, *again, *new][:AT_ONCE]


def _ranks(games: Sequence[str]) -> list[list[Exercise]]:
    """The sets of some games with their clearest exercises first, a game after the other."""
    sets = [exercises_of(game) for game in games]
    longest = max((len(exercises) for exercises in sets), default=0)
    return [[each[place] for each in sets if place < len(each)] for place in range(longest)]


class ExerciseStage(TaughtTable):
    """One sitting: the exercise in hand is taken once, then explained. `right` of `taken` were found."""

    def __init__(self, exercises: Sequence[Given], name: str) -> None:
        super().__init__()
        self._exercises = exercises
        self._name = name
        self._at = 0
        self._before: dict[str, Scene] = {}
        self.answer = ""
        self.right = 0
        self.taken = 0

    @property
    def over(self) -> bool:
        """Whether there are no more exercises."""
        return self._at == len(self._exercises)

    @property
    def empty(self) -> bool:
        """Whether there is nothing to practise."""
        return not self._exercises

    @property
    def task(self) -> Given:
        """The exercise in hand, or the last one."""
        return self._exercises[min(self._at, len(self._exercises) - 1)]

    @property
    def exercise(self) -> Exercise:
        """What it is made of."""
        return self.task.exercise

    @property
    def solved(self) -> bool:
        """Whether the answer that was given is right."""
        return self.exercise.solved_by(self.answer)

    def next(self) -> None:
        """Go on to the next exercise."""
        self._at += 1
        self.answer = self.reply = ""
        self.focus, self.picked = 0, None
        if not self.over:
            self._before.clear()

    def try_move(self, move: str) -> object:
        """Take an answer; the first one counts, and what the rules forbid is none."""
        if move not in self.exercise.decision.legal:
            self.reply = _("The rules forbid that.")
        elif not self.answer:
            self.answer, self.picked, self.reply = move, None, ""
            self.taken += 1
            self.right += self.solved
        return self.solved

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits at the table: those of one's own game, or anybody."""
        record, seat = self.exercise.record, self.exercise.decision.view.seat
        if self.task.own:
            return tuple(player_names(record))
        return tuple(self._name if place == seat else NAMES[place] for place in range(record.seats))

    @property
    def words(self) -> Wordings:
        """What the coach says now, in several lengths."""
        if self.over:
            return (_("That was all: {right} of {taken} found.").format(right=self.right, taken=self.taken),)
        if self.answer:
            return self._explanation()
        if self.reply:
            return (self.reply,)
        if self.task.own:
            made = _('You played "{move}" here. Find the better move.')
            return made.format(move=self.say(self.exercise.move)), _("Find the better move.")
        return (_("One move is clearly the best. Find it."),)

    def _explanation(self) -> Wordings:
        """Whether the answer is right, why the best move is better, and how often both win."""
        exercise, best = self.exercise, self.exercise.choices[0]
        wins = {choice.move: choice.win for choice in exercise.choices}
        other = self.answer if not self.solved else exercise.move
        verdict = _("Right!") if self.solved else _("No.")
        found = self.answer if self.solved else exercise.best
        figures = {"move": self.say(found), "win": round(100 * best.win)}
        if other in wins:
            figures |= {"other": self.say(other), "less": round(100 * wins[other])}
            told = _('"{move}" wins {win} games in 100, "{other}" {less}: {reason}.')
        else:
            told = _('"{move}" wins {win} games in 100: {reason}.')
        reasons = tables.of(exercise.game).reason(self.scene_before, found)
        short = _('"{move}" wins {win} games in 100.').format(**figures)
        return (*(f"{verdict} {told.format(**figures, reason=reason)}" for reason in reasons), f"{verdict} {short}")

    def say(self, move: str) -> str:
        """A move in the words of the table."""
        return move_words(move, tables.ways(self.scene_before).get(move, ()))

    @property
    def scene_before(self) -> Scene:
        """The position, with every choice still open; to tell all that led to it takes a while, so it is done once."""
        if language() not in self._before:
            self._before[language()] = self._look()
        return self._before[language()]

    def _look(self) -> Scene:
        game, decision = find(self.exercise.game), self.exercise.decision
        log = self._log()
        return Scene(
            game=game.id,
            title=game.title,
            names=self.names,
            view=decision.view,
            seat=decision.view.seat,
            legal=tuple(decision.legal),
            # A bot judged it with all that could be remembered.
            memory_aid=True,
            log=tuple(log[-SHOWN_LOG:]),
            recent=tuple(log[-2:]),
            alone=True,
            match=self.place,
        )

    def _log(self) -> list[Line]:
        """What has happened until then."""
        speaker = speaker_for(find(self.exercise.game), self.names)
        return [event_line(event, speaker) for event in worth_telling(self.exercise.events)]

    def spoken(self) -> tuple[str, ...]:
        """Which exercise it is, how the table stands, and what the coach says; after an answer, only that."""
        if self.answer or self.reply or self.over:
            return (self.words[0],)
        scene = self.scene_before
        return f"{scene.title}, {self.place}.", *tables.describe(scene), self.words[0]

    @property
    def place(self) -> str:
        """Which exercise of how many this is, and where it is from."""
        number = min(self._at + 1, len(self._exercises))
        source = _("from your own game") if self.task.own else _("from the set")
        return _("{number} of {all}: {title}").format(number=number, all=len(self._exercises), title=source)

    def scene(self) -> Scene:
        """The moment as the table draws it."""
        before = self.scene_before
        longest, *shorter = self.words
        coach = Coach(
            words=longest,
            shorter=tuple(shorter),
            wrong=bool(self.reply) or (bool(self.answer) and not self.solved),
            offers=self._offers(),
            label=_("EXERCISE"),
            titles=tuple(title_of(task.exercise.game) for task in self._exercises),
            chapter=self._at,
        )
        keys = (("question_mark", _("rules")), ("q", _("leave")))
        legal = () if self.answer or self.over else before.legal
        return replace(before, legal=legal, focus=self.focus, picked=self.picked, keys=keys, coach=coach)

    def choices(self) -> list[Choice]:
        """What there is to do: the table's own choices, or to go on."""
        return list(self._offers()) or tables.choices(self.scene())

    def _offers(self) -> tuple[Choice, ...]:
        if self.over:
            return (Choice("enter", _("Home")),)
        return (Choice("enter", _("Go on")),) if self.answer else ()

    def press(self, key: str) -> bool:
        """Do what a key means to the exercise; False where it means nothing."""
        if self.over:
            return False
        if not self.answer:
            return self.decide(key)
        if key not in ("enter", "space"):
            return False
        self.next()
        return True
