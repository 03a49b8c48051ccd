"""Several houses that are one: people at different nodes sit at one table, talk, watch, and are told the same."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from copy import deepcopy
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from nats.aio.msg import Msg

from engines.chance import FastChance
from engines.game import Game, State
from net import messages as said
from net.house.house import House
from net.house.table_log import TableLog
from net.limits.allowances import Use
from net.limits.sources import Payer
from net.nodes import nats_nodes
from net.nodes.bus import Bus
from net.nodes.nats_nodes import NatsNodes
from net.nodes.tunnels import FRAME, NAME_BYTES, SHUT
from net.setup import Setup
from net.store.nats_connection import connect, hang_up
from net.store.nats_store import NatsStore
from net.tables.entries import Opened
from tests.net.house_harness import (
    ALONE,
    PAIR,
    TRIO,
    Person,
    enter,
    live_turn,
    look,
    opened,
    play_out,
)
from tests.net.nats_harness import NatsServers
from tests.net.nodes_harness import Nodes, node
from tests.net.visitors import until


async def test_a_table_is_one_wherever_its_people_came_in(nodes: Nodes) -> None:
    north, south = await nodes("north", "south")
    ada, table = await opened(north, PAIR)
    bob = await enter(south, "Bob")
    seated = await bob.ask(said.Sit(code=table.code), said.Update)
    assert (seated.seat, seated.seats[0].name) == (1, "Ada")
    ada.tell(said.Start())
    await bob.hear(said.Update)
    ends = await play_out(ada, bob)
    assert [end.phase for end in ends] == ["over", "over"]
    assert list(south.croupiers) == []
    for person, house in ((ada, north), (bob, south)):
        (game,) = (await person.ask(said.MyGames(), said.Games)).games
        assert (await person.ask(said.Fetch(id=game.id), said.RecordFile)).record.players[:2] == ("Ada", "Bob")
        assert (await house.store.tally_of(f"key:{'Ada' if person is ada else 'Bob'}")).played == 1


async def test_spectators_and_talk_reach_everybody(nodes: Nodes) -> None:
    north, south = await nodes("north", "south")
    ada, table = await opened(north, TRIO)
    eve = await enter(south, "Eve")
    seen = await eve.ask(said.Watch(code=table.code), said.Update)
    assert seen.seat is None
    eve.tell(said.Say(text="good luck"))
    while not (update := await ada.hear(said.Update)).talk:
        pass
    assert [(line.name, line.text) for line in update.talk] == [("Eve", "good luck")]
    assert (update.watchers, update.watching[0].name) == (1, "Eve")
    lobby = await eve.ask(said.Leave(), said.LobbyUpdate)
    while [line.code for line in lobby.tables] != [table.code]:
        lobby = await eve.hear(said.LobbyUpdate)
    eve.tell(said.Say(text="anybody here?"))
    bob = await enter(north, "Bob")
    bob.tell(said.MyTally())
    await until(lambda: [spoken.line.text for spoken in north.lobby.talk.since(0)] == ["anybody here?"])


async def test_the_lobby_shows_tables_and_people_of_all_nodes(nodes: Nodes) -> None:
    north, south = await nodes("north", "south")
    _ada, table = await opened(north, TRIO)
    bob = Person(south, "key:Bob")
    lobby = await bob.ask(said.Enter(name="Bob"), said.LobbyUpdate)
    while not lobby.tables or lobby.people < 2:
        lobby = await bob.hear(said.LobbyUpdate)
    assert [(line.code, line.seats[0].name) for line in lobby.tables] == [(table.code, "Ada")]
    assert lobby.people == 2


async def test_whoever_comes_in_elsewhere_is_led_to_their_seat(nodes: Nodes) -> None:
    north, south = await nodes("north", "south")
    ada, table = await opened(north, TRIO)
    await ada.drop()
    again = Person(south, "key:Ada")
    assert (await again.ask(said.Enter(), said.Welcome)).table == table.code
    assert (await look(again, table.code)).seat == 0
    assert north.croupiers[table.code].members[0].identity == "key:Ada"


async def test_F66_whoever_comes_in_at_two_nodes_is_in_once_and_led_to_the_same_seat(nodes: Nodes) -> None:
    north, south = await nodes("north", "south")
    ada, table = await opened(north, TRIO)
    await until(lambda: bool(south.lobby.dropped_from("key:Ada")))
    again = Person(south, "key:Ada")
    assert (await again.ask(said.Enter(), said.Welcome)).table == table.code
    assert (await look(again, table.code)).seat == 0
    await until(lambda: len(north.croupiers[table.code].members) == 2)
    zoe = Person(south, "key:Zoe")
    lobby = await zoe.ask(said.Enter(name="Zoe"), said.LobbyUpdate)
    while lobby.people != 2:
        lobby = await zoe.hear(said.LobbyUpdate)
    assert not ada.served.done()


async def test_F66_whoever_comes_in_too_often_at_several_nodes_is_shown_out_where_they_came_first(nodes: Nodes) -> None:
    north, south = await nodes("north", "south")
    first, _table = await opened(north, TRIO)
    for house in (south, north, south):
        await enter(house, "Ada")
    await until(lambda: len(north.members) == 2 == len(south.members))
    assert not first.served.done()
    await enter(south, "Ada")
    assert (await first.hear(said.Goodbye)).reason == "elsewhere"
    await until(lambda: (len(north.members), len(south.members)) == (1, 3))


async def test_whoever_is_in_at_another_node_is_not_out_of_the_house(nodes: Nodes) -> None:
    north, south = await nodes("north", "south")
    ada, table = await opened(north, msgspec.structs.replace(PAIR, grace=0))
    bob = await enter(south, "Bob")
    await bob.ask(said.Sit(code=table.code), said.Update)
    ada.tell(said.Start())
    await bob.ask(said.Leave(), said.LobbyUpdate)
    seats = north.lobby.tables[table.code].seats
    await until(lambda: not seats[1].here)
    await asyncio.sleep(0.3)
    assert (seats[1].elsewhere, seats[1].kept) == (True, False)
    await bob.drop()
    await until(lambda: seats[1].kept)


async def test_whoever_is_at_one_node_is_told_of_their_tables_at_another(nodes: Nodes) -> None:
    north, south = await nodes("north", "south")
    bob, table = await opened(north, PAIR, "Bob")
    ada = Person(south, "key:Ada")
    await ada.ask(said.Enter(name="Ada", tables=True), said.LobbyUpdate)
    await ada.ask(said.Sit(code=table.code), said.Update)
    own = await ada.ask(said.Open(setup=TRIO), said.Update)
    while own.code == table.code:
        own = await ada.hear(said.Update)
    bob.tell(said.Say(text="are you there?"))
    while not (told := await ada.hear(said.YourTables)).tables or not told.tables[0].said_by:
        pass
    assert [(line.code, line.said_by, line.seat) for line in told.tables] == [(table.code, "Bob", 1)]


async def test_a_node_that_is_gone_takes_its_people_with_it(nodes: Nodes) -> None:
    north, south = await nodes("north", "south")
    await enter(south, "Bob")
    await until(lambda: "key:Bob" in north.members)
    await south.close()
    await until(lambda: "key:Bob" not in north.members)


async def test_a_node_that_comes_later_knows_who_is_in(nodes: Nodes) -> None:
    (north,) = await nodes("north")
    await enter(north, "Ada")
    (south,) = await nodes("south")
    await until(lambda: "key:Ada" in south.members)


async def test_a_waiting_table_stays_listed_while_its_owner_is_at_another_node(nodes: Nodes) -> None:
    north, south = await nodes("north", "south")
    ada, table = await opened(north, TRIO)
    again = await enter(south, "Ada")
    await until(lambda: "key:Ada" in north.nodes.sessions)
    await ada.ask(said.Leave(), said.LobbyUpdate)
    await ada.drop()
    bob = await enter(north, "Bob")
    (lobby,) = [told for told in bob.heard if isinstance(told, said.LobbyUpdate)]
    assert [line.code for line in lobby.tables] == [table.code]
    await again.drop()
    while lobby.tables:
        lobby = await bob.hear(said.LobbyUpdate)


async def test_F66_of_two_who_want_one_name_at_two_nodes_one_gets_it(nodes: Nodes) -> None:
    north, south = await nodes("north", "south")
    tries = [Person(house, f"key:{number}") for number, house in enumerate((north, south))]
    names = [(await asyncio.gather(*(each.ask(said.Enter(name="Ada"), said.Welcome) for each in tries)))]
    assert sorted(welcome.name for welcome in names[0]) == ["", "Ada"]


async def test_a_refusal_at_another_node_leaves_somebody_where_they_are(nodes: Nodes) -> None:
    north, south = await nodes("north", "south")
    _ada, hers = await opened(north, ALONE)
    bob, his = await opened(south, TRIO, "Bob")
    refused = await bob.ask(said.Sit(code=hers.code), said.Refused)
    assert (refused.about, "full" in refused.text) == ("sit", True)
    assert (await bob.ask(said.Fill(level="easy"), said.Update)).code == his.code
    assert "no table" in (await bob.ask(said.Sit(code="kiwi-9999"), said.Refused)).text


async def test_a_table_that_closes_leads_everybody_back_to_their_lobby(nodes: Nodes) -> None:
    north, south = await nodes("north", "south")
    ada, table = await opened(north, TRIO)
    eve = await enter(south, "Eve")
    await eve.ask(said.Watch(code=table.code), said.Update)
    await ada.ask(said.Leave(give_up=True), said.LobbyUpdate)
    await eve.hear(said.LobbyUpdate)
    _update = await eve.ask(said.Open(setup=TRIO), said.Update)
    assert list(south.croupiers) == [_update.code]


async def test_what_was_used_up_at_one_node_is_missing_at_the_others(nodes: Nodes) -> None:
    north, south = await nodes("north", "south", talk_burst=5, talk_per_minute=0.001)
    ada = await enter(north, "Ada")
    for _ in range(5):
        ada.tell(said.Say(text="hello"))
    await ada.ask(said.Say(text="once more"), said.Refused)
    await until(lambda: not south.allowances.has(Use.TALK, Payer("key:Ada")))


async def test_connections_at_one_node_count_at_the_others_until_it_is_gone(nats_server: NatsServers) -> None:
    await nats_server.empty()
    async with node(nats_server, "south") as south:
        async with node(nats_server, "north") as north:
            north.allowances.crowd.count("192.0.2.1/32", 3, strangers=2)
            await until(lambda: south.allowances.crowd.elsewhere("192.0.2.1/32") == (3, 2))
            assert south.allowances.crowd.houses == 2
        await until(lambda: south.allowances.crowd.elsewhere("192.0.2.1/32") == (0, 0))
        assert south.allowances.crowd.houses == 1


async def test_F89_news_that_were_lost_between_nodes_are_asked_for(
    nodes: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    north, south = await nodes("north", "south")
    assert isinstance(south.nodes, NatsNodes)
    with monkeypatch.context() as deaf:
        heard: list[Msg] = []
        deaf.setitem(south.nodes._bus._ears, "lobby", heard.append)
        _ada, table = await opened(north, TRIO)
        await until(lambda: bool(heard))
        assert table.code not in south.nodes.elsewhere.public
    await until(lambda: table.code in south.nodes.elsewhere.public)


async def test_F90_a_node_that_is_gone_is_noticed_by_whoever_speaks_to_it(nodes: Nodes) -> None:
    north, south = await nodes("north", "south")
    ada, table = await opened(north, PAIR)
    bob = await enter(south, "Bob")
    await bob.ask(said.Sit(code=table.code), said.Update)
    ada.tell(said.Start())
    while not (await bob.hear(said.Update)).history:
        pass
    assert isinstance(north.nodes, NatsNodes)
    client = north.nodes._bus._client
    assert client is not None
    await client.close()
    bob.tell(said.Say(text="anybody here?"))
    await until(lambda: not south.nodes.is_open("north") and table.code in south.croupiers)


async def test_F90_a_node_that_dies_while_it_is_spoken_to_is_looked_for_before_the_next_ping(
    nodes: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    for often in ("BEAT", "SILENT"):
        monkeypatch.setattr(nats_nodes, often, 1000.0)
    north, south = await nodes("north", "south")
    _ada, table = await opened(north, PAIR)
    bob = await enter(south, "Bob")
    await bob.ask(said.Sit(code=table.code), said.Update)
    assert isinstance(north.nodes, NatsNodes)
    client = north.nodes._bus._client
    assert client is not None
    dying: list[asyncio.Task[None]] = []
    # The servers have delivered it and have nothing to say of it, and nobody will answer.
    ears = north.nodes._bus._ears
    monkeypatch.setitem(ears, FRAME, lambda _message: dying.append(asyncio.create_task(client.close())))
    bob.tell(said.Say(text="anybody here?"))
    await until(lambda: not south.nodes.is_open("north") and table.code in south.croupiers)
    assert len(dying) == 1


async def test_a_bus_that_closes_while_something_is_being_sent_leaves_no_task_behind(nats_server: NatsServers) -> None:
    bus = Bus(nats_server.settings, "north", lambda: None)
    await bus.open({})
    assert bus._client is not None
    assert bus._sender is not None

    async def publish(*_words: object) -> None:
        with suppress(asyncio.CancelledError):  # as nats-py does while it flushes
            await asyncio.Event().wait()

    with patch.object(bus._client, "publish", publish):
        for _ in range(2):
            bus.tell_all("beat", b"")
        await bus.close()
    assert bus._sender.done()


async def test_a_connection_that_is_lost_while_it_is_closed_is_closed(nats_server: NatsServers) -> None:
    client = await connect(nats_server.settings, "north")
    client._pending, client._pending_data_size = [b"PING\r\n"], 6
    transport: Any = client._transport
    with patch.object(transport, "drain", side_effect=ConnectionResetError("Connection lost")):
        await hang_up(client)
    assert client.is_closed
    transport.close()
    await transport.wait_closed()


async def test_F65_a_node_that_closes_hands_its_tables_over(nats_server: NatsServers) -> None:
    await nats_server.empty()
    async with node(nats_server, "south") as south:
        async with node(nats_server, "north") as north:
            await until(lambda: north.nodes.is_open("south") and south.nodes.is_open("north"))
            ada, table = await opened(north, PAIR)
            bob = await enter(south, "Bob")
            await bob.ask(said.Sit(code=table.code), said.Update)
            ada.tell(said.Start())
            while not (await bob.hear(said.Update)).history:
                pass
        assert (await ada.hear(said.Goodbye)).reason == "closing"
        while not (await bob.hear(said.Update)).anew:
            pass
        assert list(south.croupiers) == [table.code]
        ada = Person(south, "key:Ada")
        assert (await ada.ask(said.Enter(), said.Welcome)).table == table.code
        await look(ada, table.code)
        await look(bob, table.code)
        ends = await play_out(ada, bob)
        assert [end.phase for end in ends] == ["over", "over"]


async def test_F64_an_owner_that_is_overtaken_lets_go_and_its_people_play_on(nodes: Nodes) -> None:
    north, south = await nodes("north", "south")
    ada, table = await opened(north, PAIR)
    bob = await enter(south, "Bob")
    await bob.ask(said.Sit(code=table.code), said.Update)
    ada.tell(said.Start())
    while not (await bob.hear(said.Update)).history:
        pass
    # Once a person is to move the log stands, and can be taken where it ends.
    await until(lambda: live_turn(north.lobby.tables[table.code]) in (0, 1))
    end = await south.store.last(table.code)
    assert end is not None
    await south.floor.wake(table.code, end)
    await until(lambda: table.code not in north.croupiers)
    await until(lambda: len(south.croupiers[table.code].members) == 2)
    for person in (ada, bob):
        await look(person, table.code)
    ends = await play_out(ada, bob)
    assert [end.phase for end in ends] == ["over", "over"]
    assert list(north.croupiers) == []


async def test_a_table_of_another_version_is_refused_and_left_to_whoever_can_run_it(
    nodes: Nodes, nats_server: NatsServers
) -> None:
    (south,) = await nodes("south")
    code = "kiwi-42"
    newer = await NatsStore.open(nats_server.settings, "newer")
    await TableLog(newer, code).begin([Opened(at=0.0, code=code, setup=TRIO, rules=99, owner="key:Ada")])
    bob = await enter(south, "Bob")
    refused = await bob.ask(said.Sit(code=code), said.Refused)
    assert "another version" in refused.text
    end = await south.store.last(code)
    assert end is not None
    assert end.node == "newer"
    await newer.close()


class Overheard:
    """Every frame that comes to a node through tunnels, without their names."""

    def __init__(self, house: House) -> None:
        assert isinstance(house.nodes, NatsNodes)
        self.told: list[bytes] = []
        self._bus = house.nodes._bus
        self._hear = self._bus._heard

    async def _heard(self, message: Msg) -> None:
        if message.subject.endswith(".frame"):
            self.told.append(message.data[NAME_BYTES:])
        await self._hear(message)

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[None]:
        """Note down what comes."""
        self.told = []
        for subscription in self._subscriptions():
            subscription._cb = self._heard
        try:
            yield
        finally:
            for subscription in self._subscriptions():
                subscription._cb = self._hear

    def _subscriptions(self) -> list[Any]:
        assert self._bus._client is not None
        return [each for each in self._bus._client._subs.values() if each._cb in (self._hear, self._heard)]


async def look_from(south: House, north: House, ear: Overheard, code: str, name: str) -> list[bytes]:
    """Come in at one node, look at a table of the other, ask about everything; return what the first node learned."""
    croupier = north.croupiers[code]
    table, here = croupier.table, len(croupier.members)
    before, table.events = table.events, deepcopy(table.events)
    async with ear.listening():
        person = Person(south, f"key:{name}")
        await person.ask(said.Enter(name=name), said.LobbyUpdate)
        wish = said.Watch(code=code) if name == "Eve" else said.Sit(code=code)
        update = await person.ask(wish, said.Update)
        if update.legal:
            await person.ask(said.Hint(seq=update.seq), said.Advised)
        refused = [move for move in map(table.game.say, table.game.moves()) if move not in update.legal]
        for move in refused[:: 1 + len(refused) // 20]:
            await person.ask(said.Play(seq=update.seq, move=move), said.Refused)
        await person.drop()
        await until(lambda: len(croupier.members) == here and ear.told[-1][:1] == SHUT)
    table.events = before
    return ear.told


@pytest.mark.parametrize("name", ["Ada", "Eve"])
async def test_F34_F67_a_node_learns_of_a_table_what_its_guests_may_see(nodes: Nodes, game: Game, name: str) -> None:
    north, south = await nodes("north", "south")
    seats = game.seats[0]
    setup = Setup(game=game.id, seats=seats, bots=("easy",) * (seats - 1), hints=True)
    ada, table = await opened(north, setup)
    ada.tell(said.Start())
    await ada.my_turn()
    if name == "Ada":
        await ada.drop()
    live = north.croupiers[table.code].table.live
    assert live is not None
    truth = live.recording.state
    ear = Overheard(south)
    seen_by = None if name == "Eve" else 0
    # The first hint, and the first look of somebody, are told to everybody.
    await look_from(south, north, ear, table.code, name)
    told = await look_from(south, north, ear, table.code, name)
    assert told
    worlds = [game.sample(game.view(truth, seen_by), FastChance(luck)) for luck in range(3)]
    assert any(hidden(world) != hidden(truth) for world in worlds)
    for world in worlds:
        live.recording.state = world
        assert await look_from(south, north, ear, table.code, name) == told


def hidden(state: State) -> dict[str, object]:
    """Everything about a position that is not luck to come."""
    return {name: value for name, value in vars(state).items() if name != "chance"}
