"""Da Capo's table: what fits where is on the screen at every size, every move has keys, and nothing hidden shows."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import cast

import pytest

from engines.chance import FastChance
from engines.dacapo.rules import DaCapoState
from engines.dacapo.view import BUILDS, HELPERS, JOKER, DaCapoMemory, DaCapoView, fits, unseen, wanted
from engines.games import GAMES
from engines.record import Recording
from engines.view import OVER
from tests.setups import Setup
from tests.tui.drawing import choice, drawn
from tui import tables
from tui.draw.canvas import Canvas
from tui.draw.glyphs import ASCII
from tui.draw.palette import DEPTHS, THEMES
from tui.language import Tongue
from tui.tables import palette
from tui.tables.dacapo import table as dacapo
from tui.tables.scene import Away, Choice, Scene, find_choice, step_focus
from tui.words import speak

GAME = GAMES["dacapo"]
NAMES = ("Ada", "Chloé", "hard-1", "Maximilien", "easy-2", "Wilhelmina12")
SIZES = ((40, 20), (80, 24), (120, 40))
BETWEEN = ((40, 26), (79, 30), (100, 33), (114, 24), (119, 50), (160, 50))
SEATS = (2, 3, 4, 5, 6)
J = JOKER
PILES = (
    ((9, 8, 6), (10, 5), (3,)),
    ((9,), (2,), (J,)),
    ((5,), (5,), (10,)),
    ((6,), (), (1,)),
    ((7,), (3,), ()),
    ((2, 9, 10), (4, 4, 4, 4, 4), (J,)),
)


def position(
    seats: int = 5,
    seat: int | None = 0,
    turn: int = 0,
    hand: tuple[int, ...] = (4, 9, J, 2),
    own: tuple[tuple[int, ...], ...] = PILES[0],
) -> DaCapoView:
    """Set up the position of the mock-ups: the piles in the middle want 7, 4 and 1."""
    return DaCapoView(
        seat=seat,
        seats=seats,
        turn=turn,
        start=0,
        hand=() if seat is None else hand,
        hands=(len(hand), 3, 3, 2, 3, 3)[:seats],
        tops=(7, 4, 8, J, 2, 10)[:seats],
        stocks=(9, 7, 3, 9, 12, 20)[:seats],
        helpers=(own, *PILES[1:seats]),
        builds=((1, 2, 3, 4, 5, 6), (1, 2, 3), ()),
        left=88,
        aside=10,
        ends=0,
        memory=DaCapoMemory(aside=(0, *(1,) * 10, 0), sources=(), dormant=(), traffic=()),
    )


def moves(view: DaCapoView) -> tuple[str, ...]:
    """List the legal moves of the bottom seat in a position that was set up by hand."""
    if view.turn != view.seat:
        return ()
    found: list[str] = []
    for card in dict.fromkeys(view.hand):
        found += [f"lay {GAME.card(card)} {helper}" for helper in range(HELPERS)]
        found += [f"hand {GAME.card(card)} {place}" for place in fits(view, card)]
    for helper, pile in enumerate(view.helpers[view.turn]):
        found += [f"help {helper} {place}" for place in fits(view, pile[-1] if pile else 0)]
    found += [f"stock {place}" for place in fits(view, view.tops[view.turn])]
    found += [] if found else ["end"]
    others = (seat for seat in range(view.seats) if seat != view.turn)
    return (*found, *(f"rob {seat} {place}" for seat in others for place in fits(view, view.tops[seat])))


def scene(view: DaCapoView | None = None, picked: str | None = None, focus: int = 0) -> Scene:
    view = position() if view is None else view
    return Scene(
        game="dacapo",
        title="Da Capo",
        table="pear-33",
        names=NAMES[: view.seats],
        view=view,
        legal=moves(view),
        picked=picked,
        focus=focus,
        clock=65,
        log=((1, "lays 10 on a helper pile"),),
    )


def seen(recording: Recording, seat: int | None) -> Scene:
    """A seat's scene of a game that is being played."""
    state = recording.state
    legal = tuple(map(GAME.say, state.legal())) if seat == state.turn else ()
    return replace(scene(cast(DaCapoView, GAME.view(state, seat))), legal=legal)


def screen(shown: Scene, size: tuple[int, int] = (80, 24), look: tuple[str, str] = ("dark", "true")) -> list[str]:
    canvas = drawn(shown, size, look)
    return [canvas.line(y).rstrip() for y in range(canvas.height)]


