"""The colours: one table of tokens for four themes, in true colour, 256, 16 or no colours, over any felt.

A Colour is a plain int whose meaning depends on the depth: 0xRRGGBB, an index, or GROUND, FIGURE and STRONG where there
are none. That keeps a canvas cheap; rich's Color objects appear only when a Style is made, once for each combination.
"""

from functools import cache
from typing import NamedTuple

from rich.color import Color
from rich.style import Style

Colour = int

THEMES = ("dark", "light", "contrast", "blind")
DEPTHS = ("true", "256", "16", "none")

GROUND = 0
FIGURE = 1
STRONG = 2
BLACK = 0x000000
WHITE = 0xFFFFFF
RIM_STEPS = 6

# token; true colour and 256 index in dark, light, contrast, blind; 16 index in dark themes, in light; without colours
_TOKENS = """
room         0f1218 233  dedad1 253  000000  16  0f1218 233   0  7  0
panel        171c24 234  f6f4ee 255  000000  16  171c24 234   0  7  0
panel_hi     232b36 236  e6e1d6 254  1c1c1c 234  232b36 236   0  7  0
line         3d4857 240  a9a294 247  ffffff 231  3d4857 240   8  8  1
text         f0ece1 255  1b202c 234  ffffff 231  f0ece1 255  15  0  2
muted        a3adba 248  555c68 239  e4e4e4 254  a3adba 248   7  0  1
accent       f5c451 221  f2b632 221  ffe100 226  f0e442 227  11 11  1
accent_ink   1d1604 233  1d1604 233  000000  16  16150a 233   0  0  0
accent_text  f5c451 221  6b3d00  52  ffe100 226  f0e442 227  11  0  1
paper        f6f0e1 255  fffdf7 231  ffffff 231  f6f0e1 255  15 15  1
paper_dim    d8cfb9 251  e6dfcf 254  c8c8c8 251  d8cfb9 251   7  7  0
edge         a89c80 246  a89c80 144  a89c80 246  a89c80 246   8  8  0
ink          1b202c 234  1b202c 234  000000  16  1b202c 234   0  0  0
ink_dim      5c584c 239  5a564a 239  262626 235  5c584c 239   0  0  1
back         34508f  25  34508f  25  0037a8  19  34508f  25   4  4  0
back_hi      5f82cc  68  7f9fe0 111  8fb4ff 111  5f82cc  68  12 12  1
good         7ad9a0 157  07522b  22  6bff9c 121  86cff7 153  10  0  1
warn         ffb454 222  703a00  52  ffd000 220  f5b23a 221  11  0  1
bad          ff9e91 224  8f1710  88  ff9a8f 217  ffa873 223   9  0  1
info         8accff 153  074a8c  18  8fd6ff 153  8fd3c0 158  14  0  1
kind_plus    1c7a45  23  1c7a45  23  00591f  22  00694d  23   2  2  1
kind_double  8a5a00  94  8a5a00  94  5c3a00  58  7d5600  94   3  3  1
kind_draw    1f5fae  25  1f5fae  25  00408a  18  005c91  25  14 14  1
kind_arrow   b3261e 124  b3261e 124  8f0000  88  a84300 130   9  9  1
kind_shield  4a5568 239  4a5568 239  303030 236  4a5568 239   7  7  1
kind_hand    7a3fa0  91  7a3fa0  91  5a0a80  54  8c3d69  89  13 13  1
band_ink     ffffff 231  ffffff 231  ffffff 231  ffffff 231   0  0  0
chip         b3261e 124  b3261e 124  8f0000  88  a84300 130   1  1  0
bust         a3231b 124  a3231b 124  8f0000  88  a84300 130   1  1  1
bust_ink     ffffff 231  ffffff 231  ffffff 231  ffffff 231  15 15  0
seat_1       7cc8ff 117  0b62a8  25  8fd6ff 153  56b4e9 117  14  4  1
seat_2       ff9f80 216  b0401c 124  ffb199 217  e69f00 214   9  1  1
seat_3       8fe3a3 120  1a7340  22  9dffb4 157  35c39a  79  10  2  1
seat_4       e5a8f5 183  8a3aa0  91  f3bfff 225  e08fbb 218  13  5  1
seat_5       d3dae3 253  4a5260 239  ffffff 231  d3dae3 253   7  8  1
seat_6       e0d083 186  786000  58  ffe98a 229  f5854a 209   3  0  1
seat_ink     12151c 233  ffffff 231  000000  16  12151c 233   0 15  0
"""


class Felt(NamedTuple):
    """The cloth of a table: the edge and the centre of the lamp's light, and the index where there are 256 colours.

    The first three are for the dark themes, the others for the light one, where 256 colours need a shadow of their own.
    """

    edge: Colour
    centre: Colour
    indexed: Colour
    light_edge: Colour
    light_centre: Colour
    light_indexed: Colour
    light_shadow: Colour


HOME = Felt(0x10141B, 0x1D2531, 234, 0xD2CFC6, 0xECE9E1, 254, 250)
"""What lies beneath the screens that belong to no game."""

_RIMS = {
    "dark": (0x8A6240, 0x6B4A2F, 94, 3),
    "light": (0xB58A5E, 0x8F6A45, 94, 3),
    "contrast": (WHITE, WHITE, 231, 15),
    "blind": (0x8A6240, 0x6B4A2F, 94, 3),
}


def mix(colour: Colour, towards: Colour, share: float) -> Colour:
    """Mix two true colours; `share` is how much of the second there is."""
    mixed = 0
    for shift in (16, 8, 0):
        mine, other = (colour >> shift) & 255, (towards >> shift) & 255
        mixed |= round(mine + (other - mine) * share) << shift
    return mixed


