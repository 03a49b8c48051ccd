"""The ladder: which games are rated, what they change, who stands where, and that no two houses lose a change."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bots.rating import PROVISIONAL, Rating, bot_rating, rate
from net import messages as said
from net.house.rated import DAY, MOST_A_DAY, is_rated, players, rate_game
from net.messages.account import ForgetMe
from net.messages.company import AskLadder, AskPlayer, LadderLines, PlayerSheet
from net.setup import Setup
from net.store.ladder import Rung, Standing
from net.store.sqlite_store import SqliteStore
from net.store.store import FinishedGame, Store
from tests.net.house_harness import enter, open_house, pair, play_out, started

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


async def test_a_game_moves_people_by_their_places_and_leaves_bots_where_they_are(store: Store) -> None:
    await store.set_name(ADA, "Ada", "ada")
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


async def test_a_game_is_rated_once(store: Store) -> None:
    assert await rate_game(store.ladder, GAME, [])
    once = await store.ladder.standings("geschenkt", [ADA, BOB])
    assert await rate_game(store.ladder, GAME, [])
    assert await store.ladder.standings("geschenkt", [ADA, BOB]) == once


async def test_of_two_who_rate_at_the_same_time_one_has_to_look_again(store: Store) -> None:
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
async def test_nothing_counts_that_somebody_had_help_with(store: Store, helped: dict[str, Any]) -> None:
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


async def test_only_settled_ratings_are_on_the_ladder_the_strongest_first(store: Store) -> None:
    await store.set_name(ADA, "Ada", "ada")
    strong = {"x": Rating(30, 2), "y": Rating(35, 2), "new": Rating(40, PROVISIONAL + 1), ADA: Rating(32, 2)}
    for number, (name, rating) in enumerate(strong.items(), 1):
        await store.ladder.rate("dacapo", number, 1.0, {name: rating}, {name: 0})
    assert [each.identity for each in await store.ladder.top("dacapo")] == ["y", ADA, "x"]
    assert [each.name for each in await store.ladder.top("dacapo", most=1, start=1)] == ["Ada"]
    assert await store.ladder.rung("dacapo", ADA) == Rung(2, 3)
    assert await store.ladder.rung("dacapo", "new") is None
    assert await store.ladder.top("geschenkt") == []


async def test_the_course_of_a_rating_is_told_from_its_oldest_step(store: Store) -> None:
    for number in range(1, 6):
        await store.ladder.rate("dacapo", number, float(number), {ADA: Rating(25 + number, 5)}, {ADA: number - 1})
    steps = await store.ladder.course("dacapo", ADA, most=3)
    assert [(step.at, step.game, step.rating.mu) for step in steps] == [(3.0, 3, 28.0), (4.0, 4, 29.0), (5.0, 5, 30.0)]
    assert (await store.ladder.changed_by(5))[ADA] == (Rating(29, 5), Rating(30, 5))


async def test_who_is_forgotten_is_on_no_ladder(store: Store) -> None:
    await store.ladder.rate("dacapo", 1, 1.0, {ADA: Rating(30, 2), BOB: Rating(20, 2)}, {ADA: 0, BOB: 0})
    assert await store.ladder.people("dacapo") == 2
    await store.ladder.forget("dacapo", ADA)
    assert await store.ladder.standings("dacapo", [ADA]) == {}
    assert await store.ladder.changed_by(1) == {BOB: (Rating(), Rating(20, 2))}
    assert await store.ladder.course("dacapo", ADA) == []
    assert [each.identity for each in await store.ladder.top("dacapo")] == [BOB]
    assert await store.ladder.rung("dacapo", BOB) == Rung(1, 1)


@pytest.mark.parametrize("own", [None, Rating(28, 4), Rating(28, 1)], ids=["none", "less sure", "surer"])
async def test_a_rating_that_is_passed_on_is_the_heirs_unless_theirs_is_surer(store: Store, own: Rating | None) -> None:
    for number, rating in enumerate([Rating(30, 3), Rating(32, 2)], 1):
        await store.ladder.rate("dacapo", number, float(number), {ADA: rating}, {ADA: number - 1})
    if own is not None:
        await store.ladder.rate("dacapo", 3, 3.0, {BOB: own}, {BOB: 0})
    await store.ladder.pass_on("dacapo", ADA, BOB)
    await store.ladder.pass_on("geschenkt", ADA, BOB)
    assert await store.ladder.standings("dacapo", [ADA]) == {}
    assert await store.ladder.course("dacapo", ADA) == []
    passed = own is None or own.sigma > 2
    expected = Standing(BOB, "", Rating(32, 2), 2) if passed else Standing(BOB, "", Rating(28, 1), 1)
    assert await store.ladder.standings("dacapo", [BOB]) == {BOB: expected}
    assert [step.game for step in await store.ladder.course("dacapo", BOB)] == ([1, 2] if passed else [3])
    assert await store.ladder.rung("dacapo", BOB) == Rung(1, 1)
    await store.ladder.rate("dacapo", 4, 4.0, {BOB: Rating(33, 2)}, {BOB: expected.games})
    assert (await store.ladder.changed_by(4))[BOB] == (expected.rating, Rating(33, 2))


@pytest.mark.parametrize("own", [Rating(28, 4), Rating(28, 1)], ids=["less sure", "surer"])
async def test_what_games_have_changed_goes_where_the_rating_goes(store: Store, own: Rating) -> None:
    first, second, zoes = Rating(30, 3), Rating(32, 2), Rating(20, 5)
    ladder = store.ladder
    await ladder.rate("dacapo", 1, 1.0, {ADA: first, "zoe": zoes}, {ADA: 0, "zoe": 0})
    await ladder.rate("dacapo", 2, 2.0, {ADA: second, BOB: Rating(26, 5)}, {ADA: 1, BOB: 0})
    await ladder.rate("dacapo", 3, 3.0, {BOB: own}, {BOB: 1})
    await ladder.rate("bumbesi", 4, 4.0, {ADA: first}, {ADA: 0})
    await ladder.pass_on("dacapo", ADA, BOB)
    zoe, bob = {"zoe": (Rating(), zoes)}, [{BOB: (Rating(), Rating(26, 5))}, {BOB: (Rating(26, 5), own)}]
    passed = [{BOB: (Rating(), first)} | zoe, {BOB: (first, second)}, {}]
    expected = passed if own.sigma > second.sigma else [zoe, *bob]
    assert [await ladder.changed_by(game) for game in (1, 2, 3)] == expected
    assert await ladder.changed_by(4) == {ADA: (Rating(), first)}, "another kind of game is passed on by itself"


async def test_a_game_that_is_rated_while_a_rating_is_passed_on_goes_with_it_or_does_not_count(store: Store) -> None:
    ladder = store.ladder
    for number in range(0, 20, 2):
        guest, key = f"guest:{number}", f"key:{number}"
        await ladder.rate("dacapo", number + 1, 1.0, {guest: Rating(30, 3)}, {guest: 0})
        counts, _ = await asyncio.gather(
            ladder.rate("dacapo", number + 2, 2.0, {guest: Rating(32, 2)}, {guest: 1}),
            ladder.pass_on("dacapo", guest, key),
        )
        assert await ladder.standings("dacapo", [guest]) == {}
        assert (await ladder.standings("dacapo", [key]))[key].games == 1 + counts
        assert set(await ladder.changed_by(number + 2)) == ({key} if counts else set())


async def test_ratings_outlast_the_house(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path)
    await rate_game(store.ladder, GAME, [])
    before = await store.ladder.standings("geschenkt", [ADA, BOB])
    await store.close()
    store = await SqliteStore.open(tmp_path)
    assert await store.ladder.standings("geschenkt", [ADA, BOB]) == before
    await store.close()


async def test_a_finished_game_tells_everybody_what_it_made_of_their_rating(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, update = await started(house, Setup(game="geschenkt", seats=3, bots=("easy", "hard")))
        over = await ada.finish(update)
        assert update.rated == ()
        mine, *bots = over.rated
        assert mine is not None
        assert (mine.before, mine.provisional, bots) == (1500, True, [None, None])
        assert mine.after != 1500
        sheet = await ada.ask(AskPlayer(), PlayerSheet)
        assert sheet.name == "Ada"
        assert [(game.game, game.rating, game.games, game.course) for game in sheet.games] == [
            ("geschenkt", mine.after, 1, (mine.after,))
        ]
        assert [(share.game, share.seats, share.played) for share in sheet.shares] == [("geschenkt", 3, 1)]
        assert len(sheet.last) == 1
        ladder = await ada.ask(AskLadder(game="geschenkt"), LadderLines)
        assert (ladder.people, ladder.lines, ladder.own) == (0, (), None), "provisional ratings are on no ladder"


async def test_a_game_with_hints_is_not_rated(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, update = await started(house)
        ada.tell(said.Hint(seq=update.seq))
        assert (await ada.finish(await ada.my_turn() if not update.legal else update)).rated == ()


async def test_two_people_see_how_they_did_against_each_other(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, bob, _code = await pair(house)
        await play_out(ada, bob)
        sheet = await ada.ask(AskPlayer(name="bob"), PlayerSheet)
        (versus,) = sheet.versus
        assert (sheet.name, versus.game, versus.met) == ("Bob", "geschenkt", 1)
        assert versus.before + versus.behind <= 1
        mirrored = await bob.ask(AskPlayer(name="Ada"), PlayerSheet)
        assert (mirrored.versus[0].before, mirrored.versus[0].behind) == (versus.behind, versus.before)
        assert (await ada.ask(AskPlayer(name="Nobody"), said.Refused)).about == "askplayer"
        assert (await ada.ask(AskLadder(game="whist"), said.Refused)).about == "askladder"


async def test_in_ones_own_house_nothing_is_rated(tmp_path: Path) -> None:
    async with open_house(tmp_path, own=True) as house:
        ada, update = await started(house, Setup(game="geschenkt", seats=3, bots=("easy", "hard")))
        assert (await ada.finish(update)).rated == ()


async def test_ladders_are_read_a_part_at_a_time_with_ones_own_line(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada = await enter(house, "Ada")
        for number in range(1, 31):
            name = "key:Ada" if number == 30 else f"key:{number}"
            await house.store.ladder.rate("dacapo", number, 1.0, {name: Rating(40 - number / 2, 2)}, {name: 0})
        first = await ada.ask(AskLadder(game="dacapo"), LadderLines)
        assert (first.people, len(first.lines), first.lines[0].place) == (30, 20, 1)
        assert first.own is not None
        assert (first.own.place, first.own.name, first.own.you) == (30, "Ada", True)
        rest = await ada.ask(AskLadder(game="dacapo", start=20), LadderLines)
        assert [line.place for line in rest.lines] == list(range(21, 31))
        assert rest.lines[-1] == rest.own


async def test_who_asks_to_be_forgotten_leaves_every_ladder(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, bob = await enter(house, "Ada"), await enter(house, "Bob")
        await house.store.ladder.rate("dacapo", 1, 1.0, {"key:Ada": Rating(30, 2)}, {"key:Ada": 0})
        assert (await bob.ask(AskLadder(game="dacapo"), LadderLines)).lines[0].name == "Ada"
        ada.tell(ForgetMe(name="Ada"))
        await ada.hear(said.Goodbye)
        while (await bob.ask(AskLadder(game="dacapo"), LadderLines)).people:
            pass
        assert await house.store.ladder.course("dacapo", "key:Ada") == []
