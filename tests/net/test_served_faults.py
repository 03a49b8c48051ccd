"""What must happen to people on a served house when things go wrong, by their rows in the list of faults."""

import os
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from copy import deepcopy
from pathlib import Path
from types import SimpleNamespace

import pytest

import net.house.croupier
from bots.pool import Pool
from engines.chance import FastChance
from engines.game import Game, State
from net.messages import (
    Accepted,
    Advised,
    Games,
    Hint,
    MyGames,
    Open,
    Play,
    Refused,
    Rename,
    Say,
    Sit,
    Start,
    Update,
    Watch,
    Welcome,
)
from net.setup import Setup
from tests.net.served import Served, WirePlayer, served_house
from tests.net.ssh_windows import ENTER, Window
from tests.net.visitors import until

ALONE = Setup(game="geschenkt", seats=3, bots=("easy", "easy"))
MOST_QUESTIONS = 50
BIDI_AND_CONTROL = ("\x9b", "\u202e", "\u2066", "\u200f", "\ufeff")


async def sit_alone(served: Served, setup: Setup = ALONE) -> tuple[str, Update]:
    """Let Ada open a table, deal, hang up in her turn, and give its code and what she saw last."""
    async with served.caller("Ada") as ada:
        code = (await ada.ask(Open(setup=setup), Update)).code
        ada.tell(Start())
        return code, await ada.my_turn()


async def table_on(window: Window, code: str) -> list[str]:
    """Wait for the table in one's turn, and read it without the sentence that welcomes."""
    await window.sees("YOUR TURN")
    assert code in window.glass.rows[0]
    return window.glass.rows[:-1]


async def test_F8_a_connection_lost_at_any_step_of_a_turn_shows_the_same_table_again(tmp_path: Path) -> None:
    async with served_house(tmp_path) as served:
        code, _ = await sit_alone(served)
        seen: list[list[str]] = []
        for step in ("before a key", "after a key", "in the log"):
            async with served.window("Ada") as ada:
                seen.append(await table_on(ada, code))
                if step != "before a key":
                    await ada.press("l" if step == "in the log" else "\x1b[C")
                ada.hang_up()
        assert seen[0] == seen[1] == seen[2]
        assert served.table(code).seats.of(served.identity("Ada")) == 0


async def test_F8_a_move_that_was_made_as_the_line_broke_counts_once(tmp_path: Path) -> None:
    async with served_house(tmp_path) as served:
        code, update = await sit_alone(served)
        async with served.caller("Ada") as ada:
            await ada.come_back()
            move = Play(seq=update.seq, move=update.legal[0])
            ada.tell(move)
            await until(lambda: served.table(code).seq > update.seq)
            ada.hang_up()
        async with served.caller("Ada") as ada:
            again = await ada.come_back()
            assert again.history[update.seq].move == move.move
            await ada.ask(move, Accepted)
            live = served.table(code).live
            assert live is not None
            assert [turn for turn in live.recording.history if turn.seat == 0] == [
                turn for turn in again.history if turn.seat == 0
            ]


async def test_F9_a_new_session_is_led_to_the_seat_and_one_too_many_closes_the_oldest(tmp_path: Path) -> None:
    async with served_house(tmp_path, sessions_each=2) as served:
        code, _ = await sit_alone(served)
        async with served.window("Ada") as old:
            before = await table_on(old, code)
            async with served.window("Ada") as new:
                assert await table_on(new, code) == before
                async with served.caller("Ada") as wire:
                    await old.ends()
                    assert b"You came in from somewhere else" in old.seen
                    assert (await wire.come_back()).legal


async def test_F10_a_bot_keeps_the_seat_and_hands_it_back_on_return(tmp_path: Path) -> None:
    async with served_house(tmp_path) as served:
        await served.have_been_here("Bob")
        setup = Setup(game="geschenkt", seats=3, bots=("easy",), grace=0)
        async with served.caller("Ada") as ada:
            code = (await ada.ask(Open(setup=setup), Update)).code
            async with served.window("Bob", code) as bob:
                await bob.sees("Bob")
                await until(lambda: served.table(code).seats[1].name == "Bob")
                update = await ada.ask(Start(), Update)
                bob.hang_up()
            while not update.seats[1].kept:
                update = await ada.hear(Update)
            async with served.window("Bob") as bob:
                await bob.sees(code)
                await until(lambda: served.table(code).seats[1].here)
                assert not served.table(code).seats[1].kept
                bob.hang_up()
            update = await ada.ask(Sit(code=code), Update)
            while update.phase != "over":
                if update.legal:
                    ada.tell(Play(seq=update.seq, move=update.legal[-1]))
                update = await ada.my_turn()
            (line,) = (await ada.ask(MyGames(), Games)).games
            assert line.stand_ins == (1,)


