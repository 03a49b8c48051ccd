"""Which keys do what, to change."""

from dataclasses import replace

from tui.draw import bars, felt
from tui.draw.canvas import Canvas
from tui.keymap import ACTIONS, ALLOWED, USUAL, with_key
from tui.screens.page import Page
from tui.words import _

STEPS = {"up": -1, "shift+tab": -1, "down": 1, "tab": 1}
WIDTH = 38


class KeysPage(Page):
    """The actions that have a key at every table; Enter waits for another key for one of them."""

    def __init__(self) -> None:
        super().__init__()
        self._focus = 0
        self._waits = False

    def draw(self, canvas: Canvas) -> None:
        felt.lay_felt(canvas)
        bars.title(canvas, _("Keys"), (), ())
        x = (canvas.width - WIDTH) // 2
        for place, usual in enumerate(USUAL):
            self._draw_row(canvas, place, usual, x, 2 + place)
        words = (
            _("Press the key for it, Esc leaves it as it is.") if self._waits else _("Games keep their own letters.")
        )
        canvas.centre(0, 4 + len(USUAL), canvas.width, words, canvas.palette.felt_muted)
        keys = (("escape", _("done")), ("enter", _("other key")), ("backspace", _("all as usual")))
        bars.keys(canvas, canvas.height - 1, keys, self.notice, canvas.palette.bad)

    def _draw_row(self, canvas: Canvas, place: int, usual: str, x: int, y: int) -> None:
        palette, focused = canvas.palette, place == self._focus
        canvas.hot(x, y, WIDTH, 1, f"row {place}")
        if focused:
            canvas.fill(x, y, WIDTH, 1, palette.panel_hi)
            canvas.put(x, y, "►", palette.accent_text)
        canvas.text(x + 2, y, _(ACTIONS[usual]), palette.text, bold=focused)
        if focused and self._waits:
            canvas.text(x + 24, y, "...", palette.accent_text, bold=True)
            canvas.cursor = (x + 24, y)
        else:
            # The page shows keys as they are; a cap would translate them once more.
            canvas.text(x + 24, y, self.tablee.settings.keys[place], palette.text, bold=True)
            if focused:
                canvas.cursor = (x + 24, y)

    def type(self, character: str) -> bool:
        if not self._waits:
            return False
        self._waits = False
        letter = character.lower()
        if letter in ALLOWED:
            self._set(with_key(self.tablee.settings.keys, USUAL[self._focus], letter))
        else:
            self.notice = _("A game needs that key: choose another one.")
        return True

    def press(self, key: str) -> None:
        waited, self._waits = self._waits, False
        if key in STEPS:
            self._focus = (self._focus + STEPS[key]) % len(USUAL)
        elif key.startswith("row "):
            self._focus, self._waits = int(key.removeprefix("row ")), True
        elif key == "enter" and not waited:
            self._waits = True
        elif key == "backspace":
            self._set(USUAL)
        elif key in ("escape", "q") and not waited:
            self.close()

    def _set(self, keys: str) -> None:
        self.tablee.change_settings(replace(self.tablee.settings, keys=keys), {"keys": keys})