def words(shown: Scene, size: tuple[int, int] = (80, 24)) -> str:
    return "\n".join(screen(shown, size))


def live(shown: Scene) -> list[Choice]:
    """List what the viewer can do."""
    return [each for each in tables.choices(shown) if each.live]


def typed(shown: Scene) -> set[str]:
    """The keys that do something."""
    return {each.key for each in live(shown)}


def clicked(size: tuple[int, int]) -> Callable[[Scene], set[str]]:
    """A function that lists the keys that can be clicked."""

    def keys(shown: Scene) -> set[str]:
        canvas = drawn(shown, size)
        cells = ((x, y) for y in range(canvas.height) for x in range(canvas.width))
        return typed(shown) & {canvas.action_at(*cell) or "" for cell in cells}

    return keys


def reached(shown: Scene, keys: Callable[[Scene], set[str]]) -> set[str]:
    """Collect the moves that can be made with these keys, pick after pick."""
    found: set[str] = set()
    steps: list[str | None] = [None]
    for picked in steps:
        here = replace(shown, picked=picked)
        for key in keys(here):
            pressed = choice(here, key)
            found.update({pressed.move} - {""})
            steps += [pressed.pick] if pressed.pick else []
    return found


def walked(seats: int, every: int, most: int = 250) -> Iterator[Recording]:
    """Play a random game and stop at some of its positions."""
    for turn, recording in enumerate(Setup(GAME, seats).walk(seats, most)):
        if turn % every == 0 and not recording.over:
            yield recording


def test_the_table_at_80x24_says_what_the_mock_up_says() -> None:
    rows = screen(scene())
    assert rows[0] == "▌ Da Capo  table pear-33   88 to draw                          your turn   1:05"
    assert rows[2] == " ▐2▌ Chloé           ▐3▌ hard-1          ▐4▌ Maximilien      ▐5▌ easy-2"
    assert rows[3] == " ▐ 4▌  7 left    r   ▐ 8▌  3 left   ▌▌▌  ▐ J▌  9 left    r   ▐ 2▌ 12 left   ▌▌▌"
    assert rows[4] == " ▐ 9▌ ▐ 2▌ ▐ J▌  B   ▐ 5▌ ▐ 5▌ ▐10▌      ▐ 6▌  ╌╌  ▐ 1▌ any  ▐ 7▌ ▐ 3▌  ╌╌"
    assert rows[6] == "         A 6 of 10              B 3 of 10              C empty"
    assert rows[7] == "        ▟▟     ▙  ╭╌╌╌╌╌╮      ▟▟     ▙  ╭╌╌╌╌╌╮       ╭╌╌╌╌╌╮"
    assert rows[11] == "        ▜▜     ▛▌ ╰╌╌╌╌╌╯      ▜▜     ▛▌ ╰╌╌╌╌╌╯       ╰╌╌╌╌╌╯"
    assert rows[12] == "         ▄▄▄▄▄▄▁▁▁▁ s 3 r       ▄▄▄▁▁▁▁▁▁▁ 1 3 r       ▁▁▁▁▁▁▁▁▁▁ 3 r"
    assert rows[14] == " ►1 Ada             hand                                  helpers   d  lay"
    assert rows[15] == "   ▟     ▙          ▟     ▙  ▟     ▙  ▟     ▙  ▟     ▙    ▟ 9 ▙  ▟10 ▙  ▟   ▙"
    assert rows[18] == "           9 left          ▌   ▄▄▛  ▌    ▄   ▌    ▄▄  ▌     6    ▜   ▛"
    assert rows[20] == "   ▄▄▄▄▄▁▁▁▁▁        1 ▀B▀▀▘  2 ▀lay▘  3 ▀any▘  4 ▀lay▘     x      y      z"
    assert rows[22] == " YOUR TURN ▌► s  7 on A 8 left    1  4 on B    3  joker    r  Rob    d  Lay"
    assert rows[23] == " 1-4 hand  h hint  l log  ? rules                Chloé lays 10 on a helper pile"


