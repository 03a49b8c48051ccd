"""`tablee join`: the way in with the user's own ssh."""

import socket
import stat
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from engines.wire import Message
from net.link import LinkClosed
from net.messages import Goodbye, Reason, Say, Welcome
from net.ssh.dial import NoEntry, join, remember
from tests.net.visitors import open_house


class Home:
    """A user's home folder: settings, keys and known hosts of ssh."""

    def __init__(self, path: Path) -> None:
        self.ssh = path / ".ssh"
        self.known_hosts = self.ssh / "known_hosts"
        self.asked: list[tuple[str, str]] = []

    def make_key(self) -> asyncssh.SSHKey:
        self.ssh.mkdir(mode=0o700, exist_ok=True)
        key = asyncssh.generate_private_key("ssh-ed25519")
        key.write_private_key(self.ssh / "id_ed25519")
        return key

    async def say_yes(self, host: str, fingerprint: str) -> bool:
        self.asked.append((host, fingerprint))
        return True


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("SSH_AUTH_SOCK", raising=False)
    return Home(tmp_path)


async def answer(link: Any, message: Message) -> Message:
    link.send(message)
    reply: Message = await link.receive()
    return reply


async def test_messages_go_both_ways(home: Home) -> None:
    async with open_house() as opened, join("127.0.0.1", opened.server.port, "kiwi-42", home.say_yes) as link:
        assert await link.receive() == Welcome(name="kiwi-42")
        assert await answer(link, Say(text="hello")) == Welcome(name="hello")


async def test_a_long_talk_arrives_whole_and_in_order(home: Home) -> None:
    words = [f"{number} {'x' * 900}" for number in range(300)]
    fast = {"messages_per_second": 1e6, "bytes_per_second": 1e9}
    async with open_house(limits=fast) as opened, join("127.0.0.1", opened.server.port, ask=home.say_yes) as link:
        await link.receive()
        for word in words:
            link.send(Say(text=word))
        assert [await link.receive() for _ in words] == [Welcome(name=word) for word in words]


async def test_the_users_own_key_is_used(home: Home) -> None:
    key = home.make_key()
    async with open_house() as opened, join("127.0.0.1", opened.server.port, ask=home.say_yes) as link:
        await link.receive()
        assert opened.house.guests[0].identity == f"key:{key.get_fingerprint()}"


async def test_the_users_settings_are_read(home: Home) -> None:
    home.make_key()
    async with open_house() as opened:
        (home.ssh / "config").write_text("Host cardhouse\n  HostName 127.0.0.1\n")
        async with join("cardhouse", opened.server.port, ask=home.say_yes) as link:
            assert isinstance(await link.receive(), Welcome)


async def test_a_new_host_is_asked_about_once_and_remembered(home: Home) -> None:
    async with open_house() as opened:
        for _ in range(2):
            async with join("127.0.0.1", opened.server.port, ask=home.say_yes) as link:
                await link.receive()
        assert home.asked == [(f"[127.0.0.1]:{opened.server.port}", opened.server.fingerprint)]
    assert stat.S_IMODE(home.known_hosts.stat().st_mode) == 0o600


async def test_a_new_host_that_is_not_trusted_is_not_visited(home: Home) -> None:
    async with open_house() as opened:
        with pytest.raises(NoEntry, match="not known here yet"):
            async with join("127.0.0.1", opened.server.port):
                pass
        assert opened.house.guests == []
    assert not home.known_hosts.exists()


async def test_a_changed_key_is_never_accepted(home: Home) -> None:
    async with open_house() as opened:
        other = asyncssh.generate_private_key("ssh-ed25519")
        remember(home.known_hosts, f"[127.0.0.1]:{opened.server.port}", other)
        with pytest.raises(NoEntry, match="has changed"):
            async with join("127.0.0.1", opened.server.port, ask=home.say_yes):
                pass
    assert home.asked == []


async def test_the_machines_other_ssh_server_says_nothing_about_this_one(home: Home) -> None:
    async with open_house() as opened:
        remember(home.known_hosts, "127.0.0.1", asyncssh.generate_private_key("ecdsa-sha2-nistp256"))
        async with join("127.0.0.1", opened.server.port, ask=home.say_yes) as link:
            await link.receive()
    assert len(home.asked) == 1


def test_remembering_starts_a_new_line(tmp_path: Path) -> None:
    path = tmp_path / "known_hosts"
    path.write_text("# mine")
    key = asyncssh.generate_private_key("ssh-ed25519")
    remember(path, "a", key)
    remember(path, "b", key)
    assert [line.split()[0] for line in path.read_text().splitlines()] == ["#", "a", "b"]


async def test_nobody_there_is_a_sentence(home: Home) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(NoEntry, match=rf"^127.0.0.1 can't be reached on port {port}: Connection refused\.$"):
        async with join("127.0.0.1", port):
            pass


async def test_a_name_with_several_addresses_of_which_none_answers_is_a_sentence(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (host, port)) for host in ("127.0.0.1", "127.0.0.2")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_asked, **_how: found)
    with pytest.raises(
        NoEntry, match=rf"^house.test can't be reached on port {port}: none of its addresses answers\.$"
    ):
        async with join("house.test", port):
            pass


async def test_a_full_house_is_a_sentence(home: Home) -> None:
    async with open_house(limits={"connections": 1}) as opened, opened.visit():
        with pytest.raises(NoEntry, match="The house is full"):
            async with join("127.0.0.1", opened.server.port, ask=home.say_yes):
                pass


async def test_another_kind_of_server_is_a_sentence(home: Home) -> None:
    class Shell(asyncssh.SSHServer):
        def begin_auth(self, username: str) -> bool:
            return False

        def session_requested(self) -> asyncssh.SSHServerSession[str]:
            return asyncssh.SSHServerSession()

    key = asyncssh.generate_private_key("ssh-ed25519")
    async with asyncssh.listen("127.0.0.1", 0, server_factory=Shell, server_host_keys=[key]) as other:
        with pytest.raises(NoEntry, match="does not speak Tablée"):
            async with join("127.0.0.1", other.get_port(), ask=home.say_yes):
                pass


async def test_unreadable_ssh_settings_are_a_sentence(home: Home) -> None:
    home.make_key()
    (home.ssh / "config").write_text("Port many\n")
    with pytest.raises(NoEntry, match="ssh settings"):
        async with join("127.0.0.1", 1):
            pass


async def test_a_house_that_closes_says_goodbye_and_ends_the_link(home: Home) -> None:
    async with open_house() as opened, join("127.0.0.1", opened.server.port, ask=home.say_yes) as link:
        await link.receive()
        await opened.server.close()
        goodbye = await link.receive()
        assert isinstance(goodbye, Goodbye)
        assert not goodbye.final
        with pytest.raises(LinkClosed):
            await link.receive()
        assert link.closed
        link.send(Say(text="anybody?"))


async def test_a_program_that_is_shown_out_hears_why(home: Home) -> None:
    async with (
        open_house(patience={"idle": 0.3}) as opened,
        join("127.0.0.1", opened.server.port, ask=home.say_yes) as link,
    ):
        await link.receive()
        goodbye = await link.receive()
        assert isinstance(goodbye, Goodbye)
        assert (goodbye.reason, goodbye.final) == (Reason.IDLE, True)
