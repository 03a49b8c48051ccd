"""The command line, from outside: what it prints, and how it refuses."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from contextvars import copy_context
from pathlib import Path
from typing import NamedTuple

import pytest

from bots.speed import DIGITS
from engines.game import Game
from engines.games import GAMES
from engines.record import dump, transcript
from tests.setups import Setup
from tui.cli import run

TABLEE = [sys.executable, "-m", "tui.cli"]


class Done(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


class Tablee:
    """The command line, run in this process for speed."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *words: object) -> Done:
        self._capsys.readouterr()
        # The language that it speaks is its own: the tests that come after it in this process read English.
        code = copy_context().run(run, [str(word) for word in words])
        return Done(code, *self._capsys.readouterr())

    def refuses(self, *words: object) -> str:
        """Run a command that can't be right and give the one line that says so."""
        done = self(*words)
        assert (done.code, done.out) == (2, "")
        (line,) = done.err.splitlines()
        assert line.startswith("tablee: ")
        return line


@pytest.fixture
def tablee(capsys: pytest.CaptureFixture[str]) -> Tablee:
    return Tablee(capsys)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.tablee"
    path.write_bytes(dump(Setup(GAMES["geschenkt"], 3).finished(1).record()))
    return path


def test_version_says_which_build_runs(tablee: Tablee) -> None:
    done = tablee("--version")
    assert done.code == 0
    said = re.fullmatch(r"tablee \S+ \((compiled|plain Python), tries about ([\d,]+) positions a second\)\n", done.out)
    assert said is not None
    speed = said[2].replace(",", "")
    assert int(speed) > 100
    assert len(speed.rstrip("0")) <= DIGITS


def test_help_names_every_command(tablee: Tablee) -> None:
    done = tablee("--help")
    assert done.code == 0
    assert all(f"  {name} " in done.out for name in ("arena", "replay", "rules"))
    for name in ("arena", "replay", "rules"):
        assert tablee(name, "--help").out.startswith(f"Usage: tablee {name}")


@pytest.mark.parametrize("name", ["admin", "cluster"])
def test_a_command_that_holds_others_shows_its_help_when_none_is_named(tablee: Tablee, name: str) -> None:
    done = tablee(name)
    assert done.code == 0
    assert done.out.startswith(f"Usage: tablee {name}")


def test_a_liking_before_the_command_counts_as_one_after_it(tablee: Tablee) -> None:
    assert tablee("--lang", "fr", "rules", "geschenkt").out == tablee("rules", "geschenkt", "--lang", "fr").out


def test_help_names_the_games_and_their_variants(tablee: Tablee) -> None:
    told = tablee("play", "--help").out
    assert all(word in told for word in (*GAMES, "tactical"))


@pytest.mark.plugged_in
def test_rules_are_printed_in_each_language(tablee: Tablee, game: Game) -> None:
    english, french = tablee("rules", game.id), tablee("rules", game.id, "--lang", "fr")
    assert english.out.startswith(f"{game.title}\n====")
    assert french.out.partition("\n")[2].startswith("====")
    assert max(len(line) for line in (english.out + french.out).split("\n")) <= 80
    assert english.out != french.out


def test_a_language_is_asked_for_by_either_name(tablee: Tablee) -> None:
    short, long = (tablee("rules", "geschenkt", flag, "fr").out for flag in ("--lang", "--language"))
    assert short == long
    assert "jeton" in short


def test_replay_json_prints_the_transcript(tablee: Tablee, record: Path) -> None:
    done = tablee("replay", record, "--json")
    assert done.code == 0
    finished = Setup(GAMES["geschenkt"], 3).finished(1).record()
    assert [json.loads(line) for line in done.out.splitlines()] == list(transcript(finished))


def test_replay_tells_the_game_in_sentences(tablee: Tablee, record: Path) -> None:
    done = tablee("replay", record)
    lines = done.out.splitlines()
    assert lines[0] == "Geschenkt: player 0, player 1, player 2."
    assert "starts. The deal turns up" in lines[1]
    assert "passes, 1 chip on it" in done.out
    assert lines[-1].endswith("wins.")


