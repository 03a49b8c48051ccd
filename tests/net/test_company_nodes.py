"""A place to come back to in a house of several nodes: meeting, ratings, sleep, a guest taken in, tables done with."""

import msgspec
import pytest

from bots.rating import Rating
from net import messages as said
from net.house import linking
from net.house.house import House
from net.messages.account import AboutMe, BringKey, SetSleep
from net.messages.company import AskLadder, AskPlayer, LadderLines, PlayerSheet
from net.messages.daily import AskDaily, DailySheet, PlayDaily
from net.nodes.meetings import PATIENCE
from net.setup import Setup
from net.sleep import Sleep
from tests.net.calendar_harness import Calendar
from tests.net.house_harness import PAIR, TRIO, Person, enter, look, opened, play_out
from tests.net.nats_harness import NatsServers
from tests.net.nodes_harness import Nodes, node
from tests.net.visitors import until

NIGHT = Sleep(start=23 * 60, end=7 * 60, zone="UTC")


async def one_game(north: House, south: House) -> tuple[Person, Person, str]:
    """Let Ada in the north and Bob in the south finish a game together."""
    ada, table = await opened(north, PAIR)
    bob = await enter(south, "Bob")
    await bob.ask(said.Sit(code=table.code), said.Update)
    ada.tell(said.Start())
    await play_out(ada, bob)
    return ada, bob, table.code


async def test_who_plays_now_at_one_node_is_seated_with_who_waits_at_another(nodes: Nodes) -> None:
    north, south = await nodes("north", "south")
    ada = await enter(north, "Ada")
    hers = await ada.ask(said.PlayNow(games=("dacapo",)), said.Update)
    bob = await enter(south, "Bob")
    await until(lambda: hers.code in [line.code for line in south.shown_to(south.members.of("key:Bob")[0])])
    his = await bob.ask(said.PlayNow(), said.Update)
    assert (his.code, his.seat) == (hers.code, 1)
    while (hers := await ada.hear(said.Update)).seats[1].name != "Bob":
        pass
    assert hers.bots_in is not None
    await until(lambda: south.nodes.elsewhere.meetings_of("north") == 1)


async def test_who_plays_now_at_the_same_moment_at_several_nodes_meets_too(nodes: Nodes) -> None:
    houses = await nodes("north", "south", "west")
    for evening in range(5):
        people = [await enter(house, f"{house.nodes.name} {evening}") for house in houses]
        for person in people:
            person.tell(said.PlayNow(games=("geschenkt",)))
        tables = [await person.hear(said.Update) for person in people]
        assert {table.code for table in tables} == {tables[0].code}
        assert sorted(table.seat for table in tables if table.seat is not None) == [0, 1, 2]
        for person in people:
            await person.drop()


@pytest.mark.parametrize("leaves", [True, False])
async def test_a_table_to_meet_at_that_is_never_opened_is_not_waited_for_long(nodes: Nodes, leaves: bool) -> None:
    north, south = await nodes("north", "south")
    assert await north.nodes.meetings.claim(await north.nodes.meetings.catch_up())
    bob = await enter(south, "Bob")
    bob.tell(said.PlayNow())
    with pytest.raises(TimeoutError):
        await bob.hears_within(0.5, said.Update)
    if leaves:
        await north.close()
    assert (await bob.hears_within(1.0 if leaves else 2 * PATIENCE, said.Update)).seat == 0


async def test_a_game_moves_the_ratings_of_all_wherever_they_came_in(nodes: Nodes) -> None:
    north, south = await nodes("north", "south")
    ada, bob, code = await one_game(north, south)
    while not (hers := await look(ada, code)).rated:
        pass
    his = await look(bob, code)
    assert hers.rated == his.rated
    mine, theirs, _bot = hers.rated
    assert mine is not None
    assert theirs is not None
    # Each asks at a node of their own, and of the other.
    sheet = await bob.ask(AskPlayer(name="Ada"), PlayerSheet)
    assert [(game.rating, game.games) for game in sheet.games] == [(mine.after, 1)]
    assert [(versus.game, versus.met) for versus in sheet.versus] == [("geschenkt", 1)]
    sheet = await ada.ask(AskPlayer(name="Bob"), PlayerSheet)
    assert [(game.rating, game.games) for game in sheet.games] == [(theirs.after, 1)]


