"""CONTRIBUTING's steps for a new game are complete: every game was added by them, and nothing else names a game."""

import re
from pathlib import Path

import pytest

from engines.games import GAMES
from tests.games import CUCKOO
from tests.tui.app_harness import SIZES, at_home, press, shows

ROOT = Path(__file__).parents[1]
FLOORS = ("engines", "bots", "net", "tui")
LISTS = ("engines/games.py", "bots/policies/__init__.py", "tui/tables/__init__.py")
"""The files in which adding a game is one line (with its import)."""

WORKSHOP = Path("bots/training")
"""Where the weights of those games are made that have some: no game needs it in order to be played."""

PAGE = (ROOT / "CONTRIBUTING.md").read_text()
STEPS = PAGE.partition("## Adding a game")[2].partition("\n## ")[0]
GAME = re.compile(rf"\b({'|'.join(GAMES)})\b", re.IGNORECASE)


def files_of_steps(game: str) -> list[str]:
    """The files that the steps tell somebody to write; one that is named without a folder lies in its step's."""
    found = []
    for step in re.split(r"\n(?=\d+\. )", STEPS):
        names = [name.replace("NAME", game).replace("LANG", "en") for name in re.findall(r"`([\w./]+)`", step)]
        folder = next((name for name in names if name.endswith("/")), "")
        for name in names:
            if name.endswith((".py", ".md", ".toml")):
                found.append(name if "/" in name else folder + name)
            elif name.endswith("/"):
                found.append(name)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_file_that_the_steps_name_is_there_for_every_game(game: str) -> None:
    named = files_of_steps(game)
    assert f"engines/{game}/rules.py" in named
    assert f"tui/tables/{game}/" in named
    assert [name for name in named if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("page", LISTS)
def test_the_lists_that_the_steps_name_have_every_game(page: str) -> None:
    assert f"`{page}`" in STEPS
    assert {found.lower() for found in GAME.findall((ROOT / page).read_text())} == set(GAMES)


def test_nothing_else_on_any_floor_names_a_game() -> None:
    named = {}
    for floor in FLOORS:
        for path in (ROOT / floor).rglob("*.py"):
            place = path.relative_to(ROOT)
            own = bool(set(place.parts) & set(GAMES)) or str(place) in LISTS or WORKSHOP in place.parents
            if not own and GAME.search(_code(path)):
                named[str(place)] = GAME.findall(_code(path))
    assert named == {}


def _code(path: Path) -> str:
    """A module without its docstrings and comments: these may tell of a game."""
    return re.sub(r'""".*?"""|#[^\n]*', "", path.read_text(), flags=re.DOTALL)


@pytest.mark.plugged_in
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_fifth_game_appears_at_home_and_is_set_up_there(tmp_path: Path, size: tuple[int, int]) -> None:
    async with at_home(tmp_path, size) as (app, pilot):
        press(app, str(len(GAMES)))
        await shows(app, pilot, f"{len(GAMES)}  {CUCKOO.title}")
        press(app, "enter")
        await shows(app, pilot, "NEW TABLE")
        await shows(app, pilot, CUCKOO.title)
