"""What one game tells the screens about itself: its picture, its words, and how its cards move."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engines.view import Event, View
from tui.draw.canvas import Canvas
from tui.draw.palette import Felt
from tui.motion import Motion
from tui.tables.generic.steps import choices
from tui.tables.generic.table import FELT, draw, draw_still_life
from tui.tables.generic.words import describe, explain, reason
from tui.tables.scene import Choice, Moment, Scene
from tui.tables.score import Reckoning


class VariantWords(NamedTuple):
    """A variant of a game: its name, and in a few words what it changes; both are messages to be translated."""

    name: str
    note: str = ""


def no_moment(_scene: Scene, _events: Sequence[Event]) -> Moment | None:
    """Nothing but the end of a game, which all games have."""
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTable:
    """A game's table. Whatever a game leaves out is as at any game: it may begin with nothing.

    In pictures: `draw` draws a scene at any size from 40x20 on, `felt` are the colours beneath, `draw_still_life` puts
    something of the game on its tile at home, 14 cells wide and 3 high. `choices` lists what the viewer can do now, in
    the order in which the focus walks. `motions` says for each kind of event what flies, and `deals_hands` that a deal
    gives everybody cards. `moment` is what to look up for in events that followed a scene. `things` are the places of
    what a lesson points at, by its kind: names parted by `|` of which the first counts that the table has, `{}` being
    which one; a kind that is not listed has its own name.

    In words: `goal` is one sentence on what it is about, `variants` names its variants, `explain` says what made the
    scores of a finished game, `describe` tells a position to somebody who hears it, and `reason` says what is true of a
    move of the seat to act there, in wordings from the longest to the shortest. `card_name` names a card in a
    sentence, where its print alone would not do; `letters` are those of its numbered piles, by the word that its
    sentences use for them (see engines.words).
    """

    choices: Callable[[Scene], list[Choice]] = choices
    draw: Callable[[Canvas, Scene], None] = draw
    felt: Felt = FELT
    draw_still_life: Callable[[Canvas, int, int], None] = draw_still_life
    motions: Mapping[str, Motion] = field(default_factory=dict)
    deals_hands: bool = False
    moment: Callable[[Scene, Sequence[Event]], Moment | None] = no_moment
    things: Mapping[str, str] = field(default_factory=dict)
    goal: str = ""
    variants: Mapping[str, VariantWords] = field(default_factory=dict)
    explain: Callable[[View], Reckoning] = explain
    describe: Callable[[Scene], list[str]] = describe
    reason: Callable[[Scene, str], tuple[str, ...]] = reason
    card_name: Callable[[int], str] | None = None
    letters: Mapping[str, str] = field(default_factory=dict)
