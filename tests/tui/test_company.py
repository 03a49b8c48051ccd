"""Who is at a table, in words: people, programs and bots, who is away, who watches, and whom a rematch waits for."""

import pytest

from net.messages import SeatLine, Update, WatchLine
from net.setup import Setup
from net.values import Phase, SeatKind
from tui.draw import plates
from tui.draw.canvas import Canvas
from tui.draw.palette import palette
from tui.wording import company_words, greeting, level_word, presence_lines, rematch_words, seat_name

ADA = SeatLine(kind=SeatKind.PERSON, name="Ada", again=True)
BOB = SeatLine(kind=SeatKind.PERSON, name="Bob")
ROBO = SeatLine(kind=SeatKind.PROGRAM, name="Robo")
CLEO = SeatLine(kind=SeatKind.PERSON, name="Cleo", away=5.0)
BOT = SeatLine(kind=SeatKind.BOT, name="easy-1", level="easy")
RENARD = SeatLine(kind=SeatKind.BOT, name="hard-Renard", level="hard")
SETUP = Setup(game="geschenkt", seats=5)


def told(seat: int | None, *seats: SeatLine, watching: tuple[WatchLine, ...] = ()) -> Update:
    return Update(
        code="kiwi-42", setup=SETUP, phase=Phase.OVER, seq=1, number=1, seat=seat, seats=seats, watching=watching
    )


def test_a_program_has_a_mark_that_no_cut_takes_away() -> None:
    assert [seat_name(seat) for seat in (ADA, ROBO, BOT)] == ["Ada", "*Robo", "easy-1"]
    assert company_words((ADA, ROBO, BOT)) == "Ada, *Robo and easy-1"


def test_everybody_at_a_table_is_named() -> None:
    watching = (WatchLine(name="Eve"), WatchLine(name="Spy", program=True))
    assert presence_lines(told(0, ADA, ROBO, CLEO, BOT, SeatLine(kind=SeatKind.FREE), watching=watching)) == [
        "Ada is here.",
        "*Robo is here.",
        "Cleo is away.",
        "easy-1 is a bot of the house.",
        "Eve and *Spy watch.",
        "* marks a program.",
    ]


def test_a_bot_of_the_cast_has_its_name_its_level_its_manner_and_a_phrase() -> None:
    assert (seat_name(RENARD), level_word(RENARD.name)) == ("Renard", "hard")
    assert company_words((ADA, RENARD)) == "Ada and Renard (hard)"
    assert presence_lines(told(0, ADA, RENARD))[1] == (
        "Renard is a bot, hard, and plays teasing: Nothing personal, of course."
    )
    assert greeting(RENARD) == "says: Nothing personal, of course."
    assert [greeting(seat) for seat in (ADA, ROBO, BOT)] == ["", "", ""]


@pytest.mark.parametrize(("width", "plate"), [(26, "▐3▌ Renard hard   chips ?"), (20, "▐3▌ Renard  chips ?")])
def test_a_plate_tells_a_bots_level_where_there_is_room(width: int, plate: str) -> None:
    canvas = Canvas(width + 1, 1, palette("dark", "true"))
    plates.name_row(canvas, 0, 0, width, 2, "Renard", right=("chips ?",), note="hard")
    assert canvas.line(0).rstrip() == plate


def test_another_game_says_for_whom_it_waits_and_not_for_those_who_are_away() -> None:
    assert rematch_words(told(0, ADA, BOB, ROBO, CLEO, BOT)) == "another game waits for Bob and *Robo"
    assert rematch_words(told(None, ADA, BOB, BOT)) == "another game waits for Bob"
    assert rematch_words(told(1, ADA, BOB, BOT)) == "Ada wants another game"
    assert rematch_words(told(0, BOB, ROBO, BOT)) == ""
