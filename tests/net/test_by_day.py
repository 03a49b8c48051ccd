"""Tables by the day: nobody needs to be there, days pass at them whoever is, and everything outlives the house."""

import asyncio
from datetime import datetime

import msgspec
import pytest

from engines.game import BadSetup
from net import messages as said
from net.house.house import House
from net.messages.account import AboutMe, SetSleep
from net.setup import Setup, check
from net.sleep import Sleep
from net.values import MovedBy, Phase
from tests.net.calendar_harness import DAY, HOUR, NOON, Calendar, Door, movers
from tests.net.house_harness import Person, enter, look, opened, pair, play_out
from tests.net.nats_harness import NatsServers
from tests.net.nodes_harness import node
from tests.net.visitors import until

BY_DAY = Setup(game="danger13", seats=2, days=1)
WITH_BOTS = Setup(game="geschenkt", seats=3, bots=("easy",), days=1)


async def begun(house: House, setup: Setup = WITH_BOTS) -> str:
    """Let Ada and Bob sit down at a table by the day and go, before anybody but bots has moved."""
    ada, table = await opened(house, setup)
    bob = await enter(house, "Bob")
    await bob.ask(said.Sit(code=table.code), said.Update)
    ada.tell(said.Start())
    while (await bob.hear(said.Update)).phase != Phase.PLAYING:
        pass
    await ada.drop()
    await bob.drop()
    return table.code


async def asleep(house: House, code: str) -> None:
    await until(lambda: code not in house.croupiers)


async def shown(house: House, name: str, code: str) -> said.TableLine:
    """Let somebody come in, see a table in the lobby, and go."""
    person = Person(house, f"key:{name}")
    lobby = await person.ask(said.Enter(name=name), said.LobbyUpdate)
    await person.drop()
    return next(line for line in lobby.tables if line.code == code)


async def to_move(house: House, code: str) -> str:
    """Who is to move at a table, as the lobby tells."""
    for _ in range(200):
        for name in ("Ada", "Bob"):
            if (await shown(house, name, code)).your_turn:
                return name
        await asyncio.sleep(0.05)  # a bot is to move first
    raise AssertionError("nobody is to move")


async def move(house: House, name: str, code: str) -> said.Update:
    """Let somebody come in, make a move and go."""
    person = await enter(house, name)
    update = await look(person, code)
    await person.ask(said.Play(seq=update.seq, move=update.legal[-1]), said.Accepted)
    await person.drop()
    return update


async def late_movers(house: House, code: str, calendar: Calendar) -> list[MovedBy]:
    """By whom each move was made, once the clock has made one."""
    for _ in range(100):
        if MovedBy.CLOCK in await movers(house, code):
            break
        await calendar.live(60.0, house)
    return await movers(house, code)


async def test_two_who_are_never_in_together_play_by_the_day_over_restarts(front: Door, calendar: Calendar) -> None:
    async with front() as house:
        code = await begun(house)
        await asleep(house, code)
    for _ in range(6):
        calendar.skip(8 * HOUR)
        async with front() as house:
            name = await to_move(house, code)
            line = await shown(house, name, code)
            assert line.until is not None
            assert {seat.away for seat in line.seats} == {None}
            before = await move(house, name, code)
            assert before.left is not None
            assert 0 < before.left <= DAY
            assert {seat.away for seat in before.seats} == {None}
            await until(lambda code=code: code not in house.croupiers)  # type: ignore[misc]
            by = await movers(house, code)
            assert set(by) <= {MovedBy.SEAT, MovedBy.BOT}
    assert by.count(MovedBy.SEAT) == 6


async def test_bots_move_when_nobody_is_there_and_the_clock_alone_ends_a_turn(front: Door, calendar: Calendar) -> None:
    async with front() as house:
        code = await begun(house)
        await asleep(house, code)
        moves = len(await movers(house, code))
        await calendar.live(23 * HOUR, house)
        assert len(await movers(house, code)) == moves
        await calendar.live(2 * HOUR, house)
        assert (await late_movers(house, code, calendar)).count(MovedBy.CLOCK) == 1
        await asleep(house, code)
        assert await to_move(house, code)


async def test_a_table_rests_while_those_who_sit_there_are_in_the_lobby(front: Door, calendar: Calendar) -> None:
    async with front() as house:
        code = await begun(house)
        ada = await enter(house, "Ada")
        await look(ada, code)
        await ada.ask(said.Leave(), said.LobbyUpdate)
        await asleep(house, code)
        member = house.members.of("key:Ada")[0]
        await until(lambda: code in [line.code for line in house.shown_to(member)])
        assert code not in house.croupiers
        assert (await look(ada, code)).code == code


