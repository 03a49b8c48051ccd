"""What every screen is: one canvas, drawn by `draw`, where a click is the key that it stands on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import cast

from textual import events
from textual.app import ComposeResult
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip

from engines.wire import Message
from tui.draw.bars import Offer
from tui.draw.canvas import Canvas
from tui.draw.flights import Flight, on_the_table
from tui.keymap import usual_key
from tui.screens.board import Board
from tui.screens.shell import Shell
from tui.tables import felt_of
from tui.tables.frame import is_large
from tui.tables.scene import Choice
from tui.tables.too_small import PLAINLY, say_too_small


@dataclass(frozen=True, slots=True)
class Item:
    """Something to do, in a menu or in the palette: its key, its words, and a note on it."""

    key: str
    words: str
    do: Callable[[], None]
    note: str = ""


def offers_of(choices: Sequence[Choice]) -> list[Offer]:
    """What a table's choices are to whoever presses buttons: all that stand in its bar, or can be done."""
    shown = [choice for choice in choices if choice.live or choice.bar]
    return [Offer(choice.key, choice.verb, choice.note, choice.live, choice.bad) for choice in shown]


class Page(Screen[None]):
    """A screen; its subclasses draw, and say what keys do.

    `felt` is the game whose felt lies beneath, `notice` a sentence that stays until the next key.
    """

    CSS = "Page { background: transparent; }"
    felt = ""

    def __init__(self) -> None:
        super().__init__()
        self._board: Board | None = None
        self.notice = ""
        self._due = False
        self._painted: object = None

    @property
    def tablee(self) -> Shell:
        """The app, as far as a screen needs it."""
        return cast(Shell, self.app)

    @property
    def is_current(self) -> bool:
        """Whether it lies on top. Textual counts the screen beneath as well; here what covers a page draws it too."""
        stack = self.app.screen_stack if self.is_attached else []
        return bool(stack) and stack[-1] is self

    @property
    def board(self) -> Board:
        """The canvas widget."""
        if self._board is None:
            self._board = Board(self.tablee.look)
            self._board.prepare(self._draw_if_it_fits, felt_of(self.felt))
        return self._board

    def compose(self) -> ComposeResult:
        yield self.board

    def on_mount(self) -> None:
        """Draw for the first time."""
        self.refresh_page()

    def on_screen_resume(self) -> None:
        """Draw what has changed while another screen lay on top."""
        if self.board.look != self.tablee.look:
            self.board.look = self.tablee.look
        self._painted = None
        self.refresh_page()

    def on_screen_suspend(self) -> None:
        """Keep no picture while another screen lies on top."""
        self.board.put_away()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Draw nothing beneath the canvas, which covers everything."""
        return [Strip.blank(crop.width)] * crop.height

    def on_resize(self, event: events.Resize) -> None:
        """Bring the cursor along to its new place; a size that the window has no more is forgotten."""
        if event.size != self.app.size:
            # With two sizes in its queue a screen would answer each with the other, and never let anything else happen.
            event.prevent_default()
            return
        self.call_after_refresh(self._place_cursor)

    def draw_again(self) -> None:
        """Draw everything, whatever the terminal shows."""
        self.board.put_away()
        self._painted = None
        self.refresh_page()

    def refresh_page(self) -> None:
        """Draw the screen as it is, once for all that happens meanwhile."""
        if self.is_attached and self.is_current and not self._due:
            self._due = True
            self.call_later(self._paint)

    def _paint(self) -> None:
        self._due = False
        state = self.state()
        if not self.is_current or (state is not None and state == self._painted):
            return
        self._painted = state
        self.paint_now()
        self._place_cursor()
        self.tablee.painted()

    def fly(self, motion: Sequence[Flight], drawn: Sequence[Flight]) -> None:
        """Show a later moment of a motion: only what is in the air, where the table is as it was drawn with it."""
        if self._due or on_the_table(motion) != on_the_table(drawn) or not self.board.fly(motion):
            self.refresh_page()
        self._painted = None

    def paint_now(self) -> None:
        """Put the picture on the board."""
        self.board.paint(self._draw_if_it_fits, felt_of(self.felt))

    def state(self) -> object:
        """All that the picture depends on, or None to draw it each time."""
        return None

    def _draw_if_it_fits(self, canvas: Canvas) -> None:
        if is_large(canvas):
            self.draw(canvas)
        else:
            self.draw_small(canvas)

    def draw_small(self, canvas: Canvas) -> None:
        """Say on a canvas that is too small what matters most there."""
        say_too_small(canvas, self.tablee.come_back)

    def _place_cursor(self) -> None:
        canvas = self.board.canvas
        if self.is_current:
            self.tablee.show_cursor(canvas is not None and canvas.cursor is not None)

    def draw(self, canvas: Canvas) -> None:
        """Draw the screen; the canvas is large enough."""
        raise NotImplementedError

    def press(self, key: str) -> None:
        """Do what a key, or a click on its cap, means."""

    def type(self, character: str) -> bool:
        """Take a character that is typed rather than pressed; return whether it was taken."""
        return False

    @property
    def writes(self) -> bool:
        """Whether characters are taken as text now."""
        return False

    def hear(self, message: Message) -> None:
        """Take in what the house says."""

    def commands(self) -> list[Item]:
        """List what can be done now: the command palette offers it."""
        return []

    def offers(self) -> list[Offer]:
        """List what there is to decide here, for whoever presses buttons instead of keys."""
        return [Offer(item.key, item.words, item.note) for item in self.commands()]

    def spoken(self) -> tuple[str, ...]:
        """What a screen reader should say of this moment, besides what is heard from the house."""
        return ()

    def items(self, *keys: tuple[str, str]) -> list[Item]:
        """Make commands of keys and what they do here."""
        return [Item(key, words, partial(self.do, key)) for key, words in keys]

    def on_key(self, event: events.Key) -> None:
        """Pass a key on; one that was typed as text does nothing else."""
        event.stop()
        event.prevent_default()
        self.tablee.touch()
        if not self.is_current:
            self._hand_over(events.Key(event.key, event.character))
        elif self.tablee.hold(event):
            # It was typed for a table that is not here yet.
            return
        elif event.character is not None and event.is_printable and self.type(event.character):
            self.refresh_page()
        else:
            # Enter comes as a line's end where it was typed before the program took the terminal over.
            self.do("enter" if event.key == "ctrl+j" else usual_key(event.key))

    def _hand_over(self, event: events.Key) -> None:
        """Let the page on top have a key: of several in one packet an earlier one has left this page, or covered it."""
        top = self.app.screen_stack[-1] if self.app.screen_stack else self
        if top is not self:
            top.post_message(event)

    def on_paste(self, event: events.Paste) -> None:
        """Take pasted text as if it were typed."""
        event.stop()
        if self.is_current and self.type(" ".join(event.text.split())):
            self.refresh_page()

    def on_board_chosen(self, message: Board.Chosen) -> None:
        """Let a click do what its key does."""
        message.stop()
        if self.is_current:
            self.do(message.action)

    def close(self) -> None:
        """Go back to the screen below; a page that is gone already, or lies beneath another, stays as it is."""
        if self.is_current and len(self.app.screen_stack) > 1:
            self.app.pop_screen()

    def do(self, key: str) -> None:
        """Press a key, from wherever it comes, and show what came of it."""
        canvas = self.board.canvas
        if key == PLAINLY and canvas is not None and not is_large(canvas):
            self.tablee.play_plainly()
            return
        self.notice = ""
        if key == "ctrl+p":
            self.tablee.open_palette()
        else:
            self.press(key)
        self.refresh_page()
