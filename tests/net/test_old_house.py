"""A data folder that an earlier version left behind: its games are counted, replayed and played on.

`old_house.zip` was made by the last version that kept a game's record in the same row as its line: a finished game of
each kind by Ada, the first one with Bob, who has settings of his own; a line of talk; and a table of both,
in the middle of a match of Da Capo.
"""

import sqlite3
import zipfile
from pathlib import Path
from typing import Any

import pytest

from engines.record import Replay, load
from net import messages as said
from net.house.house import House
from net.house.restoring import note_asleep
from net.store.folder import DATABASE
from net.store.nats_store import NatsStore
from net.store.schema import VERSIONS
from net.store.sqlite_contents import contents_of
from net.store.sqlite_store import SqliteStore
from net.store.transfer import Transfer
from net.values import Phase
from tests.net.house_harness import Person, enter, look, open_house, play_out
from tests.net.nats_harness import NatsServers
from tests.net.nodes_harness import Nodes

FINISHED = ["dacapo", "bumbesi", "danger13", "geschenkt"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    zipfile.ZipFile(Path(__file__).with_name("old_house.zip")).extractall(tmp_path)
    return tmp_path


def question(folder: Path, sql: str) -> list[Any]:
    """Ask a database that nobody has open."""
    database = sqlite3.connect(folder / DATABASE)
    found = database.execute(sql).fetchall()
    database.close()
    return found


async def test_F45_an_old_database_is_brought_up_to_date_once(folder: Path) -> None:
    assert question(folder, "PRAGMA user_version") == [(2,)]
    before = dict(question(folder, "SELECT id, length(game) FROM games"))
    for _ in range(2):
        await (await SqliteStore.open(folder)).close()
        assert question(folder, "PRAGMA user_version") == [(len(VERSIONS),)]
        lines = dict(question(folder, "SELECT id, length(game) FROM games"))
        records = dict(question(folder, "SELECT game, length(record) FROM records"))
        assert list(lines) == list(records) == list(before)
        assert all(0 < lines[id] < before[id] - records[id] for id in before)


async def test_F45_old_games_are_listed_and_counted_and_their_records_replay(folder: Path) -> None:
    store = await SqliteStore.open(folder)
    games = await store.games_of("key:Ada")
    assert [game.game for game in games] == FINISHED
    assert await store.tally_of("key:Ada") == (4, sum(0 in game.winners for game in games))
    assert (await store.tally_of("key:Bob")).played == 1
    for game in games:
        kept = await store.game(game.id)
        assert kept is not None
        replay = Replay(load(kept.record))
        assert all(replay)
        assert tuple(replay.state.scores()) == game.scores
        assert tuple(replay.state.winners()) == game.winners
    assert (games[2].hints, games[2].taken_back) == (1, 1)
    await store.close()


async def test_F45_names_settings_and_talk_are_those_of_before(folder: Path) -> None:
    async with open_house(folder) as house:
        bob = Person(house, "key:Bob")
        welcome = await bob.ask(said.Enter(name="Somebody"), said.Welcome)
        assert (welcome.name, welcome.settings) == ("Bob", {"theme": "light", "motion": False})
        lobby = await bob.hear(said.LobbyUpdate)
        assert [(line.name, line.text) for line in lobby.talk] == [("Ada", "hello from before")]
        eve = Person(house, "key:Eve")
        assert "Somebody else" in (await eve.ask(said.Enter(name="Ada"), said.Refused)).text


async def goes_on(hers: House, his: House) -> None:
    """See that Ada and Bob, each in one house, go on at their table where it stood, and finish the game."""
    ada, bob = await enter(hers, "Ada"), Person(his, "key:Bob")
    table = (await bob.ask(said.Enter(), said.Welcome)).table
    seen, also = await look(ada, table), await look(bob, table)
    assert (seen.setup.game, seen.setup.title, seen.phase) == ("dacapo", "Friday", Phase.PLAYING)
    assert [seat.name for seat in seen.seats] == ["Ada", "Bob", "hard-1"]
    assert (len(seen.history), [line.text for line in seen.talk]) == (7, ["Hello!"])
    assert seen.history == also.history
    before = await his.store.tally_of("key:Bob")
    for update, person in ((seen, ada), (also, bob)):
        if update.legal:
            person.tell(said.Play(seq=update.seq, move=update.legal[-1]))
    ends = await play_out(ada, bob)
    assert [end.phase for end in ends] == [Phase.OVER] * 2
    assert (await his.store.tally_of("key:Bob")).played == before.played + 1


async def test_F45_a_table_of_before_goes_on_where_it_stood(folder: Path) -> None:
    async with open_house(folder) as house:
        await goes_on(house, house)


async def test_F45_nodes_take_over_a_table_that_one_of_an_older_version_has_left(
    nodes: Nodes,
    nats_server: NatsServers,
    folder: Path,
) -> None:
    north, south = await nodes("north", "south")
    source, older = await SqliteStore.open(folder), await NatsStore.open(nats_server.settings, "older")
    await note_asleep(source)
    await Transfer(source, await contents_of(source), older).run()
    await source.close()
    await older.close()
    await goes_on(north, south)
    assert {len(house.croupiers) for house in (north, south)} == {0, 1}, "one of them has it"