def test_the_table_at_40x20_says_what_the_mock_up_says() -> None:
    rows = screen(scene(), (40, 20))
    assert rows[0] == "▌ Da Capo              88 to draw  1:05"
    assert rows[1] == "▐2▌Chloé        ▐ 4▌  7  ▐ 9▌▐ 2▌▐ J▌ rB"
    assert rows[3] == "▐4▌Maximilien   ▐ J▌  9  ▐ 6▌ ╌╌ ▐ 1▌ r"
    assert rows[4] == "▐5▌easy-2       ▐ 2▌ 12  ▐ 7▌▐ 3▌ ╌╌"
    assert rows[6] == " A ▟   ▙      B ▟   ▙      C ╭╌╌╌╮"
    assert rows[7] == "     6  ▌► 7      3  ▌► 4    ╎   ╎ ► 1"
    assert rows[11] == " ▟   ▙  9 left        x ▐ 9▌▐ 8▌▐ 6▌"
    assert rows[12] == "   7  ▌               y ▐10▌▐ 5▌"
    assert rows[14] == "► s A ▘"
    assert rows[15] == " hand ▐ 4▌    ▐ 9▌    ▐ J▌    ▐ 2▌"
    assert rows[16] == "       1  B    2  lay  3  any  4  lay"
    assert rows[17] == "► s  7 on A 8 left    3  joker"


def test_the_table_at_120x40_stands_where_the_zones_are() -> None:
    rows = screen(scene(), (120, 40))
    assert rows[2].startswith("      ▐2▌ Chloé          ▐3▌ hard-1         ▐4▌ Maximilien     ▐5▌ easy-2")
    assert rows[5][6:17] == "▟   ▙  r  o"
    assert rows[11].startswith("              A 6 of 10               B 3 of 10               C empty")
    assert rows[12][13:30] == "▟▟     ▙  ╭╌╌╌╌╌╮"
    assert rows[17][25:30] == "s 3 r"
    assert rows[22][8:31] == "▟▟▟▟     ▙      ▟     ▙"
    assert rows[28][24:60] == " 1  B     2  lay   3  any   4  lay  "
    assert rows[36][26:31] == "►1 Ada"[:5]
    assert "9 left in the stock   hand 4" in rows[37]


@pytest.mark.parametrize("seats", SEATS)
def test_every_legal_move_is_reached_by_keys_and_no_other(seats: int) -> None:
    for recording in walked(seats, every=3):
        shown = seen(recording, recording.state.turn)
        assert reached(shown, typed) == set(shown.legal)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_every_legal_move_is_reached_by_clicks(seats: int, size: tuple[int, int]) -> None:
    for recording in walked(seats, every=60):
        shown = seen(recording, recording.state.turn)
        assert reached(shown, clicked(size)) == set(shown.legal)


@pytest.mark.parametrize("size", SIZES)
def test_equal_cards_short_stocks_and_an_empty_hand_are_reached_by_clicks(size: tuple[int, int]) -> None:
    view = position(6, hand=(7, 7, J, J), own=((1,), (J,), (4,)))
    for hard in (
        replace(view, tops=(1, 4, 4, 7, J, 1), stocks=(1, 1, 1, 1, 1, 1)),
        replace(view, hand=(), hands=(0, 3, 3, 3, 3, 3)),
        replace(view, hand=(), hands=(0, 3, 3, 3, 3, 3), tops=(2, 2, 4, 2, J, 2), helpers=(((), (), ()), *PILES[1:])),
        replace(view, hand=(4,), hands=(1, 3, 3, 3, 3, 3)),
    ):
        shown = scene(hard)
        assert reached(shown, clicked(size)) == set(shown.legal)


@pytest.mark.parametrize(
    ("size", "stock", "card", "victim", "build", "helper"),
    [
        ((40, 20), (3, 12), (16, 15), (8, 1), (17, 7), (30, 11)),
        ((80, 24), (5, 17), (31, 17), (8, 2), (35, 9), (60, 18)),
        ((120, 40), (14, 24), (35, 24), (8, 6), (40, 14), (63, 25)),
    ],
)
def test_cards_seats_and_piles_can_be_clicked_themselves(
    size: tuple[int, int],
    stock: tuple[int, int],
    card: tuple[int, int],
    victim: tuple[int, int],
    build: tuple[int, int],
    helper: tuple[int, int],
) -> None:
    first, second = drawn(scene(), size), drawn(scene(picked="3"), size)
    assert [first.action_at(*cell) for cell in (stock, card, victim)] == ["s", "2", "r"]
    assert [second.action_at(*cell) for cell in (build, helper)] == ["b", "x"]
    assert drawn(scene(picked="r"), size).action_at(*victim) == "2"


