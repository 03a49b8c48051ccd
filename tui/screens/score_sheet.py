"""How a finished game is drawn: the winner's points on a card, and one block a player with what made the score."""

from collections.abc import Sequence

from net.letters import cells
from tui.draw import cards, digits, gauges, plates
from tui.draw.canvas import Canvas
from tui.draw.glyphs import cut, wrap
from tui.tables.score import Hidden, ScoreBlock
from tui.tables.seats import fitting_or_cut
from tui.tables.sheet import Sheet

CARD = (18, 9)
BLOCK = 3
BAR = 44
HEADROOM = 1.1
COLUMN = 8
SHORT_COLUMN = 6
MANY_COLUMNS = 4
TALL_BLOCK = 4
# Headings above the players of a short sheet, and what can be done below them.
SHORT_BARS = 8


def draw_sheet(canvas: Canvas, sheet: Sheet, x: int, y: int, rows: int, grown: float = 1.0) -> None:
    """Draw the sheet for 80 columns from a cell on; `rows` is how many it may take, `grown` how far the bars are."""
    _draw_winner(canvas, sheet, x + 4, y + 1)
    left, last = x + 26, x + 74
    room = last - COLUMN * len(sheet.columns) - left - 3
    below = _draw_goal(canvas, sheet, (left + 4, y, room), (x + 4, y + 12, CARD[0] + 2))
    if sheet.hidden is not None:
        _draw_hidden(canvas, sheet.hidden, x + 4, below)
    for place, name in enumerate(reversed(sheet.columns)):
        canvas.right(last - COLUMN * place, y, cut(name, COLUMN - 1), canvas.palette.felt_muted)
    pitch = BLOCK + 1 if (BLOCK + 1) * len(sheet.blocks) <= rows else BLOCK
    for place, block in enumerate(sheet.blocks):
        _draw_block(canvas, sheet, block, place, left, y + 1 + pitch * place, grown)


def _draw_goal(canvas: Canvas, sheet: Sheet, head: tuple[int, int, int], rest: tuple[int, int, int]) -> int:
    """Write what wins at the head, or with what broke a tie where the rest goes; return the row after the rest."""
    x, y, room = head
    fits = cells(sheet.goal) <= room
    if fits:
        canvas.text(x, y, sheet.goal, canvas.palette.felt_muted)
    x, y, room = rest
    for words in sheet.tie, "" if fits else sheet.goal:
        for line in wrap(words, room):
            canvas.text(x, y, line, canvas.palette.text if words == sheet.tie else canvas.palette.felt_muted)
            y += 1
    return y


def _draw_winner(canvas: Canvas, sheet: Sheet, x: int, y: int) -> None:
    palette = canvas.palette
    width, height = CARD
    points = str(sheet.points)
    cards.shadow(canvas, x, y, width, height)
    cards.body(canvas, x, y, width, height, palette.paper, palette.kind_double)
    canvas.centre(x, y, width, fitting_or_cut(sheet.headlines, width - 2), palette.band_ink, bold=True)
    scale = 2 if digits.width(points, scale=2) <= width - 2 else 1
    if canvas.glyphs.lined:
        canvas.centre(x, y + 4, width, points, palette.ink, bold=True)
    else:
        top = y + 2 if scale == 2 else y + 3
        left = x + (width - digits.width(points, scale=scale)) // 2
        digits.draw(canvas, left, top, points, palette.ink, scale=scale, low=False)
    canvas.centre(x, y + height - 1, width, sheet.unit, palette.ink_dim if not palette.bracketed else palette.ink)


