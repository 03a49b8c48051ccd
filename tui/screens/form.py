"""A few things to settle, one row each: up and down walk, left and right change."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tui.draw import bars
from tui.draw.canvas import Canvas
from tui.draw.glyphs import cut, cut_parts
from tui.screens.line import TextLine

LABEL = 20


@dataclass(slots=True)
class Row:
    """Something to settle: a key, its label, and either values to choose from, each with its word, or a text."""

    key: str
    label: str
    values: Sequence[tuple[object, str]] = ()
    chosen: int = 0
    note: str = ""
    line: TextLine | None = None

    @property
    def value(self) -> object:
        """What is settled now."""
        return self.line.text.strip() if self.line is not None else self.values[self.chosen][0]

    @property
    def words(self) -> str:
        """What is settled now, as it is read."""
        return self.line.text if self.line is not None else self.values[self.chosen][1]

    def change(self, step: int) -> None:
        """Go to the next value."""
        if self.values:
            self.chosen = (self.chosen + step) % len(self.values)


def pick_row(key: str, label: str, values: Sequence[tuple[object, str]], value: object, note: str = "") -> Row:
    """Make a row of values with one of them chosen, the first where it is none of them."""
    chosen = next((place for place, (each, _words) in enumerate(values) if each == value), 0)
    return Row(key, label, values, chosen, note)


@dataclass(slots=True)
class Form:
    """Rows with a focus; a text is changed while somebody is `writing`."""

    rows: list[Row] = field(default_factory=list)
    focus: int = 0
    writing: bool = True

    @property
    def row(self) -> Row:
        """The row that has the focus."""
        return self.rows[self.focus]

    def value(self, key: str) -> object:
        """What is settled in a row; None where there is no such row."""
        return next((row.value for row in self.rows if row.key == key), None)

    def replace(self, rows: list[Row]) -> None:
        """Show other rows, with the focus on the same one if it is still there."""
        key = self.row.key if self.rows else ""
        self.rows = rows
        self.focus = next((place for place, row in enumerate(rows) if row.key == key), 0)

    def press(self, key: str) -> bool:
        """Walk, change or write; return whether the key does any of it."""
        if key.startswith("row "):
            return self._click(key)
        if key in ("up", "down", "tab", "shift+tab"):
            self.focus = (self.focus + (1 if key in ("down", "tab") else -1)) % len(self.rows)
        elif self.row.line is not None:
            return self.writing and self.row.line.press(key)
        elif key in ("left", "right", "space"):
            self.row.change(-1 if key == "left" else 1)
        else:
            return False
        return True

    def _click(self, key: str) -> bool:
        place = int(key.removeprefix("row "))
        if place == self.focus:
            self.row.change(1)
        self.focus = place
        return True

    @property
    def writes(self) -> bool:
        """Whether the focused row holds a text."""
        return bool(self.rows) and self.row.line is not None

    def type(self, character: str) -> bool:
        """Write into the focused row, if it holds a text."""
        if self.row.line is None:
            return False
        self.writing = True
        self.row.line.write(character)
        return True

    def draw(self, canvas: Canvas, x: int, y: int, width: int, rows: int) -> None:
        """Draw the rows; of too many, those round the focus."""
        pitch = 2 if 2 * len(self.rows) <= rows else 1
        first = max(0, min(self.focus - rows + 2, len(self.rows) - rows))
        for place in range(first, min(len(self.rows), first + rows)):
            self._draw_row(canvas, place, x, y + pitch * (place - first), width)

    def _draw_row(self, canvas: Canvas, place: int, x: int, y: int, width: int) -> None:
        palette, row, focused = canvas.palette, self.rows[place], place == self.focus
        label = LABEL if width >= 60 else 15
        canvas.hot(x, y, width, 1, f"row {place}")
        if focused:
            canvas.fill(x, y, width, 1, palette.panel_hi)
            canvas.put(x, y, "►", palette.accent_text)
        canvas.text(x + 2, y, cut(row.label, label - 1), palette.text if focused else palette.felt_muted)
        at = x + 2 + label
        if row.line is not None and focused and self.writing:
            row.line.draw(canvas, at, y, min(24, x + width - at))
            return
        end = at
        if focused and row.values:
            end = bars.cap(canvas, at, y, "left") + 1
        words = row.words or "-"
        end = canvas.text(end, y, cut(words, x + width - end), palette.text, bold=True)
        if focused:
            end = bars.cap(canvas, end + 1, y, "right" if row.values else "enter")
            canvas.cursor = (at + bool(row.values), y)
        canvas.text(
            end + 2, y, cut_parts(row.note, x + width - end - 2), palette.muted if focused else palette.felt_muted
        )
