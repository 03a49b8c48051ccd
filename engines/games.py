"""The games there are, listed by hand."""

from engines.bumbesi.game import Bumbesi
from engines.dacapo.game import DaCapo
from engines.danger13.game import Danger13
from engines.game import BadSetup, Game
from engines.geschenkt.game import Geschenkt

GAMES: dict[str, Game] = {game.id: game for game in (Geschenkt(), Danger13(), Bumbesi(), DaCapo())}


def find(name: str) -> Game:
    """Give the game of this name, or say which there are."""
    game = GAMES.get(name.lower())
    if game is None:
        raise BadSetup(f"There is no game {name!r}; there are {', '.join(GAMES)}.")
    return game
