"""What a table tells: runs in one line of the log, standings of a match, and large windows without holes.

And that nothing is offered which would be refused, lost or no use: the focus, Da Capo's keys, taking back.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from gettext import NullTranslations
from pathlib import Path

import pytest

from engines.games import GAMES
from engines.record import Replay
from engines.view import Event
from net.messages import MatchStanding
from tests.setups import Setup as Deal
from tests.tui.app_harness import at_home, at_table, page_of, press, screen_of, shows, until
from tests.tui.test_bars import decisions
from tui import tables
from tui.draw.canvas import Canvas
from tui.language import Tongue
from tui.screens.score_sheet import draw_sheet, draw_short_sheet
from tui.screens.setup import SetupPage
from tui.screens.table import TablePage
from tui.settings import LEARNERS, WORDS, Settings
from tui.tables.frame import WIDE, find_layout
from tui.tables.scene import first_focus
from tui.tables.sheet import make_sheet
from tui.wording import event_line, goes_on, run_line, speaker_for
from tui.words import speak

NAMES = ("Ada", "Chloé", "hard-1")
PLAYS = "plays {card:card} on {build:pile}"


def played(card: int, build: int = 1, seat: int = 1) -> Event:
    return Event("played", seat, PLAYS, {"card": card, "value": card, "build": build})


def test_cards_that_follow_each_other_on_a_pile_are_one_line() -> None:
    run = [played(1), played(2), played(3)]
    assert goes_on(run[:1], run[1])
    assert not goes_on(run, played(4, build=2))
    assert not goes_on(run, played(4, seat=2))
    assert run_line(run, speaker_for(GAMES["dacapo"], NAMES)) == (1, "plays 1, 2, 3 on B")


def test_a_match_is_ranked_by_its_totals_and_says_when_it_is_over() -> None:
    state = Deal(GAMES["bumbesi"], 3).finished(1).state
    view = GAMES["bumbesi"].view(state, 0)
    standing = MatchStanding(games=3, scores=(), totals=(40, 19, 30), over=True, winners=(1,))
    sheet = make_sheet("bumbesi", view, NAMES, True, standing)
    assert [block.seat for block in sheet.blocks] == [1, 2, 0]
    assert [sheet.rank(place) for place in range(3)] == [1, 2, 3]
    assert (sheet.headlines[0], sheet.points) == ("Chloé wins the match", 19)


def test_a_window_of_119x39_has_the_wide_table_and_a_large_one_a_wider_panel() -> None:
    assert find_layout(119, 39).form == WIDE
    large = find_layout(200, 50)
    assert large.panel is not None
    assert 200 - large.panel > 34


@pytest.fixture(params=["en", "fr"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    speak(Tongue(request.param))
    yield request.param
    speak(NullTranslations())


LONG = ("Wilhelmina12", "Maximiliane3", "Bartholomäus", "Alexandrine5", "Konstantin66", "Marguerite77")


@pytest.mark.parametrize("size", [(40, 20), (40, 30), (80, 24), (120, 40), (200, 50)], ids=str)
def test_at_the_end_of_a_match_everybodys_total_stands_beside_their_name(size: tuple[int, int], language: str) -> None:
    """Whatever the size, the totals are no row of bare numbers: each stands in its player's block."""
    for game, seats in (("bumbesi", 6), ("geschenkt", 4), ("danger13", 5), ("dacapo", 4)):
        view = GAMES[game].view(Deal(GAMES[game], seats).finished(1).state, 0)
        totals = tuple(141 + 7 * seat for seat in range(seats))
        standing = MatchStanding(games=3, scores=(), totals=totals, over=True, winners=(seats - 1,))
        sheet = make_sheet(game, view, LONG[:seats], GAMES[game].low_wins, standing)
        canvas = Canvas(*size, tables.palette("dark", "true", game))
        if size[0] < 80:
            draw_short_sheet(canvas, sheet, 0, 1)
        else:
            draw_sheet(canvas, sheet, (size[0] - 80) // 2, 2, size[1] - 5)
        rows = [canvas.line(y) for y in range(canvas.height)]
        for name, total in zip(LONG, totals, strict=False):
            row = next(row for row, words in enumerate(rows) if f"▌ {name}" in words)
            assert any(str(total) in words for words in rows[row : row + 2]), (name, total, rows)


def test_the_focus_starts_on_no_move_that_loses_where_there_is_another(setup: Deal) -> None:
    """D14, G10: not on a bust, and in Geschenkt not on a card that costs more than the chip for passing."""
    for scene in decisions(setup):
        choices = tables.choices(scene)
        harmless = [choice for choice in choices if choice.live and not choice.bad and not choice.dear]
        assert choices[first_focus(choices)] in (harmless or choices)
        for choice in choices if setup.game.id == "geschenkt" and len(scene.legal) == 2 else ():
            costs = choice.note.startswith("+") and not choice.note.startswith(("+0", "+1 "))
            assert choice.dear == (choice.move == "take" and costs), choice


def test_what_busts_is_marked_as_a_loss(setup: Deal) -> None:
    for scene in decisions(setup):
        assert all(choice.bad for choice in tables.choices(scene) if choice.live and choice.note.startswith("BUST"))


def _keys_of(name: str) -> list[str]:
    """The keys that a name like `1-4`, `x-z` or `x/z` stands for."""
    first, dash, last = name.partition("-")
    return [chr(code) for code in range(ord(first), ord(last) + 1)] if dash else name.split("/")


@pytest.mark.parametrize("size", [(40, 20), (80, 24), (120, 40), (200, 50)], ids=str)
def test_da_capo_offers_no_key_that_is_refused(size: tuple[int, int], language: str) -> None:
    """C7, C12: neither the bar nor the key row names a card, a pile or an end that the rules would not take."""
    keys = (("h", "h"), ("question_mark", "?"), ("escape", "Esc"))
    for seats in (2, 4, 6):
        for scene in decisions(Deal(GAMES["dacapo"], seats)):
            canvas = Canvas(*size, tables.palette("dark", "true", "dacapo"))
            tables.draw(canvas, replace(scene, keys=keys))
            live = {choice.key for choice in tables.choices(scene) if choice.live}
            bottom = range(canvas.height - 5 if size[0] < 80 else canvas.height - 2, canvas.height)
            offered = {action for area, action in canvas.hot_areas if area.y in bottom and action}
            assert offered <= {*live, "enter", "h", "question_mark", "escape"}, (offered, live)
            keys_row = re.split(r"\s{3,}", canvas.line(canvas.height - 1))[0]
            named = re.findall(r"(?<!\S)(?:1-\d|[xyz](?:[-/][xyz])*)(?= )", keys_row)
            assert {key for name in named for key in _keys_of(name)} <= live, (named, live)


def test_every_line_of_the_log_is_whole_at_120x40(setup: Deal, language: str) -> None:
    names = LONG[: setup.seats]
    speaker, replay = speaker_for(setup.game, names), Replay(setup.finished(5).record())
    told = list(dict.fromkeys(event_line(event, speaker) for events in replay for event in events))
    scene = next(decisions(setup))
    for first in range(0, len(told), 12):
        log = tuple(told[first : first + 12])
        canvas = Canvas(120, 40, tables.palette("dark", "true", setup.game.id))
        tables.draw(canvas, replace(scene, names=names, log=log, legal=()))
        panel = find_layout(120, 40).panel or 0
        written = " ".join(" ".join(canvas.line(y)[panel:].split()) for y in range(4, 37))
        assert [words for _seat, words in log if words not in written] == [], written


async def test_taking_back_is_offered_once_there_is_a_move_to_take_back(tmp_path: Path) -> None:
    async with at_table(tmp_path, "geschenkt", 3) as (app, pilot):
        page, table = app.page, app.table
        assert isinstance(page, TablePage)
        assert table is not None
        assert "u" not in [key for key, _words in page.other_keys()]
        seq = table.update.seq
        press(app, "1")
        await until(pilot, lambda: table.update.seq != seq and table.your_turn)
        assert "u" in [key for key, _words in page.other_keys()]


@pytest.mark.parametrize("level", WORDS["level"])
async def test_against_those_one_learns_from_the_table_remembers_and_says_what(tmp_path: Path, level: str) -> None:
    settings = Settings(name="Ada", motion=False, lessons="0000", level=level)
    async with at_home(tmp_path, settings=settings) as (app, pilot):
        press(app, "2")
        press(app, "2")
        await until(pilot, lambda: isinstance(app.page, SetupPage))
        await shows(app, pilot, "shows what was seen before")
        row = next(row for row in screen_of(app).split("\n") if "memory aid" in row)
        assert ("yes" in row, "no " in row) == (level in LEARNERS, level not in LEARNERS), row
        assert page_of(app).felt == "danger13"


async def test_in_the_settings_enter_writes_the_name(tmp_path: Path) -> None:
    saved: dict[str, str | bool] = {}
    async with at_home(tmp_path, save=saved.update) as (app, pilot):
        press(app, "s")
        await shows(app, pilot, "your name")
        for key in ("enter", "n", "n", "enter"):
            press(app, key)
        await until(pilot, lambda: saved.get("name") == "Adann")


async def test_the_recap_tells_what_the_others_did_since_ones_own_move(tmp_path: Path) -> None:
    async with at_table(tmp_path, "geschenkt", 4, seed=2) as (app, pilot):
        stage = app.stage
        assert stage is not None
        table = stage.table
        for _ in range(6):
            seq = table.update.seq
            press(app, "enter")
            await until(pilot, lambda seq=seq: table.update.seq != seq and table.your_turn)  # type: ignore[misc]
            log, since = stage.scene(app.now).log, stage.scene(app.now).since
            own = max(place for place, (seat, _words) in enumerate(log) if seat == table.seat)
            assert since == tuple(line for line in log[own + 1 :] if not line[1].startswith("turns up"))
            if since:
                await shows(app, pilot, since[-1][1])
