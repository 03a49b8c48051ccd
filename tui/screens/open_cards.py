"""Every hand of a recorded game, open: beside the table where there is a panel, over its lower right where not."""

from collections.abc import Sequence

from engines.timeline import Timeline
from tui.draw import bars, plates
from tui.draw.canvas import Canvas
from tui.draw.glyphs import cut
from tui.tables.frame import find_layout
from tui.words import _

WIDTH = 40
EDGE = 3


def draw_open_cards(canvas: Canvas, timeline: Timeline, names: Sequence[str], bottom: int) -> None:
    """List the hands above row `bottom`; a game without hands has nothing to list."""
    hands = timeline.hands()
    if not hands:
        return
    panel = find_layout(canvas.width, canvas.height).panel
    x = canvas.width - WIDTH if panel is None else panel
    y = bottom - len(hands) - EDGE
    bars.panel(canvas, x, y, canvas.width - x, len(hands) + EDGE, edge=panel is None)
    bars.heading(canvas, x + 2, y, canvas.width - x - 3, _("Open cards"))
    for row, (seat, hand) in enumerate(hands, y + 2):
        cards = " ".join(timeline.game.card(card) for card in hand)
        end = plates.tag(canvas, x + 2, row, seat) + 1
        room = canvas.width - 1 - end - len(cards) - 1
        canvas.text(end, row, cut(names[seat], max(0, min(plates.NAME, room))), canvas.palette.muted)
        canvas.right(canvas.width - 2, row, cards, canvas.palette.text, bold=True)
