"""A review in the reader's words: the verdict on a decision, its figures, and luck and play apart."""

from dataclasses import dataclass

from bots.judge import BEST, BLUNDER, GOOD, INEXACT, MISTAKE, Judgement
from bots.review import Review
from engines.record import Record
from tui import tables
from tui.hints import move_words
from tui.tables.scene import Scene
from tui.wording import player_names
from tui.words import N_, _

VERDICTS = {BEST: N_("best"), GOOD: N_("good"), INEXACT: N_("inexact"), MISTAKE: N_("mistake"), BLUNDER: N_("blunder")}
WRONG = (INEXACT, MISTAKE, BLUNDER)
"""The verdicts that are marked on the graph."""


@dataclass(frozen=True, slots=True)
class JudgedWords:
    """One decision as it is read: the number of the move, its verdict, both moves, and what the one made gave away."""

    number: int
    verdict: str
    move: str
    best: str
    loss: str

    @property
    def sentence(self) -> str:
        """All of it in one line."""
        if not self.best:
            return f"{self.verdict}: {self.move}"
        better = _("{best} was better").format(best=self.best)
        return f"{self.verdict}: {self.move} ({self.loss}), {better}" if self.loss else f"{self.verdict}: {self.move}"


def judged_words(review: Review, record: Record, judgement: Judgement) -> JudgedWords:
    """Put one decision into words."""
    words = _moves_in_words(review, record, judgement)
    wrong = judgement.verdict in WRONG
    loss = f"-{_percent(judgement.loss)} ±{_percent(2 * judgement.error)}" if wrong else ""
    return JudgedWords(
        judgement.turn + 1,
        _(VERDICTS[judgement.verdict]),
        words.get(judgement.move, judgement.move),
        words.get(judgement.best, judgement.best) if wrong else "",
        loss,
    )


def split_words(review: Review) -> str:
    """The whole game's change of a chance: what the cards did, and what moves did."""
    return _("luck {luck}, your play {play}, the others {others}").format(
        luck=signed(review.luck), play=signed(review.play), others=signed(review.others)
    )


def accuracy_words(review: Review) -> str:
    """How many decisions were as they should be."""
    return _("{accuracy} of the decisions best or good").format(accuracy=_percent(review.accuracy))


def mistakes(review: Review) -> list[int]:
    """The numbers of moves after which something wrong was done."""
    return [judgement.turn for judgement in review.in_order if judgement.verdict in WRONG]


def signed(share: float) -> str:
    """A change of a share, with its sign."""
    percent = round(100 * share)
    return f"{percent:+d} %" if percent else "0 %"


def _percent(share: float) -> str:
    return f"{round(100 * share)} %"


def _moves_in_words(review: Review, record: Record, judgement: Judgement) -> dict[str, str]:
    """Every move that was possible, in the words of its table."""
    moment = review.course.moments[judgement.turn]
    game = review.course.game
    scene = Scene(
        game=game.id,
        title=game.title,
        names=tuple(player_names(record)),
        view=moment.views[moment.seat],
        seat=moment.seat,
        legal=moment.legal,
    )
    return {move: move_words(move, way) for move, way in tables.ways(scene).items()}
