"""`tablee join`: somebody else's house on one's own screen, in lines, or with a bot that plays there."""

import asyncio
import os
import shlex
import sys
from pathlib import Path

import pytest

import bots
from net.door.caller import Caller
from net.house.house import CLOSING
from net.link import Link
from net.messages import Again, Goodbye, Open, Play, Reason, Refused, Sit, Start, Update, Watch, Welcome
from net.setup import Setup
from net.ssh.dial import Line, NoEntry, remember
from net.tables.entries import Closed
from tests.net.laptop import Laptop
from tests.net.served import Served, WirePlayer, served_house
from tests.net.visitors import PATIENT, House, new_key, open_house, until
from tui.address import Address, BadAddress, read_address, read_errand
from tui.app import Errand, TableeApp
from tui.bot_seat import BotSeat, NoSeat
from tui.cli import run
from tui.look import Look
from tui.screens.shell import Venue
from tui.settings import Settings

EXAMPLE = Path(bots.__file__).with_name("example_bot.py")
EXAMPLE_BOT = f"exec:{shlex.join([sys.executable, str(EXAMPLE)])}"
PAIR = Setup(game="geschenkt", seats=3, bots=("easy",))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder without keys, settings or known hosts."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("TABLEE_CONFIG", str(tmp_path / "config"))
    monkeypatch.delenv("SSH_AUTH_SOCK", raising=False)
    return tmp_path


async def say_yes(_host: str, _fingerprint: str) -> bool:
    return True


def line_to(served: Served, user: str = "play") -> Line:
    return Line("127.0.0.1", served.port, user, say_yes)


def test_a_house_is_named_as_ssh_names_it() -> None:
    assert read_address("cards.example") == Address(host="cards.example", port=2222, user="play")
    assert read_address("cards.example:22").address == "cards.example"
    assert read_address("kiwi-42@10.0.0.7:2299") == Address(host="10.0.0.7", port=2299, user="kiwi-42")
    assert read_address("[::1]:2200") == Address(host="::1", port=2200)
    assert read_address("10.0.0.7").address == "10.0.0.7 -p 2222"


@pytest.mark.parametrize("words", ["", "a b", "host:", "host:0", "host:99999", "host:port", "@host", "::1"])
def test_what_is_no_house_is_one_line(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BadAddress):
        read_address(words)
    assert run(["join", words]) == 2
    assert capsys.readouterr().err == f"tablee: {words!r} is no house: say HOST or HOST:PORT.\n"


def test_the_table_comes_from_the_option_or_the_user_name() -> None:
    lobby, table = Address(host="h"), Address(host="h", user="Kiwi-42")
    assert read_errand(lobby, None, watch=False) is None
    assert read_errand(lobby, "KIWI42", watch=False) == Sit(code="kiwi-42")
    assert read_errand(table, None, watch=False) == Sit(code="kiwi-42")
    assert read_errand(table, "lime-07", watch=True) == Watch(code="lime-07")
    assert read_errand(Address(host="h", user="watch-kiwi-42"), None, watch=False) == Watch(code="kiwi-42")
    with pytest.raises(BadAddress, match="no code of a table"):
        read_errand(lobby, "the green one", watch=False)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--table", "nowhere"], "'nowhere' is no code of a table"),
        (["--bot", "clever", "--table", "kiwi-42"], "There is no bot 'clever'"),
        (["--bot", "exec:/no/such/program", "--table", "kiwi-42"], "There is no program '/no/such/program'"),
        (["--bot", "hard"], "A bot needs a table to play at"),
    ],
)
def test_what_cannot_be_had_is_one_line(words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["join", "127.0.0.1", *words]) == 2
    assert complaint in capsys.readouterr().err


def test_a_house_that_is_not_there_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["join", "127.0.0.1:1"]) == 1
    assert capsys.readouterr().err == "tablee: 127.0.0.1 can't be reached on port 1: Connection refused.\n"


async def test_the_app_gets_back_to_the_same_table_when_the_line_was_cut(tmp_path: Path) -> None:
    async with served_house(tmp_path / "data") as served:
        line = line_to(served)
        venue = Venue(address="127.0.0.1", redial=line.dial)
        ask = Open(setup=Setup(game="geschenkt", seats=3, bots=("easy", "easy")))
        settings = Settings(name="Ada", motion=False)
        app = TableeApp(await line.dial(), settings, Look(), venue=venue, errand=Errand(start="lobby", ask=ask))
        async with app.run_test(size=(80, 24)) as pilot:
            await until(lambda: app.table is not None)
            await pilot.press("enter")
            await until(lambda: app.table is not None and app.table.your_turn)
            assert app.table is not None
            before = app.table.update
            for doorman in list(served.opened.server.doormen):
                doorman.connection.abort()
            await until(lambda: app.stage is not None and bool(app.stage.offline))
            await until(lambda: app.stage is not None and not app.stage.offline)
            after = app.table.update
            assert (after.code, after.seq, after.view, after.legal) == (
                before.code,
                before.seq,
                before.view,
                before.legal,
            )
            await pilot.press("enter")
            await until(lambda: app.table is not None and app.table.update.seq > before.seq)
        await line.hang_up()


