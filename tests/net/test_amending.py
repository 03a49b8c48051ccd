"""Who somebody is, amended in a house of several nodes: at every table and for everybody, whichever node runs it."""

from net import messages as said
from net.house.accounts import call
from net.house.amending import FORGOTTEN
from net.house.croupier import NOT_STORED
from net.house.forgetting import forget
from net.messages import account as asked
from net.store.nats_connection import ClusterSettings, connect
from net.store.nats_streams import KEPT
from tests.net.house_harness import ALONE, PAIR, TRIO, Person, enter, look, opened
from tests.net.nats_harness import NatsServers
from tests.net.test_nodes import Nodes, nodes  # noqa: F401 - a fixture
from tests.net.visitors import until


async def test_another_name_reaches_tables_and_people_of_other_nodes(nodes: Nodes) -> None:  # noqa: F811
    north, south = await nodes("north", "south")
    ada, table = await opened(north, PAIR)
    bob = await enter(south, "Bob")
    await bob.ask(said.Sit(code=table.code), said.Update)
    await call(south, "key:Ada", "Ariane")
    while (await bob.hear(said.Update)).seats[0].name != "Ariane":
        pass
    assert (await ada.hear(said.Welcome)).name == "Ariane"
    assert north.members.of("key:Ada")[0].name == "Ariane"


async def test_another_name_reaches_a_table_that_another_node_has_put_away(nodes: Nodes) -> None:  # noqa: F811
    north, south = await nodes("north", "south")
    ada, table = await opened(north, TRIO)
    await ada.drop()
    await until(lambda: north.croupiers[table.code].is_idle)
    assert await north.floor.put_away(north.croupiers[table.code])
    await call(south, "key:Ada", "Ariane")
    eve = await enter(north, "Eve")
    assert (await eve.ask(said.Watch(code=table.code), said.Update)).seats[0].name == "Ariane"


async def test_F75_whoever_is_forgotten_is_forgotten_at_every_node(nodes: Nodes) -> None:  # noqa: F811
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
    nodes: Nodes,  # noqa: F811
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


async def allow(settings: ClusterSettings, max_bytes: int) -> None:
    """Let the stream of what is kept hold so much."""
    client = await connect(settings, "test")
    config = (await client.jetstream().stream_info(KEPT)).config
    config.max_bytes = max_bytes
    await client.jetstream().update_stream(config)
    await client.close()


async def test_F91_a_game_that_could_not_be_kept_is_kept_as_soon_as_it_can_be(
    nodes: Nodes,  # noqa: F811
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
