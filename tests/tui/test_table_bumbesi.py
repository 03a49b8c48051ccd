"""Bumbesi's table: what fits where is on the screen at every size, every move has keys, and nothing hidden shows."""

from collections.abc import Iterator
from dataclasses import replace
from typing import cast

import pytest

from engines.bumbesi.rules import DECK, BumbesiState
from engines.bumbesi.view import (
    HIGHEST,
    LIMIT,
    REVERSE,
    STEAL,
    BumbesiMemory,
    BumbesiView,
    cards_at,
    next_seat,
    places_for,
    unseen,
    window,
)
from engines.chance import FastChance, LiveChance
from engines.games import GAMES
from engines.view import OVER
from tests.setups import Setup
from tests.tui.drawing import choice, drawn, screen
from tui import tables
from tui.draw.glyphs import ASCII
from tui.draw.palette import DEPTHS, THEMES
from tui.tables.bumbesi import table as bumbesi
from tui.tables.scene import Away, Scene, find_choice, first_focus

GAME = GAMES["bumbesi"]
NAMES = ("Ada", "Chloé", "hard-1", "Maximilien", "easy-2", "Wilhelmina12")
SIZES = ((40, 20), (80, 24), (120, 40))
BETWEEN = ((40, 26), (79, 30), (100, 33), (114, 24), (119, 50), (160, 50))
HAND = (20, 33, 51, 58, REVERSE)


def table(
    hand: tuple[int, ...] = HAND,
    seats: int = 5,
    limits: tuple[tuple[int, ...], tuple[int, ...]] = ((41, 63), (29,)),
    piles: tuple[tuple[int, ...], tuple[int, ...]] = ((22, 37, 48), (17,)),
    left: int = 31,
) -> BumbesiState:
    """Set up the position of the mock-ups, or one like it, with all 85 cards on the table."""
    state = cast(BumbesiState, GAME.deal(seats, {}, LiveChance(1)))
    rest = DECK[:]
    for card in (*hand, *limits[0], *limits[1], *piles[0], *piles[1]):
        rest.remove(card)
    others = [[rest.pop(3) for _ in range(5)] for _ in range(seats - 1)]
    state.hands = [list(hand), *[sorted(cards) for cards in others]]
    state.limits = [list(cards) for cards in limits]
    state.piles = [list(cards) for cards in piles]
    state.pile = rest[:left]
    state.bins = [[], sorted(rest[left:]), *([] for _ in range(seats - 2))]
    state.turn, state.marker, state.direction = 0, 0, -1
    return state


def look_at(state: BumbesiState, seat: int | None = 0) -> Scene:
    """A seat's scene of a position."""
    view = cast(BumbesiView, GAME.view(state, seat))
    return Scene(
        game="bumbesi",
        title="Bumbesi",
        table="fig-19",
        names=NAMES[: state.seats],
        view=view,
        legal=tuple(map(GAME.say, state.legal())) if seat == state.turn else (),
        clock=42,
        log=((1, "plays 48 on A"),),
    )


def mock_up(state: BumbesiState | None = None) -> Scene:
    """The scene of the mock-ups: their bins would need more cards than there are."""
    shown = look_at(table() if state is None else state)
    return replace(shown, view=replace(view_of(shown), bins=(14, 9, 11, 17, 6, 22)[: len(shown.names)]), focus=1)


def view_of(shown: Scene) -> BumbesiView:
    return cast(BumbesiView, shown.view)


def steps(shown: Scene) -> Iterator[Scene]:
    """The scene of a turn and of every step of a move that can be begun there."""
    yield shown
    for each in tables.choices(shown):
        if each.live and each.pick:
            yield from steps(replace(shown, picked=each.pick, focus=0))


def reachable(shown: Scene) -> list[str]:
    return [each.move for step in steps(shown) for each in tables.choices(step) if each.live and each.move]


