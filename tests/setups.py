"""Every set-up of every game, and random games played through the checked gate."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from engines.chance import FastChance, LiveChance
from engines.game import Game
from engines.games import GAMES
from engines.record import Recording


@dataclass(frozen=True)
class Setup:
    """A game, a number of players and the options it is played with."""

    game: Game
    seats: int
    options: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return "-".join([self.game.id, str(self.seats), *self.options.values()])

    def start(self, seed: int) -> Recording:
        players = [f"player {seat}" for seat in range(self.seats)]
        return Recording(self.game, self.seats, self.options, players, LiveChance(seed))

    def walk(self, seed: int, most: int = 100_000) -> Iterator[Recording]:
        """Play a random game, giving it before the first move and after each."""
        recording = self.start(seed)
        luck = FastChance(seed)
        yield recording
        while not recording.over and len(recording.moves) < most:
            moves = recording.state.legal()
            recording.play(self.game.say(moves[luck.below(len(moves))]))
            yield recording

    def after(self, seed: int, moves: int) -> Recording:
        """Play a random game for so many moves, or to its end."""
        *_, last = self.walk(seed, moves)
        return last

    def finished(self, seed: int) -> Recording:
        """Play a random game to its end."""
        return self.after(seed, 100_000)

    def unfinished(self, seed: int, moves: int) -> Recording:
        """Play a random game for so many moves, or as many as leave one to make."""
        return self.after(seed, min(moves, len(self.finished(seed).moves) - 1))


def all_setups(games: Iterable[Game] = GAMES.values()) -> list[Setup]:
    return [
        Setup(game, seats, options)
        for game in games
        for options in ({}, *({"variant": variant} for variant in game.variants))
        for seats in game.seats
    ]