class Palette:
    """The tokens of one theme at one depth over one felt, as attributes of the same names."""

    room: Colour
    panel: Colour
    panel_hi: Colour
    line: Colour
    text: Colour
    muted: Colour
    accent: Colour
    accent_ink: Colour
    accent_text: Colour
    paper: Colour
    paper_dim: Colour
    edge: Colour
    ink: Colour
    ink_dim: Colour
    back: Colour
    back_hi: Colour
    good: Colour
    warn: Colour
    bad: Colour
    info: Colour
    kind_plus: Colour
    kind_double: Colour
    kind_draw: Colour
    kind_arrow: Colour
    kind_shield: Colour
    kind_hand: Colour
    band_ink: Colour
    chip: Colour
    bust: Colour
    bust_ink: Colour
    seat_ink: Colour

    def __init__(self, theme: str, depth: str, felt: Felt) -> None:
        self.theme = theme
        self.depth = depth
        tokens = {row[0]: self._token(row) for row in (line.split() for line in _TOKENS.split("\n")[1:-1])}
        self.seats = tuple(tokens.pop(f"seat_{number}") for number in range(1, 7))
        self.kinds = {name.removeprefix("kind_"): tokens[name] for name in tokens if name.startswith("kind_")}
        self.__dict__.update(tokens)
        self._light_felt(felt)
        self.rim = self._rim()
        self.tinted = depth in ("true", "256")
        self.bracketed = self.paper_dim == self.felt
        self._shadows: dict[Colour, Colour] = {}
        self._laps: dict[Colour, Colour] = {}
        self._styles: dict[tuple[Colour, Colour, bool], Style] = {}

    def _token(self, row: list[str]) -> Colour:
        column = 1 + 2 * THEMES.index(self.theme)
        if self.depth == "true":
            return int(row[column], 16)
        if self.depth == "256":
            return int(row[column + 1])
        if self.depth == "16":
            return int(row[10] if self.theme == "light" else row[9])
        return int(row[11])

    def _light_felt(self, felt: Felt) -> None:
        """Set the felt and what is made from it; `lit` is the edge and the centre of the lamp's light."""
        light = self.theme == "light"
        edge, centre = (felt.light_edge, felt.light_centre) if light else (felt.edge, felt.centre)
        if self.theme == "contrast":
            edge = centre = BLACK
        self.felt_shadow: Colour | None = None
        if self.depth == "true":
            self.felt = centre
            self.felt_muted = mix(self.text, centre, 0.20 if light else 0.28)
            self.felt_line = mix(self.text, centre, 0.62)
            self.plate = mix(edge, WHITE, 0.60) if light else mix(edge, BLACK, 0.25)
        elif self.depth == "256":
            self.felt = self.room if self.theme == "contrast" else felt.light_indexed if light else felt.indexed
            self.felt_muted, self.felt_line = 237 if light else 253, 244
            self.plate = 255 if light else self.felt if self.theme == "contrast" else 234
            self.felt_shadow = felt.light_shadow if light else None
        else:
            self.felt = self.plate = self.room
            self.felt_muted, self.felt_line = self.muted, self.line
        self.lit = (edge, centre) if self.depth == "true" else (self.felt, self.felt)

    def _rim(self) -> tuple[Colour, ...]:
        top, bottom, index, ansi = _RIMS[self.theme]
        if self.depth == "true":
            return tuple(mix(top, bottom, step / (RIM_STEPS - 1)) for step in range(RIM_STEPS))
        return ({"256": index, "16": ansi, "none": FIGURE}[self.depth],) * RIM_STEPS

    def tones(self, steps: int) -> tuple[Colour, ...]:
        """The felt's tones from the edge of the light to its centre."""
        edge, centre = self.lit
        if edge == centre:
            return (centre,) * steps
        return tuple(mix(edge, centre, step / (steps - 1)) for step in range(steps))

    def seat(self, seat: int) -> Colour:
        """The colour of a seat, counted from 0."""
        return self.seats[seat % len(self.seats)]

    def shadow(self, ground: Colour) -> Colour:
        """The ground as it looks in a card's shadow; the same ground where there are no shadows."""
        shaded = self._shadows.get(ground)
        if shaded is None:
            if self.depth == "true":
                shaded = mix(ground, BLACK, 0.45)
            else:
                shaded = self.felt_shadow if self.felt_shadow is not None and ground == self.felt else ground
            self._shadows[ground] = shaded
        return shaded

    def lap(self, card: Colour) -> Colour:
        """The edge of shadow that an upper card throws on a card of this colour."""
        shaded = self._laps.get(card)
        if shaded is None:
            shaded = self._laps[card] = mix(card, BLACK, 0.30) if self.depth == "true" else self.edge
        return shaded

    def style(self, fg: Colour, bg: Colour, bold: bool) -> Style:
        """The style of a run of cells, the same object each time."""
        key = (fg, bg, bold)
        style = self._styles.get(key)
        if style is None:
            style = self._styles[key] = self._make_style(fg, bg, bold)
        return style

    def _make_style(self, fg: Colour, bg: Colour, bold: bool) -> Style:
        if self.depth == "none":
            return Style(bold=bold or fg == STRONG, reverse=bg != GROUND)
        return Style(color=self.rich(fg), bgcolor=self.rich(bg), bold=bold)

    def rich(self, colour: Colour) -> Color | None:
        """A colour in rich's terms: exactly the index where colours are indexed, none where there are none."""
        if self.depth == "none":
            return None
        if self.depth == "true":
            return Color.from_rgb(colour >> 16, (colour >> 8) & 255, colour & 255)
        return Color.from_ansi(colour)


@cache
def palette(theme: str, depth: str, felt: Felt = HOME) -> Palette:
    """The palette of a theme at a depth over a felt; all screens of a process share it."""
    return Palette(theme, depth, felt)
