"""What players get: `make play` compiles and follows every edit, and a wheel brings all that the program needs."""

import sys
import tarfile
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.install_harness import NO_COMPILER, PACKAGES, QUICKLY, ROOT, Environment, Sources

# The tools of this environment build and nothing is fetched: 0 is how pip spells "no" here.
OFFLINE = {"PIP_NO_BUILD_ISOLATION": "0", "PIP_NO_DEPS": "1"}
DATA = (".md", ".mo", ".tcss", ".toml", ".typed")
COMPILED, PLAIN = (f"tablee {metadata.version('tablee')} ({build}" for build in ("compiled", "plain Python"))
EDITED = "import engines.chance as chance; print(getattr(chance, 'EDITED', 'as it was'))"
ARENA = ("arena", "geschenkt", "--bot", "policy", "--bot", "random", "--seats", "3", "--games", "3", "--jobs", "1")
pytestmark = pytest.mark.timeout(900)


class Player:
    """Somebody who runs `make play` in a clone; only opening the program is left out."""

    def __init__(self, place: Path) -> None:
        self.clone = Sources(place)
        self.environment = Environment(place / "build" / "play")

    def make(self, **environ: str) -> str:
        """Make what `make play` opens, and return what it says on the way."""
        words = ("make", f"PYTHON={sys.executable}", "build/play/ready")
        worked, said = self.clone.run(*words, **QUICKLY, **OFFLINE, **environ)
        assert worked, said[-4000:]
        return said

    def installed(self, pattern: str) -> list[Path]:
        """List the files of the engines that were installed under such a name."""
        return [*self.environment.place.glob(f"lib/python*/site-packages/engines/**/{pattern}")]


def test_make_play_compiles_once_and_again_after_every_change(tmp_path: Path) -> None:
    player = Player(tmp_path / "clone")
    assert "Building Tablée" in player.make(TABLEE_COMPILE="1")
    assert player.environment.tablee("--version").startswith(COMPILED)
    assert player.environment.ask("-c", EDITED) == "as it was\n"
    assert "random" in player.environment.tablee(*ARENA)
    assert player.installed("*.so")

    assert player.make(TABLEE_COMPILE="1") == ""

    with (player.clone.place / "engines" / "chance.py").open("a") as source:
        source.write("\n\nEDITED = 'edited'\n")
    passing = player.clone.place / "engines" / "passing.py"
    passing.touch()
    player.make(TABLEE_COMPILE="1")
    assert player.environment.tablee("--version").startswith(COMPILED)
    assert player.environment.ask("-c", EDITED) == "edited\n"
    assert player.installed("passing.py")

    passing.unlink()
    assert player.make(**NO_COMPILER).count("tablee: installing plain Python") == 1
    assert player.environment.tablee("--version").startswith(PLAIN)
    assert player.environment.ask("-c", EDITED) == "edited\n"
    assert not player.installed("passing.py")
    assert not player.installed("*.so")
    assert not [*player.clone.place.glob("engines/**/*.so")]


def data(folder: Path) -> set[str]:
    """List what the packages of a folder hold beside their modules, and may not leave behind."""
    paths = [path for name in PACKAGES for path in (folder / name).rglob("*")]
    return {str(path.relative_to(folder)) for path in paths if path.suffix in DATA}


def test_without_a_compiler_an_sdist_becomes_a_wheel_that_brings_everything(tmp_path: Path) -> None:
    sources = Sources(tmp_path / "sources")
    worked, said = sources.run(sys.executable, "-m", "build", "--no-isolation", **NO_COMPILER)
    assert worked, said[-4000:]
    (sdist,) = sources.place.glob("dist/*.tar.gz")
    (wheel,) = sources.place.glob("dist/*-py3-none-any.whl")
    with tarfile.open(sdist) as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
    assert not [name for name in packed if name.startswith("tests")]
    assert {"setup.py", "CHANGELOG.md", "SECURITY.md", *data(ROOT)} <= packed
    with zipfile.ZipFile(wheel) as unpacked:
        names = set(unpacked.namelist())
    assert data(ROOT) <= names
    assert {name.partition("/")[0] for name in names if "dist-info" not in name} == set(PACKAGES)

    bare = Environment(tmp_path / "bare")
    worked, said = bare.pip_install(wheel, **NO_COMPILER)
    assert worked, said[-4000:]
    assert bare.tablee("--version").startswith(PLAIN)
    assert "Geschenkt" in bare.tablee("rules", "geschenkt", "--lang", "fr")
    assert "random" in bare.tablee(*ARENA)


def beneath(package: str, extras: frozenset[str]) -> set[tuple[str, frozenset[str]]]:
    """List what an installed package asks for on this system: other packages, each with the extras it wants of them."""
    asked = [Requirement(text) for text in metadata.requires(package) or []]
    cases = [{"extra": extra} for extra in ("", *extras)]
    wanted = [one for one in asked if not one.marker or any(one.marker.evaluate(case) for case in cases)]
    return {(canonicalize_name(one.name), frozenset(one.extras)) for one in wanted}


def test_every_package_that_is_installed_with_it_is_pinned() -> None:
    lines = (ROOT / ".ci" / "constraints.txt").read_text().split()
    pins = {canonicalize_name(name): version for name, _, version in (line.partition("==") for line in lines)}
    seen = unseen = beneath("tablee", frozenset({"dev"}))
    while unseen:
        unseen = {one for package, extras in unseen for one in beneath(package, extras)} - seen
        seen = seen | unseen
    installed = {canonicalize_name(package): metadata.version(package) for package, _ in seen}
    assert "linkify-it-py" in installed
    assert installed == {package: pins.get(package) for package in installed}
