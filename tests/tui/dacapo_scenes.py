"""Positions of Da Capo to look at, and the ways to a move at the table."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import cast

from engines.dacapo.view import HELPERS, JOKER, DaCapoMemory, DaCapoView, fits
from engines.games import GAMES
from engines.record import Recording
from tests.setups import Setup
from tests.tui.drawing import choice, drawn
from tui import tables
from tui.tables.scene import Choice, Scene

GAME = GAMES["dacapo"]


NAMES = ("Ada", "Chloé", "hard-1", "Maximilien", "easy-2", "Wilhelmina12")


SIZES = ((40, 20), (80, 24), (120, 40))


BETWEEN = ((40, 26), (79, 30), (100, 33), (114, 24), (119, 50), (160, 50))


SEATS = (2, 3, 4, 5, 6)


J = JOKER


PILES = (
    ((9, 8, 6), (10, 5), (3,)),
    ((9,), (2,), (J,)),
    ((5,), (5,), (10,)),
    ((6,), (), (1,)),
    ((7,), (3,), ()),
    ((2, 9, 10), (4, 4, 4, 4, 4), (J,)),
)


def position(
    seats: int = 5,
    seat: int | None = 0,
    turn: int = 0,
    hand: tuple[int, ...] = (4, 9, J, 2),
    own: tuple[tuple[int, ...], ...] = PILES[0],
) -> DaCapoView:
    """Set up the position of the mock-ups: the piles in the middle want 7, 4 and 1."""
    return DaCapoView(
        seat=seat,
        seats=seats,
        turn=turn,
        start=0,
        hand=() if seat is None else hand,
        hands=(len(hand), 3, 3, 2, 3, 3)[:seats],
        tops=(7, 4, 8, J, 2, 10)[:seats],
        stocks=(9, 7, 3, 9, 12, 20)[:seats],
        helpers=(own, *PILES[1:seats]),
        builds=((1, 2, 3, 4, 5, 6), (1, 2, 3), ()),
        left=88,
        aside=10,
        ends=0,
        memory=DaCapoMemory(aside=(0, *(1,) * 10, 0), sources=(), dormant=(), traffic=()),
    )


def moves(view: DaCapoView) -> tuple[str, ...]:
    """List the legal moves of the bottom seat in a position that was set up by hand."""
    if view.turn != view.seat:
        return ()
    found: list[str] = []
    for card in dict.fromkeys(view.hand):
        found += [f"lay {GAME.card(card)} {helper}" for helper in range(HELPERS)]
        found += [f"hand {GAME.card(card)} {place}" for place in fits(view, card)]
    for helper, pile in enumerate(view.helpers[view.turn]):
        found += [f"help {helper} {place}" for place in fits(view, pile[-1] if pile else 0)]
    found += [f"stock {place}" for place in fits(view, view.tops[view.turn])]
    found += [] if found else ["end"]
    others = (seat for seat in range(view.seats) if seat != view.turn)
    return (*found, *(f"rob {seat} {place}" for seat in others for place in fits(view, view.tops[seat])))


def scene(view: DaCapoView | None = None, picked: str | None = None, focus: int = 0) -> Scene:
    view = position() if view is None else view
    return Scene(
        game="dacapo",
        title="Da Capo",
        table="pear-33",
        names=NAMES[: view.seats],
        view=view,
        legal=moves(view),
        picked=picked,
        focus=focus,
        clock=65,
        log=((1, "lays 10 on a helper pile"),),
    )


def seen(recording: Recording, seat: int | None) -> Scene:
    """A seat's scene of a game that is being played."""
    state = recording.state
    legal = tuple(map(GAME.say, state.legal())) if seat == state.turn else ()
    return replace(scene(cast(DaCapoView, GAME.view(state, seat))), legal=legal)


def screen(shown: Scene, size: tuple[int, int] = (80, 24), look: tuple[str, str] = ("dark", "true")) -> list[str]:
    canvas = drawn(shown, size, look)
    return [canvas.line(y).rstrip() for y in range(canvas.height)]


def words(shown: Scene, size: tuple[int, int] = (80, 24)) -> str:
    return "\n".join(screen(shown, size))


def live(shown: Scene) -> list[Choice]:
    """List what the viewer can do."""
    return [each for each in tables.choices(shown) if each.live]


def typed(shown: Scene) -> set[str]:
    """The keys that do something."""
    return {each.key for each in live(shown)}


def clicked(size: tuple[int, int]) -> Callable[[Scene], set[str]]:
    """A function that lists the keys that can be clicked."""

    def keys(shown: Scene) -> set[str]:
        canvas = drawn(shown, size)
        cells = ((x, y) for y in range(canvas.height) for x in range(canvas.width))
        return typed(shown) & {canvas.action_at(*cell) or "" for cell in cells}

    return keys


def reached(shown: Scene, keys: Callable[[Scene], set[str]]) -> set[str]:
    """Collect the moves that can be made with these keys, pick after pick."""
    found: set[str] = set()
    steps: list[str | None] = [None]
    for picked in steps:
        here = replace(shown, picked=picked)
        for key in keys(here):
            pressed = choice(here, key)
            found.update({pressed.move} - {""})
            steps += [pressed.pick] if pressed.pick else []
    return found


def walked(seats: int, every: int, most: int = 250) -> Iterator[Recording]:
    """Play a random game and stop at some of its positions."""
    for turn, recording in enumerate(Setup(GAME, seats).walk(seats, most)):
        if turn % every == 0 and not recording.over:
            yield recording
