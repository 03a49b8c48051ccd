"""Plain mode: whole games line by line, typed ahead as a script does."""

import asyncio
import io
import os
import random
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from engines.chance import LiveChance
from engines.game import Game
from engines.games import GAMES
from engines.wire import Message
from net.house.house import House
from net.limits.house_limits import HouseLimits
from net.link import memory_link
from net.messages import Open, Watch, Welcome
from tests.net.house_harness import open_house, opened, started
from tests.tui.app_harness import Thinker, table_of
from tui.local import LocalHouse
from tui.plain.console import Console
from tui.plain.learner import Learner
from tui.plain.player import PlainPlayer
from tui.settings import Settings
from tui.tables import describe
from tui.tables.scene import Scene


class Script:
    """Lines that are there from the start, and all that was said."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = list(lines)
        self.said = ""

    async def read(self) -> str | None:
        await asyncio.sleep(0)
        return self.lines.pop(0) if self.lines else None

    async def write(self, text: str) -> None:
        self.said += text


class Silence(Script):
    """Somebody who never says a word."""

    async def read(self) -> str | None:
        await asyncio.Event().wait()
        return None


class Listener(Script):
    """Somebody who answers every question with one of its numbers until enough games are over."""

    def __init__(self, games: int) -> None:
        super().__init__(())
        self.games = games
        self.luck = random.Random(1)
        self.asked = asyncio.Event()

    async def write(self, text: str) -> None:
        await super().write(text)
        if "q leave." in text or "1. " in text:
            self.asked.set()

    async def read(self) -> str | None:
        await self.asked.wait()
        self.asked.clear()
        if self.said.count("The game is over.") >= self.games:
            return None
        numbers = re.findall(r"^(\d+)\. ", self.said.rpartition("\n1. ")[2], re.M)
        return str(self.luck.randint(1, int(numbers[-1]) if numbers else 1))


def no_newcomer() -> Learner:
    """Somebody to whom every lesson was offered before."""
    return Learner(Settings(lessons="0000"), lambda _changes: None, remembers=False)


async def play(folder: Path, ask: Open | None, lines: Sequence[str]) -> str:
    """Run plain mode in one's own house on a script, and give what it said."""
    return await listen(folder, ask, Script(lines))


async def listen(folder: Path, ask: Open | None, script: Script) -> str:
    """Run plain mode in one's own house for somebody, and give what they were told."""
    house = LocalHouse(Settings(name="Ada"), folder, Thinker())
    player = PlainPlayer(house.link, script, name="Ada", own=True, language="en", ask=ask, learner=no_newcomer())
    try:
        await house.open()
        house.set_pace(0.0)
        await asyncio.wait_for(player.run(), 60)
    finally:
        await house.close()
    return script.said


def table(game: str, seats: int = 3) -> Open:
    return Open(setup=table_of(game, seats), seed=4)


@pytest.mark.plugged_in
async def test_a_script_plays_a_whole_game_by_numbers(game: Game, tmp_path: Path) -> None:
    said = await listen(tmp_path, table(game.id), Listener(1))
    assert "Your turn." in said
    assert "The game is over." in said
    assert "wins." in said or "share the win." in said


async def test_end_of_input_leaves_cleanly_and_the_game_goes_on_next_time(tmp_path: Path) -> None:
    first = await play(tmp_path, table("geschenkt"), ["2", "2"])
    assert first.endswith("Goodbye. Everything is saved.\n")
    lobby = await play(tmp_path, None, [])
    code = next(line for line in lobby.splitlines() if "Geschenkt" in line and "your turn" in line).split(":")[0]
    again = await play(tmp_path, None, [f"sit {code}", "2"])
    assert "Ada passes" in again


async def test_a_move_can_be_typed_as_text(tmp_path: Path) -> None:
    said = await play(tmp_path, table("geschenkt"), ["take", "q"])
    assert "Ada takes" in said


async def test_what_is_no_answer_is_said_and_changes_nothing(tmp_path: Path) -> None:
    said = await play(tmp_path, table("geschenkt"), ["9", "fly", "q"])
    assert said.count("Say a number from 1 to 2") == 2
    assert "Ada takes" not in said


async def test_words_longer_than_the_house_takes_are_no_reason_to_go(tmp_path: Path) -> None:
    said = await play(
        tmp_path, None, ["sit at the table of my friend, please, whatever its name may be", "x" * 2000, "q"]
    )
    assert "There is no table of that code" in said
    assert said.endswith("Goodbye. Everything is saved.\n")


