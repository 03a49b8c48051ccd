"""Which key does what for one person: a few common keys can trade places with others, everywhere at once.

The program knows every action by its usual key. A person's own key stands for it where keys come in and where they are
written, nowhere else. Many apps share a process, so the map is held by the running context, as the language is.
"""

from contextvars import ContextVar

from engines.words import N_

USUAL = "hkltuwq?"
"""The keys that can be set, in the order in which the setting lists what stands for them."""

ACTIONS = {
    "h": N_("hint"),
    "k": N_("coach"),
    "l": N_("log"),
    "t": N_("talk"),
    "u": N_("take back"),
    "w": N_("who is here"),
    "q": N_("leave"),
    "?": N_("rules"),
}
# Keys that games have for cards, piles and players.
PLAYED = "abcrsxyz"
ALLOWED = "".join(letter for letter in "abcdefghijklmnopqrstuvwxyz?!.,;:'" if letter not in PLAYED)
LONG_NAMES = {
    "?": "question_mark",
    "!": "exclamation_mark",
    ".": "full_stop",
    ",": "comma",
    ";": "semicolon",
    ":": "colon",
    "'": "apostrophe",
}
SIGNS = {name: sign for sign, name in LONG_NAMES.items()}


class KeyMap:
    """The keys of one app; all its screens share this object, so that a change reaches them at once."""

    def __init__(self, keys: str = USUAL) -> None:
        self.set(keys)

    def set(self, keys: str) -> None:
        """Let these keys do what the usual ones do; a usual key whose place is taken does what the other one did."""
        self._own = {letter: letter for letter in ALLOWED}
        for usual, own in zip(USUAL, keys, strict=True):
            holder = next(key for key, value in self._own.items() if value == own)
            self._own[holder], self._own[usual] = self._own[usual], own
        self._usual = {own: usual for usual, own in self._own.items()}

    def own(self, key: str) -> str:
        """The key to press for what this one usually does."""
        return _translated(key, self._own)

    def usual(self, key: str) -> str:
        """What a key that was pressed is usually called."""
        return _translated(key, self._usual)


def _translated(key: str, table: dict[str, str]) -> str:
    sign = SIGNS.get(key, key)
    found = table.get(sign, sign)
    return LONG_NAMES.get(found, found)


def is_keys(text: str) -> bool:
    """Whether a text can be set as keys: as many as there are to set, each a different one that no game needs."""
    return len(text) == len(USUAL) == len(set(text)) and all(letter in ALLOWED for letter in text)


def with_key(keys: str, action: str, letter: str) -> str:
    """Keys in which a letter does one action; what it did before gets the action's old key."""
    place = USUAL.index(action)
    swapped = keys.replace(letter, keys[place])
    return f"{swapped[:place]}{letter}{swapped[place + 1 :]}"


_usual = KeyMap()
_map: ContextVar[KeyMap] = ContextVar("keymap")


def use_keys(keymap: KeyMap) -> None:
    """Use these keys in this context from now on."""
    _map.set(keymap)


def own_key(key: str) -> str:
    """The key that the reader presses for what this one usually does."""
    return _map.get(_usual).own(key)


def usual_key(key: str) -> str:
    """What a key that the reader has pressed is usually called."""
    return _map.get(_usual).usual(key)
