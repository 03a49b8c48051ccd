"""`tablee export` from outside: a film that plays, a picture, text, and what it refuses."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from engines.games import GAMES
from engines.record import dump
from tests.setups import Setup
from tests.test_cli import Tablee
from tests.tui.terminal_emulator import Glass


@pytest.fixture
def tablee(capsys: pytest.CaptureFixture[str]) -> Tablee:
    return Tablee(capsys)


def written(folder: Path, game: str = "geschenkt", *, over: bool = True) -> Path:
    path = folder / f"{game}.tablee"
    setup = Setup(GAMES[game], 3)
    path.write_bytes(dump((setup.finished(1) if over else setup.unfinished(1, 10)).record()))
    return path


def frames(cast: str, width: int = 80, height: int = 24) -> list[list[str]]:
    """What a terminal shows after each event of a film."""
    glass = Glass()
    shown = []
    for line in cast.splitlines()[1:]:
        seconds, kind, data = json.loads(line)
        assert kind == "o"
        assert seconds >= 0
        glass.write(data.encode())
        shown.append([glass.line(y, width) for y in range(height)])
    return shown


@pytest.mark.parametrize("game", GAMES)
def test_a_film_shows_every_move_on_the_table(tablee: Tablee, tmp_path: Path, game: str) -> None:
    done = tablee("export", written(tmp_path, game), "--cast", "--pace", "0.5")
    assert (done.code, done.err) == (0, "")
    header = json.loads(done.out.splitlines()[0])
    assert (header["version"], header["width"], header["height"]) == (2, 80, 24)
    moves = len(Setup(GAMES[game], 3).finished(1).record().moves)
    shown = frames(done.out)
    assert len(shown) == moves + 2
    for number in (0, 1, moves // 2, moves):
        assert f"move {number} of {moves}" in shown[number][0] + shown[number][-2]
    times = [json.loads(line)[0] for line in done.out.splitlines()[1:]]
    assert times[:-1] == [0.5 * number for number in range(moves + 1)]
    assert times == sorted(times)


def test_frames_are_the_same_whether_one_comes_from_the_beginning_or_not(tablee: Tablee, tmp_path: Path) -> None:
    path = written(tmp_path)
    whole = frames(tablee("export", path, "--cast", "--size", "40x20").out, 40, 20)
    later = frames(tablee("export", path, "--cast", "--size", "40x20", "--at", 7).out, 40, 20)
    assert later == whole[7:]


def test_a_picture_is_of_one_moment(tablee: Tablee, tmp_path: Path) -> None:
    path = written(tmp_path)
    end = tablee("export", path, "--svg").out
    third = tablee("export", path, "--svg", "--at", 3, "--seat", 1).out
    assert end != third
    for picture in (end, third):
        assert ElementTree.fromstring(picture).tag.endswith("svg")


def test_text_is_the_game_in_sentences(tablee: Tablee, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path)
    assert tablee("export", path, "--text").out == tablee("replay", path).out
    monkeypatch.setenv("TABLEE_LANGUAGE", "fr")
    assert "gagne" in tablee("export", path, "--text").out


def test_of_a_game_that_goes_on_only_what_everybody_saw_is_shown(tablee: Tablee, tmp_path: Path) -> None:
    path = written(tmp_path, "bumbesi", over=False)
    assert tablee("export", path, "--cast").code == 0
    assert "not over yet" in tablee.refuses("export", path, "--cast", "--seat", 0)


def test_what_can_not_be_exported_is_refused_in_one_line(tablee: Tablee, tmp_path: Path) -> None:
    path = written(tmp_path)
    assert "--cast, --svg, --text" in tablee.refuses("export", path)
    assert "seats are 0 to 2" in tablee.refuses("export", path, "--svg", "--seat", 3)
    assert "no move 999" in tablee.refuses("export", path, "--svg", "--at", 999)
    assert "no size" in tablee.refuses("export", path, "--svg", "--size", "9x9")
    assert "No such file" in tablee.refuses("export", tmp_path / "nothing", "--svg")
