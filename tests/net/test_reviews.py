"""Reviews in a house: for those who played and no sooner than the end, kept, and looked at together."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from bots.findings import Plan
from bots.kept_review import load_review
from bots.pool import Pool
from net import messages as say
from net.house.house import House
from net.store.sqlite_store import SqliteStore
from tests.net.house_harness import (
    ALONE,
    Answer,
    Arguments,
    Person,
    QuickThinker,
    enter,
    look,
    open_house,
    pair,
    play_out,
    quick_rules,
    started,
)

QUICK = 0.0005


async def reviewed(person: Person, **wish: int | None) -> list[say.Reviewed]:
    """Ask for a review and wait until all of it has come."""
    parts = [await person.ask(say.MyReview(**wish), say.Reviewed)]  # type: ignore[arg-type]
    while not is_whole(parts):
        parts.append(await person.hear(say.Reviewed))
    return parts


async def kept(house: House, game: int) -> bytes:
    """Wait until the first seat's review is kept."""
    for _ in range(1000):
        if (found := await house.store.review(game, 0)) is not None:
            return found
        await asyncio.sleep(0.01)
    raise AssertionError("The review was not kept.")


def is_whole(parts: list[say.Reviewed]) -> bool:
    return sum(len(part.judgements) + len(part.weighed) for part in parts) == parts[0].plan.jobs


async def finished(house: House) -> tuple[Person, int]:
    """Let Ada play a game against bots to its end; return its id."""
    ada, update = await started(house)
    over = await ada.finish(update)
    assert over.record is not None
    return ada, over.record


async def test_a_finished_game_is_judged_part_by_part_and_kept(tmp_path: Path) -> None:
    async with open_house(tmp_path, review_seconds=QUICK) as house:
        ada, game = await finished(house)
        parts = await reviewed(ada, id=game)
        assert len(parts) > 3
        assert {part.id for part in parts} == {game}
        decisions = sorted(judged.turn for part in parts for judged in part.judgements)
        assert decisions == list(parts[0].plan.decisions)
        await kept(house, game)
        (whole,) = await reviewed(ada, id=game)
        assert load_review(await kept(house, game)).judgements == whole.judgements
    async with open_house(tmp_path, review_seconds=QUICK) as house:
        assert await reviewed(await enter(house, "Ada"), id=game) == [whole]


async def test_more_thinking_replaces_what_was_kept(tmp_path: Path) -> None:
    async with open_house(tmp_path, review_seconds=QUICK) as house:
        ada, game = await finished(house)
        await reviewed(ada, id=game)
        await kept(house, game)
    async with open_house(tmp_path, review_seconds=2 * QUICK) as house:
        assert len(await reviewed(await enter(house, "Ada"), id=game)) > 3


async def test_F68_nobody_is_told_anything_before_the_game_is_over(tmp_path: Path) -> None:
    async with open_house(tmp_path, review_seconds=QUICK) as house:
        ada, update = await started(house)
        assert update.record is None
        for wish in (say.MyReview(), say.MyReview(id=1), say.MyReview(id=1, seat=1), say.Lead(id=1, seat=0)):
            refused = await ada.ask(wish, say.Refused)
            assert refused.about in ("myreview", "lead")
        assert not any(isinstance(message, say.Reviewed | say.Led) for message in ada.heard)


async def test_F68_a_review_is_for_whoever_sat_there(tmp_path: Path) -> None:
    async with open_house(tmp_path, review_seconds=QUICK) as house:
        ada, game = await finished(house)
        zoe = await enter(house, "Zoe")
        assert (await zoe.ask(say.MyReview(id=game), say.Refused)).text == "That is none of your finished games"
        for seat in (1, 2, 11):
            await ada.ask(say.MyReview(id=game, seat=seat), say.Refused)
        record = (await ada.ask(say.Fetch(id=game), say.RecordFile)).record
        await ada.ask(say.MyReview(record=record), say.Refused)
        assert not any(isinstance(message, say.Reviewed) for message in (*ada.heard, *zoe.heard))


async def test_a_record_of_ones_own_is_judged_in_ones_own_house(tmp_path: Path) -> None:
    async with open_house(tmp_path, own=True, review_seconds=QUICK) as house:
        ada, game = await finished(house)
        record = (await ada.ask(say.Fetch(id=game), say.RecordFile)).record
        ada.tell(say.MyReview(record=record, seat=2))
        assert (await ada.hear(say.Reviewed)).plan.seat == 2
        assert (await ada.ask(say.MyReview(record=record, seat=3), say.Refused)).text == "There is no such seat"


class Slow(QuickThinker):
    """Judges nothing before it is told to, and notes what is judged at the same time."""

    def __init__(self) -> None:
        super().__init__()
        self.free = asyncio.Event()
        self.ranks: list[float] = []

    async def run(
        self, function: "Callable[[*Arguments], Answer]", *arguments: *Arguments, rank: float = 0.0
    ) -> Answer:
        self.ranks.append(rank)
        answer = function(*arguments)
        if not isinstance(answer, Plan):
            await self.free.wait()
        return answer


async def test_whoever_comes_back_goes_on_with_the_review_that_is_under_way(tmp_path: Path) -> None:
    thinker = Slow()
    async with open_house(tmp_path, thinker, review_seconds=QUICK) as house:
        ada, game = await finished(house)
        await ada.ask(say.MyReview(id=game), say.Reviewed)
        await ada.drop()
        ada = await enter(house, "Ada")
        first = await ada.ask(say.MyReview(id=game), say.Reviewed)
        asked = len(thinker.ranks)
        thinker.free.set()
        parts = [first]
        while not is_whole(parts):
            parts.append(await ada.hear(say.Reviewed))
        assert len(thinker.ranks) - asked <= first.plan.jobs
        assert sum(part.plan == first.plan for part in parts) == len(parts)