async def test_a_ladder_is_the_same_at_every_node(nodes: Nodes) -> None:
    north, south = await nodes("north", "south")
    ada, bob = await enter(north, "Ada"), await enter(south, "Bob")
    ladders = []
    for number, (name, mu) in enumerate((("Ada", 30.0), ("Bob", 35.0)), 1):
        house = (north, south)[number % 2]
        await house.store.ladder.rate("dacapo", number, 1.0, {f"key:{name}": Rating(mu, 2)}, {f"key:{name}": 0})
        ladders = [await person.ask(AskLadder(game="dacapo"), LadderLines) for person in (ada, bob)]
        assert [ladder.people for ladder in ladders] == [number, number]
    assert [[line.name for line in ladder.lines] for ladder in ladders] == [["Bob", "Ada"]] * 2


async def test_a_table_that_another_node_runs_is_told_when_somebody_sleeps(nodes: Nodes) -> None:
    north, south = await nodes("north", "south")
    _ada, table = await opened(north, Setup(game="danger13", seats=2, days=1, nights=True))
    bob = await enter(south, "Bob")
    await bob.ask(said.Sit(code=table.code), said.Update)
    assert (await bob.ask(SetSleep(sleep=NIGHT), AboutMe)).sleep == NIGHT
    await until(lambda: north.lobby.tables[table.code].seats[1].sleep == NIGHT)
    await bob.ask(SetSleep(), AboutMe)
    await until(lambda: north.lobby.tables[table.code].seats[1].sleep is None)


async def test_a_finished_table_that_all_have_gone_on_from_leaves_the_lists_at_every_node(nodes: Nodes) -> None:
    north, south = await nodes("north", "south")
    ada, bob, code = await one_game(north, south)
    for person in (ada, bob):
        await person.ask(said.Open(setup=TRIO), said.Update)
    await until(lambda: code not in north.lobby.tables and code not in south.lobby.tables)
    for house, name in ((north, "Ada"), (south, "Bob")):
        member = house.members.of(f"key:{name}")[0]
        await until(lambda house=house, member=member: code not in [line.code for line in house.shown_to(member)])  # type: ignore[misc]


async def test_a_guest_of_one_node_is_taken_in_with_ratings_and_dailies_at_another(nodes: Nodes) -> None:
    north, south = await nodes("north", "south")
    gwen = Person(north, None)
    welcome = await gwen.ask(said.Enter(name="Gwen"), said.Welcome)
    (member,) = north.members
    kim = await enter(south, "Kim")
    await north.store.ladder.rate("dacapo", 1, 1.0, {member.person: Rating(30, 2)}, {member.person: 0})
    day = (await kim.ask(AskDaily(), DailySheet)).day
    attempt = await north.store.daily.begin(day, member.person, "kiwi-42")
    await north.store.daily.finish(msgspec.structs.replace(attempt, value=5, score=5, at=1.0, game=1))
    code = (await gwen.ask(BringKey(), AboutMe)).link
    assert (await linking.link(south, code, "key:Kim", "")).sentence == linking.JOINED
    assert (await kim.ask(PlayDaily(), DailySheet)).state == "finished"
    (line,) = (await kim.ask(AskLadder(game="dacapo"), LadderLines)).lines
    assert (line.name, line.you) == ("Kim", True)
    assert welcome.resume


async def test_by_the_day_one_is_told_at_the_other_node(nats_server: NatsServers, calendar: Calendar) -> None:
    await nats_server.empty()
    async with node(nats_server, "a", calendar) as first, node(nats_server, "b", calendar) as second:
        await until(lambda: second.nodes.is_open("a") and first.nodes.is_open("b"))
        ada = Person(first, "key:Ada")
        await ada.ask(said.Enter(name="Ada", tables=True), said.LobbyUpdate)
        table = await ada.ask(said.Open(setup=msgspec.structs.replace(PAIR, days=1)), said.Update)
        await ada.ask(said.Leave(), said.LobbyUpdate)
        bob = await enter(second, "Bob")
        update = await bob.ask(said.Sit(code=table.code), said.Update)
        bob.tell(said.Start())
        while not (line := await told_of(first, table.code)).your_turn:
            update = await bob.hear(said.Update)
            if update.legal:
                bob.tell(said.Play(seq=update.seq, move=update.legal[-1]))
        assert line.until is not None


async def told_of(house: House, code: str) -> said.TableLine:
    """What Ada is shown of a table."""
    member = house.members.of("key:Ada")[0]
    await until(lambda: code in [line.code for line in house.shown_to(member)])
    return next(line for line in house.shown_to(member) if line.code == code)
