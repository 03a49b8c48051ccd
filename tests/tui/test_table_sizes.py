"""What the four tables share in little room: a row fewer costs nothing, the newest events stay, no word is torn."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from engines.games import GAMES
from engines.record import Replay
from engines.view import heard
from tests.setups import Setup
from tui import tables
from tui.draw.canvas import Canvas
from tui.tables import palette
from tui.tables.frame import COMPACT, STANDARD, find_layout
from tui.tables.scene import Away, Line, Scene
from tui.wording import event_line, speaker_for, worth_telling

NAMES = ("Ada", "Chloé", "medium-1", "Maximilien", "easy-2", "Wilhelmina12")
KEYS = (("h", "hint"), ("l", "log"), ("u", "take back"), ("question_mark", "rules"), ("escape", "menu"))
POSITIONS = 5
MOST_EMPTY = 7


def screen(shown: Scene, width: int, height: int) -> list[str]:
    canvas = Canvas(width, height, palette("dark", "true", shown.game))
    tables.draw(canvas, shown)
    return [canvas.line(y) for y in range(height)]


def told(setup: Setup, moves: int, seed: int) -> list[Line]:
    """Tell seat 0 a random game up to a move."""
    speaker = speaker_for(setup.game, NAMES[: setup.seats])
    replay = Replay(setup.after(seed, moves).record())
    return [event_line(event, speaker) for events in replay for event in worth_telling(heard(events, 0))]


def scenes(setup: Setup, seed: int = 3) -> Iterator[Scene]:
    """Show seat 0 a few positions of a random game, the first and the last ones included."""
    game = setup.game
    length = len(setup.finished(seed).moves)
    for number in range(POSITIONS + 1):
        moves = length * number // POSITIONS
        state = setup.after(seed, moves).state
        yield Scene(
            game=game.id,
            title=game.title,
            names=NAMES[: setup.seats],
            view=game.view(state, 0),
            legal=tuple(map(game.say, state.legal())) if state.turn == 0 else (),
            keys=KEYS,
            log=tuple(told(setup, moves, seed)),
        )


def words_of(rows: list[str]) -> set[str]:
    return set(re.findall(r"[^\W_]+", " ".join(rows)))


def test_a_row_fewer_costs_no_word(setup: Setup) -> None:
    for shown in scenes(setup):
        away = (None, Away(70, 19), *[None] * (setup.seats - 2))
        for moment in (shown, replace(shown, away=away), replace(shown, memory_aid=True)):
            assert words_of(screen(moment, 80, 24)) - words_of(screen(moment, 80, 23)) == set()


@pytest.mark.parametrize("size", [(80, 23), (80, 24), (100, 33), (120, 40)])
def test_whoever_is_to_act_and_away_is_said_to_be_away(setup: Setup, size: tuple[int, int]) -> None:
    for shown in scenes(setup):
        seat = -1 if shown.view is None else shown.view.turn
        if seat > 0:
            away = tuple(Away(70, 59) if each == seat else None for each in range(setup.seats))
            seen = " ".join(screen(replace(shown, away=away), *size))
            assert "away" in seen or "bot in 0:59" in seen


def test_the_standard_table_begins_at_80x23() -> None:
    assert [find_layout(80, height).form for height in (22, 23, 24)] == [COMPACT, STANDARD, STANDARD]
    assert find_layout(79, 30).form == COMPACT


@pytest.mark.parametrize("height", [20, 21, 26])
def test_the_compact_table_tells_the_newest_event(setup: Setup, height: int) -> None:
    for shown in scenes(setup):
        if shown.log and shown.view is not None and shown.view.turn >= 0:
            assert shown.log[-1][1] in " ".join(screen(shown, 40, height))


@pytest.mark.parametrize("game", GAMES)
def test_with_a_little_room_the_compact_table_tells_the_last_two_events(game: str) -> None:
    shown = next(moment for moment in scenes(Setup(GAMES[game], 4)) if moment.log)
    lines: tuple[Line, ...] = ((1, "does this"), (2, "does that"))
    shown = replace(shown, recent=lines, newest=lines[-1], log=(*lines, (3, "turns up 7")))
    rows = screen(shown, 40, 22)
    before, after = (
        next(y for y, row in enumerate(rows) if words in row) for words in ("Chloé does this", "1 does that")
    )
    assert after == before + 1
    assert "turns up 7" not in " ".join(rows)


def test_no_event_is_torn_within_a_word(setup: Setup) -> None:
    for shown in scenes(setup):
        if not shown.log:
            continue
        seat, words = shown.log[-1]
        sentence = words if seat is None else f"{NAMES[seat]} {words}"
        row = screen(shown, 80, 24)[-1]
        told_words = row.partition("menu")[2].split()
        if not shown.legal:
            assert told_words == re.split(r"\s+", sentence)[: len(told_words)]
            assert told_words


def test_an_event_takes_the_room_of_a_key_that_the_menu_has_too() -> None:
    shown = next(moment for moment in scenes(Setup(GAMES["bumbesi"], 4)) if moment.legal)
    short, long = ((1, "draws a card"),), ((3, "steals from medium-1"),)
    rows = [screen(replace(shown, log=log), 80, 24)[-1] for log in (short, long)]
    assert "u take back" in rows[0]
    assert rows[1].rstrip().endswith("Maximilien steals from medium-1")
    assert "take back" not in rows[1]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [(40, 20), (80, 24), (114, 30), (120, 40), (200, 50)], ids=str)
def test_how_to_join_stays_on_the_table_top_and_loses_no_letter(game: str, size: tuple[int, int]) -> None:
    names = ("Ada", *[""] * (GAMES[game].seats[0] - 1))
    line = "ssh cacao-66@127.0.0.1 -p 22422"
    waiting = Scene(game=game, title="", names=names, view=None, seat=0, state="waiting", join=("to join", line))
    rows = screen(waiting, *size)
    layout = find_layout(*size)
    end = layout.x + 82 if size[0] >= 120 else layout.panel or size[0]
    for word in line.split():
        row = next(row for row in rows if word in row)
        assert row.index(word) + len(word) <= end


def longest_gap(rows: list[str]) -> int:
    """The most rows below each other in which nothing is written or drawn."""
    gaps = re.findall(r"(?:^\s*$\n?)+", "\n".join(rows), re.MULTILINE)
    return max((gap.count("\n") for gap in gaps), default=0)


@pytest.mark.parametrize("height", [30, 33, 38])
def test_a_tall_table_uses_its_rows_and_names_everybody(setup: Setup, height: int) -> None:
    assert find_layout(40, height).tall
    for scene in scenes(setup):
        rows = screen(scene, 40, height)
        # Where nothing has happened yet there is nothing to tell.
        assert longest_gap(rows[1:-4]) <= MOST_EMPTY or len(scene.log) < height, "\n".join(rows)
        assert all(name in "\n".join(rows) for name in scene.names)


@pytest.mark.parametrize(("width", "least"), [(50, 49), (60, 59), (79, 59)])
def test_bumbesi_uses_the_columns_beside_a_compact_table(width: int, least: int) -> None:
    for shown in scenes(Setup(GAMES["bumbesi"], 5)):
        rows = [row for row in screen(shown, width, 20)[1:-3] if row.strip()]
        first = min(len(row) - len(row.lstrip()) for row in rows)
        assert max(len(row.rstrip()) for row in rows) - first >= least - 4, "\n".join(rows)
