"""The rules of a game, to read."""

from engines.games import GAMES, find
from tui.draw import bars
from tui.draw.canvas import Canvas
from tui.rulebook import Row, rules_rows
from tui.screens.page import Page
from tui.words import _

WIDTH = 76
AROUND = 2


class RulesPage(Page):
    """A game's rules; the arrows turn pages and change the game, `c` shows the clause of each sentence."""

    def __init__(self, game: str) -> None:
        super().__init__()
        self.felt = game
        self._top = 0
        self._clauses = False

    def _rows(self, canvas_width: int) -> list[Row]:
        width = min(WIDTH, canvas_width - 2 * AROUND)
        return rules_rows(self.felt, self.tablee.tongue.language, width, clauses=self._clauses)

    def draw(self, canvas: Canvas) -> None:
        palette = canvas.palette
        canvas.fill(0, 0, canvas.width, canvas.height, palette.panel)
        rows = self._rows(canvas.width)
        room = canvas.height - 3
        self._top = max(0, min(self._top, len(rows) - room))
        shown = rows[self._top : self._top + room]
        x = max(AROUND, (canvas.width - WIDTH) // 2)
        for y, row in enumerate(shown, 2):
            canvas.text(x, y, row.words, palette.accent_text if row.heading else palette.text, bold=row.heading)
        share = 100 * min(len(rows), self._top + room) // max(1, len(rows))
        bars.title(canvas, find(self.felt).title, (_("rules"),), (f"{share} %",))
        keys = (
            ("escape", _("close")),
            ("down", _("on")),
            ("up", _("back")),
            ("right", _("next game")),
            ("c", _("clauses")),
        )
        bars.keys(canvas, canvas.height - 1, keys)

    def press(self, key: str) -> None:
        page = max(1, self.board.size.height - 4)
        steps = {"down": 1, "up": -1, "pagedown": page, "space": page, "pageup": -page, "home": -10_000, "end": 10_000}
        if key in steps:
            self._top = max(0, self._top + steps[key])
        elif key in ("left", "right"):
            games = list(GAMES)
            step = 1 if key == "right" else -1
            self.felt = games[(games.index(self.felt) + step) % len(games)]
            self._top = 0
        elif key == "c":
            self._clauses = not self._clauses
        elif key in ("escape", "q", "question_mark", "enter"):
            self.close()
