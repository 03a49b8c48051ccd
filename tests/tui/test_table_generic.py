"""The generic table: any game can be played there, at every size, though nobody has drawn a table for it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from engines.games import GAMES
from engines.view import View
from tests.setups import Setup
from tests.tui.app_harness import SIZES, at_table, is_painted, play_to_the_end, press, screen_of, shows, until
from tui import tables
from tui.draw.canvas import Canvas
from tui.draw.glyphs import ASCII, UNICODE, Glyphs
from tui.tables import palette
from tui.tables.generic.steps import KEYS
from tui.tables.scene import WAITING, Away, Line, Scene, find_choice

NAMES = ("Ada", "Chloé", "medium-1", "Maximilien", "easy-2", "Wilhelmina12")
EVENTS: tuple[Line, ...] = ((1, "does this"), (0, "does that"))
HEIGHTS = [(40, 20), (40, 26), (80, 23), (80, 24), (100, 33), (120, 40), (200, 50)]


@pytest.fixture(autouse=True)
def no_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has drawn a table yet."""
    for game in GAMES:
        monkeypatch.delitem(tables.TABLES, game, raising=False)


def positions(setup: Setup, seed: int = 3, each: int = 7) -> Iterator[Scene]:
    """Show what the seat to act sees, now and then in a random game, and how it ends."""
    game = setup.game
    for number, recording in enumerate(setup.walk(seed, 120)):
        state = recording.state
        if number % each == 0 or recording.over:
            legal = () if recording.over else tuple(map(game.say, state.legal()))
            view = game.view(state, None if recording.over else state.turn)
            names = NAMES[: setup.seats]
            yield Scene(game=game.id, title=game.title, names=names, view=view, legal=legal, recent=EVENTS, log=EVENTS)


def draw(shown: Scene, size: tuple[int, int], glyphs: Glyphs = UNICODE) -> Canvas:
    canvas = Canvas(*size, palette("dark", "true", shown.game), glyphs)
    tables.draw(canvas, shown)
    return canvas


def words_on(canvas: Canvas) -> str:
    return "\n".join(canvas.line(y) for y in range(canvas.height))


@dataclass(frozen=True, slots=True, kw_only=True)
class CardView(View):
    """A game of one's hand and a trick."""

    hand: tuple[int, ...]
    trick: tuple[int, ...] = ()
    trumps_broken: bool = False


def with_cards(hand: int, legal: tuple[str, ...], picked: str | None = None) -> Scene:
    view = CardView(seat=0, seats=4, turn=0, start=0, hand=tuple(range(10, 10 + hand)), trick=(7, 8))
    return Scene(game="whist", title="Whist", names=NAMES[:4], view=view, legal=legal, picked=picked)


@pytest.mark.plugged_in
@pytest.mark.parametrize("size", HEIGHTS, ids=str)
def test_names_the_newest_event_and_something_to_do_are_seen(setup: Setup, size: tuple[int, int]) -> None:
    for shown in positions(setup):
        seen = words_on(draw(shown, size))
        assert all(name in seen for name in shown.names)
        assert "does that" in seen
        assert tables.choices(shown)[0].verb in seen


@pytest.mark.plugged_in
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_in_ascii_there_is_nothing_else(setup: Setup, size: tuple[int, int]) -> None:
    for shown in positions(setup, each=40):
        assert words_on(draw(shown, size, ASCII)).replace("é", "e").isascii()


@pytest.mark.plugged_in
def test_every_move_has_keys_that_lead_to_it(setup: Setup) -> None:
    for shown in positions(setup):
        for move, way in tables.ways(shown).items():
            picked: str | None = None
            for step in way:
                found = find_choice(tables.choices(replace(shown, picked=picked)), step.key, focus=-1)
                assert found == step
                picked = step.pick
            assert way[-1].move == move
        assert set(tables.ways(shown)) == set(shown.legal)


