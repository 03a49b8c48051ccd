"""The end of a round of Danger 13: who busts and loses everything, and what the others keep."""

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from engines.danger13.view import Danger13View, signs
from engines.view import Event
from tui.tables.danger13.words import sign_words
from tui.tables.scene import BAD, GOOD, Moment, Scene, Stamp
from tui.tables.seats import name_of
from tui.words import _


def moment(scene: Scene, events: Sequence[Event]) -> Moment | None:
    """Settle a round in front of everybody: the rows still lie there, each with what it is worth (D15, D16)."""
    view = cast(Danger13View, scene.view)
    place = next((place for place, event in enumerate(events) if event.kind == "busted"), None)
    if place is None:
        return None
    bust = events[place]
    seat = 0 if bust.seat is None else bust.seat
    shown = _with_last_cards(view, events[:place], seat)
    lost = sum(signs(card) for card in shown.rows[seat])
    stamps = [Stamp(seat, _("BUST: loses {signs}").format(signs=sign_words(lost)), BAD)]
    stamps += [_kept(event) for event in events[place:] if event.kind == "kept"]
    wordings = _("{name} busts at {total} and ends round {round}"), _("{name} busts at {total}")
    name, total = name_of(scene, seat), bust.args["total"]
    sentences = tuple(words.format(name=name, total=total, round=view.round) for words in wordings)
    settled = max(number for number, event in enumerate(events, 1) if event.kind in ("busted", "kept"))
    return Moment(_("ROUND OVER"), sentences, tuple(stamps), shown, tuple(events[:place]), settled)


def _with_last_cards(view: Danger13View, events: Sequence[Event], seat: int) -> Danger13View:
    """The table with the cards that came to a row last, the one that busts it among them (D12, D14)."""
    rows, limits = list(view.rows), list(view.limits)
    for event in events:
        if event.kind == "laid" and event.seat == seat:
            rows[seat] = (*rows[seat], event.args["card"])
            limits[seat] = event.args["limit"]
        elif event.kind == "lost" and event.seat == seat:
            rows[seat] = rows[seat][:-1]
    return replace(view, rows=tuple(rows), limits=tuple(limits))


def _kept(event: Event) -> Stamp:
    kept = event.args["signs"]
    if not kept:
        return Stamp(event.seat, _("keeps nothing"))
    return Stamp(event.seat, _("keeps {signs}").format(signs=sign_words(kept)), GOOD)
