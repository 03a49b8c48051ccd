"""Motion: what flies where, how long, and that it never shows what is not so."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from engines.chance import FastChance
from engines.games import GAMES
from engines.record import Recording
from engines.view import Event
from net.messages import Open
from tests.tui.app_harness import SIZES, at_home, press, shows, table_of, until
from tui import tables
from tui.draw.canvas import Area, Canvas
from tui.draw.flights import BACK, CARD, CHIP, EDGE, STACK, TO_COME, Flight, on_the_table
from tui.motion import SLIDE, TURN, Journey, deal, flights, journeys, lands
from tui.screens.table import TablePage
from tui.settings import Settings
from tui.tables import palette
from tui.tables.scene import Scene

PLACES = {
    "pile": Area(10, 7, 7, 5),
    "open": Area(34, 6, 13, 7),
    "seat 0": Area(10, 18, 1, 1),
    "seat 1": Area(60, 3, 1, 1),
    "place 1": Area(40, 10, 5, 3),
    "chips": Area(34, 11, 13, 1),
    "row 0": Area(20, 2, 40, 3),
    "row 1": Area(20, 6, 40, 3),
    "won 0": Area(1, 2, 15, 3),
    "won 1": Area(1, 6, 15, 3),
    "helper 0 2": Area(72, 15, 5, 3),
}
LONGEST = 0.4
NAMES = ("Ada", "Ben", "Cy", "Dora")
MOVES = 150
LOOKS = {
    "geschenkt": {CARD, CHIP, BACK, EDGE},
    "danger13": {CARD, BACK, EDGE},
    "bumbesi": {CARD, STACK},
    "dacapo": {CARD, STACK, BACK, EDGE},
}
PALETTES = {game: palette("dark", "true", game) for game in GAMES}


def motion_of(game: str, events: Sequence[Event], places: Mapping[str, Area] = PLACES) -> tuple[Journey, ...]:
    """What flies when this happens at a game's table."""
    return journeys(tables.of(game).motions, events, places, GAMES[game].card, now=0.0)


def test_a_card_that_is_taken_flies_to_its_seat_while_the_next_one_comes_face_down() -> None:
    events = (
        Event("took", 1, "", {"card": 26, "pot": 3}),
        Event("turned up", 1, "", {"card": 8}),
    )
    motions = motion_of("geschenkt", events)
    taken, fetched = (motion for motion in motions if motion.look == CARD)
    assert taken.at(0.0) == Flight(38, 8, "26")
    assert fetched.text == ""
    assert fetched.begins == taken.begins
    assert lands(motions) == pytest.approx(SLIDE + 2 * TURN)
    assert lands(motions) <= LONGEST


def test_a_card_is_turned_up_by_its_back_and_its_edge_once_it_has_come() -> None:
    motions = motion_of("geschenkt", (Event("turned up", 0, "", {"card": 8}),))
    seen = [flight.look for time in range(40) for flight in flights(motions, time / 100) if flight.look != CARD]
    assert list(dict.fromkeys(seen)) == [TO_COME, BACK, EDGE]
    assert lands(motions) <= LONGEST


def test_without_a_pile_in_sight_a_card_is_only_turned() -> None:
    places = {"open": PLACES["open"]}
    motions = motion_of("geschenkt", (Event("turned up", 0, "", {"card": 8}),), places)
    assert [motion.look for motion in motions] == [BACK, EDGE]


def test_a_taken_card_flies_to_its_place_in_the_row_where_that_is_drawn() -> None:
    places = {**PLACES, "card 26": Area(50, 18, 5, 3)}
    (journey,) = motion_of("geschenkt", (Event("took", 0, "", {"card": 26}),), places)
    assert journey.end == (50, 18)


def test_a_chip_falls_onto_the_card_from_whoever_passes() -> None:
    (journey,) = motion_of("geschenkt", (Event("passed", 1, "", {"pot": 1, "card": 26}),))
    assert (journey.look, journey.start, journey.end) == (CHIP, (60, 3), (40, 11))


