"""The parts of Danger 13's table: a band for every seat, what the open card would do there, and the card itself."""

from collections.abc import Sequence
from typing import NamedTuple

from engines.danger13.view import Danger13View, after, total
from net.letters import cells
from tui.draw import bars, gauges, plates
from tui.draw.canvas import Canvas
from tui.tables.danger13.tiles import BIG, INLINE, SMALL, SQUAT, draw_counts, draw_packet, draw_row, tile_width
from tui.tables.danger13.words import (
    at_stake,
    card_name,
    concerns,
    dealer_marks,
    effect,
    final_words,
    holds_hand,
    packet_words,
    second_line,
    who_decides,
    won_words,
)
from tui.tables.scene import Choice, Scene
from tui.tables.seats import away_words, draw_seat, fitting_or_cut, name_of, winners_words
from tui.words import _, ngettext

MOST_STEP = 8
TALL_STEP = 6
SMALL_STEP = 4


class Columns(NamedTuple):
    """Where a band's parts stand: the plate, the tiles, and what giving would do."""

    plate: int
    plate_width: int
    tiles: int
    tiles_width: int
    verdict: int


class Band(NamedTuple):
    """One seat's place on the table; all bands lie above row `end`."""

    seat: int
    y: int
    step: int
    x: int
    columns: Columns
    end: int

    @property
    def tall(self) -> bool:
        """Whether there is room for big tiles."""
        return self.step >= TALL_STEP

    @property
    def tiles(self) -> int:
        """The height of its tiles."""
        return BIG if self.tall else SMALL if self.step >= SMALL_STEP else SQUAT

    @property
    def plate_height(self) -> int:
        """The height of its plate."""
        return 4 if self.tall else 3

    @property
    def verdict(self) -> tuple[int, int]:
        """The cell where it says what giving would do."""
        return self.x + self.columns.verdict, self.y + {SQUAT: 0, SMALL: 1, BIG: 2}[self.tiles]


