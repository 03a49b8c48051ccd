"""Who is here, and what one can do about each of them."""

from collections.abc import Iterable
from functools import partial

from net.messages import LobbyUpdate, Silence, Update
from net.messages.account import Block, Mute, ReportPerson
from net.values import SeatKind
from tui.screens.ask import AskPage
from tui.screens.menu import MenuPage
from tui.screens.page import Item, Page
from tui.wording import is_here
from tui.words import _

KEYS = "123456789abcdefghijklmnoprstuvxyz"
LONGEST_WHY = 160


def people_at(update: Update) -> list[tuple[str, str]]:
    """Name the others at a table, each with what they do there."""
    seated = [
        (seat.name, "" if is_here(seat) else _("away"))
        for number, seat in enumerate(update.seats)
        if seat.kind in (SeatKind.PERSON, SeatKind.PROGRAM) and number != update.seat
    ]
    return [*seated, *((who.name, _("watches")) for who in update.watching)]


def people_in(lobby: LobbyUpdate) -> list[tuple[str, str]]:
    """Name those who sit at a table that the lobby shows, or have said something there."""
    people = (SeatKind.PERSON, SeatKind.PROGRAM)
    seated = [(seat.name, table.code) for table in lobby.tables for seat in table.seats if seat.kind in people]
    return [*((line.name, _("in the lobby")) for line in reversed(lobby.talk)), *seated]


def open_people(page: Page, people: Iterable[tuple[str, str]], more: Iterable[Item] = (), nobody: str = "") -> None:
    """List people by name, and for each what can be done; where there are none, say `nobody`."""
    me = page.tablee.welcome.name if page.tablee.welcome is not None else ""
    notes: dict[str, str] = {}
    for name, note in people:
        if name and name != me:
            notes.setdefault(name, note)
    items = [
        Item(key, name, partial(_ask_what, page, name), note)
        for key, (name, note) in zip(KEYS, notes.items(), strict=False)
    ]
    items += more
    if items:
        page.app.push_screen(MenuPage(page, _("Who is here"), items))
    else:
        page.notice = nobody or _("Nobody else is here.")


def silence_items(page: Page, update: Update) -> list[Item]:
    """What the host of a table may do about all who watch."""
    hosts = update.seat is not None and update.seats[update.seat].host
    if not hosts:
        return []
    words = _("let those who watch speak") if update.silent else _("silence those who watch")
    return [Item("w", words, partial(page.tablee.say, Silence(on=not update.silent)))]


def _ask_what(page: Page, name: str) -> None:
    items = [
        Item("m", _("mute: hear nothing of them"), partial(page.tablee.say, Mute(name=name))),
        Item("b", _("block: and keep them from your tables"), partial(page.tablee.say, Block(name=name))),
        Item("r", _("report to whoever runs the house"), partial(_ask_why, page, name)),
    ]
    page.app.push_screen(MenuPage(page, name, items))


def _ask_why(page: Page, name: str) -> None:
    question = _("What has {name} done? It is sent with the last lines of talk.").format(name=name)
    answer = partial(_report, page, name)
    page.app.push_screen(AskPage(page, question, answer, longest=LONGEST_WHY))


def _report(page: Page, name: str, why: str) -> None:
    page.tablee.say(ReportPerson(name=name, why=why))
