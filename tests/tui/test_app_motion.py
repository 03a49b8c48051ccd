"""Motion: what flies where, how long, and that it never shows what is not so."""

from pathlib import Path

from engines.games import GAMES
from engines.view import Event
from net.messages import Open
from tests.tui.parlour import at_home, press, table_of, until
from tui.draw.canvas import Area
from tui.motion import SLIDE, deal, flights, journeys, lands
from tui.screens.table import TablePage
from tui.settings import Settings
from tui.tables.scene import Flight

PLACES = {
    "pile": Area(10, 7, 7, 5),
    "open": Area(34, 6, 13, 7),
    "seat 0": Area(10, 18, 1, 1),
    "seat 1": Area(60, 3, 1, 1),
    "place 1": Area(40, 10, 5, 3),
}
CARD = GAMES["geschenkt"].card


def test_a_card_that_is_taken_flies_to_its_seat_and_the_next_one_is_turned_up_after_it() -> None:
    events = (
        Event("took", 1, "", {"card": 26, "pot": 3}),
        Event("turned up", 1, "", {"card": 8}),
    )
    first, second = journeys(events, PLACES, CARD, now=0.0)
    assert first.at(0.0) == Flight(38, 8, "26")
    assert (first.text, second.text) == ("26", "8")
    assert second.begins == SLIDE
    assert lands((first, second)) == 2 * SLIDE


def test_a_flight_ends_where_it_should_and_is_then_over() -> None:
    (journey,) = journeys((Event("took", 1, "", {"card": 26}),), PLACES, CARD, now=0.0)
    before = journey.at(SLIDE * 0.999)
    assert before is not None
    assert (before.x, before.y) == (58, 2)
    assert flights((journey,), SLIDE) == ()


def test_of_much_at_once_only_two_cards_fly() -> None:
    events = tuple(Event("turned up", 0, "", {"card": 5}) for _ in range(9))
    assert len(journeys(events, PLACES, CARD, now=0.0)) == 2


def test_a_card_that_nobody_may_see_flies_face_down() -> None:
    (journey,) = journeys((Event("drew", 1, "", {"cards": 2}),), PLACES, CARD, now=0.0)
    assert journey.text == ""


def test_what_has_no_place_on_the_table_just_happens() -> None:
    events = (Event("took", 3, "", {"card": 26}), Event("passed", 0, "", {"pot": 1}), Event("ended", 0, ""))
    assert journeys(events, PLACES, CARD, now=0.0) == ()


def test_a_card_flies_to_the_place_it_is_played_on() -> None:
    (journey,) = journeys((Event("played", 0, "", {"card": 7, "build": 1}),), PLACES, CARD, now=0.0)
    assert journey.end == (40, 10)


def test_only_games_with_hands_deal_and_two_cards_are_in_the_air_at_most() -> None:
    assert deal("geschenkt", 2, PLACES, 0.0) == ()
    dealt = deal("bumbesi", 2, PLACES, 0.0)
    assert [journey.text for journey in dealt] == ["", ""]
    assert all(len(flights(dealt, time / 100)) <= 2 for time in range(100))


async def test_cards_fly_and_any_key_ends_it(tmp_path: Path) -> None:
    lively = Settings(name="Ada", motion=True, pace="slow")
    ask = Open(setup=table_of("geschenkt", 3), seed=1)
    async with at_home(tmp_path, ask=ask, settings=lively) as (app, pilot):
        await until(pilot, lambda: app.sitting is not None and app.sitting.your_turn)
        page = app.page
        assert isinstance(page, TablePage)
        press(app, "1")
        await until(pilot, lambda: bool(page._journeys))
        press(app, "f1")
        await until(pilot, lambda: not page._journeys)


async def test_with_reduced_motion_nothing_flies_and_no_dot_walks(tmp_path: Path) -> None:
    ask = Open(setup=table_of("geschenkt", 3), seed=1)
    async with at_home(tmp_path, ask=ask) as (app, pilot):
        await until(pilot, lambda: app.sitting is not None and app.sitting.your_turn)
        page = app.page
        assert isinstance(page, TablePage)
        sitting = page.sitting
        seq = sitting.update.seq
        press(app, "1")
        await until(pilot, lambda: sitting.update.seq > seq)
        assert page._journeys == ()
        assert page.scene().step is None