async def test_a_line_that_is_cut_is_told_and_is_no_good_end() -> None:
    near, far = memory_link()
    near.send(Welcome(name="Ada"))
    near.close()
    lines = Silence(())
    player = PlainPlayer(far, lines, name="Ada", own=False, language="en")
    assert not await asyncio.wait_for(player.run(), 60)
    assert lines.said.endswith("The house has closed the line.\n")


async def test_beside_a_program_that_has_the_games_nothing_is_said_to_be_saved(tmp_path: Path) -> None:
    first, second = (LocalHouse(Settings(name="Ada"), tmp_path, Thinker()) for _ in range(2))
    lines = Script(["q"])
    try:
        assert await first.open() == ""
        assert (await second.open()).endswith("This time games are not kept.")
        assert (first.keeps, second.keeps) == (True, False)
        player = PlainPlayer(second.link, lines, name="Ada", own=True, language="en", keeps=second.keeps)
        await asyncio.wait_for(player.run(), 60)
    finally:
        await second.close()
        await first.close()
    assert lines.said.endswith("Goodbye.\n")


async def test_a_table_that_waits_says_how_others_come(tmp_path: Path) -> None:
    lines = Script(["new geschenkt 3", "new geschenkt 3", "q", "q"])
    async with open_house(tmp_path) as house:
        near, link = memory_link()
        served = asyncio.create_task(house.serve(near, "key:Ada"))
        player = PlainPlayer(link, lines, name="Ada", own=False, language="en", address="tablee.example -p 2222")
        await asyncio.wait_for(player.run(), 60)
        await served
    assert re.search(r"Others sit down here with: ssh \w+-\d+@tablee.example -p 2222\n", lines.said)


async def test_hint_log_table_rules_and_take_back(tmp_path: Path) -> None:
    said = await play(tmp_path, table("geschenkt"), ["h", "2", "s", "l", "?", "u", "1", "q"])
    assert "Take" in said
    assert "60 %" in said
    assert "1000 games tried." in said
    assert "must take." in said
    assert "Ada passes" in said
    assert "Ada takes" in said


async def test_the_lobby_opens_tables_and_lists_finished_games(tmp_path: Path) -> None:
    await play(tmp_path, None, ["new geschenkt 3 easy", *["1"] * 60])
    said = await play(tmp_path, None, ["games", "new chess", "new geschenkt 9", "rules dacapo", "q"])
    assert "1. Geschenkt: Ada" in said
    assert "Which game? There are geschenkt" in said
    assert "Geschenkt is for 3 to 5 players." in said
    assert "stock" in said


async def test_a_finished_game_is_told_again_and_only_one_that_is_listed(tmp_path: Path) -> None:
    await play(tmp_path, None, ["new geschenkt 3 easy", *["1"] * 60])
    said = await play(tmp_path, None, ["replay 1", "games", "replay 9", "replay 1", "q"])
    assert said.count("The deal turns up") == 1
    assert re.search(r"^    1  .* (takes|passes)", said, re.M)
    assert re.search(r"^Ada -?\d+, Prudence -?\d+, Renard -?\d+\. ", said, re.M)


async def test_a_table_offers_the_words_that_work_there(tmp_path: Path) -> None:
    said = await play(tmp_path, table("geschenkt"), ["q"])
    assert "A number, or h hint, k coach, l log, s table, ? rules, u take back, q leave." in said


async def test_another_game_follows_the_first(tmp_path: Path) -> None:
    said = await listen(tmp_path, table("geschenkt"), Listener(2))
    assert said.count("The game is over.") == 2


@pytest.mark.parametrize("game", [game.id for game in GAMES.values()])
async def test_many_moves_are_offered_in_two_steps_with_a_way_back(game: str, tmp_path: Path) -> None:
    said = await play(tmp_path, table(game), ["s", "q"])
    numbers = [line for line in said.splitlines() if line[:1].isdigit()]
    assert 1 <= len(numbers) <= 30


async def test_a_console_reads_lines_to_their_end() -> None:
    out = io.StringIO()
    console = Console(io.StringIO("one\r\ntwo"), out)
    assert [await console.read() for _ in range(3)] == ["one", "two", None]
    await console.write("hello\n")
    assert out.getvalue() == "hello\n"


