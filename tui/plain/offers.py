"""What can be done at a table while nobody's move is waited for, line by line."""

from collections.abc import Callable
from dataclasses import dataclass

from net.client.seen_table import SeenTable
from net.messages import Update
from net.values import Phase
from tui.plain.look_back import LookBack
from tui.plain.sheet import result_lines
from tui.wording import rematch_words
from tui.words import _

WATCHING = "watching"

WaysIn = Callable[[str, str], tuple[str, ...]]
"""How others come in, by what they type before the @ and by the path that they open."""


@dataclass(frozen=True, slots=True)
class Offered:
    """What an answer will mean, and what is said to ask for it."""

    state: str
    lines: tuple[str, ...]


def between_turns(table: SeenTable, own: bool, ways_in: WaysIn, past: LookBack) -> Offered | None:
    """What a table offers while it stands still, is over, has not begun, or is only looked at; None in a game."""
    update = table.update
    if update.paused:
        return Offered("paused", (_(update.paused),))
    if table.seat is None:
        return _to_watchers(table, own)
    if update.phase == Phase.OVER and table.line is not None and table.line.again:
        words = rematch_words(update)
        return Offered(f"rematch {words}", (f"{words[:1].upper()}{words[1:]}.",) if words else ())
    if update.phase == Phase.OVER:
        return Offered("over", (*result_lines(table), past.keys(update)))
    return _before_the_deal(update, ways_in) if update.phase == Phase.WAITING and not own else None


def _to_watchers(table: SeenTable, own: bool) -> Offered:
    """How it ended, and what somebody can do who only looks on."""
    over = table.update.phase == Phase.OVER
    return Offered(f"{WATCHING} {over}", (*(result_lines(table) if over else ()), keys_line(table, own)))


def _before_the_deal(update: Update, ways_in: WaysIn) -> Offered:
    lines = ways_in(update.code, f"/t/{update.code}")
    calls = [_("Others sit down here with: {line}").format(line=line) for line in lines]
    waiting = _("Waiting for players. 1 start with bots on the free seats, q leave.")
    seconds = 0 if update.bots_in is None else round(update.bots_in)
    bots = [_("Bots take the free seats in {seconds} s.").format(seconds=seconds)] if seconds else []
    return Offered("waiting", (*calls, *bots, waiting))


def keys_line(table: SeenTable, own: bool) -> str:
    """Name the words that work at a table, for whoever sits there or looks on."""
    setup, sits = table.update.setup, table.seat is not None
    words = [
        *([_("h hint"), _("k coach")] if setup.hints and sits else []),
        *(_("l log"), _("s table"), _("? rules")),
        *([_("u take back")] if setup.take_back and sits else []),
        *([] if own else [_("t TEXT talk"), _("w who is here")]),
        *([_("deal, luck WORD")] if sits and table.update.promise is not None else []),
        _("q leave"),
    ]
    template = _("A number, or {words}.") if sits else _("You are watching: {words}.")
    return template.format(words=", ".join(words))
