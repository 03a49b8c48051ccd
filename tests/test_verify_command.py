"""`tablee verify` from outside: what was proved, what was not committed, and the first thing that differs."""

import json
from pathlib import Path

import msgspec
import pytest

from engines.games import GAMES
from engines.promise import SECRET_BYTES, DroppedDeal, Proof, luck_of, promise_of
from engines.record import Record, Recording, dump
from tests.setups import Setup
from tests.test_cli import Tablee

NAMES = ["Ada", "Bo", "Cy"]
SECRET = bytes(range(SECRET_BYTES))


@pytest.fixture
def tablee(capsys: pytest.CaptureFixture[str]) -> Tablee:
    return Tablee(capsys)


@pytest.fixture
def record() -> Record:
    """A short game of Geschenkt to which Ada and Cy have added luck."""
    promise = promise_of("kiwi-12", 2, "geschenkt", 1, SECRET)
    dropped = (DroppedDeal(number=1, secret=bytes(SECRET_BYTES)),)
    added = (b"a word", b"", b"another")
    proof = Proof(table="kiwi-12", number=2, promise=promise, secret=SECRET, added=added, dropped=dropped)
    recording = Recording(GAMES["geschenkt"], 3, {}, NAMES, luck_of(proof))
    recording.play("take")
    return msgspec.structs.replace(recording.record(), proof=proof)


def write(folder: Path, record: Record) -> Path:
    path = folder / "game.tablee"
    path.write_bytes(dump(record))
    return path


def test_it_says_in_plain_words_what_is_proved_and_what_is_not(tablee: Tablee, tmp_path: Path, record: Record) -> None:
    done = tablee("verify", write(tmp_path, record))
    assert (done.code, done.err) == (0, "")
    assert "Deal 2 of table kiwi-12: all 34 cards and picks of luck are as promised." in done.out
    assert record.proof is not None
    assert record.proof.promise.hex() in done.out
    assert "Luck was added by Ada, Cy" in done.out
    assert promise_of("kiwi-12", 1, "geschenkt", 1, bytes(SECRET_BYTES)).hex() in done.out
    assert "Not proved: that the house did not look at the cards" in done.out


def test_json_is_one_object(tablee: Tablee, tmp_path: Path, record: Record) -> None:
    done = tablee("verify", write(tmp_path, record), "--json")
    assert record.proof is not None
    assert json.loads(done.out) == {
        "verdict": "proved",
        "table": "kiwi-12",
        "deal": 2,
        "commitment": record.proof.promise.hex(),
        "outcomes": 2,
        "added": [0, 2],
        "withheld": [],
        "dropped": [1],
    }


def test_a_record_of_before_is_not_committed(tablee: Tablee, tmp_path: Path) -> None:
    old = write(tmp_path, Setup(GAMES["geschenkt"], 3).finished(1).record())
    done = tablee("verify", old)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Not committed")
    assert json.loads(tablee("verify", old, "--json").out) == {"verdict": "not committed"}


def test_an_altered_record_fails_with_the_first_thing_that_differs(
    tablee: Tablee, tmp_path: Path, record: Record
) -> None:
    start, (name, pile) = record.chance
    altered = msgspec.structs.replace(record, chance=(start, (name, (*pile[:-2], pile[-1], pile[-2]))))
    done = tablee("verify", write(tmp_path, altered), "--json")
    assert done.code == 1
    assert json.loads(done.out)["verdict"] == "altered"
    assert f"card 32 of outcome 2 is {pile[-1]} in the record, and {pile[-2]} was promised" in done.err
    assert done.err.count("\n") == 1


def test_a_file_that_is_no_record_is_refused(tablee: Tablee, tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"hello")
    assert tablee("verify", path).code == 2
