"""The house with people on memory links: the whole way from a message to the disk and to everybody's screen."""

import asyncio
from pathlib import Path

import pytest

from engines.games import GAMES
from engines.record import Replay, dump, load
from net import messages as said
from net.house.answers import MOST_SETTINGS
from net.setup import Setup
from net.store.store import RecordedGame, StoreError, Tally
from tests.net.house_harness import (
    ALONE,
    Person,
    QuickThinker,
    enter,
    look,
    open_house,
    opened,
    pair,
    play_out,
    started,
)


@pytest.mark.parametrize("game", GAMES)
async def test_one_person_plays_each_game_to_its_end(tmp_path: Path, game: str) -> None:
    seats = GAMES[game].seats[0]
    async with open_house(tmp_path) as house:
        ada, first = await started(house, Setup(game=game, seats=seats, bots=("easy",) * (seats - 1)))
        last = await ada.finish(first)
        assert last.view is not None
        assert len(last.view["scores"]) == seats
        games = await ada.ask(said.MyGames(), said.Games)
        assert [line.game for line in games.games] == [game]


async def test_a_finished_game_can_be_fetched_as_a_record_that_replays(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, first = await started(house)
        last = await ada.finish(first)
        (line,) = (await ada.ask(said.MyGames(), said.Games)).games
        assert (line.seat, line.names) == (0, ("Ada", "easy-Prudence", "hard-Anatole"))
        file = await ada.ask(said.Fetch(id=line.id), said.RecordFile)
        replay = Replay(load(dump(file.record)))
        list(replay)
        assert tuple(replay.state.scores()) == line.scores
        assert last.view is not None
        assert list(line.scores) == last.view["scores"]


async def test_two_people_and_a_bot_play_while_somebody_watches(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, bob, code = await pair(house)
        eve = await enter(house, "Eve")
        seen = await eve.ask(said.Watch(code=code), said.Update)
        assert (seen.seat, seen.legal) == (None, ())
        assert seen.view is not None
        assert seen.view["chips"] == [None, None, None]
        ends = await play_out(ada, bob)
        assert [end.seat for end in ends] == [0, 1]
        refused = await eve.ask(said.Play(seq=1, move="take"), said.Refused)
        assert "only watching" in refused.text


async def test_nobody_watches_where_nobody_may(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        _ada, table = await opened(house, Setup(game="geschenkt", seats=3, spectators=False))
        eve = await enter(house, "Eve")
        assert "Nobody may watch" in (await eve.ask(said.Watch(code=table.code), said.Refused)).text


async def test_a_client_must_come_in_first_and_speak_our_version(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        rude = Person(house, "key:Eve")
        goodbye = await rude.ask(said.MyGames(), said.Goodbye)
        assert ("who you are" in goodbye.text, goodbye.reason) == (True, said.Reason.REFUSED)
        old = Person(house, "key:Eve")
        goodbye = await old.ask(said.Enter(protocol=99), said.Goodbye)
        assert ("versions" in goodbye.text, goodbye.reason) == (True, said.Reason.VERSION)
        await asyncio.gather(rude.served, old.served)
        assert not house.members


async def test_bytes_that_are_no_message_end_the_link_and_leave_the_seat(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, update = await started(house)
        ada.link.send_bytes(b"\xc1\xc1")
        goodbye = await ada.hear(said.Goodbye)
        assert ("{" in goodbye.text, goodbye.reason) == (False, said.Reason.REFUSED)
        await ada.served
        assert house.lobby.tables[update.code].seats.of("key:Ada") == 0


async def test_names_are_cleaned_and_unique_and_coming_in_changes_none(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada = await enter(house, "Ada")
        twin = Person(house, "key:twin")
        twin.tell(said.Enter(name="A\u200bdа"))  # noqa: RUF001 - a look-alike
        assert (await twin.hear(said.Refused)).about == "enter"
        assert (await twin.hear(said.Welcome)).name == ""
        assert "Choose a name" in (await twin.ask(said.Open(setup=ALONE), said.Refused)).text
        assert (await twin.ask(said.Rename(name="hard-1"), said.Refused)).about == "rename"
        assert (await twin.ask(said.Rename(name=" Zoé\x1b "), said.Welcome)).name == "Zoé"
        await ada.drop()
        back = Person(house, "key:Ada")
        assert (await back.ask(said.Enter(name="Other"), said.Welcome)).name == "Ada"


async def test_a_guest_comes_back_with_the_resume_code(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        first = Person(house, None)
        welcome = await first.ask(said.Enter(name="Gil"), said.Welcome)
        assert welcome.resume
        await first.ask(said.Open(setup=ALONE), said.Update)
        await first.ask(said.Start(), said.Update)
        await first.drop()
        again = Person(house, None)
        back = await again.ask(said.Enter(resume=welcome.resume.upper()), said.Welcome)
        assert (back.name, back.resume) == ("Gil", welcome.resume)
        assert back.table
        assert (await again.ask(said.Sit(code=back.table), said.Update)).seat == 0


async def test_the_latest_settings_are_remembered_for_the_next_visit(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada = await enter(house, "Ada")
        ada.tell(said.KeepSettings(settings={"theme": "light"}))
        ada.tell(said.KeepSettings(settings={f"x{number}": True for number in range(MOST_SETTINGS - 1)}))
        ada.tell(said.KeepSettings(settings={"motion": False}))
        await ada.ask(said.MyGames(), said.Games)
        await ada.drop()
    async with open_house(tmp_path) as house:
        back = await Person(house, "key:Ada").ask(said.Enter(), said.Welcome)
        assert len(back.settings) == MOST_SETTINGS
        assert back.settings["motion"] is False
        assert "theme" not in back.settings


async def test_a_table_where_nobody_is_stands_still(tmp_path: Path) -> None:
    thinker = QuickThinker()
    async with open_house(tmp_path, thinker) as house:
        ada, update = await started(house, Setup(game="geschenkt", seats=3, bots=("easy", "easy"), grace=0, clock=1))
        await ada.drop()
        table = house.lobby.tables[update.code]
        await asyncio.sleep(0.05)
        assert table.seq == update.seq
        assert not table.clock.running


async def test_taking_back_leads_to_the_last_decision(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, before = await started(house)
        ada.tell(said.Play(seq=before.seq, move="pass"))
        update = await ada.my_turn()
        ada.tell(said.TakeBack(seq=update.seq))
        after = await ada.my_turn()
        assert (after.view, after.legal, after.history_from) == (before.view, before.legal, 0)
        await ada.finish(after)


async def test_play_goes_on_from_the_middle_of_a_finished_game(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, first = await started(house)
        await ada.finish(first)
        (line,) = (await ada.ask(said.MyGames(), said.Games)).games
        record = (await ada.ask(said.Fetch(id=line.id), said.RecordFile)).record
        update = await ada.ask(said.PlayOn(id=line.id, moves=5, seat=2, level="easy"), said.Update)
        assert update.seat == 2
        assert [turn.move for turn in update.history[1:]] == list(record.moves[:5])
        await ada.finish(update if update.legal else await ada.my_turn())
        refused = await ada.ask(said.PlayOn(record=record, moves=5, seat=0), said.Refused)
        assert "none of your" in refused.text


async def test_in_ones_own_house_seeds_and_records_from_files_are_taken(tmp_path: Path) -> None:
    async with open_house(tmp_path, own=True) as house:
        ada = await enter(house, "Ada")
        decks = []
        for _ in range(2):
            await ada.ask(said.Open(setup=ALONE, seed=7), said.Update)
            ada.tell(said.Start())
            last = await ada.finish(await ada.my_turn())
            assert last.view is not None
            decks.append((last.view["rows"], last.view["left_out"]))
        assert decks[0] == decks[1]
        (line, *_others) = (await ada.ask(said.MyGames(), said.Games)).games
        record = (await ada.ask(said.Fetch(id=line.id), said.RecordFile)).record
        assert (await ada.ask(said.PlayOn(record=record, moves=3, seat=0), said.Update)).phase == "playing"
        assert (await ada.ask(said.Rename(name="Bea"), said.Welcome)).name == "Bea"


async def test_on_a_server_nobody_chooses_the_seed(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada = await enter(house, "Ada")
        assert "shuffled by the house" in (await ada.ask(said.Open(setup=ALONE, seed=7), said.Refused)).text


async def test_leaving_keeps_the_seat_in_a_running_game_and_giving_up_does_not(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, bob, code = await pair(house)
        (line,) = (await bob.ask(said.Leave(), said.LobbyUpdate)).tables
        assert (line.seat, line.phase) == (1, "playing")
        await look(bob, code)
        await bob.ask(said.Leave(give_up=True), said.LobbyUpdate)
        assert house.lobby.tables[code].seats[1].name == "medium-Bergamote"
        await ada.ask(said.Leave(give_up=True), said.LobbyUpdate)
        assert house.lobby.tables == {}


async def test_a_finished_table_closes_when_the_last_person_leaves(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, first = await started(house)
        await ada.finish(first)
        lobby = await ada.ask(said.Leave(), said.LobbyUpdate)
        assert lobby.tables == ()
        assert await house.store.tables() == []
        refused = await ada.ask(said.Sit(code=first.code), said.Refused)
        assert "no table" in refused.text


async def test_another_game_and_a_match(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, first = await started(house, Setup(game="geschenkt", seats=3, bots=("easy", "hard"), match=2))
        last = await ada.finish(first)
        assert last.standing is not None
        assert not last.standing.over
        ada.tell(said.Again())
        last = await ada.finish(await ada.my_turn())
        while last.number != 2:
            last = await ada.finish(await ada.my_turn())
        assert last.standing is not None
        assert last.standing.over
        assert len((await ada.ask(said.MyGames(), said.Games)).games) == 2


async def test_a_full_house_gives_up_the_table_that_is_missed_least(tmp_path: Path) -> None:
    async with open_house(tmp_path, tables=2) as house:
        ada, first = await opened(house)
        await ada.ask(said.Leave(), said.LobbyUpdate)
        bob, second = await opened(house, name="Bob")
        _cleo, third = await opened(house, name="Cleo")
        assert set(house.lobby.tables) == {second.code, third.code}
        assert first.code not in house.lobby.tables
        refused = await ada.ask(said.Open(setup=ALONE), said.Refused)
        assert "full" in refused.text
        await bob.drop()


async def test_one_person_opens_only_so_many_tables(tmp_path: Path) -> None:
    async with open_house(tmp_path, tables_each=1) as house:
        ada, _first = await opened(house)
        refused = await ada.ask(said.Open(setup=ALONE), said.Refused)
        assert refused.values == {"tables": 1}


async def test_a_finished_table_that_nobody_came_back_to_makes_room_for_a_new_one(tmp_path: Path) -> None:
    async with open_house(tmp_path, tables_each=1) as house:
        ada, first = await started(house)
        await ada.finish(first)
        await ada.drop()
        back = await enter(house, "Ada")
        second = await back.ask(said.Open(setup=ALONE), said.Update)
        assert set(house.lobby.tables) == {second.code}


async def test_nobody_sits_down_at_a_table_that_closes_at_that_moment(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, table = await opened(house, Setup(game="geschenkt", seats=3))
        bob = await enter(house, "Bob")
        async with house.croupiers[table.code]._lock:
            ada.tell(said.Leave(give_up=True))
            await asyncio.sleep(0.01)
            bob.tell(said.Sit(code=table.code))
            await asyncio.sleep(0.01)
        assert "no table" in (await bob.hear(said.Refused)).text
        assert await house.store.tables() == []
        assert (await bob.ask(said.Open(setup=ALONE), said.Update)).seat == 0


async def test_the_lobby_is_told_of_new_tables_and_talk(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        bob = await enter(house, "Bob")
        ada, table = await opened(house, Setup(game="geschenkt", seats=4, title="ours"))
        lobby = await bob.hear(said.LobbyUpdate)
        while not lobby.tables:
            lobby = await bob.hear(said.LobbyUpdate)
        (line,) = lobby.tables
        assert (line.code, line.setup.title, [seat.kind for seat in line.seats]) == (
            table.code,
            "ours",
            ["person", "free", "free", "free"],
        )
        ada.tell(said.Say(text="come in"))
        assert (await ada.hear(said.Update)).talk[0].text == "come in"


async def test_a_person_who_hangs_up_in_the_middle_of_storing_leaves_a_table_that_fits_its_log(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, update = await started(house)
        ada.tell(said.Play(seq=update.seq, move="pass"))
        await asyncio.sleep(0)
        ada.served.cancel()
        await asyncio.gather(ada.served, return_exceptions=True)
        back = await enter(house, "Ada")
        again = await look(back, update.code)
        await back.finish(again if again.legal else await back.my_turn())


async def test_the_house_counts_what_somebody_has_played_and_won(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, first = await started(house)
        over = await ada.finish(first)
        assert over.view is not None
        won = int(0 in over.view["winners"])
        told = await ada.ask(said.MyTally(), said.Tally)
        assert (told.played, told.won) == (1, won)
        eve = Person(house, "key:Eve")
        assert (await eve.ask(said.Enter(name="Eve"), said.Welcome)).played == 0
        await ada.drop()
        ada = Person(house, "key:Ada")
        welcome = await ada.ask(said.Enter(), said.Welcome)
        assert (welcome.played, welcome.won) == (1, won)


async def test_those_who_played_are_told_the_record_of_a_game_that_is_over(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, bob, code = await pair(house)
        eve = await enter(house, "Eve")
        await eve.ask(said.Watch(code=code), said.Update)
        hers, his = await play_out(ada, bob)
        assert [told.record for told in ada.heard if isinstance(told, said.Update)][:-1].count(None) > 3
        assert hers.record == his.record is not None
        record = await bob.ask(said.Fetch(id=his.record), said.RecordFile)
        assert record.record.players == ("Ada", "Bob", "easy-Prudence")
        assert (await look(ada, code)).record == hers.record
        await bob.ask(said.Leave(), said.LobbyUpdate)
        sat = await eve.ask(said.Sit(code=code), said.Update)
        while sat.seat is None:
            sat = await eve.hear(said.Update)
        assert (sat.phase, sat.record) == ("over", None)
        ada.tell(said.Again())
        eve.tell(said.Again())
        while hers.number == 1:
            hers = await ada.hear(said.Update)
        assert hers.record is None


async def test_after_a_restart_the_record_of_the_last_game_is_still_told(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, first = await started(house)
        over = await ada.finish(first)
    async with open_house(tmp_path) as house:
        ada = await enter(house, "Ada")
        assert (await look(ada, over.code)).record == over.record is not None


async def test_a_record_that_could_not_be_kept_is_kept_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(_game: RecordedGame) -> int:
        raise StoreError("The disk is full.")

    async with open_house(tmp_path) as house:
        ada, first = await started(house)
        with monkeypatch.context() as full_disk:
            full_disk.setattr(house.store, "keep_game", refuse)
            await ada.finish(first)
        assert (await ada.ask(said.MyGames(), said.Games)).games == ()
        ada.tell(said.Again())
        while (second := await ada.my_turn()).phase == "over":
            pass  # told that the first one is kept
        await ada.finish(second)
        games = (await ada.ask(said.MyGames(), said.Games)).games
        assert sorted(game.number for game in games) == [1, 2]


async def test_nobody_hears_of_the_lobby_before_they_are_welcomed(tmp_path: Path) -> None:
    async with open_house(tmp_path, news=0.0) as house:
        tally_of, told = house.store.tally_of, asyncio.Event()

        async def count_slowly(identity: str) -> Tally:
            for _ in range(20):
                house.news()
                await asyncio.sleep(0.001)
            told.set()
            return await tally_of(identity)

        house.store.tally_of = count_slowly  # type: ignore[method-assign]
        ada = Person(house, "key:Ada")
        await ada.ask(said.Enter(name="Ada"), said.LobbyUpdate)
        assert told.is_set()
        assert isinstance(ada.heard[0], said.Welcome)
