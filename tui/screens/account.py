"""Who one is in a shared house: how to come back, other keys, another name, and being forgotten."""

from collections.abc import Sequence
from functools import partial

from engines.wire import Message
from net.messages import Rename
from net.messages.account import AboutMe, Block, BringKey, ForgetMe, Me, Mute
from net.names import NAME_CELLS
from tui.account_words import about_lines, link_words
from tui.draw import bars
from tui.draw.canvas import Canvas
from tui.draw.glyphs import command_rows, wrap
from tui.screens.ask import AskPage
from tui.screens.menu import MenuPage
from tui.screens.overlay import EDGES, Overlay, lay_panel, panel_width
from tui.screens.page import Item, Page
from tui.screens.tell import TellPage
from tui.tables.too_small import Said, bare_code, say_small
from tui.words import _

WIDTH = 60


class AccountPage(Overlay):
    """What the house knows of somebody, and what they can do about it."""

    def __init__(self, below: Page) -> None:
        super().__init__(below)
        self._about: AboutMe | None = None

    def on_mount(self) -> None:
        """Ask what is known."""
        self.tablee.say(Me())

    @property
    def _address(self) -> str:
        return self.tablee.venue.address

    def hear(self, message: Message) -> None:
        """Take what is known; a code that brings a key is shown at once, with the line to type."""
        if not isinstance(message, AboutMe):
            return
        self._about = message
        if message.link and self.is_current:
            sentence, line = link_words(message, self._address)
            self.app.push_screen(TellPage(self, sentence, line))

    def draw_panel(self, canvas: Canvas) -> None:
        palette, about = canvas.palette, self._about
        lines = about_lines(about, self._address)
        width = panel_width(canvas, WIDTH, [line for line in lines if line.startswith("ssh ")])
        told = [row for line in lines for row in self._rows(line, width - EDGES)]
        problem = wrap(self.notice, width - EDGES)
        items = self._items()
        x, y, across = lay_panel(canvas, width, len(told) + len(problem) + len(items) + 4)
        bars.heading(canvas, x, y + 1, across, "" if about is None else about.name, right=bars.key_name("escape"))
        canvas.hot(x, y + 1, across, 1, "escape")
        y += 3
        for row, (words, is_command) in enumerate(told, y):
            canvas.text(x, row, words, palette.accent_text if is_command else palette.text, bold=is_command)
        y += len(told)
        for row, words in enumerate(problem, y):
            canvas.text(x, row, words, palette.bad)
        for row, item in enumerate(items, y + len(problem)):
            end = bars.cap(canvas, x, row, item.key)
            canvas.text(end + 1, row, item.words, palette.text)
            canvas.hot(x, row, across, 1, item.key)

    def draw_small(self, canvas: Canvas) -> None:
        told = [Said(line, typed=line.startswith("ssh ")) for line in about_lines(self._about, self._address)]
        items = [Said(f"{item.key} {item.words}") for item in self._items()]
        back = self.tablee.come_back
        short = [Said(back, typed=True)] if back else told[:1]
        code = [Said(bare_code(back), typed=True)] if back else told[:1]
        say_small(canvas, [*(told or short), *items], [*short, *items], short, code)

    def _rows(self, line: str, width: int) -> Sequence[tuple[str, bool]]:
        if line.startswith("ssh "):
            return [(row, True) for row in command_rows(line, width)]
        return [(row, False) for row in wrap(line, width)]

    def _items(self) -> list[Item]:
        about = self._about
        if about is None:
            return []
        own = _("bring another key") if about.keys else _("bring a key")
        found = [Item("k", own, partial(self.tablee.say, BringKey()))]
        if not about.rename_in:
            found.append(Item("r", _("take another name"), self._ask_name))
        if about.muted or about.blocked:
            found.append(Item("p", _("whom you don't hear"), self._list_people))
        return [*found, Item("f", _("be forgotten"), self._ask_to_forget)]

    def commands(self) -> list[Item]:
        return self._items()

    def press(self, key: str) -> None:
        item = next((item for item in self._items() if item.key == key), None)
        if item is not None:
            item.do()
        elif key in ("escape", "q", "y", "enter", "space"):
            self.close()

    def _ask_name(self) -> None:
        question = _("What shall the others call you? After that the name stays for 30 days.")
        self.app.push_screen(
            AskPage(self, question, lambda name: self.tablee.say(Rename(name=name)), longest=NAME_CELLS)
        )

    def _list_people(self) -> None:
        about = self._about or AboutMe(name="")
        muted = [(name, Mute(name=name, on=False), "") for name in about.muted]
        blocked = [(name, Block(name=name, on=False), _("blocked")) for name in about.blocked]
        items = [
            Item(str(number), name, partial(self.tablee.say, message), note)
            for number, (name, message, note) in enumerate([*muted, *blocked], 1)
        ]
        self.app.push_screen(MenuPage(self, _("Hear whom again?"), items))

    def _ask_to_forget(self) -> None:
        """Ask twice: what is forgotten can't be had back."""
        items = [
            Item("1", _("stay"), lambda: None),
            Item("2", _("be forgotten"), self._ask_once_more),
        ]
        self.app.push_screen(MenuPage(self, _("Be forgotten for good?"), items))

    def _ask_once_more(self) -> None:
        question = _(
            "Your name, code and keys, settings and talk are deleted, and bots get your seats. Type your name:"
        )
        self.app.push_screen(
            AskPage(self, question, lambda name: self.tablee.say(ForgetMe(name=name)), longest=NAME_CELLS)
        )
