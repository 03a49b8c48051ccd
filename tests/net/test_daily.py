"""The daily: the same deal and the same bots for everybody, one try, and nothing of it seen by who may still play."""

import asyncio

import msgspec
import pytest

from engines.promise import luck_of
from net import daily as days
from net import messages as said
from net.house.exporting import export
from net.house.forgetting import forget
from net.house.house import House
from net.messages.company import AskPlayer, PlayerSheet
from net.messages.daily import AskDaily, DailySheet, PlayDaily
from net.messages.sharing import Share
from net.setup import check
from net.tables.live import draw_deal
from tests.net.calendar_harness import DAY, NOON, Calendar, Door
from tests.net.house_harness import Person, enter, look
from tests.net.nats_harness import NatsServers
from tests.net.nodes_harness import node
from tests.net.visitors import until

TODAY = days.day_at(NOON)
NEXT = [NOON + number * DAY for number in range(8)]
# A day of Geschenkt, whose games are quick.
QUICK = next(noon for noon in NEXT if days.plan_of(days.day_at(noon)).game == "geschenkt")


@pytest.fixture
def calendar() -> Calendar:
    return Calendar(QUICK)


async def play_daily(house: House, name: str, choice: int = -1) -> tuple[Person, said.Update]:
    """Let somebody come in and play today's deal to its end, always with the same choice."""
    person = await enter(house, name)
    person.tell(PlayDaily())
    update = await person.my_turn()
    while update.phase != "over":
        if update.legal:
            person.tell(said.Play(seq=update.seq, move=update.legal[choice]))
        update = await person.my_turn()
    return person, update


async def page(person: Person, day: str = "") -> DailySheet:
    return await person.ask(AskDaily(day=day), DailySheet)


async def finished_page(person: Person) -> DailySheet:
    """The page of today once one's game is counted."""
    for _ in range(200):
        sheet = await page(person)
        if sheet.own is not None:
            return sheet
        await asyncio.sleep(0.02)
    raise AssertionError("the game is not counted")


async def leave(person: Person) -> None:
    await person.ask(said.Leave(), said.LobbyUpdate)


async def test_everybody_gets_the_same_cards_and_to_the_same_moves_the_same_answers(front: Door) -> None:
    async with front() as house:
        ada, over = await play_daily(house, "Ada")
        ada_sheet = await finished_page(ada)
        first = await ada.ask(said.Fetch(id=ada_sheet.own.id), said.RecordFile)  # type: ignore[union-attr]
    async with front() as house:
        bob, _ = await play_daily(house, "Bob")
        bob_sheet = await finished_page(bob)
        second = await bob.ask(said.Fetch(id=bob_sheet.own.id), said.RecordFile)  # type: ignore[union-attr]
        assert first.record.chance == second.record.chance
        assert first.record.moves == second.record.moves
        assert first.record.proof == second.record.proof
        assert first.record.proof is not None
        assert first.record.proof.promise == bob_sheet.promise == ada_sheet.promise
        assert [line.place for line in bob_sheet.lines] == [1, 1]
        assert {line.name for line in bob_sheet.lines} == {"Ada", "Bob"}
    assert over.setup.daily


async def test_one_try_counts_and_coming_back_leads_to_the_same_table(front: Door) -> None:
    async with front() as house:
        ada = await enter(house, "Ada")
        ada.tell(PlayDaily())
        update = await ada.my_turn()
        code = update.code
        await ada.drop()
    async with front() as house:
        ada = await enter(house, "Ada")
        again = await ada.ask(PlayDaily(), said.Update)
        assert (again.code, again.seq) == (code, update.seq)
        assert (await page(ada)).state == "playing"
        over = await ada.finish(again)
        assert "once" in (await ada.ask(said.Again(), said.Refused)).text
        assert "once" in (await ada.ask(said.Start(), said.Refused)).text
        sheet = await finished_page(ada)
        await leave(ada)
        told = await ada.ask(PlayDaily(), DailySheet)
        assert (told.state, told.people, told.streak) == ("finished", 1, 1)
        assert told.own is not None
        assert sheet.own is not None
        assert over.view is not None


