"""A game's course makes all its numbers in one run: from its own start, to the same end, wherever it is stopped."""

import ast
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner

from bots.policies import DESCRIPTORS
from bots.policies.bumbesi.taste import NAMES
from bots.policies.geschenkt import portrait
from bots.policies.geschenkt.features import NAMES as FEATURES
from bots.training import bumbesi, geschenkt
from bots.training.__main__ import home, main
from bots.training.course import Course, Missing, Run, Stage
from bots.training.courses import BUMBESI, COURSES, GESCHENKT
from bots.training.installed import install, installed, put_back
from bots.training.module import Modules, Section, rounded, written
from bots.training.thoughts.stage import Thoughts
from engines.chance import FastChance
from engines.games import find
from engines.view import OVER

MODULES = [(name, module) for name, course in COURSES.items() for module in course.start]


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everything be done once, and by nobody who thinks long."""
    for game in DESCRIPTORS:
        page = import_module(f"bots.training.{game}")
        for name in ("GAMES", "FIT_GAMES"):
            if hasattr(page, name):
                monkeypatch.setattr(page, name, 2)
        for stage in COURSES[game].stages:
            if isinstance(stage, Thoughts):
                monkeypatch.setattr(import_module(stage.study.watch.__module__), "BUDGETS", (2,))
    monkeypatch.setattr(geschenkt, "KINDS", 2)
    monkeypatch.setattr(import_module("bots.training.thoughts.geschenkt"), "EVERY", 12)


def silent(text: str) -> None:
    """Nobody reads progress here."""


def stopping_at(message: int) -> Callable[[str], None]:
    """Listens to progress, and stops with a Ctrl-C at one message."""
    heard: list[str] = []

    def tell(text: str) -> None:
        heard.append(text)
        if len(heard) == message:
            raise KeyboardInterrupt

    return tell


@pytest.mark.usefixtures("tiny")
@pytest.mark.parametrize("name", DESCRIPTORS)
def test_the_same_seed_makes_the_same_numbers_wherever_it_is_stopped(name: str, tmp_path: Path) -> None:
    course = COURSES[name]
    before = installed(course.package, course.start)
    said: list[str] = []
    whole = course.run(Run(5, 0.001, tmp_path / "whole", said.append))
    stops = 0
    while True:
        try:
            # Each time a little further on from where the last one began.
            again = course.run(Run(5, 0.001, tmp_path / "parts", stopping_at(stops + 2)))
            break
        except KeyboardInterrupt:
            stops += 1
    assert again == whole
    assert stops >= len(course.stages)
    assert installed(course.package, course.start) == before
    for module, sections in course.start.items():
        assert whole[module].keys() == sections.keys()
        assert all(whole[module][section] != rounded(start) for section, start in sections.items())
    assert [text for text in said if text.endswith(f"of {len(course.stages)}")] == [
        f"{stage.name}, stage {number} of {len(course.stages)}" for number, stage in enumerate(course.stages, start=1)
    ]


@dataclass(frozen=True, slots=True)
class Listening(Stage):
    """A stage that only looks at what is installed, and adds one."""

    heard: list[Modules]

    def learn(self, run: Run) -> Modules:
        seen = installed(BUMBESI.package, BUMBESI.start)
        self.heard.append(seen)
        rows = seen["thoughts"]["TODAY"]
        assert isinstance(rows, list)
        return {"thoughts": {"TODAY": [[value + 1.00001 for value in row] for row in rows]}}


def test_a_stage_stands_on_the_start_and_on_earlier_stages_and_on_nothing_that_was_installed(tmp_path: Path) -> None:
    heard: list[Modules] = []
    course = Course(BUMBESI.package, BUMBESI.start, (Listening("one", heard), Listening("two", heard)))
    learnt = course.run(Run(1, 1.0, tmp_path, silent))
    line = [bumbesi.PLAIN.get(name, 0.0) for name in NAMES]
    assert heard[0] == {module: sections_of(BUMBESI.start[module]) for module in BUMBESI.start}
    assert heard[1]["thoughts"]["TODAY"] == [[round(value + 1.0, 4) for value in line]]
    assert learnt["thoughts"]["TODAY"] == [[round(value + 2.0, 4) for value in line]]
    assert learnt["weights"]["ESTIMATE"] == bumbesi.ESTIMATE
    assert installed(BUMBESI.package, BUMBESI.start) != learnt


def sections_of(sections: dict[str, Section]) -> dict[str, Section]:
    """As exactly as sections are written down."""
    return {name: rounded(section) for name, section in sections.items()}


@pytest.mark.parametrize("name", COURSES)
def test_stages_have_names_of_their_own(name: str) -> None:
    stages = COURSES[name].stages
    assert len({stage.name for stage in stages}) == len(stages)


def moves(game: str, seed: int) -> list[list[int]]:
    """How the rule, each of its styles and the likeliest model, as they are made now, play a game with themselves."""
    rules, descriptor = find(game), DESCRIPTORS[game]
    view = rules.view(rules.deal(3, {}, FastChance(1)), 0)
    people = [descriptor.policy(), *(style() for style in descriptor.styles.values())]
    played: list[list[int]] = []
    for policy in [*people, *descriptor.mind(rules, view, ()).models[:1]]:
        luck = FastChance(seed)
        state = rules.deal(3, {}, luck)
        played.append([])
        while state.turn != OVER:
            played[-1].append(policy.choose(state, luck))
            state.play(played[-1][-1])
    return played


@pytest.mark.parametrize("game", DESCRIPTORS)
def test_who_is_made_plays_by_what_was_just_installed(game: str) -> None:
    course = COURSES[game]
    before = moves(game, 3)
    with put_back(course.package, course.start):
        install(course.package, course.start)
        meanwhile = moves(game, 3)
    assert all(one != other for one, other in zip(before, meanwhile, strict=True))
    assert moves(game, 3) == before


def test_sketches_of_opponents_follow_the_kinds() -> None:
    before = [sketch.weights for sketch in portrait.FIRST]
    with put_back(GESCHENKT.package, GESCHENKT.start):
        install(GESCHENKT.package, GESCHENKT.start)
        assert portrait.FIRST[0].weights == [geschenkt.PLAIN.get(name, 0.0) for name in FEATURES]
        assert len(portrait.FIRST) == portrait.SKETCHES
        assert set(portrait.SPREADS) == {0.05}
    assert [sketch.weights for sketch in portrait.FIRST] == before


@pytest.mark.usefixtures("tiny")
def test_the_command_writes_all_modules_of_a_game(tmp_path: Path) -> None:
    words = ["danger13", "--share", "0.001", "--folder", str(tmp_path / "kept"), "--into", str(tmp_path / "made")]
    done = CliRunner().invoke(main, words, catch_exceptions=False)
    assert done.exit_code == 0
    assert "step    1 of 1" in done.output
    assert "watched 1 games of 1" in done.output
    for module in ("weights", "thoughts"):
        text = (tmp_path / "made" / f"{module}.py").read_text()
        assert text.startswith('"""Made by `python -m bots.training danger13`')
    again = CliRunner().invoke(main, words, catch_exceptions=False)
    assert "step" not in again.output
    assert "wrote" in again.output


