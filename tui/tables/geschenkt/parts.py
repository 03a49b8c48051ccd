"""The parts of Geschenkt's table that its three sizes share: seats, the open card, what it costs, the rail, runs."""

from engines.geschenkt.view import HIGHEST, LOWEST, TACTICAL_GAPS, GeschenktView, cost
from tui.draw import cards, gauges, plates
from tui.draw.canvas import Canvas
from tui.draw.cards import Face
from tui.draw.flights import chips_in_flight, draw_turning
from tui.draw.palette import Colour
from tui.tables.geschenkt.words import PASSING, chips_known, chips_words, effect, pot_words, runs_of, score
from tui.tables.scene import Scene
from tui.tables.seats import fitting_or_cut, name_of, winners_words
from tui.words import _, ngettext

RULE = 25
SQUEEZES = ((5, cards.LAP, 2), (5, cards.LAP, 1), (5, cards.TIGHT_LAP, 1))


def draw_open(canvas: Canvas, scene: Scene, view: GeschenktView, x: int, y: int, size: str) -> None:
    width, height, chip_row = {"squat": (13, 6, 4), "tall": (13, 7, 5), "wide": (18, 10, 8)}[size]
    if not view.open:
        cards.slot(canvas, x, y, width, height)
    elif not draw_turning(canvas, scene.motion, x, y, width, height):
        cards.hero(canvas, x, y, str(view.open), view.pot - chips_in_flight(scene.motion), size)
    if view.open and scene.legal:
        canvas.hot(x, y, width, height, "1")
    canvas.name_place("open", x, y, width, height)
    canvas.name_place("chips", x, y + chip_row, width)


def draw_decision(canvas: Canvas, scene: Scene, view: GeschenktView, x: int, y: int) -> None:
    """Work out beside the card what taking it would do."""
    palette = canvas.palette
    if not view.open:
        _draw_result(canvas, scene, view, x, y)
        return
    canvas.text(x, y, pot_words(view), palette.text, bold=True)
    if not scene.legal:
        _draw_order(canvas, scene, view, x, y + 2)
        return
    words, change = effect(view.rows[scene.me], view.open)
    canvas.text(x, y + 2, _("if you take it"), palette.felt_muted)
    _draw_part(canvas, x, y + 3, words, change)
    _draw_part(canvas, x, y + 4, ngettext("{chips} chip", "{chips} chips", view.pot).format(chips=view.pot), -view.pot)
    canvas.text(x, y + 5, "─" * RULE, palette.felt_line)
    now = score(scene, view, scene.me) or 0
    then = now + change - view.pot
    passing = _("pass {score}").format(score=now + PASSING) if "pass" in scene.legal else ""
    wordings = _("score {now} ► {then}").format(now=now, then=then), f"{now} ► {then}"
    words = fitting_or_cut(wordings, RULE - len(passing) - 1)
    canvas.text(x, y + 6, words, _verdict(canvas, now, then), bold=True)
    canvas.right(x + RULE - 1, y + 6, passing, palette.felt_muted)


def _verdict(canvas: Canvas, now: int, then: int) -> Colour:
    """The colour of what taking comes to: good where passing comes to no less."""
    return canvas.palette.good if then <= now + PASSING else canvas.palette.text


def _draw_part(canvas: Canvas, x: int, y: int, words: str, change: int) -> None:
    canvas.text(x, y, words, canvas.palette.text)
    canvas.right(x + RULE - 1, y, f"{change:+}" if change else "+0", canvas.palette.text, bold=True)


def _draw_order(canvas: Canvas, scene: Scene, view: GeschenktView, x: int, y: int) -> None:
    """Write who decides about the card now, and who after them."""
    seats = len(scene.names)
    names = [name_of(scene, (view.turn + step) % seats) for step in range(seats)]
    # In a pause it may be one's own turn, and nobody comes after oneself twice.
    others = scene.watching or view.turn == scene.me
    until = seats if others else (scene.me - view.turn) % seats
    after = names[1:until] + ([] if others else [_("you")])
    words = _("you decide") if scene.mine else _("{name} decides").format(name=names[0])
    canvas.text(x, y, words, canvas.palette.felt_muted)
    lines = [""]
    for name in after:
        words = _("then {name}").format(name=name)
        joined = f"{lines[-1]}, {words}" if lines[-1] else words
        if len(joined) <= RULE + 1:
            lines[-1] = joined
        else:
            lines[-1] += ","
            lines.append(words)
    for row, line in enumerate(lines[:4]):
        canvas.text(x, y + 1 + row, line, canvas.palette.felt_muted)


