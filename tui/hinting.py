"""A bot's advice as a hint: every move in words, how often it wins, and a sentence on why the first one is first."""

from collections.abc import Callable
from dataclasses import replace
from math import hypot

from bots.advice import Choice as Judged
from net.messages import Advised
from tui import tables
from tui.tables.scene import Hint, Scene, Tip
from tui.words import _, ngettext

# A move that was hardly tried has a wide error: that it was hardly tried is the verdict on it.
RARE = 10
NOISE = 2.0


def thinking_hint() -> Hint:
    """Give what is shown until the advice comes."""
    return Hint((), 0, reason=_("A bot is looking at your moves."))


def make_hint(advised: Advised, scene: Scene, low_wins: bool, seconds: float) -> Hint:
    """Put advice into words for the table it was asked at."""
    words = move_words(scene)
    best = advised.choices[0]
    tips = tuple(
        Tip(judged.move, words(judged.move), judged.win, _score(judged), judged is not best and _is_equal(best, judged))
        for judged in advised.choices
    )
    return Hint(tips, advised.iterations, seconds, _reason(tips, advised.choices, low_wins))


def move_words(scene: Scene) -> Callable[[str], str]:
    """Give a function that says moves as the table's choices do, first half and second half together."""
    bare = replace(scene, picked=None, panel="", hint=None)
    known: dict[str, str] = {}
    for choice in tables.choices(bare):
        if choice.move:
            known.setdefault(choice.move, choice.verb)
        if choice.pick:
            for second in tables.choices(replace(bare, picked=choice.pick)):
                if second.move:
                    known.setdefault(second.move, f"{choice.verb} {second.verb}")
    return lambda move: known.get(move, move)


def _score(judged: Judged) -> str:
    return f"{judged.score:.0f}" if judged.visits else ""


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
        words = ngettext("with {points} point less", "with {points} points less", points)
    sentence = words.format(points=points)
    return _("though {points}").format(points=sentence) if (difference > 0) == low_wins else sentence
