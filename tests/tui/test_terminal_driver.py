"""The full-screen app at the far end of a channel."""

import asyncio
import re
import sys
from functools import partial
from typing import Any

import pytest
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style

from net.door.caller import Caller
from net.door.screen import LETTERS_BURST, QUIET, Intake, Terminal
from tests.net.visitors import House, SlateApp, open_house, until
from tui.terminal.driver import run_app, write_segments


class Desk:
    """A terminal without SSH: what the app sends is kept."""

    def __init__(self, **guest: Any) -> None:
        self.sent = bytearray()
        self.frames: list[float] = []
        self.guest = Caller(**{"term": "xterm-256color", "environment": {"COLORTERM": "truecolor"}, **guest})
        self.terminal = Terminal(self.guest, self.sent.extend, self.frames.append)
        self.app = SlateApp("hello")
        self.run: asyncio.Task[Any]

    async def __aenter__(self) -> "Desk":
        self.run = asyncio.create_task(run_app(self.app, self.terminal))
        await self.shows(b"hello")
        return self

    async def __aexit__(self, *_: object) -> None:
        self.terminal.hang_up()
        await asyncio.wait_for(self.run, 10)

    async def shows(self, text: bytes) -> None:
        await until(lambda: text in self.sent)

    def type(self, text: str | bytes) -> None:
        self.terminal.feed(text.encode() if isinstance(text, str) else text)


async def test_the_terminal_is_set_up_and_left_as_it_was() -> None:
    async with Desk() as desk:
        pass
    switched_on = (b"\x1b[?1049h", b"\x1b[?1000h", b"\x1b[?1002h", b"\x1b[?1006h", b"\x1b[?2004h", b"\x1b[?25l")
    assert all(code in desk.sent for code in switched_on)
    last = desk.sent[desk.sent.rindex(b"\x1b[?7h") :]
    for code in (b"\x1b[?1049l", b"\x1b[?1000l", b"\x1b[?1002l", b"\x1b[?1006l", b"\x1b[?2004l", b"\x1b[?25h"):
        assert code in last
    assert b"\x1b[?1003h" not in desk.sent


async def test_a_key_draws_only_what_changed_and_its_time_is_noted() -> None:
    async with Desk(size=(120, 40)) as desk:
        await asyncio.sleep(0.1)
        del desk.sent[:]
        desk.type("a")
        await desk.shows(b"keys: a")
        assert b"hello" not in desk.sent
        assert len(desk.frames) == 1


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("\x1b[A", "up"),
        ("\r", "enter"),
        ("\x1b", "escape"),
        ("\x1b[27u", "escape"),
        ("é", "é"),
    ],
)
async def test_keys_arrive(typed: str, key: str) -> None:
    async with Desk() as desk:
        desk.type(typed)
        await until(lambda: desk.app.slate.lines[1] == f"keys: {key}")


async def test_half_a_letter_waits_for_its_other_half() -> None:
    async with Desk() as desk:
        desk.type("é".encode()[:1])
        desk.type("é".encode()[1:])
        await until(lambda: desk.app.slate.lines[1] == "keys: é")


@pytest.mark.parametrize(
    "hostile", ["\x1b[999999999999;5u", "\x1b[1114112u", "\x1b[48;9999;9999;1;1t", "\x1b[9;9R", "\xff"]
)
async def test_hostile_sequences_are_survived(hostile: str) -> None:
    async with Desk() as desk:
        desk.type(hostile)
        desk.type("z")
        await until(lambda: desk.app.slate.lines[1].endswith("z"))
        assert desk.app.size == (80, 24)


async def test_a_click_far_outside_is_no_click() -> None:
    async with Desk() as desk:
        desk.type("\x1b[<0;99999999;1M")
        desk.type("\x1b[<0;3;2M")
        await until(lambda: desk.app.slate.clicks == [(2, 1)])


async def test_title_and_cursor_are_set_and_set_again_after_a_stall() -> None:
    async with Desk() as desk:
        desk.terminal.set_title("Your turn\x1b]0;evil\x07 - kiwi-42")
        desk.terminal.show_cursor(True)
        manners = b"\x1b]2;Your turn]0;evil - kiwi-42\x07\x1b[?25h"
        assert desk.sent.endswith(manners)
        desk.terminal.set_stalled(True)
        desk.type("a")
        await until(lambda: desk.app.slate.lines[1].endswith("a"))
        await asyncio.sleep(0.1)
        del desk.sent[:]
        desk.terminal.set_stalled(False)
        assert desk.sent == manners