def _draw_result(canvas: Canvas, scene: Scene, view: GeschenktView, x: int, y: int) -> None:
    """Name the winners and everybody's points."""
    palette = canvas.palette
    canvas.text(x, y, fitting_or_cut(winners_words(scene, view.winners), RULE), palette.accent_text, bold=True)
    ranks = sorted(range(len(view.scores)), key=lambda seat: view.scores[seat])
    for row, seat in enumerate(ranks):
        won = seat in view.winners
        plates.tag(canvas, x, y + 2 + row, seat)
        canvas.name_place(f"score {seat}", x, y + 2 + row, RULE)
        canvas.text(x + 4, y + 2 + row, name_of(scene, seat), palette.text, bold=won)
        canvas.right(x + RULE - 1, y + 2 + row, str(view.scores[seat]), palette.text, bold=won)


def draw_short_decision(canvas: Canvas, scene: Scene, view: GeschenktView, x: int, y: int) -> None:
    palette = canvas.palette
    if not view.open:
        _draw_short_result(canvas, scene, view, x, y)
        return
    on_it = ngettext("{chips} chip on it", "{chips} chips on it", view.pot).format(chips=view.pot)
    canvas.text(x, y, on_it, palette.text, bold=True)
    end = canvas.text(x, y + 1, _("{cards} to come").format(cards=view.left), palette.felt_muted)
    canvas.name_place("to come", x, y + 1, end - x)
    if not scene.legal:
        canvas.text(x, y + 3, _("{name} decides").format(name=name_of(scene, view.turn)), palette.felt_muted)
        return
    words, change = effect(view.rows[scene.me], view.open)
    now = score(scene, view, scene.me) or 0
    then = now + change - view.pot
    canvas.text(x, y + 3, words, palette.text)
    parts = _("cards {cards} chips {chips}").format(cards=f"{change:+}", chips=f"{-view.pot:+}")
    canvas.text(x, y + 4, parts, palette.felt_muted)
    canvas.text(x, y + 5, _("score {now} ► {then}").format(now=now, then=then), _verdict(canvas, now, then), bold=True)


def _draw_short_result(canvas: Canvas, scene: Scene, view: GeschenktView, x: int, y: int) -> None:
    for row, seat in enumerate(sorted(range(len(view.scores)), key=lambda seat: view.scores[seat])):
        won = seat in view.winners
        colour = canvas.palette.accent_text if won else canvas.palette.text
        canvas.text(x, y + row, name_of(scene, seat), colour, bold=won)
        canvas.right(x + 19, y + row, str(view.scores[seat]), colour, bold=won)
        canvas.name_place(f"score {seat}", x, y + row, 20)


def draw_rail(canvas: Canvas, view: GeschenktView, x: int, y: int, values: range = range(LOWEST, HIGHEST + 1)) -> None:
    owners = {card: seat for seat, row in enumerate(view.rows) for card in row}
    gone = TACTICAL_GAPS if view.variant == "tactical" else ()
    gauges.owner_rail(canvas, x, y, values, owners, view.open, gone)


def draw_runs(
    canvas: Canvas,
    row: tuple[int, ...],
    x: int,
    y: int,
    width: int,
    *,
    card: int = cards.SMALL_WIDTH,
    costs: int | None = None,
    lines: int = 1,
    name: str = "",
) -> None:
    """Lay a row of cards as runs, as large as the room allows, with what each run costs in the row `costs`.

    The lowest card of a run is the one that counts. Too many cards are squeezed, then broken into `lines`, then written
    one cell high. `name` is what the place is called on the canvas.
    """
    runs = runs_of(row)
    for size, step, gap in ((card, cards.LAP, 2 + (card > cards.SMALL_WIDTH)), *SQUEEZES):
        if _width(runs, size, step, gap) <= width:
            if name:
                canvas.name_place(name, x, y, _width(runs, size, step, gap), cards.SMALL_HEIGHT)
            for run in runs:
                after = _draw_run(canvas, run, x, y, size, step)
                if costs is not None:
                    _draw_cost(canvas, x, costs, after - x, run[0], always=card > cards.SMALL_WIDTH)
                x = after + gap
            return
    if lines > 1 and _draw_lines(canvas, runs, x, y, width, lines):
        return
    _draw_inline(canvas, runs, x, y, width)


