"""What searches choose can be learnt, and learnt again from the same seed."""

import random
from importlib import import_module
from math import log
from pathlib import Path

import pytest
from click.testing import CliRunner

from bots.policies.net import Net
from bots.searcher import Searcher
from bots.training.__main__ import known_nets, main
from bots.training.thoughts import STUDIES
from bots.training.thoughts.learning import teach
from bots.training.thoughts.notes import Notes, Thought, bits, held_apart, regret
from bots.training.thoughts.study import Schooling

THINGS = 8
NOTHING = [0.0] * THINGS


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everybody think very little."""
    for game in STUDIES:
        monkeypatch.setattr(import_module(f"bots.training.thoughts.{game}"), "BUDGETS", (4,))


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


@pytest.mark.usefixtures("hasty")
def test_watching_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    def watch(seed: int) -> list[Thought]:
        return STUDIES["geschenkt"].watch(seed, None)

    Notes(tmp_path / "stopped", watch).take(1, 7, silent)
    gone_on = Notes(tmp_path / "stopped", watch)
    gone_on.take(2, 7, silent)
    at_once = Notes(tmp_path / "at once", watch)
    at_once.take(2, 7, silent)
    assert gone_on.games == at_once.games
    assert held_apart(at_once.games * 2)[0] == at_once.games[1]


@pytest.mark.usefixtures("hasty")
def test_somebody_else_is_watched_by_the_moves_that_they_choose() -> None:
    for thought in STUDIES["geschenkt"].watch(3, Searcher()):
        assert sorted(thought.worths)[-2:] == [0.0, 1.0]


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("game", STUDIES)
def test_the_same_seed_teaches_the_same_net_which_foresees_better_than_luck(game: str, tmp_path: Path) -> None:
    made, said = [], ""
    for name in ("once", "again"):
        into = tmp_path / f"{name}.py"
        command = ["thoughts", game, "--games", "4", "--folder", str(tmp_path / name), "--into", str(into)]
        done = CliRunner().invoke(main, command)
        assert done.exit_code == 0, done.output
        made.append(into.read_text())
        said = done.output
    assert made[0] == made[1]
    learnt: dict[str, list[list[float]]] = {}
    exec(made[0], learnt)
    known = known_nets(game)
    assert learnt.get("BEFORE") == known.get("BEFORE")
    assert learnt["TODAY"] != known["TODAY"]
    Net(learnt["TODAY"])
    notes = Notes(tmp_path / "once" / f"thoughts-{game}-1.jsonl", lambda _: [])
    from_all = [thought for each in notes.games for thought in each]
    nothing = [[0.0] * len(from_all[0].looks[0])]
    assert bits(learnt["TODAY"], from_all) < bits(nothing, from_all)
    assert "held apart" in said