async def test_F10_those_who_stay_see_that_a_bot_plays_and_that_the_other_is_back(tmp_path: Path, game: Game) -> None:
    async with served_house(tmp_path) as served:
        await served.have_been_here("Ada", "Bob")
        seats = game.seats[0]
        setup = Setup(game=game.id, seats=seats, bots=("easy",) * (seats - 2), grace=0)
        code = await served.open_table(setup, "Ada")
        async with served.window("Ada", code) as ada:
            async with served.window("Bob", code) as bob:
                await bob.sees("Bob")
                await ada.sees("Deal")
                await ada.press(ENTER)
                await bob.sees("Ada")
                bob.hang_up()
            await until(lambda: served.table(code).seats[1].kept)
            await ada.press("l")
            await ada.sees("is away, a bot plays")
            async with served.window("Bob") as bob:
                await bob.sees(code)
                await ada.sees("is back")


async def test_F2_clocks_stand_while_the_house_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with served_house(tmp_path) as served:
        keys = served.key("Ada")
        code, before = await sit_alone(served, Setup(game="geschenkt", seats=3, bots=("easy", "easy"), clock=900))
    later = SimpleNamespace(monotonic=lambda: time.monotonic() + 3600, time=time.time)
    monkeypatch.setattr(net.house.croupier, "time", later)
    async with served_house(tmp_path) as served:
        served.know("Ada", keys)
        async with served.caller("Ada") as ada:
            after = await ada.come_back()
    assert (after.code, after.seq, after.view) == (code, before.seq, before.view)
    assert before.left is not None
    assert after.left is not None
    assert before.left - 60 < after.left <= before.left


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP], ids=["killed", "hung"])
async def test_F38_a_bot_worker_that_is_killed_or_hangs_is_replaced_and_the_table_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    monkeypatch.setattr(net.house.croupier, "LONGEST_THOUGHT", 1.5)
    async with Pool(1) as pool, served_house(tmp_path, pool) as served, served.caller("Ada") as ada:
        (worker,) = pool.pids
        await ada.ask(Open(setup=Setup(game="geschenkt", seats=3, bots=("hard", "hard"))), Update)
        os.kill(worker, number)
        ada.tell(Start())
        update = await ada.my_turn()
        while pool.troubles.replaced == 0:
            ada.tell(Play(seq=update.seq, move="pass"))
            update = await ada.my_turn()
        await until(lambda: bool(pool.pids) and worker not in pool.pids)
        ada.tell(Play(seq=update.seq, move="pass"))
        assert (await ada.my_turn()).seq > update.seq


async def test_F22_a_giant_paste_at_one_table_leaves_the_others_alone(tmp_path: Path) -> None:
    async with served_house(tmp_path) as served:
        code, _ = await sit_alone(served)
        async with served.window("Ada") as ada, served.caller("Bob") as bob:
            await table_on(ada, code)
            await ada.press("t")
            ada.channel.write(b"\x1b[200~" + b"a" * (10 << 20) + b"\x1b[201~")
            await bob.ask(Open(setup=ALONE), Update)
            bob.tell(Start())
            for _ in range(5):
                update = await bob.my_turn()
                await bob.ask(Play(seq=update.seq, move=update.legal[-1]), Accepted)
            assert ada.glass.text.count("a") < len("a" * 80 * 24) // 2
            assert not ada.is_over.is_set()
            ada.hang_up()


async def test_F25_escape_codes_in_names_talk_and_titles_reach_no_screen_and_no_log(tmp_path: Path) -> None:
    evil = "\x1b]52;c;ZXZpbA==\x07\x9b31m\u202egone"
    async with served_house(tmp_path) as served:
        await served.have_been_here("Ada", "Pia")
        async with (
            served.window("Ada") as ada,
            served.caller("Eve") as eve,
            served.script("Pia") as pia,
        ):
            await ada.sees("Lobby")
            async with served.caller("") as guest:
                assert "\x1b" not in (await guest.ask(Rename(name=f"M{evil}"), Welcome)).name
            setup = Setup(game="geschenkt", seats=3, bots=("easy",), title=f"T{evil}")
            code = (await eve.ask(Open(setup=setup), Update)).code
            await ada.sees(code)
            await ada.press("j")
            await ada.press(f"{code}{ENTER}")
            await ada.sees("Eve")
            eve.tell(Say(text=f"hi{evil}"))
            await ada.press("t")
            await ada.sees("gone")
            pia.say(f"watch {code}")
            await pia.hears("gone")
        assert all(line.isprintable() for line in pia.heard)
        seen = ada.seen.decode()
        assert not any(piece in seen for piece in ("\x1b]52", *BIDI_AND_CONTROL))
        assert all(row.isprintable() or not row for row in ada.glass.rows)
        assert all(line.isprintable() for line in served.opened.log.splitlines())


