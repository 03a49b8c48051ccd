"""Somebody's own figures, reckoned from finished games: wins by game, level and seats, scores, accuracy, streaks."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from bots.bot import LEVELS
from engines.games import GAMES
from net.messages import Figures, GameLine
from tui.wording import LEVEL_NAMES, title_of
from tui.words import _, ngettext

STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
"""How many points one column of scores may stand for."""


@dataclass(frozen=True, slots=True)
class Wins:
    """Games of one kind, and how many of them were won."""

    label: str
    played: int
    won: int

    @property
    def share(self) -> float:
        """The part that was won."""
        return self.won / self.played


@dataclass(frozen=True, slots=True)
class Scores:
    """How often which score was reached: `counts` of `step` points each, from `least` on."""

    least: int
    step: int
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OwnFigures:
    """All of it, for one game or for all; `hints` were asked for in `hinted` games, `accuracy` is the oldest first."""

    games: tuple[GameLine, ...]
    by_game: tuple[Wins, ...]
    by_level: tuple[Wins, ...]
    by_seats: tuple[Wins, ...]
    accuracy: tuple[float, ...]
    hints: int
    hinted: int
    streak: int

    @property
    def won(self) -> int:
        """How many were won."""
        return sum(has_won(game) for game in self.games)


def games_played(figures: Figures) -> list[str]:
    """The games that were ever finished, the one that was finished most often first."""
    played = [game.game for game in _counted(figures)]
    return sorted((game for game in GAMES if game in played), key=lambda game: -played.count(game))


def reckon(figures: Figures, game: str = "") -> OwnFigures:
    """Reckon the figures of one game, or of all."""
    every = _counted(figures)
    games = [line for line in every if game in ("", line.game)]
    ids = {line.id for line in games}
    return OwnFigures(
        games=tuple(games),
        by_game=_wins(every, lambda line: title_of(line.game), [title_of(each) for each in GAMES]),
        by_level=_wins(games, against, [*(_(LEVEL_NAMES[level]) for level in LEVELS), _("people")]),
        by_seats=_wins(games, company, [_seats(seats) for seats in range(2, 13)]),
        accuracy=tuple(each.share for each in figures.accuracy if each.id in ids),
        hints=sum(line.hints for line in games),
        hinted=sum(line.hints > 0 for line in games),
        streak=longest_streak(games),
    )


def _counted(figures: Figures) -> list[GameLine]:
    """The games that say something: in one that was played on from an older one the cards were known."""
    return [line for line in figures.games if line.seat is not None and not line.played_on]


def has_won(line: GameLine) -> bool:
    """Whether it was won, alone or with others."""
    return line.seat in line.winners


def against(line: GameLine) -> str:
    """Whom a game was played against: the strongest level among the bots, or people where there were none."""
    levels = [name.partition("-")[0] for seat, name in enumerate(line.names) if seat != line.seat]
    found = [level for level in LEVELS if level in levels]
    return _(LEVEL_NAMES[found[-1]]) if found else _("people")


def company(line: GameLine) -> str:
    """How many played."""
    return _seats(len(line.names))


def _seats(seats: int) -> str:
    return ngettext("{count} player", "{count} players", seats).format(count=seats)


def _wins(games: Iterable[GameLine], kind: Callable[[GameLine], str], order: Sequence[str]) -> tuple[Wins, ...]:
    """Wins by kind, in an order."""
    found: dict[str, list[bool]] = {}
    for line in games:
        found.setdefault(kind(line), []).append(has_won(line))
    return tuple(Wins(label, len(found[label]), sum(found[label])) for label in order if label in found)


def longest_streak(games: Sequence[GameLine]) -> int:
    """The most games won one after the other."""
    longest = streak = 0
    for line in sorted(games, key=lambda line: line.finished):
        streak = streak + 1 if has_won(line) else 0
        longest = max(longest, streak)
    return longest


def spread(games: Sequence[GameLine], columns: int) -> Scores:
    """The scores of some games in no more columns than that, each of a round number of points."""
    scores = [line.scores[line.seat] for line in games if line.seat is not None]
    if not scores:
        return Scores(0, 1, ())
    step = next((step for step in STEPS if max(scores) // step - min(scores) // step < columns), STEPS[-1])
    first, last = min(scores) // step, max(scores) // step
    counts = [0] * min(last - first + 1, columns)
    for score in scores:
        counts[min(score // step - first, len(counts) - 1)] += 1
    return Scores(first * step, step, tuple(counts))


def habits(figures: OwnFigures) -> tuple[str, str]:
    """Hints and streaks in a sentence, and in a shorter one."""
    hints = ngettext("{hints} hint", "{hints} hints", figures.hints).format(hints=figures.hints)
    games = ngettext("{games} game", "{games} games", figures.hinted).format(games=figures.hinted)
    streak = ngettext("{games} win", "{games} wins", figures.streak).format(games=figures.streak)
    return (
        _("{hints} used in {games}, longest streak {streak}").format(hints=hints, games=games, streak=streak),
        _("{hints}, longest streak {streak}").format(hints=hints, streak=streak),
    )
