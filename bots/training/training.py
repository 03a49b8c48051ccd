"""Evolution, lesson after lesson, with progress, a stop and a resume; several of them are a stage of a course."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bots.policies.line import Weights
from bots.training.course import Run, Stage, Tell
from bots.training.evolution import Progress, improve
from bots.training.lesson import Lesson
from bots.training.module import Modules

# So many of the latest earlier selves are played against.
SELVES = 10
# So many steps are between two saves and two lines of progress.
REPORT = 10


class Training:
    """One run of training; `run` may be interrupted at any time and called again, here or in another process."""

    def __init__(self, lessons: Sequence[Lesson], seed: int, folder: Path, tell: Tell) -> None:
        self._lessons = lessons
        self._seed = seed
        self._folder = folder
        self._tell = tell

    def run(self, share: float = 1.0) -> None:
        """Go through the lessons, each for this share of its usual steps."""
        for lesson in self._lessons:
            self._learn(lesson, max(1, round(lesson.steps * share)))

    def _learn(self, lesson: Lesson, steps: int) -> None:
        progress = self._progress(lesson)
        partners = [self._named(other) for other in self._lessons if other.name in lesson.partners]

        def judge(values: list[float], seed: int) -> float:
            earlier = [lesson.named(kept) for kept in progress.earlier[-SELVES:]]
            return lesson.judge(lesson.named(values), seed, partners + earlier)

        try:
            while progress.step < steps:
                if progress.step % lesson.keep == 0:
                    progress.earlier.append(progress.values[:])
                value = improve(progress, judge, lesson.pace)
                if progress.step % REPORT == 0 or progress.step == steps:
                    progress.save(self._file(lesson))
                    self._tell(f"{lesson.name:>12}  step {progress.step:4} of {steps}  worth {value:.4f}")
        except KeyboardInterrupt:
            # A step that was interrupted is thrown away, so that going on leads to the same end.
            self._tell(f"{lesson.name:>12}  stopped after step {progress.step}; what was saved is kept")
            raise

    def learnt(self) -> dict[str, Weights]:
        """What each lesson has come to so far."""
        return {lesson.name: self._named(lesson) for lesson in self._lessons}

    def _progress(self, lesson: Lesson) -> Progress:
        path = self._file(lesson)
        if path.exists():
            return Progress.load(path)
        before = [other for other in self._lessons if other.name == lesson.after]
        known = self._named(before[0]) if before else {}
        start = {name: known.get(name, values) for name, values in lesson.start.items()}
        return Progress(lesson.in_line(start), seed=self._seed)

    def _named(self, lesson: Lesson) -> Weights:
        return lesson.named(self._progress(lesson).values)

    def _file(self, lesson: Lesson) -> Path:
        return self._folder / f"{lesson.name.replace(' ', '-')}.json"


@dataclass(frozen=True, slots=True)
class Lessons(Stage):
    """A stage of evolution: its lessons under the luck of a seed, and how what they come to makes sections."""

    lessons: Callable[[int], list[Lesson]]
    modules: Callable[[dict[str, Weights]], Modules]

    def learn(self, run: Run) -> Modules:
        training = Training(self.lessons(run.seed), run.seed, run.folder / self.name.replace(" ", "-"), run.tell)
        training.run(run.share)
        return self.modules(training.learnt())
