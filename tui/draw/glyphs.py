"""Which characters a terminal can draw: Unicode blocks, the Linux console's font, or plain ASCII.

Drawing code always writes the Unicode set; a canvas swaps each character for one of the same width. Where ASCII
depends on what a glyph stands for (a chip, a gauge, a tag), the role has a name here.
"""

import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from net.letters import can_be_shown, cells, width

BLOCKS = "─│┌┐└┘├┤┬┴┼╭╮╰╯╌╎▀▄█▌▐▁░▖▗▘▝▙▟▛▜▚▞"
SIGNS = "«»►◄∙"
PUNCTUATION = "‘’“”–—…¡¿°£§·€"  # noqa: RUF001 - what people type, or their keyboards for them
# Cells of eight dots, for curves.
BRAILLE = range(0x2800, 0x2900)
# The second cell of a letter that takes two: nobody can type it, and it is never sent to a terminal.
TAIL = "\ue000"
BOUND = "\xa0"
LOOSE = re.compile(r"(?<=«) | (?=[»:;!?%](?:[ .,]|$))")
"""The spaces of French that no row ends with: within its quotation marks, and before a sign of two parts."""

WORDS = r" (?!\d)"
JOINTS = (WORDS, r"(?=@)", r"(?<=[-/])", r"(?<=.)")
"""Where a line that is to be typed may be broken, the best places first; a number stays with the option before it."""

UNKNOWN = "?"
MORE = "..."
"""Where a sentence was cut."""


def _is_drawn(char: str) -> bool:
    """Whether every terminal draws a character in the cells that it is known to take; a house lets no other one in."""
    ours = any(char in known for known in (BLOCKS, SIGNS, PUNCTUATION, TAIL)) or ord(char) in BRAILLE
    if " " <= char <= "~" or ours:
        return True
    return can_be_shown(char)


def spread(words: str) -> str:
    """The words with a tail behind each letter of two cells, so that each character is a cell."""
    return words if words.isascii() else _spread(words)


@lru_cache(4096)
def _spread(words: str) -> str:
    if TAIL in words:
        return words
    return "".join(char + TAIL if width(char) == 2 else char for char in words)


class _Swaps(dict[int, str]):
    """A table for str.translate that learns: each character's stand-in, or `?` for what has no sure width."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        self[code] = char if _is_drawn(char) else UNKNOWN
        return self[code]


@dataclass(frozen=True, slots=True, eq=False)
class Glyphs:
    """One set of characters. `lined` sets can't shape a card from blocks: it gets lines and plain digits."""

    name: str
    lined: bool = False
    chip: str = "▄"
    fill: str = "▄"
    maybe: str = "▖"
    empty: str = "▁"
    mark: str = "▌"
    full: str = "█"
    bar: str = "▀"
    lap: str = "▐"
    tag: tuple[str, str] = ("▐", "▌")
    inline: tuple[str, str] = ("▐", "▌")
    cap: tuple[str, str] = (" ", " ")
    label: str = "▌"
    pin: str = "▜▛"
    swaps: dict[int, str] = field(default_factory=_Swaps)

    def clean(self, words: str) -> str:
        """The words in characters of this set, in the same number of cells, whatever they contain."""
        if words.isascii() and words.isprintable():
            return words
        return words.translate(self.swaps)


def _swaps(glyphs: str, stand_ins: str) -> _Swaps:
    return _Swaps({ord(glyph): stand_in for glyph, stand_in in zip(glyphs, stand_ins, strict=True)})


UNICODE = Glyphs("unicode")

CONSOLE = Glyphs(
    "console",
    maybe="░",
    empty="_",
    swaps=_swaps("╭╮╰╯╌╎▁▖▗▘▝▙▟▛▜▚▞", "┌┐└┘-|_▄▄▀▀████░░"),
)

ASCII = Glyphs(
    "ascii",
    lined=True,
    chip="o",
    fill="#",
    maybe="+",
    empty=".",
    mark="!",
    full="#",
    bar="=",
    lap="|",
    tag=("(", ")"),
    inline=("[", "]"),
    cap=("(", ")"),
    label=" ",
    pin="\\/",
    swaps=_swaps(BLOCKS + SIGNS, "-|+++++++++..''-:=##||_...''..''\\/<>><."),
)

SETS = {glyphs.name: glyphs for glyphs in (UNICODE, CONSOLE, ASCII)}


def cut(words: str, room: int) -> str:
    """Shorten words to a number of cells."""
    if cells(words) <= room:
        return words
    shown = spread(words)[: max(room, 0)]
    # A letter of two cells is not cut in half.
    whole = shown[:-1] if shown and not shown.isascii() and width(shown[-1]) == 2 else shown
    return whole.replace(TAIL, "").rstrip()


def cut_parts(words: str, room: int) -> str:
    """Shorten words to a number of cells by their last parts, which follow a comma or a colon; all of them may go."""
    while words and cells(words) > room:
        words = words[: max(words.rfind(", "), words.rfind(": "), 0)].rstrip()
    return words


def cut_words(words: str, room: int) -> str:
    """Shorten words to a number of cells after a whole one; a first one that is too long for them is cut."""
    if cells(words) <= room:
        return words
    whole = spread(words)[: max(room, 0) + 1].rpartition(" ")[0].rstrip(" ,;:").replace(TAIL, "")
    return whole or cut(words, room)


def cut_sentence(words: str, room: int) -> str:
    """Shorten a sentence to a number of cells after a whole word, and show that it went on."""
    if cells(words) <= room:
        return words
    return cut(f"{cut_words(words, room - len(MORE)).rstrip('.')}{MORE}", room)


def wrap(words: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """Break words into rows of so many cells; a mark stays with the word that it belongs to."""
    bound = LOOSE.sub(BOUND, spread(words))
    rows = textwrap.wrap(bound, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)
    return [row.replace(TAIL, "").replace(BOUND, " ") for row in rows]


def command_rows(command: str, width: int, joints: Sequence[str] = JOINTS) -> list[str]:
    """Break a line that is to be typed only where it must be, so that each row is something whole to whoever copies it.

    That is between words, but for an option and its number; in a word at its joints; and where even that is too long,
    anywhere.
    """
    if len(command) <= width:
        return [command] if command else []
    joint, *finer = joints
    glue = " " if joint == WORDS else ""
    rows: list[str] = []
    for part in re.split(joint, command):
        if rows and len(rows[-1]) + len(glue) + len(part) <= width:
            rows[-1] += glue + part
        else:
            rows += command_rows(part, width, finer)
    return rows
