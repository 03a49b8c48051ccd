"""What whoever runs a house relies on: nobody else reads the data, and what is wrong is said in one clear sentence."""

import logging
import os
import re
import socket
import stat
import subprocess
import sys
import tomllib
from pathlib import Path

import msgspec
import pytest

from net import messages as said
from net.door.settings import BadServerSettings, Patience, ServerSettings, sample, settings_from
from net.house.people import guest_identity
from net.ssh.host_key import KEY_FILE, NoHostKey, host_key
from net.store.folder import DATABASE
from net.store.sqlite_store import SqliteStore
from net.store.store import StoreError
from tests.net.house_harness import Person, open_house, started


def serve(*words: str) -> subprocess.CompletedProcess[str]:
    """Run `tablee serve` until it ends by itself."""
    command = (sys.executable, "-m", "tui.cli", "serve", "--host", "127.0.0.1", "--port", "0", *words)
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def set_mode(path: Path, bits: int) -> None:
    path.chmod(bits)


async def test_F51_nobody_else_reads_the_data_even_in_a_folder_that_was_open(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    folder.chmod(0o755)
    before = os.umask(0o022)
    try:
        async with open_house(folder) as house:
            await started(house)
            assert {path.name: mode(path) for path in folder.iterdir() if mode(path) != 0o600} == {}
            assert mode(folder) == 0o700
    finally:
        os.umask(before)


async def test_F51_files_of_before_are_hidden(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        await started(house)
    (tmp_path / DATABASE).chmod(0o644)
    async with open_house(tmp_path):
        assert mode(tmp_path / DATABASE) == 0o600


async def test_F51_a_folder_that_is_shared_on_purpose_is_refused(tmp_path: Path) -> None:
    set_mode(tmp_path, 0o1777)
    with pytest.raises(StoreError, match="open to others"):
        await SqliteStore.open(tmp_path)
    assert mode(tmp_path) == 0o1777


def test_F51_a_host_key_that_others_may_read_is_refused(tmp_path: Path) -> None:
    host_key(tmp_path)
    (tmp_path / KEY_FILE).chmod(0o666)
    with pytest.raises(NoHostKey, match="chmod 600"):
        host_key(tmp_path)
    ended = serve("--data", str(tmp_path))
    assert ended.returncode == 2
    assert "open to others" in ended.stderr


async def test_F6_a_damaged_database_has_a_line_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / DATABASE).write_bytes(b"no database" * 1000)
    caplog.set_level(logging.INFO)
    async with open_house(tmp_path):
        pass
    (line,) = [record for record in caplog.records if record.message == "database damaged"]
    assert "damaged-" in line.__dict__["why"]


def test_a_busy_port_for_the_metrics_is_blamed_and_no_other(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        ended = serve("--data", str(tmp_path), "--metrics", str(port))
    assert ended.returncode == 1
    assert f"Port {port} for the metrics can't be used: Address already in use." in ended.stderr
    assert "Port 0" not in ended.stderr


async def test_F1_a_guest_of_a_house_that_was_killed_leaves_the_name_to_others(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        await house.store.set_name(guest_identity("gone"), "Ada", "ada")
        await house.store.set_name("key:Bob", "Bob", "bob")
    async with open_house(tmp_path) as house:
        ada = Person(house, None)
        assert (await ada.ask(said.Enter(name="Ada"), said.Welcome)).name == "Ada"
        assert await house.store.name_of("key:Bob") == "Bob"


def test_the_sample_parses_and_names_every_setting_with_its_default() -> None:
    assert settings_from(tomllib.loads(sample())) == ServerSettings()
    lines = "\n".join(line.removeprefix("#") if not line.startswith("# ") else line for line in sample().splitlines())
    told = tomllib.loads(lines)
    shown = {"metrics_port": 9100, "web": msgspec.structs.replace(ServerSettings().web, port=8080)}
    assert settings_from(told) == msgspec.structs.replace(ServerSettings(), **shown)
    for name in ("limits", "patience", "web", "cluster"):
        assert set(told[name]) == set(getattr(ServerSettings(), name).__struct_fields__)
    assert set(told) == set(ServerSettings.__struct_fields__)


def test_the_sample_is_printed() -> None:
    printed = serve("--print-config")
    assert (printed.returncode, printed.stdout) == (0, sample())


@pytest.mark.parametrize("value", [float("inf"), float("nan")])
@pytest.mark.parametrize("key", Patience.__struct_fields__)
def test_F2_no_patience_is_endless(key: str, value: float) -> None:
    with pytest.raises(BadServerSettings, match=f"patience.{key}"):
        settings_from({"patience": {key: value}})


def test_F78_the_service_lets_bots_think_at_a_lower_priority() -> None:
    """A unit that forbids `setpriority` kills every worker as it starts, and nobody notices but the players."""
    unit = (Path(__file__).parents[2] / "net" / "tablee.service").read_text()
    filters = [line.partition("=")[2] for line in unit.splitlines() if line.startswith("SystemCallFilter=")]
    allowed = False
    for words in filters:
        if "setpriority" in words or "@resources" in words:
            allowed = not words.startswith("~")
    assert allowed


def test_the_settings_that_the_service_names_are_made_as_the_page_says() -> None:
    """Without the file that `--config` names the service would not start."""
    folder = Path(__file__).parents[2] / "net"
    (config,) = re.findall(r"^ExecStart=.* --config (\S+)", (folder / "tablee.service").read_text(), re.MULTILINE)
    page = (folder / "OPERATING.md").read_text(encoding="utf-8")
    assert f"\n    tablee serve --print-config | sudo tee {config}\n" in page