def _draw_hidden(canvas: Canvas, hidden: Hidden, x: int, y: int) -> None:
    canvas.text(x, y, cut(hidden.title, 20), canvas.palette.felt_muted)
    for place, face in enumerate(hidden.cards[:16]):
        cards.inline(canvas, x + 5 * (place % 4), y + 1 + place // 4, face)


def _draw_block(canvas: Canvas, sheet: Sheet, block: ScoreBlock, place: int, x: int, y: int, grown: float) -> None:
    palette = canvas.palette
    won = block.seat in sheet.champions
    plates.plate(canvas, x, y, 53, BLOCK)
    if won:
        canvas.fill(x, y, 1, BLOCK, palette.accent)
    rank = str(sheet.rank(place))
    canvas.text(x + 2, y, rank, palette.accent_text if won else palette.felt_muted, bold=True)
    plates.tag(canvas, x + 4, y, block.seat)
    canvas.text(x + 8, y, cut(sheet.names[block.seat], plates.NAME), palette.text, bold=True)
    numbers = sheet.numbers(block)
    score = len(block.parts)
    for column, number in enumerate(numbers):
        right = x + 48 - COLUMN * (len(numbers) - 1 - column)
        bold = column == (len(numbers) - 1 if sheet.standing is not None else score)
        colour = palette.accent_text if won and bold else palette.text
        canvas.right(right, y + 1, str(number), colour, bold=bold)
    _draw_parts(canvas, block, x + 4, y + 1, x + 48 - COLUMN * len(numbers) - 1)
    most = max(abs(each.total) for each in sheet.blocks) * HEADROOM
    share = grown * max(0, block.total) / most if most else 0.0
    colour = palette.accent_text if won else palette.seat(block.seat)
    gauges.share_bar(canvas, x + 4, y + 2, BAR, share, colour, palette.felt_line)


def _draw_parts(canvas: Canvas, block: ScoreBlock, x: int, y: int, end: int) -> None:
    """Draw the cards that count as far as they fit, or the words."""
    if block.words:
        canvas.text(x, y, cut(block.words, end - x), canvas.palette.felt_muted)
        return
    gap = 1 if 5 * len(block.cards) <= end - x + 1 else 0
    room = (end - x + gap) // (4 + gap)
    shown: Sequence[cards.Face] = block.cards if len(block.cards) <= room else block.cards[: room - 1]
    for face in shown:
        x = cards.inline(canvas, x, y, face) + gap
    if len(shown) < len(block.cards):
        canvas.text(x + 1 - gap, y, f"+{len(block.cards) - len(shown)}", canvas.palette.felt_muted)


def draw_short_sheet(canvas: Canvas, sheet: Sheet, x: int, y: int) -> None:
    """Draw the sheet for 40 columns: two rows a player, or four with a bar, and the winner's card if there is room."""
    palette = canvas.palette
    room = canvas.height - y - SHORT_BARS - len(wrap(sheet.tie, 38))
    tall = room >= TALL_BLOCK * len(sheet.blocks)
    if tall and room - TALL_BLOCK * len(sheet.blocks) > CARD[1]:
        _draw_winner(canvas, sheet, x + (40 - CARD[0]) // 2, y + 1)
        y += CARD[1] + 1
    pitch = TALL_BLOCK if tall else 2
    most = max(abs(each.total) for each in sheet.blocks) * HEADROOM
    canvas.text(x + 1, y, fitting_or_cut(sheet.headlines, 38), palette.accent_text, bold=True)
    last = y + 2 + pitch * len(sheet.blocks)
    column = SHORT_COLUMN + (len(sheet.columns) < MANY_COLUMNS)
    _draw_goal(canvas, sheet, (x + 1, y + 1, 37 - column * len(sheet.columns)), (x + 1, last, 38))
    for place, name in enumerate(reversed(sheet.columns)):
        canvas.right(x + 38 - column * place, y + 1, cut(name, column - 1), palette.felt_muted)
    for place, block in enumerate(sheet.blocks):
        row = y + 2 + pitch * place
        plates.tag(canvas, x, row, block.seat)
        won = block.seat in sheet.champions
        canvas.text(x + 4, row, cut(sheet.names[block.seat], plates.NAME), palette.text, bold=won)
        for behind, number in enumerate(reversed(sheet.numbers(block))):
            canvas.right(x + 38 - column * behind, row, str(number), palette.text, bold=won)
        _draw_parts(canvas, block, x + 4, row + 1, x + 38)
        if tall:
            share = max(0, block.total) / most if most else 0.0
            colour = palette.accent_text if won else palette.seat(block.seat)
            gauges.share_bar(canvas, x + 4, row + 2, 34, share, colour, palette.felt_line)
