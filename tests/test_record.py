"""A record is read whole or refused with a sentence."""

import json

import msgpack
import msgspec
import pytest

from engines.chance import LiveChance
from engines.games import GAMES
from engines.record import BadRecord, Record, Replay, dump, load, resume, transcript
from tests.setups import Setup

pytestmark = pytest.mark.plugged_in

GESCHENKT = Setup(GAMES["geschenkt"], 3)


@pytest.fixture
def record() -> Record:
    return GESCHENKT.finished(1).record()


def test_bytes_and_back(setup: Setup) -> None:
    record = setup.finished(2).record()
    assert load(dump(record)) == record


def test_an_unfinished_game_goes_on_with_fresh_luck(setup: Setup) -> None:
    half = setup.after(3, 12)
    again = resume(load(dump(half.record())), LiveChance(4))
    assert again.record() == half.record()
    assert again.game.view(again.state, 0) == half.game.view(half.state, 0)
    while not again.over:
        again.play(again.game.say(again.state.legal()[-1]))
    assert Replay(again.record()).record == again.record()


def test_a_game_can_be_taken_up_again_at_any_move(setup: Setup) -> None:
    whole = setup.after(5, 30).record()
    part = resume(whole, LiveChance(1), 10)
    assert tuple(part.moves) == whole.moves[:10]


@pytest.mark.parametrize("keep", [0, 1, 5, 20, -40, -1])
def test_a_truncated_file_is_refused(record: Record, keep: int) -> None:
    with pytest.raises(BadRecord, match="record"):
        load(dump(record)[:keep])


def test_any_altered_byte_is_refused(record: Record) -> None:
    data = dump(record)
    for at in range(len(data)):
        changed = bytearray(data)
        changed[at] ^= 1
        with pytest.raises(BadRecord):
            load(bytes(changed))


def test_trailing_bytes_are_refused(record: Record) -> None:
    with pytest.raises(BadRecord):
        load(dump(record) + b"x")


def test_another_format_is_refused_by_its_number(record: Record) -> None:
    outer = msgpack.unpackb(dump(record))
    outer[1] = 2
    with pytest.raises(BadRecord, match="format 2; this program reads format 1"):
        load(msgpack.packb(outer))


def test_other_rules_are_refused_by_their_number(record: Record) -> None:
    with pytest.raises(BadRecord, match="version 9 of the rules of Geschenkt"):
        Replay(msgspec.structs.replace(record, rules=9))


def test_a_record_names_a_player_for_each_seat(record: Record) -> None:
    with pytest.raises(BadRecord, match="a player for each seat"):
        Replay(msgspec.structs.replace(record, players=("Ada",)))


def test_an_unknown_game_is_refused(record: Record) -> None:
    with pytest.raises(BadRecord, match="'chess'"):
        Replay(msgspec.structs.replace(record, game="chess"))


def test_a_move_against_the_rules_is_refused(record: Record) -> None:
    start = 1 + record.moves.index("take")
    forged = msgspec.structs.replace(record, moves=("pass",) * 60 + record.moves[start:])
    with pytest.raises(BadRecord, match=r"move 34, 'pass': You have no chip left.*\(G6\)"):
        list(Replay(forged))


def test_luck_that_does_not_fit_is_refused(record: Record) -> None:
    start, pile = record.chance
    for chance in ((), (pile, start), (start,), (("start", (7,)), pile), (start, ("pile", pile[1][1:]))):
        with pytest.raises(BadRecord, match="does not fit the rules"):
            Replay(msgspec.structs.replace(record, chance=chance))


def test_luck_that_no_move_asked_for_is_refused(record: Record) -> None:
    richer = msgspec.structs.replace(record, chance=(*record.chance, record.chance[-1]))
    with pytest.raises(BadRecord, match="no move asked for"):
        list(Replay(richer))


def test_a_file_that_is_something_else_is_refused() -> None:
    for data in (b"", b"\x80", b"hello", msgpack.packb([1, 2, 3]), msgpack.packb({"tablee": 1}), b"\x00" * 5_000_000):
        with pytest.raises(BadRecord):
            load(data)


def test_the_transcript_tells_header_luck_moves_and_end(setup: Setup) -> None:
    recording = setup.finished(3)
    lines = list(transcript(recording.record()))
    assert lines[0] == {
        "game": setup.game.id,
        "version": 1,
        "seats": setup.seats,
        "options": dict(setup.options),
        "players": recording.players,
    }
    assert lines[1] == {"chance": "start", "seat": recording.state.start}
    assert lines[2]["chance"] == "pile"
    moves = [line for line in lines if "move" in line]
    assert [line["move"] for line in moves] == recording.moves
    assert all(line["move"] in line["legal"] and line["legal"] == sorted(set(line["legal"])) for line in moves)
    assert lines[-1] == {"over": True, "scores": recording.state.scores(), "winners": recording.state.winners()}
    assert json.loads(json.dumps(lines)) == lines


def test_the_transcript_tells_every_outcome_of_chance(setup: Setup) -> None:
    record = setup.finished(4).record()
    told = [line for line in transcript(record) if "chance" in line]
    assert [line["chance"] for line in told] == [name for name, _ in record.chance]


def test_an_unfinished_game_has_no_transcript(setup: Setup) -> None:
    with pytest.raises(BadRecord, match="not over yet"):
        transcript(setup.after(3, 3).record())