async def test_F69_reviews_cost_their_place_in_line_and_only_so_many_are_made_at_once(tmp_path: Path) -> None:
    thinker = Slow()
    async with open_house(tmp_path, thinker, review_seconds=0.01, actions_burst=1000) as house:
        games = []
        ada, update = await started(house)
        for _ in range(3):
            update = await ada.finish(update)
            games.append(update.record)
            ada.tell(say.Again())
            update = await ada.my_turn()
        for game in games[:2]:
            await ada.ask(say.MyReview(id=game), say.Reviewed)
        assert "wait until they are done" in (await ada.ask(say.MyReview(id=games[2]), say.Refused)).text
        thinker.free.set()
        await kept(house, games[1] or 0)
        assert thinker.ranks[0] < thinker.ranks[-1]


async def test_the_pool_judges_while_the_house_goes_on_and_failing_jobs_are_told(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path)
    async with Pool(2) as pool:
        house = House(store, pool, quick_rules(review_seconds=0.01))
        await house.open()
        ada, update = await started(house, ALONE)
        over = await ada.finish(update)
        parts = await reviewed(ada, id=over.record)
        assert parts[0].plan.moments > 20
        await house.close()
    await store.close()


async def together(house: House) -> tuple[Person, Person, str, int]:
    """Let Ada and Bob, whose programs know shared reviews, play a game to its end."""
    ada, bob, code = await pair(house)
    overs = await play_out(ada, bob)
    assert overs[0].record is not None
    for member in house.members:
        member.reviews = True
    return ada, bob, code, overs[0].record


async def test_two_people_look_at_one_review_and_see_the_same_moment(tmp_path: Path) -> None:
    async with open_house(tmp_path, review_seconds=QUICK) as house:
        ada, bob, _code, game = await together(house)
        await bob.ask(say.MyReview(id=game, seat=0), say.Refused)
        ada.tell(say.Lead(id=game, seat=0, at=3))
        assert await bob.hear(say.Led) == await ada.hear(say.Led) == say.Led(id=game, seat=0, at=3, name="Ada")
        assert (await bob.ask(say.MyReview(id=game, seat=0), say.Reviewed)).plan.seat == 0
        bob.tell(say.Lead(id=game, seat=0, at=4))
        assert await ada.hear(say.Led) == say.Led(id=game, seat=0, at=4, name="Bob")
        bob.tell(say.Say(text="look at this"))
        assert (await ada.hear(say.Update)).talk[-1].text == "look at this"
        bob.tell(say.Lead(id=game, seat=0, at=4, on=False))
        assert not (await ada.hear(say.Led)).on
        await bob.ask(say.Lead(id=game, seat=0), say.Refused)


async def test_whoever_comes_back_to_the_table_finds_the_review_that_is_shown_there(tmp_path: Path) -> None:
    async with open_house(tmp_path, review_seconds=QUICK) as house:
        ada, bob, code, game = await together(house)
        await bob.drop()
        ada.tell(say.Lead(id=game, seat=0, at=7))
        await ada.hear(say.Led)
        bob = Person(house, "key:Bob")
        await bob.ask(say.Enter(reviews=True), say.LobbyUpdate)
        bob.tell(say.Sit(code=code))
        assert await bob.hear(say.Led) == say.Led(id=game, seat=0, at=7, name="Ada")


async def test_F68_strangers_and_older_programs_are_shown_no_review(tmp_path: Path) -> None:
    async with open_house(tmp_path, review_seconds=QUICK) as house:
        ada, bob, code, game = await together(house)
        house.members.of("key:Bob")[0].reviews = False
        zoe = Person(house, "key:Zoe")
        await zoe.ask(say.Enter(name="Zoe", reviews=True), say.LobbyUpdate)
        await zoe.ask(say.Watch(code=code), say.Update)
        ada.tell(say.Lead(id=game, seat=0, at=7))
        await ada.hear(say.Led)
        for stranger in (zoe, bob):
            await look(stranger, code) if stranger is bob else await stranger.ask(say.Watch(code=code), say.Update)
            assert not any(isinstance(message, say.Led) for message in stranger.heard)
        await zoe.ask(say.MyReview(id=game, seat=0), say.Refused)
        await zoe.ask(say.Lead(id=game, seat=0), say.Refused)


async def test_an_expert_plays_on_from_any_moment_of_ones_own_game(tmp_path: Path) -> None:
    async with open_house(tmp_path, review_seconds=QUICK) as house:
        ada, game = await finished(house)
        played = (await ada.ask(say.Fetch(id=game), say.RecordFile)).record
        instead = await ada.ask(say.WhatIf(id=game, at=4), say.Instead)
        assert (instead.id, instead.at, instead.moves) == (game, 4, 3)
        assert instead.record.moves[:4] == played.moves[:4]
        assert instead.record.played_on == 4
        await ada.ask(say.WhatIf(id=game, at=len(played.moves)), say.Refused)
        zoe = await enter(house, "Zoe")
        await zoe.ask(say.WhatIf(id=game, at=4), say.Refused)


@pytest.mark.parametrize("seat", [1, 2])
async def test_only_ones_own_seat_or_the_one_shown_is_led(tmp_path: Path, seat: int) -> None:
    async with open_house(tmp_path, review_seconds=QUICK) as house:
        ada, _bob, _code, game = await together(house)
        await ada.ask(say.Lead(id=game, seat=seat), say.Refused)
        await ada.ask(say.Lead(id=game + 1, seat=0), say.Refused)
