"""The rules of a game, to read."""

import textwrap
from importlib import resources

from engines.games import GAMES, find
from tui.draw import bars
from tui.draw.canvas import Canvas
from tui.screens.page import Page
from tui.words import _

WIDTH = 76
AROUND = 2

Row = tuple[str, bool]


def rules_text(game: str, language: str) -> str:
    """Read a game's rules in a language, or in English where it has none."""
    folder = resources.files(f"engines.{game}")
    file = folder.joinpath(f"rules.{language}.md")
    return (file if file.is_file() else folder.joinpath("rules.en.md")).read_text(encoding="utf-8")


def wrap_rules(text: str, width: int) -> list[Row]:
    """Break a text into rows of this width, headings marked; its own title is left out."""
    rows: list[Row] = []
    for block in text.split("\n\n")[1:]:
        for paragraph in _paragraphs(block.strip()):
            heading = paragraph.startswith("#")
            item = paragraph.startswith("- ")
            words = paragraph.lstrip("#- ").replace("**", "")
            lines = textwrap.wrap(
                words, width, initial_indent="- " if item else "", subsequent_indent="  " if item else ""
            )
            rows.extend((line, heading) for line in lines)
        rows.append(("", False))
    return rows[:-1]


def _paragraphs(block: str) -> list[str]:
    """Part a block at its bullets and join broken lines."""
    parts: list[str] = []
    for line in block.split("\n"):
        if parts and not line.startswith(("- ", "#")):
            parts[-1] = f"{parts[-1]} {line.strip()}"
        else:
            parts.append(line)
    return parts


class RulesPage(Page):
    """A game's rules with the clause of each sentence; the arrows turn pages and change the game."""

    def __init__(self, game: str) -> None:
        super().__init__()
        self.felt = game
        self._top = 0

    def _rows(self, canvas_width: int) -> list[Row]:
        width = min(WIDTH, canvas_width - 2 * AROUND)
        return wrap_rules(rules_text(self.felt, self.tablee.tongue.language), width)

    def draw(self, canvas: Canvas) -> None:
        palette = canvas.palette
        canvas.fill(0, 0, canvas.width, canvas.height, palette.panel)
        rows = self._rows(canvas.width)
        room = canvas.height - 3
        self._top = max(0, min(self._top, len(rows) - room))
        shown = rows[self._top : self._top + room]
        x = max(AROUND, (canvas.width - WIDTH) // 2)
        for y, (words, heading) in enumerate(shown, 2):
            canvas.text(x, y, words, palette.accent_text if heading else palette.text, bold=heading)
        share = 100 * min(len(rows), self._top + room) // max(1, len(rows))
        bars.title(canvas, find(self.felt).title, (_("rules"),), (f"{share} %",))
        keys = (("escape", _("close")), ("down", _("on")), ("up", _("back")), ("right", _("next game")))
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
        elif key in ("escape", "q", "question_mark", "enter"):
            self.app.pop_screen()
