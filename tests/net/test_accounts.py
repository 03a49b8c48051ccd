"""Who somebody is in a house: codes and keys that speak for them, names that change, and guests who are remembered."""

import time
from pathlib import Path

import msgspec
import pytest

from bots.rating import Rating
from net import messages as said
from net.daily import day_at
from net.house import accounts, linking
from net.house.amending import COME_AGAIN
from net.house.entrance import TOO_MANY_GUESSES, UNKNOWN_CODE
from net.house.house import House
from net.house.people import guest_identity
from net.messages import account as asked
from net.messages.company import AskLadder, LadderLines
from net.messages.daily import AskDaily, DailySheet
from net.store.store import Account
from tests.net.house_harness import ALONE, PAIR, Person, enter, open_house, opened, pair, play_out

PHONE, LAPTOP = "key:SHA256:phone", "key:SHA256:laptop"


async def guest(house: House, name: str) -> tuple[Person, said.Welcome]:
    """Let a guest come in and choose a name."""
    person = Person(house, None)
    return person, await person.ask(said.Enter(name=name), said.Welcome)


async def back(house: House, code: str) -> said.Welcome:
    """Let a guest come back."""
    return await Person(house, None).ask(said.Enter(resume=code), said.Welcome)


async def new_link(person: Person) -> str:
    """Ask for a code that brings another key."""
    return (await person.ask(asked.BringKey(), asked.AboutMe)).link


@pytest.mark.parametrize("code", ["kiwi-kiwi-kiwi-kiwi-kiwi-0000", "kiwi-kiwi-kiwi-kiwi-0000", "hello"])
async def test_F72_an_unknown_code_is_told_so_and_makes_nobody_a_new_guest(tmp_path: Path, code: str) -> None:
    async with open_house(tmp_path) as house:
        eve = Person(house, None)
        goodbye = await eve.ask(said.Enter(name="Eve", resume=code), said.Goodbye)
        assert (goodbye.text, goodbye.final) == (UNKNOWN_CODE, True)
        await eve.served
        assert await house.store.guests() == []
        assert not house.members


