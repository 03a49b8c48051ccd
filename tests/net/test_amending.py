"""Who somebody is, amended in a house of several nodes: at every table and for everybody, whichever node runs it."""

import asyncio

import pytest

from net import messages as said
from net.house import accounts, linking
from net.house.accounts import call
from net.house.amending import COME_AGAIN, FORGOTTEN
from net.house.croupier import NOT_STORED
from net.house.forgetting import forget
from net.house.people import guest_identity
from net.messages import account as asked
from net.store.nats_connection import ClusterSettings, connect
from net.store.nats_streams import KEPT
from tests.net.house_harness import ALONE, PAIR, TRIO, Person, enter, look, opened
from tests.net.nats_harness import NatsServers
from tests.net.nodes_harness import Nodes
from tests.net.test_accounts import back, guest, new_link
from tests.net.visitors import until


async def test_another_name_reaches_tables_and_people_of_other_nodes(nodes: Nodes) -> None:
    north, south = await nodes("north", "south")
    ada, table = await opened(north, PAIR)
    bob = await enter(south, "Bob")
    await bob.ask(said.Sit(code=table.code), said.Update)
    await call(south, "key:Ada", "Ariane")
    while (await bob.hear(said.Update)).seats[0].name != "Ariane":
        pass
    assert (await ada.hear(said.Welcome)).name == "Ariane"
    assert north.members.of("key:Ada")[0].name == "Ariane"


async def test_another_name_reaches_a_table_that_another_node_has_put_away(nodes: Nodes) -> None:
    north, south = await nodes("north", "south")
    ada, table = await opened(north, TRIO)
    await ada.drop()
    await until(lambda: north.croupiers[table.code].is_idle)
    assert await north.floor.put_away(north.croupiers[table.code])
    await call(south, "key:Ada", "Ariane")
    eve = await enter(north, "Eve")
    assert (await eve.ask(said.Watch(code=table.code), said.Update)).seats[0].name == "Ariane"


async def test_F75_whoever_is_forgotten_is_forgotten_at_every_node(nodes: Nodes) -> None:
    north, south = await nodes("north", "south")
    ada, table = await opened(north, PAIR)
    bob = await enter(south, "Bob")
    await bob.ask(said.Sit(code=table.code), said.Update)
    ada.tell(said.Say(text="it is me"))
    while not (await bob.hear(said.Update)).talk:
        pass
    eve = await enter(north, "Eve")
    eve.tell(said.Say(text="it is Eve"))
    await until(lambda: bool(south.lobby.talk.since(0)))
    for person in ("key:Ada", "key:Eve"):
        await forget(south, person)
    assert (await ada.hear(said.Goodbye)).text == (await eve.hear(said.Goodbye)).text == FORGOTTEN
    while (seen := await look(bob, table.code)).seats[0].name == "Ada":
        pass
    assert "Ada" not in str(seen), seen
    for house in (north, south):
        assert not [spoken for spoken in house.lobby.talk.since(0) if spoken.line.text == "it is Eve"]
    assert await north.store.mentions("key:Ada") == [table.code], "a log is sealed, and goes when its table closes"


async def test_whoever_mutes_somebody_stays_at_the_table_of_another_node_and_hears_them_no_more(
    nodes: Nodes,
) -> None:
    north, south = await nodes("north", "south")
    ada, table = await opened(north, PAIR)
    bob = await enter(south, "Bob")
    await bob.ask(said.Sit(code=table.code), said.Update)
    ada.tell(said.Say(text="so slow"))
    while not (await bob.hear(said.Update)).talk:
        pass
    bob.tell(asked.Mute(name="Ada"))
    while not (update := await bob.hear(said.Update)).anew:
        pass
    assert update.talk == ()
    assert not south.members.of("key:Bob")[0].in_lobby


