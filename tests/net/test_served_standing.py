"""Strength and standing with real OpenSSH clients: ladders printed and drawn, a player's page, and head to head."""

import asyncio
import json
from pathlib import Path

from bots.rating import Rating
from net.messages import Advised, Hint, Open, Play, Sit, Start, Update
from net.setup import Setup
from tests.net.served import Served, WirePlayer
from tests.net.ssh_company import company

PAIR = Setup(game="geschenkt", seats=3, bots=("easy",))
WITH_HELP = Setup(game="geschenkt", seats=3, bots=("easy", "easy"), hints=True)
PEOPLE = 24


async def fill_ladder(served: Served, last: str) -> None:
    """Put people on the ladder of Geschenkt, each a little weaker than the one before."""
    for number in range(1, PEOPLE + 1):
        identity = served.identity(last) if number == PEOPLE else f"key:{number}"
        if number < PEOPLE:
            await served.house.store.set_name(identity, f"player{number}", f"player{number}")
        for game in range(3):
            rating = {identity: Rating(40 - number / 2 + game, 2)}
            await served.house.store.ladder.rate("geschenkt", 1000 * number + game, 1.0, rating, {identity: game})


async def take_cards(player: WirePlayer) -> None:
    """Take every card until the game is over."""
    while player.latest.phase != "over":
        if player.latest.legal:
            player.tell(Play(seq=player.latest.seq, move="take"))
        await player.my_turn()


async def play_a_game(served: Served, *names: str) -> None:
    """Let two people play a game on the wire, which is quick."""
    first, second = names
    async with served.caller(first) as one, served.caller(second) as other:
        code = (await one.ask(Open(setup=PAIR), Update)).code
        await other.ask(Sit(code=code), Update)
        await one.ask(Start(), Update)
        await asyncio.gather(take_cards(one), take_cards(other))


async def test_the_ladder_is_printed_and_drawn_with_ones_own_line(tmp_path: Path) -> None:
    async with company(tmp_path, "Ada") as people:
        await fill_ladder(people.served, "Ada")
        printed = await people.run("Ada", "ladder", "geschenkt")
        lines = printed.splitlines()
        assert lines[0] == f"Geschenkt: {PEOPLE} people on the ladder"
        assert lines[2].split() == ["1", "player1", "1995", "3"]
        assert lines[-1].split() == [str(PEOPLE), "Ada", "1650", "3", "*"]
        told = json.loads(await people.run("Ada", "ladder", "geschenkt", "--json"))
        assert (told["game"], told["people"]) == ("geschenkt", PEOPLE)
        assert told["ladder"][0] == {"place": 1, "name": "player1", "rating": 1995, "games": 3}
        every = [json.loads(line) for line in (await people.run("Ada", "ladder", "json")).splitlines()]
        assert [each["people"] for each in every] == [PEOPLE, 0, 0, 0]
        ada = await people.come("Ada", "play")
        await ada.shows("There is no table yet")
        await ada.type("r")
        drawn = await ada.shows("player1 ")
        assert next(row for row in drawn.splitlines() if "Ada" in row).split()[-4:] == ["Ada", "1650", "3", "games"]
        await ada.type("Down", "Enter")
        await ada.shows("rating 1980 after 3 games")
        await ada.type("Escape")
        await ada.shows("player1 ")
        await ada.type("m")
        await ada.shows(f"place {PEOPLE} of {PEOPLE}")


async def test_after_a_game_one_sees_ones_rating_ones_page_and_how_the_two_of_us_did(tmp_path: Path) -> None:
    async with company(tmp_path, "Ada", "Bob") as people:
        await play_a_game(people.served, "Ada", "Bob")
        told = await people.say("Ada", "play", "q", "player Bob", "q")
        assert "after 1 game" in told
        assert "Geschenkt, you two: 1 game, you before them in" in told
        ada = await people.come("Ada", "play")
        await ada.shows("r ladder")
        await ada.type("r")
        await ada.shows("Nobody is on it yet")
        await ada.type("m")
        page = await ada.shows("after 1 game")
        assert "Ada" in page
        assert "?" in next(row for row in page.splitlines() if "rating" in row), "it is provisional"
        # A game with help counts for nothing.
        code = await people.served.open_table(
            Setup(game="geschenkt", seats=3, bots=("easy", "easy"), hints=True), "Ada"
        )
        async with people.served.caller("Ada") as wire:
            await wire.ask(Sit(code=code), Update)
            await wire.ask(Start(), Update)
            update = wire.latest if wire.latest.legal else await wire.my_turn()
            await wire.ask(Hint(seq=update.seq), Advised)
            await take_cards(wire)
        assert "after 1 game" in await people.say("Ada", "play", "q", "player Ada", "q")
