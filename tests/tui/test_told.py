"""Told on the screen: bell, title and notices, the list of one's tables in the lobby, and Tab that goes round them."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from net import messages as said
from net.client.notices import Notice, NoticeKind
from net.house.house import House
from net.setup import Setup
from tests.net.house_harness import PAIR, TRIO, Person, enter, open_house, opened
from tests.tui.app_harness import (
    SIZES,
    Player,
    Thinker,
    at_the_table,
    page_of,
    play_to_the_end,
    press,
    screen_of,
    shows,
    until,
    visiting,
)
from tui.app import TableeApp
from tui.look import detect
from tui.my_tables import notice_words
from tui.screens.lobby import LobbyPage
from tui.screens.score import ScorePage
from tui.terminal.alerts import BELL, notice_form, notice_sequence

AGAINST_BOTS = Setup(game="geschenkt", seats=3, bots=("easy", "easy"))
OSC_777 = "\x1b]777;notify;{title};{text}\x07"
OSC_9 = "\x1b]9;{title}: {text}\x07"
TURN = Notice(kind=NoticeKind.TURN, code="kiwi-42", game="bumbesi")


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(tmp_path, Thinker()) as house:
        yield house


class Phone:
    """A terminal that remembers what it was called with."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.titles: list[str] = []

    def set_title(self, text: str) -> None:
        self.titles.append(text)

    def show_cursor(self, visible: bool) -> None:
        pass

    def call(self, sequence: str) -> None:
        self.calls.append(sequence)


def phone_of(app: TableeApp) -> Phone:
    app._manners = phone = Phone()
    return phone


@pytest.mark.parametrize(
    ("environment", "form"),
    [
        ({"TERM": "xterm-256color"}, ""),
        ({"TERM": "xterm-256color", "LC_TERMINAL": "iTerm2"}, OSC_9),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"}, OSC_777),
        ({"TERM": "xterm-kitty"}, OSC_777),
        ({"TERM": "xterm-ghostty"}, OSC_777),
        ({"TERM": "foot-extra"}, OSC_777),
        ({"TERM": "rxvt-unicode-256color"}, OSC_777),
        ({"TERM": "xterm-256color", "WT_SESSION": "1"}, OSC_777),
        ({"TERM": "tmux-256color", "LC_TERMINAL": "iTerm2"}, ""),
        ({"TERM": "linux", "LC_TERMINAL": "iTerm2"}, ""),
        ({"TERM": "vt100"}, ""),
        ({}, ""),
    ],
)
def test_F107_a_notice_goes_only_to_terminals_that_show_it(environment: dict[str, str], form: str) -> None:
    assert notice_form(environment) == detect(environment).notice == form


def test_F107_no_name_ends_a_notice_or_begins_another_sequence() -> None:
    sequence = notice_sequence(OSC_777, "Tablée", "\x07\x1b]2;evil\x07;x\x9c")
    assert sequence.count("\x1b") == sequence.count("\x07") == 1
    assert sequence.count(";") == 3
    assert notice_sequence("", "Tablée", "anything") == ""


def test_every_notice_is_a_sentence_about_its_table() -> None:
    for kind in NoticeKind:
        words = notice_words(replace(TURN, kind=kind, name="Bea"))
        assert "kiwi-42" in words
        assert "Bumbesi" in words
    assert "lobby" in notice_words(Notice(kind=NoticeKind.SPOKEN, name="Bea"))


async def two_tables(house: House, app: TableeApp, pilot: Player) -> tuple[Person, str, str]:
    """Sit at Bob's table and at one of one's own, and be at the second."""
    bob, table = await opened(house, PAIR, "Bob")
    app.say(said.Sit(code=table.code))
    await at_the_table(app, pilot)
    app.say(said.Open(setup=TRIO))
    await until(pilot, lambda: app.table is not None and app.table.code != table.code and bool(app.mine))
    assert app.table is not None
    return bob, table.code, app.table.code


async def to_my_turn(house: House, bob: Person, code: str, seat: int = 1) -> None:
    update = await bob.ask(said.Start(), said.Update)
    while update.phase != "playing":
        update = await bob.hear(said.Update)
    live = house.lobby.tables[code].live
    assert live is not None
    while live.turn != seat:
        update = update if update.legal else await bob.my_turn()
        await bob.ask(said.Play(seq=update.seq, move=update.legal[-1]), said.Accepted)
        update = await bob.hear(said.Update) if live.turn != seat else update


@pytest.mark.parametrize("liked", [True, False])
async def test_at_another_table_one_hears_sees_and_reads_that_it_is_ones_turn(house: House, liked: bool) -> None:
    async with visiting(house, "Ada") as (app, pilot):
        phone = phone_of(app)
        app.settings = replace(app.settings, bell=liked, title=liked, notices=liked)
        app._detected = replace(app._detected, notice=OSC_777)
        bob, code, _own = await two_tables(house, app, pilot)
        phone.calls.clear()
        await to_my_turn(house, bob, code)
        await shows(app, pilot, f"It is your turn at {code} (Geschenkt)")
        await until(pilot, lambda: "Tab 1 table waits" in screen_of(app))
        notice = f"\x1b]777;notify;Tablée;It is your turn at {code} (Geschenkt)\x07"
        assert phone.calls == ([BELL, notice] if liked else [])
        assert ("Your turn - Geschenkt" in phone.titles) is liked


