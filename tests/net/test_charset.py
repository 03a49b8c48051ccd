"""Terminals that show no UTF-8: they are sent what they can show, and ASCII for the rest."""

from pathlib import Path

import pytest

from net.door.caller import Caller
from net.door.charset import charset_of, encode
from net.door.lines import ChannelLines
from net.door.screen import Terminal
from net.tables.table import Table
from tests.net.served import Served, served_house
from tests.net.test_lines import Paper
from tests.net.visitors import until


def tables(served: Served) -> list[Table]:
    return [croupier.table for croupier in served.house.croupiers.values()]


LATIN = {"LANG": "fr_FR.ISO-8859-1"}


@pytest.mark.parametrize(
    ("environment", "charset"),
    [
        ({}, "utf-8"),
        ({"LANG": "de_DE"}, "utf-8"),
        ({"LANG": "en_US.utf8"}, "utf-8"),
        (LATIN, "iso8859-1"),
        ({"LANG": "fr_FR.UTF-8", "LC_CTYPE": "fr_FR.ISO8859-15@euro"}, "iso8859-15"),
        ({"LANG": "ja_JP.eucJP"}, "ascii"),
        ({"LANG": "C"}, "ascii"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "POSIX"}, "ascii"),
        ({"LANG": "C.UTF-8"}, "utf-8"),
        ({"LANG": "ru_RU.KOI8-R"}, "ascii"),
        ({"LANG": "x.ISO-8859-99"}, "ascii"),
        ({"LANG": "x.\x1b[31m"}, "ascii"),
    ],
)
def test_the_locale_names_the_characters(environment: dict[str, str], charset: str) -> None:
    assert charset_of(environment) == charset


def test_what_cant_be_shown_has_an_ascii_form_of_as_many_cells() -> None:
    assert encode("dé 日 ш", "iso8859-1") == b"d\xe9 ?? ?"
    assert encode("dé e\u0301", "ascii") == b"de e"
    assert encode("dé 日", "utf-8") == "dé 日".encode()


async def test_lines_are_written_and_read_in_the_clients_characters() -> None:
    paper = Paper()
    lines = ChannelLines(paper, lambda: 0.0, "iso8859-1")
    await lines.write("c'est à toi, Хлоя\n")
    lines.feed(b"Zo\xe9\n")
    assert paper.written == b"c'est \xe0 toi, ????\n"
    assert await lines.read() == "Zoé"


def test_a_title_goes_out_in_the_clients_characters() -> None:
    sent = bytearray()
    terminal = Terminal(Caller(term="xterm", environment=LATIN), sent.extend, lambda _seconds: None)
    terminal.set_title("Tablée")
    assert b"Tabl\xe9e" in sent


async def test_a_latin_1_terminal_gets_its_own_letters_and_no_utf8(tmp_path: Path) -> None:
    async with served_house(tmp_path) as served:
        await served.have_been_here("Ada")
        async with served.window("Ada", env=LATIN) as ada:
            await ada.shows(b"Nouvelle table")
            await ada.press("n1\r")
            await ada.shows(b"EN ATTENTE")
            ada.channel.write(b"tZo\xe9\r")
            await until(
                lambda: "Zoé" in [spoken.line.text for table in tables(served) for spoken in table.talk.since(0)]
            )
            ada.channel.write(b"\x03")
            await ada.ends()
        letters = {byte for byte in ada.seen if byte >= 0x80}
        assert letters <= set("àâçéèêëîïôùûÀÉÈÊ«»°".encode("latin-1"))
        assert "session failed" not in served.opened.log
