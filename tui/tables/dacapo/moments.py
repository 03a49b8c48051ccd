"""What everybody looks up for in Da Capo: a build pile is complete."""

from collections.abc import Sequence
from typing import cast

from engines.dacapo.view import HIGHEST, DaCapoView
from engines.view import Event
from tui.tables.dacapo.words import PLACES
from tui.tables.scene import GOOD, Moment, Scene, Stamp
from tui.tables.seats import name_of
from tui.words import _

STOCK_EVENTS = ("played stock", "robbed")


def moment(scene: Scene, events: Sequence[Event]) -> Moment | None:
    """Show a complete pile before it is set aside, and whose stock has become smaller by its last card (C9)."""
    view = cast(DaCapoView, scene.view)
    place = next((place for place, event in enumerate(events) if event.kind == "completed"), None)
    if place is None:
        return None
    event = events[place]
    build = event.args["build"]
    stamps = [Stamp(None, _("{all} of {all}").format(all=HIGHEST), GOOD, f"place {build}")]
    for played in events[:place]:
        if played.kind in STOCK_EVENTS:
            owner = played.args.get("victim", played.seat or 0)
            left = view.stocks[owner] - 1
            stamps.append(Stamp(owner, _("stock {before} ► {after}").format(before=left + 1, after=left), GOOD))
    words = _("{name} completes {place}: its cards are set aside")
    sentence = words.format(name=name_of(scene, event.seat or 0), place=PLACES[build])
    return Moment(_("COMPLETE"), sentence, tuple(stamps), view, tuple(events[: place + 1]), place + 1)
