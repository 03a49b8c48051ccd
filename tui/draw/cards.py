"""Cards: bodies with notched corners, their shadows, and the ways to lay several of them."""

from collections.abc import Sequence
from typing import NamedTuple

from tui.draw import digits
from tui.draw.canvas import SHADE, Canvas, stamped
from tui.draw.palette import Colour, Palette

SMALL_WIDTH, SMALL_HEIGHT = 5, 3
BIG_HEIGHT = 5
LAP = 4
TIGHT_LAP = 3


class Face(NamedTuple):
    """What is printed on a card.

    `text` is a number, a J or a short sign; on small cards one character is set to the right, so write "3 " to set it
    to the left. `dim` cards are covered, free of cost or unplayable now. `kind` colours a band across the top with
    `sign` on it. `word` explains a sign on big cards. `tint` writes the text in the colour of its kind.
    """

    text: str
    dim: bool = False
    kind: str = ""
    sign: str = ""
    word: str = ""
    tint: bool = False


def paper(canvas: Canvas, face: Face) -> Colour:
    """The colour of a card's body."""
    return canvas.palette.paper_dim if face.dim else canvas.palette.paper


def ink(canvas: Canvas, face: Face) -> Colour:
    """The colour of what is printed on a card."""
    palette = canvas.palette
    if face.tint and face.kind and palette.tinted:
        return palette.kinds[face.kind]
    return palette.ink_dim if face.dim else palette.ink


def body(
    canvas: Canvas,
    x: int,
    y: int,
    width: int,
    height: int,
    colour: Colour,
    top: Colour | None = None,
    under: Colour | None = None,
) -> None:
    """Draw an empty card; `top` colours its first row, `under` is what its left corners show."""
    top = colour if top is None else top
    bottom = y + height - 1
    if canvas.glyphs.lined:
        _lined_body(canvas, x, y, width, height, colour, top)
        return
    canvas.fill(x + 1, y, width - 2, 1, top)
    canvas.fill(x, y + 1, width, height - 2, colour)
    canvas.fill(x + 1, bottom, width - 2, 1, colour)
    canvas.put(x, y, "▟", top, under)
    canvas.put(x + width - 1, y, "▙", top)
    canvas.put(x, bottom, "▜", colour, under)
    canvas.put(x + width - 1, bottom, "▛", colour)


def _lined_body(canvas: Canvas, x: int, y: int, width: int, height: int, colour: Colour, top: Colour) -> None:
    pen = canvas.palette.ink if colour == canvas.palette.paper else canvas.palette.ink_dim
    if colour == canvas.palette.back:
        pen = canvas.palette.back_hi
    canvas.fill(x, y, width, height, colour)
    canvas.text(x, y, "." + "-" * (width - 2) + ".", pen if top == colour else canvas.palette.band_ink, top)
    for row in range(y + 1, y + height - 1):
        canvas.put(x, row, "|", pen)
        canvas.put(x + width - 1, row, "|", pen)
    if height > 2:
        canvas.text(x, y + height - 1, "'" + "-" * (width - 2) + "'", pen)
    else:
        # The only row below the band holds the number.
        canvas.text(x, y + 1, "|" + " " * (width - 2) + "|", pen)


def shadow(canvas: Canvas, x: int, y: int, width: int, height: int) -> None:
    """Darken the felt to the right of a card and below it."""
    if canvas.glyphs.lined:
        return
    for row in range(y + 1, y + height):
        canvas.put(x + width, row, "▌", SHADE)
    canvas.text(x + 1, y + height, "▀" * (width - 1) + "▘", SHADE)


def _casts(canvas: Canvas, height: int) -> bool:
    return height >= BIG_HEIGHT or canvas.palette.theme == "light"


def _band(canvas: Canvas, face: Face) -> Colour | None:
    return canvas.palette.kinds[face.kind] if face.kind else None


