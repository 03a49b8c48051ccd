"""The daily: what is played today, one's own result, and for those who have played the ladder of the day."""

from datetime import date, timedelta

from engines.wire import Message
from net.messages import Fetch, RecordFile
from net.messages.daily import AskDaily, DailyLine, DailySheet, PlayDaily
from tui.daily_words import closed_words, plan_words, promise_words, state_words, streak_words
from tui.draw import bars, felt
from tui.draw.canvas import Canvas
from tui.draw.glyphs import cut, cut_parts, wrap
from tui.screens.page import Item, Page
from tui.words import _, ngettext

TOP = 2
WIDEST = 76


class DailyPage(Page):
    """A day: left and right go to the days before and after it."""

    def __init__(self, sheet: DailySheet | None = None) -> None:
        super().__init__()
        self._sheet = sheet
        self._focus = 0
        self._wanted = False
        self.felt = "" if sheet is None else sheet.game

    def on_mount(self) -> None:
        """Ask for today."""
        if self._sheet is None:
            self._ask()

    def on_screen_resume(self) -> None:
        """Ask again: a game may have ended."""
        if self._sheet is not None:
            self._ask(self._sheet.day)

    def _ask(self, day: str = "", start: int = 0) -> None:
        self.tablee.say(AskDaily(day=day, start=max(0, start)))

    def hear(self, message: Message) -> None:
        """Take the day that was asked for, or somebody's game of it."""
        if isinstance(message, DailySheet):
            self._sheet = message
            self.felt = message.game
            self._focus = min(self._focus, max(0, len(message.lines) - 1))
        elif isinstance(message, RecordFile) and self._wanted:
            self._wanted = False
            self.tablee.open_replay(message.record, message.id, 0)

    @property
    def _lines(self) -> tuple[DailyLine, ...]:
        return () if self._sheet is None else self._sheet.lines

    @property
    def _plays(self) -> bool:
        sheet = self._sheet
        return sheet is not None and sheet.today and sheet.state in ("new", "playing")

    @property
    def _verb(self) -> str:
        return _("Go on") if self._sheet is not None and self._sheet.state == "playing" else _("Play it")

    def draw(self, canvas: Canvas) -> None:
        felt.lay_felt(canvas)
        sheet = self._sheet
        bars.title(canvas, _("The daily"), () if sheet is None else (sheet.day,), ())
        if sheet is not None:
            self._draw_day(canvas, sheet)
        bars.keys(canvas, canvas.height - 1, self._keys(), self.notice, canvas.palette.text)

    def _draw_day(self, canvas: Canvas, sheet: DailySheet) -> None:
        palette, width = canvas.palette, min(WIDEST, canvas.width - 4)
        x, y = (canvas.width - width) // 2, TOP
        canvas.text(x, y, cut(plan_words(sheet), width), palette.accent_text, bold=True)
        told = [state_words(sheet, self.tablee.date), streak_words(sheet)]
        if sheet.today and canvas.height >= 20:
            told.append(promise_words(sheet))
        y += 2
        for words in told:
            for row in wrap(words, width):
                canvas.text(x, y, row, palette.text)
                y += 1
        if self._plays:
            y += 1
            cursor = canvas.cursor
            bars.offers(canvas, x, y, [bars.Offer("enter", self._verb)])
            canvas.cursor = cursor
            y += 1
        self._draw_ladder(canvas, sheet, x, y + 1, width)

    def _draw_ladder(self, canvas: Canvas, sheet: DailySheet, x: int, y: int, width: int) -> None:
        palette = canvas.palette
        if not sheet.open or not sheet.lines:
            words = closed_words(sheet) if not sheet.open else _("Nobody has finished it.")
            for row, text in enumerate(wrap(words, width)):
                canvas.text(x, y + row, text, palette.felt_muted)
            return
        count = ngettext("{people} person", "{people} people", sheet.people).format(people=sheet.people)
        canvas.text(
            x,
            y,
            cut_parts(_("{count}: first by place at the table, then by points").format(count=count), width),
            palette.felt_muted,
        )
        y += 1
        room = max(1, canvas.height - 3 - y)
        first = max(0, min(self._focus - room + 1, len(sheet.lines) - room))
        for row, line in enumerate(sheet.lines[first : first + room]):
            self._draw_line(canvas, line, x, y + row, width, focused=first + row == self._focus)
            canvas.hot(x, y + row, width, 1, f"row {first + row}")
        if sheet.own is not None and sheet.own not in sheet.lines:
            self._draw_line(canvas, sheet.own, x, canvas.height - 2, width, focused=False)

    def _draw_line(self, canvas: Canvas, line: DailyLine, x: int, y: int, width: int, *, focused: bool) -> None:
        palette = canvas.palette
        canvas.fill(x, y, width, 1, palette.panel_hi if focused else palette.panel)
        if focused:
            canvas.put(x, y, "►", palette.accent_text)
            canvas.cursor = (x, y)
        canvas.right(x + 7, y, str(line.place), palette.muted)
        ink = palette.accent_text if line.you else palette.text
        canvas.text(x + 10, y, cut(line.name, 12), ink, bold=line.you)
        canvas.right(x + 30, y, str(line.score), palette.text, bold=True)
        if width >= 50:
            at_table = _("place {place} at the table").format(place=line.at_table)
            canvas.right(x + width - 2, y, at_table, palette.muted)

    def _keys(self) -> tuple[tuple[str, str], ...]:
        look = (("enter", _("look at the game")),) if self._lines and not self._plays else ()
        later = (("right", _("day after")),) if self._sheet is not None and not self._sheet.today else ()
        return (("escape", _("back")), *look, ("left", _("day before")), *later)

    def commands(self) -> list[Item]:
        play = (("enter", self._verb),) if self._plays else ()
        return self.items(*play, *self._keys())

    def press(self, key: str) -> None:
        sheet, steps = self._sheet, {"down": 1, "up": -1}
        if key in ("escape", "q"):
            self.close()
        elif sheet is None:
            return
        elif key in ("left", "right"):
            self._turn(sheet, -1 if key == "left" else 1)
        elif key in steps and self._lines:
            self._focus = max(0, min(self._focus + steps[key], len(self._lines) - 1))
        elif key in ("pagedown", "pageup"):
            self._ask(sheet.day, sheet.start + (len(self._lines) if key == "pagedown" else -20))
        elif key.startswith("row "):
            self._focus = int(key.removeprefix("row "))
        elif key in ("enter", "space"):
            self._enter()

    def _turn(self, sheet: DailySheet, step: int) -> None:
        if step < 0 or not sheet.today:
            self._ask((date.fromisoformat(sheet.day) + timedelta(days=step)).isoformat())

    def _enter(self) -> None:
        if self._plays:
            self.tablee.say(PlayDaily())
        elif self._lines and self._lines[self._focus].id:
            self._wanted = True
            self.tablee.say(Fetch(id=self._lines[self._focus].id))
