"""A review in the reader's words: the verdict on a decision, its figures, and luck and play apart."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import copysign

from bots.findings import BEST, BLUNDER, GOOD, INEXACT, MISTAKE, SURE, Judgement, Measured, Review
from engines.timeline import Timeline
from tui import tables
from tui.hints import move_words
from tui.tables.scene import Scene
from tui.wording import player_names
from tui.words import N_, _, titled

VERDICTS = {BEST: N_("best"), GOOD: N_("good"), INEXACT: N_("inexact"), MISTAKE: N_("mistake"), BLUNDER: N_("blunder")}
WRONG = (INEXACT, MISTAKE, BLUNDER)
"""The verdicts that are marked on the graph."""


@dataclass(frozen=True, slots=True)
class JudgedWords:
    """One decision as it is read: the number of the move, its verdict, both moves, and what the one made gave away.

    `best` and `loss` are empty where nothing was wrong. `reason` is what the better move would have done, or else what
    the one that was made did.
    """

    number: int
    verdict: str
    move: str
    best: str
    loss: str
    reason: str

    @property
    def sentence(self) -> str:
        """All of it in one line."""
        if not self.best:
            return titled(self.verdict, self.move) + (f" ({self.reason})" if self.reason else "")
        better = _('"{best}" was better').format(best=self.best)
        better = titled(better, self.reason) if self.reason else better
        return titled(self.verdict, f"{self.move} ({self.loss}); {better}")


def judged_words(timeline: Timeline, judgement: Judgement) -> JudgedWords:
    """Put one decision into words; the timeline is then where it was taken."""
    timeline.go(judgement.turn)
    scene = scene_of(timeline, judgement.seat)
    words = {move: move_words(move, way) for move, way in tables.ways(scene).items()}
    wrong = judgement.verdict in WRONG
    return JudgedWords(
        judgement.turn + 1,
        _(VERDICTS[judgement.verdict]),
        words.get(judgement.move, judgement.move),
        words.get(judgement.best, judgement.best) if wrong else "",
        f"-{_percent(judgement.loss)} ±{_percent(2 * judgement.error)}" if wrong else "",
        tables.reason(scene, judgement.best if wrong else judgement.move),
    )


def scene_of(timeline: Timeline, seat: int) -> Scene:
    """The place of a timeline as a seat saw it, with its moves where it had to decide."""
    view = timeline.view(seat)
    moves = _("move {number} of {all}").format(number=timeline.at, all=timeline.length)
    return Scene(
        game=timeline.game.id,
        title=timeline.game.title,
        names=tuple(player_names(timeline.record)),
        view=view,
        seat=seat,
        match=moves,
        legal=timeline.legal if timeline.turn == seat else (),
        alone=True,
    )


def unjudged(review: Review, timeline: Timeline) -> str:
    """What is said where no decision of the seat is judged: who moved, or that there is a verdict to come."""
    if timeline.at in review.plan.decisions:
        return _("your choice, not judged yet")
    names = tuple(player_names(timeline.record))
    return move_told(timeline, names, timeline.at) if timeline.at < timeline.length else ""


def move_told(timeline: Timeline, names: Sequence[str], turn: int) -> str:
    """The move that was made after so many, with its maker, in the words of the table."""
    at, played = timeline.at, timeline.history[turn + 1]
    timeline.go(turn)
    way = tables.ways(scene_of(timeline, played.seat)).get(played.move, ())
    timeline.go(at)
    return titled(names[played.seat], move_words(played.move, way))


def split_words(review: Review) -> str:
    """The whole game's change of a chance: what the cards did, and what moves did."""
    return _("luck {luck}, your play {play}, the others {others}").format(
        luck=_measured(review.luck), play=_measured(review.play), others=_measured(review.others)
    )


def _measured(change: Measured) -> str:
    """A change with its uncertainty: nothing that may be noise is told, and nothing beyond a whole win."""
    if not change.known:
        return _("unclear")
    if abs(change.share) > 1:
        beyond = _("{share} or better") if change.share > 0 else _("{share} or worse")
        return beyond.format(share=signed(copysign(change.least, change.share)))
    return signed(change.share) + (f" ±{_percent(SURE * change.error)}" if change.error else "")


def accuracy_words(review: Review) -> str:
    """How many of the decisions that mattered were as they should be."""
    if review.accuracy is None:
        return _("no decision surely mattered")
    return _("{accuracy} right where it mattered").format(accuracy=_percent(review.accuracy))


def mistakes(review: Review) -> list[int]:
    """The numbers of moves after which something wrong was done."""
    return [judgement.turn for judgement in review.in_order if judgement.verdict in WRONG]


def signed(share: float) -> str:
    """A change of a share, with its sign."""
    percent = round(100 * share)
    return f"{percent:+d} %" if percent else "0 %"


def _percent(share: float) -> str:
    return f"{round(100 * share)} %"
