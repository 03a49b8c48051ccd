"""Whoever runs the house: orders over the socket and over ssh, bans, backup, and a log of all of it."""

import asyncio
import json
import os
import signal
import sqlite3
import stat
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from prometheus_client import generate_latest

from net.admin.client import SOCKET, NoHouse, ask
from net.admin.commands import ORDERS
from net.admin.figures import Figures
from net.admin.office import Office
from net.admin.orders import Operator
from net.admin.socket import AdminSocket, open_listener
from net.door.bans import BadSubject, Bans, subject_of
from net.door.settings import BadServerSettings, ServerSettings, settings_from
from net.messages import Goodbye, Open, Update
from net.nodes.questions import NatsQuestions, NobodyElse, Questions
from net.setup import Setup
from net.ssh.host_key import FolderKeys
from net.store.folder import DATABASE
from net.store.ledger import Ban
from net.store.nats_connection import connect
from net.store.sqlite_store import SqliteStore
from net.supervisor.nats_server import NatsServer
from tests.net.cluster_harness import own_server
from tests.net.laptop import Laptop
from tests.net.served import Served, ServerProcess, served_house, server_process
from tests.net.visitors import until

TABLE = Setup(game="geschenkt", seats=3, bots=("easy", "easy"))


class Desk:
    """An operator of a served house."""

    def __init__(self, office: Office, served: Served, folder: Path) -> None:
        self.office = office
        self.served = served
        self.operator = Operator("user:tester", folder)

    async def says(self, *words: str) -> str:
        return (await self.office.ask(self.operator, words))[0]

    async def status(self, *words: str) -> int:
        return (await self.office.ask(self.operator, words))[1]

    async def rows(self, *words: str) -> list[dict[str, Any]]:
        answer = json.loads(await self.says(*words, "--json"))
        assert answer["ok"], answer
        rows: list[dict[str, Any]] = answer["rows"]
        return rows


@asynccontextmanager
async def desk(
    folder: Path, settings: ServerSettings | None = None, nodes: Questions | None = None
) -> AsyncIterator[Desk]:
    async with served_house(folder / "house") as served:
        store = served.house.store
        assert isinstance(store, SqliteStore)
        server = served.opened.server
        yield Desk(
            Office(
                served.house,
                server,
                store,
                folder / "house",
                lambda: settings or server.settings,
                ORDERS,
                nodes or NobodyElse(),
                FolderKeys(folder / "house"),
            ),
            served,
            folder,
        )


async def test_who_is_here_and_where(tmp_path: Path) -> None:
    async with desk(tmp_path) as operator, operator.served.caller("Ada") as ada, operator.served.caller("Bob"):
        code = (await ada.ask(Open(setup=TABLE), Update)).code
        first, second = await operator.rows("who")
        assert (first["name"], first["where"], first["address"]) == ("Ada", f"{code} seat 1", "127.0.0.1")
        assert first["identity"] == operator.served.identity("Ada")
        assert (second["name"], second["where"]) == ("Bob", "lobby")
        (table,) = await operator.rows("tables")
        assert (table["code"], table["phase"], table["here"]) == (code, "waiting", 1)
        assert "Ada" in await operator.says("who")


async def test_somebody_who_is_kicked_is_told_and_may_come_back(tmp_path: Path) -> None:
    async with desk(tmp_path) as operator, operator.served.caller("Ada") as ada:
        await operator.rows("kick", "ada")
        assert "shown you out" in (await ada.hear(Goodbye)).text
        assert await operator.rows("who") == []
        async with operator.served.caller("Ada"):
            assert len(await operator.rows("who")) == 1


async def test_a_banned_key_is_shown_out_and_kept_out_until_its_end(tmp_path: Path) -> None:
    async with desk(tmp_path) as operator:
        async with operator.served.caller("Ada") as ada:
            (ban,) = await operator.rows("ban", "Ada", "--for", "1h", "--why", "noise")
            assert f"key:{ban['subject']}" == operator.served.identity("Ada")
            assert "closed to you" in (await ada.hear(Goodbye)).text
        with pytest.raises(asyncssh.ChannelOpenError, match="closed to you"):
            async with operator.served.caller("Ada"):
                pass
        async with operator.served.caller("Bob"):
            pass
        await operator.rows("unban", ban["subject"])
        async with operator.served.caller("Ada"):
            pass


