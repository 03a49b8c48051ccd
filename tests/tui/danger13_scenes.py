"""Positions of Danger 13 to look at."""

from collections.abc import Iterator
from dataclasses import replace

from engines.danger13.view import (
    HOUSE_COMPOSITION,
    Danger13Memory,
    Danger13View,
    limit,
    signs,
    text,
)
from engines.games import GAMES
from engines.record import Recording
from tests.setups import Setup
from tui.tables.scene import Scene

GAME = GAMES["danger13"]


CARDS = {text(kind + number): kind + number for kind, copies in HOUSE_COMPOSITION.items() for number in copies}


NAMES = ("Ada", "Chloé", "hard-1", "Maximilien", "Wilhelmina12")


ROWS = ("A3 P2 D1 B2", "B4 S A2 P3 D2 A1", "P4 A4 H D3", "D2 A0", "P3 B2 H A1 D0 S P4 A2")


WON = ("A1 A2 B3 B4 Q1 A0", "A3 A4 B1 B2 B2 A1 Q2 A1 A2", "B3 B1 A4 A2", "B4 B5 A1 Q1 Q2 B3 A1", "A1 A2 B1")


MAIN_SIZES = ((40, 20), (80, 24), (120, 40))


SIZES = ((40, 20), (40, 23), (79, 30), (80, 24), (80, 39), (100, 33), (114, 24), (119, 50), (120, 40), (200, 60))


def cards(words: str) -> tuple[int, ...]:
    return tuple(CARDS[word] for word in words.split())


def position(
    card: str = "A3",
    *,
    seats: int = 4,
    seat: int | None = 0,
    turn: int = 0,
    served: tuple[int, ...] = (3,),
    asked: bool = False,
    rows: tuple[str, ...] = ROWS,
) -> Danger13View:
    """Set up the position of the mock-ups: seat 0 deals, and Maximilien has a card of the packet already."""
    laid = tuple(cards(row) for row in rows[:seats])
    won = tuple(cards(pile) for pile in WON[:seats])
    return Danger13View(
        seat=seat,
        seats=seats,
        turn=turn,
        start=0,
        round=3,
        packets=11,
        marker=min(2, seats - 1),
        dealer=0 if asked else turn,
        open=CARDS[card],
        asked=asked,
        packet=2,
        served=tuple(receiver in served for receiver in range(seats)),
        rows=laid,
        limits=tuple(limit(row) for row in laid),
        pile=41,
        discard=22,
        last_round=False,
        won_counts=tuple(len(pile) for pile in won),
        won=tuple(pile if owner == seat else None for owner, pile in enumerate(won)),
        memory=Danger13Memory(won=won, discard=(), unseen=(cards("P1 D2 D3 R S H Q1"),)),
    )


def finished(seats: int = 4, won: tuple[str, ...] = WON) -> Danger13View:
    piles = tuple(cards(pile) for pile in won[:seats])
    scores = tuple(sum(signs(card) for card in pile) for pile in piles)
    return replace(
        position(seats=seats, turn=-1, served=()),
        open=0,
        packet=0,
        dealer=0,
        rows=((),) * seats,
        limits=(13,) * seats,
        won=piles,
        scores=scores,
        winners=tuple(seat for seat in range(seats) if scores[seat] == max(scores)),
    )


def scene(view: Danger13View) -> Scene:
    moves: tuple[str, ...] = ()
    if view.turn == view.seat:
        gifts = tuple(f"give {seat}" for seat in range(view.seats) if not view.served[seat])
        moves = ("accept", "refuse") if view.asked else gifts
    return Scene(
        game="danger13",
        title="Danger 13",
        table="plum-07",
        names=NAMES[: view.seats],
        view=view,
        legal=moves,
        clock=31,
        log=((0, "turns up P4"), (1, "lays P3: 12 of 18"), (0, "turns up A3")),
    )


def seen(recording: Recording, seat: int | None) -> Scene:
    """The scene that a seat, or a spectator, has of a real game."""
    state = recording.state
    view = GAME.view(state, seat)
    moves = tuple(GAME.say(move) for move in state.legal()) if seat == state.turn else ()
    return Scene(game="danger13", title="Danger 13", names=NAMES[: view.seats], view=view, legal=moves)


def walks(seats: int, seed: int, every: int) -> Iterator[Recording]:
    """Walk a random game and stop at some of its positions, the last one included."""
    for number, recording in enumerate(Setup(GAME, seats).walk(seed)):
        if number % every == 0 or recording.over:
            yield recording
