"""Practice: somebody's own mistakes as exercises, when each comes back, and the figures of all their games."""

import asyncio
import logging
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from bots.exercises import Exercise, cut
from bots.findings import BLUNDER, MISTAKE, Judgement
from bots.kept_review import BadReview, load_review
from engines.record import BadRecord, load
from net.house.archive import game_line
from net.house.member import Member
from net.messages import Accuracy, Figures, MyFigures, MyPractice, Practice, Practised, Task
from net.schedule import Mark, after, begun, with_mark
from net.store.store import ReviewedGame

if TYPE_CHECKING:
    from net.house.house import House

logger = logging.getLogger(__name__)

OWN = ":"
"""Stands in the key of an own mistake, between the game's id and the number of moves made before."""

MOST_GAMES = 500


class Mistake(NamedTuple):
    """A decision that somebody could have taken better, in a game that they finished then."""

    id: int
    game: str
    finished: float
    judgement: Judgement

    @property
    def key(self) -> str:
        """What its marks are kept under."""
        return f"{self.id}{OWN}{self.judgement.turn}"


async def my_practice(house: "House", member: Member, message: MyPractice) -> None:
    """Tell somebody which exercises are due, their own mistakes among them as they saw them then."""
    now = time.time()
    marks = (await house.store.account_of(member.person)).practice
    reviewed = await house.store.reviews_of(member.identity)
    mistakes = await asyncio.to_thread(find_mistakes, reviewed)
    due = [each for each in mistakes if marks.get(each.key, begun(each.finished)).is_due(now)]
    again = tuple(key for key, mark in marks.items() if OWN not in key and mark.is_due(now))
    wanted = [each for each in due if message.game in ("", each.game)][: message.most]
    member.send(
        Practice(
            due=len(due) + len(again),
            tasks=tuple(await _tasks(house, wanted)),
            again=again,
            met=tuple(key for key in marks if OWN not in key and key not in again),
        )
    )


def find_mistakes(reviewed: Sequence[ReviewedGame]) -> list[Mistake]:
    """What was judged a mistake or worse in somebody's own games; a review that can't be read says nothing."""
    found = []
    for each in reviewed:
        try:
            judgements = load_review(each.review).judgements
        except BadReview:
            continue
        game = each.game
        wrong = [judgement for judgement in judgements if judgement.verdict in (MISTAKE, BLUNDER)]
        found += [Mistake(game.id, game.game, game.finished, judgement) for judgement in wrong]
    return found


async def _tasks(house: "House", mistakes: Sequence[Mistake]) -> list[Task]:
    tasks = []
    for mistake in mistakes:
        kept = await house.store.game(mistake.id)
        exercise = None if kept is None else await asyncio.to_thread(make_exercise, kept.record, mistake.judgement)
        if exercise is not None:
            tasks.append(Task(key=mistake.key, exercise=exercise))
    return tasks


def make_exercise(record: bytes, judgement: Judgement) -> Exercise | None:
    """The position before a mistake; None where the rules have changed since."""
    try:
        before = cut(load(record), judgement.turn)
    except BadRecord:
        return None
    return Exercise(
        record=before,
        move=judgement.move,
        best=judgement.best,
        lead=judgement.loss,
        error=judgement.error,
        choices=judgement.choices,
    )


async def practised(house: "House", member: Member, message: Practised) -> None:
    """Remember how somebody fared with an exercise."""
    account = await house.store.account_of(member.person)
    # A mistake of one's own was made once already.
    before = account.practice.get(message.key, Mark(0, 0.0) if OWN in message.key else None)
    marks = with_mark(account.practice, message.key, after(before, message.right, time.time()))
    await house.store.keep_account(member.person, msgspec.structs.replace(account, practice=marks))


async def my_figures(house: "House", member: Member, _message: MyFigures) -> None:
    """Tell somebody about all their games, and how well they played those that were reviewed."""
    games = await house.store.games_of(member.identity, MOST_GAMES)
    reviewed = await house.store.reviews_of(member.identity, MOST_GAMES)
    accuracy = await asyncio.to_thread(find_accuracy, reviewed)
    lines = tuple(game_line(game, member.identity) for game in games)
    member.send(Figures(games=lines, accuracy=accuracy))


def find_accuracy(reviewed: Sequence[ReviewedGame]) -> tuple[Accuracy, ...]:
    """The accuracy in each game that was reviewed and had a decision that mattered, the oldest first."""
    found = []
    for each in reversed(reviewed):
        try:
            review = load_review(each.review).review()
        except BadReview:
            continue
        if review.accuracy is not None:
            found.append(Accuracy(id=each.game.id, share=review.accuracy, decisions=len(review.judgements)))
    return tuple(found)
