"""Names, talk and titles, cleaned where they enter: nothing in them may steer a terminal or break a row."""

# ruff: noqa: RUF001 - letters that look like others are what this is about

import re
import unicodedata
from typing import Any

from bots.manners import NAMES
from net.letters import INVISIBLE, can_be_shown, plain_letter, width

NAME_CELLS = 12
TITLE_CELLS = 24
TALK_CELLS = 200
NOBODY = "Guest"

# What a hasty eye takes for each other, beyond Unicode's list: letters with or without a dot, a stroke or a leg.
LOOK_ALIKES = {
    "b": "вьβ",
    "d": "đ",
    "e": "єε",
    "h": "нħ",
    "k": "кκ",
    "l": "iıιɩł1|!",
    "m": "м",
    "n": "ηп",
    "o": "ø0",
    "s": "5$",
    "t": "тτŧ",
    "w": "ω",
    "x": "χ",
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
    "administrator",
    "moderator",
    "operator",
    "system",
    "bot",
    "robot",
    "computer",
    "a player",
    *NAMES,
    # The same in French, as the catalogue has it.
    "débutant",
    "facile",
    "moyen",
    "fort",
    "aléatoire",
    "maison",
    "serveur",
    "administrateur",
    "modérateur",
    "opérateur",
    "direction",
    "système",
    "ordinateur",
    "quelqu'un",
    "un joueur",
)


def has_unshown(text: str) -> bool:
    """Whether there is anything in a text that was meant to be seen, and that some terminals can't draw."""
    return any(not can_be_shown(letter) for letter in unicodedata.normalize("NFKC", _seen(text)))


def _seen(text: str) -> str:
    """A text on one line, without anything that a terminal obeys or that is not there to be seen."""
    return "".join(letter for letter in " ".join(text.split()) if _is_allowed(letter))


def clean(text: str, most: int) -> str:
    """Bring a text on one line, with nothing in it that a terminal can't show by itself, cut to `most` cells."""
    kept: list[str] = []
    room = most
    for letter in unicodedata.normalize("NFKC", _seen(text)):
        if not can_be_shown(letter):
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
    return category[0] != "C" and category not in ("Zl", "Zp") and ord(letter) not in INVISIBLE


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
    """Return a key that is the same for all names that a hasty eye takes for each other, in any script."""
    bare = "".join(map(plain_letter, unicodedata.normalize("NFKC", name)))
    folded = unicodedata.normalize("NFKD", bare.casefold())
    letters = "".join(plain_letter(each) for each in folded if not unicodedata.category(each).startswith("M"))
    skeleton = letters.translate(SKELETON)
    key = "".join(letter for letter in skeleton if letter.isalnum())
    return key.replace("rn", "m").replace("vv", "w") or skeleton


RESERVED = re.compile(rf"(?:{'|'.join(look_alike(word) for word in BOTS_AND_HOUSE)})[0-9los]*")


def is_reserved(name: str) -> bool:
    """Whether a name would pass for a bot or for the house."""
    return RESERVED.fullmatch(look_alike(name)) is not None