def test_replay_speaks_the_language_of_the_reader(
    tablee: Tablee, record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLEE_LANGUAGE", "fr")
    assert "passe, pot 1 jeton" in tablee("replay", record).out


@pytest.mark.plugged_in
def test_replay_tells_every_game_and_every_move(tablee: Tablee, tmp_path: Path, setup: Setup) -> None:
    recording = setup.finished(2)
    path = tmp_path / "game.tablee"
    path.write_bytes(dump(recording.record()))
    told = tablee("replay", path)
    numbers = [line[:5].strip() for line in told.out.splitlines()[2:-1]]
    assert [int(number) for number in numbers if number] == list(range(1, 1 + len(recording.moves)))


def test_replay_shows_no_control_characters_and_tells_equal_names_apart(tablee: Tablee, tmp_path: Path) -> None:
    recording = Setup(GAMES["geschenkt"], 3).finished(1)
    recording.players = ["\x1b]0;evil\x07", "bot", "bot"]
    path = tmp_path / "game.tablee"
    path.write_bytes(dump(recording.record()))
    told = tablee("replay", path).out
    assert told.startswith("Geschenkt: ?]0;evil?, bot (seat 1), bot (seat 2).")
    assert told.replace("\n", "").isprintable()


def test_an_unfinished_game_is_told_but_has_no_transcript(tablee: Tablee, tmp_path: Path) -> None:
    path = tmp_path / "half.tablee"
    path.write_bytes(dump(Setup(GAMES["geschenkt"], 3).after(1, 5).record()))
    assert "The game is not over yet: player" in tablee("replay", path).out
    assert "not over yet" in tablee.refuses("replay", path, "--json")


def test_the_arena_plays_and_keeps_its_records(tablee: Tablee, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "records"
    done = tablee(
        "arena", "geschenkt", "--bot", "random", "--games", 30, "--seats", 4, "--seed", 7, "--records", folder
    )
    assert done.code == 0
    assert done.err == ""
    assert done.out.splitlines()[0] == "geschenkt, 4 seats, 30 games on 30 deals, seed 7, random against itself"
    files = sorted(folder.iterdir())
    assert len(files) == 30
    last = tablee("replay", files[-1], "--json").out.splitlines()[-1]
    assert json.loads(last)["over"] is True


def test_the_arena_says_one_game_and_one_deal(tablee: Tablee) -> None:
    words = ("--bot", "policy", "--bot", "random", "--games", 1, "--jobs", 1, "--seats", 3, "--seed", 7)
    done = tablee("arena", "geschenkt", *words)
    assert done.out.splitlines()[0] == "geschenkt, 3 seats, 1 game on 1 deal, seed 7"


def test_the_arena_says_that_a_bot_alone_plays_against_itself(tablee: Tablee) -> None:
    done = tablee("arena", "geschenkt", "--bot", "random", "--games", 1, "--jobs", 1, "--seed", 7)
    assert done.out.splitlines()[0] == "geschenkt, 3 seats, 1 game on 1 deal, seed 7, random against itself"


def test_the_arena_gives_one_object_for_programs(tablee: Tablee) -> None:
    words = ("arena", "geschenkt", "--bot", "policy", "--bot", "random", "--games", 12, "--seed", 5, "--json")
    first, second = (json.loads(tablee(*words, "--jobs", jobs).out) for jobs in (1, 2))
    assert [bot["bot"] for bot in first["bots"]] == ["policy", "random"]
    assert first["deals"] == 4
    for result in (first, second):
        for bot in result["bots"]:
            low, high = bot["win_share_95"]
            assert low <= bot["win_share"] <= high
            assert bot.pop("ms_per_move") >= 0
    assert first == second


def test_a_variant_is_played(tablee: Tablee, tmp_path: Path) -> None:
    words = ("arena", "geschenkt", "--bot", "random", "--games", 1, "--variant", "tactical", "--records", tmp_path)
    assert tablee(*words).out.startswith("geschenkt (tactical), ")
    (file,) = tmp_path.iterdir()
    header = json.loads(tablee("replay", file, "--json").out.splitlines()[0])
    assert header["options"] == {"variant": "tactical"}


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("chess", "There is no command 'chess'. There are play, "),
        ("areena", "There is no command 'areena'. Did you mean arena?"),
        ("rules geschenk", "Did you mean geschenkt?"),
        ("--nonsense", "--nonsense"),
        ("rules", "Missing argument 'GAME'. There are geschenkt, danger13, bumbesi, dacapo."),
        ("learn", "Missing argument 'GAME'. There are geschenkt, "),
        ("rules chess", "There is no game 'chess'; there are geschenkt"),
        ("rules geschenkt --lang tlh", "not written in 'tlh'; there are en, fr"),
        ("arena chess --bot random", "There is no game 'chess'"),
        ("arena geschenkt", "Missing option '--bot'"),
        ("arena geschenkt --bot deepblue", "There is no bot 'deepblue'"),
        ("arena geschenkt --bot threshold:many", "threshold"),
        ("arena geschenkt --bot exec:/no/such/program", "no program '/no/such/program'"),
        ("arena geschenkt --bot random --seats 9", "Geschenkt is for 3 to 5 players, not 9"),
        ("arena geschenkt --bot random --seats few", "'few' is not a valid integer"),
        ("arena geschenkt --bot random --games 0", "'--games'"),
        ("arena geschenkt --bot random --jobs 0", "'--jobs'"),
        ("arena geschenkt --bot random --seed x", "'--seed'"),
        ("arena geschenkt --bot random --budget soon", "'soon' is no thinking time"),
        ("arena geschenkt --bot random --variant chess960", "no variant 'chess960'; it has tactical"),
        ("arena geschenkt --bot random --records /dev/null/x", "/dev/null/x: "),
        ("replay", "Missing argument 'FILE'"),
        ("replay /no/such/file", "/no/such/file: No such file or directory."),
        ("replay /", "/: Is a directory."),
        ("replay /dev/null --json", "/dev/null: The file is not a whole record"),
    ],
)
def test_bad_input_gives_one_clear_line(tablee: Tablee, words: str, why: str) -> None:
    assert why in tablee.refuses(*words.split())