async def test_a_code_from_one_node_makes_a_guest_of_it_part_of_an_account_at_another(nodes: Nodes) -> None:
    north, south = await nodes("north", "south")
    gwen, welcome = await guest(north, "Gwen")
    await gwen.hear(said.LobbyUpdate)
    table = await gwen.ask(said.Open(setup=PAIR), said.Update)
    await (await enter(south, "Kim")).drop()
    assert await linking.link(south, await new_link(gwen), "key:Kim", "") == (linking.JOINED, "Kim", True)
    assert (await gwen.hear(said.Goodbye)).text == COME_AGAIN
    kim = Person(south, "key:Kim")
    assert (await kim.ask(said.Enter(), said.Welcome)).table == table.code
    seen = await kim.ask(said.Sit(code=table.code), said.Update)
    assert (seen.seat, seen.seats[0].name, seen.seats[0].host) == (0, "Kim", True)
    assert list(north.croupiers) == [table.code], "the table is where it was"
    for house in (north, south):
        assert (await back(house, welcome.resume)).name == "Kim"
    assert await north.store.guests() == []


async def test_a_code_from_one_node_brings_a_key_at_another_once(nodes: Nodes) -> None:
    north, south = await nodes("north", "south")
    ada, table = await opened(north, PAIR)
    code = await new_link(ada)
    keys = ("key:SHA256:phone", "key:SHA256:laptop")
    tries = zip((north, south), keys, strict=True)
    outcomes = await asyncio.gather(*(linking.link(house, code, key, "") for house, key in tries))
    assert sorted(brought.sentence for brought in outcomes) == sorted([linking.ADDED, linking.WRONG])
    (key,) = [key for key, brought in zip(keys, outcomes, strict=True) if brought.done]
    for house in (north, south):
        phone = await Person(house, key).ask(said.Enter(), said.Welcome)
        assert (phone.name, phone.table) == ("Ada", table.code)


async def test_a_name_is_changed_once_in_thirty_days_wherever_one_is_in(nodes: Nodes) -> None:
    north, south = await nodes("north", "south")
    ada, again = await enter(north, "Ada"), await enter(south, "Ada")
    assert (await ada.ask(said.Rename(name="Ariane"), said.Welcome)).name == "Ariane"
    while (await again.hear(said.Welcome)).name != "Ariane":
        pass
    assert (await again.ask(said.Rename(name="Berta"), said.Refused)).values == {"days": 30}
    assert await south.store.name_of("key:Ada") == "Ariane"


async def test_F73_the_names_of_guests_are_freed_by_one_node_and_not_while_they_are_in_at_another(
    nodes: Nodes,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    north, south = await nodes("north", "south")
    assert (await north.nodes.is_first(), await south.nodes.is_first()) == (True, False)
    gwen, welcome = await guest(south, "Gwen")
    await until(lambda: guest_identity(welcome.resume) in north.members)
    monkeypatch.setattr(accounts, "GUEST_KEPT", -60.0)
    await accounts.forget_old_guests(north)
    assert await north.store.name_of(guest_identity(welcome.resume)) == "Gwen"
    await gwen.drop()
    await until(lambda: guest_identity(welcome.resume) not in north.members)
    await accounts.forget_old_guests(north)
    assert await south.store.name_of(guest_identity(welcome.resume)) == ""


async def allow(settings: ClusterSettings, max_bytes: int) -> None:
    """Let the stream of what is kept hold so much."""
    client = await connect(settings, "test")
    config = (await client.jetstream().stream_info(KEPT)).config
    config.max_bytes = max_bytes
    await client.jetstream().update_stream(config)
    await client.close()


async def test_F91_a_game_that_could_not_be_kept_is_kept_as_soon_as_it_can_be(
    nodes: Nodes,
    nats_server: NatsServers,
) -> None:
    (north,) = await nodes("north")
    ada: Person
    ada, table = await opened(north, ALONE)
    ada.tell(said.Start())
    await ada.my_turn()
    await allow(nats_server.settings, 1)
    over = await ada.finish(await look(ada, table.code))
    assert (over.phase, over.record) == ("over", None)
    assert not north.croupiers[table.code].is_idle
    assert (await ada.ask(said.Again(), said.Refused)).text == NOT_STORED, "no other game begins before that"
    await allow(nats_server.settings, -1)
    while (told := await ada.hear(said.Update)).record is None:
        pass
    (game,) = (await ada.ask(said.MyGames(), said.Games)).games
    assert game.id == told.record
