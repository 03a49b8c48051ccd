"""What there is to say about a position of any game: the fields of its View."""

from dataclasses import fields
from typing import NamedTuple

from engines.games import GAMES
from engines.view import View
from tui.tables.scene import Scene
from tui.tables.score import Reckoning, ScoreBlock, best
from tui.words import _, ngettext, titled

HAND, HANDS = "hand", "hands"
COMMON = {field.name for field in fields(View)} | {HAND}


class Fact(NamedTuple):
    """One field of a View: its name, and what it holds in one part or in several."""

    name: str
    parts: tuple[str, ...]


def facts_of(view: View) -> list[Fact]:
    """Every field that a game's own View has, those that hold a single thing first."""
    own = [field.name for field in fields(view) if field.name not in COMMON]
    facts = [Fact(name.replace("_", " "), _parts(getattr(view, name), view.seats)) for name in own]
    if view.scores:
        facts.append(Fact(_("scores"), _parts(view.scores, view.seats)))
    return sorted(facts, key=lambda fact: len(fact.parts) > 1)


def hand_of(scene: Scene) -> list[str]:
    """The cards of the bottom seat as they are printed, where its View calls them a hand."""
    hand = getattr(scene.view, HAND, None)
    if hand is None:
        hands = getattr(scene.view, HANDS, ())
        hand = hands[scene.me] if len(hands) == len(scene.names) else ()
    card = GAMES[scene.game].card if scene.game in GAMES else str
    return list(map(card, hand)) if isinstance(hand, tuple) else []


def describe(scene: Scene) -> list[str]:
    """Tell a position field by field."""
    assert scene.view is not None
    lines = [titled(name, f"{', '.join(parts)}.") for name, parts in facts_of(scene.view)]
    hand = " ".join(hand_of(scene))
    return [*lines, _("hand: {cards}.").format(cards=hand)] if hand else lines


def reason(_scene: Scene, _move: str) -> tuple[str, ...]:
    """Nothing: of a game that is not known here only its moves can be told."""
    return ()


def explain(view: View) -> Reckoning:
    """Nothing but the points."""
    blocks = tuple(ScoreBlock(seat=seat, total=total) for seat, total in enumerate(view.scores))
    return Reckoning(goal=_("the end of the game"), unit=ngettext("point", "points", best(view)), blocks=blocks)


def _parts(value: object, seats: int) -> tuple[str, ...]:
    """Tell a value; what may belong to seats or piles gets their numbers."""
    if not isinstance(value, tuple) or (len(value) != seats and not any(isinstance(part, tuple) for part in value)):
        return (_plainly(value),)
    return tuple(f"{number}: {_plainly(part)}" for number, part in enumerate(value, 1))


def _plainly(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(f"({_plainly(part)})" if isinstance(part, tuple) else _plainly(part) for part in value) or "-"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return "?" if value is None else str(value) or "-"
