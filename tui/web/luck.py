"""The luck that a browser adds to promised deals by itself, as a program on a machine of its own does."""

from collections.abc import Callable

from engines.wire import Message
from net.messages import AddLuck, Update
from net.messages import Pledge as PledgeLuck
from net.web.messages import AboutLuck, Deal, Luck, NoLuck, Pledge
from tui.words import N_

PLEDGE = "pledge"
NO_LUCK = N_("This page adds no luck to the deal, which needs https; d in the menu takes a word from you")


class PageLuck:
    """Tells a page what is promised where it has a seat, and the house what the page has made for it.

    The random bytes are the browser's; here nobody knows them before they are asked for. A page answers each time that
    it is told something, and no more. One that has no digests says so (`on_none`).
    """

    def __init__(
        self, tell: Callable[[Deal], None], say: Callable[[Message], None], on_none: Callable[[], None]
    ) -> None:
        self._tell = tell
        self._say = say
        self._on_none = on_none
        self._told: Deal | None = None
        self._void = ""
        self._due = False

    def see(self, update: Update) -> None:
        """Tell the page what is new about the next deal."""
        promise, seat = update.promise, update.seat
        if promise is None or seat is None or seat in promise.added:
            return
        pledged = seat in promise.pledged
        deal = Deal(
            number=promise.number, promise=promise.promise.hex(), seat=seat, pledged=pledged, asked=promise.asked
        )
        if deal != self._told:
            self._told, self._due = deal, True
            self._tell(deal)

    def refused(self, about: str) -> bool:
        """Whether a refusal is only that another tab at this seat was quicker to pledge: then that one answers."""
        if about == PLEDGE and self._told is not None:
            self._void = self._told.promise
        return about == PLEDGE

    def hear(self, said: AboutLuck) -> None:
        """Pass on what the page has made, if that is due."""
        if self._told is None or not self._due:
            return
        self._due = False
        if isinstance(said, NoLuck):
            self._on_none()
        elif said.deal != self._told.number:
            return
        elif isinstance(said, Pledge) and not self._told.pledged and not self._told.asked:
            self._say(PledgeLuck(deal=said.deal, digest=bytes.fromhex(said.digest)))
        elif isinstance(said, Luck) and self._told.pledged and self._told.asked and self._told.promise != self._void:
            self._say(AddLuck(deal=said.deal, data=bytes.fromhex(said.data)))