@pytest.mark.parametrize("seats", SEATS)
def test_no_key_means_two_things(seats: int) -> None:
    for recording in walked(seats, every=11):
        shown = seen(recording, recording.state.turn)
        for picked in (None, "s", "1", "2", "3", "4", "x", "y", "z", "r", "r 1", "r 2", "d", "d 1", "d 4", "r 9", "q"):
            keys = [each.key for each in tables.choices(replace(shown, picked=picked))]
            assert len(keys) == len(set(keys))
            assert tables.choices(replace(shown, picked=picked))[0].live


@pytest.mark.parametrize("size", SIZES)
def test_frames_are_the_same_for_positions_that_a_seat_cannot_tell_apart(size: tuple[int, int]) -> None:
    luck = FastChance(5)
    for recording in walked(3, every=70, most=400):
        for seat in (None, 0, 1, 2):
            view = GAME.view(recording.state, seat)
            worlds = [GAME.sample(view, luck) for _ in range(2)]
            frames = [
                drawn(replace(seen(recording, seat), view=GAME.view(world, seat), memory_aid=True), size)
                for world in worlds
            ]
            assert frames[0].changes(frames[1]) == []


def test_no_size_between_40x20_and_160x50_breaks_the_drawing() -> None:
    crowd = scene(position(6), picked="3")
    over = scene(replace(position(2), turn=OVER, scores=(9, 0), winners=(1,), tops=(7, 0), stocks=(9, 0)))
    for width in range(40, 161, 12):
        for height in range(20, 51, 6):
            for shown in (crowd, scene(position(2)), over):
                drawn(shown, (width, height))


@pytest.mark.parametrize("size", SIZES + BETWEEN)
@pytest.mark.parametrize("seats", SEATS)
def test_every_size_shows_what_is_needed_to_decide(size: tuple[int, int], seats: int) -> None:
    shown = words(scene(position(seats)), size)
    for needed in (*NAMES[:seats], "88 to draw", "7 on A", "4 on B", "any", "lay"):
        assert needed in shown


@pytest.mark.parametrize("size", SIZES + BETWEEN)
def test_every_size_shows_every_state(size: tuple[int, int]) -> None:
    away = (None, Away(41, 19), None, Away(400, 0), None)
    thinking = replace(scene(position(turn=2)), thinking=2, step=1, away=away)
    waiting = replace(
        scene(), view=None, seat=0, legal=(), names=("Ada", "", "hard-1"), state="waiting", join=("ssh pear@host",)
    )
    over = scene(replace(position(2), turn=OVER, scores=(9, 0), winners=(1,), tops=(7, 0), stocks=(9, 0)))
    assert "hard-1 is thinking" in words(thinking, size)
    assert "away" in words(thinking, size)
    assert "╌ free" in words(waiting, size)
    assert "WAITING" in words(waiting, size)
    assert "ssh pear@host" in words(waiting, size)
    assert "Chloé wins with an empty stock" in words(over, size)
    assert "See the scores" in words(over, size)
    assert "Chloé is to play" in words(scene(position(seat=None, turn=1)), size)


@pytest.mark.parametrize("size", SIZES)
def test_the_longest_name_of_somebody_who_is_away_still_says_so(size: tuple[int, int]) -> None:
    names = tuple("Wilhelmina12" for _ in range(6))
    shown = replace(scene(position(6)), names=names, away=(None, Away(41, 19), *(None,) * 4))
    assert any(mark in words(shown, size) for mark in ("away", "bot in 0:19"))
    assert "7 left" in words(shown, size) or size == (40, 20)


def test_C7_a_spectator_sees_the_backs_of_a_hand() -> None:
    rows = screen(scene(position(seat=None, turn=1)))
    assert rows[16].count("▞▚▞▚▞") == 4
    assert tables.choices(scene(position(seat=None, turn=1))) == []


def test_C8_one_key_plays_a_card_that_only_one_pile_takes() -> None:
    assert choice(scene(), "s").move == "stock 0"
    assert choice(scene(), "1").move == "hand 4 1"


