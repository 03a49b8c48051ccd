"""`tablee cluster`, and what is said where a house can't be a part of its cluster."""

import json
import re
import stat
import zipfile
from pathlib import Path

import msgspec
import pytest
from nats.js.errors import APIError

from net.messages import Accepted, Open, Play, Start, Update
from net.nodes.questions import HELLO, NatsQuestions
from net.setup import Setup
from net.ssh.host_key import new_key
from net.store.nats_connection import ClusterSettings, connect
from net.store.nats_store import NatsStore
from net.store.nats_streams import KEPT, SHARDS, Plan, configs, log_stream
from net.supervisor.nats_server import NatsServer, free_port
from tests.net.cluster_harness import node_process, own_server, ready_server, settings_file, tablee
from tests.net.house_harness import open_house
from tests.net.served import Callers
from tests.net.test_transfer import ADA, furnish


def flags(folder: Path, server: NatsServer) -> tuple[str, str]:
    return "--config", str(settings_file(folder, "operator", server.settings))


async def refused(folder: Path, settings: ClusterSettings) -> str:
    """What `tablee serve` says of a cluster that can't be used, in one line, as of any bad input."""
    config = settings_file(folder, "operator", settings)
    out, err, code = await tablee(
        "serve", "--config", config, "--host", "127.0.0.1", "--port", "0", "--data", folder / "x"
    )
    assert (out, code) == ("", 2)
    (line,) = [line for line in err.splitlines() if not line.startswith("timestamp=")]
    return line.removeprefix("tablee: ")


async def test_init_makes_the_streams_once_and_one_host_key_for_all(tmp_path: Path) -> None:
    async with own_server(tmp_path) as server:
        way = flags(tmp_path, server)
        out, _, code = await tablee("cluster", *way, "init", "--replicas", "1")
        assert code == 0
        made = re.fullmatch(r"(\d+) streams made, 1 replicas each\. The house's host key is (SHA256:\S+)\.\n", out)
        assert made is not None
        assert int(made[1]) == len(configs(Plan()))
        again, _, code = await tablee("cluster", *way, "init", "--replicas", "1")
        assert (code, again) == (0, f"The streams were there already. The house's host key is {made[2]}.\n")
        async with node_process(tmp_path, server, "one") as one, node_process(tmp_path, server, "two") as two:
            assert made[2] in one.words
            assert made[2] in two.words


async def test_a_host_key_from_a_file_is_the_one_that_is_kept(tmp_path: Path) -> None:
    key = new_key()
    path = tmp_path / "key"
    key.write_private_key(path)
    async with own_server(tmp_path) as server:
        way = flags(tmp_path, server)
        path.chmod(0o644)
        out, err, code = await tablee("cluster", *way, "init", "--replicas", "1", "--host-key", path)
        assert (out, code) == ("", 2)
        assert "is open to others" in err
        path.chmod(0o600)
        out, _, code = await tablee("cluster", *way, "init", "--replicas", "1", "--host-key", path)
        assert (code, key.get_fingerprint() in out) == (0, True)


async def test_status_shows_nodes_people_tables_and_streams_and_nothing_is_wrong(tmp_path: Path) -> None:
    async with ready_server(tmp_path) as server:
        way = flags(tmp_path, server)
        out, _, code = await tablee("cluster", *way, "status")
        assert code == 1
        assert "No node is open: nobody can come in." in out
        await tablee("cluster", *way, "init", "--replicas", "1")
        async with node_process(tmp_path, server, "one") as node, Callers(node.port).caller("Ada"):
            out, _, code = await tablee("cluster", *way, "status", "--json")
            status = json.loads(out)
            assert (code, status["wrong"]) == (0, [])
            (told,) = status["nodes"]
            assert (told["people"], told["tables"], told["paused"]) == (1, 0, 0)
            assert told["node"].startswith("one-")
            assert {stream["current"] for stream in status["streams"]} == {1}
            out, _, code = await tablee("cluster", *way, "status")
            assert (code, "Nothing is wrong." in out, "1 nodes, 1 people" in out) == (0, True, True)


async def test_a_house_goes_in_and_out_with_a_count_that_is_checked(tmp_path: Path) -> None:
    async with open_house(tmp_path / "old") as house:
        await furnish(house)
    async with ready_server(tmp_path) as server:
        way = flags(tmp_path, server)
        out, err, code = await tablee("cluster", *way, "import", tmp_path / "old")
        assert (code, err) == (0, "")
        counts = re.fullmatch(r"Brought in, and counted again in the cluster: (1 people, .* entries)\.\n", out)
        assert counts is not None
        out, _, code = await tablee("cluster", *way, "export", tmp_path / "new")
        assert (code, out) == (0, f"Taken out, and counted again in {tmp_path / 'new'}: {counts[1]}.\n")
        assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700
        out, err, code = await tablee("cluster", *way, "export", tmp_path / "new")
        assert (out, code) == ("", 2)
        assert err.endswith("new is not empty: a house goes into a new folder.\n")
    async with open_house(tmp_path / "new") as house:
        assert await house.store.name_of(ADA) == "Ada"


async def test_the_open_tables_of_an_old_house_are_found_by_their_people_in_the_cluster(tmp_path: Path) -> None:
    zipfile.ZipFile(Path(__file__).with_name("old_house.zip")).extractall(tmp_path / "old")
    async with ready_server(tmp_path) as server:
        out, err, code = await tablee("cluster", *flags(tmp_path, server), "import", tmp_path / "old")
        assert (code, err, "4 games" in out) == (0, "", True), out
        store = await NatsStore.open(server.settings, "test")
        for person in ("key:Ada", "key:Bob"):
            titles = [note.line.setup.title for note in await store.seats_of(person) if note.line.phase == "playing"]
            assert titles == ["Friday"]
        await store.close()


