"""Moments: what is settled at a table is seen there by everybody before the next decision is asked for."""

import random
from collections.abc import Iterator
from dataclasses import replace
from gettext import NullTranslations
from pathlib import Path
from typing import cast

import pytest

from engines.chance import FastChance
from engines.dacapo.view import DaCapoView
from engines.danger13.view import Danger13View, total
from engines.games import GAMES
from engines.record import Recording
from engines.view import Event, View, heard
from tests.setups import Setup as Deal
from tests.tui.app_harness import SIZES, at_table, page_of, press, screen_of, shows, until
from tui import tables
from tui.draw.canvas import Canvas
from tui.language import Tongue
from tui.screens.showing import Showing
from tui.screens.table import TablePage
from tui.tables.scene import Moment, Scene, Stamp
from tui.tables.seats import fitting
from tui.tables.sheet import make_sheet
from tui.words import speak

NAMES = ("Ada", "Chloé", "Maximilien", "hard-1", "Grete")
LONGEST = (
    "Wilhelmina12",
    "Maximiliane3",
    "Bartholomäus",
    "Alexandrine5",
    "Konstantin66",
    "Marguerite77",
    "Théophile-88",
)
ALL_SIZES = (*SIZES, (40, 30), (60, 20), (80, 23), (100, 30), (114, 24), (119, 39), (200, 50))
ASKS = {
    "danger13": ("room", "has a card", "gives it", "more in the packet", "last of the packet"),
    "bumbesi": ("none", "on A ", "on B ", "A or B", "lifts", "steals"),
    "dacapo": (" r ", " lay"),
}
PLAYS = ("played", "played stock", "played helper", "robbed")
SEATS = {"geschenkt": 3, "danger13": 4, "bumbesi": 4, "dacapo": 3}
KINDS = {"danger13": "busted", "bumbesi": "collected", "dacapo": "completed"}


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Read English again after a test in another language."""
    yield
    speak(NullTranslations())


def steps(game: str, names: tuple[str, ...] = (), seed: int = 3) -> Iterator[tuple[Scene, list[Event], View]]:
    """Every move of a game as seat 0 sees it: the scene before, what happened, and the View after."""
    luck = random.Random(seed)
    names = names or NAMES[: SEATS[game]]
    recording = Recording(GAMES[game], len(names), {}, names, FastChance(seed))
    while not recording.over:
        view = GAMES[game].view(recording.state, 0)
        before = Scene(game=game, title=game, names=names, view=view)
        move = luck.choice([GAMES[game].say(move) for move in recording.state.legal()])
        events = heard(recording.play(move), 0)
        yield before, events, GAMES[game].view(recording.state, 0)


def found(game: str, names: tuple[str, ...] = ()) -> Iterator[tuple[Scene, list[Event], View, Moment]]:
    for before, events, after in steps(game, names):
        for moment in tables.moments(before, events, after):
            yield before, events, after, moment


@pytest.mark.parametrize("game", KINDS)
def test_every_settlement_has_its_moment_and_nothing_else_has(game: str) -> None:
    for before, events, after in steps(game):
        settled = any(event.kind == KINDS[game] for event in events)
        assert len(tables.moments(before, events, after)) == settled + bool(after.winners)


def test_a_bust_says_what_each_seat_keeps_and_what_is_lost() -> None:
    for before, _events, after, moment in found("danger13"):
        if moment.label != "ROUND OVER":
            continue
        then = cast(Danger13View, after)
        lost, *kept = moment.stamps
        assert lost.words.startswith("BUST")
        assert {stamp.seat for stamp in moment.stamps} == set(range(4))
        own = next((stamp for stamp in kept if stamp.seat == 0), None)
        if own is not None and not then.winners:
            gained = len(then.won[0] or ()) - len(cast(Danger13View, before.view).won[0] or ())
            assert (own.words == "keeps nothing") == (gained == 0)
        was, shown = cast(Danger13View, before.view), cast(Danger13View, moment.view)
        loser = moment.stamps[0].seat or 0
        assert total(shown.rows[loser]) >= shown.limits[loser]
        assert all(shown.rows[seat] == was.rows[seat] for seat in range(4) if seat != loser)


def test_D12_the_card_that_busts_lies_in_the_row_also_when_it_was_drawn() -> None:
    drawn = 0
    for seed in range(12):
        for before, events, after in steps("danger13", seed=seed):
            bust = next((event for event in events if event.kind == "busted"), None)
            if bust is None:
                continue
            shown = cast(Danger13View, tables.moments(before, events, after)[0].view)
            laid = [event.args["card"] for event in events if event.kind == "laid" and event.seat == bust.seat]
            assert shown.rows[bust.seat or 0][-len(laid) :] == tuple(laid)
            assert total(shown.rows[bust.seat or 0]) == bust.args["total"]
            drawn += len(laid) > 1
    assert drawn, "no draw card has led to a bust"


def test_a_collection_says_the_points_and_the_new_bin() -> None:
    for before, events, after, moment in found("bumbesi"):
        if moment.label == "COLLECTED":
            event = next(event for event in events if event.kind == "collected")
            seat = event.seat or 0
            assert moment.stamps[0].words == f"bin {before.view.bins[seat]} ► {after.bins[seat]}"  # type: ignore[attr-defined, union-attr]


@pytest.mark.parametrize("game", GAMES)
def test_the_end_of_a_game_shows_who_wins_with_what(game: str) -> None:
    *_others, (_before, _events, after, moment) = found(game)
    assert moment.label == "THE END"
    assert moment.view is after
    for stamp, score in zip(moment.stamps, after.scores, strict=True):
        assert stamp.words == (f"wins: {score}" if stamp.seat in after.winners else str(score))


def lines(scene: Scene, size: tuple[int, int]) -> list[str]:
    canvas = Canvas(*size, tables.palette("dark", "true", scene.game))
    tables.draw(canvas, scene)
    return [canvas.line(y) for y in range(canvas.height)]


def long_named(game: str) -> Iterator[Scene]:
    """Every moment of a game among people and bots with the longest names, and ends that all of them share."""
    for seats in GAMES[game].info.seats:
        names = LONGEST[:seats]
        for before, _events, after, moment in found(game, names):
            yield replace(before, view=moment.view, moment=moment)
            for count in range(2, seats + 1) if after.winners else ():
                shared = replace(after, scores=(3,) * seats, winners=tuple(range(count)))
                for told in tables.moments(replace(before, names=names), (), shared):
                    yield replace(before, view=shared, moment=told)


@pytest.mark.parametrize("size", ALL_SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", tables.TABLES)
def test_every_headline_is_told_whole_at_every_size(game: str, language: str, size: tuple[int, int]) -> None:
    speak(Tongue(language))
    for scene in long_named(game):
        assert scene.moment is not None
        drawn = lines(scene, size)
        told = " ".join(" ".join(drawn[-5:]).replace("▌", " ").split())
        assert any(words in told for words in scene.moment.sentences), (scene.moment.sentences, drawn)
        assert scene.moment.label in told


@pytest.mark.parametrize("language", ["en", "fr"])
def test_whoever_shares_a_win_is_named_on_the_sheet_or_counted(language: str) -> None:
    speak(Tongue(language))
    view = GAMES["bumbesi"].view(Deal(GAMES["bumbesi"], 6).finished(1).state, 0)
    sheet = make_sheet("bumbesi", replace(view, winners=(0, 1, 2)), LONGEST, True)
    assert all(name in sheet.headlines[0] for name in LONGEST[:3])
    for room in (38, 16):
        assert fitting(sheet.headlines, room)


@pytest.mark.parametrize("size", ALL_SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", KINDS)
def test_a_moment_shows_nothing_about_a_decision(game: str, size: tuple[int, int]) -> None:
    for before, _events, _after, moment in found(game):
        scene = replace(before, view=moment.view, moment=moment)
        canvas = Canvas(*size, tables.palette("dark", "true", game))
        tables.draw(canvas, scene)
        words = "\n".join(canvas.line(y) for y in range(canvas.height))
        assert [phrase for phrase in ASKS[game] if phrase in words] == [], words
        assert {action for _area, action in canvas.hot_areas} <= {"space", "h", "l", "t", "question_mark", "escape", ""}


@pytest.mark.parametrize("game", ["bumbesi", "dacapo"])
def test_while_a_moment_is_shown_nobody_is_called_by_their_own_name(game: str) -> None:
    own = 0
    for before, _events, _after, moment in found(game):
        scene = replace(before, view=moment.view, moment=moment)
        canvas = Canvas(80, 24, tables.palette("dark", "true", game))
        tables.draw(canvas, scene)
        assert f"{NAMES[0]} to play" not in canvas.line(0)
        own += scene.mine
    assert own


def test_C9_a_complete_pile_shows_its_last_card_which_lies_nowhere_else() -> None:
    for before, events, _after, moment in found("dacapo"):
        if moment.label != "COMPLETE":
            continue
        was, shown = cast(DaCapoView, before.view), cast(DaCapoView, moment.view)
        played = next(event for event in events if event.kind in PLAYS)
        assert len(shown.builds[played.args["build"]]) == 10
        assert sum(map(len, shown.builds)) == sum(map(len, was.builds)) + 1
        lay = len(was.hand) + sum(map(bool, was.tops)) + sum(len(pile) for piles in was.helpers for pile in piles)
        lies = (
            len(shown.hand) + sum(map(bool, shown.tops)) + sum(len(pile) for piles in shown.helpers for pile in piles)
        )
        hidden = played.kind == "played" and played.seat != was.seat
        assert lies == lay - (not hidden)


@pytest.mark.parametrize("size", [*SIZES, (200, 50)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", GAMES)
def test_every_stamp_stands_on_the_table_at_every_size(game: str, size: tuple[int, int]) -> None:
    for before, _events, _after, moment in found(game):
        scene = Scene(game=game, title=game, names=before.names, view=moment.view, moment=moment)
        canvas = Canvas(*size, tables.palette("dark", "true", game))
        tables.draw(canvas, scene)
        words = "\n".join(canvas.line(y) for y in range(canvas.height))
        assert all(f" {stamp.words} " in words for stamp in moment.stamps), (moment, words)
        assert "Go on" in words


@pytest.mark.parametrize("depth", ["true", "none"])
@pytest.mark.parametrize("size", [(80, 23), (80, 24), (120, 40), (200, 50)], ids=str)
@pytest.mark.parametrize(("game", "seats"), [*((game, SEATS[game]) for game in KINDS), ("danger13", 5)])
def test_a_stamp_hides_no_value(game: str, seats: int, size: tuple[int, int], depth: str) -> None:
    """What somebody gains or loses is read off the cards that lie there: each keeps its number."""
    for before, _events, _after, moment in found(game, NAMES[:seats]):
        if moment.label == "THE END":
            continue
        bare, stamped = (Canvas(*size, tables.palette("dark", depth, game)) for _ in range(2))
        scene = replace(before, view=moment.view, moment=replace(moment, stamps=()))
        tables.draw(bare, scene)
        tables.draw(stamped, replace(scene, moment=moment))
        for name, area in bare.places.items():
            if name.split()[0] not in ("tiles", "place", "helper"):
                continue
            # Only along the lower edge of cards that have one below their values.
            for y in range(area.y, area.y + area.height - (area.height > 2)):
                across = slice(area.x, area.x + area.width)
                assert stamped.row(y).chars[across] == bare.row(y).chars[across], (name, moment.stamps)


def test_moments_follow_each_other_and_end_by_themselves() -> None:
    view = next(steps("danger13"))[0].view
    assert view is not None
    first, second = (Moment(label, (), (Stamp(0, "x"),), view) for label in "ab")
    showing = Showing()
    showing.add([first], 10.0, 2.0, hurried=False)
    showing.add([second], 11.0, 2.0, hurried=False)
    assert [showing.current(now) for now in (10.0, 11.9, 12.0, 13.9, 14.0)] == [first, first, second, second, None]


def test_a_key_goes_on_and_a_clock_shows_no_more_than_one() -> None:
    view = next(steps("danger13"))[0].view
    assert view is not None
    first, second = (Moment(label, (), (Stamp(0, "x"),), view) for label in "ab")
    showing = Showing()
    showing.add([first, second], 10.0, 2.0, hurried=False)
    showing.skip(10.5)
    assert (showing.current(12.4), showing.current(12.5)) == (second, None)
    showing.add([first, second], 20.0, 2.0, hurried=True)
    assert (showing.current(21.9), showing.current(22.0)) == (first, None)


def test_whoever_hurries_past_moments_still_sees_who_has_won() -> None:
    *_others, (before, _events, after, end) = found("bumbesi")
    assert before.view is not None
    first, second = (Moment(label, (), (Stamp(0, "x"),), before.view) for label in "ab")
    showing = Showing()
    showing.add([first, second, end], 10.0, 2.0, hurried=False)
    showing.skip_to_the_end(10.5)
    assert after.winners
    assert (showing.current(10.5), showing.current(12.4), showing.current(12.5)) == (end, end, None)
    showing.add([end], 20.0, 2.0, hurried=False)
    showing.skip_to_the_end(20.1)
    assert showing.current(20.1) is None


async def test_after_a_bust_the_next_decision_waits_until_it_was_seen(tmp_path: Path) -> None:
    async with at_table(tmp_path, "danger13", 3, seed=4, linger=60.0) as (app, pilot):
        stage, table = app.stage, app.table
        assert stage is not None
        assert table is not None
        while "ROUND OVER" not in screen_of(app):
            seq = table.update.seq
            gifts = [choice for choice in stage.choices() if choice.live]
            press(app, next((choice for choice in gifts if choice.bad), gifts[0]).key)
            await until(pilot, lambda seq=seq: table.update.seq != seq and (table.your_turn or _moment(app)))  # type: ignore[misc]
            await pilot.pause()
        assert "BUST" in screen_of(app)
        assert "GIVE" not in screen_of(app)
        await until(pilot, lambda: table.your_turn)
        seq = table.update.seq
        await pilot.press("1")
        assert table.update.seq == seq
        await until(pilot, lambda: not _moment(app))
        await shows(app, pilot, "?" if "TAKE" in screen_of(app) else "GIVE")


def _moment(app: object) -> bool:
    page = page_of(app)  # type: ignore[arg-type]
    return isinstance(page, TablePage) and page._moment is not None


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=str)
async def test_while_a_round_is_settled_nothing_of_the_next_one_is_told(tmp_path: Path, size: tuple[int, int]) -> None:
    async with at_table(tmp_path, "danger13", 4, size, linger=3600.0) as (app, pilot):
        page = page_of(app)
        assert isinstance(page, TablePage)
        while page._moment is None or page._moment.label != "ROUND OVER":
            if page._moment is not None:
                press(app, "space")
            elif page.table.your_turn:
                press(app, "enter")
            await pilot.pause(0.005)
        await shows(app, pilot, "ROUND OVER")
        told = page.scene().log
        assert any("keeps" in words or "loses" in words for _seat, words in told[-4:])
        assert not any("round 2" in words for _seat, words in told)
        assert "round 2" not in screen_of(app)
        assert any("round 2" in words for _seat, words in page.stage.log)
        press(app, "space")
        await until(pilot, lambda: page._moment is None)
