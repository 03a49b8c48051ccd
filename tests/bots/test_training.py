"""Evolution: a few steps make a rule better, a stop loses nothing, and a seed leads to the same numbers again."""

from collections.abc import Collection
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

from bots.policies import DESCRIPTORS
from bots.training.courses import COURSES
from bots.training.evolution import Pace, Progress, improve
from bots.training.lesson import Lesson
from bots.training.training import Lessons, Training

# Who has everything backwards learns quickest; but in Danger 13 a lead can't drift apart by less than nothing.
BACKWARDS = {"danger13": ("card signs", "steepness", "hand safety")}
# Who makes too little of everything is soon nearer to the truth; in Da Capo whoever takes long stocks for an advantage.
UNTRUE = {"dacapo": (-0.5, ("stock card", "stock share"))}
QUICK = Pace(pairs=8, spread=0.3, stride=0.4, half=10)


def silent(text: str) -> None:
    """Nobody reads progress here."""


def hill(values: list[float], seed: int) -> float:
    """Highest at 3 in every direction."""
    return -sum((value - 3.0) ** 2 for value in values) + seed % 3


def spoilt(lesson: Lesson, share: float, names: Collection[str] = ()) -> Lesson:
    """The same lesson, begun by somebody who makes only this share of everything, or of what is named."""
    wrong = names or lesson.start
    start = {
        name: [value * (share if name in wrong else 1.0) for value in values] for name, values in lesson.start.items()
    }
    return replace(lesson, start=start, pace=QUICK, steps=6, keep=6)


def test_evolution_climbs_a_hill() -> None:
    progress = Progress([0.0, 5.0, -1.0])
    for _ in range(200):
        improve(progress, hill, Pace(pairs=6, spread=0.1, stride=0.2, half=80))
    assert progress.values == pytest.approx([3.0, 3.0, 3.0], abs=0.2)


def lessons(game: str, name: str) -> list[Lesson]:
    """List the lessons with this name that a game's course goes through."""
    stages = [stage for stage in COURSES[game].stages if isinstance(stage, Lessons)]
    return [lesson for stage in stages for lesson in stage.lessons(1) if lesson.name == name]


def games_with(name: str) -> list[str]:
    """List the games in which something with this name is evolved; what searches teach is in test_thoughts.py."""
    return [game for game in DESCRIPTORS if lessons(game, name)]


@pytest.mark.parametrize("game", games_with("rule"))
def test_a_tiny_training_improves_the_rule(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = import_module(f"bots.training.{game}")
    monkeypatch.setattr(page, "GAMES", 24)
    lesson = replace(spoilt(lessons(game, "rule")[0], -0.5, BACKWARDS.get(game, ())), partners=())
    training = Training([lesson], 1, tmp_path, silent)
    training.run()
    monkeypatch.setattr(page, "GAMES", 200)
    before, after = (lesson.judge(weights, 99, []) for weights in (lesson.start, training.learnt()[lesson.name]))
    assert after > before + 0.01


@pytest.mark.parametrize("game", games_with("estimate"))
def test_a_tiny_training_makes_estimates_truer(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = import_module(f"bots.training.{game}")
    monkeypatch.setattr(page, "FIT_GAMES", 6)
    share, names = UNTRUE.get(game, (0.3, ()))
    lesson = spoilt(lessons(game, "estimate")[0], share, names)
    training = Training([lesson], 1, tmp_path, silent)
    training.run()
    monkeypatch.setattr(page, "FIT_GAMES", 40)
    before, after = (lesson.judge(weights, 99, []) for weights in (lesson.start, training.learnt()[lesson.name]))
    assert after > before


def learner(judged: list[int], patience: int = 10**9) -> Lesson:
    """A lesson that climbs a hill, and is interrupted after so many tries."""

    def judge(weights: dict[str, list[float]], seed: int, earlier: list[dict[str, list[float]]]) -> float:
        judged.append(seed)
        if len(judged) == patience:
            raise KeyboardInterrupt
        return hill(weights["all"], seed) + 0.01 * len(earlier)

    return Lesson("hill", {"all": [0.0, 1.0]}, judge, 30, Pace(pairs=2, stride=0.2), keep=7)


def test_training_that_was_stopped_goes_on_to_the_same_end(tmp_path: Path) -> None:
    whole = Training([learner([])], 4, tmp_path / "whole", silent)
    whole.run()
    stopped: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        Training([learner([], 70)], 4, tmp_path / "parts", stopped.append).run()
    assert "stopped" in stopped[-1]
    again = Training([learner([])], 4, tmp_path / "parts", silent)
    assert again.learnt() != whole.learnt()
    again.run()
    assert again.learnt() == whole.learnt()


def test_another_seed_leads_elsewhere(tmp_path: Path) -> None:
    trainings = [Training([learner([])], seed, tmp_path / str(seed), silent) for seed in (1, 2)]
    for training in trainings:
        training.run(0.2)
    assert trainings[0].learnt() != trainings[1].learnt()
