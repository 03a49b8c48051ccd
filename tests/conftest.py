"""A test that asks for `setup` runs on every game and seat count, one that asks for `game` on every game.

With the mark `plugged_in` the game under tests/games is one of them, in this process and in those that it starts.
"""

from collections.abc import Iterator

import pytest

from engines.games import GAMES
from tests import games
from tests.setups import all_setups


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "plugged_in: also runs on the game that only tests know")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    marked = metafunc.definition.get_closest_marker("plugged_in") is not None
    known = [*GAMES.values(), *(games.PLUGGED_IN if marked else ())]
    wanted = set(metafunc.fixturenames) - _own_parameters(metafunc)
    if "setup" in wanted:
        metafunc.parametrize("setup", all_setups(known), ids=str)
    if "game" in wanted:
        metafunc.parametrize("game", known, ids=lambda game: game.id)


def _own_parameters(metafunc: pytest.Metafunc) -> set[str]:
    names: set[str] = set()
    for mark in metafunc.definition.iter_markers("parametrize"):
        argnames = mark.args[0]
        names.update(argnames.replace(" ", "").split(",") if isinstance(argnames, str) else argnames)
    return names


@pytest.fixture(autouse=True)
def _plugged_in(request: pytest.FixtureRequest) -> Iterator[None]:
    if request.node.get_closest_marker("plugged_in") is None:
        yield
        return
    with games.plugged_in(), pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", games.child_environment()["PYTHONPATH"])
        yield