def test_the_table_at_80x24_says_what_the_mock_up_says() -> None:
    rows = screen(mock_up()).split("\n")
    assert rows[0] == "▌ Bumbesi  table fig-19   31 in the pile                     you to play   0:42"
    assert rows[1] == " ►1 Ada         ◄▐2▌Chloé       ◄▐3▌hard-1      ◄▐4▌Maximilien  ◄▐5▌easy-2"
    assert rows[2] == "  bin 14          bin 9           bin 11          bin 17          bin 6    next"
    assert rows[3] == "        ╰───────────────── play goes counter-clockwise ─►───────────────╯"
    assert rows[5] == "  ▜▛ A marker     49 to 62 fits            B               18 to 28 fits"
    assert rows[6] == "  ▟  ▐▟ limit ▙   ▟  ▐▟  ▐▟       ▙        ▟ limit ▙       ▟       ▙"
    assert rows[10] == "  ▜  ▐▜       ▛▌  ▜  ▐▜  ▐▜       ▛▌       ▜       ▛▌      ▜       ▛▌"
    assert rows[12] == "                                                48 A ▄▄▄▄▄▄▄▄▄▄▄▄▄▄63"
    assert rows[14] == "                 17 B ▀▀▀▀▀▀▀▀▀▀▀29         40        50        60        70"
    assert rows[15] == "                                 ▟       ▙"
    assert rows[19] == "       ▄▄ ▜▄▛ ▌     ▄▄▛ ▄▄▛ ▌    ▜       ▛▌     ▄▄▛ ▜▄▛ ▌     reverse ▌"
    assert rows[21] == "      1 ▀B▀▀▀▀▘     2 ▀none▀▘     3  A          4 ▀A▀▀▀▀▘     5 ▀turns play"
    assert rows[22] == " YOUR TURN ▌  Enter  51 on A leaves 52 to 62    c  Collect 5 points"


def test_the_table_at_40x20_says_what_the_mock_up_says() -> None:
    rows = screen(mock_up(), (40, 20)).split("\n")
    assert rows[0] == "▌ Bumbesi                 31 left  0:42"
    assert rows[1] == "►1 Ada           14 ▐2▌Chloé          9"
    assert rows[2] == "▐3▌hard-1        11 ▐4▌Maximilien    17"
    assert rows[3] == "▐5▌easy-2         6  ◄ then easy-2"
    assert rows[5] == " ▜▛ A marker         B"
    assert rows[8] == "    63   ▌  48   ▌      29   ▌  17   ▌"
    assert rows[11] == " 49 to 62 fits       18 to 28 fits"
    assert rows[12] == " 5 cards             2 cards"
    assert rows[14] == "   20      33      51      58      ◄►"
    assert rows[16] == " 1 B     2 none   3 A    4 A     5 turn"
    assert rows[17] == "▌ Enter  51 on A leaves 52 to 62"
    assert rows[18] == "▌ c  Collect 5 points"


@pytest.mark.parametrize("size", [*SIZES, *BETWEEN])
@pytest.mark.parametrize("seats", GAME.seats)
def test_every_size_shows_what_is_needed_to_decide(size: tuple[int, int], seats: int) -> None:
    words = screen(mock_up(table(seats=seats, left=10)), size)
    for needed in (*NAMES[:seats], "A marker", "49 to 62 fits", "18 to 28 fits", "cards", "51 on A"):
        assert needed in words
    for needed in ("Collect", "5 points", "leaves 52 to 62", "none", "14", "11"):
        assert needed in words


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", GAME.seats)
def test_every_size_shows_every_state(size: tuple[int, int], seats: int) -> None:
    state = table(seats=seats, left=10)
    state.turn = 2
    away = tuple(Away(41, 19) if seat == 1 else None for seat in range(seats))
    thinking = replace(look_at(state), thinking=2, step=1, away=away)
    assert "hard-1 is thinking" in screen(thinking, size)
    assert "away" in screen(thinking, size)
    assert "hard-1 is to play" in screen(look_at(state, None), size)
    names = ("Ada", "", *NAMES[2:seats])
    waiting = replace(thinking, view=None, seat=0, legal=(), names=names, state="waiting", join=("ssh fig-19@host",))
    for needed in ("╌ free", "WAITING", "ssh fig-19@host", *NAMES[2:seats]):
        assert needed in screen(waiting, size)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", GAME.seats)
