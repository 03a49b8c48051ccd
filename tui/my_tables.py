"""What is said of the tables where somebody has a seat: what each waits for, and what has just happened there."""

import time
from collections.abc import Collection

from net.client.my_tables import waits, wishes
from net.client.notices import Notice, NoticeKind
from net.messages import TableLine
from net.values import Phase, SeatKind
from tui.draw.bars import clock_words
from tui.tables.seats import name_list
from tui.wording import bot_words, seat_name, title_of
from tui.words import N_, _, ngettext

ROUND = {"tab": 1, "shift+tab": -1}
"""The keys that go round one's tables, and which way."""

AT_TABLE = {
    NoticeKind.TURN: N_("It is your turn at {table} ({game})"),
    NoticeKind.SAT: N_("{name} sits down with you at {table} ({game})"),
    NoticeKind.REMATCH: N_("{name} wants another game at {table} ({game})"),
    NoticeKind.SPOKEN: N_("{name} speaks to you at {table} ({game})"),
}


def notice_words(notice: Notice) -> str:
    """Say what has happened; nothing of it is hidden from anybody at that table."""
    if not notice.code:
        return _("{name} speaks to you in the lobby").format(name=notice.name)
    return _(AT_TABLE[notice.kind]).format(name=notice.name, table=notice.code, game=title_of(notice.game))


def waiting_words(line: TableLine) -> tuple[str, bool]:
    """Say what a table of somebody's own waits for, and whether that is them."""
    if line.phase == Phase.WAITING:
        free = sum(seat.kind == SeatKind.FREE for seat in line.seats)
        more = ngettext("waits for {count} more", "waits for {count} more", free).format(count=free)
        return more if free else _("about to start"), False
    if line.phase == Phase.OVER:
        wanting = wishes(line)
        words = ngettext("{names} wants another game", "{names} want another game", len(wanting))
        return (words.format(names=name_list(wanting)), True) if wanting else (_("over"), False)
    if line.your_turn:
        return _("your turn{clock}").format(clock=_clock(line)), True
    waiting = _("playing") if line.turn is None else _("waits for {name}").format(name=_name(line, line.turn))
    return waiting + _clock(line), False


def round_words(mine: Collection[TableLine], *, brief: bool = False) -> str:
    """Say what Tab does where somebody has other tables: how many of them wait."""
    waiting = sum(map(waits, mine))
    if not waiting:
        return _("next table")
    if brief:
        return ngettext("{count} table waits", "{count} tables wait", waiting).format(count=waiting)
    words = ngettext("next table ({count} waits for you)", "next table ({count} wait for you)", waiting)
    return words.format(count=waiting)


def _clock(line: TableLine) -> str:
    if line.until is not None:
        return f", {clock_words(max(0, round(line.until - time.time())))}"
    return "" if line.left is None else f", {clock_words(round(line.left))}"


def _name(line: TableLine, seat: int) -> str:
    sits = line.seats[seat]
    return bot_words(sits.name) if sits.kind == SeatKind.BOT else seat_name(sits)