def _sign(canvas: Canvas, x: int, y: int, width: int, face: Face, centred: bool) -> None:
    """Write the sign on the band; without colours brackets stand for the band if `width` cells leave room for them."""
    if not face.kind or not face.sign:
        return
    bare = canvas.palette.depth == "none"
    sign = f"[{face.sign}]" if bare and len(face.sign) < width - 2 else face.sign
    start = x + (width - len(sign)) // 2 if centred else x + 1 - (len(sign) - len(face.sign)) // 2
    canvas.text(start, y, sign, canvas.palette.band_ink, canvas.palette.kinds[face.kind], bold=True)


def _index(canvas: Canvas, x: int, y: int, face: Face) -> None:
    """Write a small card's text in two cells; on dim cards that look like felt it stands in brackets."""
    words = f"{face.text:>2}"
    if face.dim and canvas.palette.bracketed:
        canvas.text(x - 1, y, f"[{words}]", ink(canvas, face))
    else:
        canvas.text(x, y, words, ink(canvas, face), bold=not face.dim)


@stamped
def small(canvas: Canvas, x: int, y: int, face: Face, under: Colour | None = None) -> None:
    """Draw a card of 5x3 cells."""
    if _casts(canvas, SMALL_HEIGHT):
        shadow(canvas, x, y, SMALL_WIDTH, SMALL_HEIGHT)
    body(canvas, x, y, SMALL_WIDTH, SMALL_HEIGHT, paper(canvas, face), _band(canvas, face), under)
    _sign(canvas, x, y, SMALL_WIDTH, face, centred=False)
    _index(canvas, x + 1, y + 1, face)


@stamped
def big(
    canvas: Canvas, x: int, y: int, face: Face, width: int = 7, under: Colour | None = None, centred: bool = True
) -> None:
    """Draw a card of 7x5 or 9x5 cells with its number in pixels, or with a sign and a word."""
    shadow(canvas, x, y, width, BIG_HEIGHT)
    body(canvas, x, y, width, BIG_HEIGHT, paper(canvas, face), _band(canvas, face), under)
    _sign(canvas, x, y, width, face, centred)
    number(canvas, x, y, width, face)