async def test_one_ban_is_one_ban(tmp_path: Path) -> None:
    async with desk(tmp_path) as operator:
        assert (await operator.says("bans")).startswith("0 bans.")
        await operator.rows("ban", "192.0.2.0/24")
        assert (await operator.says("bans")).startswith("1 ban.")
        await operator.rows("ban", "198.51.100.0/24")
        assert (await operator.says("bans")).startswith("2 bans.")


@asynccontextmanager
async def questions(server: NatsServer, name: str) -> AsyncIterator[NatsQuestions]:
    client = await connect(server.settings, name)
    asked = NatsQuestions(client, name)
    await asked.open()
    yield asked
    await client.close()


async def test_orders_reach_every_node_of_a_house(tmp_path: Path) -> None:
    async with (
        own_server(tmp_path) as nats,
        questions(nats, "one") as one,
        questions(nats, "two") as two,
        desk(tmp_path / "a", nodes=one) as here,
        desk(tmp_path / "b", nodes=two) as there,
        here.served.caller("Ada"),
        there.served.caller("Bob") as bob,
        there.served.caller("Cleo") as cleo,
    ):
        await bob.ask(Open(setup=TABLE), Update)
        assert [(row["name"], row["node"]) for row in await here.rows("who")] == [
            ("Ada", "one"),
            ("Bob", "two"),
            ("Cleo", "two"),
        ]
        assert (await here.says("who")).startswith("3 in the house.")
        assert [row["node"] for row in await here.rows("tables")] == ["two"]
        await here.rows("kick", "Cleo")
        assert "shown you out" in (await cleo.hear(Goodbye)).text
        (ban,) = await here.rows("ban", "Bob")
        assert f"key:{ban['subject']}" == there.served.identity("Bob")
        assert "closed to you" in (await bob.hear(Goodbye)).text
        assert await here.status("kick", "Nobody") == 2
        assert [deed["command"] for deed in await here.rows("audit")] == ["kick Nobody", "ban Bob", "kick Cleo"]
        assert await there.rows("audit") == []


async def test_a_banned_network_is_turned_away_at_the_door(tmp_path: Path) -> None:
    async with desk(tmp_path) as operator:
        await operator.rows("ban", "127.0.0.0/8")
        with pytest.raises(asyncssh.DisconnectError, match="closed to you"):
            async with operator.served.caller("Ada"):
                pass
        assert [ban["subject"] for ban in await operator.rows("bans")] == ["127.0.0.0/8"]
    async with served_house(tmp_path / "house") as again:
        assert isinstance(again.house.store, SqliteStore)
        kept = Bans(await again.house.store.ledger.bans())
        assert kept.against_address("127.9.9.9", time.time()) is not None


def test_a_ban_ends_when_it_said() -> None:
    bans = Bans([Ban(subject="192.0.2.0/24", until=100.0)])
    assert bans.against_address("192.0.2.7", 99.0) is not None
    assert bans.against_address("192.0.2.7", 101.0) is None
    assert bans.against_address("198.51.100.1", 99.0) is None
    assert bans.against_address("2001:db8::1", 99.0) is None
    assert bans.holding(101.0) == []


def test_what_is_no_key_address_or_network_is_not_banned() -> None:
    assert subject_of("192.0.2.7/24") == "192.0.2.0/24"
    assert subject_of("2001:db8::7") == "2001:db8::7"
    with pytest.raises(BadSubject):
        subject_of("example.org")


async def test_a_guest_is_banned_by_address(tmp_path: Path) -> None:
    async with desk(tmp_path) as operator, operator.served.caller("") as guest:
        (member,) = operator.served.house.members
        member.name = "Gast"
        assert "127.0.0.1" in await operator.says("ban", "Gast")
        assert guest.welcome.resume


async def test_everybody_hears_the_house(tmp_path: Path) -> None:
    async with desk(tmp_path) as operator, operator.served.caller("Ada") as ada:
        await ada.ask(Open(setup=TABLE), Update)
        await operator.rows("say", "Tea", "is", "ready")
        update = await ada.hear(Update)
        assert [(line.name, line.text) for line in update.talk] == [("Tablée", "Tea is ready")]
        assert operator.served.house.lobby.talk.since(0)[-1].line.text == "Tea is ready"


