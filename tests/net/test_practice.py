"""Practice in a house: own mistakes as exercises from reviews that were kept, when each comes back, and figures."""

import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from bots.bot import Budget
from bots.exercises import exercises_of
from bots.findings import JudgedChoice, Judgement, Review
from bots.kept_review import dump_review
from bots.review import plan
from engines.record import load
from net import messages as say
from net.house import practice
from net.house.house import House
from net.schedule import DAY
from tests.net.house_harness import Person, enter, open_house, play_out, started


@dataclass(slots=True)
class Clock:
    """The time of day that the house reads."""

    now: float

    def time(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    held = Clock(time.time())
    monkeypatch.setattr(practice, "time", held)
    return held


def judgement(turn: int, seat: int, made: str, verdict: str) -> Judgement:
    best = made if verdict == "best" else {"pass": "take", "take": "pass"}[made]
    choices = tuple(JudgedChoice(move, 0.5 if move == best else 0.3, 0.01) for move in ("take", "pass"))
    return Judgement(turn, seat, made, best, 0.0 if best == made else 0.2, 0.01, verdict, choices)


async def finish(house: House) -> tuple[Person, int, int]:
    """Let Ada play a game to its end; return her, the id of the game and her seat."""
    ada, _update = await started(house)
    (over,) = await play_out(ada)
    while over.record is None:
        over = await ada.hear(say.Update)
    assert over.seat is not None
    return ada, over.record, over.seat


async def review(house: House, id: int, seat: int, *verdicts: str) -> list[int]:
    """Keep a review that has these verdicts on a seat's first decisions and best on all others; list those turns."""
    kept = await house.store.game(id)
    assert kept is not None
    planned = plan(kept.record, seat)
    made = load(kept.record).moves
    found = Review(planned, Budget(iterations=1))
    for number, turn in enumerate(planned.decisions):
        word = verdicts[number] if number < len(verdicts) else "best"
        found.add(judgement(turn, seat, made[turn], word))
    await house.store.keep_review(id, seat, dump_review(found, kept.record))
    return list(planned.decisions)


async def ask(person: Person, **what: object) -> say.Practice:
    return await person.ask(say.MyPractice(**what), say.Practice)  # type: ignore[arg-type]


async def test_a_mistake_becomes_an_exercise_after_a_day_and_comes_back(tmp_path: Path, clock: Clock) -> None:
    async with open_house(tmp_path) as house:
        ada, id, seat = await finish(house)
        turns = await review(house, id, seat, "mistake", "inexact", "blunder", "good")
        assert (await ask(ada, most=5)).due == 0
        clock.now += DAY + 60
        due = await ask(ada, most=5)
        assert (due.due, [task.key for task in due.tasks]) == (2, [f"{id}:{turns[0]}", f"{id}:{turns[2]}"])
        ada.tell(say.Practised(key=due.tasks[0].key, right=True))
        ada.tell(say.Practised(key=due.tasks[1].key, right=False))
        assert (await ask(ada)).due == 0
        clock.now += DAY
        assert [task.key for task in (await ask(ada, most=5)).tasks] == [f"{id}:{turns[2]}"]
        clock.now += 2 * DAY
        assert (await ask(ada)).due == 2


async def test_an_exercise_is_the_position_as_its_seat_saw_it(tmp_path: Path, clock: Clock) -> None:
    async with open_house(tmp_path) as house:
        ada, id, seat = await finish(house)
        turns = await review(house, id, seat, "blunder")
        clock.now += 2 * DAY
        (task,) = (await ask(ada, most=5)).tasks
        exercise = task.exercise
        assert exercise.decision.view.seat == seat
        assert len(exercise.record.moves) == turns[0]
        assert exercise.solved_by(exercise.best)
        assert not exercise.solved_by(exercise.move)
        assert (await ask(ada, game="danger13", most=5)).tasks == ()
        assert (await ask(ada, game="geschenkt", most=0)).tasks == ()


async def test_what_was_remembered_outlasts_the_house(tmp_path: Path, clock: Clock) -> None:
    async with open_house(tmp_path) as house:
        ada, id, seat = await finish(house)
        await review(house, id, seat, "blunder")
        clock.now += 2 * DAY
        (task,) = (await ask(ada, most=1)).tasks
        ada.tell(say.Practised(key=task.key, right=True))
        assert (await ask(ada)).due == 0
    async with open_house(tmp_path) as house:
        ada = await enter(house, "Ada")
        assert (await ask(ada)).due == 0
        clock.now += 3 * DAY
        assert (await ask(ada)).due == 1


async def test_exercises_of_a_set_come_back_only_where_they_were_missed(tmp_path: Path, clock: Clock) -> None:
    found, missed = (exercise.id for exercise in exercises_of("geschenkt")[:2])
    async with open_house(tmp_path) as house:
        ada = await enter(house, "Ada")
        ada.tell(say.Practised(key=found, right=True))
        ada.tell(say.Practised(key=missed, right=False))
        now = await ask(ada)
        assert (now.due, now.again, set(now.met)) == (0, (), {found, missed})
        clock.now += DAY + 1
        then = await ask(ada)
        assert (then.due, then.again, then.met) == (1, (missed,), (found,))


async def test_nobody_gets_an_exercise_of_somebody_elses_seat(tmp_path: Path, clock: Clock) -> None:
    async with open_house(tmp_path) as house:
        ada, id, seat = await finish(house)
        await review(house, id, (seat + 1) % 3, "blunder", "blunder")
        clock.now += 2 * DAY
        assert (await ask(ada, most=5)).due == 0
        bob = await enter(house, "Bob")
        await review(house, id, seat, "blunder")
        assert (await ask(bob, most=5)).due == 0


async def test_a_review_that_cannot_be_read_is_passed_over(tmp_path: Path, clock: Clock) -> None:
    async with open_house(tmp_path) as house:
        ada, id, seat = await finish(house)
        await house.store.keep_review(id, seat, b"no review")
        clock.now += 2 * DAY
        assert (await ask(ada, most=5)).due == 0
        assert (await ada.ask(say.MyFigures(), say.Figures)).accuracy == ()


async def test_figures_are_of_all_own_games_and_of_those_reviewed(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, id, seat = await finish(house)
        decisions = await review(house, id, seat, "mistake")
        told = await ada.ask(say.MyFigures(), say.Figures)
        assert [(game.id, game.seat) for game in told.games] == [(id, seat)]
        (accuracy,) = told.accuracy
        assert (accuracy.id, accuracy.decisions) == (id, len(decisions))
        assert accuracy.share == pytest.approx(1 - 1 / len(decisions))


async def test_a_game_in_which_nothing_surely_mattered_has_no_accuracy(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, id, seat = await finish(house)
        kept = await house.store.game(id)
        assert kept is not None
        found = Review(plan(kept.record, seat), Budget(iterations=1))
        await house.store.keep_review(id, seat, dump_review(found, kept.record))
        told = await ada.ask(say.MyFigures(), say.Figures)
        assert len(told.games) == 1
        assert told.accuracy == ()


async def test_only_a_house_that_says_so_is_asked(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        person = Person(house, "key:Ada")
        assert (await person.ask(say.Enter(name="Ada"), say.Welcome)).practice