def test_the_program_itself_plays_through_a_pipe(tmp_path: Path) -> None:
    """No screen, no pace: `yes 1 | tablee play geschenkt` ends when its input does."""
    command = [sys.executable, "-m", "tui.cli", "play", "geschenkt", "--seats", "3", "--level", "easy", "--plain"]
    environment = {**os.environ, "TABLEE_DATA": str(tmp_path / "data"), "TABLEE_CONFIG": str(tmp_path / "config")}
    done = subprocess.run(
        command, input="1\n" * 60, capture_output=True, text=True, env=environment, timeout=120, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "The game is over." in done.stdout
    assert done.stdout.endswith("Goodbye. Everything is saved.\n")


def test_a_game_without_sentences_of_its_own_is_told_field_by_field() -> None:
    game = GAMES["geschenkt"]
    view = game.view(game.deal(3, {}, LiveChance(1)), 0)
    told = describe(Scene(game="new", title="New", names=("a", "b", "c"), view=view))
    assert f"open: {view.open}." in told  # type: ignore[attr-defined]


async def visit(house: House, name: str, lines: Sequence[str], ask: Message | None = None) -> str:
    """Let somebody come to a shared house in plain mode, and give what they were told."""
    script = Script(lines)
    near, link = memory_link()
    served = asyncio.create_task(house.serve(near, f"key:{name}"))
    player = PlainPlayer(link, script, name=name, own=False, language="en", ask=ask, learner=no_newcomer())
    await asyncio.wait_for(player.run(), 60)
    await served
    return script.said


async def test_help_says_what_can_be_said_in_the_lobby_and_at_a_table(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        said = await visit(house, "Ada", ["help", "new geschenkt 3", "help", "q", "q"])
    assert "That is none of these words." not in said
    assert said.count("help says all this again.") == 3
    assert "A number, or l log, s table, ? rules, t TEXT talk, w who is here, deal, luck WORD, q leave." in said


@pytest.mark.parametrize("begun", [False, True])
async def test_a_watcher_who_types_a_number_is_told_what_works_and_can_leave(tmp_path: Path, begun: bool) -> None:
    async with open_house(tmp_path) as house:
        _ada, table = await started(house) if begun else await opened(house)
        said = await visit(house, "Bob", ["1", "1", "q", "q"], Watch(code=table.code))
    assert said.count("You are watching: l log, s table, ? rules, t TEXT talk, w who is here, q leave.") == 3
    assert "1 start with bots" not in said
    assert said.endswith("Goodbye. Everything is saved.\n")


async def test_a_new_table_has_the_clock_and_the_privacy_that_were_asked_for(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        await visit(house, "Ada", ["new geschenkt 3 hard 45s private", "q", "q"])
        (table,) = (croupier.table for croupier in house.croupiers.values())
        assert (table.setup.clock, table.setup.public, table.setup.keeper) == (45, False, "hard")
        await visit(house, "Bob", ["new dacapo 2m", "q", "q"])
        assert [each.table.setup.clock for each in house.croupiers.values()] == [45, 120]


@pytest.mark.parametrize("word", ["0s", "100000s", "eazy", "9999999999999999999999"])
async def test_a_table_is_not_opened_on_words_that_mean_nothing(tmp_path: Path, word: str) -> None:
    async with open_house(tmp_path) as house:
        said = await visit(house, "Ada", [f"new geschenkt {word}", "q"])
        assert f"A table has no {word}." in said
        assert not house.croupiers


class Reviewer(Listener):
    """Plays one game, has it judged, asks what an expert would have played, and looks at it again from the lobby."""

    def __init__(self) -> None:
        super().__init__(1)
        self.questions = ["v", "x 1", "x 9999"]

    async def write(self, text: str) -> None:
        await super().write(text)
        if "q to leave." in text:
            self.asked.set()

    async def read(self) -> str | None:
        line = await super().read()
        return line if line is not None else self.questions.pop(0) if self.questions else None


async def test_a_finished_game_is_judged_and_an_expert_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HouseLimits, "review_seconds", 0.001)
    said = await listen(tmp_path, table("geschenkt"), Reviewer())
    lines = said.partition("The game is over.")[2].splitlines()
    assert "1 another game, v review, q leave." in lines
    opening = next(number for number, line in enumerate(lines) if line.startswith("Geschenkt: Ada, "))
    decisions = int(lines[opening].split()[2])
    numbers = [int(line.split()[0]) for line in lines[opening + 1 : opening + 1 + decisions]]
    assert numbers == sorted(numbers)
    assert lines[opening + 1 + decisions].startswith("luck ")
    expert = next(line for line in lines if line.startswith("An expert would have played: "))
    assert expert.count(": ") == 4
    assert "Say 1, or q to leave." in lines
    again = await play(tmp_path, None, ["games", "review 1", "replay 1", "review 2", "q"])
    assert "luck " in again
    assert "That is none of these words." in again
