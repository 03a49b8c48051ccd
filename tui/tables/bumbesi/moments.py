"""What everybody looks up for in Bumbesi: somebody has to collect."""

from collections.abc import Sequence
from typing import cast

from engines.bumbesi.view import BumbesiView
from engines.view import Event
from tui.tables.bumbesi.words import PLACES, points_words
from tui.tables.scene import BAD, Moment, Scene, Stamp
from tui.tables.seats import name_of
from tui.words import _


def moment(scene: Scene, events: Sequence[Event]) -> Moment | None:
    """Show what a collection costs: the piles still lie there, and the collector's bin grows (B10)."""
    view = cast(BumbesiView, scene.view)
    place = next((place for place, event in enumerate(events) if event.kind == "collected"), None)
    if place is None:
        return None
    event = events[place]
    seat, count, pile = event.seat or 0, event.args["count"], event.args["place"]
    before = view.bins[seat]
    stamp = Stamp(seat, _("bin {before} ► {after}").format(before=before, after=before + count), BAD)
    taken = Stamp(None, points_words(count), BAD, f"place {pile}", PLACES[pile])
    words = _("{name} collects {points} at {place}")
    sentence = words.format(name=name_of(scene, seat), points=points_words(count), place=PLACES[pile])
    return Moment(_("COLLECTED"), (sentence,), (stamp, taken), view, tuple(events[: place + 1]), place + 1)
