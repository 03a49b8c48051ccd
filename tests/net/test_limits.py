"""What anybody may do is counted by who they are and where they come from, and no new session is a new purse."""

import asyncio
import logging
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bots.advice import Advice
from bots.bot import Budget, Decision
from net import messages as said
from net.codes import WORDS, table_codes
from net.house.croupier import MOST_TALK
from net.house.house import House
from net.house.paid_thinker import BEHIND_PEOPLE
from net.house.people import person_of, program_identity
from net.limits.allowances import MOST_MET, SWEEP_AT, CountedAllowances, Unlimited, Use
from net.limits.house_limits import HouseLimits
from net.limits.sources import Payer
from net.setup import Setup
from net.store.folder import DATABASE
from net.store.sqlite_store import LOBBY
from net.store.store import TALK_KEPT
from tests.net.house_harness import ALONE, Person, QuickThinker, enter, open_house, opened, started

HERE = "192.0.2.7"
SECRET = Setup(game="geschenkt", seats=3, bots=("easy",), public=False)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def counted(clock: Clock | None = None, **limits: float) -> CountedAllowances:
    return CountedAllowances(HouseLimits(**limits), clock or Clock())  # type: ignore[arg-type]


def taken(allowances: CountedAllowances, payers: list[Payer], use: Use = Use.TALK) -> int:
    return sum(allowances.take(use, payer) for payer in payers)


def test_one_person_has_one_purse_wherever_they_come_from() -> None:
    payers = [Payer("key:Ada", f"192.0.{number}.7") for number in range(20)]
    assert taken(counted(talk_burst=3), payers) == 3


def test_many_people_of_one_address_share_what_a_few_may() -> None:
    payers = [Payer(f"key:{number}", HERE) for number in range(100)]
    assert taken(counted(talk_burst=3, crowd=4), payers) == 12


def test_many_addresses_of_one_network_are_a_crowd() -> None:
    payers = [Payer(f"key:{number}", f"2001:db8:1:{number:x}::1") for number in range(1000)]
    assert taken(counted(talk_burst=3, crowd=4), payers) == 3 * 4 * 4
    payers = [Payer(f"key:{number}", f"2001:db8:{number:x}::1") for number in range(1000)]
    assert taken(counted(talk_burst=3, crowd=4), payers) == 3 * 4 * 4 * 4


def test_whoever_can_not_be_known_pays_with_their_address() -> None:
    allowances = counted(talk_burst=1, crowd=2)
    assert taken(allowances, [Payer("", HERE)] * 5) == 2
    assert taken(allowances, [Payer("", "198.51.100.1")] * 5) == 2


def test_what_was_used_flows_in_again() -> None:
    clock = Clock()
    allowances = counted(clock, actions_per_second=2.0, actions_burst=1)
    assert allowances.spend(Use.ACTION, Payer("key:Ada")) == 0.0
    assert allowances.spend(Use.ACTION, Payer("key:Ada")) == 0.5
    clock.now = 10.0
    assert allowances.used(Use.ACTION, Payer("key:Ada")) == 0.0


def test_a_crowd_has_used_what_its_largest_purse_misses() -> None:
    allowances = counted(crowd=4)
    for number in range(12):
        allowances.spend(Use.BOT_SECOND, Payer(f"key:{number}", HERE), 2.0)
    assert allowances.used(Use.BOT_SECOND, Payer("key:new", HERE)) == 6.0
    assert allowances.used(Use.BOT_SECOND, Payer("key:new", "198.51.100.1")) == 0.0


def test_a_program_counts_with_its_owner() -> None:
    fingerprint = "key:SHA256:" + "a+/" * 14 + "+"
    for person in (fingerprint, "guest:" + "0f" * 16, "local"):
        assert person_of(person) == person_of(program_identity(person, "robot")) == person


def test_nobody_in_their_own_house_is_held_up() -> None:
    allowances = Unlimited()
    assert allowances.spend(Use.ACTION, Payer("local"), 1e9) == 0.0
    assert allowances.room(1, Payer("local"), ["local"] * 100)


def test_new_limits_count_from_now_on() -> None:
    allowances = counted(talk_burst=1)
    allowances.set(HouseLimits(talk_burst=2))
    assert taken(allowances, [Payer("key:Ada")] * 5) == 2


def test_those_who_are_quiet_and_those_who_are_gone_are_forgotten() -> None:
    clock = Clock()
    allowances = counted(clock)
    for number in range(MOST_MET + 10):
        clock.now += 1000.0
        payer = Payer(f"key:{number}")
        allowances.meet(payer)
        allowances.take(Use.TALK, payer)
    assert len(allowances._buckets) <= SWEEP_AT + 1
    assert len(allowances._met) == MOST_MET


async def play_and_go(house: House, name: str, address: str = "") -> said.Refused | None:
    """Let somebody come in, start a game and hang up; return why they could not."""
    person = await enter(house, name, address=address)
    answer = await person.ask(said.Open(setup=ALONE), said.Update | said.Refused)  # type: ignore[arg-type]
    if isinstance(answer, said.Refused):
        return answer
    person.tell(said.Start())
    await person.my_turn()
    await person.drop()
    return None


