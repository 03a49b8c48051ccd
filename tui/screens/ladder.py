"""The ladder of each game: who is strong there, and where one stands."""

from engines.games import GAMES
from engines.wire import Message
from net.messages.company import AskLadder, LadderLine, LadderLines
from tui.draw import bars, felt
from tui.draw.canvas import Canvas
from tui.draw.glyphs import cut
from tui.draw.palette import Colour
from tui.screens.page import Page
from tui.screens.player import PlayerPage
from tui.tables import palette as palette_of
from tui.wording import title_of
from tui.words import _, ngettext

TOP = 4


class LadderPage(Page):
    """The best of a game, a page at a time; left and right go to the other games."""

    def __init__(self, game: str = "") -> None:
        super().__init__()
        self._game = game or next(iter(GAMES))
        self._ladder: LadderLines | None = None
        self._focus = 0
        self.felt = self._game

    def on_mount(self) -> None:
        """Ask for it."""
        self._ask(0)

    def _ask(self, start: int) -> None:
        self._focus = 0
        self.tablee.say(AskLadder(game=self._game, start=max(0, start)))

    def hear(self, message: Message) -> None:
        """Take what was asked for."""
        if isinstance(message, LadderLines) and message.game == self._game:
            self._ladder = message
            self._focus = min(self._focus, max(0, len(message.lines) - 1))

    @property
    def _lines(self) -> tuple[LadderLine, ...]:
        return () if self._ladder is None else self._ladder.lines

    def draw(self, canvas: Canvas) -> None:
        felt.lay_felt(canvas)
        people = 0 if self._ladder is None else self._ladder.people
        count = ngettext("{people} person", "{people} people", people).format(people=people)
        bars.title(canvas, _("Ladder"), (title_of(self._game), count), ())
        self._draw_games(canvas)
        x, width = 2, min(canvas.width - 4, 60)
        if self._ladder is not None and not self._lines:
            words = _("Nobody is on it yet: that takes some twenty rated games.")
            canvas.text(x, TOP, cut(words, canvas.width - 3), canvas.palette.felt_muted)
        room = canvas.height - TOP - 3
        first = max(0, min(self._focus - room + 1, len(self._lines) - room))
        for row, line in enumerate(self._lines[first : first + room]):
            self._draw_line(canvas, line, x, TOP + row, width, focused=first + row == self._focus)
            canvas.hot(x, TOP + row, width, 1, f"row {first + row}")
        own = None if self._ladder is None else self._ladder.own
        if own is not None and own not in self._lines:
            self._draw_line(canvas, own, x, canvas.height - 2, width, focused=False)
        bars.keys(canvas, canvas.height - 1, self._keys(), self.notice, canvas.palette.text)

    def _draw_games(self, canvas: Canvas) -> None:
        x, palette = 2, canvas.palette
        for number, game in enumerate(GAMES, 1):
            here = game == self._game
            end = bars.cap(canvas, x, 2, str(number), focus=here)
            title = title_of(game) if canvas.width >= 60 or here else ""
            end = canvas.text(end + 1, 2, title, palette.text if here else palette.felt_muted, bold=here)
            canvas.hot(x, 2, end - x, 1, str(number))
            x = end + 2

    def _draw_line(self, canvas: Canvas, line: LadderLine, x: int, y: int, width: int, *, focused: bool) -> None:
        palette = canvas.palette
        canvas.fill(x, y, width, 1, palette.panel_hi if focused else palette.panel)
        canvas.put(x, y, "►" if focused else "▌", palette.accent_text if focused else self._stripe(canvas))
        if focused:
            canvas.cursor = (x, y)
        canvas.right(x + 7, y, str(line.place), palette.muted)
        ink = palette.accent_text if line.you else palette.text
        canvas.text(x + 10, y, cut(line.name, 12), ink, bold=line.you)
        canvas.right(x + 28, y, str(line.rating), palette.text, bold=True)
        if width >= 44:
            games = ngettext("{games} game", "{games} games", line.games).format(games=line.games)
            canvas.right(x + width - 2, y, games, palette.muted)

    def _stripe(self, canvas: Canvas) -> Colour:
        return palette_of(canvas.palette.theme, canvas.palette.depth, self._game).felt

    def _keys(self) -> tuple[tuple[str, str], ...]:
        look = (("enter", _("look at a player")),) if self._lines else ()
        return (("escape", _("back")), *look, ("right", _("next game")), ("m", _("about me")))

    def press(self, key: str) -> None:
        steps = {"down": 1, "up": -1}
        names = list(GAMES)
        if key in ("escape", "q"):
            self.close()
        elif key in steps and self._lines:
            self._walk(self._focus + steps[key])
        elif key in ("pagedown", "pageup") and self._ladder is not None:
            self._ask(self._ladder.start + (len(self._lines) if key == "pagedown" else -len(self._lines) or -1))
        elif key in ("left", "right", "tab"):
            place = names.index(self._game) + (-1 if key == "left" else 1)
            self._show(names[place % len(names)])
        elif key.isdecimal() and 1 <= int(key) <= len(names):
            self._show(names[int(key) - 1])
        elif key == "m":
            self.app.push_screen(PlayerPage(""))
        elif key in ("enter", "space") and self._lines:
            self.app.push_screen(PlayerPage(self._lines[self._focus].name))
        elif key.startswith("row "):
            self._focus = int(key.removeprefix("row "))

    def _walk(self, place: int) -> None:
        """Go to a line; past the end the next ones are asked for."""
        assert self._ladder is not None
        if place >= len(self._lines) and self._ladder.start + len(self._lines) < self._ladder.people:
            self._ask(self._ladder.start + len(self._lines))
        else:
            self._focus = max(0, min(place, len(self._lines) - 1))

    def _show(self, game: str) -> None:
        self._game = self.felt = game
        self._ladder = None
        self._ask(0)