async def test_the_linux_console_gets_no_title() -> None:
    async with Desk(term="linux", environment={}) as desk:
        desk.terminal.set_title("Your turn")
        assert b"Your turn" not in desk.sent


async def test_frames_are_dropped_while_nobody_reads_and_painted_anew_after() -> None:
    async with Desk() as desk:
        desk.terminal.set_stalled(True)
        del desk.sent[:]
        for letter in "abc":
            desk.type(letter)
        await until(lambda: desk.app.slate.lines[1] == "keys: a b c")
        await asyncio.sleep(0.1)
        assert desk.sent == b""
        desk.terminal.set_stalled(False)
        await desk.shows(b"keys: a b c")
        assert b"hello" in desk.sent


async def test_the_same_picture_goes_out_once_unless_it_was_lost() -> None:
    async with Desk() as desk:
        await asyncio.sleep(0.1)
        for _ in range(2):
            del desk.sent[:]
            desk.app.call_later(partial(desk.app.refresh, layout=True))
            await asyncio.sleep(0.1)
        assert desk.sent == b""
        desk.terminal.set_stalled(True)
        desk.terminal.send("lost")
        desk.terminal.set_stalled(False)
        await desk.shows(b"hello")


async def test_leaving_restores_the_terminal_also_of_a_client_that_does_not_read() -> None:
    async with Desk() as desk:
        desk.terminal.set_stalled(True)
    assert desk.sent.endswith(b"\x1b[?1049l\x1b[?25h")


async def test_colours_are_each_guests_own() -> None:
    async with (
        Desk() as rich,
        Desk(environment={}) as fewer,
        Desk(term="xterm", environment={}) as few,
        Desk(environment={"NO_COLOR": "1"}) as none,
    ):
        pass
    assert b"38;2;" in rich.sent
    assert b"38;5;" in fewer.sent
    assert b"38;2;" not in fewer.sent
    assert b";2;" not in few.sent
    assert b";5;" not in few.sent
    assert set(re.findall(rb"\x1b\[([0-9;]*)m", none.sent)) == {b"39;49", b"0"}


def test_only_codes_that_change_are_sent() -> None:
    felt, ink, bold = "on #101010", "#ffffff on #101010", "bold #ffffff on #202020"
    segments = [Segment(style[0], Style.parse(style)) for style in (felt, ink, ink, bold, ink)]
    assert write_segments([*segments, Segment("-")], ColorSystem.TRUECOLOR) == (
        "\x1b[48;2;16;16;16mo\x1b[38;2;255;255;255m##\x1b[1;48;2;32;32;32mb"
        "\x1b[0;38;2;255;255;255;48;2;16;16;16m#\x1b[0m-"
    )


async def test_a_depth_of_the_server_itself_is_not_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with Desk() as desk:
        pass
    assert b"38;2;" in desk.sent


async def test_stdout_stays_the_process_own() -> None:
    before = (sys.stdout, sys.stderr)
    async with Desk(), Desk():
        assert (sys.stdout, sys.stderr) == before


async def test_nothing_prints_when_an_app_dies(capfd: pytest.CaptureFixture[str]) -> None:
    desk = await Desk().__aenter__()
    desk.type("x")
    with pytest.raises(ZeroDivisionError):
        await desk.run
    assert capfd.readouterr() == ("", "")


async def test_hanging_up_before_the_app_is_there_ends_it_all_the_same() -> None:
    desk = Desk()
    desk.terminal.hang_up()
    await asyncio.wait_for(run_app(desk.app, desk.terminal), 10)


async def test_many_apps_share_one_loop() -> None:
    house = House()
    async with open_house(house, limits={"channels": 8}) as opened, opened.visit() as connection:
        screens = [await opened.screen(connection) for _ in range(6)]
        for number, screen in enumerate(screens):
            await screen.type(str(number))
        for number, screen in enumerate(screens):
            await screen.shows(f"keys: {number}".encode())


def test_intake_lets_a_typist_through() -> None:
    intake = Intake(now=0.0)
    assert [intake.take("a", number * 0.05) for number in range(500)] == ["a"] * 500


def test_intake_drops_the_whole_rest_of_a_flood() -> None:
    intake = Intake(now=0.0)
    assert intake.take("a" * int(LETTERS_BURST), 0.0)
    assert [intake.take("b", step * QUIET / 2) for step in range(100)].count("b") == 0
    assert intake.take("c", 100 * QUIET) == "c"
