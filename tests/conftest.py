"""A test that asks for `setup` runs on every game and seat count, one that asks for `game` on every game."""

import pytest

from engines.games import GAMES
from tests.setups import all_setups


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "setup" in metafunc.fixturenames:
        metafunc.parametrize("setup", all_setups(), ids=str)
    if "game" in metafunc.fixturenames and "game" not in _own_parameters(metafunc):
        metafunc.parametrize("game", GAMES.values(), ids=lambda game: game.id)


def _own_parameters(metafunc: pytest.Metafunc) -> set[str]:
    names: set[str] = set()
    for mark in metafunc.definition.iter_markers("parametrize"):
        argnames = mark.args[0]
        names.update(argnames.replace(" ", "").split(",") if isinstance(argnames, str) else argnames)
    return names