def test_a_stopped_command_says_how_far_it_came(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(import_module("bots.training.danger13"), "partner", stop)
    done = CliRunner().invoke(main, ["danger13", "--folder", str(tmp_path)])
    assert done.exit_code == 130
    assert "stopped after step 0" in done.output


def test_without_numpy_a_course_that_needs_it_does_not_begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    done = CliRunner().invoke(main, ["bumbesi", "--folder", str(tmp_path)])
    assert done.exit_code == 2
    assert done.output == "Error: Teaching nets needs numpy: pip install 'tablee[training]'.\n"
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(Missing):
        GESCHENKT.check()
    COURSES["dacapo"].check()


@pytest.mark.parametrize(("name", "module"), MODULES)
def test_every_tuned_number_lies_in_a_module_as_training_writes_it(name: str, module: str) -> None:
    page = home(COURSES[name]) / f"{module}.py"
    tree = ast.parse(page.read_text())
    assigned = [node for node in tree.body if isinstance(node, ast.AnnAssign)]
    sections = {ast.unparse(node.target): ast.literal_eval(node.value) for node in assigned if node.value}
    assert page.read_text() == written(name, sections)
    expected = COURSES[name].start[module]
    assert sections.keys() == expected.keys()
    for section, wanted in expected.items():
        found = sections[section]
        if isinstance(wanted, dict):
            assert {key: len(values) for key, values in found.items()} == {
                key: len(values) for key, values in wanted.items()
            }
        else:
            assert len(found[0]) == len(wanted[0])