def test_a_few_moves_are_numbered_and_many_are_made_word_by_word() -> None:
    few = with_cards(3, ("play 10", "play 11", "pass"))
    assert [(choice.key, choice.verb) for choice in tables.choices(few)] == [
        ("1", "play 10"),
        ("2", "play 11"),
        ("3", "pass"),
    ]
    many = with_cards(3, (*(f"play {card} {pile}" for card in (10, 11) for pile in range(6)), "pass"))
    assert [choice.verb for choice in tables.choices(many)] == ["play", "pass"]
    begun = replace(many, picked="play")
    assert [choice.verb for choice in tables.choices(begun)] == ["10", "11"]
    assert [choice.move for choice in tables.choices(replace(many, picked="play 11"))] == [
        f"play 11 {pile}" for pile in range(6)
    ]


def test_a_word_that_all_moves_begin_with_need_not_be_chosen() -> None:
    shown = with_cards(13, tuple(f"play {card}" for card in range(10, 23)))
    assert tables.choices(shown)[0].verb == "play 10"
    assert tables.choices(shown)[12].move == "play 22"


def test_more_moves_than_keys_are_on_other_pages() -> None:
    shown = with_cards(0, tuple(f"bid {points}" for points in range(100)))
    first = tables.choices(shown)
    assert len(first) == len(KEYS)
    assert first[-1].verb == "more"
    assert set(tables.ways(shown)) == set(shown.legal)


def test_what_is_picked_and_can_not_be_finished_is_forgotten() -> None:
    shown = with_cards(3, ("pass", "play 10"), picked="give")
    assert [choice.move for choice in tables.choices(shown)] == ["pass", "play 10"]


@pytest.mark.parametrize("size", HEIGHTS, ids=str)
@pytest.mark.parametrize("cards", [1, 5, 13, 40])
def test_a_hand_lies_there_as_cards(size: tuple[int, int], cards: int) -> None:
    canvas = draw(with_cards(cards, ("play 10",)), size)
    paper = canvas.palette.paper
    assert any(canvas.ground(x, y) == paper for x in range(size[0]) for y in range(size[1]))
    seen = words_on(canvas)
    assert "trumps broken no" in seen
    assert "trick 7 8" in seen


@pytest.mark.parametrize("size", HEIGHTS, ids=str)
def test_cards_with_long_names_are_written_out(size: tuple[int, int]) -> None:
    hands = [words_on(draw(shown, size)) for shown in positions(Setup(GAMES["bumbesi"], 3), each=1)]
    assert any(" reverse " in words for words in hands)


@pytest.mark.parametrize("size", HEIGHTS, ids=str)
def test_a_table_that_waits_says_who_sits_there_and_how_to_join(size: tuple[int, int]) -> None:
    names = ("Ada", "", "Ben")
    join = ("2222 tablee.example",)
    shown = Scene(game="whist", title="Whist", names=names, view=None, seat=0, state=WAITING, join=join)
    seen = words_on(draw(shown, size))
    assert all(words in seen for words in ("Ada", "Ben", "free", "2222 tablee.example"))


@pytest.mark.parametrize("size", HEIGHTS, ids=str)
def test_who_is_away_is_said_to_be_away(size: tuple[int, int]) -> None:
    shown = replace(with_cards(3, ("pass",)), away=(None, Away(70, 19), None, None))
    assert "away" in words_on(draw(shown, size))


@pytest.mark.parametrize("seats", [1, 2, 6, 7, 10])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_any_number_of_players_finds_a_place(size: tuple[int, int], seats: int) -> None:
    names = tuple(f"p{seat}" for seat in range(seats))
    view = CardView(seat=0, seats=seats, turn=0, start=0, hand=(4, 5))
    seen = words_on(draw(Scene(game="whist", title="Whist", names=names, view=view, legal=("pass",)), size))
    assert all(name in seen for name in names)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_game_is_played_there_by_keys(tmp_path: Path, game: str, size: tuple[int, int]) -> None:
    async with at_table(tmp_path, game, size=size) as (app, pilot):
        press(app, "h")
        await shows(app, pilot, "60 %")
        press(app, "h")
        await play_to_the_end(app, pilot, press)
        await until(pilot, lambda: is_painted(app))
        await shows(app, pilot, "See the scores")
        press(app, "enter")
        await shows(app, pilot, "Play again")
        assert "the end of the game" in screen_of(app)
