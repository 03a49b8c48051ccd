"""The app in a page: the same screens, which also tell what can be pressed and what a screen reader should say."""

import asyncio
from functools import partial
from typing import Any

from engines.wire import Message
from net.bucket import Bucket
from net.client.notices import Notice
from net.client.seen_table import SeenTable
from net.messages import Led, Refused, Update
from net.values import Phase
from net.web.messages import Offers, Tell
from net.web.session import PageTerminal
from tui.app import TableeApp
from tui.my_tables import notice_words
from tui.plain.sheet import event_lines, result_lines, talk_lines
from tui.screens.link import LinkPage
from tui.tables import describe
from tui.terminal.driver import EVENTS_BURST, EVENTS_PER_SECOND
from tui.web.buttons import buttons
from tui.web.luck import NO_LUCK, PageLuck
from tui.words import _


class PageApp(TableeApp):
    """One person at a page, whose browser remembers who they are."""

    shows_code = False

    def __init__(self, *args: Any, terminal: PageTerminal, **more: Any) -> None:
        super().__init__(*args, manners=terminal, **more)
        self._terminal = terminal
        self._offers = Offers(buttons=())
        self._spoken: tuple[str, ...] = ()
        self._presses = Bucket(EVENTS_PER_SECOND, EVENTS_BURST, asyncio.get_running_loop().time())
        self._turn_told: tuple[str, int, int] | None = None
        self._luck = PageLuck(terminal.tell, self.say, self._add_no_luck)
        terminal.on_press = self._take_press
        terminal.on_luck = self._luck.hear

    def painted(self) -> None:
        """Tell the page what can be pressed, where that has changed."""
        page = self.page
        if page is None:
            return
        turn = bool(self.turns)
        link = page.page if isinstance(page, LinkPage) else ""
        offers = Offers(buttons=buttons(page), link=link, text=page.writes, turn=turn)
        if offers != self._offers:
            self._offers = offers
            # After the picture, which goes out at the end of this turn of the loop.
            asyncio.get_running_loop().call_soon(self._terminal.tell, offers)
        spoken = page.spoken()
        if spoken != self._spoken:
            self._spoken = spoken
            self._tell(*spoken)

    def _take_press(self, key: str) -> None:
        if self._presses.take(asyncio.get_running_loop().time()):
            self.call_later(partial(self._press, key))

    def _press(self, key: str) -> None:
        """Do what a button stands for, if the page has it: another screen may have come meanwhile."""
        page = self.page
        if page is not None and any(button.key == key and button.live for button in self._offers.buttons):
            page.do(key)

    def _add_no_luck(self) -> None:
        sentence = _(NO_LUCK)
        self.tell(sentence)
        self._tell(sentence)

    def sat_down(self, table: SeenTable) -> None:
        super().sat_down(table)
        self._luck.see(table.update)
        names = ", ".join(name or _("a free seat") for name in self._names)
        opening = _("{game}, table {table}: {names}.")
        self._tell(opening.format(game=table.game.title, table=table.code, names=names), *self._turn_lines(table))

    @property
    def _names(self) -> tuple[str, ...]:
        return () if self.stage is None else self.stage.names

    def heard(self, message: Message) -> None:
        super().heard(message)
        table = self.table
        if isinstance(message, Update) and table is not None:
            self._luck.see(message)
            news = [*event_lines(table, table.news), *talk_lines(table, table.said)]
            self._tell(*news, *self._turn_lines(table))
        elif isinstance(message, Led) and message.on and self.stage is not None:
            self._tell(self.stage.led_words)
        if self.stage is not None and self.stage.coach is not None:
            self._tell(*(_("Coach: {words}").format(words=words) for words in self.stage.coach.news()))

    def noticed(self, notice: Notice) -> None:
        super().noticed(notice)
        if not notice.here:
            self._tell(notice_words(notice))

    def refused(self, refused: Refused) -> None:
        if self._luck.refused(refused.about):
            return
        super().refused(refused)
        if self.stage is not None:
            self._tell(self.stage.scene(self.now).notice)

    def _turn_lines(self, table: SeenTable) -> list[str]:
        """What somebody needs to hear to decide, or how the game ended; once for each moment."""
        update = table.update
        moment = (update.code, update.number, update.seq)
        over = update.phase == Phase.OVER
        if self.stage is None or moment == self._turn_told or not (table.your_turn or over):
            return []
        self._turn_told = moment
        return result_lines(table) if over else [_("Your turn."), *describe(self.stage.scene(self.now))]

    def _tell(self, *lines: str) -> None:
        told = tuple(line for line in lines if line)
        if told:
            self._terminal.tell(Tell(lines=told))
