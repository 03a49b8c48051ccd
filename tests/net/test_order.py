"""Order among players: muting, blocking, reporting, silencing; and being forgotten, with everything that is kept."""

import asyncio
import json
import time
from pathlib import Path

import pytest

from engines.record import load
from net import messages as said
from net.house import order
from net.house.accounts import change
from net.house.amending import FORGOTTEN
from net.house.exporting import export
from net.house.forgetting import forget
from net.house.house import House
from net.house.table_log import readable
from net.messages import account as asked
from net.refusal import Refusal
from net.setup import Setup
from net.store.store import Account
from net.tables.entries import Said
from tests.net.house_harness import PAIR, PATIENCE, Person, enter, open_house, opened, pair, play_out

TALL = Setup(game="geschenkt", seats=4, bots=("easy",))


async def lobby_lines(person: Person, last: str) -> list[str]:
    """What somebody reads in the lobby until a line comes."""
    while True:
        update = await person.hear(said.LobbyUpdate)
        lines = [f"{line.name}: {line.text}" for line in update.talk]
        if last in lines:
            return lines


async def table_lines(person: Person, last: str) -> list[str]:
    """What somebody hears at a table until a line comes."""
    lines: list[str] = []
    while last not in lines:
        lines += [line.text for line in (await person.hear(said.Update)).talk]
    return lines


