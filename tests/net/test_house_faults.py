"""What must happen when things go wrong in a house, by their rows in the list of faults."""

import asyncio
import logging
import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgpack
import pytest

from bots.advice import Advice
from bots.bot import Budget, Decision
from net import messages as said
from net.house.croupier import NOT_STORED
from net.house.house import House
from net.house.table_log import readable
from net.setup import Setup
from net.store.sqlite_store import SqliteStore
from net.store.store import StoreError
from net.tables.entries import Moved
from net.tables.table import BotTurn
from net.values import MovedBy
from tests.net.house_harness import ALONE, Person, QuickThinker, enter, look, open_house, pair, started


async def test_F35_nobody_gets_the_record_of_a_game_they_did_not_play(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, first = await started(house)
        refused = await ada.ask(said.Fetch(id=1), said.Refused)
        assert "none of your finished games" in refused.text
        await ada.finish(first)
        eve = await enter(house, "Eve")
        assert (await eve.ask(said.MyGames(), said.Games)).games == ()
        assert (await eve.ask(said.Fetch(id=1), said.Refused)).about == "fetch"


async def test_F35_log_lines_name_people_tables_and_games_and_nothing_else(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    plain = set(logging.makeLogRecord({}).__dict__)
    with caplog.at_level(logging.DEBUG, "net"):
        async with open_house(tmp_path) as house:
            ada, first = await started(house)
            await ada.finish(first)
    extras: list[dict[str, Any]] = [
        {key: value for key, value in record.__dict__.items() if key not in plain and key != "message"}
        for record in caplog.records
        if record.name.startswith("net")
    ]
    *others, farewell = extras
    assert others == [{"who": "key:Ada", "source": ""}, *[{"table": first.code, "game": "geschenkt"}] * 2]
    assert float(farewell.pop("seconds")) >= 0.0
    assert farewell == {"who": "key:Ada", "source": "", "player": "Ada", "why": "closing"}


async def test_F30_refusals_come_back_with_their_template_values_and_clause(tmp_path: Path) -> None:
    async with open_house(tmp_path, own=True) as house:
        ada, update = await started(house, seed=3)
        refused = await ada.ask(said.Play(seq=update.seq, move="dance"), said.Refused)
        assert (refused.about, refused.text) == ("play", "That is not a move of this game")
        while update.legal != ("take",):
            ada.tell(said.Play(seq=update.seq, move="pass"))
            update = await ada.my_turn()
        refused = await ada.ask(said.Play(seq=update.seq, move="pass"), said.Refused)
        assert (refused.clause, set(refused.values)) == ("G6", {"card"})
        await ada.ask(said.Play(seq=update.seq, move="take"), said.Accepted)


async def test_F31_the_same_move_twice_is_one_event_and_both_are_acknowledged(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, update = await started(house)
        twice = said.Play(seq=update.seq, move="pass")
        ada.tell(twice)
        ada.tell(twice)
        await ada.hear(said.Accepted)
        await ada.hear(said.Accepted)
        table = house.lobby.tables[update.code]
        assert table.live is not None
        mine = [
            turn for turn in table.live.recording.history[update.history_from + len(update.history) :] if turn.seat == 0
        ]
        assert [turn.move for turn in mine] == ["pass"]


async def test_F32_a_stale_state_number_comes_back_with_the_current_one(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, update = await started(house)
        refused = await ada.ask(said.Play(seq=update.seq - 1, move="take"), said.Refused)
        assert refused.seq == update.seq


async def test_F33_a_forged_seat_in_the_bytes_changes_nothing(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, bob, code = await pair(house, Setup(game="geschenkt", seats=3, bots=("easy",), clock=600))
        people = {0: ada, 1: bob}
        update = await ada.hear(said.Update)
        while update.view is None or update.view["turn"] not in people:
            update = await ada.hear(said.Update)
        turn = update.view["turn"]
        forged = {"type": "play", "seq": update.seq, "move": "take", "seat": turn, "code": code, "identity": "key:Ada"}
        people[1 - turn].link.send_bytes(msgpack.packb(forged))
        refused = await people[1 - turn].hear(said.Refused)
        assert refused.values == {"who": turn}


async def test_F8_dropping_out_at_any_step_keeps_the_seat_and_shows_the_same_view(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, update = await started(house)
        for step in range(6):
            if step % 2:
                ada.tell(said.Play(seq=update.seq, move="pass"))
                await ada.hear(said.Accepted)
            await ada.drop()
            table = house.lobby.tables[update.code]
            assert table.seats.of("key:Ada") == 0
            ada = Person(house, "key:Ada")
            welcome = await ada.ask(said.Enter(), said.Welcome)
            assert welcome.table == update.code
            again = await ada.ask(said.Sit(code=welcome.table), said.Update)
            if not step % 2:
                assert (again.seq, again.view, again.legal) == (update.seq, update.view, update.legal)
            update = again if again.legal else await ada.my_turn()
            assert update.legal


async def test_F9_a_new_session_is_led_to_the_seat_where_the_old_one_still_hangs(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        old, update = await started(house)
        new = Person(house, "key:Ada")
        assert (await new.ask(said.Enter(), said.Welcome)).table == update.code
        again = await new.ask(said.Sit(code=update.code), said.Update)
        assert (again.seq, again.view, again.legal) == (update.seq, update.view, update.legal)
        assert again.seats[0].away is None
        await new.finish(again)
        assert not old.served.done()


async def test_F9_whoever_comes_in_too_often_is_shown_out_where_they_came_first(tmp_path: Path) -> None:
    async with open_house(tmp_path, sessions_each=2) as house:
        first, update = await started(house)
        await enter(house, "Ada")
        third = Person(house, "key:Ada")
        assert (await third.ask(said.Enter(), said.Welcome)).table == update.code
        goodbye = await first.hear(said.Goodbye)
        assert ("somewhere else" in goodbye.text, goodbye.reason) == (True, said.Reason.ELSEWHERE)
        await first.served
        assert (await look(third, update.code)).legal == update.legal


async def test_F10_a_bot_keeps_the_seat_of_somebody_who_stays_away_and_hands_it_back(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, bob, code = await pair(house, Setup(game="geschenkt", seats=3, bots=("easy",), grace=0))
        await bob.drop()
        update = await ada.hear(said.Update)
        while not update.seats[1].kept:
            update = await ada.hear(said.Update)
        bob = await enter(house, "Bob")
        back = await bob.ask(said.Sit(code=code), said.Update)
        assert (back.seat, back.seats[1].kept, back.seats[1].away) == (1, False, None)
        await bob.drop()
        table = house.lobby.tables[code]
        assert table.live is not None
        await ada.finish(await ada.my_turn() if table.live.turn != 0 else await look(ada, code))
        (line,) = (await ada.ask(said.MyGames(), said.Games)).games
        assert line.stand_ins == (1,)


async def test_F37_a_jump_of_the_time_of_day_moves_no_turn_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(tmp_path) as house:
        ada, update = await started(house, Setup(game="geschenkt", seats=3, bots=("easy", "easy"), clock=900))
        now = time.time
        monkeypatch.setattr(time, "time", lambda: now() + 3600)
        again = await look(ada, update.code)
        assert again.seq == update.seq
        assert again.left is not None
        assert again.left > 0


async def test_F1_after_a_restart_every_table_seat_and_line_of_talk_is_back(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, update = await started(house, Setup(game="geschenkt", seats=3, bots=("easy", "hard"), clock=900))
        await ada.ask(said.Say(text="hello"), said.Update)
        before = await look(ada, update.code)
        bob = await enter(house, "Bob")
        bob.tell(said.Say(phrase=0))
        while not (await bob.hear(said.LobbyUpdate)).talk:
            pass
    goodbye = await ada.hear(said.Goodbye)
    assert ("house closes" in goodbye.text, goodbye.reason) == (True, said.Reason.CLOSING)
    async with open_house(tmp_path) as house:
        bob = Person(house, "key:Bob")
        lobby = await bob.ask(said.Enter(), said.LobbyUpdate)
        assert [(line.name, line.text) for line in lobby.talk] == [("Bob", "Hello!")]
        ada = Person(house, "key:Ada")
        welcome = await ada.ask(said.Enter(), said.Welcome)
        assert welcome.table == update.code
        after = await look(ada, welcome.table)
        assert (after.view, after.legal, after.seq) == (before.view, before.legal, before.seq)
        assert (after.history, after.talk) == (before.history, before.talk)
        assert after.left is not None
        assert before.left is not None
        assert 0 < after.left <= 900
        await ada.finish(after)


async def test_F39_whoever_talks_without_end_is_slowed_down_and_others_are_heard(tmp_path: Path) -> None:
    async with open_house(tmp_path, actions_per_second=0.5, actions_burst=5) as house:
        ada, bob, _ = await pair(house)
        for number in range(100):
            ada.tell(said.Say(text=f"spam {number}"))
        heard = ""
        bob.tell(said.Say(text="hello"))
        while heard != "hello":
            for line in (await bob.hear(said.Update)).talk:
                heard = line.text
        spam = [line for told in bob.heard if isinstance(told, said.Update) for line in told.talk]
        assert len(spam) < 20


async def test_F39_whoever_guesses_codes_has_to_wait(tmp_path: Path) -> None:
    async with open_house(tmp_path, guesses_burst=6) as house:
        eve = await enter(house, "Eve")
        for number in range(20):
            eve.tell(said.Watch(code=f"kiwi-{number:04}"))
        for _ in range(6):
            assert "no table" in (await eve.hear(said.Refused)).text
        for _ in range(14):
            assert "wrong codes" in (await eve.hear(said.Refused)).text


PLAY_FOR_EVER = """
import asyncio, sys
from pathlib import Path
from bots.advice import Advice
from bots.bot import Budget, Decision
from net import messages as said
from tests.net.house_harness import Person, open_house
from net.setup import Setup

async def main():
    async with open_house(Path(sys.argv[1])) as house:
        ada = Person(house, "key:Ada")
        welcome = await ada.ask(said.Enter(name="Ada"), said.Welcome)
        if welcome.table:
            update = await ada.ask(said.Sit(code=welcome.table), said.Update)
        else:
            setup = Setup(game="danger13", seats=4, bots=("easy",) * 3)
            await ada.ask(said.Open(setup=setup), said.Update)
            update = await ada.ask(said.Start(), said.Update)
        while update.phase != "over":
            if not update.legal:
                update = await ada.my_turn()
                continue
            play = said.Play(seq=update.seq, move=update.legal[0])
            await ada.ask(play, said.Accepted)
            print(play.seq, play.move, flush=True)
            update = next(m for m in reversed(ada.heard) if isinstance(m, said.Update))

asyncio.run(main())
"""


async def test_F1_after_a_kill_every_acknowledged_move_is_there_and_play_goes_on(tmp_path: Path) -> None:
    acknowledged: list[tuple[int, str]] = []
    for lines in (1, 4, 9):
        acknowledged += await asyncio.to_thread(_play_until_killed, tmp_path, lines)
    async with open_house(tmp_path) as house:
        ada = Person(house, "key:Ada")
        welcome = await ada.ask(said.Enter(), said.Welcome)
        update = await look(ada, welcome.table)
        made = {number: turn.move for number, turn in enumerate(update.history) if turn.seat == 0}
        for seq, move in acknowledged:
            assert made[seq] == move
        await ada.finish(update if update.legal else await ada.my_turn())


def _play_until_killed(folder: Path, lines: int) -> list[tuple[int, str]]:
    environment = {**os.environ, "PYTHONPATH": str(Path.cwd())}
    with subprocess.Popen(
        [sys.executable, "-c", PLAY_FOR_EVER, str(folder)], stdout=subprocess.PIPE, text=True, env=environment
    ) as player:
        assert player.stdout is not None
        said_so = [player.stdout.readline().split(maxsplit=1) for _ in range(lines)]
        player.kill()
    return [(int(seq), move.strip()) for seq, move in said_so]


async def forbid_writing(house: House, forbidden: bool) -> None:
    """Make the database refuse every write, as a full disk does, or take writes again."""
    store = house.store
    assert isinstance(store, SqliteStore)
    await store._writer.run(lambda db: db.execute(f"PRAGMA query_only = {int(forbidden)}").fetchall())


async def test_F4_a_move_that_cannot_be_stored_is_refused_and_the_table_waits_until_it_can(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, update = await started(house)
        await forbid_writing(house, True)
        refused = await ada.ask(said.Play(seq=update.seq, move="pass"), said.Refused)
        assert (refused.about, refused.text) == ("play", NOT_STORED)
        paused = await look(ada, update.code)
        assert (paused.paused, paused.seq, paused.view) == (NOT_STORED, update.seq, update.view)
        assert (await ada.ask(said.Play(seq=update.seq, move="pass"), said.Refused)).text == NOT_STORED
        assert (await ada.ask(said.MyGames(), said.Games)).games == ()
        await forbid_writing(house, False)
        while paused.paused:
            paused = await ada.hear(said.Update)
        assert (paused.seq, paused.view) == (update.seq, update.view)
        await ada.finish(paused)


async def test_F4_a_table_that_cannot_be_stored_is_not_opened(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada = await enter(house, "Ada")
        await forbid_writing(house, True)
        assert "not opened" in (await ada.ask(said.Open(setup=ALONE), said.Refused)).text
        assert "not said" in (await ada.ask(said.Say(text="hello"), said.Refused)).text
        assert house.lobby.tables == {}


async def test_whoever_is_cut_off_while_coming_in_is_not_in_the_house(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        eve = Person(house, "key:Eve")
        eve.tell(said.Enter(name="Eve"))
        while not house.members:  # noqa: ASYNC110 - one step at a time, so that it has no name yet
            await asyncio.sleep(0)
        eve.served.cancel()
        await asyncio.gather(eve.served, return_exceptions=True)
        assert not house.members


class Moody(QuickThinker):
    """Is sure at once, or thinks for a while, as the hand makes it."""

    async def choose(
        self,
        bot: str,
        decision: Decision,
        budget: Budget,
        deadline: float,
        *,
        rank: float = 0.0,
        stop: asyncio.Event | None = None,
    ) -> Advice:
        await asyncio.sleep(0.1 * (len(self.asked) % 2))
        return await super().choose(bot, decision, budget, deadline)


async def test_F34_a_bot_takes_as_long_for_an_easy_move_as_for_a_hard_one_and_for_a_forced_one(tmp_path: Path) -> None:
    thinker = Moody()
    async with open_house(tmp_path, thinker) as house:
        _ada, update = await started(house)
        croupier = house.croupiers[update.code]
        assert croupier.table.live is not None
        free = replace(croupier.table.live.decision(), legal=("pass", "take"))
        forced = replace(free, legal=("take",))
        turn = BotTurn(2, update.seq, "hard", MovedBy.BOT)
        for _ in range(2):
            await croupier._think(turn, free)
        spans = []
        for decision in (free, free, forced):
            begun = time.monotonic()
            await croupier._think(turn, decision)
            spans.append(time.monotonic() - begun)
        assert max(spans) - min(spans) < 0.05
        assert min(spans) >= 0.1


async def test_F106_a_game_whose_every_answer_from_the_store_is_lost_is_kept_when_it_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(tmp_path, retry=0.01) as house:
        ada, told = await started(house)
        append = house.store.append

        async def stored_without_answer(table: str, epoch: int, version: int, entries: Any, **more: Any) -> int:
            grown = await append(table, epoch, version, entries, **more)
            if any(isinstance(entry, Moved) for entry in readable(entries)):
                raise StoreError("no answer came")
            return grown

        monkeypatch.setattr(house.store, "append", stored_without_answer)
        asked = -1
        while told.phase != "over":
            if told.legal and told.seq != asked:
                asked = told.seq
                ada.tell(said.Play(seq=told.seq, move=told.legal[-1]))
            told = await ada.hear(said.Update)
        while told.record is None:
            told = await ada.hear(said.Update)
        (game,) = (await ada.ask(said.MyGames(), said.Games)).games
        assert game.id == told.record
