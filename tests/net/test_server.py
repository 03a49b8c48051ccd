"""Who you are, what you may ask for, and how the house opens and closes."""

import asyncio
import stat
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from net.ssh.connection import Connection
from net.ssh.host_key import NoHostKey, host_key
from tests.net.visitors import PATIENT, House, OpenHouse, PublicHalf, Visitor, new_key, open_house, until


async def identity(opened: OpenHouse, user: str = "play", keys: Any = (), client: Any = None) -> str | None:
    before = len(opened.house.guests)
    async with opened.visit(user, keys, client=client) as connection:
        await connection.run(None, stdin=asyncssh.DEVNULL)
    assert len(opened.house.guests) == before + 1
    return opened.house.guests[-1].identity


class ShowsButNeverSigns(Visitor):
    """Offers somebody else's public key and then comes in as a guest."""

    def __init__(self, key: asyncssh.SSHKey) -> None:
        self._keys = [PublicHalf(key)]

    def public_key_auth_requested(self) -> Any:
        return self._keys.pop() if self._keys else None


async def test_a_proven_key_is_who_you_are() -> None:
    key = new_key()
    async with open_house() as opened:
        assert await identity(opened, keys=[key]) == f"key:{key.get_fingerprint()}"
        assert await identity(opened, "kiwi-42", keys=[key]) == f"key:{key.get_fingerprint()}"


async def test_no_key_makes_a_guest() -> None:
    async with open_house() as opened:
        assert await identity(opened) is None


async def test_the_user_guest_comes_in_without_a_question() -> None:
    async with open_house() as opened:
        assert await identity(opened, "guest", keys=[new_key()]) is None


async def test_an_offered_key_proves_nothing() -> None:
    stolen = new_key()
    async with open_house() as opened:
        assert await identity(opened, client=lambda: ShowsButNeverSigns(stolen)) is None


async def test_a_guest_is_described_by_their_client() -> None:
    async with open_house() as opened, opened.visit("Watch-Kiwi-42") as connection:
        environment = {"LANG": "fr_FR.UTF-8", "COLORTERM": "truecolor", "SECRET": "x", "LC_ALL": "y" * 1000}
        await opened.screen(connection, env=environment, term_size=(100, 30))
        guest = opened.house.guests[0]
    assert (guest.table, guest.watches) == ("kiwi-42", True)
    assert (guest.term, guest.size) == ("xterm-256color", (100, 30))
    assert guest.environment == {"COLORTERM": "truecolor", "LANG": "fr_FR.UTF-8"}
    assert guest.address == "127.0.0.1"


async def test_a_terminal_gets_the_screen() -> None:
    async with open_house() as opened, opened.visit() as connection:
        screen = await opened.screen(connection)
        await screen.type("ab")
        await screen.shows(b"keys: a b")
        await screen.type("q")
        await screen.ends()
        assert screen.channel.get_exit_status() == 0


async def test_no_terminal_gets_plain_lines() -> None:
    async with open_house() as opened, opened.visit("kiwi-42") as connection:
        answer = await connection.run(None, input="1\r\nétoile\nlast")
    assert answer.stdout == "hello kiwi-42\nyou said 1\nyou said étoile\nyou said last\ngoodbye\n"
    assert answer.exit_status == 0


async def test_plain_lines_are_cleaned_and_cut() -> None:
    async with open_house() as opened, opened.visit() as connection:
        await connection.run(None, input="\x1b[31mred\x07\n" + "a" * 100_000 + "\n")
    assert opened.house.heard == ["[31mred", "a" * 200]


async def test_many_lines_wait_their_turn_and_none_is_lost() -> None:
    lines = [str(number) for number in range(1000)]
    async with open_house(limits={"messages_per_second": 1e6}) as opened, opened.visit() as connection:
        await connection.run(None, input="\n".join(lines))
    assert opened.house.heard == lines


async def test_a_blind_terminal_is_told_about_plain_mode() -> None:
    async with open_house() as opened, opened.visit() as connection:
        answer = await connection.run(None, term_type="dumb", stdin=asyncssh.DEVNULL)
        assert "ssh -T" in str(answer.stdout)
        assert opened.house.guests == []


async def test_the_subsystem_gets_the_wire() -> None:
    async with open_house() as opened, opened.visit("kiwi-42") as connection:
        _, reader, _ = await connection.open_session(subsystem="tablee", encoding=None)
        assert b"welcome" in await reader.read(1000)
    assert opened.house.guests[0].asked == "kiwi-42"


async def test_a_room_that_fails_costs_one_session_and_tells_no_secret() -> None:
    class Clumsy(House):
        async def plain(self, guest: Any, lines: Any) -> None:
            raise RuntimeError("the hidden card is 17")

    async with open_house(Clumsy()) as opened, opened.visit() as connection:
        answer = await connection.run(None, stdin=asyncssh.DEVNULL)
        assert "Something went wrong" in str(answer.stdout)
        assert answer.exit_status == 1
        screen = await opened.screen(connection)
        await screen.type("b")
        await screen.shows(b"keys: b")
    assert "error=RuntimeError" in opened.log
    assert "hidden card" not in opened.log


async def test_an_app_that_fails_leaves_a_usable_terminal() -> None:
    async with open_house() as opened, opened.visit() as connection:
        screen = await opened.screen(connection)
        await screen.type("x")
        await screen.ends()
        assert b"\x1b[?1049l" in screen.seen
        assert screen.seen.endswith(b"please come back.\r\n")
    assert "error=ZeroDivisionError" in opened.log