def test_C8_a_joker_asks_for_its_pile_or_a_helper_pile() -> None:
    assert choice(scene(), "3").pick == "3"
    shown = scene(picked="3")
    assert [(each.key, each.move) for each in live(shown)] == [
        *zip("abc", (f"hand J {place}" for place in range(BUILDS)), strict=True),
        *zip("xyz", (f"lay J {helper}" for helper in range(HELPERS)), strict=True),
    ]
    rows = screen(shown)
    assert rows[12] == "         ▄▄▄▄▄▄▁▁▁▁► a          ▄▄▄▁▁▁▁▁▁▁  b          ▁▁▁▁▁▁▁▁▁▁  c"
    assert rows[14].rstrip().endswith("▟     ▙             helpers")
    assert rows[22].startswith(" PLAY JOKER ▌► a  on A")
    assert rows[22].endswith("Esc  Put it back")


def test_C8_a_joker_on_a_pile_shows_the_value_it_stands_for() -> None:
    rows = screen(scene(replace(position(), builds=((J,), (1, 2, J), ()))))
    assert rows[6] == "         A 1 of 10              B 3 of 10              C empty"
    assert rows[7].startswith("         ▟J    ▙  ╭╌╌╌╌╌╮      ▟▟J    ▙  ╭╌╌╌╌╌╮")


def test_C8_a_card_that_fits_nowhere_says_so() -> None:
    stuck = scene(replace(position(), tops=(9, 4, 8, J, 2)))
    assert choice(stuck, "s").note == "9 fits no pile now"
    assert choice(stuck, "x").note == "6 fits no pile now"
    assert not choice(stuck, "s").live


def test_C11_laying_always_takes_a_second_key() -> None:
    shown = scene()
    assert not any(each.move.startswith("lay") for each in tables.choices(shown))
    assert choice(shown, "2").pick == "2"
    assert [each.move for each in live(scene(picked="2"))] == ["lay 9 0", "lay 9 1", "lay 9 2"]
    assert screen(scene(picked="2"))[22].startswith(" LAY 9 ▌► x  on x over 6")


def test_C11_a_card_that_fits_can_be_laid_as_well() -> None:
    assert choice(scene(), "d").pick == "d"
    assert [each.pick for each in live(scene(picked="d"))] == ["d 1", "d 2", "d 3", "d 4"]
    assert [each.move for each in live(scene(picked="d 1"))] == ["lay 4 0", "lay 4 1", "lay 4 2"]
    last = scene(replace(position(), hand=(4,), hands=(1, 3, 3, 2, 3)))
    assert choice(last, "d").pick == "d 1"


@pytest.mark.parametrize("size", [(40, 20), (80, 24), (120, 40)])
def test_C11_while_laying_only_cards_of_the_hand_say_so(size: tuple[int, int]) -> None:
    shown = scene(picked="d")
    laying = sum(each.key.isdigit() for each in live(shown))
    assert len(re.findall(r"\blay\b", words(shown, size))) == laying
    assert laying


def test_C12_with_cards_in_hand_the_key_to_end_is_left_to_the_rules_to_refuse() -> None:
    end = choice(scene(), "e")
    assert (end.live, end.bar, end.move) == (False, False, "end")


def test_C12_an_empty_hand_ends_the_turn_unless_an_own_card_can_be_played() -> None:
    empty = replace(position(), hand=(), hands=(0, 3, 3, 2, 3))
    assert not choice(scene(empty), "e").live
    assert "7 can still be played" in words(scene(empty))
    stuck = scene(replace(empty, tops=(9, 4, 8, J, 2)))
    assert choice(stuck, "e").live
    assert "End the turn" in words(stuck)
    assert "hand empty" in words(stuck)


def test_C14_the_last_stock_card_says_what_it_does() -> None:
    shown = scene(replace(position(), stocks=(1, 1, 3, 9, 12)))
    assert choice(shown, "s").note == "and you win"
    assert choice(replace(shown, picked="r"), "2").note == "and Chloé wins"


def test_C14_nobody_is_given_the_win_with_one_key() -> None:
    view = replace(position(2), stocks=(9, 1))
    assert choice(scene(view), "r").pick == "r 2"
    assert choice(scene(view, picked="r 2"), "b").move == "rob 1 1"
    assert choice(scene(replace(view, stocks=(9, 2))), "r").move == "rob 1 1"