async def test_a_closing_is_announced_and_can_be_called_off(tmp_path: Path) -> None:
    async with desk(tmp_path) as operator, operator.served.caller("Ada") as ada:
        await ada.ask(Open(setup=TABLE), Update)
        await operator.rows("close", "--in", "10s")
        assert (await ada.hear(Update)).talk[-1].text.startswith("The house closes in ten seconds")
        await operator.rows("close", "--cancel")
        assert (await ada.hear(Update)).talk[-1].text == "The house stays open after all."
        assert await operator.status("close", "--cancel") == 2


async def test_every_deed_is_noted_with_who_did_it(tmp_path: Path) -> None:
    async with desk(tmp_path) as operator:
        await operator.says("ban", "192.0.2.7")
        await operator.says("kick", "Nobody")
        await operator.says("who")
        latest, first = await operator.rows("audit")
        assert (first["by"], first["command"]) == ("user:tester", "ban 192.0.2.7")
        assert latest["outcome"].startswith("refused: Nobody in the house")
    database = sqlite3.connect(tmp_path / "house" / DATABASE)
    for statement in ("DELETE FROM audit", "UPDATE audit SET by = 'nobody'"):
        with pytest.raises(sqlite3.IntegrityError):
            database.execute(statement)
    database.close()


@pytest.mark.parametrize(
    "words",
    [
        ["frob"],
        ["ban"],
        ["ban", "example.org"],
        ["ban", "192.0.2.1", "--for", "soon"],
        ["prune", "-1"],
        ["kick", "a", "b"],
    ],
)
async def test_a_bad_order_gets_one_sentence(tmp_path: Path, words: list[str]) -> None:
    async with desk(tmp_path) as operator:
        assert await operator.status(*words) == 2
        assert (await operator.says(*words)).count("\n") == 1
        assert not json.loads(await operator.says(*words, "--json"))["ok"]


async def test_new_settings_hold_for_whoever_comes_next(tmp_path: Path) -> None:
    wanted = settings_from({"port": 4711, "limits": {"connections_per_source": 1}})
    async with desk(tmp_path, wanted) as operator:
        assert "After a restart: host, port" in await operator.says("reload")
        async with operator.served.caller("Ada"):
            with pytest.raises(asyncssh.DisconnectError, match="many connections"):
                async with operator.served.caller("Bob"):
                    pass


async def test_settings_that_cant_be_used_leave_those_of_before(tmp_path: Path) -> None:
    def broken() -> ServerSettings:
        raise BadServerSettings("server.toml: porto is not a setting.")

    async with desk(tmp_path) as operator:
        operator.office.reread = broken
        assert "porto is not a setting" in await operator.says("reload")
        async with operator.served.caller("Ada"):
            pass


async def test_the_socket_is_for_its_owner_alone_and_knows_who_asks(tmp_path: Path) -> None:
    async with desk(tmp_path) as operator:
        folder = tmp_path / "house"
        with open_listener(folder) as listener:
            socket = AdminSocket(operator.office, listener)
            await socket.open()
            assert stat.S_IMODE((folder / SOCKET).stat().st_mode) == 0o600
            assert (await ask(folder, ["ban", "192.0.2.7"])).status == 0
            reader, writer = await asyncio.open_unix_connection(folder / SOCKET)
            writer.write(b"\xff no request\n")
            assert await reader.read() == b""
            writer.close()
            (deed,) = await operator.rows("audit")
            assert deed["by"].startswith("user:")
            await socket.close()
        with pytest.raises(NoHouse):
            await ask(folder, ["who"])


async def command(data: Path, *words: str) -> tuple[str, str, int | None]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tui.cli", "admin", "--data", str(data), *words),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await process.communicate()
    return out.decode(), err.decode(), process.returncode


def operators_laptop(folder: Path, server: ServerProcess | None = None) -> Laptop:
    folder.mkdir(exist_ok=True)
    return Laptop(folder, server.port if server else 0)


