"""What the host of a table does before the cards are dealt, and who may do it."""

from dataclasses import dataclass
from functools import partial

from net.messages import Fill, Free, Start, Update
from net.values import Phase, SeatKind
from tui.draw import bars
from tui.draw.canvas import Canvas
from tui.screens.menu import MenuPage
from tui.screens.page import Item, Page
from tui.tables.frame import COMPACT, find_layout
from tui.wording import LEVEL_NAMES, bot_words
from tui.words import _, ngettext

ROWS = 2


@dataclass(frozen=True, slots=True)
class Hosting:
    """The waiting table from its host's chair."""

    update: Update

    @property
    def free(self) -> list[int]:
        """The seats that nobody has."""
        return [number for number, seat in enumerate(self.update.seats) if seat.kind == SeatKind.FREE]

    @property
    def removable(self) -> list[int]:
        """The seats of bots, and of those who are away for longer than the table's grace."""
        grace = self.update.setup.grace
        return [
            number
            for number, seat in enumerate(self.update.seats)
            if seat.kind == SeatKind.BOT or (seat.away is not None and grace is not None and seat.away >= grace)
        ]

    @property
    def hosts(self) -> bool:
        """Whether the viewer may deal and fill seats."""
        seat = self.update.seat
        return seat is not None and self.update.seats[seat].host

    @property
    def waits(self) -> bool:
        """Whether the cards are still to be dealt."""
        return self.update.phase == Phase.WAITING and not self.update.paused

    def offers(self) -> list[bars.Offer]:
        """List what can be done now."""
        if not self.waits or not self.hosts:
            return []
        ready = not self.free
        found = [bars.Offer("enter", _("Deal"), "" if ready else self.missing(), ready)]
        if self.free:
            found.append(bars.Offer("b", _("Fill with bots")))
        if self.removable:
            found.append(bars.Offer("f", _("Free a seat")))
        return found

    def missing(self) -> str:
        """Whom the table waits for."""
        count = len(self.free)
        free = ngettext("{seats} seat is free", "{seats} seats are free", count).format(seats=count) if count else ""
        return ", ".join(filter(None, (free, "" if self.hosts else self._who_deals())))

    def _who_deals(self) -> str:
        host = next((seat.name for seat in self.update.seats if seat.host), "")
        return _("{name} will deal").format(name=host) if host else _("the owner deals")

    def draw(self, canvas: Canvas) -> None:
        """Draw the offers into the action bar of a waiting table."""
        offers = self.offers()
        bottom = canvas.height - 1
        if find_layout(canvas.width, canvas.height).form == COMPACT:
            if offers:
                bars.offer_rows(canvas, bottom - ROWS, ROWS, offers, 0)
            else:
                canvas.text(1, bottom - ROWS, self.missing(), canvas.palette.muted)
            return
        x = bars.label(canvas, bottom - 1, _("WAITING"), gold=False)
        if offers:
            bars.offers(canvas, x, bottom - 1, offers, 0)
        else:
            canvas.text(x, bottom - 1, self.missing(), canvas.palette.muted)

    def press(self, page: Page, key: str) -> bool:
        """Do what a key means here; return whether it means anything."""
        offer = next((offer for offer in self.offers() if offer.key == key), None)
        if offer is None:
            return False
        if key == "enter":
            page.tablee.say(Start())
        elif key == "b":
            page.app.push_screen(MenuPage(page, _("Which bots?"), self._levels(page)))
        else:
            page.app.push_screen(MenuPage(page, _("Free which seat?"), self._seats(page)))
        return True

    def _levels(self, page: Page) -> list[Item]:
        return [
            Item(str(number), _(LEVEL_NAMES[level]), partial(page.tablee.say, Fill(level=level)))
            for number, level in enumerate(LEVEL_NAMES, 1)
        ]

    def _seats(self, page: Page) -> list[Item]:
        return [
            Item(str(seat + 1), bot_words(self.update.seats[seat].name), partial(page.tablee.say, Free(seat=seat)))
            for seat in self.removable
        ]