def test_C7_robbing_asks_whom_where_there_are_several() -> None:
    assert choice(scene(), "r").pick == "r"
    shown = scene(picked="r")
    assert [(each.key, each.verb) for each in live(shown)] == [("2", "Chloé 4 on B"), ("4", "Maximilien J")]
    rows = screen(shown)
    assert rows[2].startswith("► 2  Chloé           ▐3▌ hard-1           4  Maximilien")
    assert rows[22].startswith(" ROB A STOCK ▌► 2  Chloé 4 on B")
    assert rows[12] == "         ▄▄▄▄▄▄▁▁▁▁             ▄▄▄▁▁▁▁▁▁▁             ▁▁▁▁▁▁▁▁▁▁"


@pytest.mark.parametrize(
    ("change", "note"),
    [
        ({"builds": ((), (1, 2, 3), ()), "tops": (5, 8, 8)}, "then your 5 fits"),
        ({"tops": (9, 5, 8)}, "then Chloé has the 5"),
        ({"hand": (4,), "hands": (1, 3, 3)}, "then you draw 4"),
        ({"hand": (4,), "hands": (1, 3, 3), "left": 1, "aside": 0}, "then you draw 1"),
        ({"hand": (4,), "hands": (1, 3, 3), "left": 0, "aside": 0}, "your hand is empty then"),
        (
            {"hand": (10,), "hands": (1, 3, 3), "builds": ((1, 2, 3, 4, 5, 6, 7, 8, 9), (), ()), "left": 0, "aside": 0},
            "then you draw 4",
        ),
        ({"hand": (10, 2), "builds": ((1, 2, 3, 4, 5, 6, 7, 8, 9), (), ())}, "completes A"),
    ],
)
def test_C10_what_comes_of_a_card_is_told_beside_it(change: dict[str, tuple[int, ...]], note: str) -> None:
    shown = scene(replace(position(3), **change))  # type: ignore[arg-type]
    assert choice(shown, "1").note == note


def test_C13_the_title_says_what_there_is_to_draw() -> None:
    assert "reshuffle next" in words(scene(replace(position(), left=0)))
    assert "none to draw" in words(scene(replace(position(), left=0, aside=0)))


@pytest.mark.parametrize("size", SIZES)
def test_C15_a_stalemate_is_announced_and_told(size: tuple[int, int]) -> None:
    near = replace(position(3, hand=(), own=((), (), ())), left=0, aside=0, ends=2, tops=(9, 9, 8))
    assert "2 of 3" in words(scene(near), size) or "2 turns in a row ended empty-handed" in words(scene(near), size)
    over = replace(near, turn=OVER, ends=3, stocks=(3, 7, 3), scores=(3, 7, 3), winners=(0, 2))
    assert "Ada and hard-1 share the win" in words(scene(over), size)


def test_C14_the_score_is_what_is_left_of_the_stocks() -> None:
    over = replace(position(3), turn=OVER, stocks=(9, 0, 1), tops=(7, 0, 3), scores=(9, 0, 1), winners=(1,))
    blocks = dacapo.explain(over).blocks
    assert [block.total for block in blocks] == [9, 0, 1]
    assert blocks[0].words == "9 cards left in the stock"
    assert blocks[1].words == "empty stock, 10 in the others"


def test_C9_the_memory_aid_counts_what_is_hidden() -> None:
    shown = scene()
    assert "hidden" not in words(shown)
    counts = [f"{GAME.card(card)}x{unseen(position())[card]}" for card in range(1, J + 1)]
    aided = replace(shown, memory_aid=True)
    assert screen(aided)[13].split() == ["hidden", *counts]
    assert screen(aided, (120, 40))[33][4:80].split() == ["hidden", *counts]
    small = screen(aided, (40, 24))
    assert [*small[12].split(), *small[13].split()] == ["hidden", *counts]


def test_C9_what_is_unseen_is_what_hands_stocks_and_draw_pile_hide() -> None:
    for recording in walked(4, every=80, most=600):
        state = recording.state
        for seat in (None, 0, 2):
            view = cast(DaCapoView, GAME.view(state, seat))
            world = cast(DaCapoState, GAME.sample(view, FastChance(3)))
            hidden = Counter(
                card
                for pile in (
                    world.pile,
                    *(stock[:-1] for stock in world.stocks),
                    *(hand for holder, hand in enumerate(world.hands) if holder != seat),
                )
                for card in pile
            )
            assert {card: count for card, count in enumerate(unseen(view)) if count} == dict(hidden)


