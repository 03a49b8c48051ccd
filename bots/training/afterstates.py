"""What places between two cards of Geschenkt are worth, as a stage of its course: a net learns it by playing itself."""

import pickle
from dataclasses import dataclass
from pathlib import Path

from bots.policies.geschenkt.afterstate import NAMES, Judge
from bots.training.course import Run, Stage, need_numpy
from bots.training.module import Modules
from bots.training.self_play import Place, watch
from bots.training.thoughts.study import Schooling

# Three play as often as four and five together.
SEATS = (3, 3, 4, 5)
# After so many games the net goes a step, and the steps become as short as this in the end.
BATCH = 40
SHORTEST = 0.02
# So many steps are between two saves and two lines of progress.
REPORT = 100
SCHOOLING = Schooling(units=48, rate=0.003)


@dataclass(frozen=True, slots=True)
class Afterstates(Stage):
    """Takes so many steps, and makes the nets that the search goes by: one for wins, and a line for points."""

    steps: int

    def check(self) -> None:
        need_numpy()

    def learn(self, run: Run) -> Modules:
        from bots.training.thoughts.pupil import Pupil  # noqa: PLC0415 - numpy comes with an extra

        steps = run.part(self.steps)
        path = run.file(self.name, "pickle")
        pupil: Pupil = pickle.loads(path.read_bytes()) if path.exists() else Pupil(len(NAMES), SCHOOLING, run.seed)
        try:
            while pupil.steps < steps:
                pupil.learn(_places(pupil.wins(), run.seed, pupil.steps), _rate(pupil.steps / steps))
                if pupil.steps % REPORT == 0 or pupil.steps == steps:
                    _keep(path, pickle.dumps(pupil))
                    run.tell(f"{pupil.steps * BATCH:8} games of {steps * BATCH}  {pupil.surprise():.4f} nats a place")
        except KeyboardInterrupt:
            run.tell(f"stopped after {pupil.steps * BATCH} games; what was saved is kept")
            raise
        return {"places": {"WINS": pupil.wins(), "POINTS": pupil.points()}}


def _places(net: list[list[float]], seed: int, step: int) -> list[Place]:
    """Play the games of one step."""
    judge = Judge(net, [[0.0] * len(NAMES)])
    places: list[Place] = []
    for game in range(step * BATCH, (step + 1) * BATCH):
        places += watch(judge, SEATS[game % len(SEATS)], 1_000_003 * seed + game)
    return places


def _rate(done: float) -> float:
    return SCHOOLING.rate * (1.0 - done + SHORTEST)


def _keep(path: Path, data: bytes) -> None:
    """Write a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_bytes(data)
    fresh.replace(path)
