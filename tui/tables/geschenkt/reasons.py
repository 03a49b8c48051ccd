"""What a move of Geschenkt does, in a few true words: the reason in a hint, and in a review after the game."""

from typing import cast

from engines.geschenkt.view import GeschenktView, cost
from tui.tables.geschenkt.words import run_words, runs_of
from tui.tables.scene import Scene
from tui.tables.seats import name_of
from tui.words import _, ngettext


def reason(scene: Scene, move: str) -> tuple[str, ...]:
    """What taking or passing the open card does for the seat to act, the longest wording first."""
    view = cast(GeschenktView, scene.view)
    return _take(view) if move == "take" else _pass(scene, view)


def _take(view: GeschenktView) -> tuple[str, ...]:
    """Say what the card does to the row, and the points that it brings or costs with the chips on it."""
    row, card = view.rows[view.turn], view.open
    more = tuple(sorted((*row, card)))
    run = next(run for run in runs_of(more) if card in run)
    points = cost(more) - cost(row) - view.pot
    if len(run) > 1:
        return _bring(_("fills {low} to {high}").format(low=run[0], high=run[-1]), run_words(run), points)
    if points < 0:
        words = _("its {chips} chips are worth more than the {card}").format(chips=view.pot, card=card)
        return words, _points("", points)
    return _bring(_("{card} stands alone").format(card=card), str(card), points)


def _bring(words: str, short: str, points: int) -> tuple[str, ...]:
    return _points(words, points), _points(short, points)


def _points(words: str, points: int) -> str:
    """Add the points that the score changes by; fewer are better."""
    if points > 0:
        told = ngettext("costs {points} point", "costs {points} points", points).format(points=points)
    elif points < 0:
        told = ngettext("gains {points} point", "gains {points} points", -points).format(points=-points)
    else:
        told = _("costs nothing")
    return f"{words}, {told}" if words else told


def _pass(scene: Scene, view: GeschenktView) -> tuple[str, ...]:
    """Whom the card would suit, or else what is left to pass with."""
    seat, card = view.turn, view.open
    left = (view.chips[seat] or 1) - 1
    takers = [other for other in range(view.seats) if other != seat and _suits(view, other)]
    if _suits(view, seat) and not takers:
        return _("suits nobody else: it may come back with more chips"), _("suits nobody else, wait for chips")
    if takers:
        name = name_of(scene, takers[0])
        return (
            _("1 chip, but the {card} suits {name}").format(card=card, name=name),
            _("1 chip, suits {name}").format(name=name),
        )
    if not left:
        return _("your last chip: then you must take"), _("your last chip")
    points = card - view.pot
    words = _("1 chip against {points} points, {left} left") if points > 1 else _("1 chip, {left} left")
    return words.format(points=points, left=left), _("1 chip, {left} left").format(left=left)


def _suits(view: GeschenktView, seat: int) -> bool:
    """Whether the open card lies next to one of a seat's cards."""
    row = view.rows[seat]
    return view.open - 1 in row or view.open + 1 in row