async def test_an_open_house_is_not_brought_in(tmp_path: Path) -> None:
    async with ready_server(tmp_path) as server, open_house(tmp_path / "old"):
        out, err, code = await tablee("cluster", *flags(tmp_path, server), "import", tmp_path / "old")
        assert (out, code) == ("", 1)
        assert err.endswith("old is in use by another Tablée.\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ("--cluster", "rubbish", "status"),
            "--cluster: 'rubbish' is no list of servers like nats://a:4222,nats://b:4222.",
        ),
        (("--data", "/nonexistent", "status"), "No NATS servers are named: give --cluster"),
        (("--cluster", "nats://127.0.0.1:1", "init", "--max-bytes", "many"), "'many' is no size like 500MB or 20GB."),
        (("--cluster", "nats://127.0.0.1:1", "import", "/nonexistent"), "does not exist"),
    ],
)
async def test_bad_words_are_one_line(words: tuple[str, ...], sentence: str) -> None:
    out, err, code = await tablee("cluster", *words)
    assert (out, code, err.count("\n")) == ("", 2, 1)
    assert sentence in err


async def test_F70_a_cluster_that_can_not_be_reached_is_one_sentence(tmp_path: Path) -> None:
    url = f"nats://127.0.0.1:{free_port()}"
    said = await refused(tmp_path, ClusterSettings(servers=(url,)))
    assert said == f"The cluster at {url} can't be reached: Connection refused."


async def test_F70_wrong_credentials_are_one_sentence(tmp_path: Path) -> None:
    async with ready_server(tmp_path) as server:
        said = await refused(tmp_path, msgspec.structs.replace(server.settings, password="wrong"))
        assert said.endswith("does not let us in: see user and password in [cluster].")


async def test_F70_a_cluster_without_streams_is_one_sentence_and_none_are_made(tmp_path: Path) -> None:
    async with own_server(tmp_path) as server:
        said = await refused(tmp_path, server.settings)
        assert said == "The cluster is not made ready for a house: run `tablee cluster init` once."
        client = await connect(server.settings, "test")
        assert await client.jetstream().streams_info() == []
        await client.close()


async def test_F70_streams_of_another_version_are_one_sentence(tmp_path: Path) -> None:
    async with ready_server(tmp_path) as server:
        client = await connect(server.settings, "test")
        config = (await client.jetstream().stream_info(KEPT)).config
        config.metadata = {"tablee": "99"}
        await client.jetstream().update_stream(config)
        await client.close()
        said = await refused(tmp_path, server.settings)
        assert said == "The cluster's streams are of another version of Tablée (99, here 1)."


async def test_F70_a_cluster_without_a_host_key_is_one_sentence(tmp_path: Path) -> None:
    async with ready_server(tmp_path) as server:
        said = await refused(tmp_path, server.settings)
        assert said.startswith("The cluster keeps no host key, and ")
        assert said.endswith("x has none: all machines need the same.")


async def test_F70_nodes_that_speak_another_version_are_one_sentence(tmp_path: Path) -> None:
    async def speech(_data: bytes) -> bytes:
        return b"99"

    async with ready_server(tmp_path) as server:
        way = flags(tmp_path, server)
        await tablee("cluster", *way, "init", "--replicas", "1")
        client = await connect(server.settings, "newer-1")
        newer = NatsQuestions(client, "newer-1")
        await newer.open()
        newer.answer(HELLO, speech)
        said = await refused(tmp_path, server.settings)
        await client.close()
        assert said.startswith("The house is open at nodes of another version of Tablée (newer-1), with which this one")
        assert said.endswith("stop them all, then start the new ones.")


async def fill(settings: ClusterSettings) -> None:
    """Store something until nothing more can be."""
    client = await connect(settings, "test")
    try:
        for number in range(1000):
            await client.jetstream().publish(f"kept.settings.{number}", bytes(5000))
    finally:
        await client.close()


async def test_F70_full_streams_are_one_sentence(tmp_path: Path) -> None:
    async with ready_server(tmp_path, max_bytes=500_000) as server:
        with pytest.raises(APIError, match="maximum bytes"):
            await fill(server.settings)
        said = await refused(tmp_path, server.settings)
        assert re.fullmatch(rf"The cluster's stream {KEPT} is full \(\d+ of 500000 bytes\)\.", said)


async def resize(settings: ClusterSettings, max_bytes: int) -> None:
    """Let the streams of logs hold so much."""
    client = await connect(settings, "test")
    for shard in range(SHARDS):
        config = (await client.jetstream().stream_info(log_stream(shard))).config
        config.max_bytes = max_bytes
        await client.jetstream().update_stream(config)
    await client.close()


async def test_F70_a_table_stands_still_while_the_streams_are_full_and_goes_on_by_itself(tmp_path: Path) -> None:
    async with ready_server(tmp_path) as server:
        await tablee("cluster", *flags(tmp_path, server), "init", "--replicas", "1")
        async with node_process(tmp_path, server, "one") as node, Callers(node.port).caller("Ada") as ada:
            await ada.ask(Open(setup=Setup(game="geschenkt", seats=3, bots=("easy", "easy"))), Update)
            ada.tell(Start())
            told = await ada.my_turn()
            await resize(server.settings, 1)
            ada.tell(Play(seq=told.seq, move="pass"))
            while not ada.latest.paused:
                await ada.hear(Update)
            out, _, code = await tablee("cluster", *flags(tmp_path, server), "status")
            assert (code, "1 table stands still, because nothing can be stored." in out) == (1, True)
            await resize(server.settings, -1)
            while ada.latest.paused:
                await ada.hear(Update)
            await ada.ask(Play(seq=ada.latest.seq, move="pass"), Accepted)
