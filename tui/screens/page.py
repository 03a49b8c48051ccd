"""What every screen is: one canvas, drawn by `draw`, where a click is the key that it stands on."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen

from engines.wire import Message
from tui.draw.canvas import Canvas
from tui.tables.frame import fits
from tui.widgets.board import Board

if TYPE_CHECKING:
    from tui.app import TableeApp


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

    @property
    def tablee(self) -> "TableeApp":
        """The app, by its own type."""
        app: TableeApp = self.app  # type: ignore[assignment]
        return app

    @property
    def board(self) -> Board:
        """The canvas widget."""
        if self._board is None:
            self._board = Board(self.tablee.look)
        return self._board

    def compose(self) -> ComposeResult:
        yield self.board

    def on_mount(self) -> None:
        """Take the keys and draw for the first time."""
        self.board.focus()
        self.refresh_page()

    def on_screen_resume(self) -> None:
        """Draw what has changed while another screen lay on top."""
        if self.board.look != self.tablee.look:
            self.board.look = self.tablee.look
        self.refresh_page()

    def on_resize(self) -> None:
        """Bring the cursor along to its new place."""
        self.call_after_refresh(self._place_cursor)

    def refresh_page(self) -> None:
        """Draw the screen as it is now."""
        if self.is_attached and self.is_current:
            self.board.paint(self._draw_if_it_fits, self.felt)
            self._place_cursor()

    def _draw_if_it_fits(self, canvas: Canvas) -> None:
        if fits(canvas):
            self.draw(canvas)

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
        """Take a character that is typed rather than pressed, and say whether it was taken."""
        return False

    def hear(self, message: Message) -> None:
        """Take in what the house says."""

    def commands(self) -> Sequence[tuple[str, str]]:
        """List the keys that do something now, with what they do: the command palette offers them."""
        return ()

    def on_key(self, event: events.Key) -> None:
        """Pass a key on; one that was typed as text does nothing else."""
        event.stop()
        event.prevent_default()
        if event.character is not None and event.is_printable and self.type(event.character):
            self.refresh_page()
        else:
            self.do(event.key)

    def on_paste(self, event: events.Paste) -> None:
        """Take pasted text as if it were typed."""
        event.stop()
        if self.type(" ".join(event.text.split())):
            self.refresh_page()

    def on_board_chosen(self, message: Board.Chosen) -> None:
        """Let a click do what its key does."""
        message.stop()
        self.do(message.action)

    def do(self, key: str) -> None:
        """Press a key, from wherever it comes, and show what came of it."""
        size = self.board.size
        if key == "p" and (size.width < 40 or size.height < 20):
            self.tablee.play_plainly()
            return
        self.notice = ""
        self.press(key)
        self.refresh_page()
