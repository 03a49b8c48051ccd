"""What everybody looks up for in Da Capo: a build pile is complete."""

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from engines.dacapo.view import HIGHEST, DaCapoView
from engines.view import Event
from tui.tables.dacapo.words import PLACES
from tui.tables.scene import GOOD, Moment, Scene, Stamp
from tui.tables.seats import name_of
from tui.words import _


def moment(scene: Scene, events: Sequence[Event]) -> Moment | None:
    """Show a complete pile before it is set aside, and whose stock has become smaller by its last card (C9)."""
    before = cast(DaCapoView, scene.view)
    place = next((place for place, event in enumerate(events) if event.kind == "completed"), None)
    if place is None:
        return None
    event, played = events[place], events[place - 1]
    build = event.args["build"]
    beside = f"complete {build}|place {build}"
    stamps = [Stamp(None, _("{all} of {all}").format(all=HIGHEST), GOOD, beside, PLACES[build])]
    owner = _owner(played)
    if owner is not None:
        words = _("stock {before} ► {after}").format(before=before.stocks[owner], after=before.stocks[owner] - 1)
        stamps.append(Stamp(owner, words, GOOD))
    wordings = _("{name} completes {place}: its cards are set aside"), _("{name} completes {place}")
    name = name_of(scene, event.seat or 0)
    sentences = tuple(words.format(name=name, place=PLACES[build]) for words in wordings)
    told = tuple(events[: place + 1])
    return Moment(_("COMPLETE"), sentences, tuple(stamps), _with_last_card(before, played), told, place + 1)


def _owner(played: Event) -> int | None:
    """The seat whose stock gave the card, if one did."""
    if played.kind == "robbed":
        return played.args["victim"]
    return played.seat if played.kind == "played stock" else None


def _with_last_card(view: DaCapoView, played: Event) -> DaCapoView:
    """The table with the last card on its pile and no longer where it lay; what a stock turns up comes later."""
    card, build, seat = played.args["card"], played.args["build"], played.seat or 0
    builds, tops, hand = list(view.builds), list(view.tops), list(view.hand)
    builds[build] = (*builds[build], card)
    owner = _owner(played)
    if owner is not None:
        tops[owner] = 0
    elif played.kind == "played" and seat == view.seat:
        hand.remove(card)
    helpers = [list(piles) for piles in view.helpers]
    if played.kind == "played helper":
        helper = played.args["helper"]
        helpers[seat][helper] = helpers[seat][helper][:-1]
    return replace(
        view, builds=tuple(builds), tops=tuple(tops), hand=tuple(hand), helpers=tuple(tuple(piles) for piles in helpers)
    )