async def test_who_types_nothing_for_long_is_shown_out() -> None:
    async with open_house(patience={"idle": 0.3}) as opened, opened.visit() as connection:
        screen = await opened.screen(connection)
        await screen.ends()
        assert b"Nothing was typed for a long time" in screen.seen


async def test_a_connection_that_nobody_uses_is_closed() -> None:
    async with open_house(patience={"login": 0.3}) as opened, opened.visit() as connection:
        await asyncio.wait_for(connection.wait_closed(), 10)
        await until(lambda: not opened.server.doormen)
        assert opened.server.admission.connections == 0


async def test_a_full_house_says_so_before_closing() -> None:
    async with open_house(limits={"connections": 1}) as opened, opened.visit():
        with pytest.raises(asyncssh.DisconnectError, match="The house is full"):
            async with opened.visit(source="127.0.0.2"):
                pass
    assert "why=full" in opened.log


async def test_closing_announces_lets_nobody_in_and_shows_everybody_out() -> None:
    told: list[str] = []

    async def last_orders() -> None:
        with pytest.raises(asyncssh.DisconnectError, match="closing for a moment"):
            async with opened.visit():
                pass
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.run(None)
        assert not screen.is_over.is_set()
        told.append("tables announced and stored")

    async with open_house(last_orders=last_orders) as opened, opened.visit() as connection:
        screen = await opened.screen(connection)
        closing = asyncio.create_task(opened.server.close())
        await screen.ends()
        assert told == ["tables announced and stored"]
        assert b"Seats are kept" in screen.seen
        await closing


async def test_a_closing_house_says_goodbye_on_the_wire() -> None:
    async with open_house() as opened, opened.visit() as connection:
        _, reader, _ = await connection.open_session(subsystem="tablee", encoding=None)
        await reader.read(100)
        await opened.server.close()
        assert b"goodbye" in await reader.read(1000)


async def test_every_address_of_the_machine_is_one_door() -> None:
    async with open_house(host="") as opened:
        assert await identity(opened) is None
        assert opened.house.guests[0].address == "127.0.0.1"


async def test_a_named_host_is_listened_on() -> None:
    async with open_house(host="localhost") as opened:
        assert await identity(opened) is None


def test_the_first_start_makes_the_folder_and_a_key_for_itself_alone(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "tablee"
    key = host_key(folder)
    path = folder / "ssh_host_ed25519_key"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert key.get_algorithm() == "ssh-ed25519"
    assert [each.name for each in folder.iterdir()] == ["ssh_host_ed25519_key"]
    assert host_key(folder).get_fingerprint() == key.get_fingerprint()


def test_a_broken_key_is_a_clear_sentence_and_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "ssh_host_ed25519_key"
    path.write_text("no key")
    with pytest.raises(NoHostKey, match="can't be read"):
        host_key(tmp_path)
    assert path.read_text() == "no key"


class FailsToBegin(Connection):
    """A connection that can't be made, for a reason that has nothing to do with its socket."""

    def __init__(self, *arguments: Any) -> None:
        raise RuntimeError("the hidden card is 17")


class FailsToGreet(Connection):
    """A connection that breaks as soon as it is made."""

    def _send_version(self) -> None:
        raise RuntimeError("the hidden card is 17")


class FailsBeforeSsh(Connection):
    """A connection that breaks before SSH knows of it."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._protocol_factory = self.fail

    def fail(self) -> asyncssh.SSHServer:
        raise RuntimeError("the hidden card is 17")


async def knock(port: int) -> bytes:
    """Connect, and give what comes until the other side hangs up."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        return await asyncio.wait_for(reader.read(), PATIENT)
    except ConnectionResetError:
        return b""
    finally:
        writer.close()


@pytest.mark.parametrize("broken", [FailsToBegin, FailsBeforeSsh, FailsToGreet])
async def test_F44_whoever_cannot_be_connected_leaves_room_for_others(
    monkeypatch: pytest.MonkeyPatch, broken: type[Connection]
) -> None:
    async with open_house(limits={"connections": 2, "strangers": 2}) as opened:
        with monkeypatch.context() as bad_day:
            bad_day.setattr("net.ssh.server.Connection", broken)
            for _ in range(5):
                assert await knock(opened.server.port) == b""
        await until(lambda: opened.server.admission.connections == 0)
        assert opened.server.admission.strangers == 0
        assert await identity(opened) is None
    assert "error=RuntimeError" in opened.log
    assert "hidden card" not in opened.log


async def test_F76_a_pty_that_is_asked_for_after_the_shell_changes_no_count() -> None:
    async with open_house() as opened, opened.visit() as connection:
        process = await connection.create_process(encoding="utf-8")
        assert "hello" in await process.stdout.readline()
        packet = asyncssh.packet
        size = b"".join(map(packet.UInt32, (80, 24, 0, 0)))
        channel = process.channel
        assert not await channel._make_request(b"pty-req", packet.String("xterm"), size, packet.String(b"\0"))
        process.stdin.write_eof()
        await process.wait()
        await until(lambda: not any(doorman.sessions for doorman in opened.server.doormen))
        read = opened.server.monitor.registry.get_sample_value
        assert {kind: read("tablee_sessions", {"kind": kind}) or 0.0 for kind in ("plain", "terminal")} == {
            "plain": 0.0,
            "terminal": 0.0,
        }