def test_C8_what_fits_is_the_next_value_or_a_joker() -> None:
    view = position()
    assert [wanted(build) for build in view.builds] == [7, 4, 1]
    assert [fits(view, card) for card in (7, 4, 1, 2, J, 0)] == [(0,), (1,), (2,), (), (0, 1, 2), ()]


@pytest.mark.parametrize("size", SIZES)
def test_the_focus_walks_over_the_cards_and_holds_the_cursor(size: tuple[int, int]) -> None:
    shown = scene()
    walk = [0]
    for _ in range(5):
        walk.append(step_focus(tables.choices(shown), walk[-1], 1))
    assert [tables.choices(shown)[focus].key for focus in walk] == ["s", "1", "2", "3", "4", "r"]
    for focus in walk:
        here = replace(shown, focus=focus)
        canvas = drawn(here, size)
        assert canvas.cursor is not None
        x, y = canvas.cursor
        pressed, entered = find_choice(tables.choices(here), canvas.row(y).chars[x], focus), tables.choices(here)[focus]
        assert pressed == entered
        assert canvas.action_at(x, y) == entered.key


def test_the_focus_starts_where_something_can_be_played() -> None:
    shown = scene(replace(position(hand=(9, 2, 4, 10)), tops=(9, 9, 8, 9, 2)))
    assert tables.choices(shown)[0].key == "3"
    assert screen(shown)[14][38:45] == "▟     ▙"


def test_a_focused_card_that_can_only_be_laid_says_what_enter_does() -> None:
    assert screen(scene(focus=2))[22].startswith(" YOUR TURN ▌  Enter  Lay 9")


def test_a_pick_that_makes_no_sense_any_more_is_as_good_as_none() -> None:
    for picked in ("r 1", "r 6", "9", "z", "d 7", "b", "x y z", "nonsense"):
        assert tables.choices(scene(picked=picked)) == tables.choices(scene())
        assert screen(scene(picked=picked)) == screen(scene())


def test_the_key_of_the_stock_asks_to_put_a_picked_card_back_first() -> None:
    for picked in ("3", "d", "d 1", "r", "r 4"):
        stay = choice(scene(picked=picked), "s")
        assert (stay.live, stay.note) == (False, "Esc puts the card back first")


def test_while_another_seat_acts_nothing_is_gold_but_its_name_and_a_dot() -> None:
    canvas = drawn(replace(scene(position(turn=2)), thinking=2, step=0))
    gold = canvas.palette.accent
    assert [y for y in range(1, 24) if gold in canvas.row(y).bg] == [2]
    assert sum(canvas.row(y).fg.count(gold) for y in range(1, canvas.height)) == 1


def test_a_new_focus_repaints_few_rows() -> None:
    before, after = drawn(scene(), (120, 40)), drawn(scene(focus=1), (120, 40))
    assert len(after.changes(before)) <= 9


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_and_depth_writes_the_same_words(theme: str, depth: str) -> None:
    rows = screen(scene(), look=(theme, depth))
    assert "7 on A" in rows[22]
    assert rows[6] == "         A 6 of 10              B 3 of 10              C empty"


@pytest.mark.parametrize("size", SIZES + BETWEEN)
@pytest.mark.parametrize("picked", [None, "3", "r", "d", "d 1"])
def test_ascii_leaves_no_box_drawing(size: tuple[int, int], picked: str | None) -> None:
    canvas = drawn(scene(position(6), picked), size, glyphs=ASCII)
    assert all(char.isascii() or char == "é" for y in range(canvas.height) for char in canvas.line(y))


@pytest.mark.parametrize("size", [(40, 20), (40, 30), (80, 24)], ids=str)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_number_beside_the_own_stock_says_what_it_counts(language: str, size: tuple[int, int]) -> None:
    view = replace(position(2), stocks=(17, 5))
    canvas = Canvas(*size, palette("dark", "true", "dacapo"))
    speak(Tongue(language))
    try:
        tables.draw(canvas, Scene(game="dacapo", title="Da Capo", names=NAMES[:2], view=view, legal=moves(view)))
    finally:
        speak(Tongue("en"))
    y = next(y for y in range(size[1]) if re.search(r"\b17\b", canvas.line(y)))
    x = canvas.line(y).index("17")
    noun = {"en": "left", "fr": "cartes"}[language]
    assert noun in canvas.line(y)[x : x + 12] or canvas.line(y + 1)[x:].startswith(noun)
