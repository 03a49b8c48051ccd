"""A page about one player: ratings and how they came about, games won, results, and oneself against them."""

from engines.wire import Message
from net.messages.company import AskPlayer, PlayerSheet
from tui.draw import bars, felt
from tui.draw.canvas import Area, Canvas
from tui.draw.course import course
from tui.draw.glyphs import cut
from tui.screens.page import Page
from tui.standing import result_words, standing_words
from tui.wording import title_of
from tui.words import _, ngettext, titled

TOP = 2
GRAPH_ROWS = 3


class PlayerPage(Page):
    """What everybody may know of somebody; the arrow keys turn it where it is longer than the screen."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._who = name
        self._sheet: PlayerSheet | None = None
        self._first = self._most = 0

    def on_mount(self) -> None:
        """Ask for it."""
        self.tablee.say(AskPlayer(name=self._who))

    def hear(self, message: Message) -> None:
        """Take what was asked for."""
        if isinstance(message, PlayerSheet):
            self._sheet = message

    def draw(self, canvas: Canvas) -> None:
        felt.lay_felt(canvas)
        sheet = self._sheet
        bars.title(canvas, self._who if sheet is None else sheet.name, (), ())
        if sheet is not None:
            self._most = max(0, self._rows(sheet) - (canvas.height - 2 - TOP))
            self._first = min(self._first, self._most)
            self._draw_sheet(canvas, sheet)
        more = (("down", _("more")),) if self._first < self._most else ()
        bars.keys(canvas, canvas.height - 1, (("escape", _("back")), *more), self.notice)

    def _rows(self, sheet: PlayerSheet) -> int:
        """How many rows the whole page takes; after the last there is nothing."""
        graphs = sum(GRAPH_ROWS for game in sheet.games if len(game.course) > 1)
        return 2 * len(sheet.games) + graphs + len(self._lines(sheet)) - 1

    def _draw_sheet(self, canvas: Canvas, sheet: PlayerSheet) -> None:
        """Draw as much as there is room for, from the row on that was turned to."""
        y, width = TOP - self._first, canvas.width - 4
        bottom = canvas.height - 2
        for game in sheet.games:
            self._write(canvas, y, bottom, titled(title_of(game.game), standing_words(game)), bold=True)
            y += 1
            if len(game.course) > 1:
                if y >= TOP and y + GRAPH_ROWS <= bottom:
                    course(canvas, Area(3, y, min(width, 70), GRAPH_ROWS), game.course, canvas.palette.accent_text)
                y += GRAPH_ROWS
            y += 1
        for words in self._lines(sheet):
            self._write(canvas, y, bottom, words, bold=words.endswith(":"))
            y += 1

    def _write(self, canvas: Canvas, y: int, bottom: int, words: str, *, bold: bool = False) -> None:
        if TOP <= y < bottom:
            ink = canvas.palette.text if bold else canvas.palette.felt_muted
            canvas.text(2, y, cut(words, canvas.width - 4), ink, bold=bold)

    def _lines(self, sheet: PlayerSheet) -> list[str]:
        """The part of the page that is told line by line."""
        shares = [
            _("{game} at {seats} seats: {won} of {played} won").format(
                game=title_of(share.game), seats=share.seats, won=share.won, played=share.played
            )
            for share in sheet.shares
        ]
        versus = [
            ngettext(
                "{game}: {met} game, you before them in {before}, behind in {behind}",
                "{game}: {met} games, you before them in {before}, behind in {behind}",
                each.met,
            ).format(game=title_of(each.game), met=each.met, before=each.before, behind=each.behind)
            for each in sheet.versus
        ]
        parts = [
            (_("Games won:"), shares or [_("No finished games yet.")]),
            (_("Best results:"), [result_words(result) for result in sheet.best]),
            (_("Last results:"), [result_words(result) for result in sheet.last]),
            (_("You and {name}:").format(name=sheet.name), versus),
        ]
        return [line for heading, lines in parts if lines for line in (heading, *lines, "")]

    def press(self, key: str) -> None:
        if key in ("escape", "q"):
            self.close()
        elif key in ("down", "pagedown"):
            self._first += 1 if key == "down" else 10
        elif key in ("up", "pageup", "home"):
            self._first = 0 if key == "home" else max(0, self._first - (1 if key == "up" else 10))