async def test_F72_a_guest_without_a_name_has_no_code_yet(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        shy = Person(house, None)
        welcome = await shy.ask(said.Enter(), said.Welcome)
        await shy.drop()
        again = await Person(house, None).ask(said.Enter(resume=welcome.resume), said.Goodbye)
        assert again.text == UNKNOWN_CODE


async def test_F73_a_guests_name_is_held_for_a_while_and_then_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(tmp_path) as house:
        ann, welcome = await guest(house, "Ann")
        await ann.drop()
        stranger, refused = await guest(house, "Ann")
        assert refused.name == ""
        assert (await back(house, welcome.resume)).name == "Ann"
        monkeypatch.setattr(accounts, "GUEST_KEPT", -60.0)
        await accounts.forget_old_guests(house)
        assert await house.store.name_of(guest_identity(welcome.resume)) == "Ann"
        for member in list(house.members):
            if member.name == "Ann":
                house.show_out(member)
        await accounts.forget_old_guests(house)
        assert (await stranger.ask(said.Rename(name="Ann"), said.Welcome)).name == "Ann"


async def test_F73_a_guests_name_outlasts_a_house_that_was_killed(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        _ann, welcome = await guest(house, "Ann")
    async with open_house(tmp_path) as house:
        assert (await back(house, welcome.resume)).name == "Ann"


async def test_a_guest_brings_a_key_and_is_a_guest_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_house(tmp_path) as house:
        gwen, welcome = await guest(house, "Gwen")
        code = await new_link(gwen)
        assert await linking.link(house, code, LAPTOP, "") == (linking.ADDED, "Gwen", True)
        about = await gwen.ask(asked.Me(), asked.AboutMe)
        assert about.keys == ("SHA256:laptop",)
        await gwen.drop()
        monkeypatch.setattr(accounts, "GUEST_KEPT", -60.0)
        await accounts.forget_old_guests(house)
        by_key = await Person(house, LAPTOP).ask(said.Enter(), said.Welcome)
        assert (by_key.name, by_key.resume) == ("Gwen", "")
        by_code = await back(house, welcome.resume)
        assert (by_code.name, by_code.resume) == ("Gwen", welcome.resume)


async def test_a_second_key_finds_the_seat_of_the_first(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada = Person(house, LAPTOP)
        await ada.ask(said.Enter(name="Ada"), said.LobbyUpdate)
        table = await ada.ask(said.Open(setup=ALONE), said.Update)
        assert await linking.link(house, await new_link(ada), PHONE, "") == (linking.ADDED, "Ada", True)
        phone = Person(house, PHONE)
        welcome = await phone.ask(said.Enter(), said.Welcome)
        assert (welcome.name, welcome.table) == ("Ada", table.code)
        assert (await phone.ask(said.Sit(code=table.code), said.Update)).seat == 0


async def test_F74_a_link_code_works_once_and_not_for_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_house(tmp_path) as house:
        ada = await enter(house, "Ada")
        code = await new_link(ada)
        assert (await linking.link(house, "kiwi-plum-000000", PHONE, ""))[0] == linking.WRONG
        assert (await linking.link(house, code, None, ""))[0] == linking.NO_KEY
        assert (await linking.link(house, code.upper(), PHONE, ""))[0] == linking.ADDED
        assert (await linking.link(house, code, "key:SHA256:eve", ""))[0] == linking.WRONG
        late = await new_link(ada)
        soon = time.time() + linking.LIFE + 1
        monkeypatch.setattr(time, "time", lambda: soon)
        assert (await linking.link(house, late, "key:SHA256:eve", ""))[0] == linking.WRONG
        assert await house.store.identity_of("key:SHA256:eve") == "key:SHA256:eve"


async def test_F74_guesses_at_link_codes_are_counted(tmp_path: Path) -> None:
    async with open_house(tmp_path, guesses_burst=2, crowd=1) as house:
        ada = await enter(house, "Ada")
        code = await new_link(ada)
        for _ in range(2):
            assert (await linking.link(house, "fig-fig-000000", PHONE, "1.2.3.4"))[0] == linking.WRONG
        assert (await linking.link(house, code, PHONE, "1.2.3.4"))[0] == TOO_MANY_GUESSES
        assert (await linking.link(house, code, "key:SHA256:other", "1.2.3.4"))[0] == TOO_MANY_GUESSES
        assert (await linking.link(house, code, PHONE, "9.9.9.9"))[0] == TOO_MANY_GUESSES
        assert (await linking.link(house, code, LAPTOP, "9.9.9.9"))[0] == linking.ADDED


async def test_two_accounts_with_keys_are_not_made_one(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada = await enter(house, "Ada")
        await enter(house, "Bob")
        assert await linking.link(house, await new_link(ada), "key:Bob", "") == (linking.TWO_NAMES, "Bob", False)
        assert await linking.link(house, await new_link(ada), "key:Ada", "") == (linking.YOURS, "", True)
        assert await house.store.identity_of("key:Bob") == "key:Bob"


async def test_a_guests_games_and_seats_go_over_to_the_account_that_takes_them_in(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        gwen, welcome = await guest(house, "Gwen")
        await gwen.hear(said.LobbyUpdate)
        await gwen.ask(said.Open(setup=ALONE), said.Update)
        await gwen.ask(said.Start(), said.Update)
        await play_out(gwen)
        await gwen.ask(said.Leave(), said.LobbyUpdate)
        table = await gwen.ask(said.Open(setup=PAIR), said.Update)
        kim = await enter(house, "Kim")
        await kim.drop()
        assert await linking.link(house, await new_link(gwen), "key:Kim", "") == (linking.JOINED, "Kim", True)
        goodbye = await gwen.hear(said.Goodbye)
        assert (goodbye.text, goodbye.final) == (COME_AGAIN, False)
        kim = Person(house, "key:Kim")
        there = await kim.ask(said.Enter(), said.Welcome)
        assert (there.name, there.table, there.played) == ("Kim", table.code, 1)
        seen = await kim.ask(said.Sit(code=table.code), said.Update)
        assert (seen.seat, seen.seats[0].name, seen.seats[0].host) == (0, "Kim", True)
        assert any(event.kind == "renamed" and event.name == "Gwen" for event in seen.events)
        (game,) = (await kim.ask(said.MyGames(), said.Games)).games
        assert game.seat == 0
        by_code = await back(house, welcome.resume)
        assert by_code.name == "Kim"
        assert await house.store.guests() == []


async def test_a_guests_ratings_and_dailies_go_over_with_their_streak(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        gwen, welcome = await guest(house, "Gwen")
        identity = guest_identity(welcome.resume)
        kim = await enter(house, "Kim")
        ladder, daily = house.store.ladder, house.store.daily
        await ladder.rate("dacapo", 1, 1.0, {identity: Rating(30, 2)}, {identity: 0})
        today = day_at(time.time())
        gone = [day_at(time.time() - number * accounts.DAY) for number in (3, 2, 1)]
        for number, day in enumerate(gone):
            attempt = await daily.begin(day, identity, "kiwi-42")
            await daily.finish(msgspec.structs.replace(attempt, value=5, score=5, at=10.0 + number, game=1))
        # Of the day at which both have tried it, the first try counts.
        later = await daily.begin(gone[0], "key:Kim", "fig-1")
        await daily.finish(msgspec.structs.replace(later, value=1, score=1, at=99.0, game=2))
        await daily.begin(today, identity, "fig-2")
        assert await linking.link(house, await new_link(gwen), "key:Kim", "") == (linking.JOINED, "Kim", True)
        sheet = await kim.ask(AskDaily(), DailySheet)
        assert (sheet.streak, sheet.best) == (3, 3)
        tries = await daily.tries_of("key:Kim")
        assert [(each.day, each.value) for each in tries] == [*((day, 5) for day in gone), (today, 0)]
        assert await daily.tries_of(identity) == []
        (line,) = (await kim.ask(AskLadder(game="dacapo"), LadderLines)).lines
        assert (line.name, line.you) == ("Kim", True)


async def test_F57_a_guest_who_becomes_somebody_at_the_same_table_brings_no_second_hand(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, table = await opened(house, PAIR)
        gwen, _welcome = await guest(house, "Gwen")
        await gwen.ask(said.Sit(code=table.code), said.Update)
        ada.tell(said.Start())
        await gwen.hear(said.Update)
        assert await linking.link(house, await new_link(gwen), "key:Ada", "") == (linking.JOINED, "Ada", True)
        seats = house.lobby.tables[table.code].seats
        assert [seat.identity for seat in seats] == ["key:Ada", "", ""]
        assert seats[1].level


async def test_seats_that_went_over_are_there_after_a_restart(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        gwen, _welcome = await guest(house, "Gwen")
        table = await gwen.ask(said.Open(setup=PAIR), said.Update)
        await enter(house, "Kim")
        await linking.link(house, await new_link(gwen), "key:Kim", "")
    async with open_house(tmp_path) as house:
        kim = await Person(house, "key:Kim").ask(said.Enter(), said.Welcome)
        assert kim.table == table.code


async def test_a_name_is_changed_once_in_thirty_days_and_the_old_one_stays_theirs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(tmp_path) as house:
        ada, bob, code = await pair(house)
        assert (await ada.ask(said.Rename(name="Bob"), said.Refused)).about == "rename"
        assert (await ada.ask(said.Rename(name="Bea"), said.Welcome)).name == "Bea"
        assert house.lobby.tables[code].seats[0].name == "Bea"
        eve = Person(house, "key:Eve")
        assert (await eve.ask(said.Enter(name="Ada"), said.Welcome)).name == ""
        refused = await ada.ask(said.Rename(name="Ada"), said.Refused)
        assert refused.values == {"days": 30}
        assert (await ada.ask(asked.Me(), asked.AboutMe)).rename_in > 29 * accounts.DAY
        later = time.time() + accounts.RENAME_AFTER + 1
        monkeypatch.setattr(time, "time", lambda: later)
        assert (await ada.ask(said.Rename(name="Ada"), said.Welcome)).name == "Ada"
        assert (await eve.ask(said.Rename(name="Bea"), said.Refused)).about == "rename"
        await bob.drop()


async def test_only_those_who_ask_are_told_about_themselves(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada = await enter(house, "Ada")
        bob = await enter(house, "Bob")
        about = await ada.ask(asked.Me(), asked.AboutMe)
        assert about == asked.AboutMe(name="Ada", keys=("Ada",))
        assert not any(isinstance(message, asked.AboutMe) for message in bob.heard)
        assert await house.store.account_of("key:Ada") == Account()
