"""Whoever sits at a table, as every game draws and names them: seats, absent players, hidden hands, winners."""

from collections.abc import Sequence

from net.letters import cells
from tui.draw import bars, plates
from tui.draw.canvas import Canvas
from tui.draw.glyphs import cut
from tui.tables.scene import Line, Scene
from tui.words import NUMBERS, _


def name_of(scene: Scene, seat: int) -> str:
    """A player's name as long as a plate has room for."""
    return cut(scene.names[seat], plates.NAME)


def named_seats(scene: Scene) -> list[tuple[int, str]]:
    """Every seat with how it is called in plain sentences, the viewer's first."""
    me = scene.names[scene.me] if scene.watching else _("you")
    return [(scene.me, me), *((seat, scene.names[seat]) for seat in scene.others)]


def event_words(scene: Scene, line: Line) -> str:
    """A line of the log with the name of whoever did it."""
    seat, words = line
    return words if seat is None else f"{name_of(scene, seat)} {words}"


def last_events(scene: Scene, count: int) -> Sequence[Line]:
    """The newest events worth a row of their own, or else the log's last lines."""
    return (scene.recent or scene.log)[-count:]


def draw_events(canvas: Canvas, scene: Scene, lines: Sequence[Line], x: int, y: int, width: int) -> None:
    """Write events in a row each, the last one in full ink; a number stands for a name that there is no room for."""
    for row, line in enumerate(lines):
        fresh = row == len(lines) - 1
        words = event_words(scene, line)
        if cells(words) > width:
            bars.seat_line(canvas, x, y + row, width, *line, fresh=fresh)
        else:
            canvas.text(x, y + row, words, canvas.palette.text if fresh else canvas.palette.felt_muted)


def fitting(wordings: Sequence[str], room: int) -> str:
    """The first wording that fits, or nothing."""
    return next((words for words in wordings if cells(words) <= room), "")


def fitting_or_cut(wordings: Sequence[str], room: int) -> str:
    """The first wording that fits, or what fits of the last one."""
    return fitting(wordings, room) or cut(wordings[-1], room)


def draw_seat(
    canvas: Canvas, scene: Scene, seat: int, x: int, y: int, width: int, right: Sequence[str] = (), gap: int = 1
) -> None:
    """Write a seat's name row, with the clock if it is to act and a mark if its player is away."""
    away = scene.away_mark(seat)
    acting = scene.turn == seat
    if acting and seat != scene.me and scene.clock is not None:
        right = (bars.clock_words(scene.clock),)
    marks = (_("away {clock}").format(clock=bars.clock_words(away.seconds)), _("away")) if away else ()
    name, note = scene.names[seat], scene.level_of(seat)
    plates.name_row(canvas, x, y, width, seat, name, right=right, acting=acting, away=marks, gap=gap, note=note)
    canvas.name_place(f"seat {seat}", x + width // 2, y + 1)
    canvas.name_place(f"plate {seat}", x, y + 1, width, 1)


def draw_guest(canvas: Canvas, scene: Scene, seat: int, x: int, y: int, width: int, gap: int = 1) -> None:
    """Write the name row of a seat that may still be free."""
    if scene.names[seat]:
        draw_seat(canvas, scene, seat, x, y, width, gap=gap)
    else:
        plates.free_row(canvas, x, y, seat, _("free"))


def draw_backs(canvas: Canvas, count: int, left: int, right: int, y: int) -> None:
    """Stand cards face down before column `right`, a bar each; or tell their number where the bars don't fit."""
    words = "▌" * count if count <= right - left else f"▌{count}"
    if len(words) <= right - left:
        canvas.right(right - 1, y, words, canvas.palette.back_hi)


def away_lines(scene: Scene, seat: int) -> tuple[str, ...]:
    """What happens to the seat of a player who is away, the longest wording first; nothing for the others."""
    away = scene.away_mark(seat)
    if away is None:
        return ()
    if not away.bot_in:
        return _("bot for {name}").format(name=name_of(scene, seat)), _("a bot plays"), _("bot")
    clock = bars.clock_words(away.bot_in)
    return (
        _("away, a bot plays in {clock}").format(clock=clock),
        _("away, bot in {clock}").format(clock=clock),
        _("bot in {clock}").format(clock=clock),
        _("away"),
    )


def away_words(scene: Scene, seat: int, room: int = 40) -> str:
    """The same where it has a row to itself: who is replaced, or when."""
    away = scene.away_mark(seat)
    if away is None:
        return ""
    lines = away_lines(scene, seat)
    return fitting_or_cut(lines[:3] if away.bot_in else lines[:1], room)


def name_list(names: Sequence[str]) -> str:
    """Join names as a sentence does."""
    if len(names) < 2:
        return "".join(names)
    return _("{names} and {last}").format(names=", ".join(names[:-1]), last=names[-1])


def winners_words(scene: Scene, winners: Sequence[int]) -> tuple[str, ...]:
    """Name the winners, or where there is no room for all of their names count them."""
    names = name_list([name_of(scene, seat) for seat in winners])
    if len(winners) == 1:
        return (_("{names} wins").format(names=names),)
    shared = _("{names} share the win").format(names=names)
    return shared, _("{count} share the win").format(count=_(NUMBERS.get(len(winners), str(len(winners)))))
