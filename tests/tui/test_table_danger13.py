"""Danger 13's table: whoever gives a card sees what it would do to everybody, and nobody sees what is hidden."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from engines.chance import FastChance
from engines.danger13.view import (
    DRAW,
    HOUSE_COMPOSITION,
    SHIELD,
    Danger13Memory,
    Danger13View,
    RowAfter,
    after,
    kind,
    limit,
    signs,
    text,
    total,
)
from engines.games import GAMES
from engines.record import Recording
from tests.setups import Setup
from tests.tui.drawing import drawn, screen
from tui import tables
from tui.draw.glyphs import ASCII, SETS, Glyphs
from tui.draw.palette import DEPTHS, THEMES
from tui.tables.danger13.table import explain
from tui.tables.scene import Away, Scene, ShownHint, Tip, find_choice, key_of, step_focus

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


def test_the_table_at_80x24_says_what_the_mock_up_says() -> None:
    rows = screen(scene(position())).split("\n")
    assert rows[0] == "▌ Danger 13  table plum-07   round 3   you deal                  pile 41   0:31"
    assert rows[1] == " ►1 Ada           you deal   ▟+ ▐▟  ▐▟» ▐▟++ ▙"
    assert rows[2] == "  ▄▄▄▄▄▄▄▄▖▖▖▁▁▌      8/13    3 ▐ 2 ▐ 1 ▐ 2                   ► 1  ► 11 room 2"
    assert rows[5] == " ▐2▌ Chloé                   ▟++▐▟  ▐▟+ ▐▟  ▐▟» ▐▟+  ▙"
    assert rows[6] == "  ▄▄▄▄▄▄▄▄▄▄▄▄▖▖▖▁▁▁▌12/18    4 ▐ 18▐ 2 ▐ 3 ▐ 2 ▐ 1             2  ► 15 room 3"
    assert rows[7] == "  9 cards  at stake ++++     ▜  ▐▜  ▐▜  ▐▜  ▐▜  ▐▜   ▛"
    assert rows[9] == " ▐3▌ hard-1          start   ▟  ▐▟+ ▐▟  ▐▟»  ▙"
    assert rows[10] == "  ▄▄▄▄▄▄▄▄▄▄▄▖▖█     11/13    4 ▐ 4 ▐ NO▐ 3                     3  ► 14 BUST/NO"
    assert rows[14] == "  ▄▄▁▁▁▁▁▁▁▁▁▁▁▌      2/13    2 ▐ 0                            has a card"
    assert rows[17] == "   ▟  +  ▙"
    assert rows[18].startswith("     ▄▄▖  ▌ turned up            ▟▐▟  ▙   Ada turns up P4")
    assert "plus 3 one sign" in rows[19]
    assert "2 more in the packet ▜▐▜  ▛" in rows[20]
    assert rows[22] == " GIVE PLUS 3 ▌► 1  Ada 11 of 13    2  Chloé 15 of 18    3  hard-1 14: BUST or NO"


def test_the_compact_table_says_what_the_mock_up_says() -> None:
    rows = screen(scene(position()), (40, 20)).split("\n")
    assert rows[1] == "►1 Ada         ▄▄▄▄▄▄▄▄▖▖▖▁▁▌      8/13"
    assert rows[3] == "▐2▌Chloé       ▄▄▄▄▄▄▄▄▄▄▄▄▖▖▖▁▁▁▌12/18"
    assert rows[4] == "   ++4  18 +2   3  »2  +1       9 cards"
    assert rows[6] == "    4  +4  NO »3                4 cards"
    assert rows[11:13] == [" Chloé lays P3: 12 of 18", " Ada turns up A3"]
    assert rows[13] == " ▟+  ▙  turned up: plus 3"
    assert rows[17] == "▌ 2  Chloé        15 of 18"
    assert rows[18] == "▌ 3  hard-1       14: BUST or NO"


@pytest.mark.parametrize("size", [(40, 20), (80, 24)])
def test_the_action_bar_warns_of_a_bust_in_its_colour(size: tuple[int, int]) -> None:
    canvas = drawn(scene(position()), size)
    y, x = next((y, canvas.line(y).index("14: BUST")) for y in range(canvas.height) if "14: BUST" in canvas.line(y))
    assert canvas.row(y).fg[x] == canvas.palette.bad


def test_the_key_row_says_how_to_choose_since_the_log_is_on_the_table() -> None:
    assert "digit, arrows or click" in drawn(scene(position())).line(23)
    assert "digit" not in drawn(scene(position(turn=1))).line(23)


def test_the_wide_table_stands_where_the_grid_says() -> None:
    canvas = drawn(scene(position()), (120, 40))
    assert canvas.line(4)[4:31] == "►1 Ada            you deal "
    assert canvas.line(18)[64:80] == " 3  ► 14 BUST/NO"
    assert canvas.line(31)[22:58] == "plus 3 one sign for whoever keeps it"
    assert canvas.line(29)[12:19] == "▟  +  ▙"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_size_shows_what_is_needed_to_decide(size: tuple[int, int], seats: int) -> None:
    words = screen(scene(position(seats=seats, served=())), size)
    facts = ("8/13", "12/18", "won +8", "9 cards", "plus 3", "2 more", "11", "15", "Ada", "Chloé")
    for needed in (*NAMES[:seats], *facts):
        assert needed in words
    assert ("BUST" in words) == (seats > 2)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_size_shows_every_state(size: tuple[int, int], seats: int) -> None:
    away = (None, Away(41, 19), *(None,) * (seats - 2))
    thinking = replace(scene(position(seats=seats, turn=1, served=())), thinking=1, step=1, away=away)
    names = ("Ada", "", *NAMES[2:seats])
    waiting = replace(
        scene(position(seats=seats)), view=None, seat=0, legal=(), names=names, state="waiting", join=("ssh x",)
    )
    spectator = scene(position(seats=seats, seat=None, turn=1, served=()))
    assert "Chloé is thinking" in screen(thinking, size)
    for needed in ("╌ free", "WAITING", "ssh x"):
        assert needed in screen(waiting, size)
    assert "gives it" in screen(spectator, size)
    assert "wins" in screen(scene(finished(seats)), size)
    assert "See the scores" in screen(scene(finished(seats)), size)


@pytest.mark.parametrize("size", SIZES)
def test_a_player_who_is_away_is_marked(size: tuple[int, int]) -> None:
    words = screen(replace(scene(position()), away=(None, Away(41, 19), Away(90, 0), None)), size)
    assert "away" in words
    if size[0] >= 80:
        assert "a bot plays in 0:19" in words
        assert "bot for hard-1" in words


@pytest.mark.parametrize(
    ("row", "card", "result"),
    [
        ("A3 P2", "P4", RowAfter(9, 13)),
        ("P4 A4 D3", "P2", RowAfter(13, 13)),
        ("P4 A4 D3 S", "P2", RowAfter(13, 18)),
        ("A3 P2", "D4", RowAfter(9, 13, draws=True)),
        ("P4 A4 D3", "D2", RowAfter(13, 13)),
        ("A3 S", "R", RowAfter(3, 13, lost=SHIELD)),
        ("S A3 S", "R", RowAfter(3, 18, lost=SHIELD)),
        ("", "R", RowAfter(0, 13)),
        ("A3", "S", RowAfter(3, 18)),
        ("A3", "Q2", RowAfter(3, 13, won=2)),
    ],
)
def test_D9_to_D14_what_a_card_does_to_a_row(row: str, card: str, result: RowAfter) -> None:
    assert after(cards(row), CARDS[card]) == result


@pytest.mark.parametrize("seats", [2, 5])
def test_D9_to_D14_the_outcome_on_the_table_is_what_then_happens(seats: int) -> None:
    compared = 0
    recording = Setup(GAME, seats).start(7)
    luck = FastChance(7)
    while not recording.over:
        before = GAME.view(recording.state, None)
        move = GAME.say(recording.state.legal()[luck.below(len(recording.state.legal()))])
        recording.play(move)
        then = GAME.view(recording.state, None)
        assert isinstance(before, Danger13View)
        assert isinstance(then, Danger13View)
        seat = before.turn if before.asked else int(move.split()[1])
        if move == "refuse" or then.asked or kind(before.open) == DRAW:
            continue
        result = after(before.rows[seat], before.open)
        stopped = then.round != before.round or then.turn < 0
        assert (result.room <= 0) == stopped
        if not stopped:
            assert (total(then.rows[seat]), then.limits[seat]) == (result.total, result.limit)
        compared += 1
    assert compared > 50


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("D1", ("►  9 room 4", "draws")),
        ("R", ("►  6 room 7", "loses ++2", "loses »3/NO")),
        ("S", ("►  8 room 10", "limit 18")),
        ("H", ("►  8 room 5", "gets a NO")),
        ("Q2", ("►  8 room 5", "wins ++")),
        ("P1", ("►  9 room 4", "or NO")),
    ],
)
def test_D9_to_D13_every_kind_of_card_says_what_it_would_do(card: str, words: tuple[str, ...]) -> None:
    shown = screen(scene(position(card, served=())))
    for needed in words:
        assert needed in shown


def test_D10_an_arrow_says_that_an_empty_row_loses_nothing() -> None:
    assert "loses none" in screen(scene(position("R", rows=("", *ROWS[1:]))))


def test_D5_a_seat_with_a_card_of_the_packet_is_named_but_does_nothing() -> None:
    choices = tables.choices(scene(position()))
    assert [(choice.verb, choice.live) for choice in choices] == [
        ("Ada", True),
        ("Chloé", True),
        ("hard-1", True),
        ("Maximilien", False),
    ]
    assert choices[3].note == "has a card"
    assert find_choice(choices, "4", 0) is None
    assert [step_focus(choices, focus, 1) for focus in range(3)] == [1, 2, 0]


def test_D8_the_receiver_is_asked_to_accept_or_to_refuse() -> None:
    shown = scene(position("B5", seat=2, turn=2, asked=True, served=(2, 3)))
    choices = tables.choices(shown)
    assert [(choice.key, choice.move) for choice in choices] == [("1", "accept"), ("2", "refuse")]
    rows = screen(shown).split("\n")
    assert rows[1].endswith("► 1  ► 16 BUST")
    assert rows[3].endswith(" 2  or say NO")
    assert rows[22] == " TAKE DOUBLE PLUS 5? ▌► 1  Accept 16: BUST    2  Refuse spends your NO"


def test_D8_everybody_else_sees_who_may_refuse() -> None:
    rows = screen(scene(position("B5", turn=2, asked=True, served=(2, 3)))).split("\n")
    words = "\n".join(rows)
    assert "hard-1 may refuse" in words
    assert "may say NO" in words
    assert rows[9].endswith("► 16 BUST")
    assert words.count("room") == 0
    assert words.count("has a card") == 1
    assert tables.choices(scene(position("B5", turn=2, asked=True, served=(2, 3)))) == []


def test_D18_the_last_round_is_announced() -> None:
    for size in MAIN_SIZES:
        assert "round 3, the last" in screen(scene(replace(position(), last_round=True)), size)


def test_D21_of_others_only_the_number_of_won_cards_is_told() -> None:
    words = screen(scene(position()))
    assert [words.count(won) for won in ("won +8", "9 cards", "4 cards", "7 cards")] == [1] * 4
    assert words.count("won +") == 1


def test_D21_the_memory_aid_tells_what_was_once_seen() -> None:
    words = screen(replace(scene(position()), memory_aid=True))
    assert words.count("won +") == 4
    assert "not seen yet   »  2   ◄  1   18  1   NO  1   prize  1" in words


@pytest.mark.parametrize("size", MAIN_SIZES)
def test_D21_without_the_aid_no_cell_depends_on_others_won_cards(size: tuple[int, int]) -> None:
    view = position()
    swapped = (view.memory.won[0], cards("B5 " * 9), *view.memory.won[2:])
    other = replace(view, memory=replace(view.memory, won=swapped, unseen=(cards("P1 P2"),)))
    assert drawn(scene(view), size).changes(drawn(scene(other), size)) == []
    aided = [drawn(replace(scene(each), memory_aid=True), size) for each in (view, other)]
    assert aided[0].changes(aided[1]) != []


@pytest.mark.parametrize("size", MAIN_SIZES)
@pytest.mark.parametrize("seats", [2, 5])
def test_states_that_a_seat_cannot_tell_apart_look_the_same(size: tuple[int, int], seats: int) -> None:
    for recording in islice(walks(seats, seed=3, every=17), 8):
        for seat in (*range(seats), None):
            shown = replace(seen(recording, seat), memory_aid=True)
            assert shown.view is not None
            for seed in (1, 2):
                twin = GAME.view(GAME.sample(shown.view, FastChance(seed)), seat)
                assert drawn(replace(shown, view=twin), size).changes(drawn(shown, size)) == []


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_legal_move_has_a_key_and_no_other_move_has(seats: int) -> None:
    for recording in Setup(GAME, seats).walk(seats):
        for seat in (*range(seats), None):
            shown = seen(recording, seat)
            live = [choice for choice in tables.choices(shown) if choice.live and choice.move]
            assert sorted(choice.move for choice in live) == sorted(shown.legal)
            assert len({choice.key for choice in live}) == len(live)
            for choice in live:
                assert find_choice(tables.choices(shown), choice.key, 0) == choice


@pytest.mark.parametrize("size", MAIN_SIZES)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_legal_move_can_be_clicked(size: tuple[int, int], seats: int) -> None:
    for recording in walks(seats, seed=11, every=6):
        shown = seen(recording, recording.state.turn if not recording.over else 0)
        canvas = drawn(shown, size)
        clicks = {canvas.action_at(area.x, area.y) for area, _action in canvas.hot_areas}
        assert {choice.key for choice in tables.choices(shown) if choice.live} <= clicks


@pytest.mark.parametrize("size", MAIN_SIZES)
def test_a_click_on_a_seat_s_band_gives_it_the_card(size: tuple[int, int]) -> None:
    canvas = drawn(scene(position()), size)
    for seat, name in enumerate(NAMES[:3]):
        y = next(y for y in range(1, size[1]) if name in canvas.line(y))
        assert canvas.action_at(canvas.line(y).index(name), y) == str(seat + 1)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("focus", [0, 1, 2])
def test_the_cursor_stands_on_the_focused_cap(size: tuple[int, int], focus: int) -> None:
    canvas = drawn(replace(scene(position()), focus=focus), size)
    assert canvas.cursor is not None
    assert canvas.row(canvas.cursor[1]).chars[canvas.cursor[0]] == str(focus + 1)
    assert canvas.action_at(*canvas.cursor) == str(focus + 1)


def test_a_seat_s_key_is_its_number_wherever_it_sits() -> None:
    choices = tables.choices(scene(position(seat=2, turn=2, served=(3,))))
    assert [(choice.key, choice.move) for choice in choices if choice.live] == [
        ("3", "give 2"),
        ("1", "give 0"),
        ("2", "give 1"),
    ]
    assert key_of(choices, "give 1") == "2"


def test_the_longest_rows_fold_and_stay_inside_their_room() -> None:
    row = "A0 A0 D0 H H S P1 A1 B1 D0 A2 D0 P2 A0 D0"
    shown = scene(position(rows=(row,) * 5, seats=5, served=()))
    for size in SIZES:
        words = screen(shown, size)
        assert len(re.findall(r"x\d", words)) == 5
        assert words.count("7/18") == 5
        assert all(won in words for won in ("won +8", "9 cards", "4 cards", "7 cards", "3 cards"))
        if size[0] >= 80:
            assert words.count("► 10 room 8") == 5


def test_a_fold_says_how_many_cards_it_hides() -> None:
    row = "A0 " * 11
    assert "x2" in screen(scene(position(rows=(row, *ROWS[1:]))))
    assert "x" not in screen(scene(position(rows=("A0 " * 10, *ROWS[1:])))).split("\n")[2]


def test_a_move_repaints_few_rows() -> None:
    before, after = drawn(scene(position()), (120, 40)), drawn(replace(scene(position()), focus=1), (120, 40))
    assert [y for y, _start, _stop in after.changes(before)] == [6, 12, 38]


def test_while_another_seat_acts_the_bottom_rows_have_one_gold_dot() -> None:
    canvas = drawn(replace(scene(position(turn=2, served=())), thinking=2, step=0))
    gold = canvas.palette.accent
    assert sum(canvas.row(y).bg.count(gold) for y in range(22, canvas.height)) == 0
    assert sum(canvas.row(y).fg.count(gold) for y in range(22, canvas.height)) == 1
    assert "room" in "".join(canvas.line(y) for y in range(16))


@pytest.mark.parametrize("size", SIZES)
def test_a_hint_shows_its_bars_beside_or_over_the_table(size: tuple[int, int]) -> None:
    tips = (Tip("give 2", "hard-1", 0.44, "9"), Tip("give 1", "Chloé", 0.31, "8"))
    words = screen(replace(scene(position()), hint=ShownHint(tips, 2600, 1.0, "The round stops."), panel="hint"), size)
    for needed in ("Hint", "44 %", "31 %", "The round stops."):
        assert needed in words


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_and_depth_writes_the_same_words(theme: str, depth: str) -> None:
    canvas = drawn(scene(position()), look=(theme, depth))
    assert "► 14 BUST/NO" in canvas.line(10)
    assert "".join(canvas.strip(10).text) == canvas.line(10)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [4, 5])
def test_ascii_leaves_no_box_drawing(size: tuple[int, int], seats: int) -> None:
    for shown in (scene(position(seats=seats)), scene(finished(seats))):
        canvas = drawn(shown, size, glyphs=ASCII)
        assert all(char.isascii() or char == "é" for y in range(canvas.height) for char in canvas.line(y))


def test_ascii_tiles_of_two_rows_keep_their_values_between_bars() -> None:
    canvas = drawn(scene(position(seats=5)), glyphs=ASCII)
    assert canvas.line(1)[29:46] == ".+--.---.>--.++-."
    assert canvas.line(2)[29:46] == "|3  |2  |1  |2  |"


@pytest.mark.parametrize("glyphs", SETS.values(), ids=SETS)
def test_nothing_is_too_odd_a_size(glyphs: Glyphs) -> None:
    scenes = [scene(position(seats=seats, served=())) for seats in (2, 5)] + [
        scene(position("B5", seat=2, turn=2, asked=True)),
        scene(finished(5)),
    ]
    for width in range(40, 161, 15):
        for height in range(20, 51, 5):
            for shown in scenes:
                canvas = drawn(shown, (width, height), glyphs=glyphs)
                assert len(canvas.marks) == height
                assert "Danger 13" in canvas.line(0)


def test_D20_the_parts_of_a_score_add_up_to_it() -> None:
    view = finished()
    blocks = explain(view).blocks
    assert [block.parts for block in blocks[:2]] == [(("rows", 7), ("prizes", 1)), (("rows", 11), ("prizes", 2))]
    assert [block.words for block in blocks[:2]] == ["3 +, 2 ++", "5 +, 3 ++"]
    for block in blocks:
        assert sum(points for _name, points in block.parts) == block.total == view.scores[block.seat]


def test_D20_between_equals_the_score_names_the_values_that_decide() -> None:
    blocks = explain(finished(3, ("B3 A4", "B1 A2", "A1"))).blocks
    assert [block.words for block in blocks] == ["values 7", "values 3", "1 +"]


def test_D20_the_end_shows_signs_and_the_values_that_decide_between_equals() -> None:
    words = screen(scene(finished(2, ("B3 A4", "B1 A2"))))
    assert words.count("3 signs") == 2
    assert "2 cards, values 7" in words
    assert "2 cards, values 3" in words


def test_cards_have_places_to_fly_between() -> None:
    for size in MAIN_SIZES:
        for seats in (2, 5):
            places = drawn(scene(position(seats=seats)), size).places
            assert {"pile", "open", *(f"seat {seat}" for seat in range(seats))} <= set(places)


@pytest.mark.parametrize(
    ("card", "name", "printed"),
    [
        ("P4", "plain 4", "4"),
        ("A0", "plus 0", "+"),
        ("B5", "double plus 5", "++"),
        ("D2", "draw 2", "»"),
        ("R", "arrow", "◄"),
        ("S", "shield", "18"),
        ("H", "hand", "NO"),
        ("Q2", "prize", "++"),
    ],
)
@pytest.mark.parametrize("size", MAIN_SIZES)
def test_D1_the_open_card_shows_its_sign_and_its_name(
    size: tuple[int, int], card: str, name: str, printed: str
) -> None:
    canvas = drawn(scene(position(card, served=(), rows=("",) * 4)), size)
    place = canvas.places["open"]
    rows = [canvas.line(y) for y in range(place.y, place.y + place.height)]
    assert any(printed in row[place.x : place.x + place.width] for row in rows) or card == "P4"
    assert any(name in row for row in rows)