def test_collected_cards_fly_as_one_stack() -> None:
    (journey,) = motion_of("bumbesi", (Event("collected", 1, "", {"count": 5, "place": 1}),))
    assert (journey.look, journey.start, journey.end) == (STACK, (40, 10), (58, 2))


def test_a_complete_pile_slides_up_and_out_with_its_last_value() -> None:
    events = (
        Event("played", 0, "", {"card": 10, "value": 10, "build": 1}),
        Event("completed", 0, "", {"build": 1}),
    )
    played, pile = motion_of("dacapo", events)
    assert (pile.look, pile.text, pile.begins) == (STACK, "10", played.lands)
    assert pile.end[1] + 3 <= 0


def test_a_card_is_laid_on_its_helper_pile() -> None:
    (journey,) = motion_of("dacapo", (Event("laid", 0, "", {"card": 7, "helper": 2}),))
    assert journey.end == (72, 15)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", GAMES)
def test_in_a_whole_game_all_its_motions_are_seen_short_and_two_cards_at_a_time(
    name: str, size: tuple[int, int]
) -> None:
    seen: set[str] = set()
    for events, scene in moments(name):
        still = draw(scene, size)
        motions = motion_of(name, events, still.places)
        assert all(motion.lasts <= LONGEST for motion in motions)
        for motion in motions:
            shown = flights(motions, motion.begins + motion.lasts / 2)
            assert sum(flight.look in (CARD, STACK) for flight in shown) <= 2
            if motion.look not in seen:
                assert draw(replace(scene, motion=shown), size).changes(still)
            seen.add(motion.look)
    assert seen >= LOOKS[name]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", GAMES)
def test_what_moves_in_the_air_alone_looks_as_if_all_were_drawn_again(name: str, size: tuple[int, int]) -> None:
    moved = 0
    for events, scene in moments(name):
        motions = motion_of(name, events, draw(scene, size).places)
        steps = [flights(motions, step * lands(motions) / 8) for step in range(9)]
        for before, after in pairwise(steps):
            if not before or on_the_table(before) != on_the_table(after):
                continue
            whole, moved_on = draw(replace(scene, motion=after), size), draw(replace(scene, motion=before), size)
            flown = moved_on.with_air(after)
            assert flown is not None
            assert [flown.row(y) for y in range(flown.height)] == [whole.row(y) for y in range(whole.height)]
            assert (flown.places, flown.hot_areas, flown.cursor) == (whole.places, whole.hot_areas, whole.cursor)
            moved += before != after
    assert moved > 10


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_B11_a_limit_turned_up_from_the_pile_shows_its_back_before_its_face(size: tuple[int, int]) -> None:
    _, scene = next(moments("bumbesi"))
    still = draw(scene, size)
    motions = motion_of("bumbesi", (Event("turned up", 0, "", {"card": 8}),), still.places)
    (back,) = (motion for motion in motions if motion.look == BACK)
    turning = draw(replace(scene, motion=flights(motions, back.begins + TURN / 2)), size)
    limit = still.places["open"]
    middle = (limit.x + 1, limit.y + 1)
    assert turning.ground(*middle) == PALETTES["bumbesi"].back
    assert still.ground(*middle) == PALETTES["bumbesi"].paper


def moments(name: str) -> Iterator[tuple[list[Event], Scene]]:
    """Play a game at random, and give what happens and how it looks after each move."""
    game, luck = GAMES[name], FastChance(5)
    recording = Recording(game, 4, {}, NAMES, FastChance(3))
    for _ in range(MOVES):
        if recording.over:
            return
        legal = recording.state.legal()
        events = recording.play(game.say(legal[luck.below(len(legal))]))
        public = [event for event in events if event.audience is None]
        view = game.view(recording.state, 0)
        yield public, Scene(game=name, title=name, names=NAMES, view=view)


def draw(scene: Scene, size: tuple[int, int]) -> Canvas:
    canvas = Canvas(*size, PALETTES[scene.game])
    tables.draw(canvas, scene)
    return canvas