async def ask_about_everything(caller: WirePlayer, game: Game, update: Update) -> None:
    """Ask for a hint, and for many moves that are not allowed."""
    if update.legal:
        await caller.ask(Hint(seq=update.seq), Advised)
    refused = [move for move in map(game.say, game.moves()) if move not in update.legal]
    for move in refused[:: 1 + len(refused) // MOST_QUESTIONS]:
        await caller.ask(Play(seq=update.seq, move=move), Refused)


def hidden(state: State) -> dict[str, object]:
    """Everything about a position that is not luck to come."""
    return {name: value for name, value in vars(state).items() if name != "chance"}


@asynccontextmanager
async def untold(served: Served, code: str) -> AsyncIterator[None]:
    """Forget that somebody came and went, which everybody at a table is told."""
    table, croupier = served.table(code), served.house.croupiers[code]
    here = len(croupier.members)
    before, table.events = table.events, deepcopy(table.events)
    try:
        yield
    finally:
        await until(lambda: len(croupier.members) == here)
        table.events = before


async def bytes_at_the_table(served: Served, game: Game, name: str, code: str) -> bytes:
    """Come in on the wire, look, ask, and give every byte that was sent."""
    async with untold(served, code), served.caller(name) as caller:
        look = Watch(code=code) if name == "Eve" else Sit(code=code)
        await ask_about_everything(caller, game, await caller.ask(look, Update))
        return caller.told


async def picture_of_the_table(
    served: Served, game: Game, name: str, code: str
) -> tuple[str, list[list[str]], list[list[str]]]:
    """Come in with ssh, and give the window's title and every cell but of the row that welcomes for a while."""
    asked = f"watch-{code}" if name == "Eve" else code
    async with untold(served, code), served.window(name, asked) as window:
        await window.sees(f"▌ {game.title}")
        await window.settles()
        return window.glass.title, window.glass.letters[:-1], window.glass.styles[:-1]


@pytest.mark.plugged_in
async def test_F34_positions_that_a_seat_cannot_tell_apart_send_it_the_same_bytes(tmp_path: Path, game: Game) -> None:
    seats = game.seats[0]
    setup = Setup(game=game.id, seats=seats, bots=("easy",) * (seats - 1), hints=True)
    async with served_house(tmp_path) as served:
        code, _ = await sit_alone(served, setup)
        live = served.table(code).live
        assert live is not None
        truth = live.recording.state
        # The first hint is marked in the record, and everybody is told; later ones are not.
        await bytes_at_the_table(served, game, "Ada", code)
        told = await bytes_at_the_table(served, game, "Ada", code)
        picture = await picture_of_the_table(served, game, "Ada", code)
        worlds = [game.sample(game.view(truth, 0), FastChance(luck)) for luck in range(3)]
        assert any(hidden(world) != hidden(truth) for world in worlds)
        for world in worlds:
            live.recording.state = world
            assert await bytes_at_the_table(served, game, "Ada", code) == told
        assert await picture_of_the_table(served, game, "Ada", code) == picture


async def test_F34_positions_that_nobody_outside_can_tell_apart_send_those_who_watch_the_same_bytes(
    tmp_path: Path, game: Game
) -> None:
    seats = game.seats[0]
    async with served_house(tmp_path) as served, served.caller("Ada") as ada:
        await served.have_been_here("Eve")
        setup = Setup(game=game.id, seats=seats, bots=("easy",) * (seats - 1))
        code = (await ada.ask(Open(setup=setup), Update)).code
        ada.tell(Start())
        await ada.my_turn()
        live = served.table(code).live
        assert live is not None
        truth = live.recording.state
        # The first time everybody is told who watches; later they know.
        await bytes_at_the_table(served, game, "Eve", code)
        told = await bytes_at_the_table(served, game, "Eve", code)
        picture = await picture_of_the_table(served, game, "Eve", code)
        live.recording.state = world = game.sample(game.view(truth, None), FastChance(1))
        assert hidden(world) != hidden(truth)
        assert await bytes_at_the_table(served, game, "Eve", code) == told
        assert await picture_of_the_table(served, game, "Eve", code) == picture
