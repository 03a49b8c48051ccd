"""Other people's bots at a table of a served house: whatever they do, their seat is played and the table goes on."""

import asyncio
import shlex
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from net.link import LinkClosed
from net.messages import GameLine, Games, MyGames, Open, Play, Refused, Say, Sit, Start, Update
from net.setup import Setup
from net.ssh.dial import Line
from tests.bots.programs import POLITE
from tests.net.served import Served, WirePlayer, served_house
from tests.net.visitors import PATIENT, until
from tui.bot_seat import BotSeat

TABLE = Setup(game="geschenkt", seats=3, bots=("easy",))
MANY = 5_000


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A home folder without keys, settings or known hosts."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("SSH_AUTH_SOCK", raising=False)


async def say_yes(_host: str, _fingerprint: str) -> bool:
    return True


async def play_to_the_end(ada: WirePlayer) -> GameLine:
    """Let Ada deal and play until the game is over, and give what the house keeps of it."""
    ada.tell(Start())
    update = await ada.my_turn()
    while update.phase != "over":
        ada.tell(Play(seq=update.seq, move=update.legal[-1]))
        update = await ada.my_turn()
    (line,) = (await ada.ask(MyGames(), Games)).games
    return line


# What a program does when it is asked for the second time, and how its move is then said to be lost.
DEEDS = {
    "lies": ("answer(message, 'fly')", "illegal"),
    "babbles": ("os.write(1, b'My move is: take!')", "nonsense"),
    "hangs": ("time.sleep(1000)", "late"),
    "floods": ("while True: answer({'number': 1}, 'take'); os.write(2, b'noise ' * 100)", "late"),
    "dies": ("os.write(2, b'I have lost my cards\\n'); os._exit(1)", "ended"),
}
SCRIPT = """
for message in listen():
    if message["type"] == "decide":
        if message["number"] == 1: answer(message, message["legal"][0])
        else:
            {deed}
"""


@pytest.mark.parametrize("deed", DEEDS)
async def test_F40_for_a_program_that_misbehaves_a_house_bot_moves_and_the_game_is_played_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, deed: str
) -> None:
    line, why = DEEDS[deed]
    monkeypatch.setattr("bots.external.SECONDS", 0.2 if why == "late" else PATIENT)
    monkeypatch.setattr("bots.external.MOST_STARTS", 1)
    script = tmp_path / "bot.py"
    script.write_text(POLITE + SCRIPT.format(deed=line))
    told: list[str] = []
    async with served_house(tmp_path / "data") as served, served.caller("Ada") as ada:
        code = (await ada.ask(Open(setup=TABLE), Update)).code
        place = Line("127.0.0.1", served.port, "play", say_yes)
        bot = f"exec:{shlex.join([sys.executable, str(script)])}"
        playing = asyncio.create_task(BotSeat(place, bot, "Robo", code, told.append).run())
        await until(lambda: served.table(code).seats[1].here)
        kept = await play_to_the_end(ada)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
    assert kept.names == ("Ada", "Robo", "easy-Prudence")
    lost = [line for line in told if line.startswith("The program lost")]
    said = '; its last words: "I have lost my cards"' if deed == "dies" else ""
    assert lost[0].startswith(f"The program lost this move: {why}{said}")


async def lie(robo: WirePlayer) -> None:
    """Answer every question with a move that there is not, and one that answers another question."""
    while True:
        update = await robo.hear(Update)
        if update.legal:
            await robo.ask(Play(seq=update.seq, move="fly"), Refused)
            await robo.ask(Play(seq=update.seq - 1, move=update.legal[0]), Refused)


async def hang(robo: WirePlayer) -> None:
    """Listen, and never answer."""
    while True:
        await robo.hear(Update)


async def flood(robo: WirePlayer) -> None:
    """Shout all at once, and listen no more."""
    for number in range(MANY):
        robo.tell(Play(seq=number, move="fly"))
        robo.tell(Say(text="take take take"))


async def die(robo: WirePlayer) -> None:
    """Hang up without a word in the first turn."""
    while not (await robo.hear(Update)).legal:
        pass
    robo.hang_up()


async def sit_down(
    served: Served, code: str, seated: asyncio.Event, do: Callable[[WirePlayer], Awaitable[None]]
) -> None:
    """Let a program take a seat at the far end of the wire, and do what it does there until the game is over."""
    async with served.caller("Robo", program=True) as robo:
        await robo.ask(Sit(code=code), Update)
        seated.set()
        try:
            await do(robo)
            await until(lambda: served.table(code).phase == "over")
        except LinkClosed:
            pass
        finally:
            robo.hang_up()


@pytest.mark.parametrize("deed", [lie, hang, flood, die])
async def test_F40_the_house_moves_for_a_program_on_the_wire_that_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, deed: Callable[[WirePlayer], Awaitable[None]]
) -> None:
    monkeypatch.setattr("net.tables.table.PROGRAM_CLOCK", 0.1)
    async with served_house(tmp_path) as served, served.caller("Ada") as ada, served.caller("Bob") as bob:
        code = (await ada.ask(Open(setup=TABLE), Update)).code
        seated = asyncio.Event()
        robo = asyncio.create_task(sit_down(served, code, seated, deed))
        await seated.wait()
        assert served.table(code).seats[1].kind == "program"
        kept = await play_to_the_end(ada)
        await bob.ask(Open(setup=Setup(game="geschenkt", seats=3, bots=("easy", "easy"))), Update)
        elsewhere = await play_to_the_end(bob)
        robo.cancel()
        await asyncio.gather(robo, return_exceptions=True)
    assert (kept.names, kept.stand_ins) == (("Ada", "Robo", "easy-Prudence"), (1,))
    assert elsewhere.stand_ins == ()
