"""Other people's bots: what they are told, and what happens when they misbehave."""

import os
import shlex
import sys
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path
from time import sleep

import pytest

import bots
from bots.arena import enter, run
from bots.bot import Budget, Decision
from bots.contest import Played
from bots.external import MOST_STARTS, PATIENCE, BadCommand, ExternalBot
from bots.levels import stand_in
from bots.standings import Standing, standings
from engines.game import Game
from engines.games import GAMES
from engines.view import View
from engines.wire import PROTOCOL, Bye, Choose, Decide, Hello, MoveRefused, Over
from tests.bots.programs import POLITE
from tests.setups import Setup

EXAMPLE = Path(bots.__file__).with_name("example_bot.py")
PAGE = Path(bots.__file__).with_name("PROTOCOL.md")

Make = Callable[[str], ExternalBot]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    made: list[ExternalBot] = []

    def from_source(source: str) -> ExternalBot:
        script = tmp_path / f"bot{len(made)}.py"
        script.write_text(POLITE + source)
        bot = ExternalBot(shlex.join([sys.executable, str(script)]), stand_in(GAMES["geschenkt"]))
        made.append(bot)
        return bot

    yield from_source
    for bot in made:
        bot.close()


def decision(seed: int = 1) -> Decision:
    setup = Setup(GAMES["geschenkt"], 3)
    recording = setup.after(seed, 4)
    view = setup.game.view(recording.state, recording.state.turn)
    return Decision("geschenkt", view, recording.history, ["take", "pass"])


def hello() -> Hello:
    return Hello(protocol=PROTOCOL, game="geschenkt", seat=1, seats=3, options={}, names=("a", "b", "c"))


def play(bot: ExternalBot, moves: int, seconds: float = 0.3) -> list[str]:
    bot.sit(hello())
    return [bot.choose(decision(), Budget(seconds), seed).move for seed in range(moves)]


def contest_with(command: str, game: Game, games: int) -> list[Standing]:
    contest = enter(game, [f"exec:{command}", "random"], None, "", Budget(), 1)
    played: list[Played] = []
    run(contest, games, 1, played.append)
    return standings(contest, played)


@pytest.mark.plugged_in
def test_the_example_plays_whole_games_of_every_kind(game: Game) -> None:
    example, _ = contest_with(shlex.join([sys.executable, str(EXAMPLE)]), game, 2)
    assert example.moves > 0
    assert example.misses == {}
    assert example.last_words == ""


def test_the_example_is_short() -> None:
    assert len(EXAMPLE.read_text().splitlines()) < 40


def test_the_page_explains_every_field_of_every_view(game: Game) -> None:
    page = PAGE.read_text(encoding="utf-8")
    section = page[page.index(f"### {game.title}") :].split("\n### ")[0]
    memory = next(field.type for field in fields(game.view_type) if field.name == "memory")
    assert isinstance(memory, type)
    common = {field.name for field in fields(View)}
    for field in fields(game.view_type):
        assert f"`{field.name}`" in (page if field.name in common else section)
    for field in fields(memory):
        assert f"`memory`.`{field.name}`" in section


def test_the_page_names_every_message_and_its_fields() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for message in (Hello, Decide, Choose, MoveRefused, Over, Bye):
        line = next(line for line in page.splitlines() if line.startswith(f"| `{message.__struct_config__.tag}`"))
        assert all(f"`{name}`" in line for name in message.__struct_fields__)


def test_a_program_is_told_its_seat_then_decisions_then_the_result(make: Make, tmp_path: Path) -> None:
    log = tmp_path / "log"
    bot = make(f"""
for message in listen():
    with open({str(log)!r}, "a") as file:
        print(message["type"], sorted(message), file=file)
    if message["type"] == "decide":
        assert message["view"]["seat"] is not None and message["view"]["memory"]["chips"]
        assert message["history"][0]["move"] == "deal" and message["history"][0]["shown"]
        answer(message, message["legal"][1])
""")
    assert play(bot, 2) == ["pass", "pass"]
    bot.over([1, 2, 3], [0])
    bot.close()
    assert [line.split()[0] for line in log.read_text().splitlines()] == ["hello", "decide", "decide", "over", "bye"]
    assert bot.misses == []


def test_a_move_may_be_written_carelessly(make: Make) -> None:
    bot = make("for message in listen():\n    if message['type'] == 'decide': answer(message, '  TAKE ')")
    assert play(bot, 2) == ["take", "take"]
    assert bot.misses == []


def test_F40_an_illegal_move_is_refused_and_made_by_the_stand_in(make: Make) -> None:
    bot = make("""
for message in listen():
    if message["type"] == "refused": print(message["reason"], file=sys.stderr, flush=True)
    if message["type"] == "decide": answer(message, "fly\\x1b[2J")
""")
    assert set(play(bot, 3)) <= {"take", "pass"}
    assert bot.misses == ["illegal"] * 3
    bot.close()
    assert bot.last_words == "'fly?[2J' is not one of the legal moves."


