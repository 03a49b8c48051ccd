"""Names, talk and titles, cleaned where they enter: nothing in them may steer a terminal or break a row."""

# ruff: noqa: RUF001 - letters that look like others are what this is about

import re
import unicodedata
from typing import Any

from bots.manners import NAMES

NAME_CELLS = 12
TITLE_CELLS = 24
TALK_CELLS = 200
NOBODY = "Guest"

MARKS_ON_A_LETTER = 2
SYMBOLS_FROM = 0x2000

# Letters and marks to Unicode, but nothing to the eye.
INVISIBLE = {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5}
INVISIBLE.update(range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))

LOOK_ALIKES = {
    "a": "аαɑ",
    "b": "вьβ",
    "c": "сϲ",
    "d": "ԁđ",
    "e": "еєε",
    "g": "ɡ",
    "h": "һнհħ",
    "j": "ј",
    "k": "кκ",
    "l": "iіıιɩł1|!ӏ",
    "m": "м",
    "n": "ηп",
    "o": "оοօø0",
    "p": "рρ",
    "q": "ԛ",
    "s": "ѕ5$",
    "t": "тτ",
    "u": "սυ",
    "v": "ѵν",
    "w": "ԝω",
    "x": "хχ",
    "y": "уγ",
}
SKELETON = str.maketrans({other: letter for letter, others in LOOK_ALIKES.items() for other in others})

BOTS_AND_HOUSE = (
    "beginner",
    "easy",
    "medium",
    "hard",
    "expert",
    "random",
    "policy",
    "tablee",
    "house",
    "server",
    "admin",
    *NAMES,
)


def width(letter: str) -> int:
    """Count the cells that a letter takes on a terminal."""
    if unicodedata.category(letter) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def cells(text: str) -> int:
    """Count the cells that a text takes on a terminal."""
    return sum(width(letter) for letter in text)


def clean(text: str, most: int) -> str:
    """Bring a text on one line, without anything that a terminal obeys or a reader can't see, cut to `most` cells."""
    kept: list[str] = []
    room = most
    marks = 0
    seen = "".join(letter for letter in " ".join(text.split()) if _is_allowed(letter))
    for letter in unicodedata.normalize("NFKC", seen):
        marks = marks + 1 if width(letter) == 0 else 0
        bare = marks > 0 and (not kept or kept[-1] == " ")
        if marks > MARKS_ON_A_LETTER or bare or not _is_allowed(letter):
            continue
        room -= width(letter)
        if room < 0:
            break
        kept.append(letter)
    return unicodedata.normalize("NFC", " ".join("".join(kept).split()))


def harmless(value: Any) -> Any:
    """Copy values as msgpack has them, with nothing in any text that a terminal obeys or a reader can't see."""
    if isinstance(value, str):
        return value if value.isprintable() else "".join(letter for letter in value if _is_allowed(letter))
    if isinstance(value, list | tuple):
        return [harmless(each) for each in value]
    return {name: harmless(each) for name, each in value.items()} if isinstance(value, dict) else value


def _is_allowed(letter: str) -> bool:
    category = unicodedata.category(letter)
    if category[0] == "C" or category in ("Zl", "Zp", "Me"):
        return False
    if category in ("So", "Sk") and ord(letter) >= SYMBOLS_FROM:
        return False
    return ord(letter) not in INVISIBLE


def clean_name(text: str) -> str:
    """Clean a person's name, as everybody will see it; never empty."""
    return clean(text, NAME_CELLS) or NOBODY


def clean_title(text: str) -> str:
    """Clean a table's title; it may be empty."""
    return clean(text, TITLE_CELLS)


def clean_talk(text: str) -> str:
    """Clean a line of talk; it may be empty."""
    return clean(text, TALK_CELLS)


def look_alike(name: str) -> str:
    """Return a key that is the same for all names that a hasty eye takes for each other."""
    bare = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(letter for letter in bare if not unicodedata.category(letter).startswith("M"))
    skeleton = letters.translate(SKELETON)
    key = "".join(letter for letter in skeleton if letter.isalnum())
    return key.replace("rn", "m").replace("vv", "w") or skeleton


RESERVED = re.compile(rf"(?:{'|'.join(look_alike(word) for word in BOTS_AND_HOUSE)})[0-9los]*")


def is_reserved(name: str) -> bool:
    """Whether a name would pass for a bot or for the house."""
    return RESERVED.fullmatch(look_alike(name)) is not None