async def test_a_house_is_backed_up_while_open_and_restored_while_closed(tmp_path: Path) -> None:
    data, file = tmp_path / "data", tmp_path / "kept.tar"
    async with server_process(data) as server:
        laptop = operators_laptop(tmp_path / "laptop", server)
        await laptop.run(
            *laptop.ssh("-T", "play@127.0.0.1"), input=b"Ada\nnew geschenkt 3 easy\nnew geschenkt 3 easy\nq\nq\n"
        )
        out, _, status = await command(data, "backup", str(file), "--json")
        assert status == 0, out
        out, _, status = await command(data, "backup", str(data / "backups" / "today.tar"))
        assert status == 0, out
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        _, err, status = await command(data, "restore", str(file))
        assert (status, "in use" in err) == (2, True)
        out, err, status = await command(data, "restore", str(file), "--json")
        assert (status, json.loads(out)["ok"], "in use" in json.loads(out)["said"], err) == (2, False, True, "")
        _, err, status = await command(data, "backup", str(file))
        assert (status, "is there already" in err) == (2, True)
        await server.end()
    elsewhere = tmp_path / "elsewhere"
    out, err, status = await command(elsewhere, "restore", str(file))
    assert status == 0, err
    names = sqlite3.connect(elsewhere / DATABASE).execute("SELECT name FROM people").fetchall()
    assert names == [("Ada",)]
    async with server_process(elsewhere) as again:
        assert again.words.count("SHA256:") == 1
        assert next(line for line in again.words.splitlines() if "SHA256:" in line) in server.words


async def test_what_is_no_backup_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "no.tar").write_bytes(os.urandom(2000))
    _, err, status = await command(tmp_path / "data", "restore", str(tmp_path / "no.tar"))
    assert status == 2
    assert "can't be restored" in err
    assert not (tmp_path / "data" / DATABASE).exists()


async def test_listed_keys_give_orders_over_ssh_and_others_do_not(tmp_path: Path) -> None:
    hers = operators_laptop(tmp_path / "hers")
    config = tmp_path / "server.toml"
    config.write_text(f'admins = ["{hers.key.get_fingerprint()}"]\n')
    async with server_process(tmp_path / "data", "--config", str(config)) as server:
        hers.port = server.port
        his = operators_laptop(tmp_path / "his", server)
        out, err, status = await hers.run(*hers.ssh("admin@127.0.0.1", "ban 192.0.2.7 --json"))
        assert (status, json.loads(out)["ok"]) == (0, True), err
        out, _, status = await hers.run(*hers.ssh("-tt", "admin@127.0.0.1"), input=b"whoo\x7f\raudit\rquit\r")
        assert status == 0
        assert "0 in the house." in out
        assert hers.key.get_fingerprint() in out
        out, _, status = await hers.run(*hers.ssh("admin@127.0.0.1", "backup ../../stolen.tar"))
        assert (status, "plain file name" in out) == (2, True)
        out, _, status = await his.run(*his.ssh("-T", "admin@127.0.0.1"))
        assert (status, "not on their list" in out) == (1, True)
        _, _, status = await his.run(*his.ssh("admin@127.0.0.1", "bans"))
        assert status == 255
        _, _, status = await hers.run(*hers.ssh("play@127.0.0.1", "bans"))
        assert status == 255


async def test_sighup_reads_the_settings_anew(tmp_path: Path) -> None:
    config = tmp_path / "server.toml"
    config.write_text("")
    async with server_process(tmp_path / "data", "--config", str(config)) as server:
        laptop = operators_laptop(tmp_path / "laptop", server)
        _, _, status = await laptop.run(*laptop.ssh("admin@127.0.0.1", "who"))
        assert status == 255
        config.write_text(f'admins = ["{laptop.key.get_fingerprint()}"]\n')
        server.process.send_signal(signal.SIGHUP)
        await until(lambda: "settings read anew" in server.log)
        _, _, status = await laptop.run(*laptop.ssh("admin@127.0.0.1", "who"))
        assert status == 0
        config.write_text("porto = 1\n")
        server.process.send_signal(signal.SIGHUP)
        await until(lambda: "porto is not a setting" in server.log)
        assert server.process.returncode is None


async def test_the_house_closes_on_order(tmp_path: Path) -> None:
    async with server_process(tmp_path / "data") as server:
        _, err, status = await command(tmp_path / "data", "close", "--in", "1s")
        assert status == 0, err
        assert await asyncio.wait_for(server.process.wait(), 20) == 0


