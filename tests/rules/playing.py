"""Playing a position by the texts of moves, as the rulebook's examples tell it."""

from engines.game import Game, State
from engines.view import Event


class Playing:
    """What one game's moves do, by their texts."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def play(self, state: State, *texts: str) -> list[Event]:
        """Make moves that the rules allow, and give what was told of them."""
        events: list[Event] = []
        state.log = events
        for text in texts:
            move = self._game.parse(text)
            assert move in state.legal(), text
            state.play(move)
        state.log = None
        return events

    def legal(self, state: State) -> set[str]:
        """The moves that the rules allow."""
        return {self._game.say(move) for move in state.legal()}

    def refusal(self, state: State, text: str) -> str:
        """What the rules say to a move that they forbid."""
        move = self._game.parse(text)
        assert move not in state.legal()
        return state.why_not(move).say(self._game.speaker(state.seats))
