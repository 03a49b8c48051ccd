"""The bars of every table: what is offered is written whole, and no key cap touches a label."""

import re
from collections.abc import Iterator
from dataclasses import replace
from gettext import NullTranslations

import pytest

from bots.advice import Advice, JudgedMove
from engines.games import GAMES
from engines.record import Recording
from tests.setups import Setup
from tests.tui.drawing import drawn
from tui import tables
from tui.draw import bars
from tui.draw.canvas import Canvas
from tui.hints import make_hint
from tui.language import Tongue
from tui.tables.frame import COMPACT, find_layout
from tui.tables.scene import Scene, ShownHint, Tip
from tui.words import _, speak

NAMES = ("Wilhelmina12", "Maximiliane3", "Bartholomäus", "Alexandrine5", "Konstantin66", "Marguerite77", "Théophile-88")
SIZES = ((40, 20), (40, 30), (60, 20), (80, 23), (80, 24), (100, 30), (119, 39), (120, 40), (200, 50))
POSITIONS = 6


@pytest.fixture(params=["en", "fr"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    speak(Tongue(request.param))
    yield request.param
    speak(NullTranslations())


def decisions(setup: Setup) -> Iterator[Scene]:
    """A few decisions of a random game, each with what it becomes after the first half of a move."""
    length = len(setup.finished(3).moves)
    for number in range(POSITIONS):
        recording = setup.after(3, length * number // POSITIONS)
        scene = _scene(setup, recording)
        yield scene
        picks = [choice.pick for choice in tables.choices(scene) if choice.pick]
        yield from (replace(scene, picked=pick) for pick in picks)


def _scene(setup: Setup, recording: Recording) -> Scene:
    game, state = setup.game, recording.state
    return Scene(
        game=game.id,
        title=game.title,
        names=NAMES[: setup.seats],
        view=game.view(state, state.turn),
        legal=tuple(map(game.say, state.legal())),
        memory_aid=True,
        alone=True,
    )


def caps(canvas: Canvas) -> Iterator[tuple[str, str, str]]:
    """Every key cap, a run of gold cells that begins with a blank one, with the characters on either side of it."""
    for y in range(1, canvas.height):
        row = canvas.row(y)
        gold = [bg == canvas.palette.accent for bg in row.bg]
        for x in range(canvas.width):
            if gold[x] and (x == 0 or not gold[x - 1]):
                end = next((end for end in range(x, canvas.width) if not gold[end]), canvas.width)
                before = row.chars[x - 1] if x else " "
                after = row.chars[end] if end < canvas.width else " "
                if row.chars[x] == " ":
                    yield before, "".join(row.chars[x:end]), after


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_no_key_cap_touches_a_label(setup: Setup, size: tuple[int, int], language: str) -> None:
    for scene in decisions(setup):
        canvas = drawn(scene, size)
        touching = [cap for cap in caps(canvas) if cap[0].isalnum() or cap[2].isalnum()]
        assert touching == [], [canvas.line(y) for y in range(canvas.height)]


def test_C5_what_is_left_of_a_stock_is_not_covered_by_the_cards_beside_it(language: str) -> None:
    for seats in (2, 3, 4, 5, 6):
        for scene in decisions(Setup(GAMES["dacapo"], seats)):
            for size in SIZES:
                canvas = drawn(scene, size)
                lines = [canvas.line(y) for y in range(canvas.height)]
                assert not any(re.search(r"\d (left|cartes?)[▌▟▜]|\d (lef|cart)\W", line) for line in lines), lines


def test_taking_and_passing_stand_apart_in_every_language(language: str) -> None:
    for scene in decisions(Setup(GAMES["geschenkt"], 4)):
        for size in SIZES:
            canvas = drawn(scene, size)
            lines = [canvas.line(y) for y in range(canvas.height)]
            assert not any(re.search(r"► -?\d+[a-z]", line) for line in lines), lines


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_what_a_bar_offers_is_not_cut_before_its_last_word(setup: Setup, size: tuple[int, int], language: str) -> None:
    layout = find_layout(*size)
    for scene in decisions(setup):
        canvas = drawn(scene, size)
        rows = range(canvas.height - (7 if layout.form == COMPACT else 2), canvas.height - 1)
        listed = [choice for choice in tables.choices(scene) if choice.bar and choice.live]
        widths = (canvas.width // 2, canvas.width) if layout.form == COMPACT else range(canvas.width)
        offered = {action for area, action in canvas.hot_areas if area.y in rows and area.width in widths}
        bar = " ".join(canvas.line(y) for y in rows).split()
        cut = [choice.verb for choice in listed if choice.key in offered and choice.verb.split()[-1] not in bar]
        assert cut == [], [canvas.line(y) for y in range(canvas.height)]


def test_the_recap_beside_the_keys_ends_with_a_whole_event(language: str) -> None:
    """What the others did stands beside the keys as far as there is room, event by event."""
    keys = (
        ("h", _("hint")),
        ("l", _("log")),
        ("u", _("take back")),
        ("question_mark", _("rules")),
        ("escape", _("menu")),
    )
    since = ((0, "plays 1 on C"), (1, "lays 10 on z"), (0, "draws 4 cards"), (1, "lays 9 on x"))
    for setup in (Setup(GAMES["dacapo"], 3), Setup(GAMES["bumbesi"], 4), Setup(GAMES["geschenkt"], 3)):
        for scene in decisions(setup):
            shown = replace(scene, keys=keys, log=since, since=since, newest=since[-1], recent=since[-2:])
            canvas = drawn(shown, (80, 24))
            assert canvas.line(23).rstrip().endswith("lays 9 on x"), canvas.line(23)


@pytest.mark.parametrize("size", [(40, 20), (80, 24), (120, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_hint_by_a_rule_of_thumb_claims_no_games(size: tuple[int, int]) -> None:
    scene = next(decisions(Setup(GAMES["geschenkt"], 3)))
    tip = Tip(scene.legal[0], "Take 30", 0.0, "", reasons=("stands alone",))
    hint = ShownHint((tip,), 0, 1.0, "A rule of thumb says so; nothing was tried out.", ("ends near",))
    canvas = drawn(replace(scene, hint=hint, panel="hint"), size)
    words = " ".join(canvas.line(y) for y in range(canvas.height))
    assert "Take 30" in words
    assert not [claim for claim in (" 0 %", "0 games", "share of games won", "ends near") if claim in words]


def test_where_notes_do_not_fit_only_the_focus_keeps_its_own() -> None:
    offers = [bars.Offer(str(number), f"Player {number}", "5 of 13") for number in range(1, 5)]
    for width, focus, noted in ((120, 0, 4), (80, 0, 1), (80, 2, 1), (72, 0, 0)):
        canvas = Canvas(width, 1, tables.palette("dark", "true", "danger13"))
        bars.offers(canvas, 14, 0, offers, focus)
        row = canvas.line(0)
        assert row.count("5 of 13") == noted, row
        assert noted != 1 or f"Player {focus + 1} 5 of 13" in row


@pytest.mark.parametrize("width", [60, 80])
def test_beside_a_sentence_the_keys_that_lead_to_all_others_stay(width: int, language: str) -> None:
    items = (
        ("tab", _("next table")),
        ("l", _("log")),
        ("t", _("talk")),
        ("i", _("invite")),
        ("question_mark", _("rules")),
        ("escape", _("menu")),
    )
    line = "ssh cacao-66@127.0.0.1 -p 22422"
    canvas = Canvas(width, 1, tables.palette("dark", "true", "bumbesi"))
    bars.keys(canvas, 0, items[width < 80 :], line, canvas.palette.text)
    row = canvas.line(0)
    assert row.rstrip().endswith(f"  {line}")
    assert f"? {_('rules')}" in row
    assert f"{bars.key_name('escape')} {_('menu')}" in row


@pytest.mark.parametrize("width", [40, 80])
def test_C14_a_hint_says_over_its_cards_that_they_are_counted_at_the_end(width: int, language: str) -> None:
    game = GAMES["dacapo"]
    scene = next(decisions(Setup(game, 4)))
    judged = tuple(JudgedMove(move, 500, 0.4, 0.01, 0.2) for move in scene.legal[:2])
    hint = make_hint(Advice(judged[0].move, judged, 1000), scene, game, 1.0)
    heading = drawn(replace(scene, hint=hint, panel="hint"), (width, 24)).line(1).rstrip()
    assert heading.endswith(_("left at the end") if width == 80 else _("at the end")), heading


def test_how_the_first_moves_compare_is_said_where_that_costs_no_move() -> None:
    scene = next(decisions(Setup(GAMES["dacapo"], 4)))
    tips = tuple(Tip(scene.legal[0], f"Lay {number} on x", 0.3, "1", reasons=("buries the 5",)) for number in range(9))
    hint = ShownHint(tips, 1000, 1.0, "The first 4 are about equal.", ("left at the end",))
    canvas = drawn(replace(scene, hint=hint, panel="hint"), (80, 24))
    rows = [canvas.line(y) for y in range(canvas.height)]
    assert sum("Lay" in row and "30 %" in row for row in rows) == 8
    assert any("The first 4 are about equal." in row for row in rows)


def test_in_a_narrow_bar_a_note_loses_what_is_behind_a_comma_and_never_half_a_word(language: str) -> None:
    for seats in (3, 6):
        for scene in decisions(Setup(GAMES["bumbesi"], seats)):
            canvas = drawn(scene, (40, 20))
            bar = "\n".join(canvas.line(y) for y in range(canvas.height - 3, canvas.height - 1))
            words = {word for choice in tables.choices(scene) for word in f"{choice.verb} {choice.note}".split()}
            known = {*words, *(word.rstrip(",") for word in words), *_("Put it back").split(), _("Back")}
            caps = {"►", "▌", bars.key_name("enter"), bars.key_name("escape"), *"123456abc"}
            assert [word for word in bar.split() if word not in known | caps] == [], bar