async def test_tab_goes_round_ones_tables_and_back_again(house: House) -> None:
    async with visiting(house, "Ada") as (app, pilot):
        _bob, first, second = await two_tables(house, app, pilot)
        await until(pilot, lambda: "Tab next table" in screen_of(app))
        for key, where in (("tab", first), ("shift+tab", second), ("tab", first)):
            press(app, key)
            await until(pilot, lambda where=where: app.table is not None and app.table.code == where)  # type: ignore[misc]
            await until(pilot, lambda: bool(app.mine))
        press(app, "escape")
        await shows(app, pilot, "next table")


async def test_with_one_table_tab_walks_as_ever(house: House) -> None:
    async with visiting(house, "Ada") as (app, pilot):
        app.say(said.Open(setup=Setup(game="geschenkt", seats=3, bots=("easy", "easy"))))
        await at_the_table(app, pilot)
        app.say(said.Start())
        await until(pilot, lambda: app.table is not None and app.table.your_turn)
        assert app.stage is not None
        stage = app.stage
        before = stage.scene(app.now).focus
        press(app, "tab")
        await until(pilot, lambda: stage.scene(app.now).focus != before)
        assert "next table" not in screen_of(app)


@pytest.mark.parametrize("size", SIZES)
async def test_tab_goes_on_from_the_score_and_the_table_that_everybody_has_done_with_is_listed_no_more(
    house: House, size: tuple[int, int]
) -> None:
    async with visiting(house, "Ada", size=size) as (app, pilot):
        app.say(said.Open(setup=TRIO))
        await at_the_table(app, pilot)
        assert app.table is not None
        other = app.table.code
        app.say(said.Open(setup=AGAINST_BOTS))
        await until(pilot, lambda: app.table is not None and app.table.code != other and other in app.mine)
        press(app, "enter")
        await until(pilot, lambda: app.table is not None and app.table.update.phase == "playing")
        await play_to_the_end(app, pilot, press)
        press(app, "enter")
        await until(pilot, lambda: isinstance(app.page, ScorePage))
        assert "next table" in [item.words for item in page_of(app).commands()]
        press(app, "tab")
        await until(pilot, lambda: app.table is not None and app.table.code == other)
        await until(pilot, lambda: not app.mine)


@pytest.mark.parametrize("size", [*SIZES, (80, 60)], ids=str)
async def test_the_lobby_begins_with_ones_own_tables_and_what_they_wait_for(
    house: House, size: tuple[int, int]
) -> None:
    async with visiting(house, "Ada", size=size) as (app, pilot):
        bob, code, own = await two_tables(house, app, pilot)
        await to_my_turn(house, bob, code)
        _cleo, other = await opened(house, TRIO, "Cleo")
        press(app, "q")
        await until(pilot, lambda: isinstance(app.page, LobbyPage))
        await until(pilot, lambda: app.lobby is not None and len(app.lobby.tables) == 3)
        await shows(app, pilot, "Your tables")
        await shows(app, pilot, "Other tables")
        screen = screen_of(app)
        places = [screen.index(word) for word in ("Your tables", code, own, "Other tables", other.code)]
        assert places == sorted(places)
        assert "your turn" in screen
        assert "waits for 2 more" in screen
        press(app, "tab")
        await until(pilot, lambda: app.table is not None and app.table.code == code)


async def test_whose_turn_it_is_and_who_wants_another_game_is_said_of_ones_table(house: House) -> None:
    async with visiting(house, "Ada") as (app, pilot):
        bob, code, _own = await two_tables(house, app, pilot)
        await to_my_turn(house, bob, code)
        press(app, "tab")
        await until(pilot, lambda: app.table is not None and app.table.code == code)
        while app.table is not None and app.table.update.phase != "over":
            if app.table.your_turn:
                page_of(app).do("1")
            update = bob.heard[-1]
            if isinstance(update, said.Update) and update.legal:
                bob.tell(said.Play(seq=update.seq, move="take"))
            await pilot.pause(0.01)
            await drain(bob)
        app.go_round()
        await until(pilot, lambda: code in app.mine)
        bob.tell(said.Again())
        await shows(app, pilot, f"Bob wants another game at {code}")
        press(app, "q")
        await shows(app, pilot, "Bob wants another game")


async def drain(person: Person) -> None:
    """Hear all that has come."""
    try:
        while True:
            await person.hears_within(0.01, said.Update)
    except TimeoutError:
        pass


async def test_who_types_at_a_table_is_not_rung_for_there(house: House) -> None:
    async with visiting(house, "Ada") as (app, pilot):
        phone = phone_of(app)
        bob, table = await opened(house, PAIR, "Bob")
        app.say(said.Sit(code=table.code))
        await at_the_table(app, pilot)
        app.touch()
        bob.tell(said.Say(text="hello"))
        await shows(app, pilot, "hello")
        assert phone.calls == []
        app._touched = float("-inf")
        bob.tell(said.Say(text="still there?"))
        await until(pilot, lambda: phone.calls == [BELL])


async def test_a_line_in_the_lobby_that_names_one_rings(house: House) -> None:
    async with visiting(house, "Ada") as (app, pilot):
        phone = phone_of(app)
        bob = await enter(house, "Bob")
        bob.tell(said.Say(text="who plays?"))
        await shows(app, pilot, "who plays?")
        assert phone.calls == []
        bob.tell(said.Say(text="Ada, do you play?"))
        await shows(app, pilot, "Bob speaks to you in the lobby")
        assert phone.calls == [BELL]
