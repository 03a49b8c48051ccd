"""Exercises: positions cut out of records, found by a run that can be stopped, and what counts as solved."""

from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from bots.bot import Budget
from bots.exercises import CLEAR, Exercise, cut, exercises_of, read, write
from bots.findings import JudgedChoice
from bots.training.__main__ import main
from bots.training.exercises import Finding, compare, find_in, strangers_play
from engines.games import GAMES
from engines.record import Record, Replay

QUICK, DEEP = Budget(iterations=40), 150


@pytest.fixture(scope="module")
def exercise() -> Exercise:
    """The first one that little thought finds."""
    found = (find_in(strangers_play("danger13", seed), seed, QUICK, DEEP) for seed in range(100))
    return next(exercise for exercise in found if exercise is not None)


@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_cut_where_a_decision_was(game: str) -> None:
    record = strangers_play(game, 3)
    for turn in range(0, len(record.moves), 7):
        part = cut(record, turn)
        replay = Replay(part)
        assert sum(1 for _events in replay) == turn
        assert replay.outcomes_taken == len(part.chance)
        whole = Replay(record)
        for _step in range(turn):
            whole.step()
        seat = whole.state.turn
        assert replay.game.view(replay.state, seat) == whole.game.view(whole.state, seat)


def test_an_exercise_is_a_mistake_with_one_clearly_better_move(exercise: Exercise) -> None:
    assert exercise.lead > CLEAR * exercise.error
    assert exercise.best == exercise.choices[0].move != exercise.move
    assert {choice.move for choice in exercise.choices} == set(exercise.decision.legal)
    assert exercise.decision.view.turn == exercise.decision.view.seat
    assert read(write([exercise])) == (exercise,)
    assert read(write([exercise]))[0].id == exercise.id


def test_the_better_move_solves_it_and_so_does_one_as_good_but_never_the_one_made() -> None:
    record = Record(game="geschenkt", rules=1, seats=3, options={}, players=("", "", ""), chance=(), moves=())
    choices = tuple(
        JudgedChoice(move, win, 0.01) for move, win in (("a", 0.5), ("b", 0.48), ("c", 0.4), ("made", 0.49))
    )
    exercise = Exercise(record=record, move="made", best="a", lead=0.1, error=0.01, choices=choices)
    assert [move for move in ("a", "b", "c", "made", "untried") if exercise.solved_by(move)] == ["a", "b"]


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_move_is_compared(game: str) -> None:
    record = cut(strangers_play(game, 4), 20)
    decision = Exercise(record=record, move="", best="", lead=0.0, error=0.0, choices=()).decision
    assert len(decision.legal) > 1
    compared = compare(decision, 20, 1)
    assert {choice.move for choice in compared.choices} == set(decision.legal)
    assert list(compared.choices) == sorted(compared.choices, key=lambda choice: -choice.win)


def test_a_run_that_was_stopped_goes_on_to_the_same_end(tmp_path: Path) -> None:
    said: list[str] = []

    def stop(line: str) -> None:
        said.append(line)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Finding("danger13", 1, tmp_path / "one", stop).run(2, QUICK, DEEP)
    assert " of 2 in " in said[0]
    again = Finding("danger13", 1, tmp_path / "one", said.append)
    assert 0 < again.games < 60
    again.run(2, QUICK, DEEP)
    whole = Finding("danger13", 1, tmp_path / "two", said.append)
    whole.run(2, QUICK, DEEP)
    assert (again.found, again.games) == (whole.found, whole.games)


def test_the_command_writes_a_set(tmp_path: Path) -> None:
    into = tmp_path / "exercises.jsonl"
    words = f"exercises danger13 --count 2 --quick 40i --deep 150 --folder {tmp_path} --into {into}"
    done = CliRunner().invoke(main, words.split())
    assert done.exit_code == 0, done.output
    first, second = read(into.read_text())
    assert first.lead >= second.lead


def test_a_game_without_a_set_has_no_exercises() -> None:
    assert exercises_of("cuckoo") == ()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_set_of_positions_in_which_one_move_is_clearly_the_best(game: str) -> None:
    exercises = exercises_of(game)
    assert len(exercises) >= 40
    assert len({exercise.id for exercise in exercises}) == len(exercises)
    for exercise in exercises:
        legal = exercise.decision.legal
        assert exercise.lead > CLEAR * exercise.error
        assert exercise.best == exercise.choices[0].move != exercise.move
        assert {choice.move for choice in exercise.choices} == set(legal)
        assert len(exercise.choices) == len(legal) > 1
        assert exercise.choices[0].win - exercise.choices[1].win <= exercise.lead + 1e-3
    answers = Counter(exercise.best for exercise in exercises)
    assert max(answers.values()) <= len(exercises) / 2


@pytest.mark.parametrize("game", GAMES)
def test_a_few_of_a_set_are_found_again_with_other_luck(game: str) -> None:
    for exercise in exercises_of(game)[:3]:
        again = compare(exercise.decision, 60, 12345)
        best = next(choice for choice in again.choices if choice.move == exercise.best)
        assert again.choices[0].win - best.win <= 3 * (again.choices[0].error + best.error)
        made = next(choice for choice in again.choices if choice.move == exercise.move)
        assert made.win < best.win