async def test_who_gives_up_has_had_their_try(front: Door) -> None:
    async with front() as house:
        ada = await enter(house, "Ada")
        await ada.ask(PlayDaily(), said.Update)
        await ada.ask(said.Leave(give_up=True), said.LobbyUpdate)
        assert (await ada.ask(PlayDaily(), DailySheet)).state == "gone"


async def test_there_is_no_help_and_nobody_else_at_the_table(front: Door) -> None:
    async with front() as house:
        ada = await enter(house, "Ada")
        ada.tell(PlayDaily())
        update = await ada.my_turn()
        assert update.promise is None
        assert "hints" in (await ada.ask(said.Hint(seq=update.seq), said.Refused)).text
        assert "taken back" in (await ada.ask(said.TakeBack(seq=update.seq), said.Refused)).text
        assert "same bots" in (await ada.ask(said.Free(seat=1), said.Refused)).text
        assert "same bots" in (await ada.ask(said.Fill(level="easy", seat=1), said.Refused)).text
        bob = await enter(house, "Bob")
        assert "watch" in (await bob.ask(said.Watch(code=update.code), said.Refused)).text
        assert "full" in (await bob.ask(said.Sit(code=update.code), said.Refused)).text
        assert "sets up" in (await bob.ask(said.Open(setup=days.plan_of(TODAY)), said.Refused)).text


async def test_F96_nothing_of_a_daily_is_seen_by_who_may_still_play_it(front: Door, calendar: Calendar) -> None:
    async with front() as house:
        ada, _ = await play_daily(house, "Ada")
        own = (await finished_page(ada)).own
        assert own is not None
        bob = await enter(house, "Bob")
        sheet = await page(bob)
        assert (sheet.open, sheet.lines, sheet.own, sheet.people) == (False, (), None, 1)
        assert "first" in (await bob.ask(said.Fetch(id=own.id), said.Refused)).text
        assert (await bob.ask(AskPlayer(name="Ada"), PlayerSheet)).last == ()
        assert "day is over" in (await ada.ask(Share(id=own.id), said.Refused)).text
        assert (await bob.ask(said.MyReview(id=own.id), said.Refused)).about == "myreview"
        await bob.drop()
        bob, _ = await play_daily(house, "Bob", choice=0)
        await finished_page(bob)
        record = (await bob.ask(said.Fetch(id=own.id), said.RecordFile)).record
        assert "Ada" in record.players
        cleo = await enter(house, "Cleo")
        assert "first" in (await cleo.ask(said.Fetch(id=own.id), said.Refused)).text
        yesterday = sheet.day
        await calendar.live(DAY, house)
        assert (await page(cleo, yesterday)).open
        assert (await cleo.ask(said.Fetch(id=own.id), said.RecordFile)).record == record


async def test_a_try_begun_in_time_may_be_finished_and_counts_for_its_day(front: Door, calendar: Calendar) -> None:
    async with front() as house:
        ada = await enter(house, "Ada")
        ada.tell(PlayDaily())
        update = await ada.my_turn()
        day = update.setup.daily
        await calendar.live(DAY, house)
        assert not (await page(ada, day)).open
        await ada.finish(await look(ada, update.code))
        await leave(ada)
        for _ in range(200):
            if (sheet := await page(ada, day)).own is not None:
                break
            await asyncio.sleep(0.02)
        assert (sheet.day, sheet.state, sheet.streak, sheet.today) == (day, "finished", 1, False)
        assert (await page(ada)).state == "new"