async def test_F46_no_game_in_progress_is_closed_for_room_and_the_newcomer_is_refused(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    async with open_house(tmp_path, tables=2) as house:
        _ada, update = await started(house)
        await _ada.drop()
        assert await play_and_go(house, "Bob") is None
        refused = await play_and_go(house, "Eve")
        assert refused is not None
        assert "full" in refused.text
        assert update.code in house.lobby.tables
    async with open_house(tmp_path, tables=2) as house:
        assert await play_and_go(house, "Eve") is None  # the others are in memory only while somebody is there
        assert await house.usher.wake(update.code) is not None
    assert "house full" in caplog.text


async def test_F46_a_match_between_two_games_is_in_progress(tmp_path: Path) -> None:
    async with open_house(tmp_path, tables=1) as house:
        ada, update = await started(house, Setup(game="geschenkt", seats=3, bots=("easy", "easy"), match=3))
        await ada.finish(update)
        await ada.drop()
        assert await play_and_go(house, "Eve") is not None
        assert update.code in house.lobby.tables


async def test_F77_a_closed_table_has_a_line_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    async with open_house(tmp_path, tables=1) as house:
        ada, table = await opened(house)
        await ada.drop()
        assert await play_and_go(house, "Bob") is None
    (line,) = [record for record in caplog.records if record.message == "table closed"]
    assert line.__dict__["table"] == table.code


async def test_F46_one_address_with_many_keys_opens_only_so_many_tables(tmp_path: Path) -> None:
    async with open_house(tmp_path, tables_each=1, crowd=2) as house:
        assert [await play_and_go(house, f"Eve{number}", HERE) is None for number in range(5)] == [
            *(True, True),
            *(False, False, False),
        ]
        assert await play_and_go(house, "Ada", "198.51.100.1") is None


async def test_F46_one_address_holds_only_so_many_seats(tmp_path: Path) -> None:
    async with open_house(tmp_path, seats_each=1, crowd=2) as house:
        codes = [(await opened(house, Setup(game="geschenkt", seats=3), name))[1].code for name in ("Ada", "Bob")]
        eve = await enter(house, "Eve", address=HERE)
        await eve.ask(said.Sit(code=codes[0]), said.Update)
        assert "seats" in (await eve.ask(said.Sit(code=codes[1]), said.Refused)).text
        assert (await eve.ask(said.Sit(code=codes[0]), said.Update)).seat is not None
        for name, welcome in (("Eve2", True), ("Eve3", False)):
            other = await enter(house, name, address=HERE)
            answer = await other.ask(said.Sit(code=codes[1]), said.Update | said.Refused)  # type: ignore[arg-type]
            assert isinstance(answer, said.Update) is welcome


async def test_F39_a_new_session_finds_the_purse_that_the_last_one_left(tmp_path: Path) -> None:
    async with open_house(tmp_path, actions_per_second=0.01, actions_burst=5) as house:
        for _ in range(5):
            ada = await enter(house, "Ada")
            await ada.ask(said.MyTally(), said.Tally)
            await ada.drop()
        ada = await enter(house, "Ada")
        ada.tell(said.MyTally())
        with pytest.raises(TimeoutError):
            await ada.hears_within(0.2, said.Tally)


async def test_F47_wrong_codes_are_counted_by_person_and_source_and_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    async with open_house(tmp_path, guesses_burst=2, crowd=2) as house:
        _ada, secret = await opened(house, SECRET)
        _bob, public = await opened(house, name="Bob")
        answers = []
        for number in range(4):
            eve = await enter(house, f"Eve{number}", address=HERE)
            for _ in range(3):
                answers.append((await eve.ask(said.Watch(code="kiwi-plum-123456"), said.Refused)).text)
        assert sum("no table" in answer for answer in answers) == 4
        assert "wrong codes" in (await eve.ask(said.Watch(code=secret.code), said.Refused)).text
        assert (await eve.ask(said.Watch(code=public.code), said.Update)).code == public.code
        friend = await enter(house, "Cleo", address="198.51.100.1")
        assert (await friend.ask(said.Watch(code=secret.code), said.Update)).code == secret.code
    lines = [record.__dict__ for record in caplog.records if record.message == "wrong code"]
    assert [(line["who"], line["source"]) for line in lines[:2]] == [("key:Eve0", HERE)] * 2
    assert len(lines) == 4


def test_F47_the_code_of_a_private_table_is_too_long_to_guess() -> None:
    first, second, number = next(table_codes(public=False)).split("-")
    assert first in WORDS
    assert second in WORDS
    assert len(WORDS) ** 2 * 10 ** len(number) > 2**31


async def test_F48_talk_is_counted_by_person_and_source(tmp_path: Path) -> None:
    async with open_house(tmp_path, talk_burst=3, crowd=2) as house:
        ada, table = await opened(house)
        for number in range(4):
            eve = await enter(house, f"Eve{number}", address=HERE)
            await eve.ask(said.Watch(code=table.code), said.Update)
            for word in range(10):
                eve.tell(said.Say(text=f"spam {word}"))
            await eve.ask(said.MyTally(), said.Tally)
        ada.tell(said.Say(text="enough"))
        told = [line.text for line in (await heard_last(ada, "enough"))]
        assert len(told) == 6 + 1


class Dear(QuickThinker):
    """Thinks for ten seconds, by its own account, and remembers in which places decisions waited."""

    def __init__(self) -> None:
        super().__init__()
        self.ranks: list[float] = []

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
        self.ranks.append(rank)
        advice = await super().choose(bot, decision, budget, deadline)
        return replace(advice, seconds=10.0)


async def play_a_game(person: Person) -> None:
    """Play a game with bots."""
    await person.ask(said.Open(setup=ALONE), said.Update)
    person.tell(said.Start())
    await person.finish(await person.my_turn())


async def test_F52_bots_seconds_are_charged_to_the_owner_and_their_source(tmp_path: Path) -> None:
    thinker = Dear()
    async with open_house(tmp_path, thinker, crowd=2) as house:
        await play_a_game(await enter(house, "Eve", address=HERE))
        assert thinker.ranks[0] == 0.0
        assert house.allowances.used(Use.BOT_SECOND, Payer("key:Eve", HERE)) > 5.0
        assert house.allowances.used(Use.BOT_SECOND, Payer("key:Other", HERE)) > 2.0
        assert house.allowances.used(Use.BOT_SECOND, Payer("key:Ada", "198.51.100.1")) == 0.0


async def test_F52_a_table_of_programs_waits_behind_people(tmp_path: Path) -> None:
    thinker = Dear()
    async with open_house(tmp_path, thinker) as house:
        await play_a_game(await enter(house, "Marvin", program=True))
        assert min(thinker.ranks) >= BEHIND_PEOPLE


def count(folder: Path, log: str) -> int:
    database = sqlite3.connect(folder / DATABASE)
    (number,) = database.execute("SELECT count(*) FROM entries WHERE log = ?", (log,)).fetchone()
    database.close()
    return int(number)


@pytest.mark.parametrize("at_table", [False, True])
async def test_F48_of_talk_only_so_much_is_kept(tmp_path: Path, at_table: bool) -> None:
    free: dict[str, Any] = {"talk_burst": 10**6, "actions_burst": 10**6}
    async with open_house(tmp_path, **free) as house:
        ada, table = await opened(house)
        if not at_table:
            await ada.ask(said.Leave(), said.LobbyUpdate)
        for number in range(MOST_TALK + 30):
            ada.tell(said.Say(text=f"line {number}"))
            if number % 100 == 0:
                await ada.ask(said.MyTally(), said.Tally)
        await ada.ask(said.MyTally(), said.Tally)
    assert count(tmp_path, LOBBY) <= 2 * TALK_KEPT
    assert count(tmp_path, table.code) <= MOST_TALK + 5
    async with open_house(tmp_path) as house:
        ada = Person(house, "key:Ada")
        lobby = await ada.ask(said.Enter(), said.LobbyUpdate)
        if not at_table:
            assert [line.text for line in lobby.talk][-1] == f"line {MOST_TALK + 29}"
            assert len(lobby.talk) == TALK_KEPT
        ada.tell(said.Say(text="and on"))
        while "and on" not in [line.text for line in (await ada.hear(said.LobbyUpdate)).talk]:
            pass


async def heard_last(person: Person, text: str) -> list[said.TalkLine]:
    """Collect the talk at a table until somebody says a text."""
    lines: list[said.TalkLine] = []
    while not lines or lines[-1].text != text:
        lines.extend((await person.hear(said.Update)).talk)
    return lines


async def test_F47_codes_of_guests_are_counted_too(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    guess = "fig-fig-fig-fig-fig-0000"
    async with open_house(tmp_path, guesses_burst=1, crowd=2) as house:
        for _ in range(2):
            eve = Person(house, None, HERE)
            assert "code is known" in (await eve.ask(said.Enter(resume=guess), said.Goodbye)).text
        eve = Person(house, None, HERE)
        assert "wrong codes" in (await eve.ask(said.Enter(resume=guess), said.Goodbye)).text
        ada = Person(house, None, HERE)
        assert (await ada.ask(said.Enter(name="Ada"), said.Welcome)).name == "Ada"
    lines = [record.__dict__ for record in caplog.records if record.message == "wrong code"]
    assert [line["source"] for line in lines] == [HERE] * 2
    assert all(guess not in str(line) for line in lines)


async def test_F77_a_freed_seat_and_every_guest_have_lines_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    async with open_house(tmp_path) as house:
        guests = [Person(house, None, HERE) for _ in range(2)]
        for number, person in enumerate(guests):
            await person.ask(said.Enter(name=f"Guest{number}"), said.Welcome)
        ada, _table = await opened(house)
        ada.tell(said.Free(seat=1))
        await ada.ask(said.MyTally(), said.Tally)
    lines = [record.__dict__ for record in caplog.records]
    assert len({line["who"] for line in lines if line["message"] == "came in"}) == 3
    assert [line["who"] for line in lines if line["message"] == "seat freed"] == ["key:Ada"]