async def test_a_line_that_is_dialled_again_asks_nobody(tmp_path: Path, home: Path) -> None:
    async with served_house(tmp_path / "data") as served:
        line = line_to(served)
        await line.dial()
        (home / ".ssh" / "known_hosts").unlink()
        with pytest.raises(NoEntry, match="not accepted"):
            await line.dial()
        await line.hang_up()


async def play(player: WirePlayer) -> Update:
    """Pass, or take what must be taken, until the game is over."""
    update = player.latest
    while update.phase != "over":
        if update.legal:
            player.tell(Play(seq=update.seq, move=update.legal[-1]))
        update = await player.my_turn()
    return update


@pytest.mark.parametrize("bot", [EXAMPLE_BOT, "easy"], ids=["a program", "a level"])
async def test_a_bot_joins_plays_whole_games_and_leaves_when_the_table_closes(tmp_path: Path, bot: str) -> None:
    told: list[str] = []
    async with served_house(tmp_path / "data") as served, served.caller("Ada") as ada:
        code = (await ada.ask(Open(setup=PAIR), Update)).code
        seat = BotSeat(line_to(served), bot, "Robo", code, told.append)
        playing = asyncio.create_task(seat.run())
        await until(lambda: served.table(code).seats[1].name == "Robo")
        assert served.table(code).seats[1].kind == "program"
        ada.tell(Start())
        assert (await play(ada)).phase == "over"
        ada.tell(Again())
        update = await ada.hear(Update)
        while update.number != 2:
            update = await ada.hear(Update)
        await play(ada)
        await until(lambda: told.count("The game is over.") == 2)
        await served.house.croupiers[code].do(lambda now: [Closed(at=now)])
        await asyncio.wait_for(playing, PATIENT)
    assert told[0].startswith("To come back later as the same guest")
    assert told[1] == f"Geschenkt, table {code}"
    assert any(line.startswith("*Robo ") for line in told)
    assert any(line.startswith("Ada: ") for line in told)
    assert told[-1] == "The table has closed."
    assert not any("lost this move" in line for line in told)


@pytest.mark.parametrize("guest", [False, True], ids=["a key", "a guest"])
async def test_a_bot_comes_back_to_its_seat_when_the_line_was_cut(tmp_path: Path, home: Path, guest: bool) -> None:
    told: list[str] = []
    own = ""
    if not guest:
        (home / ".ssh").mkdir()
        key = new_key()
        key.write_private_key(home / ".ssh" / "id_ed25519")
        own = key.get_fingerprint()
    async with served_house(tmp_path / "data") as served, served.caller("Ada") as ada:
        code = (await ada.ask(Open(setup=PAIR), Update)).code
        seat = BotSeat(line_to(served), EXAMPLE_BOT, "Robo", code, told.append)
        playing = asyncio.create_task(seat.run())
        await until(lambda: served.table(code).seats[1].here)
        doorman = next(doorman for doorman in served.opened.server.doormen if doorman.connection.fingerprint == own)
        doorman.connection.abort()
        await until(lambda: not served.table(code).seats[1].here)
        await until(lambda: served.table(code).seats[1].here)
        ada.tell(Start())
        await play(ada)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
    assert told[1 + guest] == "The line was cut; trying again in 1 s."


class ClosingHouse(House):
    """Closes in front of everybody who comes in."""

    async def wire(self, guest: Caller, link: Link) -> None:
        self.heard.append(await link.receive())
        link.send(Goodbye(text=CLOSING, reason=Reason.CLOSING))


async def test_a_bot_waits_for_a_house_that_closes_to_open_again(home: Path) -> None:
    told: list[str] = []
    async with open_house(ClosingHouse()) as opened:
        remember(home / ".ssh" / "known_hosts", f"[127.0.0.1]:{opened.server.port}", opened.server.key)
        line = Line("127.0.0.1", opened.server.port, "play", say_yes)
        playing = asyncio.create_task(BotSeat(line, "easy", "Robo", "kiwi-42", told.append).run())
        await until(lambda: len(opened.house.heard) == 2)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
    assert told[:2] == [CLOSING, "The line was cut; trying again in 1 s."]


@pytest.mark.parametrize(
    ("name", "code", "words"),
    [
        ("easy-1", "", "would pass for a bot"),
        ("Ada", "", "Somebody else has that name"),
        ("Robo", "kiwi-99", "no table"),
    ],
)
async def test_a_bot_that_is_not_wanted_says_why(tmp_path: Path, name: str, code: str, words: str) -> None:
    async with served_house(tmp_path / "data") as served, served.caller("Ada") as ada:
        found = (await ada.ask(Open(setup=PAIR), Update)).code
        with pytest.raises(NoSeat, match=words):
            await BotSeat(line_to(served), "easy", name, code or found, lambda _: None).run()


