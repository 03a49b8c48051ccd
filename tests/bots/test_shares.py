"""Shares of the win as they come true: what is taken off a search's hopes, and where the numbers come from."""

import random
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from bots.bot import Budget
from bots.policies import DESCRIPTORS
from bots.searcher import Searcher
from bots.shares import Truth, truth_of
from bots.training.__main__ import main
from bots.training.calibration import Saying, calibrate, fit
from engines.games import GAMES
from tests.bots.decisions import decide
from tests.setups import Setup

FEW = Budget(iterations=40)


def test_an_even_share_stays_even_however_wrong_others_are() -> None:
    assert [Truth(0.5).of(1 / seats, seats) for seats in (2, 3, 4)] == pytest.approx([1 / 2, 1 / 3, 1 / 4])


def test_a_search_that_hopes_too_much_is_told_to_hope_less() -> None:
    truth = Truth(slope=0.8, shift=-0.1)
    assert truth.of(0.9, 3) < 0.9
    assert truth.of(0.02, 3) > 0.02
    shares = [truth.of(number / 20, 3) for number in range(21)]
    assert shares == sorted(shares)


def test_what_is_certain_stays_certain() -> None:
    assert [Truth(0.7, -0.3).of(share, 4) for share in (0.0, 1.0)] == [0.0, 1.0]


def test_a_game_that_was_not_measured_is_taken_at_its_word() -> None:
    assert truth_of("whist") == Truth(1.0, 0.0)
    assert Truth().of(0.3, 4) == pytest.approx(0.3)


@pytest.mark.parametrize("game", DESCRIPTORS)
def test_every_game_was_measured(game: str) -> None:
    assert 0.5 < truth_of(game).slope <= 1.1


@pytest.mark.parametrize("game", DESCRIPTORS)
def test_the_same_move_is_advised_with_shares_as_they_come_true(game: str) -> None:
    decision = decide(Setup(GAMES[game], 3))
    hoped = Searcher(hopeful=True).choose(decision, FEW, 3)
    told = Searcher().choose(decision, FEW, 3)
    assert (told.move, [judged.move for judged in told.choices]) == (hoped.move, [each.move for each in hoped.choices])
    for judged, before in zip(told.choices, hoped.choices, strict=True):
        wanted = truth_of(game).of(before.win, decision.view.seats) if before.visits else 0.0
        assert judged.win == pytest.approx(wanted)
        assert (judged.visits, judged.score) == (before.visits, before.score)


def test_the_fit_finds_how_wrong_somebody_was() -> None:
    luck, truth = random.Random(1), Truth(slope=0.7, shift=-0.2)
    sayings: list[Saying] = []
    for _ in range(20_000):
        said = luck.uniform(0.02, 0.98)
        sayings.append((said, float(luck.random() < truth.of(said, 4))))
    assert list(fit(sayings, 4)) == pytest.approx(list(truth), abs=0.06)


def test_the_command_measures_a_game_and_leaves_the_others_as_they_are(tmp_path: Path) -> None:
    into = tmp_path / "shares.toml"
    into.write_text("# head\n\n[whist]\n# how\nslope = 0.500\nshift = 0.000\n")
    command = ["shares", "danger13", "--decisions", "60", "--budget", "8i", "--into", str(into)]
    done = CliRunner().invoke(main, command)
    assert done.exit_code == 0, done.output
    found = tomllib.loads(into.read_text())
    assert found["whist"] == {"slope": 0.5, "shift": 0.0}
    assert found["danger13"].keys() == {"slope", "shift"}
    assert "python -m bots.training shares danger13 --seats 3 --decisions 60 --budget 8i" in into.read_text()


def test_calibration_listens_to_what_people_are_told() -> None:
    found = calibrate("danger13", 3, 20, Budget(iterations=8), 1)
    assert found.decisions >= 20
    assert 0.0 <= found.error <= 1.0
