"""What a page's buttons are: the screen's own offers, and whatever else can be clicked there."""

import re

from net.web.messages import Button
from tui.draw.bars import KEY_NAMES, key_name
from tui.draw.canvas import Area, Canvas
from tui.screens.page import Page
from tui.screens.table import TablePage
from tui.words import _

# What is drawn rather than written.
DRAWN = re.compile(r"[\s▀▄█▌▐▁░▖▗▘▝▙▟▛▜▚▞─│╭╮╰╯┌┐└┘├┤┬┴┼╌╎►◄]+")
LONGEST = 80
BACK = "escape"


def buttons(page: Page) -> tuple[Button, ...]:
    """List everything that can be pressed on a screen, what decides first."""
    found = {offer.key: _offered(*offer) for offer in page.offers()} if not page.writes else {}
    canvas = page.board.canvas
    if isinstance(page, TablePage):
        more = [Button(key=key, cap=key_name(key), words=words, small=True) for key, words in page.other_keys()]
    else:
        more = clickable(canvas) if canvas is not None else []
    for button in more:
        found.setdefault(button.key, button)
    return tuple(sorted(found.values(), key=lambda button: button.key == BACK))


def _offered(key: str, verb: str, note: str, live: bool, bad: bool) -> Button:
    return Button(key=key, cap=cap(key), words=verb, note=note, live=live, bad=bad)


def cap(key: str) -> str:
    """What stands on a key; nothing for what only a click does."""
    return key_name(key) if len(key) == 1 or key in KEY_NAMES else ""


def clickable(canvas: Canvas) -> list[Button]:
    """List what a click does anywhere on a canvas, with the words that stand there; the key row comes last."""
    found: dict[str, tuple[Area, str]] = {}
    for area, key in canvas.hot_areas:
        if key and canvas.action_at(area.x + area.width - 1, area.y) == key:
            words = written(canvas, area, key)
            if key not in found or len(words) > len(found[key][1]):
                found[key] = (area, words)
    bottom = canvas.height - 1
    made = [
        Button(key=key, cap=cap(key), words=words or key_name(key), small=area.y == bottom)
        for key, (area, words) in found.items()
    ]
    return sorted(made, key=lambda button: button.small)


def written(canvas: Canvas, area: Area, key: str) -> str:
    """The words in a part of a canvas, without the key's own cap."""
    left, right = max(area.x, 0), min(area.x + area.width, canvas.width)
    rows = range(max(area.y, 0), min(area.y + area.height, canvas.height))
    text = " ".join("".join(canvas.row(y, left, right).chars) for y in rows)
    words = DRAWN.sub(" ", text).strip().removeprefix(key_name(key)).strip()
    if key == BACK and words.endswith(f" {key_name(key)}"):
        # The heading of what lies open, with the key that closes it.
        return _("back")
    return (words or beside(canvas, right, area.y))[:LONGEST]


def beside(canvas: Canvas, x: int, y: int) -> str:
    """The words that begin right after a cap, up to the next gap: a cap alone says nothing."""
    text = "".join(canvas.row(y, x, canvas.width).chars)
    words = text.strip() if text.startswith(" ") and not text.startswith("  ") else ""
    return DRAWN.sub(" ", words.partition("  ")[0]).strip()