def on_a_terminal(served: Served, home: Path) -> tuple[str, ...]:
    """The command that joins, and then stays to say that it has left."""
    words = shlex.join([sys.executable, "-m", "tui.cli", "join", f"127.0.0.1:{served.port}", "--name", "Ada"])
    return ("sh", "-c", f"HOME={shlex.quote(str(home))} {words}; echo LEFT; sleep 60")


async def test_a_house_that_was_never_visited_is_asked_about_once(tmp_path: Path, home: Path) -> None:
    async with served_house(tmp_path / "data") as served:
        for visit in ("first", "second"):
            (tmp_path / visit).mkdir()
            mine = Laptop(tmp_path / visit, served.port)
            async with mine.window(*on_a_terminal(served, home), size=(90, 30)) as window:
                if visit == "first":
                    await window.shows(served.opened.server.fingerprint)
                    await window.type("perhaps", "Enter")
                    await window.shows("Please type yes, no or the fingerprint:")
                    await window.type("yes", "Enter")
                await window.shows("There is no table yet")
                await window.type("C-c")
                picture = await window.shows("LEFT")
                assert ("You have not been to" in picture) == (visit == "first")


EVIL = "\x1b]52;c;ZXZpbA==\x07\x9b31m\u202e"


class EvilHouse(House):
    """Says on the wire what no house of ours would."""

    async def wire(self, guest: Caller, link: Link) -> None:
        await link.receive()
        link.send(Welcome(name=f"Zoe{EVIL}", resume=EVIL))
        link.send(Goodbye(text=f"Get out{EVIL}"))


async def test_F25_a_house_that_sends_escape_codes_reaches_no_terminal(tmp_path: Path, home: Path) -> None:
    async with open_house(EvilHouse()) as opened:
        remember(home / ".ssh" / "known_hosts", f"[127.0.0.1]:{opened.server.port}", opened.server.key)
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tui.cli", "join", f"127.0.0.1:{opened.server.port}", "--plain"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "HOME": str(home)},
        )
        out, _ = await asyncio.wait_for(process.communicate(), 3 * PATIENT)
    assert "Get out]52;c;ZXZpbA==31m" in out.decode()
    assert all(line.isprintable() for line in out.decode().splitlines())


class NonsenseHouse(House):
    """Refuses with a template that nothing fits into."""

    async def wire(self, guest: Caller, link: Link) -> None:
        await link.receive()
        link.send(Welcome(name="Zoe"))
        link.send(Refused(about="sit", text="{x:seat} {} {0}", values={"x": 99}))
        await link.receive()


async def test_F25_a_house_that_talks_nonsense_ends_plain_mode_with_a_sentence(tmp_path: Path, home: Path) -> None:
    async with open_house(NonsenseHouse()) as opened:
        remember(home / ".ssh" / "known_hosts", f"[127.0.0.1]:{opened.server.port}", opened.server.key)
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tui.cli", "join", f"127.0.0.1:{opened.server.port}", "--plain"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={**os.environ, "HOME": str(home)},
        )
        _out, said = await asyncio.wait_for(process.communicate(), 3 * PATIENT)
    assert process.returncode == 1
    assert said.decode().startswith("tablee: The house said something that makes no sense")


async def test_a_name_is_asked_for_where_none_was_ever_chosen(tmp_path: Path, home: Path) -> None:
    async with served_house(tmp_path / "data") as served:
        remember(home / ".ssh" / "known_hosts", f"[127.0.0.1]:{served.port}", served.opened.server.key)
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tui.cli", "join", f"127.0.0.1:{served.port}"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "HOME": str(home)},
        )
        out, _ = await asyncio.wait_for(process.communicate(b"Zoe\nq\n"), 3 * PATIENT)
    assert out.decode().startswith("What shall the others call you?\n")
    assert out.decode().endswith("Goodbye. Everything is saved.\n")


async def test_lines_are_read_out_where_there_is_no_screen(tmp_path: Path, home: Path) -> None:
    async with served_house(tmp_path / "data") as served:
        remember(home / ".ssh" / "known_hosts", f"[127.0.0.1]:{served.port}", served.opened.server.key)
        code = await served.open_table(PAIR, "Ada")
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tui.cli", "join", f"127.0.0.1:{served.port}", "--name", "Zoe", "--table", code),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "HOME": str(home)},
        )
        await until(lambda: served.table(code).seats[1].name == "Zoe")
        out, _ = await asyncio.wait_for(process.communicate(b"t good evening\nq\nq\n"), 3 * PATIENT)
    assert process.returncode == 0
    assert f"Geschenkt, table {code}" in out.decode()
