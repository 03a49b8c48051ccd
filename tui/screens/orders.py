"""What those who sit at a shared table may order there: a pause, a clock, another owner, a bot for whoever is late."""

from functools import partial

from net.messages import HandOver, Hold, Replace, SetClock, Update
from net.values import Phase, SeatKind
from tui.screens.menu import MenuPage
from tui.screens.page import Item, Page
from tui.wording import is_here, seat_name
from tui.words import _, ngettext

CLOCKS = (None, 30, 60, 120, 300)


def order_items(page: Page, update: Update, turn: int | None) -> list[Item]:
    """List the orders that the viewer may give now; `turn` is the seat to act."""
    if update.seat is None or not update.orders:
        return []
    found = _host_items(page, update) if update.seats[update.seat].host else []
    waits = update.phase == Phase.PLAYING and turn is not None and turn not in (-1, update.seat)
    if waits and turn is not None and is_here(update.seats[turn]) and update.left is None:
        words = _("let a bot play for {name}").format(name=seat_name(update.seats[turn]))
        found.append(Item("r", words, partial(page.tablee.say, Replace(seat=turn))))
    return found


def _host_items(page: Page, update: Update) -> list[Item]:
    found = []
    if update.phase == Phase.PLAYING:
        words = _("go on with the game") if update.held else _("pause the game")
        found.append(Item("p", words, partial(page.tablee.say, Hold(on=not update.held))))
    else:
        found.append(Item("c", _("change the clock"), partial(_ask_clock, page)))
    if _heirs(update):
        found.append(Item("o", _("hand the table over"), partial(_ask_owner, page, update)))
    return found


def _heirs(update: Update) -> list[int]:
    return [
        number
        for number, seat in enumerate(update.seats)
        if number != update.seat and seat.kind == SeatKind.PERSON and is_here(seat)
    ]


def _ask_owner(page: Page, update: Update) -> None:
    items = [
        Item(str(seat + 1), update.seats[seat].name, partial(page.tablee.say, HandOver(seat=seat)))
        for seat in _heirs(update)
    ]
    page.app.push_screen(MenuPage(page, _("To whom?"), items))


def _ask_clock(page: Page) -> None:
    items = [
        Item(str(number), _clock_words(seconds), partial(page.tablee.say, SetClock(seconds=seconds)))
        for number, seconds in enumerate(CLOCKS, 1)
    ]
    page.app.push_screen(MenuPage(page, _("How long may a turn take?"), items))


def _clock_words(seconds: int | None) -> str:
    if seconds is None:
        return _("as long as one likes")
    return ngettext("{seconds} second", "{seconds} seconds", seconds).format(seconds=seconds)
