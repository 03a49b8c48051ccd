"""Which characters a terminal can draw: Unicode blocks, the Linux console's font, or plain ASCII.

Drawing code always writes the Unicode set; a canvas swaps each character for one of the same width. Where ASCII
depends on what a glyph stands for (a chip, a gauge, a tag), the role has a name here.
"""

from dataclasses import dataclass, field

BLOCKS = "─│┌┐└┘├┤┬┴┼╭╮╰╯╌╎▀▄█▌▐▁░▖▗▘▝▙▟▛▜▚▞"
SIGNS = "«»►◄∙"
PUNCTUATION = "‘’“”–—…¡¿°£§·€"  # noqa: RUF001 - what people type, or their keyboards for them
# Latin, Greek and Cyrillic.
LETTERS = ((0xC0, 0x24F), (0x370, 0x3FF), (0x400, 0x52F))
# Cells of eight dots, for curves.
BRAILLE = range(0x2800, 0x2900)
UNKNOWN = "?"


def _is_one_cell(char: str) -> bool:
    """Whether a character is known to take exactly one cell in every terminal."""
    if " " <= char <= "~" or ord(char) in BRAILLE or any(char in known for known in (BLOCKS, SIGNS, PUNCTUATION)):
        return True
    return any(first <= ord(char) <= last for first, last in LETTERS) and char.isalpha()


class _Swaps(dict[int, str]):
    """A table for str.translate that learns: each character's stand-in, or `?` for what has no sure width."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        self[code] = char if _is_one_cell(char) else UNKNOWN
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


def cut(words: str, cells: int) -> str:
    """Shorten words to a number of cells; every character that reaches a canvas takes one."""
    return words if len(words) <= cells else words[: max(cells, 0)].rstrip()


def cut_sentence(words: str, cells: int) -> str:
    """Shorten a sentence to a number of cells after a whole word; a first word that is too long for them is cut."""
    if len(words) <= cells:
        return words
    whole = words[: max(cells, 0) + 1].rpartition(" ")[0].rstrip(" ,;:")
    return whole or cut(words, cells)
