"""A fifth game that only tests know, plugged in by what one line on each floor would do, and taken out again.

In a test: the mark `plugged_in` (see tests/conftest.py), or `with plugged_in():`. A program that a test starts knows it
too if it is given `child_environment()`, and so do all processes that it starts; or its own script calls `plug_in()`.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engines.game import Game
from engines.games import GAMES
from tests.games.cuckoo.game import Cuckoo

CUCKOO: Game = Cuckoo()
PLUGGED_IN: tuple[Game, ...] = (CUCKOO,)

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


def plug_in() -> None:
    """Let this process know the game from now on."""
    GAMES.update({game.id: game for game in PLUGGED_IN})


def take_out() -> None:
    """Let this process forget the game again."""
    for game in PLUGGED_IN:
        GAMES.pop(game.id, None)


@contextmanager
def plugged_in() -> Iterator[Game]:
    """Let this process know the game for a while."""
    plug_in()
    try:
        yield CUCKOO
    finally:
        take_out()


def child_environment() -> dict[str, str]:
    """An environment in which every Python process plugs the game in as it starts, bots' workers included."""
    folders = [str(HERE / "startup"), str(ROOT), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(folder for folder in folders if folder)}