def test_a_flight_ends_where_it_should_and_is_then_over() -> None:
    (journey,) = motion_of("geschenkt", (Event("took", 1, "", {"card": 26}),))
    before = journey.at(SLIDE * 0.999)
    assert before is not None
    assert (before.x, before.y) == (58, 2)
    assert flights((journey,), SLIDE) == ()


def test_of_much_at_once_only_two_cards_fly() -> None:
    events = tuple(Event("took", 0, "", {"card": 5}) for _ in range(9))
    assert len(motion_of("geschenkt", events)) == 2


def test_a_card_that_nobody_may_see_flies_face_down() -> None:
    (journey,) = motion_of("dacapo", (Event("drew", 1, "", {"cards": 2}),))
    assert journey.text == ""


def test_what_has_no_place_on_the_table_just_happens() -> None:
    events = (Event("took", 3, "", {"card": 26}), Event("passed", 3, "", {"pot": 1}), Event("ended", 0, ""))
    assert motion_of("geschenkt", events) == ()


def test_a_card_flies_to_the_place_it_is_played_on() -> None:
    (journey,) = motion_of("dacapo", (Event("played", 0, "", {"card": 7, "build": 1}),))
    assert journey.end == (40, 10)


def test_only_games_with_hands_deal_and_two_cards_are_in_the_air_at_most() -> None:
    assert [game for game in GAMES if tables.of(game).deals_hands] == ["bumbesi", "dacapo"]
    dealt = deal(2, PLACES, 0.0)
    assert [journey.text for journey in dealt] == ["", ""]
    assert all(len(flights(dealt, time / 100)) <= 2 for time in range(100))


async def test_cards_fly_and_any_key_ends_it(tmp_path: Path) -> None:
    lively = Settings(name="Ada", motion=True, pace="slow")
    ask = Open(setup=table_of("geschenkt", 3), seed=1)
    async with at_home(tmp_path, ask=ask, settings=lively) as (app, pilot):
        await until(pilot, lambda: app.table is not None and app.table.your_turn)
        page = app.page
        assert isinstance(page, TablePage)
        press(app, "1")
        await until(pilot, lambda: bool(page._journeys))
        press(app, "f1")
        await until(pilot, lambda: not page._journeys)


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_what_a_moment_brought_is_stamped_when_the_cards_have_landed(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    lively = Settings(name="Ada", motion=True, pace="quick", lessons="0000")
    ask = Open(setup=table_of("danger13", 3), seed=4)
    async with at_home(tmp_path, size, ask=ask, settings=lively, linger=3600.0) as (app, pilot):
        await until(pilot, lambda: app.table is not None and app.table.your_turn)
        page = app.page
        assert isinstance(page, TablePage)
        table = page.table
        while page._moment is None:
            seq = table.update.seq
            press(app, "enter")
            await until(pilot, lambda seq=seq: table.update.seq != seq)  # type: ignore[misc]
            await until(pilot, lambda: table.your_turn or page._moment is not None)
        moment, air = page._moment, Journey((1, 1), (70, 9), "P4", app.now, 3600.0)
        page._journeys = (air,)
        assert page.scene().moment == replace(moment, stamps=())
        page._stop_motion()
        page.refresh_page()
        assert page.scene().moment == moment
        await shows(app, pilot, f" {moment.stamps[0].words}")


async def test_with_reduced_motion_nothing_flies_and_no_dot_walks(tmp_path: Path) -> None:
    ask = Open(setup=table_of("geschenkt", 3), seed=1)
    async with at_home(tmp_path, ask=ask) as (app, pilot):
        await until(pilot, lambda: app.table is not None and app.table.your_turn)
        page = app.page
        assert isinstance(page, TablePage)
        table = page.table
        seq = table.update.seq
        press(app, "1")
        await until(pilot, lambda: table.update.seq > seq)
        assert page._journeys == ()
        assert page.scene().step is None