@pytest.mark.parametrize(
    "nonsense",
    [
        r"os.write(1, b'\xc1')",
        r"os.write(1, b'hello there\n')",
        r"os.write(1, b'\xdf\xff\xff\xff\xff' * 1000)",
        r"os.write(1, msgpack.packb({'type': 'over', 'scores': [], 'winners': []}))",
        r"os.write(1, msgpack.packb({'type': 'choose', 'number': 10**6, 'move': 'take'}))",
        r"os.write(1, b'\xdb\x00\xff\xff\xff' + b'x' * 100_000)",
    ],
)
def test_F40_nonsense_loses_the_move_and_starts_the_program_again(make: Make, nonsense: str) -> None:
    bot = make(f"""
for message in listen():
    if message["type"] == "decide": {nonsense}
""")
    assert set(play(bot, 2)) <= {"take", "pass"}
    assert bot.misses == ["nonsense", "nonsense"]


def test_F40_a_program_that_dies_is_started_again_but_only_so_often(make: Make, tmp_path: Path) -> None:
    starts = tmp_path / "starts"
    bot = make(f"""
open({str(starts)!r}, "a").write("x")
for message in listen():
    if message["type"] == "decide": raise RuntimeError("out of \\x1b]0;luck\\x07")
""")
    assert set(play(bot, MOST_STARTS + 3)) <= {"take", "pass"}
    assert bot.misses == ["ended"] * (MOST_STARTS + 3)
    assert len(starts.read_text()) == MOST_STARTS
    assert bot.last_words == "RuntimeError: out of ?]0;luck?"


def test_F40_a_slow_answer_is_late_and_does_not_answer_the_next_question(make: Make) -> None:
    bot = make("""
for message in listen():
    if message["type"] == "decide":
        if message["number"] == 2: time.sleep(0.5)
        answer(message, "take" if message["number"] == 2 else "pass")
""")
    bot.sit(hello())
    moves = [bot.choose(decision(), Budget(seconds), 0).move for seconds in (0.2, 0.2, 5.0)]
    assert bot.misses == ["late"]
    assert (moves[0], moves[2]) == ("pass", "pass")


def test_F40_a_program_that_hangs_is_replaced_after_some_patience(make: Make) -> None:
    bot = make("""
import signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
for message in listen():
    if message["type"] == "decide":
        answer(message, "take")
        time.sleep(1000)
""")
    moves = play(bot, 2 + PATIENCE, 0.1)
    assert bot.misses == ["late"] * PATIENCE
    assert moves[0] == moves[-1] == "take"


def test_F40_a_program_that_never_listens_costs_no_more_than_its_time(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bots.external.FIRST_MOVE", 0.1)
    bot = make("time.sleep(1000)")
    bot.sit(hello())
    long = Decision("geschenkt", decision().view, list(decision().history) * 2000, ["take", "pass"])
    for seed in range(2):
        bot.choose(long, Budget(0.1), seed)
    bot.close()
    assert bot.misses == ["late", "late"]


def test_F40_a_flood_is_read_no_further_than_the_answer(make: Make) -> None:
    bot = make("""
for message in listen():
    if message["type"] == "decide":
        answer(message, "take")
        while True:
            answer(message, "pass")
            os.write(2, b"noise " * 1000)
""")
    assert play(bot, 2, 0.2)[0] == "take"
    assert bot.misses == ["late"]


def test_closing_leaves_no_process_behind(make: Make, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    bot = make(f"""
import signal, subprocess
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
open({str(pids)!r}, "w").write(f"{{os.getpid()}} {{child.pid}}")
for message in listen():
    if message["type"] == "decide": answer(message, "take")
    if message["type"] == "bye": time.sleep(1000)
""")
    assert play(bot, 1) == ["take"]
    bot.close()
    assert all(_gone(int(pid)) for pid in pids.read_text().split())


def _gone(pid: int) -> bool:
    """Whether a process has ended; nobody may have collected it yet."""
    for _ in range(100):
        try:
            os.kill(pid, 0)
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except (ProcessLookupError, FileNotFoundError):
            return True
        sleep(0.05)
    return False


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("", "needs the command"),
        ("   ", "needs the command"),
        ("'unclosed", "can't be read"),
        ("/no/such", "no program"),
    ],
)
def test_a_command_that_cannot_run_is_refused(command: str, why: str) -> None:
    with pytest.raises(BadCommand, match=why):
        ExternalBot(command, stand_in(GAMES["geschenkt"]))


def test_a_bad_program_never_stops_the_arena(tmp_path: Path) -> None:
    script = tmp_path / "bad.py"
    script.write_text("import sys; sys.exit('I never wanted to play')")
    bad, good = contest_with(shlex.join([sys.executable, str(script)]), GAMES["geschenkt"], 3)
    assert bad.misses == {"ended": bad.moves}
    assert bad.last_words == "I never wanted to play"
    assert good.misses == {}
