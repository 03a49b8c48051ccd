"""The ladder: which games are rated, what they change, who stands where, and that no two houses lose a change."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bots.rating import PROVISIONAL, Rating, bot_rating, rate
from net.house.rated import DAY, MOST_A_DAY, is_rated, players, rate_game
from net.store.ladder import Rung, Standing
from net.store.sqlite_store import SqliteStore
from net.store.store import FinishedGame

ADA, BOB, ROBO = "key:SHA256:" + "a" * 43, "key:SHA256:" + "b" * 43, "key:SHA256:" + "a" * 43 + "+robo"
GAME = FinishedGame(
    table="kiwi-42",
    number=1,
    game="geschenkt",
    finished=1000.0,
    identities=(ADA, BOB, ""),
    names=("Ada", "Bob", "hard-Renard"),
    scores=(12, 30, 20),
    winners=(0,),
    stand_ins=(),
    hints=0,
    taken_back=0,
    id=1,
)


def game(**changes: Any) -> FinishedGame:
    return msgspec.structs.replace(GAME, **changes)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    store = await SqliteStore.open(tmp_path)
    await store.set_name(ADA, "Ada", "ada")
    yield store
    await store.close()


async def test_a_game_moves_people_by_their_places_and_leaves_bots_where_they_are(store: SqliteStore) -> None:
    assert await rate_game(store.ladder, GAME, [])
    bot = bot_rating("geschenkt", "hard")
    assert bot is not None
    ada, bob, _bot = rate([Rating(), Rating(), bot], [0, 2, 1])
    assert await store.ladder.standings("geschenkt", [ADA, BOB]) == {
        ADA: Standing(ADA, "Ada", ada, 1),
        BOB: Standing(BOB, "", bob, 1),
    }
    assert await store.ladder.standings("dacapo", [ADA]) == {}
    changed = await store.ladder.changed_by(1)
    assert changed == {ADA: (Rating(), ada), BOB: (Rating(), bob)}


async def test_a_game_is_rated_once(store: SqliteStore) -> None:
    assert await rate_game(store.ladder, GAME, [])
    once = await store.ladder.standings("geschenkt", [ADA, BOB])
    assert await rate_game(store.ladder, GAME, [])
    assert await store.ladder.standings("geschenkt", [ADA, BOB]) == once


async def test_of_two_who_rate_at_the_same_time_one_has_to_look_again(store: SqliteStore) -> None:
    await rate_game(store.ladder, GAME, [])
    stale = {ADA: 0, BOB: 1}
    after = {ADA: Rating(30, 5), BOB: Rating(20, 5)}
    assert not await store.ladder.rate("geschenkt", 2, 2000.0, after, stale)
    assert len(await store.ladder.course("geschenkt", BOB)) == 1, "all of a game's players change, or none"
    assert await store.ladder.rate("geschenkt", 2, 2000.0, after, {ADA: 1, BOB: 1})


@pytest.mark.parametrize(
    "helped",
    [{"hints": 1}, {"taken_back": 1}, {"stand_ins": (1,)}, {"played_on": True}],
    ids=["hints", "taken back", "stood in", "played on"],
)
async def test_nothing_counts_that_somebody_had_help_with(store: SqliteStore, helped: dict[str, Any]) -> None:
    assert not await rate_game(store.ladder, game(**helped), [])
    assert await store.ladder.standings("geschenkt", [ADA, BOB]) == {}


def test_somebody_without_a_rating_leaves_a_game_unrated_and_so_does_a_table_without_people() -> None:
    assert players(game(names=("Ada", "Bob", "threshold:8"))) is None
    assert players(game(identities=(ROBO, "", ""), names=("robo", "easy-1", "hard-2"))) is None
    assert players(game(identities=(ADA, ROBO, ""))) is not None, "a program that says so is rated"
    assert [player.bot for player in players(game(names=("Ada", "Bob", "easy-1"))) or []][2] == bot_rating(
        "geschenkt", "easy"
    )


def test_the_same_people_are_rated_only_so_often_a_day() -> None:
    before = [game(id=10 + number, finished=900.0) for number in range(MOST_A_DAY)]
    assert not is_rated(GAME, before)
    assert is_rated(GAME, before[1:])
    assert is_rated(GAME, [*before[1:], game(id=99, identities=(ADA, "", ""))]), "others are others"
    assert is_rated(game(finished=900.0 + DAY + 1), before), "that was yesterday"


async def test_only_settled_ratings_are_on_the_ladder_the_strongest_first(store: SqliteStore) -> None:
    for number, (name, mu, sigma) in enumerate(
        [("x", 30, 2), ("y", 35, 2), ("new", 40, PROVISIONAL + 1), (ADA, 32, 2)]
    ):
        await store.ladder.rate("dacapo", number, 1.0, {name: Rating(mu, sigma)}, {name: 0})
    assert [each.identity for each in await store.ladder.top("dacapo")] == ["y", ADA, "x"]
    assert [each.name for each in await store.ladder.top("dacapo", most=1, start=1)] == ["Ada"]
    assert await store.ladder.rung("dacapo", ADA) == Rung(2, 3)
    assert await store.ladder.rung("dacapo", "new") is None
    assert await store.ladder.top("geschenkt") == []


async def test_the_course_of_a_rating_is_told_from_its_oldest_step(store: SqliteStore) -> None:
    for number in range(1, 6):
        await store.ladder.rate("dacapo", number, float(number), {ADA: Rating(25 + number, 5)}, {ADA: number - 1})
    steps = await store.ladder.course("dacapo", ADA, most=3)
    assert [(step.at, step.game, step.rating.mu) for step in steps] == [(3.0, 3, 28.0), (4.0, 4, 29.0), (5.0, 5, 30.0)]
    assert (await store.ladder.changed_by(5))[ADA] == (Rating(29, 5), Rating(30, 5))


async def test_ratings_outlast_the_house(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path)
    await rate_game(store.ladder, GAME, [])
    before = await store.ladder.standings("geschenkt", [ADA, BOB])
    await store.close()
    store = await SqliteStore.open(tmp_path)
    assert await store.ladder.standings("geschenkt", [ADA, BOB]) == before
    await store.close()
