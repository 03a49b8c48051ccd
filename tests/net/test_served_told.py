"""Told with real OpenSSH clients: the bell, the title and notices of a terminal, and the list of one's tables."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from net.messages import Again, Open, Play, Say, Sit, Start, Update
from net.setup import Setup
from net.values import Phase
from tests.net.laptop import Window
from tests.net.served import Served, WirePlayer
from tests.net.ssh_company import Company, company, talk
from tests.net.visitors import until

PAIR = Setup(game="geschenkt", seats=3, bots=("easy",))
TRIO = Setup(game="geschenkt", seats=3)
KITTY = "xterm-kitty"


@pytest.fixture(autouse=True)
def rings_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing be left out because somebody was rung for just before."""
    monkeypatch.setattr("tui.window.RING_AGAIN", 0.0)


class Elsewhere(NamedTuple):
    """Ada in her window at a table of her `own`, while Bob on the wire is at the one of this `code`."""

    people: Company
    ada: Window
    bob: WirePlayer
    code: str
    own: str


async def seated(served: Served, code: str, name: str = "Ada") -> None:
    await until(lambda: any(seat.name == name and seat.here for seat in served.table(code).seats))


@asynccontextmanager
async def elsewhere(folder: Path, *options: str, term: str = KITTY, **off: str | bool) -> AsyncIterator[Elsewhere]:
    """Let Ada sit down at Bob's table with ssh, and go round to one of her own."""
    async with company(folder, "Ada", "Bob", "Cleo") as people:
        served = people.served
        await served.house.store.keep_settings(served.identity("Ada"), off)
        async with served.caller("Bob") as bob:
            code = (await bob.ask(Open(setup=PAIR), Update)).code
            ada = await people.come("Ada", code, *options, term=term)
            await seated(served, code)
            async with served.caller("Ada") as wire:
                own = (await wire.ask(Open(setup=TRIO), Update)).code
            await ada.shows("next table")
            await ada.type("Tab")
            await ada.shows(f"table {own}")
            await seated(served, own)
            yield Elsewhere(people, ada, bob, code, own)


async def play_until_turn(served: Served, bob: WirePlayer, code: str, seat: int) -> None:
    """Let Bob begin, and pass or take until somebody else is to move."""
    table = served.table(code)
    await bob.ask(Start(), Update)
    await until(lambda: table.phase is Phase.PLAYING)
    while table.live is not None and table.live.turn != seat:
        if bob.latest.legal and bob.latest.seq == table.seq:
            bob.tell(Play(seq=bob.latest.seq, move=bob.latest.legal[-1]))
        await bob.hear(Update)


async def test_of_ones_turn_at_another_table_one_is_told_by_bell_title_and_notice(tmp_path: Path) -> None:
    async with elsewhere(tmp_path) as (people, ada, bob, code, _own):
        bells = ada.glass.bells
        words = f"It is your turn at {code} (Geschenkt)"
        await play_until_turn(people.served, bob, code, 1)
        await ada.shows(words)
        await ada.rings(bells + 1, "Your turn - Geschenkt", f"777;notify;Tablée;{words}")
        await ada.shows("1 table waits")
        await ada.type("q")
        lobby = await ada.shows("Your tables")
        row = next(row for row in lobby.splitlines() if code in row)
        assert "your turn" in row
        await ada.type("Tab")
        await ada.shows(f"table {code}")
        await ada.shows("YOUR TURN")


async def test_iterm_is_told_in_its_own_words(tmp_path: Path) -> None:
    options = ("-o", "SetEnv=LC_TERMINAL=iTerm2")
    async with elsewhere(tmp_path, *options, term="xterm-256color") as (people, ada, bob, code, _own):
        bells = ada.glass.bells
        await play_until_turn(people.served, bob, code, 1)
        await ada.rings(bells + 1, notice=f"9;Tablée: It is your turn at {code} (Geschenkt)")


async def test_one_is_told_who_speaks_at_ones_table_and_to_one_in_the_lobby(tmp_path: Path) -> None:
    async with elsewhere(tmp_path) as (people, ada, bob, code, _own):
        bells = ada.glass.bells
        bob.tell(Say(text="are you there?"))
        words = f"Bob speaks to you at {code} (Geschenkt)"
        await ada.shows(words)
        await ada.rings(bells + 1, notice=f"777;notify;Tablée;{words}")
        await ada.type("q")
        await ada.shows("Your tables")
        cleo = await people.come("Cleo", "play")
        await cleo.shows("Nobody has said anything yet")
        await talk(cleo, "where is Ada?")
        await ada.shows("where is Ada?")
        await ada.rings(bells + 2, notice="777;notify;Tablée;Cleo speaks to you in the lobby")


