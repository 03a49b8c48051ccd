"""A bot's advice as a hint: every move in words, how often it wins, and a sentence on why the first one is first."""

from collections.abc import Sequence
from math import hypot

from bots.advice import Choice as Judged
from net.messages import Advised
from tui import tables
from tui.tables.scene import Choice, Hint, Scene, Tip
from tui.words import _, ngettext

# A move that was hardly tried has a wide error: that it was hardly tried is the verdict on it.
RARE = 10
NOISE = 2.0


def thinking_hint() -> Hint:
    """Give what is shown until the advice comes."""
    return Hint((), 0, reason=_("A bot is looking at your moves."))


def make_hint(advised: Advised, scene: Scene, low_wins: bool, seconds: float) -> Hint:
    """Put advice into words for the table it was asked at."""
    ways = tables.ways(scene)
    level = _level(advised.choices)
    tips = tuple(
        _tip(judged, 0 < place <= level, ways.get(judged.move, ())) for place, judged in enumerate(advised.choices)
    )
    return Hint(tips, advised.iterations, seconds, _reason(tips, advised.choices, low_wins))


def move_words(move: str, way: Sequence[Choice]) -> str:
    """Say a move as the choices do that lead to it, all steps together."""
    return " ".join(choice.verb for choice in way) or move


def _tip(judged: Judged, equal: bool, way: Sequence[Choice]) -> Tip:
    picks = tuple(choice.pick for choice in way[:-1])
    return Tip(judged.move, move_words(judged.move, way), judged.win, _score(judged), equal, picks)


def _score(judged: Judged) -> str:
    return str(round(judged.score)) if judged.visits else ""


def _level(choices: Sequence[Judged]) -> int:
    """Count the moves right behind the first one that are as good as it is."""
    behind = choices[1:]
    return next((place for place, judged in enumerate(behind) if not _is_equal(choices[0], judged)), len(behind))


def _is_equal(best: Judged, other: Judged) -> bool:
    """Say whether two moves differ by less than the noise."""
    if not best.visits or other.visits * RARE < best.visits:
        return False
    return best.win - other.win <= NOISE * hypot(best.error, other.error)


def _reason(tips: tuple[Tip, ...], judged: tuple[Judged, ...], low_wins: bool) -> str:
    if len(tips) == 1:
        return _("There is no other move.")
    best, second = judged[0], judged[1]
    if not best.visits:
        return _("A rule of thumb says so; nothing was tried out.")
    equal = sum(tip.equal for tip in tips)
    if equal:
        words = ngettext("The first two are about equal.", "The first {moves} are about equal.", equal)
        return words.format(moves=equal + 1)
    return _("{best} wins {more} more games in 100 than {second}, {points}.").format(
        best=tips[0].words,
        second=tips[1].words,
        more=max(1, round(100 * best.win) - round(100 * second.win)),
        points=_points(best.score - second.score, low_wins),
    )


def _points(difference: float, low_wins: bool) -> str:
    """Say how the scores at the end compare."""
    points = round(abs(difference))
    if points == 0:
        return _("with about the same score")
    if difference > 0:
        words = ngettext("with {points} point more", "with {points} points more", points)
    else:
        words = ngettext("with {points} point fewer", "with {points} points fewer", points)
    sentence = words.format(points=points)
    return _("though {points}").format(points=sentence) if (difference > 0) == low_wins else sentence
