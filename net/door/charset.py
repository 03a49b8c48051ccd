"""Which characters a client's terminal can show, by its locale, and what stands for those that it can't."""

import codecs
import re
import unicodedata
from collections.abc import Mapping

from net.letters import width

UNICODE, PLAIN = "utf-8", "ascii"
IN_ASCII = "tablee-in-ascii"
# Locales that promise no letters beyond ASCII.
BARE = ("C", "POSIX")

# One byte for a letter, and none for a letter that a terminal could take for a control character.
SINGLE_BYTE = re.compile(r"iso8859(\d\d?)")


def charset_of(environment: Mapping[str, str]) -> str:
    """The codec of a client's characters: UTF-8 unless its locale says otherwise, ASCII for what is not known here."""
    for name in ("LC_ALL", "LC_CTYPE", "LANG"):
        if value := environment.get(name):
            named = value.partition(".")[2].partition("@")[0].lower()
            return PLAIN if value in BARE else _codec(named) if named else UNICODE
    return UNICODE


def _codec(named: str) -> str:
    bare = re.sub(r"[^a-z0-9]", "", named)
    if bare == "utf8":
        return UNICODE
    found = SINGLE_BYTE.fullmatch(bare)
    try:
        return codecs.lookup(f"iso8859-{found[1]}").name if found else PLAIN
    except LookupError:
        return PLAIN


def encode(text: str, charset: str) -> bytes:
    """Write a text in a client's characters, in as many cells; what it can't show gets an ASCII form."""
    return text.encode(charset, IN_ASCII)


def ascii_form(letter: str) -> str:
    """A letter without its marks where that is ASCII, else question marks, in as many cells."""
    bare = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return f"{bare}??"[: width(letter)]


def _in_ascii(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return "".join(map(ascii_form, error.object[error.start : error.end])), error.end


codecs.register_error(IN_ASCII, _in_ascii)