def test_B14_the_end_names_the_winner(size: tuple[int, int], seats: int) -> None:
    state = cast(BumbesiState, Setup(GAME, seats).finished(5).state)
    shown = look_at(state)
    points = min(state.scores())
    assert f"with {points} point" in screen(shown, size)
    assert [each.verb for each in tables.choices(shown)] == ["See the scores"]
    assert "fits" not in screen(shown, size)


def test_B15_the_end_says_what_decided_a_tie() -> None:
    view = replace(view_of(look_at(table(left=0))), turn=OVER, scores=(9, 12, 9, 14, 20), winners=(2,))
    assert "hard-1 wins with 9 points" in screen(replace(look_at(table()), view=view, legal=()))
    assert "fewer specials played" in screen(replace(look_at(table()), view=view, legal=()))
    shared = replace(look_at(table()), view=replace(view, winners=(0, 2)), legal=())
    assert "Ada and hard-1 share the win with 9 points" in screen(shared)


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_legal_move_has_its_keys_and_nothing_else_has(seats: int) -> None:
    for recording in Setup(GAME, seats).walk(seats):
        state = cast(BumbesiState, recording.state)
        for seat in range(seats):
            shown = look_at(state, seat)
            if state.turn != OVER:
                assert set(reachable(shown)) == set(shown.legal)
                assert bool(shown.legal) == (seat == state.turn)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", GAME.seats)
def test_every_choice_of_a_random_game_can_be_clicked(size: tuple[int, int], seats: int) -> None:
    for recording in Setup(GAME, seats).walk(seats):
        for shown in steps(look_at(cast(BumbesiState, recording.state), max(recording.state.turn, 0))):
            _check_clicks(shown, size)


@pytest.mark.parametrize("size", SIZES)
def test_every_choice_of_a_rare_hand_can_be_clicked(size: tuple[int, int]) -> None:
    specials = table((12, 64, 66, STEAL, LIMIT), seats=6, limits=((41, 63), (29,)), left=10)
    wide_open = table((20, 33, 50, STEAL, REVERSE), limits=((63,), (70,)), piles=((), ()), left=10)
    for state in (specials, wide_open, table((2, STEAL), piles=((48,), (17,)), left=0)):
        for shown in steps(look_at(state)):
            _check_clicks(shown, size)


