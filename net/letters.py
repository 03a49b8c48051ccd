"""Letters on a terminal: how many cells each takes, which can be shown, and which look alike."""

import unicodedata
from functools import lru_cache

from confusable_homoglyphs.confusables import confusables_data  # type: ignore[import-untyped]
from wcwidth import wcwidth

# Symbols above this are pictures, which terminals draw as they like.
SYMBOLS_FROM = 0x2000
CONFUSABLES: dict[str, list[dict[str, str]]] = confusables_data
PLAIN = "abcdefghijklmnopqrstuvwxyz0123456789"

# Letters and marks to Unicode, but nothing to the eye.
INVISIBLE = {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0}
INVISIBLE.update(range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))


@lru_cache(4096)
def width(letter: str) -> int:
    """Count the cells that a letter takes on a terminal; what a terminal obeys, or can't place, takes none."""
    return max(0, wcwidth(letter))


def cells(text: str) -> int:
    """Count the cells that a text takes on a terminal."""
    return len(text) if text.isascii() else sum(map(width, text))


@lru_cache(4096)
def can_be_shown(letter: str) -> bool:
    """Whether every terminal draws a letter by itself, in one cell or two."""
    category = unicodedata.category(letter)
    if category[0] in "CM" or category in ("Zl", "Zp") or ord(letter) in INVISIBLE:
        return False
    if category in ("So", "Sk") and ord(letter) >= SYMBOLS_FROM:
        return False
    return width(letter) in (1, 2)


@lru_cache(4096)
def plain_letter(letter: str) -> str:
    """The small Latin letters that one looks like, by Unicode's list of confusables, or else the first that does."""
    if letter in PLAIN:
        return letter
    found = [entry["c"] for entry in CONFUSABLES.get(letter, ())]
    latin = [other for other in (each.casefold() for each in found) if other and set(other) <= set(PLAIN)]
    if latin:
        return min(latin, key=lambda other: (len(other), other))
    return min([letter, *(other for other in found if len(other) == 1)])