async def test_in_the_lobby_one_is_told_who_sits_down_at_ones_table(tmp_path: Path) -> None:
    async with company(tmp_path, "Ada", "Cleo") as people:
        code = await people.served.open_table(TRIO, "Ada")
        ada = await people.come("Ada", code, term=KITTY)
        await ada.shows("WAITING")
        await ada.type("q")
        await ada.shows("waits for 2 more")
        bells = ada.glass.bells
        cleo = await people.come("Cleo", "play")
        await cleo.shows(code)
        await cleo.type("Enter")
        await ada.shows("waits for 1 more")
        words = f"Cleo sits down with you at {code} (Geschenkt)"
        await ada.rings(bells + 1, notice=f"777;notify;Tablée;{words}")


async def test_one_is_told_who_wants_another_game(tmp_path: Path) -> None:
    async with elsewhere(tmp_path) as (people, ada, bob, code, _own):
        await play_until_turn(people.served, bob, code, 1)
        async with people.served.caller("Ada") as wire:
            await wire.ask(Sit(code=code), Update)
            await asyncio.gather(take_cards(bob), take_cards(wire))
        await until(lambda: not people.served.table(code).seats[1].here)
        await ada.hides("1 table waits")
        bells = ada.glass.bells
        bob.tell(Again())
        words = f"Bob wants another game at {code} (Geschenkt)"
        await ada.shows(words)
        await ada.rings(bells + 1, notice=f"777;notify;Tablée;{words}")
        await ada.type("q")
        await ada.shows("Bob wants another game")


async def take_cards(player: WirePlayer) -> None:
    """Take every card until the game is over."""
    update = player.latest if player.latest.legal else await player.my_turn()
    while update.phase != "over":
        player.tell(Play(seq=update.seq, move="take"))
        update = await player.my_turn()


async def test_who_switched_it_off_reads_it_and_hears_nothing(tmp_path: Path) -> None:
    async with elsewhere(tmp_path, bell=False, title=False, notices=False) as (people, ada, bob, code, _own):
        await play_until_turn(people.served, bob, code, 1)
        await ada.shows(f"It is your turn at {code} (Geschenkt)")
        glass = ada.glass
        assert (glass.bells, glass.notices, glass.title) == (0, [], "Tablée")


async def test_it_is_switched_off_among_the_settings(tmp_path: Path) -> None:
    async with company(tmp_path, "Ada") as people:
        ada = await people.come("Ada", "play")
        await ada.shows("There is no table yet")
        await ada.type("F2")
        await ada.shows("when a table waits for you")
        await ada.type(*["Down"] * 6)
        for _ in range(3):
            await ada.type("Right", "Down")
        await ada.type("Escape")
        await ada.shows("There is no table yet")
        store, identity = people.served.house.store, people.served.identity("Ada")
        for _ in range(200):
            if (kept := await store.settings_of(identity)).get("notices") is False:
                break
            await asyncio.sleep(0.05)
        assert [kept[key] for key in ("bell", "title", "notices")] == [False, False, False]


async def test_in_plain_lines_one_is_told_where_to_go_and_next_goes_there(tmp_path: Path) -> None:
    async with company(tmp_path, "Ada", "Bob") as people:
        served = people.served
        async with served.caller("Bob") as bob:
            code = (await bob.ask(Open(setup=PAIR), Update)).code
            own = await served.open_table(TRIO, "Ada")
            async with people.script("Ada", code) as ada:
                await seated(served, code)
                await ada.hears("Waiting for players")
                ada.say(f"sit {own}")
                await seated(served, own)
                await play_until_turn(served, bob, code, 1)
                await ada.hears(f"It is your turn at {code} (Geschenkt): type `sit {code}`\x07")
                ada.say("next")
                await ada.hears("Your turn.")


async def test_in_the_lobby_one_is_told_of_a_table_by_the_day_where_nobody_needs_to_be(tmp_path: Path) -> None:
    async with company(tmp_path, "Ada", "Bob", rest=0.05, look=0.05) as people:
        served = people.served
        code = await served.open_table(msgspec.structs.replace(PAIR, days=1), "Ada")
        ada = await people.come("Ada", "play", term=KITTY)
        await ada.shows("waits for 1 more")
        bells = ada.glass.bells
        async with served.caller("Bob") as bob:
            await bob.ask(Sit(code=code), Update)
            await ada.shows(f"Bob sits down with you at {code} (Geschenkt)")
            await play_until_turn(served, bob, code, 0)
        words = f"It is your turn at {code} (Geschenkt)"
        await ada.shows(words)
        await ada.rings(bells + 2, "Your turn - Geschenkt", f"777;notify;Tablée;{words}")
        await until(lambda: code not in served.house.croupiers)
        await ada.shows("your turn, ")
        await ada.type("Enter")
        await ada.shows("YOUR TURN")