async def test_nobody_is_told_of_comings_and_goings_and_no_house_waits_for_the_game_to_close(front: Door) -> None:
    async with front() as house:
        ada, bob, code = await pair(house, BY_DAY)
        await bob.drop()
        await until(lambda: not house.croupiers[code].table.seats[1].here)
        bob = await enter(house, "Bob")
        await look(bob, code)
        await look(ada, code)
        told = {event.kind for each in ada.heard if isinstance(each, said.Update) for event in each.events}
        assert "sat" in told
        assert told.isdisjoint({"gone", "back"})
        assert house.playing == 0


async def test_F93_a_house_that_was_closed_past_a_deadline_gives_an_hour(front: Door, calendar: Calendar) -> None:
    async with front() as house:
        code = await begun(house)
        await asleep(house, code)
        moves = len(await movers(house, code))
    calendar.skip(3 * DAY)
    async with front() as house:
        await calendar.live(0.9 * HOUR, house)
        assert len(await movers(house, code)) == moves
        late = await move(house, await to_move(house, code), code)
        assert late.left is not None
        assert 0 < late.left <= 0.1 * HOUR + 100
    async with front() as house:
        assert MovedBy.CLOCK not in await movers(house, code)


async def test_F37_a_wrong_time_of_day_ends_no_turn(front: Door, calendar: Calendar) -> None:
    async with front() as house:
        code = await begun(house)
        await asleep(house, code)
        moves = len(await movers(house, code))
        await calendar.live(23.5 * HOUR, house)
        calendar.wall += HOUR
        await calendar.live(1000.0, house)
        assert len(await movers(house, code)) == moves
        calendar.wall -= HOUR
        await calendar.live(600.0, house)
        late = await move(house, await to_move(house, code), code)
        assert late.left is not None
        assert late.left > 0
    calendar.wall -= DAY
    async with front() as house:
        assert (await move(house, await to_move(house, code), code)).legal


async def test_a_table_that_waits_hangs_in_the_lobby_also_after_a_restart(front: Door) -> None:
    async with front() as house:
        ada, table = await opened(house, BY_DAY)
        await ada.drop()
    async with front() as house:
        await until(lambda: table.code in house.croupiers)
        bob = await enter(house, "Bob")
        assert (await bob.ask(said.Sit(code=table.code), said.Update)).seat == 1
        # Whoever is there first may deal: the owner need not be.
        bob.tell(said.Start())
        while (await bob.hear(said.Update)).phase != Phase.PLAYING:
            pass


async def test_another_game_is_dealt_when_all_want_it_though_never_in_together(front: Door) -> None:
    async with front() as house:
        ada, table = await opened(house, BY_DAY)
        bob = await enter(house, "Bob")
        await bob.ask(said.Sit(code=table.code), said.Update)
        ada.tell(said.Start())
        await play_out(ada, bob)
        await ada.drop()
        assert (await bob.ask(said.Again(), said.Update)).phase == Phase.OVER
        await bob.drop()
    async with front() as house:
        ada = await enter(house, "Ada")
        update = await look(ada, table.code)
        assert update.phase == Phase.OVER
        ada.tell(said.Again())
        while (update := await ada.hear(said.Update)).number == 1:
            pass
        assert not any(seat.kept for seat in update.seats)


async def test_the_next_game_of_a_match_does_not_wait_for_ever(front: Door, calendar: Calendar) -> None:
    async with front() as house:
        ada, table = await opened(house, msgspec.structs.replace(BY_DAY, match=3))
        bob = await enter(house, "Bob")
        await bob.ask(said.Sit(code=table.code), said.Update)
        ada.tell(said.Start())
        await play_out(ada, bob)
        await ada.drop()
        await bob.drop()
        await asleep(house, table.code)
        await calendar.live(25 * HOUR, house)
        await until(lambda: table.code in house.croupiers)
        assert (await shown(house, "Ada", table.code)).number in (1, 2)
        await until(lambda: table.code not in house.croupiers)
        assert (await shown(house, "Ada", table.code)).number == 2


