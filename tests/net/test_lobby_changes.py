"""The lobby sends differences, encoded once for all who may see the same; an older client gets all of it each time."""

from pathlib import Path

import pytest

from engines.wire import Message, encode
from net import messages as said
from net.client.conversation import changed
from net.house import herald
from net.house.house import House
from net.setup import Setup
from tests.net.house_harness import ALONE, Person, enter, open_house, opened

PEOPLE = 12


async def newcomer(house: House, name: str, *, changes: bool = True) -> Person:
    person = Person(house, f"key:{name}")
    await person.ask(said.Enter(name=name, changes=changes), said.LobbyUpdate)
    return person


async def lobby_after(person: Person, words: str) -> said.LobbyUpdate:
    """Follow the lobby as a client does, from all that was heard, until somebody there says something."""
    lobby = None
    for message in person.heard:
        lobby = follow(lobby, message)
    while lobby is None or not lobby.talk or lobby.talk[-1].text != words:
        lobby = follow(lobby, await person.hear(said.LobbyUpdate | said.LobbyChange))  # type: ignore[arg-type]
    return lobby


def follow(lobby: said.LobbyUpdate | None, message: Message) -> said.LobbyUpdate | None:
    if isinstance(message, said.LobbyUpdate):
        return message
    return changed(lobby, message) if isinstance(message, said.LobbyChange) and lobby is not None else lobby


def in_order(lobby: said.LobbyUpdate) -> list[said.TableLine]:
    return sorted(lobby.tables, key=lambda line: line.code)


async def some_evening(house: House) -> None:
    """Open tables, change one, close one and have two in the background, then talk."""
    people = [(await opened(house, ALONE, f"Host{number}"))[0] for number in range(6)]
    people[0].tell(said.Start())
    await people[0].my_turn()
    await people[1].ask(said.Leave(give_up=True), said.LobbyUpdate)
    await people[2].drop()
    people[3].tell(said.Fill(level="hard"))
    people[1].tell(said.Say(text="good night"))


async def test_F54_changes_add_up_to_what_an_older_client_is_told(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        followers = [await newcomer(house, name) for name in ("Ada", "Bob")]
        older = await newcomer(house, "Old", changes=False)
        # Bob has a table of his own, which he sees as it concerns him.
        await followers[1].ask(said.Open(setup=Setup(game="geschenkt", seats=3, public=False)), said.Update)
        await followers[1].ask(said.Leave(), said.LobbyUpdate)
        await some_evening(house)
        ada, bob, old = [await lobby_after(person, "good night") for person in (*followers, older)]
        assert in_order(ada) == in_order(old)
        assert (ada.people, ada.talk) == (old.people, old.talk)
        assert [line.seat for line in in_order(bob) if line not in old.tables] == [0]
        heard = [message for message in followers[0].heard if isinstance(message, said.LobbyUpdate)]
        assert len(heard) == 1
        assert not any(isinstance(message, said.LobbyChange) for message in older.heard)


async def test_F54_the_lobby_is_encoded_once_for_all_who_see_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoded: list[Message] = []

    def count(message: Message) -> bytes:
        encoded.append(message)
        return encode(message)

    async with open_house(tmp_path, news=0.05) as house:
        people = [await newcomer(house, f"Ada{number}") for number in range(PEOPLE)]
        host = await enter(house, "Host")
        host.tell(said.Say(text="hello"))
        for person in people:
            while not (await person.hear(said.LobbyChange)).talk:
                pass
        monkeypatch.setattr(herald, "encode", count)
        await host.ask(said.Open(setup=ALONE), said.Update)
        told = [await person.hear(said.LobbyChange) for person in people]
        while not all(change.tables for change in told):
            told = [await person.hear(said.LobbyChange) for person in people]
        assert len(encoded) < PEOPLE
        assert len({encode(change) for change in told}) == 1


async def test_F54_a_change_is_small_whatever_the_house_holds(tmp_path: Path) -> None:
    async with open_house(tmp_path, tables_each=100) as house:
        hosts = [(await opened(house, ALONE, f"Host{number}"))[0] for number in range(30)]
        ada = await newcomer(house, "Ada")
        hosts[0].tell(said.Start())
        change = await ada.hear(said.LobbyChange)
        while not change.tables:
            change = await ada.hear(said.LobbyChange)
        assert len(change.tables) == 1
        whole = ada.heard[1]
        assert isinstance(whole, said.LobbyUpdate)
        assert len(encode(change)) < len(encode(whole)) / 10