def _check_clicks(shown: Scene, size: tuple[int, int]) -> None:
    canvas = drawn(shown, size)
    spots = [(area.x + area.width // 2, area.y + area.height // 2) for area, _action in canvas.hot_areas]
    clicks = {canvas.action_at(*spot) for spot in spots}
    assert {each.key for each in tables.choices(shown) if each.live} <= clicks
    assert not {each.key for each in tables.choices(shown) if not each.live} & clicks


@pytest.mark.parametrize("size", SIZES)
def test_the_cursor_stands_on_the_focused_cap_and_a_click_there_does_the_same(size: tuple[int, int]) -> None:
    state = table((12, 64, 66, STEAL, LIMIT), seats=6, limits=((41, 63), (29,)), left=10)
    for shown in steps(look_at(state)):
        for focus, each in enumerate(tables.choices(shown)):
            if each.live:
                canvas = drawn(replace(shown, focus=focus), size)
                assert canvas.cursor is not None
                assert canvas.action_at(*canvas.cursor) == each.key
                assert canvas.row(canvas.cursor[1]).chars[canvas.cursor[0]] == each.key


@pytest.mark.parametrize("seats", GAME.seats)
def test_frames_are_the_same_for_positions_a_seat_cannot_tell_apart(seats: int) -> None:
    setup = Setup(GAME, seats)
    for moves in (0, 9, 27, 55):
        state = cast(BumbesiState, setup.after(seats, moves).state)
        for seat in (0, 1, None):
            sampler = GAME.sampler(GAME.view(state, seat))
            worlds = [cast(BumbesiState, sampler.draw(FastChance(seed))) for seed in (1, 2)]
            for aid in (False, True):
                for size in SIZES:
                    first, second = (drawn(replace(look_at(world, seat), memory_aid=aid), size) for world in worlds)
                    assert second.changes(first) == []
                    assert second.hot_areas == first.hot_areas


def test_without_the_memory_aid_no_cell_depends_on_what_was_seen() -> None:
    shown = look_at(table())
    options = ((1, ((), (70,), (), (), ())),)
    memory = BumbesiMemory(bins=((), (1, 2), (), (), ()), options=options, barred=((), (), ()))
    other = replace(shown, view=replace(view_of(shown), memory=memory))
    for size in SIZES:
        assert drawn(other, size).changes(drawn(shown, size)) == []
        assert drawn(replace(other, memory_aid=True), size).changes(drawn(shown, size))


def test_B8_the_memory_aid_remembers_a_stolen_card_and_counts_what_is_unseen() -> None:
    state = table((12, 50, 66, STEAL, LIMIT))
    shown = replace(look_at(state), memory_aid=True)
    view = view_of(shown)
    assert f"49 to 62, {sum(card in range(49, 63) for card in unseen(view))} unseen" in screen(shown)
    options = ((1, ((), (44,), (), (), ())),)
    knowing = replace(shown, view=replace(view, memory=replace(view.memory, options=options)))
    assert "▐44▌" in screen(knowing)
    assert "▐44▌" in screen(knowing, (120, 40))
    assert choice(replace(knowing, picked="steal"), "2").note == "holds 44"


@pytest.mark.parametrize("width", range(40, 161, 8))
def test_nothing_fails_at_any_size(width: int) -> None:
    state = table((12, 64, 66, STEAL, LIMIT), seats=6, limits=((9, 10, 41, 63), (29,)), left=8)
    for height in range(20, 51, 6):
        for shown in (*steps(look_at(state)), look_at(state, None), look_at(state, 3)):
            drawn(replace(shown, memory_aid=height % 12 == 0), (width, height))


def test_B5_a_card_that_fits_nowhere_says_why_and_comes_last() -> None:
    shown = look_at(table())
    found = tables.choices(shown)
    assert [each.key for each in found] == ["1", "3", "4", "5", "c", "2"]
    assert (found[-1].live, found[-1].move, found[-1].note) == (False, "", "33 fits neither A nor B")
    assert find_choice(found, "2", 0) is None


def test_B5_a_card_that_fits_both_places_asks_which() -> None:
    shown = look_at(table((20, 33, 50, STEAL, REVERSE), limits=((63,), (70,)), left=10))
    assert choice(shown, "3").pick == "play 50"
    asked = replace(shown, picked="play 50", focus=1)
    assert [(each.key, each.move) for each in tables.choices(asked)] == [("a", "play 50 0"), ("b", "play 50 1")]
    for needed in ("PLAY 50", "then 51 to 62", "then 51 to 69", "on B leaves 51 to 69", "Put it back"):
        assert needed in screen(asked)


def test_B5_what_fits_is_worked_out_at_both_places() -> None:
    view = view_of(look_at(table(piles=((), (28,)))))
    assert (window(view, 0), window(view, 1)) == (range(1, 63), range(29, 29))
    assert [places_for(view, card) for card in (20, 63, 33)] == [(0,), (), (0,)]
    words = screen(look_at(table(piles=((), (28,)))))
    assert "1 to 62 fits" in words
    assert "nothing fits" in words
    assert "  62 fits" in screen(look_at(table(piles=((61,), (17,)))))


def test_B7_reverse_says_who_would_play_next() -> None:
    shown = look_at(table())
    assert choice(shown, "5").note == "1 point, then Chloé plays"
    assert next_seat(view_of(shown), -1) == 4


def test_a_click_on_a_card_or_a_place_does_what_its_cap_does() -> None:
    assert drawn(look_at(table())).action_at(51, 18) == "4"
    assert drawn(look_at(table()), (120, 40)).action_at(55, 28) == "4"
    assert drawn(look_at(table()), (120, 40)).action_at(8, 16) == "c"
    asked = replace(look_at(table((20, 50), limits=((63,), (70,)))), picked="play 50")
    assert [drawn(asked).action_at(x, 8) for x in (20, 61)] == ["a", "b"]
    assert [drawn(asked, (40, 20)).action_at(x, 8) for x in (3, 30)] == ["a", "b"]


def test_B8_six_narrow_plates_have_their_caps_in_the_second_row() -> None:
    canvas = drawn(replace(look_at(table((12, STEAL), seats=6, left=8)), picked="steal"))
    caps = [x for x in range(80) if canvas.row(2).bg[x] == canvas.palette.accent and canvas.row(2).chars[x].isdigit()]
    assert [canvas.row(2).chars[x] for x in caps] == ["1", "2", "3", "4", "5", "6"]
    assert "Wilhelmina12" in canvas.line(1)


def test_B8_stealing_asks_from_whom_and_only_those_with_cards() -> None:
    state = table((12, 64, 66, STEAL, LIMIT), left=0)
    state.hands[2] = []
    shown = replace(look_at(state), picked="steal")
    assert [(each.key, each.verb) for each in tables.choices(shown)] == [
        ("2", "from Chloé"),
        ("4", "from Maximilien"),
        ("5", "from easy-2"),
    ]
    assert "STEAL" in screen(shown)
    for hand in state.hands[1:]:
        hand.clear()
    assert choice(look_at(state), "4").note == "Nobody else has a card"


def test_B9_the_limit_special_asks_for_a_number_and_then_for_a_place() -> None:
    shown = look_at(table((20, 40, 66, REVERSE, LIMIT)))
    second = replace(shown, picked="limit")
    assert [(each.key, each.live, each.move or each.pick) for each in tables.choices(second)] == [
        ("2", True, "limit 40 1"),
        ("3", True, "limit 66"),
        ("1", False, ""),
    ]
    assert "too low" in screen(second)
    third = replace(shown, picked="limit 66")
    assert [each.move for each in tables.choices(third)] == ["limit 66 0", "limit 66 1"]
    assert "then 49 to 65" in screen(third)
    low = look_at(table((12, 16, 20, REVERSE, LIMIT)))
    assert choice(low, "5").note == "You hold no number above a limit"


def test_B10_collecting_asks_for_the_new_limit() -> None:
    shown = look_at(table())
    assert cards_at(view_of(shown), 0) == 5
    collect = choice(shown, "c")
    assert (collect.pick, collect.note) == ("collect", "5 points")
    asked = replace(shown, picked="collect", focus=3)
    assert [each.move for each in tables.choices(asked)] == [f"collect {card}" for card in HAND if card <= HIGHEST]
    for needed in ("LAY A LIMIT", "lay 58 at A, 1 to 57 fits", "1 to 19"):
        assert needed in screen(asked)


def test_B11_without_a_number_a_collection_turns_up_the_limit() -> None:
    collect = choice(look_at(table((REVERSE, REVERSE, STEAL))), "c")
    assert (collect.move, collect.note) == ("collect", "5 points, then a limit is turned up")


@pytest.mark.parametrize("size", SIZES)
def test_B13_the_end_is_announced_when_the_pile_is_empty(size: tuple[int, int]) -> None:
    state = table((20, 33), left=0)
    state.hands[1] = [3]
    words = screen(look_at(state), size)
    assert "pile empty" in words or "the pile is empty: whoever collects now ends the game" in words
    assert "5 points, ends the game" in words
    assert choice(look_at(state), "c").move == "collect"


def test_a_begun_move_that_can_no_longer_be_finished_is_forgotten() -> None:
    shown = look_at(table())
    assert tables.choices(replace(shown, picked="play 44")) == tables.choices(shown)
    assert tables.choices(replace(shown, legal=())) == []


def test_two_specials_of_one_kind_do_the_same() -> None:
    found = tables.choices(look_at(table((20, REVERSE, REVERSE, STEAL, STEAL))))
    assert [(each.key, each.move or each.pick) for each in found][:5] == [
        ("1", "play 20 1"),
        ("2", "reverse"),
        ("3", "reverse"),
        ("4", "steal"),
        ("5", "steal"),
    ]


@pytest.mark.parametrize("direction", [1, -1])
def test_B7_arrows_point_the_way_play_goes(direction: int) -> None:
    state = table()
    state.direction = direction
    rows = screen(look_at(state)).split("\n")
    arrow, back, way = ("►", "◄", "clockwise") if direction > 0 else ("◄", "►", "counter-clockwise")
    assert [rows[1][column] for column in (16, 32, 48, 64)] == [arrow] * 4
    assert back in rows[3]
    assert f"play goes {way}" in rows[3]
    following = NAMES[direction % 5]
    assert f"play goes {way}, {following} is next" in screen(look_at(state), (120, 40))
    assert f"{arrow} then {following}" in screen(look_at(state), (40, 20))


def test_deep_places_fold_and_stay_inside_their_room() -> None:
    state = table((20, 33), limits=((5, 9, 41, 63), (29,)), piles=((11, 22, 37, 48), (2, 8, 12, 17)))
    rows = screen(look_at(state)).split("\n")
    assert "+2" in rows[7][:16]
    assert "+2▐ 37▐" in rows[7]
    assert "+3▐" in rows[7][59:]
    assert "8" in rows[7][36:42]
    assert "5" in rows[7][73:]


def test_while_another_seat_acts_the_bottom_rows_have_one_gold_dot() -> None:
    state = table()
    state.turn = 2
    canvas = drawn(replace(look_at(state), thinking=2, step=0))
    gold = canvas.palette.accent
    assert sum(canvas.row(y).bg.count(gold) for y in range(22, canvas.height)) == 0
    assert sum(canvas.row(y).fg.count(gold) for y in range(22, canvas.height)) == 1


def test_places_are_named_for_cards_that_fly() -> None:
    for size in SIZES:
        places = drawn(look_at(table()), size).places
        assert {"pile", "place 0", "place 1", *(f"seat {seat}" for seat in range(5))} <= set(places)


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_and_depth_writes_the_same_words(theme: str, depth: str) -> None:
    canvas = drawn(mock_up(), look=(theme, depth))
    assert "49 to 62 fits" in canvas.line(5)
    assert "".join(canvas.strip(22).text) == canvas.line(22)


@pytest.mark.parametrize("size", SIZES)
def test_ascii_leaves_no_box_drawing(size: tuple[int, int]) -> None:
    for shown in steps(look_at(table((12, 64, 66, STEAL, LIMIT)))):
        canvas = drawn(shown, size, glyphs=ASCII)
        assert all(char.isascii() or char == "é" for y in range(canvas.height) for char in canvas.line(y))


def test_B14_the_score_is_explained_by_what_was_taken_and_spent() -> None:
    state = cast(BumbesiState, Setup(GAME, 4).finished(3).state)
    view = GAME.view(state, None)
    reckoning = bumbesi.explain(view)
    blocks = reckoning.blocks
    assert [block.total for block in blocks] == state.scores()
    assert [sum(points for _words, points in block.parts) for block in blocks] == state.scores()
    assert [dict(block.parts)["spent"] for block in blocks] == state.tiebreaks()
    assert [len(block.cards) for block in blocks] == state.scores()
    assert reckoning.hidden is not None
    assert len(reckoning.hidden.cards) == sum(len(hand) for hand in state.hands)


def test_a_limit_under_which_nothing_fits_says_so_and_the_focus_does_not_start_on_it() -> None:
    scene = replace(look_at(table((1, 20, 33, 51, 58))), picked="collect")
    offered = tables.choices(scene)
    lowest = next(choice for choice in offered if choice.move == "collect 1")
    assert "nothing fits" in lowest.note
    assert offered[first_focus(offered)].move != "collect 1"
    assert "nothing fits" in tables.reason(scene, "collect 1")