async def test_nobody_pauses_a_table_by_the_day_nor_votes_nor_sets_its_clock(front: Door) -> None:
    async with front() as house:
        ada, table = await opened(house, BY_DAY)
        assert "days" in (await ada.ask(said.Hold(on=True), said.Refused)).text
        assert "days" in (await ada.ask(said.SetClock(seconds=30), said.Refused)).text
        bob = await enter(house, "Bob")
        await bob.ask(said.Sit(code=table.code), said.Update)
        ada.tell(said.Start())
        while (update := await ada.hear(said.Update)).phase != Phase.PLAYING:
            pass
        turn = 0 if update.legal else 1
        waiting = bob if turn == 0 else ada
        assert "clock" in (await waiting.ask(said.Replace(seat=turn), said.Refused)).text


async def test_a_turn_does_not_end_in_somebodys_sleep(front: Door, calendar: Calendar) -> None:
    async with front() as house:
        night = Sleep(start=11 * 60, end=13 * 60, zone="UTC")
        for name in ("Ada", "Bob"):
            person = await enter(house, name)
            assert (await person.ask(SetSleep(sleep=night), AboutMe)).sleep == night
            await person.drop()
        code = await begun(house, msgspec.structs.replace(WITH_BOTS, nights=True))
        await asleep(house, code)
        moves = len(await movers(house, code))
    async with front() as house:
        await calendar.live(24.5 * HOUR, house)
        assert len(await movers(house, code)) == moves
        name = await to_move(house, code)
        until_end = (await shown(house, name, code)).until
        assert until_end == NOON + DAY + HOUR
        person = await enter(house, name)
        await person.ask(SetSleep(), AboutMe)
    async with front() as house:
        # A table that is told that nobody sleeps any more goes by the day again.
        await calendar.live(1.2 * HOUR, house)
        assert MovedBy.CLOCK in await late_movers(house, code, calendar)


@pytest.mark.parametrize(
    ("sleep", "words"),
    [
        (Sleep(start=0, end=60, zone="Atlantis/Capital"), "zone"),
        (Sleep(start=0, end=11 * 60), "at most"),
        (Sleep(start=60, end=60), "at most"),
    ],
)
async def test_a_sleep_that_is_none_is_refused(front: Door, sleep: Sleep, words: str) -> None:
    async with front() as house:
        ada = await enter(house, "Ada")
        assert words in (await ada.ask(SetSleep(sleep=sleep), said.Refused)).text


def test_sleep_goes_by_the_clock_on_the_wall_when_summer_time_begins_and_ends() -> None:
    night = Sleep(start=23 * 60, end=7 * 60, zone="Europe/Paris")
    spring, autumn = (
        datetime.fromisoformat(day).timestamp() for day in ("2026-03-29T00:00+01:00", "2026-10-25T00:00+02:00")
    )
    assert night.over(spring) == spring + 6 * HOUR  # seven o'clock comes an hour early
    assert night.over(autumn) == autumn + 8 * HOUR  # and an hour late
    assert night.over(spring + 12 * HOUR) == spring + 12 * HOUR
    assert night.over(spring - HOUR) == spring + 6 * HOUR


async def test_the_memory_of_a_house_does_not_grow_with_tables_by_the_day(front: Door) -> None:
    async with front() as house:
        codes = [await begun(house) for _ in range(5)]
        await until(lambda: not house.croupiers)
        assert house.lobby.tables == {}
        ada = await enter(house, "Ada")
        assert len({line.code for line in house.shown_to(house.members.of("key:Ada")[0])} & set(codes)) == 5
        assert not house.croupiers
        await ada.drop()


async def test_F94_of_two_nodes_one_moves_for_the_bots_when_the_other_has_gone(
    nats_server: NatsServers, calendar: Calendar
) -> None:
    await nats_server.empty()
    async with node(nats_server, "b", calendar) as second:
        async with node(nats_server, "a", calendar) as first:
            await until(lambda: second.nodes.is_open("a"))
            code = await begun(first)
            await asleep(first, code)
            assert (await shown(second, "Bob", code)).until is not None
        await until(lambda: not second.nodes.is_open("a"))
        await calendar.live(25 * HOUR, second)
        assert (await late_movers(second, code, calendar)).count(MovedBy.CLOCK) == 1


def test_a_table_is_by_the_day_or_has_a_clock() -> None:
    for setup in (
        Setup(game="geschenkt", seats=3, days=2),
        Setup(game="geschenkt", seats=3, days=1, clock=30),
        Setup(game="geschenkt", seats=3, nights=True),
    ):
        with pytest.raises(BadSetup):
            check(setup)
