"""What searches choose in Geschenkt can be learnt, and learnt again from the same seed."""

import random
from pathlib import Path

import pytest
from click.testing import CliRunner

from bots.policies.geschenkt.features import NAMES
from bots.policies.geschenkt.thinker import Thinker
from bots.policies.geschenkt.thoughts import BEFORE, TODAY
from bots.training import thoughts
from bots.training.__main__ import main
from bots.training.thoughts import Choice, Memory, bits, held_apart, teach


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everybody think very little."""
    monkeypatch.setattr(thoughts, "BUDGETS", (4,))
    monkeypatch.setattr(thoughts, "ROUNDS", 3)


def silent(text: str) -> None:
    """Nobody reads progress here."""


def bent(count: int) -> list[Choice]:
    """Somebody takes what is cheap early and what is dear late, which no straight line can say."""
    luck = random.Random(1)
    choices = []
    for _ in range(count):
        look = [1.0] + [luck.uniform(-1.0, 1.0) for _ in NAMES[1:]]
        choices.append(Choice(look, look[1] * look[6] > 0.0))
    return choices


def test_a_net_learns_what_no_line_can_say() -> None:
    choices = bent(3000)
    straight, net = (teach(choices[:2000], 1, units, 10) for units in (0, 4))
    assert bits(straight, choices[2000:]) > 0.95
    assert bits(net, choices[2000:]) < 0.75


def test_who_says_that_everything_is_as_likely_needs_a_bit_for_each_choice() -> None:
    assert bits([[0.0] * len(NAMES)], bent(20)) == pytest.approx(1.0)


@pytest.mark.usefixtures("hasty")
def test_watching_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    Memory(tmp_path / "stopped").watch(1, 7, silent)
    gone_on = Memory(tmp_path / "stopped")
    gone_on.watch(2, 7, silent)
    at_once = Memory(tmp_path / "at once")
    at_once.watch(2, 7, silent)
    assert gone_on.games == at_once.games
    assert held_apart(at_once.games * 2)[0] == at_once.games[1]


@pytest.mark.usefixtures("hasty")
def test_the_same_seed_teaches_the_same_net(tmp_path: Path) -> None:
    made = []
    for name in ("once", "again"):
        into = tmp_path / f"{name}.py"
        command = ["thoughts", "--games", "4", "--folder", str(tmp_path / name), "--into", str(into)]
        done = CliRunner().invoke(main, command)
        assert done.exit_code == 0, done.output
        made.append(into.read_text())
    assert made[0] == made[1]
    learnt: dict[str, list[list[float]]] = {}
    exec(made[0], learnt)
    assert learnt["BEFORE"] == BEFORE
    assert learnt["TODAY"] != TODAY
    Thinker(learnt["TODAY"])