async def test_a_page_tells_rank_percentile_and_streak(front: Door, calendar: Calendar) -> None:
    async with front() as house:
        store, day = house.store, days.day_at(calendar.wall)
        ada = await enter(house, "Ada")
        for number in range(10):
            attempt = await store.daily.begin(day, f"key:p{number}", "kiwi-42")
            await store.daily.finish(msgspec.structs.replace(attempt, value=number, score=number, at=1.0, game=1))
        for gone in (1, 2, 3, 7):
            before = days.day_at(calendar.wall - gone * DAY)
            attempt = await store.daily.begin(before, "key:Ada", "kiwi-42")
            await store.daily.finish(msgspec.structs.replace(attempt, at=1.0))
        attempt = await store.daily.begin(day, "key:Ada", "kiwi-42")
        await store.daily.finish(msgspec.structs.replace(attempt, value=4, score=4, at=2.0, game=1))
        sheet = await page(ada)
        assert sheet.own is not None
        assert (sheet.own.place, sheet.people, sheet.ahead_of) == (5, 11, 50)
        assert (sheet.streak, sheet.best) == (4, 4)
        assert [line.place for line in sheet.lines] == [1, 2, 3, 4, 5, 5, 7, 8, 9, 10, 11]


async def test_somebody_who_is_forgotten_is_on_no_page(front: Door) -> None:
    async with front() as house:
        ada, _ = await play_daily(house, "Ada")
        await finished_page(ada)
        lines = [line async for line in export(house, "key:Ada", "", "")]
        assert any('"kind":"daily"' in line for line in lines)
        await forget(house, "key:Ada")
        bob, _ = await play_daily(house, "Bob", choice=0)
        assert [line.name for line in (await finished_page(bob)).lines] == ["Bob"]


async def test_programs_have_no_daily(front: Door) -> None:
    async with front() as house:
        robot = await enter(house, "Robby", program=True)
        assert "people" in (await robot.ask(PlayDaily(), said.Refused)).text


async def test_two_nodes_have_one_daily(nats_server: NatsServers, calendar: Calendar) -> None:
    await nats_server.empty()
    async with node(nats_server, "a", calendar) as first, node(nats_server, "b", calendar) as second:
        await until(lambda: second.nodes.is_open("a") and first.nodes.is_open("b"))
        ada, _ = await play_daily(first, "Ada")
        bob, _ = await play_daily(second, "Bob")
        here, there = await finished_page(ada), await finished_page(bob)
        assert here.promise == there.promise
        assert {line.name for line in there.lines} == {"Ada", "Bob"}
        await ada.drop()
        ada = await enter(second, "Ada")
        assert (await ada.ask(PlayDaily(), DailySheet)).state == "finished"


def test_alone_the_date_is_the_seed_and_a_house_has_a_secret() -> None:
    def cards(secret: bytes, day: str = "2026-11-18") -> object:
        setup = days.plan_of(day)
        return draw_deal(check(setup), setup, luck_of(days.proof_of(setup, days.secret_of(secret, day))))

    assert cards(days.ALONE) == cards(days.ALONE)
    assert cards(days.ALONE) != cards(b"a secret")


def test_the_games_go_round_and_every_plan_can_be_played() -> None:
    plans = [days.plan_of(days.day_at(NOON + number * DAY)) for number in range(64)]
    assert all(check(plan) for plan in plans)
    assert len({plan.game for plan in plans[:4]}) == 4
    assert {plan.keeper for plan in plans} == set(days.LEVELS)
    assert all(not plan.hints and not plan.take_back and not plan.spectators for plan in plans)


@pytest.mark.parametrize(
    ("played", "now", "longest"),
    [
        ([], 0, 0),
        (["2026-11-18"], 1, 1),
        (["2026-11-17"], 1, 1),
        (["2026-11-16"], 0, 1),
        (["2026-11-01", "2026-11-02", "2026-11-03", "2026-11-17", "2026-11-18"], 2, 3),
    ],
)
def test_streaks_are_days_in_a_row(played: list[str], now: int, longest: int) -> None:
    assert days.streaks(played, "2026-11-18") == (now, longest)


def test_bots_decide_by_iterations_and_a_seed() -> None:
    assert days.BUDGET.seconds == 0
    assert days.bot_seed(b"s", 3) == days.bot_seed(b"s", 3) != days.bot_seed(b"s", 4)
