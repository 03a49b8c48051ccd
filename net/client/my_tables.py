"""The tables where somebody has a seat, as one client knows them: which of them wait, and which comes next."""

from collections.abc import Mapping

from net.messages import TableLine
from net.values import Phase


def waits(line: TableLine) -> bool:
    """Whether a table waits for whoever was told this of it: for their move, or for their word on another game."""
    if line.seat is None:
        return False
    return line.your_turn if line.phase != Phase.OVER else bool(wishes(line))


def wishes(line: TableLine) -> list[str]:
    """Who wants another game while we have not said so; nobody before it is over."""
    if line.seat is None or line.phase != Phase.OVER or line.seats[line.seat].again:
        return []
    return [seat.name for number, seat in enumerate(line.seats) if seat.again and number != line.seat]


def next_table(mine: Mapping[str, TableLine], here: str, step: int = 1) -> str:
    """The code of the table to go to from `here`: the next that waits for us, else the next; empty for none."""
    around = sorted({*mine, here})
    place = around.index(here)
    others = [*around[place + 1 :], *around[:place]][:: 1 if step > 0 else -1]
    found = [code for code in others if code]
    return next((code for code in found if waits(mine[code])), found[0] if found else "")