def lay_bands(scene: Scene, columns: Columns, x: int, top: int, rows: int) -> list[Band]:
    """Share rows out among the seats, the viewer's band first."""
    seats = (scene.me, *scene.others)
    # The blank row below the last band may go.
    step = min((rows + 1) // len(seats), MOST_STEP)
    first = top + max(rows - step * len(seats), 0) // 2
    return [Band(seat, first + step * place, step, x, columns, top + rows) for place, seat in enumerate(seats)]


def draw_band(canvas: Canvas, scene: Scene, view: Danger13View, band: Band, choices: Sequence[Choice]) -> None:
    """Draw a seat: plate, tiles, and what the open card would do to it."""
    columns, seat = band.columns, band.seat
    x, y = band.x + columns.plate, band.y
    plates.plate(canvas, x, y, columns.plate_width, band.plate_height)
    marks = (_("wins"),) if seat in view.winners else () if view.winners else dealer_marks(view, seat)
    draw_seat(canvas, scene, seat, x, y, columns.plate_width, marks)
    _name_roles(canvas, view, seat, x, y, columns.plate_width)
    _draw_gauge(canvas, scene, view, seat, x + 1, y + 1, x + columns.plate_width - 2)
    below = band.plate_height < min(band.step, band.end - y)
    away = away_words(scene, seat, columns.plate_width - (1 if below else 2))
    if away and not below and scene.turn == seat:
        # The name row of whoever is to act does not say it.
        canvas.text(x + 1, y + 2, away, canvas.palette.felt_muted)
    else:
        _draw_facts(canvas, scene, view, band, x + 1, y + 2)
    if below:
        canvas.text(x + 1, y + band.plate_height, away, canvas.palette.felt_muted)
    left = band.x + columns.tiles
    # Below flat tiles there is a blank row: a stamp that lay on them would hide their values.
    canvas.name_place(f"row {seat}", left, y, columns.tiles_width, max(band.tiles, SMALL))
    canvas.name_place(f"won {seat}", x, y, columns.plate_width, band.plate_height)
    if view.open:
        end = draw_row(canvas, view.rows[seat], left, y, columns.tiles_width, band.tiles)
        canvas.name_place(f"seat {seat}", min(end, left + columns.tiles_width), y, 5, 3)
        canvas.name_place(f"tiles {seat}", left, y, max(end - left, tile_width(band.tiles)), band.tiles)
        _draw_verdict(canvas, scene, view, band, choices)
    else:
        _draw_total(canvas, view, band)


def _name_roles(canvas: Canvas, view: Danger13View, seat: int, x: int, y: int, width: int) -> None:
    """Name where the dealer and the start marker are."""
    for role, holder in (("dealer", view.dealer), ("marker", view.marker)):
        if seat == holder:
            canvas.name_place(role, x, y, width)


def _draw_gauge(canvas: Canvas, scene: Scene, view: Danger13View, seat: int, x: int, y: int, last: int) -> None:
    """Draw how close a row is to its limit, with what the open card would add; at the end, how many signs there are."""
    palette = canvas.palette
    canvas.name_place(f"gauge {seat}", x, y, last - x + 1)
    if not view.open:
        share = view.scores[seat] / max(*view.scores, 1)
        colour = palette.accent if seat in view.winners else palette.seat(seat)
        gauges.share_bar(canvas, x, y, last - x - 3, share, colour, palette.felt_line)
        canvas.right(last, y, str(view.scores[seat]), palette.text, bold=True)
        return
    now, most = total(view.rows[seat]), view.limits[seat]
    concerned = concerns(view, seat) and scene.moment is None
    more = after(view.rows[seat], view.open).total - now if concerned else 0
    gauges.gauge(canvas, x, y, now, most, max(more, 0))
    canvas.right(last, y, f"{now}/{most}", palette.text, bold=True)


def _draw_facts(canvas: Canvas, scene: Scene, view: Danger13View, band: Band, x: int, y: int) -> None:
    """Write what a seat has won and what it may lose, in one row or in two."""
    palette, seat = canvas.palette, band.seat
    if not view.open:
        canvas.text(x, y, final_words(view, seat), palette.felt_muted)
        return
    long, short = won_words(scene, view, seat)
    canvas.name_place(f"taken {seat}", x, y + band.tall, len(long if band.tall else short))
    if not band.tall:
        canvas.text(x, y, short, palette.felt_muted)
        canvas.text(x + 9, y, _("at stake {signs}").format(signs=at_stake(view, seat)), palette.felt_muted)
        return
    end = canvas.text(x, y, _("at stake"), palette.felt_muted)
    canvas.text(end + 1, y, at_stake(view, seat), palette.text, bold=True)
    canvas.text(x, y + 1, long, palette.felt_muted)


def _draw_verdict(canvas: Canvas, scene: Scene, view: Danger13View, band: Band, choices: Sequence[Choice]) -> None:
    """Write what the open card would do to a seat, with the key that does it; in a moment it has been done."""
    x, y = band.verdict
    seat = band.seat
    if scene.moment is not None:
        return
    if view.asked and seat == view.turn:
        _draw_question(canvas, scene, view, band, choices)
        return
    if concerns(view, seat):
        left = band.x + band.columns.plate
        for place, choice in enumerate(choices):
            if choice.move == f"give {seat}":
                canvas.hot(left, band.y, x + 16 - left, max(band.tiles, band.plate_height), choice.key)
                _draw_cap(canvas, x, y, choice, place == scene.focus)
        _draw_outcome(canvas, view, seat, x + 4, y)
        canvas.text(x + 4, y + 1, second_line(view, seat), canvas.palette.felt_muted)
    elif view.served[seat]:
        canvas.text(x, y, _("has a card"), canvas.palette.felt_muted)


def _draw_question(canvas: Canvas, scene: Scene, view: Danger13View, band: Band, choices: Sequence[Choice]) -> None:
    """Ask the receiver to accept or to refuse: the new total, what else happens, and NO."""
    palette = canvas.palette
    x, y = band.verdict
    top = y if band.tiles == SQUAT else y - 1
    for place, (row, choice) in enumerate(zip((top, top + 2), choices, strict=False)):
        _draw_cap(canvas, x, row, choice, place == scene.focus)
        canvas.hot(x, row, 16, 1, choice.key)
    _draw_outcome(canvas, view, band.seat, x + 4, top)
    canvas.text(x + 4, top + 1, second_line(view, band.seat), palette.felt_muted)
    canvas.text(x + 4, top + 2, _("or say NO") if choices else _("may say NO"), palette.text)


def _draw_cap(canvas: Canvas, x: int, y: int, choice: Choice, focus: bool) -> None:
    bars.cap(canvas, x, y, choice.key, focus=focus)
    if focus:
        canvas.put(x - 1, y, "►", canvas.palette.accent_text)


def _draw_outcome(canvas: Canvas, view: Danger13View, seat: int, x: int, y: int) -> None:
    """Write a seat's total with the open card, and the room it leaves."""
    palette = canvas.palette
    result = after(view.rows[seat], view.open)
    busts = result.room <= 0
    end = canvas.text(x, y, f"► {result.total:>2}", palette.bad if busts else palette.text, bold=True) + 1
    if not busts:
        canvas.text(end, y, _("room {room}").format(room=result.room), palette.felt_muted)
        return
    end = canvas.text(end, y, _("BUST"), palette.bust_ink, palette.bust, bold=True)
    if holds_hand(view, seat) and not view.asked:
        canvas.text(end, y, f"/{_('NO')}", palette.text, bold=True)


def _draw_total(canvas: Canvas, view: Danger13View, band: Band) -> None:
    """Show at the end what a seat has won."""
    palette, seat = canvas.palette, band.seat
    x, y = band.verdict
    cards, score = view.won[seat] or (), view.scores[seat]
    won = seat in view.winners
    draw_counts(canvas, cards, band.x + band.columns.tiles, y, band.columns.tiles_width)
    words = ngettext("{signs} sign", "{signs} signs", score).format(signs=score)
    canvas.text(x, y, words, palette.accent_text if won else palette.text, bold=True)


def draw_turned_up(canvas: Canvas, scene: Scene, view: Danger13View, x: int, y: int, width: int, packet: int) -> None:
    """Write beside the open card what it is and what it does, and draw the rest of the packet."""
    palette = canvas.palette
    if not view.open:
        words = fitting_or_cut(winners_words(scene, view.winners), width)
        canvas.text(x, y + 2, words, palette.accent_text, bold=True)
        canvas.name_place("pile", packet, y + 1, 5, 3)
        return
    if scene.moment is not None:
        # Its card lies in the row that has bust.
        draw_packet(canvas, packet, y + 1, view.packet)
        return
    name, (long, short) = card_name(view.open), effect(view.open)
    room = width - len(name) - 1
    # A long name leaves its row to itself, and what the card does follows below.
    first = y + 1 if len(short) <= room else y
    canvas.text(x, first, fitting_or_cut(who_decides(scene, view), width), palette.felt_muted)
    canvas.text(x, y + 3, fitting_or_cut(packet_words(view), width), palette.felt_muted)
    end = canvas.text(x, first + 1, name, palette.text, bold=True)
    if first > y:
        canvas.text(end + 1, y + 2, fitting_or_cut((long, short), room), palette.felt_muted)
    else:
        canvas.text(x, y + 2, fitting_or_cut((long, short), width), palette.felt_muted)
    draw_packet(canvas, packet, y + 1, view.packet)


def draw_unseen(canvas: Canvas, scene: Scene, view: Danger13View, x: int, y: int, width: int) -> None:
    """Say, with the memory aid, how many cards of each kind nobody has seen yet."""
    if scene.memory_aid and view.open:
        end = canvas.text(x, y, _("not seen yet"), canvas.palette.felt_muted) + 2
        unseen = [card for layer in view.memory.unseen for card in layer]
        draw_counts(canvas, unseen, end, y, x + width - end)


def draw_line(canvas: Canvas, scene: Scene, view: Danger13View, seat: int, x: int, y: int, step: int, key: str) -> None:
    """Draw a seat in a narrow band: name and gauge in one row, its tiles below."""
    draw_seat(canvas, scene, seat, x, y, min(cells(name_of(scene, seat)) + 4, 15), gap=0)
    _draw_gauge(canvas, scene, view, seat, x + 15, y, x + 38)
    canvas.name_place(f"row {seat}", x + 3, y + 1, 30, SMALL)
    canvas.name_place(f"won {seat}", x + 34, y + 1, 5, SMALL)
    _name_roles(canvas, view, seat, x, y, 15)
    if not view.open:
        draw_counts(canvas, view.won[seat] or (), x + 3, y + 1, 36)
        return
    height = BIG if step > BIG + 1 else SMALL if step >= SMALL_STEP else INLINE
    start = _draw_short_facts(canvas, scene, view, seat, x + 38, y + 1)
    if height != INLINE and len(view.rows[seat]) < 6:
        stake = _("at stake {signs}").format(signs=at_stake(view, seat))
        canvas.right(x + 38, y + 2, stake, canvas.palette.felt_muted)
    end = draw_row(canvas, view.rows[seat], x + 3, y + 1, start - x - 4, height, casts=step > 1 + height)
    canvas.name_place(f"seat {seat}", min(end, x + 35), y + 1, 5, 3)
    canvas.name_place(f"tiles {seat}", x + 3, y + 1, max(end - x - 3, tile_width(height)), height)
    if key:
        canvas.hot(x, y, 40, 1 + height, key)


def _draw_short_facts(canvas: Canvas, scene: Scene, view: Danger13View, seat: int, last: int, y: int) -> int:
    """Write what a seat has won and whether it is away, and return the first column taken."""
    start = canvas.right(last, y, won_words(scene, view, seat)[1], canvas.palette.felt_muted)
    canvas.name_place(f"taken {seat}", start, y, last - start + 1)
    if scene.away_mark(seat):
        start = canvas.right(start - 2, y, _("away"), canvas.palette.warn, bold=True)
    return start