def number(canvas: Canvas, x: int, y: int, width: int, face: Face) -> None:
    """Print a face on a big card that lies already."""
    colour = ink(canvas, face)
    text = "|0" if face.text == "10" and width < 9 else face.text
    if digits.has(text) and not canvas.glyphs.lined:
        digits.draw(canvas, x + (width - digits.width(text)) // 2, y + 1, text, colour)
        if face.dim and canvas.palette.bracketed:
            canvas.put(x, y + 2, "[", colour)
            canvas.put(x + width - 1, y + 2, "]", colour)
        return
    words = f"[{face.text}]" if face.dim and canvas.palette.bracketed else face.text
    canvas.centre(x, y + 2, width, words, colour, bold=True)
    canvas.centre(x, y + 3, width, face.word, canvas.palette.ink_dim if face.dim else canvas.palette.ink, bold=True)


def run_width(cards: int, width: int = SMALL_WIDTH, step: int = LAP) -> int:
    """The cells that a lapped run takes, without its shadow."""
    return width + step * (cards - 1) if cards else 0


def run(
    canvas: Canvas,
    x: int,
    y: int,
    faces: Sequence[Face],
    width: int = SMALL_WIDTH,
    step: int = LAP,
    height: int | None = None,
    casts: bool = True,
) -> int:
    """Lay cards over each other, the last one on top, and return the column after it.

    A width of 5 makes small cards, which may be two rows high; 7 or 9 makes big ones, of which only the last shows its
    number in pixels.
    """
    if height is None:
        height = SMALL_HEIGHT if width == SMALL_WIDTH else BIG_HEIGHT
    return _run(canvas, x, y, tuple(faces), width, step, height, casts)


@stamped
def _run(
    canvas: Canvas, x: int, y: int, faces: tuple[Face, ...], width: int, step: int, height: int, casts: bool
) -> int:
    if faces and casts and _casts(canvas, height):
        shadow(canvas, x, y, run_width(len(faces), width, step), height)
    under: Colour | None = None
    for place, face in enumerate(faces):
        left = x + step * place
        body(canvas, left, y, width, height, paper(canvas, face), _band(canvas, face), under)
        if place < len(faces) - 1:
            _covered(canvas, left, y, step, height, face)
            under = _lap_edge(canvas, left + step - 1, y, height, face)
            continue
        _sign(canvas, left, y, width, face, centred=False)
        if height == BIG_HEIGHT:
            number(canvas, left, y, width, face)
        else:
            _index(canvas, left + 1, y + 1, face)
    return x + run_width(len(faces), width, step)


def _covered(canvas: Canvas, x: int, y: int, step: int, height: int, face: Face) -> None:
    """Print what can be seen of a card below the next one; a tight lap has no column to spare for notches."""
    tight = step < LAP
    # Where a dim card looks like felt, its notches are all that tells it from the next.
    if tight and not canvas.glyphs.lined and not (face.dim and canvas.palette.bracketed):
        for row in (0, height - 1):
            canvas.fill(x, y + row, 1, 1, _colour_of_row(canvas, face, row))
    inset = 0 if tight else 1
    _sign(canvas, x + inset - 1, y, step, face, centred=False)
    _index(canvas, x + inset, y + 1, face)


def _lap_edge(canvas: Canvas, x: int, y: int, height: int, face: Face) -> Colour:
    """Draw the edge of shadow beside the next card and return the colour its corners show."""
    palette = canvas.palette
    if not canvas.glyphs.lined:
        for row in range(height):
            ground = _colour_of_row(canvas, face, row)
            if palette.lap(ground) != ground:
                canvas.put(x, y + row, canvas.glyphs.lap, palette.lap(ground), ground)
    return palette.lap(paper(canvas, face))


def _colour_of_row(canvas: Canvas, face: Face, row: int) -> Colour:
    band = _band(canvas, face) if row == 0 else None
    return paper(canvas, face) if band is None else band


def inline(canvas: Canvas, x: int, y: int, face: Face) -> int:
    """Draw a card of one row, four cells wide, and return the column after it."""
    colour = paper(canvas, face)
    left, right = canvas.glyphs.inline
    if canvas.palette.bracketed and face.dim:
        left, right = "[", "]"
    pen = ink(canvas, face) if colour == canvas.ground(x, y) else colour
    canvas.put(x, y, left, pen)
    canvas.text(x + 1, y, f"{face.text:>2}", ink(canvas, face), colour, bold=not face.dim)
    canvas.put(x + 3, y, right, pen)
    return x + 4


@stamped
def back(canvas: Canvas, x: int, y: int, width: int = 7, height: int = BIG_HEIGHT, casts: bool = True) -> None:
    """Draw a face-down card."""
    palette = canvas.palette
    if casts and _casts(canvas, height):
        shadow(canvas, x, y, width, height)
    body(canvas, x, y, width, height, _edge(palette))
    for row in range(1, height - 1):
        pattern = "▞▚" if row % 2 else "▚▞"
        canvas.text(x + 1, y + row, (pattern * width)[: width - 2], palette.back_hi, palette.back)


def _edge(palette: Palette) -> Colour:
    """The body of a face-down card; without colours its rim alone shows that there is a card."""
    return palette.back_hi if palette.depth == "none" else palette.back


@stamped
def pile(canvas: Canvas, x: int, y: int, width: int = 7, height: int = BIG_HEIGHT, depth: int = 2) -> None:
    """Draw a face-down pile with the edges of `depth` more cards at its right."""
    palette = canvas.palette
    shadow(canvas, x, y, width + depth, height)
    for edge in range(depth, 0, -1):
        colour = palette.lap(palette.back) if edge % 2 and palette.depth == "true" else _edge(palette)
        body(canvas, x + edge, y, width, height, colour)
    back(canvas, x, y, width, height, casts=False)


def fan(canvas: Canvas, x: int, y: int, faces: Sequence[Face], rows: int = 5) -> int:
    """Lay cards down a column, the last one on top and whole, and return the row after it.

    Cards that don't fit into `rows` fold into one that shows their number.
    """
    shown = rows - SMALL_HEIGHT + 1
    if len(faces) > shown:
        folded = len(faces) - shown + 1
        faces = [Face(f"+{folded}", dim=True), *faces[folded:]]
    for place, face in enumerate(faces):
        row = y + place
        if place == len(faces) - 1:
            small(canvas, x, row, face)
        else:
            body(canvas, x, row, SMALL_WIDTH, SMALL_HEIGHT, paper(canvas, face), _band(canvas, face))
            _index(canvas, x + 1, row, face)
    return y + len(faces) + SMALL_HEIGHT - 1


@stamped
def slot(canvas: Canvas, x: int, y: int, width: int, height: int, text: str = "", gold: bool = False) -> None:
    """Draw a place that waits for a card; gold if you hold what it needs."""
    palette = canvas.palette
    pen = palette.accent_text if gold else palette.felt_muted
    canvas.text(x, y, "╭" + "╌" * (width - 2) + "╮", pen)
    for row in range(y + 1, y + height - 1):
        canvas.put(x, row, "╎", pen)
        canvas.put(x + width - 1, row, "╎", pen)
    canvas.text(x, y + height - 1, "╰" + "╌" * (width - 2) + "╯", pen)
    if height >= BIG_HEIGHT and digits.has(text) and not canvas.glyphs.lined:
        text = "|0" if text == "10" and width < 9 else text
        digits.draw(canvas, x + (width - digits.width(text)) // 2, y + 1, text, pen)
    else:
        canvas.centre(x, y + height // 2, width, text, pen, bold=gold)


def focus_bar(canvas: Canvas, x: int, y: int, width: int) -> None:
    """Draw the gold bar beneath what has the focus."""
    canvas.text(x, y, canvas.glyphs.bar * width, canvas.palette.accent)


@stamped
def hero(canvas: Canvas, x: int, y: int, text: str, chips: int, size: str = "tall") -> None:
    """Draw the one card that everybody looks at: `squat` 13x6, `tall` 13x7 or `wide` 18x10, with chips on it."""
    palette = canvas.palette
    width, height, chip_row = {"squat": (13, 6, 4), "tall": (13, 7, 5), "wide": (18, 10, 8)}[size]
    shadow(canvas, x, y, width, height)
    body(canvas, x, y, width, height, palette.paper)
    if canvas.glyphs.lined:
        canvas.centre(x, y + height // 2 - 1, width, text, palette.ink, bold=True)
    elif size == "wide":
        digits.draw(
            canvas, x + (width - digits.width(text, scale=2)) // 2, y + 1, text, palette.ink, scale=2, low=False
        )
    else:
        left = x + (width - digits.width(text, tall=True)) // 2
        digits.draw(canvas, left, y + (size == "tall"), text, palette.ink, tall=True)
    _chips(canvas, x + 2, y + chip_row, width - 4, chips)


def _chips(canvas: Canvas, x: int, y: int, width: int, chips: int) -> None:
    """Lay chips in a row, or one chip and their number where they don't fit."""
    chip = canvas.glyphs.chip
    row = " ".join(chip * chips) if 2 * chips - 1 <= width else f"{chip} {chips}"
    canvas.centre(x, y, width, row, canvas.palette.chip, bold=True)


@stamped
def letter(canvas: Canvas, x: int, y: int, char: str, colour: Colour, lit: bool = True) -> None:
    """Draw a 9x5 card with a letter of the program's name."""
    if lit:
        shadow(canvas, x, y, 9, BIG_HEIGHT)
    body(canvas, x, y, 9, BIG_HEIGHT, canvas.palette.paper)
    plain = "E" if char == "É" else char
    if canvas.glyphs.lined:
        canvas.put(x + 4, y + 2, char, colour, bold=True)
        return
    digits.draw(canvas, x + 2, y + 1, plain, colour)
    if char == "É":
        canvas.put(x + 4, y, "▄", colour)
        canvas.put(x + 5, y, "▀", colour)
