"""Who somebody is, with real OpenSSH clients in terminal windows: a code, a key that is brought, being forgotten."""

import json
import re
from pathlib import Path

import pytest

from net.codes import RESUME
from net.house.entrance import UNKNOWN_CODE
from net.house.linking import WRONG
from tests.net.laptop import Laptop
from tests.net.served import served_house
from tests.net.visitors import until

NO_KEY = ("-o", "IdentityFile=none", "-o", "PubkeyAuthentication=no")
LINK = re.compile(r"link-[a-z]+-[a-z]+-\d+")


def found(pattern: re.Pattern[str], picture: str) -> str:
    """Read a code on the screen, also where it goes on in the next row."""
    match = pattern.search(re.sub(r"[ ▌\n]+", "", picture))
    assert match is not None, picture
    return match[0]


@pytest.mark.parametrize("size", [(80, 24), (40, 20)], ids=str)
async def test_a_guest_sees_the_code_brings_a_key_and_is_forgotten(tmp_path: Path, size: tuple[int, int]) -> None:
    async with served_house(tmp_path / "house") as served:
        mine = Laptop(tmp_path, served.port)
        async with mine.window(*mine.ssh(*NO_KEY, "play@127.0.0.1"), size=size) as window:
            await window.shows("What shall the others call you?")
            await window.type("Gwen", "Enter")
            once = found(RESUME, await window.shows("go on"))
            await window.type("Enter")
            await window.type("y")
            assert found(RESUME, await window.shows("bring a key")) == once
            await window.type("k")
            link = found(LINK, await window.shows("works once"))
            said, _, status = await mine.run(*mine.ssh("-T", f"{link}@127.0.0.1"))
            assert (said, status) == ("From now on this key is a way in for Gwen.\n", 0)
            exported, _, _ = await mine.run(*mine.ssh("-T", "export@127.0.0.1"))
            person = json.loads(exported.splitlines()[0])
            assert (person["name"], len(person["credentials"])) == ("Gwen", 2)
            await window.type("Enter")
            await window.type("f")
            await window.shows("Be forgotten for good?")
            await window.type("2")
            await window.shows("deleted")
            await window.type("Gwen", "Enter")
            assert "You are forgotten here." in await window.ends()
        await until(lambda: not served.house.members)
        again, _, _ = await mine.run(*mine.ssh(*NO_KEY, "-T", f"{once}@127.0.0.1"))
        assert again.strip() == UNKNOWN_CODE


@pytest.mark.parametrize("size", [(36, 12), (30, 10), (20, 5)], ids=str)
async def test_a_guest_sees_the_code_where_nothing_else_can_be_drawn(tmp_path: Path, size: tuple[int, int]) -> None:
    async with served_house(tmp_path / "house") as served:
        mine = Laptop(tmp_path, served.port)
        async with mine.window(*mine.ssh(*NO_KEY, "play@127.0.0.1"), size=size) as window:
            await window.shows("What shall")
            await window.type("Gwen", "Enter")
            await window.shows("ssh ")
            once = found(RESUME, await window.picture())
            await window.type("Enter")
            await window.shows("plays as plain")
            assert found(RESUME, await window.picture()) == once
            await window.type("y")
            assert found(RESUME, await window.picture()) == once
            await window.tmux("resize-window", "-x", "80", "-y", "24")
            assert found(RESUME, await window.shows("bring a key")) == once


async def test_a_key_holder_adds_a_second_key_and_comes_in_with_either(tmp_path: Path) -> None:
    async with served_house(tmp_path / "house") as served:
        at_home, at_work = Laptop(tmp_path / "home", served.port), Laptop(tmp_path / "work", served.port)
        async with at_home.window(*at_home.ssh("play@127.0.0.1")) as window:
            await window.shows("What shall the others call you?")
            await window.type("Ada", "Enter")
            await window.shows("There is no table yet")
            await window.type("y")
            await window.shows("bring another key")
            await window.type("k")
            link = found(LINK, await window.shows("works once"))
            said, _, status = await at_work.run(*at_work.ssh("-T", f"{link}@127.0.0.1"))
            assert (said, status) == ("From now on this key is a way in for Ada.\n", 0)
            stranger = Laptop(tmp_path / "stranger", served.port)
            said, _, status = await stranger.run(*stranger.ssh("-T", f"{link}@127.0.0.1"))
            assert (said.strip(), status) == (WRONG, 1)
        for mine in (at_home, at_work):
            exported, _, _ = await mine.run(*mine.ssh("-T", "export@127.0.0.1"))
            person = json.loads(exported.splitlines()[0])
            assert (person["name"], len(person["credentials"])) == ("Ada", 2)
        async with at_work.window(*at_work.ssh("play@127.0.0.1")) as window:
            await window.shows("There is no table yet")
            await until(lambda: [member.name for member in served.house.members] == ["Ada"])
            assert {member.identity for member in served.house.members} == {f"key:{at_home.key.get_fingerprint()}"}
