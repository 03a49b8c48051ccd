"""A bot's advice as a hint: every move in words, how often it wins, and a sentence on why the first one is first."""

from collections.abc import Sequence
from math import hypot

from bots.advice import JudgedMove
from engines.game import Game
from net.messages import Advised
from tui import tables
from tui.tables.scene import Choice, Hint, Scene, Tip
from tui.words import _, ngettext

# A move that was hardly tried has a wide error: that it was hardly tried is the verdict on it.
RARE = 10
NOISE = 2.0


def thinking_hint() -> Hint:
    """What is shown until the advice comes."""
    return Hint((), 0, reason=_("A bot is looking at your moves."))


def make_hint(advised: Advised, scene: Scene, game: Game, seconds: float) -> Hint:
    """Put advice into words for the table it was asked at."""
    ways = tables.ways(scene)
    # A move that was never tried has no share: another one comes to the same, or a rule of thumb rules it out.
    found = tuple(judged for judged in advised.choices if judged.visits) or advised.choices[:1]
    level = _level(found)
    tips = tuple(
        _tip(game, judged, 0 < place <= level, ways.get(judged.move, ())) for place, judged in enumerate(found)
    )
    alone = len(advised.choices) == 1
    measure = _("cards left") if game.counts_cards else _("ends near")
    return Hint(tips, advised.iterations, seconds, _reason(game, tips, found, alone), measure)


def move_words(move: str, way: Sequence[Choice]) -> str:
    """A move in the words of the choices that lead to it, all steps together."""
    return " ".join(choice.verb for choice in way) or move


def _tip(game: Game, judged: JudgedMove, equal: bool, way: Sequence[Choice]) -> Tip:
    picks = tuple(choice.pick for choice in way[:-1])
    words = move_words(judged.move, way)
    if not judged.visits:
        return Tip(judged.move, words, judged.win, "", picks=picks)
    score = round(judged.score)
    return Tip(judged.move, words, judged.win, str(score), _ending(game, score), equal, picks)


def _ending(game: Game, score: int) -> str:
    """What a score is at the end of a game."""
    if game.counts_cards:
        return ngettext("with about {cards} card left", "with about {cards} cards left", score).format(cards=score)
    return _("ends near {score}").format(score=score)


def _level(choices: Sequence[JudgedMove]) -> int:
    """Count the moves right behind the first one that are as good as it is."""
    behind = choices[1:]
    return next((place for place, judged in enumerate(behind) if not _is_equal(choices[0], judged)), len(behind))


def _is_equal(best: JudgedMove, other: JudgedMove) -> bool:
    """Whether two moves differ by less than the noise."""
    if not best.visits or other.visits * RARE < best.visits:
        return False
    return best.win - other.win <= NOISE * hypot(best.error, other.error)


def _reason(game: Game, tips: tuple[Tip, ...], judged: tuple[JudgedMove, ...], alone: bool) -> str:
    best = judged[0]
    if alone:
        return _("There is no other move.")
    if not best.visits:
        return _("A rule of thumb says so; nothing was tried out.")
    if len(tips) == 1:
        return _("No other move was worth a try.")
    second = judged[1]
    equal = sum(tip.equal for tip in tips)
    if equal:
        words = ngettext("The first two are about equal.", "The first {moves} are about equal.", equal)
        return words.format(moves=equal + 1)
    more = max(1, round(100 * best.win) - round(100 * second.win))
    words = ngettext(
        "{best} wins {more} more game in 100 than {second}, {points}.",
        "{best} wins {more} more games in 100 than {second}, {points}.",
        more,
    )
    return words.format(
        best=tips[0].words,
        second=tips[1].words,
        more=more,
        points=_points(game, best.score - second.score),
    )


def _points(game: Game, difference: float) -> str:
    """How the scores at the end compare."""
    points = round(abs(difference))
    if points == 0:
        return _("with about the same score")
    if game.counts_cards:
        words = _cards(points, difference > 0)
    elif difference > 0:
        words = ngettext("with {points} point more", "with {points} points more", points)
    else:
        words = ngettext("with {points} point fewer", "with {points} points fewer", points)
    sentence = words.format(points=points)
    return _("though {points}").format(points=sentence) if (difference > 0) == game.low_wins else sentence


def _cards(cards: int, more: bool) -> str:
    if more:
        return ngettext("with {points} more card left", "with {points} more cards left", cards)
    return ngettext("with {points} fewer card left", "with {points} fewer cards left", cards)
