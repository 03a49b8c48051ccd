"""The one widget of a table, in a running app."""

from textual.app import App, ComposeResult

from tui.draw.canvas import Canvas
from tui.look import Look
from tui.screens.board import Board


class Room(App[None]):
    """A board, and the clicks on it."""

    def __init__(self) -> None:
        super().__init__()
        self.board = Board(Look())
        self.chosen: list[str] = []

    def compose(self) -> ComposeResult:
        yield self.board

    def on_board_chosen(self, message: Board.Chosen) -> None:
        self.chosen.append(message.action)


def paint(board: Board, words: str) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.text(0, 0, "always", canvas.palette.text)
        canvas.text(0, 2, words, canvas.palette.text)
        canvas.hot(0, 2, len(words), 1, words)
        canvas.cursor = (len(words) - 1, 2)

    board.paint(draw)


async def test_a_picture_that_was_put_away_is_drawn_when_it_is_asked_for() -> None:
    app = Room()
    async with app.run_test(size=(30, 5)) as pilot:
        paint(app.board, "take")
        await pilot.pause()
        app.board.put_away()
        assert app.board.canvas is None
        assert app.screen._compositor.render_strips()[2].text.startswith("take")


async def test_a_click_posts_the_key_under_it_and_nothing_elsewhere() -> None:
    app = Room()
    async with app.run_test(size=(30, 5)) as pilot:
        paint(app.board, "take")
        await pilot.click(offset=(1, 2))
        await pilot.click(offset=(20, 4))
        assert app.chosen == ["take"]


async def test_the_cursor_stands_on_the_focused_cap() -> None:
    app = Room()
    async with app.run_test(size=(30, 5)):
        paint(app.board, "take")
        assert tuple(app.cursor_position) == (3, 2)


async def test_a_new_size_is_drawn_at_once() -> None:
    app = Room()
    async with app.run_test(size=(30, 5)) as pilot:
        paint(app.board, "take")
        await pilot.resize_terminal(50, 8)
        await pilot.pause()
        assert app.board.canvas is not None
        assert (app.board.canvas.width, app.board.canvas.height) == (50, 8)
        assert app.screen._compositor.render_strips()[7].cell_length == 50


async def test_colours_reach_the_terminal_as_the_palette_chose_them() -> None:
    app = Room()
    async with app.run_test(size=(30, 5)) as pilot:
        app.board.look = Look(depth="16")
        paint(app.board, "take")
        await pilot.pause()
        strip = app.screen._compositor.render_strips()[2]
        styles = [segment.style for segment in strip if segment.style is not None]
        assert {style.color.number for style in styles if style.color is not None} == {15}