async def test_whoever_is_muted_is_not_heard_in_the_lobby_and_is_again(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, bob, eve = [await enter(house, name) for name in ("Ada", "Bob", "Eve")]
        eve.tell(said.Say(text="before"))
        await lobby_lines(ada, "Eve: before")
        about = await ada.ask(asked.Mute(name="eve"), asked.AboutMe)
        assert (about.muted, about.text) == (("Eve",), order.MUTED)
        assert (await ada.hear(said.LobbyUpdate)).talk == ()
        eve.tell(said.Say(text="loud"))
        await lobby_lines(bob, "Eve: loud")
        bob.tell(said.Say(text="hello"))
        assert await lobby_lines(ada, "Bob: hello") == ["Bob: hello"]
        assert (await ada.ask(asked.Mute(name="Eve", on=False), asked.AboutMe)).muted == ()
        assert await lobby_lines(ada, "Eve: loud") == ["Eve: before", "Eve: loud", "Bob: hello"]


async def test_muting_holds_at_a_table_after_a_new_name_and_another_visit(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, bob, code = await pair(house)
        eve = await enter(house, "Eve")
        await eve.ask(said.Watch(code=code), said.Update)
        await ada.ask(asked.Mute(name="Eve"), asked.AboutMe)
        assert (await eve.ask(said.Rename(name="Zoe"), said.Welcome)).name == "Zoe"
        await ada.drop()
        ada = Person(house, "key:Ada")
        await ada.ask(said.Enter(), said.LobbyUpdate)
        await ada.ask(said.Sit(code=code), said.Update)
        eve.tell(said.Say(text="spoiler"))
        assert "spoiler" in await table_lines(bob, "spoiler")
        bob.tell(said.Say(text="done"))
        assert await table_lines(ada, "done") == ["done"]


async def test_a_program_is_silent_for_whoever_mutes_its_person(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, _bob, code = await pair(house)
        eve = await enter(house, "Eve")
        robo = Person(house, "key:Eve")
        await robo.ask(said.Enter(name="Robo", program=True), said.LobbyUpdate)
        await robo.ask(said.Watch(code=code), said.Update)
        await ada.ask(asked.Mute(name="Eve"), asked.AboutMe)
        robo.tell(said.Say(text="beep"))
        await robo.hear(said.Update)
        await eve.ask(said.Watch(code=code), said.Update)
        _bob.tell(said.Say(text="done"))
        assert await table_lines(ada, "done") == ["done"]


async def test_whoever_is_blocked_sits_at_none_of_ones_tables(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, table = await opened(house, TALL)
        eve = await enter(house, "Eve")
        about = await ada.ask(asked.Block(name="Eve"), asked.AboutMe)
        assert about.blocked == ("Eve",)
        assert (await eve.ask(said.Sit(code=table.code), said.Refused)).text == order.UNWANTED
        hers = await eve.ask(said.Open(setup=TALL), said.Update)
        assert (await ada.ask(said.Sit(code=hers.code), said.Refused)).text == order.UNWANTED
        assert await order.at_odds(house, "key:Eve", ["key:Ada"])
        assert await order.at_odds(house, "key:Ada", ["key:Bob", "key:Eve"])
        assert not await order.at_odds(house, "key:Ada", ["key:Ada", "key:Bob", ""])
        await ada.drop()
        await eve.ask(said.Leave(), said.LobbyUpdate)
        assert (await eve.ask(said.Sit(code=table.code), said.Refused)).text == order.UNWANTED
        ada = await enter(house, "Ada")
        await ada.ask(asked.Block(name="Eve", on=False), asked.AboutMe)
        assert (await eve.ask(said.Sit(code=table.code), said.Update)).seat == 1


async def test_play_now_seats_nobody_beside_whom_they_have_blocked(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        bob, table = await opened(house, TALL, "Bob")
        eve, ada = await enter(house, "Eve"), await enter(house, "Ada")
        await eve.ask(said.Sit(code=table.code), said.Update)
        await ada.ask(asked.Block(name="Eve"), asked.AboutMe)
        alone = await ada.ask(said.PlayNow(games=("geschenkt",)), said.Update)
        assert alone.code != table.code
        await eve.ask(said.Leave(give_up=True), said.LobbyUpdate)
        await ada.ask(said.Leave(give_up=True), said.LobbyUpdate)
        assert (await ada.ask(said.PlayNow(games=("geschenkt",)), said.Update)).code == table.code
        await bob.drop()


async def test_nobody_shuns_themselves_or_somebody_unknown_or_too_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(order, "MOST_SHUNNED", 1)
    async with open_house(tmp_path) as house:
        ada, _bob, _eve = [await enter(house, name) for name in ("Ada", "Bob", "Eve")]
        assert (await ada.ask(asked.Mute(name="Ada"), said.Refused)).text == order.YOURSELF
        assert (await ada.ask(asked.Mute(name="Nobody"), said.Refused)).text == order.NOBODY
        await ada.ask(asked.Mute(name="Bob"), asked.AboutMe)
        assert (await ada.ask(asked.Mute(name="Eve"), said.Refused)).text == order.FULL


async def test_a_report_brings_the_last_talk_to_operators(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, bob, code = await pair(house)
        eve = await enter(house, "Eve")
        await eve.ask(said.Watch(code=code), said.Update)
        eve.tell(said.Say(text="Bob has the 35"))
        await table_lines(ada, "Bob has the 35")
        about = await ada.ask(asked.ReportPerson(name="Eve", why="tells\x1b cards"), asked.AboutMe)
        assert about.text == order.REPORTED
        (report,) = await house.store.reports()
        assert (report.by, report.about, report.where, report.why) == ("key:Ada", "key:Eve", code, "tells cards")
        assert report.talk == ("Eve: Bob has the 35",)
        await bob.drop()


async def test_the_host_silences_those_who_watch(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, bob, code = await pair(house)
        eve = await enter(house, "Eve")
        await eve.ask(said.Watch(code=code), said.Update)
        assert (await bob.ask(said.Silence(on=True), said.Refused)).about == "silence"
        ada.tell(said.Silence(on=True))
        while not (await eve.hear(said.Update)).silent:
            pass
        assert "silent" in (await eve.ask(said.Say(text="psst"), said.Refused)).text
        bob.tell(said.Say(text="quiet now"))
        assert await table_lines(eve, "quiet now") == ["quiet now"]
    async with open_house(tmp_path) as house:
        ada = await enter(house, "Ada")
        assert (await ada.ask(said.Sit(code=code), said.Update)).silent
        ada.tell(said.Silence(on=False))
        while (await ada.hear(said.Update)).silent:
            pass


async def test_F48_a_watcher_gets_only_so_many_lines_through(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, _bob, code = await pair(house)
        eve = await enter(house, "Eve")
        await eve.ask(said.Watch(code=code), said.Update)
        for number in range(22):
            eve.tell(said.Say(text=f"line {number}"))
        refusals = [await eve.hear(said.Refused) for _ in range(22 - house.rules.limits.talk_burst)]
        assert all(refused.about == "say" for refused in refusals)
        ada.tell(said.Say(text="enough"))
        heard = await table_lines(ada, "enough")
        assert heard == [*(f"line {number}" for number in range(house.rules.limits.talk_burst)), "enough"]


async def test_whom_an_operator_silences_says_nothing_until_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(tmp_path) as house:
        eve = await enter(house, "Eve")
        await change(house, "key:Eve", silent_until=time.time() + 60)
        assert (await eve.ask(said.Say(text="hello"), said.Refused)).text == order.SILENT
        later = time.time() + 61
        monkeypatch.setattr(time, "time", lambda: later)
        eve.tell(said.Say(text="hello"))
        assert await lobby_lines(eve, "Eve: hello")


async def forgotten(house: House) -> tuple[Person, str, str]:
    """Let Zoe finish a game with Ada, sit at another table, talk everywhere and be forgotten."""
    ada, done = await opened(house, PAIR)
    zoe = await enter(house, "Zoe")
    await zoe.ask(said.Say(text="hello lobby"), said.LobbyUpdate)
    await zoe.ask(said.Sit(code=done.code), said.Update)
    zoe.tell(said.Say(text="hello table"))
    ada.tell(said.Start())
    await play_out(ada, zoe)
    for person in (zoe, ada):
        await person.ask(said.Leave(), said.LobbyUpdate)
    running = await ada.ask(said.Open(setup=PAIR), said.Update)
    await zoe.ask(said.Sit(code=running.code), said.Update)
    ada.tell(said.Start())
    zoe.tell(said.Say(text="hello again"))
    await table_lines(ada, "hello again")
    zoe.tell(asked.ForgetMe(name="somebody"))
    assert (await zoe.hear(said.Refused)).about == "forgetme"
    zoe.tell(asked.ForgetMe(name=" zoe "))
    assert (await zoe.hear(said.Goodbye)).text == FORGOTTEN
    await zoe.served
    return ada, done.code, running.code


async def test_F75_nothing_is_left_of_whoever_wants_to_be_forgotten_but_a_player(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, closed, running = await forgotten(house)
        seats = house.lobby.tables[running].seats
        assert "Zoe" not in [seat.name for seat in seats]
        assert seats[1].level
        (line,) = (await ada.ask(said.MyGames(), said.Games)).games
        assert "a player" in line.names
        record = (await ada.ask(said.Fetch(id=line.id), said.RecordFile)).record
        assert "a player" in record.players
        assert "Zoe" not in record.players
        assert await house.store.games_of("key:Zoe") == []
        assert (await house.store.name_of("key:Zoe"), await house.store.account_of("key:Zoe")) == ("", Account())
        assert await house.store.read(closed) == []
        lobby = list(readable(await house.store.read("lobby")))
        assert not any(isinstance(entry, Said) and entry.identity == "key:Zoe" for entry in lobby)
        seen = await ada.ask(said.Sit(code=running), said.Update)
        assert "hello again" not in [line.text for line in seen.talk]
        assert "Zoe" not in str(seen.events)
        stranger = Person(house, "key:Stranger")
        assert (await stranger.ask(said.Enter(name="Zoe"), said.Welcome)).name == ""
        zoe = await Person(house, "key:Zoe").ask(said.Enter(), said.Welcome)
        assert (zoe.name, zoe.table, zoe.played) == ("", "", 0)


async def test_F75_a_restart_brings_nothing_back_of_whoever_was_forgotten(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        _ada, _closed, running = await forgotten(house)
    async with open_house(tmp_path) as house:
        ada = await enter(house, "Ada")
        seen = await ada.ask(said.Sit(code=running), said.Update)
        assert "hello again" not in [line.text for line in seen.talk]
        assert "Zoe" not in str(seen)
        await ada.ask(said.Leave(give_up=True), said.LobbyUpdate)
        async with asyncio.timeout(PATIENCE):
            while await house.store.read(running):
                pass


async def test_a_forgotten_second_key_is_a_stranger(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        await enter(house, "Zoe")
        await house.store.add_credential("key:phone", "key:Zoe")
        await forget(house, "key:Zoe")
        assert (await Person(house, "key:phone").ask(said.Enter(), said.Welcome)).name == ""


async def exported(house: House, credential: str | None, code: str = "") -> list[dict[str, object]]:
    return [json.loads(line) async for line in export(house, credential, code, "")]


async def test_everything_about_somebody_comes_out_as_json_lines(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, _bob, code = await pair(house)
        ada.tell(said.Say(text="at the table"))
        await play_out(ada, _bob)
        ada.tell(said.KeepSettings(settings={"theme": "light"}))
        await ada.ask(asked.Mute(name="Bob"), asked.AboutMe)
        person, game, talk = await exported(house, "key:Ada")
        assert (person["kind"], person["name"], person["settings"]) == ("person", "Ada", {"theme": "light"})
        assert person["seats"] == [{"table": code, "seat": 1}]
        assert person["credentials"] == ["key:Ada"]
        assert (game["kind"], game["seat"], game["table"]) == ("game", 1, code)
        kept = await house.store.game(int(str(game["id"])))
        assert kept is not None
        assert game["moves"] == list(load(kept.record).moves)
        assert (talk["kind"], talk["text"], talk["table"]) == ("talk", "at the table", code)
        assert "Bob" not in str(talk)


async def test_a_guest_exports_with_the_code_and_a_stranger_gets_nothing(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        gwen = Person(house, None)
        welcome = await gwen.ask(said.Enter(name="Gwen"), said.Welcome)
        (person,) = await exported(house, None, welcome.resume)
        assert person["name"] == "Gwen"
        assert welcome.resume not in str(person)
        for credential, code in (("key:Eve", ""), (None, ""), (None, "fig-fig-fig-fig-fig-0000")):
            with pytest.raises(Refusal):
                await exported(house, credential, code)
