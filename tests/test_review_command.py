"""`tablee review` from outside: its JSON to the letter, its sentences, its picture, and what it refuses."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from bots.bot import Budget
from bots.kept_review import load_review
from engines.games import GAMES
from engines.record import dump
from tests.setups import Setup
from tests.test_cli import Tablee

FEW = ("--budget", "16i")


@pytest.fixture
def tablee(capsys: pytest.CaptureFixture[str]) -> Tablee:
    return Tablee(capsys)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.tablee"
    path.write_bytes(dump(Setup(GAMES["geschenkt"], 3).finished(1).record()))
    return path


def test_json_is_one_line_a_decision_and_last_luck_and_play(tablee: Tablee, record: Path) -> None:
    done = tablee("review", record, "--seat", 1, "--json", *FEW)
    assert (done.code, done.err) == (0, "")
    *decisions, last = [json.loads(line) for line in done.out.splitlines()]
    assert list(last) == ["seat", "luck", "luck_error", "play", "play_error", "others", "others_error", "accuracy"]
    assert last["seat"] == 1
    assert decisions
    for line in decisions:
        assert list(line) == ["turn", "seat", "move", "best", "loss", "error", "verdict", "choices"]
        assert line["seat"] == 1
        assert line["verdict"] in ("best", "good", "inexact", "mistake", "blunder")
        assert all(list(choice) == ["move", "win", "error"] for choice in line["choices"])
        assert {"take", "pass"} == {choice["move"] for choice in line["choices"]}


def test_iterations_make_a_review_repeatable(tablee: Tablee, record: Path) -> None:
    first, second = (tablee("review", record, "--json", *FEW).out for _ in range(2))
    assert first == second


def test_what_was_judged_lies_beside_the_record_and_a_better_budget_replaces_it(tablee: Tablee, record: Path) -> None:
    beside = record.with_name("game.seat1.review")
    first = tablee("review", record, "--seat", 1, "--json", *FEW).out
    kept = beside.read_bytes()
    assert load_review(kept).budget == Budget(iterations=16)
    assert tablee("review", record, "--seat", 1, "--json", "--budget", "8i").out == first
    assert beside.read_bytes() == kept
    assert tablee("review", record, "--seat", 1, "--json", "--budget", "24i").out != first
    assert load_review(beside.read_bytes()).budget == Budget(iterations=24)


def test_a_kept_review_that_was_damaged_or_is_of_another_game_is_made_again(tablee: Tablee, record: Path) -> None:
    beside = record.with_name("game.seat0.review")
    first = tablee("review", record, "--json", *FEW).out
    kept = beside.read_bytes()
    beside.write_bytes(kept[:-1])
    assert tablee("review", record, "--json", *FEW).out == first
    assert beside.read_bytes() == kept
    record.write_bytes(dump(Setup(GAMES["geschenkt"], 3).finished(2).record()))
    assert tablee("review", record, "--json", *FEW).out != first


def test_a_folder_that_can_not_be_written_hinders_no_review(tablee: Tablee, record: Path) -> None:
    record.with_name("game.seat0.review").mkdir()
    done = tablee("review", record, "--json", *FEW)
    assert (done.code, done.err) == (0, "")


def test_a_review_is_told_in_sentences(tablee: Tablee, record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = tablee("review", record, *FEW).out.splitlines()
    assert lines[0].startswith("Geschenkt: player 0, ")
    assert any(" was better: " in line or "(" in line for line in lines[1:-1])
    assert lines[-1].startswith("luck ")
    monkeypatch.setenv("TABLEE_LANGUAGE", "fr")
    french = tablee("review", record, *FEW).out.splitlines()
    assert french[-1].startswith("chance ")


def test_a_summary_of_little_thinking_tells_no_share_beyond_a_win_and_none_within_its_error(
    tablee: Tablee, tmp_path: Path
) -> None:
    path = tmp_path / "game.tablee"
    path.write_bytes(dump(Setup(GAMES["danger13"], 3).finished(1).record()))
    last = json.loads(tablee("review", path, "--json", *FEW).out.splitlines()[-1])
    assert max(abs(last["play"]), abs(last["luck"])) > 1
    summary = tablee("review", path, *FEW).out.splitlines()[-1].partition(";")[0]
    assert "unclear" in summary
    for part in summary.split(", "):
        figures = [int(figure) for figure in re.findall(r"\d+", part)]
        assert all(figure <= 100 for figure in figures)
        assert figures == sorted(figures, reverse=True)


def test_the_picture_has_a_line_for_everybody(tablee: Tablee, record: Path, tmp_path: Path) -> None:
    path = tmp_path / "chances.svg"
    assert tablee("review", record, "--svg", path, *FEW).code == 0
    root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
    assert len(root.findall("{*}polyline")) == 3
    assert {"player 0", "player 1", "player 2"} <= {text.text for text in root.findall("{*}text")}


def test_a_game_that_goes_on_is_refused(tablee: Tablee, tmp_path: Path) -> None:
    path = tmp_path / "open.tablee"
    path.write_bytes(dump(Setup(GAMES["bumbesi"], 3).unfinished(1, 10).record()))
    assert "not over yet" in tablee.refuses("review", path)


def test_what_can_not_be_reviewed_is_refused_in_one_line(tablee: Tablee, record: Path, tmp_path: Path) -> None:
    assert "seats are 0 to 2" in tablee.refuses("review", record, "--seat", 3)
    assert "no thinking time" in tablee.refuses("review", record, "--budget", "soon")
    assert "No such file" in tablee.refuses("review", tmp_path / "nothing")
    assert "No such file" in tablee.refuses("review", record, *FEW, "--svg", tmp_path / "no" / "folder.svg")
