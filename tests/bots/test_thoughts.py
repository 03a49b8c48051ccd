"""What searches choose can be learnt, and learnt again from the same seed."""

import random
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from math import log
from pathlib import Path

import pytest

from bots.policies.net import Net
from bots.training.course import Run
from bots.training.courses import COURSES
from bots.training.installed import install, put_back
from bots.training.thoughts.learning import teach
from bots.training.thoughts.notes import Notes, Thought, bits, held_apart, regret
from bots.training.thoughts.stage import Thoughts
from bots.training.thoughts.study import Schooling

THINGS = 8
NOTHING = [0.0] * THINGS


# So many games show that a net has learnt something, where every option is tried so often: the first round for each.
ENOUGH = {
    ("geschenkt", "thoughts"): (3, 16),
    ("geschenkt", "veterans"): (3, 60),
    ("danger13", "thoughts"): (10, 16),
    ("bumbesi", "thoughts 1"): (24, 4),
}


def round_of(game: str, name: str) -> Thoughts:
    """A round of thoughts in a game's course."""
    found = next(stage for stage in COURSES[game].stages if stage.name == name)
    assert isinstance(found, Thoughts)
    return found


@pytest.fixture
def at_the_start(game: str, name: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let everybody think very little and play as nobody has learnt anything yet."""
    page = import_module(round_of(game, name).study.watch.__module__)
    monkeypatch.setattr(page, "BUDGETS", (ENOUGH[game, name][1],))
    course = COURSES[game]
    with put_back(course.package, course.start):
        install(course.package, course.start)
        yield


def silent(text: str) -> None:
    """Nobody reads progress here."""


def bent(count: int) -> list[Thought]:
    """Somebody takes what is cheap early and what is dear late, which no straight line can say."""
    luck = random.Random(1)
    thoughts = []
    for _ in range(count):
        look = [1.0] + [luck.uniform(-1.0, 1.0) for _ in range(THINGS - 1)]
        took = float(look[1] * look[6] > 0.0)
        thoughts.append(Thought([look, NOTHING], [took, 1.0 - took]))
    return thoughts


def apart(count: int) -> list[Thought]:
    """Of several options the one is best that has most of the second thing and least of the third."""
    luck = random.Random(2)
    thoughts = []
    for _ in range(count):
        looks = [[1.0] + [luck.uniform(-1.0, 1.0) for _ in range(THINGS - 1)] for _ in range(luck.randint(2, 6))]
        thoughts.append(Thought(looks, [0.1 * look[1] - 0.2 * look[2] for look in looks]))
    return thoughts


def test_a_net_learns_what_no_line_can_say() -> None:
    thoughts = bent(3000)
    straight, net = (teach(thoughts[:2000], 1, Schooling(units=units, rounds=20)) for units in (0, 4))
    assert bits(straight, thoughts[2000:]) > 0.95
    assert bits(net, thoughts[2000:]) < 0.75


def test_a_net_learns_which_of_many_options_is_best() -> None:
    thoughts = apart(1500)
    net = teach(thoughts[:1000], 1, Schooling(units=0, rate=0.05))
    assert regret([NOTHING], thoughts[1000:]) > 0.1
    assert regret(net, thoughts[1000:]) < 0.005
    assert net[0][2] / net[0][1] == pytest.approx(-2.0, rel=0.1)


@pytest.mark.parametrize("things", [3, 8, 19])
def test_a_net_is_its_line_and_its_units_as_far_as_they_are_above_nothing(things: int) -> None:
    look = [0.5 * thing - 1.0 for thing in range(things)]
    ones = [1.0] * things
    net = Net([ones, [*look, 3.0], [*(-value for value in look), 7.0]])
    assert net.score(look) == pytest.approx(sum(look) + 3.0 * sum(value * value for value in look))


def alike(first: int, second: int, lost: float) -> list[Thought]:
    """So often the first of two options is better by a little, and so often worse by `lost`; both look the same."""
    looks = [[1.0, *NOTHING[1:]], NOTHING]
    return [Thought(looks, [0.5, 0.49])] * first + [Thought(looks, [0.5 - lost, 0.5])] * second


def test_with_stakes_a_net_learns_what_brings_most_and_not_what_is_best_most_often() -> None:
    thoughts = alike(80, 20, lost=0.2)
    often, most = (
        teach(thoughts, 1, Schooling(units=0, rounds=40, heat=0.002, stakes=stakes)) for stakes in (False, True)
    )
    assert often[0][0] > 0.0 > most[0][0]
    assert regret(most, thoughts) < regret(often, thoughts)


def test_with_stakes_a_net_is_as_sure_of_its_choices_as_they_are_right() -> None:
    net = teach(alike(75, 25, lost=0.01), 1, Schooling(units=0, rounds=40, stakes=True))
    assert net[0][0] == pytest.approx(log(3.0), rel=0.1)


def test_teaching_goes_on_from_weights_that_are_known() -> None:
    thoughts = apart(300)
    known = [0.0, 5.0, -10.0, *[0.0] * (THINGS - 3)]
    assert teach(thoughts, 1, Schooling(units=0, rounds=0), known)[0] == pytest.approx(known)


def test_who_says_that_everything_is_as_likely_needs_a_bit_for_each_choice_of_two() -> None:
    assert bits([NOTHING], bent(20)) == pytest.approx(1.0)


@pytest.mark.usefixtures("at_the_start")
@pytest.mark.parametrize(("game", "name"), [("danger13", "thoughts")])
def test_watching_goes_on_where_it_was_stopped(game: str, name: str, tmp_path: Path) -> None:
    watch = round_of(game, name).study.watch

    def stopped(seed: int) -> list[Thought]:
        if (tmp_path / "stopped").exists():
            raise KeyboardInterrupt
        return watch(seed)

    said: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        Notes(tmp_path / "stopped", stopped).take(2, 7, said.append)
    assert said == ["stopped after 1 games of 2, which are kept"]
    gone_on = Notes(tmp_path / "stopped", watch)
    gone_on.take(2, 7, silent)
    at_once = Notes(tmp_path / "at once", watch)
    at_once.take(2, 7, silent)
    assert gone_on.games == at_once.games
    assert held_apart(at_once.games * 2)[0] == at_once.games[1]


def test_a_game_that_was_not_written_down_to_the_end_is_watched_again(tmp_path: Path) -> None:
    path = tmp_path / "notes"
    Notes(path, lambda _: apart(2)).take(2, 1, silent)
    whole = path.read_text()
    for length in (len(whole) - 9, len(whole) // 2 - 9):
        path.write_text(whole[:length])
        Notes(path, lambda _: apart(2)).take(2, 1, silent)
        assert path.read_text() == whole


@pytest.mark.usefixtures("at_the_start")
@pytest.mark.parametrize(("game", "name"), ENOUGH)
def test_a_tiny_round_of_thoughts_gives_less_away_than_the_start(game: str, name: str, tmp_path: Path) -> None:
    stage = replace(round_of(game, name), games=ENOUGH[game, name][0])
    said: list[str] = []
    run = Run(1, 1.0, tmp_path, said.append)
    net = stage.learn(run)["thoughts"][stage.net]
    assert isinstance(net, list)
    notes = Notes(run.file(stage.name, "jsonl"), stage.study.watch)
    _, known = held_apart(notes.games)
    assert regret(net, known) < regret(stage.study.known, known)
    assert bits(net, known) < bits([[0.0] * len(net[0])], known)
    assert "learnt from" in said[-1]
