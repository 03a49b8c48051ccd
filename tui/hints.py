"""A bot's advice as a hint: every move in words with what it does, how often it wins, and how the first two compare."""

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from bots.advice import Advice, JudgedMove
from engines.game import Game
from tui import tables
from tui.tables.scene import Choice, Scene, ShownHint, Tip
from tui.words import _, ngettext

# A move that was hardly tried has a wide error: that it was hardly tried is the verdict on it.
RARE = 10
NOISE = 2.0


def thinking_hint() -> ShownHint:
    """What is shown until the advice comes."""
    return ShownHint((), 0, reason=_("A bot is looking at your moves."))


def make_hint(advice: Advice, scene: Scene, game: Game, seconds: float | None) -> ShownHint:
    """Put advice into words for the table it was asked at; `seconds` is None while there is more to come."""
    ways = tables.ways(scene)
    found = _ranked(advice)
    level = _level(found)
    tips = tuple(
        _tip(game, scene, judged, 0 < place <= level, ways.get(judged.move, ())) for place, judged in enumerate(found)
    )
    alone = len(advice.choices) == 1
    measures = (_("left at the end"), _("at the end")) if game.counts_cards else (_("ends near"),)
    return ShownHint(tips, advice.iterations, seconds, _comparison(game, tips, found, alone), measures)


def is_decided(advice: Advice) -> bool:
    """Whether more thinking would hardly change what is said: one move is ahead of all others, or none was tried."""
    found = _ranked(advice)
    return not found[0].visits or len(found) == 1 or not _level(found)


def _ranked(advice: Advice) -> tuple[JudgedMove, ...]:
    """The moves by how often they win, the advised one before its equals; what was never tried has no share.

    A move that was hardly tried comes first nowhere: it comes to the same as another, or a rule of thumb rules it out.
    """
    advised = next(judged for judged in advice.choices if judged.move == advice.move)
    tried = [judged for judged in advice.choices if judged.visits]
    firm = [judged for judged in tried if advised.visits and _is_tried(advised, judged)]
    best = max(firm, key=lambda judged: (_percent(judged), judged is advised), default=advised)
    return (best, *sorted((judged for judged in tried if judged is not best), key=lambda judged: -judged.win))


def move_words(move: str, way: Sequence[Choice]) -> str:
    """A move in the words of the choices that lead to it, all steps together."""
    if not way:
        return move
    return way[-1].whole or " ".join(choice.verb for choice in way)


def _tip(game: Game, scene: Scene, judged: JudgedMove, equal: bool, way: Sequence[Choice]) -> Tip:
    picks = tuple(choice.pick for choice in way[:-1])
    words, reasons = move_words(judged.move, way), tables.of(scene.game).reason(scene, judged.move)
    if not judged.visits:
        return Tip(judged.move, words, judged.win, "", picks=picks, reasons=reasons)
    score = round(judged.score)
    return Tip(judged.move, words, judged.win, str(score), _ending(game, score), equal, picks, reasons)


def _ending(game: Game, score: int) -> str:
    """What a score is at the end of a game."""
    if game.counts_cards:
        return ngettext("ends with about {cards} card", "ends with about {cards} cards", score).format(cards=score)
    return _("ends near {score}").format(score=score)


def _level(choices: Sequence[JudgedMove]) -> int:
    """Count the moves right behind the first one that are as good as it is, or are shown like one that is."""
    best, level = choices[0], 0
    for before, judged in pairwise(choices):
        alike = level > 0 and _is_tried(best, judged) and _percent(before) == _percent(judged)
        if not alike and not _is_equal(best, judged):
            break
        level += 1
    return level


def _is_equal(best: JudgedMove, other: JudgedMove) -> bool:
    """Whether two moves differ by less than the noise, or are shown as the same share.

    One that won more often than the advised one is no worse.
    """
    if best.visits and other.win >= best.win:
        return True
    if not best.visits or not _is_tried(best, other):
        return False
    return _percent(best) == _percent(other) or best.win - other.win <= NOISE * hypot(best.error, other.error)


def _is_tried(best: JudgedMove, other: JudgedMove) -> bool:
    return other.visits * RARE >= best.visits


def _percent(judged: JudgedMove) -> int:
    """The share of games won as it is shown."""
    return round(100 * judged.win)


def _comparison(game: Game, tips: tuple[Tip, ...], judged: tuple[JudgedMove, ...], alone: bool) -> str:
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
    more = max(1, _percent(best) - _percent(second))
    words = ngettext(
        '"{best}" wins {more} more game in 100 than "{second}", {points}.',
        '"{best}" wins {more} more games in 100 than "{second}", {points}.',
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
        return ngettext("with {points} more card at the end", "with {points} more cards at the end", cards)
    return ngettext("with {points} fewer card at the end", "with {points} fewer cards at the end", cards)
