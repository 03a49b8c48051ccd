"""The end of a game as every reader gets it: who has won, and what made each score, the first place first."""

from dataclasses import dataclass

from engines.view import View
from net.messages import MatchStanding
from tui import tables
from tui.draw import plates
from tui.draw.glyphs import cut
from tui.tables.score import Hidden, ScoreBlock, decided
from tui.tables.seats import name_list
from tui.words import _


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A finished game: its blocks from the first place to the last, what broke a tie, and how the match stands."""

    names: tuple[str, ...]
    low_wins: bool
    winners: tuple[int, ...]
    blocks: tuple[ScoreBlock, ...]
    goal: str
    tie: str
    unit: str
    hidden: Hidden | None
    standing: MatchStanding | None

    @property
    def headlines(self) -> tuple[str, ...]:
        """Who has won, the match once it is over, else the game; in wordings from the longest on."""
        names = [cut(self.names[seat], plates.NAME) for seat in self.champions]
        if len(names) == 1:
            wordings = _("{name} wins the match") if self.match_over else "", _("{name} wins"), "{name}"
            return tuple(words.format(name=names[0]) for words in wordings if words)
        words = _("{names} share the match") if self.match_over else _("{names} share the win")
        return (
            words.format(names=name_list(names)),
            _("shared match") if self.match_over else _("shared win"),
            _("shared"),
        )

    @property
    def match_over(self) -> bool:
        """Whether this was the last game of a match."""
        return self.standing is not None and self.standing.over

    @property
    def champions(self) -> tuple[int, ...]:
        """Whoever is celebrated: the winners of the match once it is over, else those of the game."""
        return self.standing.winners if self.standing is not None and self.standing.over else self.winners

    @property
    def points(self) -> int:
        """What the champions have won with."""
        champion = self.champions[0]
        if self.standing is not None and self.standing.over:
            return self.standing.totals[champion]
        return next(block.total for block in self.blocks if block.seat == champion)

    def rank(self, place: int) -> int:
        """The place of a block, counted from 1; equal scores that no tie-break tells apart share it."""
        block = self.blocks[place]
        if self.standing is not None:
            own = _match_order(self.standing, block.seat, self.low_wins)
            return 1 + sum(_match_order(self.standing, each.seat, self.low_wins) < own for each in self.blocks)
        if block.seat in self.winners:
            return 1
        better = [each for each in self.blocks if each.seat in self.winners or self._is_better(each, block)]
        return 1 + len(better)

    def _is_better(self, one: ScoreBlock, other: ScoreBlock) -> bool:
        return _standing(one, self.low_wins) < _standing(other, self.low_wins)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns of numbers, left to right."""
        parts = tuple(name for name, _points in self.blocks[0].parts)
        return (*parts, _("score"), *((_("match"),) if self.standing is not None else ()))

    def numbers(self, block: ScoreBlock) -> list[int]:
        """A block's numbers in the order of the columns."""
        match = [] if self.standing is None else [self.standing.totals[block.seat]]
        return [*(points for _name, points in block.parts), block.total, *match]


def _standing(block: ScoreBlock, low_wins: bool) -> tuple[int, int]:
    """What orders the blocks, the best one lowest."""
    return block.total if low_wins else -block.total, block.tiebreak


def _match_order(standing: MatchStanding, seat: int, low_wins: bool) -> tuple[bool, int]:
    """What orders the seats of a match, the best one lowest; a goal is always something to reach."""
    total = standing.totals[seat]
    return seat not in standing.winners, total if low_wins and standing.games else -total


def make_sheet(
    game: str, view: View, names: tuple[str, ...], low_wins: bool, standing: MatchStanding | None = None
) -> Sheet:
    """Explain a finished game by its own table."""
    reckoning = tables.explain(game, view)
    blocks = sorted(
        reckoning.blocks,
        key=lambda block: (block.seat not in view.winners, _standing(block, low_wins)),
    )
    if standing is not None:
        blocks.sort(key=lambda block: _match_order(standing, block.seat, low_wins))
    return Sheet(
        names=names,
        low_wins=low_wins,
        winners=view.winners,
        blocks=tuple(blocks),
        goal=reckoning.goal,
        tie=decided(view, reckoning),
        unit=reckoning.unit,
        hidden=reckoning.hidden,
        standing=standing,
    )
