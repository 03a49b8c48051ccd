"""The games there are, listed by hand, and whether they run compiled."""

from engines import game as game_module
from engines.bumbesi.game import Bumbesi
from engines.dacapo.game import DaCapo
from engines.danger13.game import Danger13
from engines.game import BadSetup, Game
from engines.geschenkt.game import Geschenkt

GAMES: dict[str, Game] = {game.id: game for game in (Geschenkt(), Danger13(), Bumbesi(), DaCapo())}


def find(name: str) -> Game:
    """Return the game of this name; a BadSetup lists those there are."""
    game = GAMES.get(name.lower())
    if game is None:
        raise BadSetup(f"There is no game {name!r}; there are {', '.join(GAMES)}.")
    return game


def build() -> str:
    """Which build of the engines is running: `compiled` or `plain Python`."""
    return "plain Python" if str(game_module.__file__).endswith(".py") else "compiled"