async def test_a_new_host_key_is_learnt_by_openssh_before_the_old_one_goes(tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with server_process(data) as server:
        laptop = operators_laptop(tmp_path / "laptop", server)
        visit = laptop.ssh("-T", "-o", "UpdateHostKeys=yes", "play@127.0.0.1")
        await laptop.run(*visit, input=b"Ada\nq\n")
        known = laptop.home / "known_hosts"
        (first,) = known.read_text().splitlines()
        assert (await command(data, "rotate"))[2] == 0
        await laptop.run(*visit, input=b"q\n")
        assert len(known.read_text().splitlines()) == 2
        assert (await command(data, "rotate", "--finish"))[2] == 0
        _, err, status = await laptop.run(*visit, input=b"q\n")
        assert (status, err) == (0, "")
        assert first not in known.read_text().splitlines()
        assert (await command(data, "rotate", "--finish"))[2] == 2


async def test_a_private_house_lets_in_listed_keys_and_whoever_knows_the_word(tmp_path: Path) -> None:
    listed, other = operators_laptop(tmp_path / "hers"), operators_laptop(tmp_path / "his")
    config, answer = tmp_path / "server.toml", tmp_path / "answer"
    config.write_text(f'allow = ["{listed.key.get_fingerprint()}"]\n')
    async with server_process(tmp_path / "data", "--config", str(config)) as server:
        listed.port = other.port = server.port
        out, _, status = await listed.run(*listed.ssh("-T", "play@127.0.0.1"), input=b"Ada\nq\n")
        assert (status, "Goodbye" in out) == (0, True)
        for user in ("play", "guest"):
            _, err, status = await other.run(*other.ssh("-T", f"{user}@127.0.0.1"))
            assert (status, "Permission denied" in err) == (255, True)
        config.write_text('word = "aubergine"\n')
        server.process.send_signal(signal.SIGHUP)
        await until(lambda: "settings read anew" in server.log)
        for word, welcome in (("courgette", False), ("aubergine", True)):
            answer.write_text(f"#!/bin/sh\necho {word}\n")
            answer.chmod(0o700)
            asked = ["env", f"SSH_ASKPASS={answer}", "SSH_ASKPASS_REQUIRE=force", "DISPLAY=:0"]
            out, _, status = await other.run(*asked, *other.ssh("-T", "play@127.0.0.1"), input=b"Bob\nq\n")
            assert (status == 0, "Goodbye" in out) == (welcome, welcome)
        assert f"who=key:{other.key.get_fingerprint()}" in server.log
        assert "wrong word" in server.log


async def test_session_lines_tell_who_how_long_and_why(tmp_path: Path) -> None:
    async with server_process(tmp_path / "data") as server:
        laptop = operators_laptop(tmp_path / "laptop", server)
        await laptop.run(*laptop.ssh("-T", "play@127.0.0.1"), input=b"Ada\nq\n")
        await until(lambda: "session ended" in server.log)
        ended = next(line for line in server.log.splitlines() if "session ended" in line)
        assert f"who=key:{laptop.key.get_fingerprint()}" in ended
        assert "source=127.0.0.1" in ended
        assert " seconds=" in ended
        assert ended.endswith("why=left")
        gone = next(line for line in server.log.splitlines() if "went out" in line)
        assert "player=Ada" in gone
        assert "why=left" in gone


async def test_the_figures_tell_of_store_tables_bans_and_the_process(tmp_path: Path) -> None:
    async with desk(tmp_path) as operator:
        monitor = operator.served.opened.server.monitor
        bans = operator.served.opened.server.bans
        figures = Figures(monitor, operator.served.house, bans, operator.office.folder)
        await operator.says("ban", "192.0.2.7")
        figures.refresh()
        shown = generate_latest(monitor.registry).decode()
        assert "tablee_bans 1.0" in shown
        assert "tablee_tables_paused 0.0" in shown
        assert "tablee_games_finished_total 0.0" in shown
        assert 'tablee_build_info{version="' in shown
        for name in (
            "tablee_store_commits_total",
            "tablee_database_bytes",
            "process_resident_memory_bytes",
            "process_open_fds",
        ):
            assert float(next(line for line in shown.splitlines() if line.startswith(f"{name} ")).split()[1]) > 0