def _width(runs: list[list[int]], size: int, step: int, gap: int) -> int:
    return sum(cards.run_width(len(run), size, step) for run in runs) + gap * (len(runs) - 1)


def _draw_run(canvas: Canvas, run: list[int], x: int, y: int, size: int, step: int) -> int:
    for place, card in enumerate(run):
        canvas.name_place(f"card {card}", x + step * place, y, size, cards.SMALL_HEIGHT)
    return cards.run(canvas, x, y, [Face(str(card), dim=card != run[0]) for card in run], size, step)


def _draw_lines(canvas: Canvas, runs: list[list[int]], x: int, y: int, width: int, lines: int) -> bool:
    """Lay small cards in several lines if that is enough, and return whether it was."""
    rows: list[list[list[int]]] = [[]]
    for run in runs:
        if _width([*rows[-1], run], cards.SMALL_WIDTH, cards.LAP, 1) > width:
            rows.append([])
        rows[-1].append(run)
    if len(rows) > lines:
        return False
    for line, part in enumerate(rows):
        left = x
        for run in part:
            left = _draw_run(canvas, run, left, y + cards.SMALL_HEIGHT * line, cards.SMALL_WIDTH, cards.LAP) + 1
    return True


def draw_facts(
    canvas: Canvas, scene: Scene, view: GeschenktView, seat: int, x: int, y: int, width: int, colour: Colour
) -> None:
    """Write what a seat's cards cost and its chips in one row; a chip stands for the word where room is short."""
    price = _("cost {cost}").format(cost=cost(view.rows[seat]))
    chips = chips_words(scene, view, seat)
    if len(price) + 1 + len(chips) > width:
        chips = chips_short(canvas, scene, view, seat)
    canvas.text(x, y, price, colour)
    canvas.right(x + width - 1, y, chips, colour)


def chips_short(canvas: Canvas, scene: Scene, view: GeschenktView, seat: int) -> str:
    """A seat's chips with a drawn chip in place of the word."""
    known = chips_known(scene, view, seat)
    return f"{canvas.glyphs.chip} {'?' if known is None else known}"


def draw_left_out(canvas: Canvas, view: GeschenktView, x: int, y: int) -> None:
    """Show at the end which cards were not in the game, four to a line."""
    canvas.text(x, y, _("out of the game"), canvas.palette.felt_muted)
    for place, card in enumerate(view.left_out):
        cards.inline(canvas, x + 5 * (place % 4), y + 1 + place // 4, Face(str(card), dim=True))


def _draw_cost(canvas: Canvas, x: int, y: int, width: int, number: int, always: bool) -> None:
    canvas.text(x, y, " " * (width + 1), canvas.palette.text)
    if width > cards.SMALL_WIDTH or always:
        dashes = width - 4 - len(str(number))
        left = dashes // 2
        canvas.text(x, y, "└" + "─" * left, canvas.palette.felt_line)
        canvas.text(x + left + 3 + len(str(number)), y, "─" * (dashes - left) + "┘", canvas.palette.felt_line)
    canvas.centre(x, y, width, f" {number} ", canvas.palette.text, bold=True)


def _draw_inline(canvas: Canvas, runs: list[list[int]], x: int, y: int, width: int) -> None:
    left = x
    for run in runs:
        if left + 8 > x + width:
            left, y = x, y + 1
        after = cards.inline(canvas, left, y, Face(str(run[0])))
        if len(run) > 1:
            after = canvas.text(after, y, f"-{run[-1]}", canvas.palette.felt_muted)
        left = after + 1
