"""The compiled build: it installs into an environment of its own, says so, and grows the same trees as plain Python."""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from bots.policies import DESCRIPTORS
from engines.games import build
from tests.install_harness import NO_COMPILER, QUICKLY, Environment, Sources

ROOT = Path(__file__).parents[2]
TREES = Path(__file__).parent / "trees.py"
DEEDS = "tests.bots.deeds"
BUILD = "from engines.games import build; print(build())"
MINDS = """
import sys
from bots.policies import DESCRIPTORS
for game, descriptor in DESCRIPTORS.items():
    print(game, sys.modules[descriptor.mind.__module__].__file__.endswith(".py"))
"""
# Compiling takes a while.
pytestmark = pytest.mark.timeout(900)


class Home:
    """A copy of the sources, and an environment of its own to install them into."""

    def __init__(self, place: Path) -> None:
        self.sources = Sources(place / "sources").place
        self.environment = Environment(place / "environment")
        self.ask = self.environment.ask

    def install(self, wish: str, **environ: str) -> tuple[bool, str]:
        """Install Tablée from the sources, and return whether that worked and all that was said."""
        return self.environment.pip_install(self.sources, TABLEE_COMPILE=wish, **QUICKLY, **environ)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """One compiled install for all that is only asked of it."""
    home = Home(tmp_path_factory.mktemp("compiled"))
    worked, said = home.install("1")
    assert worked, said[-4000:]
    return home


@pytest.mark.xdist_group("compiled")
def test_the_same_seed_grows_the_same_tree_plain_and_compiled(compiled: Home) -> None:
    home = compiled
    assert (build(), home.ask("-c", BUILD)) == ("plain Python", "compiled\n")
    assert home.ask("-c", MINDS).split("\n")[:-1] == [f"{game} False" for game in DESCRIPTORS]
    plain = subprocess.run(
        [sys.executable, str(TREES)],
        env={**os.environ, "PYTHONPATH": str(home.sources)},
        check=True,
        capture_output=True,
        text=True,
    )
    wanted = json.loads(plain.stdout)
    assert wanted.keys() == DESCRIPTORS.keys()
    found = json.loads(home.ask(str(TREES)))
    for game, trees in wanted.items():
        assert max(len(tallies) for tallies, *_ in trees) > 1, f"{game} had nothing to search"
        assert found[game] == trees, game
    for game in ("geschenkt", "bumbesi"):
        assert any(exact for *_, exact in wanted[game]), f"there was no endgame of {game}"
    assert not [*home.sources.rglob("*.so"), *home.sources.rglob("*.pyd")]


@pytest.mark.xdist_group("compiled")
def test_where_plain_python_meets_what_is_compiled_the_same_comes_of_everything(compiled: Home) -> None:
    # Away from the sources only what is installed is found beside the tests.
    (compiled.environment.place / "tests").symlink_to(ROOT / "tests")
    plain = subprocess.run([sys.executable, "-m", DEEDS], cwd=ROOT, check=True, capture_output=True, text=True)
    wanted, found = json.loads(plain.stdout), json.loads(compiled.ask("-m", DEEDS))
    assert (wanted.pop("build"), found.pop("build")) == ("plain Python", "compiled")
    heirs = found.pop("heirs"), wanted.pop("heirs")
    cases = [(deed, game) for deed, games in wanted.items() for game in games]
    assert [(deed, game, wanted[deed][game]) for deed, game in cases if "raised" in wanted[deed][game]] == []
    assert [(deed, game, found[deed][game]) for deed, game in cases if "raised" in found[deed][game]] == []
    assert [(deed, game) for deed, game in cases if found[deed][game] != wanted[deed][game]] == []
    assert heirs == ([], []), "what is compiled takes no heir that is not"


def test_plain_python_can_be_asked_for(home: Home) -> None:
    worked, said = home.install("0")
    assert worked, said[-4000:]
    assert home.ask("-c", BUILD) == "plain Python\n"


def test_without_a_c_compiler_it_says_so_and_installs_plain_python(home: Home) -> None:
    worked, said = home.install("", **NO_COMPILER)
    assert worked, said[-4000:]
    assert said.count("tablee: installing plain Python, for the engines could not be compiled") == 1
    assert home.ask("-c", BUILD) == "plain Python\n"


def test_without_a_c_compiler_the_compiled_build_fails_where_it_is_insisted_on(home: Home) -> None:
    worked, said = home.install("1", **NO_COMPILER)
    assert not worked
    assert "tablee: the engines could not be compiled" in said


@pytest.mark.parametrize("platform", ["linux", "macos", "windows"])
def test_wheels_are_built_compiled_for_every_python_that_is_supported(platform: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    oldest = int(project["project"]["requires-python"].removeprefix(">=3."))
    wheels = project["tool"]["cibuildwheel"]
    assert wheels["environment"] == {"TABLEE_COMPILE": "1"}
    assert any("compiled" in command for command in wheels["test-command"])
    asked = [sys.executable, "-m", "cibuildwheel", "--platform", platform, "--print-build-identifiers", str(ROOT)]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr  # an option that there is not is refused
    pythons = {line.partition("-")[0] for line in done.stdout.split()}
    assert {f"cp3{oldest}", f"cp3{oldest + 1}"} <= pythons
    assert not any(line.endswith(("win32", "i686")) for line in done.stdout.split())
