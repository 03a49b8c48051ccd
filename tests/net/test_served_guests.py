"""How guests are shown in: by their key or a code, in their colours, in their language, to the table they asked for."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from net.door.caller import Caller
from net.door.entrance import CLOSING
from net.door.screen import Terminal
from net.house.entrance import UNKNOWN_CODE
from net.house.people import guest_identity
from net.setup import Setup
from tests.net.served import Served, served_house
from tests.net.ssh_windows import ENTER, Window
from tests.net.visitors import until
from tui.app import TableeApp
from tui.draw.glyphs import ASCII, CONSOLE, UNICODE
from tui.language import catalogue
from tui.rooms import errand_of, look_of
from tui.terminal.driver import run_app

PAIR = Setup(game="geschenkt", seats=3, bots=("easy",))
CHOOSE = "What shall the others call you?"
NO_TABLE = "There is no table yet. Begin one:"


async def choose_name(window: Window, name: str) -> None:
    await window.sees(CHOOSE)
    await window.press(f"{name}{ENTER}")


def resume_code(window: Window) -> str:
    """Read the code in what is left on the terminal after the app has gone."""
    last_words = window.seen.decode(errors="replace").rpartition("ssh ")[2]
    return last_words.partition("@")[0]


async def test_a_key_chooses_its_name_once(tmp_path: Path) -> None:
    async with served_house(tmp_path) as served:
        async with served.window("Ada") as first:
            await choose_name(first, "Ada")
            await until_named(served, "Ada")
        async with served.window("Ada") as second:
            await second.sees(NO_TABLE)
            assert CHOOSE not in second.glass.text


async def until_named(served: Served, name: str) -> None:
    await until(lambda: any(member.name == name for member in served.house.members))


async def test_a_guest_without_a_key_comes_back_with_the_code_that_stays_on_the_terminal(tmp_path: Path) -> None:
    async with served_house(tmp_path) as served:
        code = await served.open_table(PAIR, "Ada")
        async with served.window("", code) as guest:
            await choose_name(guest, "Gwen")
            await guest.sees(f"@127.0.0.1 -p {served.port}")
            await guest.press(ENTER)
            await guest.sees("Gwen")
            await until(lambda: served.table(code).seats[1].name == "Gwen")
            await guest.press("\x03")
            await guest.ends()
        resume = resume_code(guest)
        assert served.table(code).seats[1].identity == guest_identity(resume)
        for key in ("", "Gwen's other machine"):
            async with served.window(key, resume.upper()) as back:
                await back.sees("Gwen")
                await back.sees(code)
                await back.press("\x03")
                await back.ends()
            assert resume_code(back) == resume
        async with served.window("", f"{resume}1") as stranger:
            await stranger.ends()
        assert UNKNOWN_CODE.encode() in stranger.seen
        assert resume not in served.opened.log
        assert "asked=other" in served.opened.log


async def test_a_code_that_no_table_has_leads_to_the_lobby_with_a_sentence(tmp_path: Path) -> None:
    async with served_house(tmp_path) as served:
        await served.have_been_here("Ada")
        async with served.window("Ada", "kiwi-99") as ada:
            await ada.sees("There is no table of that code")


async def test_the_table_shows_the_line_that_invites_others(tmp_path: Path) -> None:
    async with served_house(tmp_path) as served:
        code = await served.open_table(PAIR, "Ada")
        async with served.window("Ada", size=(120, 40)) as ada:
            await ada.sees(f"ssh {code}@127.0.0.1 -p {served.port}")


async def test_words_are_in_the_language_that_the_client_sends(tmp_path: Path) -> None:
    french = catalogue("fr").gettext
    async with served_house(tmp_path) as served:
        await served.have_been_here("Ada", "Bob")
        async with served.window("Ada", env={"LANG": "fr_FR.UTF-8"}) as ada, served.window("Bob") as bob:
            await ada.sees(french(NO_TABLE))
            await bob.sees(NO_TABLE)
            await served.opened.server.close()
            await ada.ends()
            await bob.ends()
    assert french(CLOSING.text).encode() in ada.seen
    assert CLOSING.text.encode() in bob.seen


async def test_home_offers_all_it_has_in_a_language_of_long_words(tmp_path: Path) -> None:
    async with served_house(tmp_path) as served:
        await served.have_been_here("Ada")
        async with served.window("Ada", env={"LANG": "fr_FR.UTF-8"}) as ada:
            await ada.sees(catalogue("fr").gettext(NO_TABLE))
            await ada.settles()
            await ada.press("o")
            await ada.sees("Personne d'autre n'est à une table")
            await ada.press("\x1b[27u")
            await ada.sees("quatre jeux de cartes")
            (row,) = (row for row in ada.glass.rows if "donne du jour" in row)
            assert row.startswith(" Entrée  jouer")
            assert row.endswith("parties finies")


@pytest.mark.parametrize(
    ("term", "environment", "colour"),
    [
        ("xterm-256color", {}, "38;5;"),
        ("xterm-256color", {"COLORTERM": "truecolor"}, "38;2;"),
        ("xterm-kitty", {}, "38;2;"),
        ("xterm", {}, "3"),
        ("xterm-256color", {"NO_COLOR": "1"}, ""),
    ],
)
async def test_colours_are_those_that_the_client_can_show(
    tmp_path: Path, term: str, environment: dict[str, str], colour: str
) -> None:
    async with served_house(tmp_path) as served:
        await served.have_been_here("Ada", "Bob")
        async with served.window("Bob", term_type="xterm-direct") as bob:
            await bob.sees(NO_TABLE)
            async with served.window("Ada", term_type=term, env=environment) as ada:
                await ada.sees(NO_TABLE)
    styles = {style for row in ada.glass.styles for style in row}
    for other in {"38;5;", "38;2;"} - {colour}:
        assert not any(other in style for style in styles)
    assert any(colour in style for style in styles)
    if not colour:
        assert not any(part in ("3", "4") for style in styles for part in {code[:1] for code in style.split(";")})


def test_characters_are_those_that_the_client_can_draw() -> None:
    assert look_of(Caller(term="xterm")).glyphs is UNICODE
    assert look_of(Caller(term="linux")).glyphs is CONSOLE
    assert look_of(Caller(term="xterm", environment={"LC_CTYPE": "fr_FR.ISO-8859-1"})).glyphs is ASCII


def test_the_user_name_says_what_somebody_came_for() -> None:
    assert errand_of(Caller(asked="play")).ask is None
    assert type(errand_of(Caller(asked="kiwi-42")).ask).__name__ == "Sit"
    assert type(errand_of(Caller(asked="watch-kiwi-42")).ask).__name__ == "Watch"


async def test_cards_fly_for_everybody_however_many_there_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    apps: list[TableeApp] = []

    async def run_and_remember(app: TableeApp, terminal: Terminal) -> object:
        apps.append(app)
        return await run_app(app, terminal)

    monkeypatch.setattr("tui.rooms.run_app", run_and_remember)
    async with served_house(tmp_path, limits={"connections_per_source": 100}) as served:
        await served.have_been_here("Ada")
        async with AsyncExitStack() as lobby:
            for connection in [served.window("Ada"), *(served.window("") for _ in range(25))]:
                window = await lobby.enter_async_context(connection)
                await window.sees(NO_TABLE, CHOOSE)
    assert [app.settings.motion for app in apps] == [True] * 26


async def test_a_screen_that_is_too_small_offers_plain_lines(tmp_path: Path) -> None:
    async with served_house(tmp_path) as served:
        await served.have_been_here("Ada")
        async with served.window("Ada", size=(30, 10)) as ada:
            await ada.sees("needs 40 x 20")
            await ada.press("p")
            await ada.ends()
    assert f"`ssh -T play@127.0.0.1 -p {served.port}` plays in plain lines.".encode() in ada.seen