def test_an_altered_record_gives_one_clear_line(tablee: Tablee, record: Path) -> None:
    data = bytearray(record.read_bytes())
    data[len(data) // 2] ^= 1
    record.write_bytes(data)
    assert "altered" in tablee.refuses("replay", record, "--json")
    assert "altered" in tablee.refuses("replay", record)


def test_control_characters_are_not_sent_back(tablee: Tablee) -> None:
    assert "\x1b" not in tablee.refuses("rules", "\x1b[31mred")
    assert "\x1b" not in tablee.refuses("\x1b[31mred")


def test_a_broken_pipe_is_quiet(record: Path) -> None:
    words = " ".join([*TABLEE, "replay", str(record), "--json"])
    done = subprocess.run(f"{words} | true", shell=True, capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr == ""


def test_a_full_disk_gives_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*TABLEE, "rules", "geschenkt"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 1
    assert done.stderr == "tablee: No space left on device\n"


@pytest.fixture
def ctrl_c_heard() -> Iterator[None]:
    """Programs hear Ctrl-C also where the tests run in the background, which ignores it and hands that down."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("ctrl_c_heard")
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_leaves_at_once_with_130(tmp_path: Path, jobs: int) -> None:
    words = [*TABLEE, "arena", "geschenkt", "--bot", "random", "--games", "1000000", "--jobs", str(jobs)]
    words += ["--records", str(tmp_path)]
    arena = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    try:
        while arena.poll() is None and not any(tmp_path.iterdir()):
            time.sleep(0.05)
        os.killpg(arena.pid, signal.SIGINT)
        out, err = arena.communicate(timeout=60)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(arena.pid, signal.SIGKILL)
    assert arena.returncode == 130
    assert out == ""
    assert err.strip() == ""


def test_a_terminal_shows_the_progress() -> None:
    words = [*TABLEE, "arena", "geschenkt", "--bot", "random", "--games", "300", "--jobs", "1", "--seed", "1"]
    outside, inside = pty.openpty()
    shown: list[bytes] = []

    def look() -> None:
        while piece := _read(outside):
            shown.append(piece)

    looking = threading.Thread(target=look)
    looking.start()
    environment = {**os.environ, "TERM": "xterm-256color"}
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=inside, text=True, check=False, env=environment)
    os.close(inside)
    looking.join()
    os.close(outside)
    assert done.stdout.startswith("geschenkt, 3 seats, 300 games")
    assert b"300/300" in b"".join(shown)


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""


@pytest.mark.parametrize("command", ["arena", "replay", "rules"])
def test_no_command_for_programs_pays_for_the_screens(command: str) -> None:
    code = f"import sys, tui.cli, tui.commands.{command}; print({{'textual', 'rich', 'asyncssh'}} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_a_terminal_that_cannot_draw_is_told_of_plain_mode(tablee: Tablee, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.cli.is_dumb", lambda: True)
    assert "`tablee --plain` plays in lines of text" in tablee.refuses()


def test_the_result_of_an_arena_fits_80_columns(tablee: Tablee) -> None:
    bots = ("--bot", "exec:python -m bots.example_bot", "--bot", "policy", "--bot", "easy")
    told = tablee("arena", "danger13", *bots, "--games", "6", "--seed", "1").out
    assert max(len(line) for line in told.split("\n")[:5]) <= 80


def test_replay_begins_where_it_is_told_to(tablee: Tablee, record: Path) -> None:
    whole = tablee("replay", record).out.splitlines()
    later = tablee("replay", record, "--at", 10).out.splitlines()
    assert later[:2] == whole[:2]
    assert later[2].split()[0] == "11"
    assert later[2:] == whole[-len(later) + 2 :]
    assert "it has" in tablee.refuses("replay", record, "--at", 1000)
    assert "it has" in tablee.refuses("replay", record, "--at", -1)
    assert "without --json" in tablee.refuses("replay", record, "--at", 3, "--json")
