"""What there is to say about a position of Geschenkt, from what one seat may know."""

from typing import cast

from engines.geschenkt.view import HIGHEST, LOWEST, TACTICAL_GAPS, GeschenktView, cost
from tui.tables.scene import Scene
from tui.tables.seats import named_seats
from tui.words import _, ngettext, titled

PILE = 24
# A chip that is paid is a point more.
PASSING = 1


def runs_of(row: tuple[int, ...]) -> list[list[int]]:
    """Group an ascending row of cards into runs."""
    runs: list[list[int]] = []
    for card in row:
        if runs and runs[-1][-1] == card - 1:
            runs[-1].append(card)
        else:
            runs.append([card])
    return runs


def run_words(run: list[int]) -> str:
    """Write a run by its ends."""
    return str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}"


def row_words(row: tuple[int, ...], width: int) -> str:
    """Write a row of cards as runs; the lowest ones fold into dots if there is no room."""
    runs = [run_words(run) for run in runs_of(row)]
    for gap in ("  ", " "):
        if len(gap.join(runs)) <= width:
            return gap.join(runs)
    while runs and len(" ".join(("...", *runs))) > width:
        runs.pop(0)
    return " ".join(("...", *runs))


def chips_known(scene: Scene, view: GeschenktView, seat: int) -> int | None:
    """A seat's chips where this screen may show them: one's own, at the end, or with the memory aid."""
    if view.chips[seat] is None and scene.memory_aid and seat < len(view.memory.chips):
        return view.memory.chips[seat]
    return view.chips[seat]


def chips_words(scene: Scene, view: GeschenktView, seat: int) -> str:
    """A seat's chips in words."""
    chips = chips_known(scene, view, seat)
    return _("chips {chips}").format(chips="?" if chips is None else chips)


def score(scene: Scene, view: GeschenktView, seat: int) -> int | None:
    """A seat's score as it stands, where its chips are known."""
    chips = chips_known(scene, view, seat)
    return None if chips is None else cost(view.rows[seat]) - chips


def effect(row: tuple[int, ...], card: int) -> tuple[str, int]:
    """What becomes of a row that gets a card, and by how much its cost changes."""
    more = tuple(sorted((*row, card)))
    run = next(run for run in runs_of(more) if card in run)
    change = cost(more) - cost(row)
    if len(run) == 1:
        return _("{card} stands alone").format(card=card), change
    words = run_words(run)
    if card - 1 in row and card + 1 in row:
        return _("{run} become one run").format(run=words), change
    if card - 1 in row:
        return _("{run} stays one run").format(run=words), change
    return _("{run} starts lower").format(run=words), change


def taking(view: GeschenktView, seat: int) -> int:
    """By how many points the open card with its chips changes a seat's score; fewer points are better."""
    return effect(view.rows[seat], view.open)[1] - view.pot


def points_words(points: int) -> str:
    """A change of the score."""
    return ngettext("{points} point", "{points} points", points).format(points=f"{points:+}")


def chips_own(scene: Scene, view: GeschenktView) -> tuple[str, str]:
    """The bottom seat's chips as a number and its noun."""
    chips = chips_known(scene, view, scene.me)
    return ("?", _("chips")) if chips is None else (str(chips), ngettext("chip", "chips", chips))


def left_out(view: GeschenktView) -> int:
    """Count the cards that nobody will see in this game."""
    gaps = len(TACTICAL_GAPS) if view.variant == "tactical" else 0
    return HIGHEST - LOWEST + 1 - gaps - PILE


def pot_words(view: GeschenktView) -> str:
    """How many chips lie on the open card."""
    if not view.pot:
        return _("no chips on the card")
    return ngettext("{chips} chip on the card", "{chips} chips on the card", view.pot).format(chips=view.pot)


def describe(scene: Scene) -> list[str]:
    """Tell a position in sentences: the open card, and then each seat."""
    view = cast(GeschenktView, scene.view)
    lines = []
    if view.open:
        to_come = ngettext("{cards} card to come", "{cards} cards to come", view.left).format(cards=view.left)
        open_words = _("The {card} lies open, {chips}, {to_come}.")
        lines.append(open_words.format(card=view.open, chips=pot_words(view), to_come=to_come))
    for seat, name in named_seats(scene):
        cards = ", ".join(run_words(run) for run in runs_of(view.rows[seat])) or _("no cards")
        lines.append(titled(name, f"{cards}; {chips_words(scene, view, seat)}."))
    return lines
