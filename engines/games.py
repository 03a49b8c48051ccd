"""The games there are, listed by hand."""

from engines.game import BadSetup, Game
from engines.geschenkt.game import Geschenkt

GAMES: dict[str, Game] = {game.id: game for game in (Geschenkt(),)}


def find(name: str) -> Game:
    """Give the game of this name, or say which there are."""
    game = GAMES.get(name.lower())
    if game is None:
        raise BadSetup(f"There is no game {name!r}; there are {', '.join(GAMES)}.")
    return game
