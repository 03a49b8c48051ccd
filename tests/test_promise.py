"""Deals that can be checked: promised luck is fair, bound to what was published, and any change of it is found."""

import hashlib
import hmac
import secrets
from collections import Counter
from itertools import permutations
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engines.chance import Chance, FastChance, Outcome, RecordingChance
from engines.games import GAMES
from engines.keyed import KeyedChance, Numbers
from engines.promise import SECRET_BYTES, DroppedDeal, Proof, luck_of, pledge_of, promise_of
from engines.record import BadRecord, Record, Recording, dump, load
from engines.verify import NotAsPromised, verify
from tests.setups import Setup
from tests.test_shuffle import UNLIKELY, tail

pytestmark = pytest.mark.plugged_in

DEALS = 1_000_000
GESCHENKT = Setup(GAMES["geschenkt"], 3)


def proof_for(setup: Setup, **changes: Any) -> Proof:
    """Promise a deal at a table where the first seat adds something and the others nothing."""
    secret = bytes(range(SECRET_BYTES))
    promise = promise_of("kiwi-12", 3, setup.game.id, setup.game.version, secret)
    added = (b"a word", *[b""] * (setup.seats - 1))
    proof = Proof(table="kiwi-12", number=3, promise=promise, secret=secret, added=added)
    return msgspec.structs.replace(proof, **changes)


def played(setup: Setup, proof: Proof) -> Record:
    """Play a random game to its end with promised luck, drawn question by question as a table does."""
    recording = Recording(setup.game, setup.seats, setup.options, [""] * setup.seats, luck_of(proof))
    choice = FastChance(1)
    while not recording.over:
        luck = luck_of(proof, len(recording.outcomes))
        recording.state.chance = RecordingChance(luck, recording.outcomes)
        moves = recording.state.legal()
        recording.play(setup.game.say(moves[choice.below(len(moves))]))
    return msgspec.structs.replace(recording.record(), proof=proof)


@pytest.fixture
def record() -> Record:
    return played(GESCHENKT, proof_for(GESCHENKT))


def with_luck(record: Record, number: int, values: tuple[int, ...]) -> Record:
    outcomes: list[Outcome] = list(record.chance)
    outcomes[number] = (outcomes[number][0], values)
    return msgspec.structs.replace(record, chance=tuple(outcomes))


def test_every_outcome_of_a_whole_game_is_recomputed(setup: Setup) -> None:
    record = load(dump(played(setup, proof_for(setup))))
    verified = verify(record)
    assert verified is not None
    assert verified.proved == verified.outcomes == len(record.chance)
    assert verified.adding == [0]


def test_a_start_player_that_a_match_settles_takes_no_luck(setup: Setup) -> None:
    record = played(setup, proof_for(setup, start=1))
    assert verify(record) is not None
    assert all(values == (1,) for name, values in record.chance if name == "start")


def test_a_record_of_before_was_not_promised(setup: Setup) -> None:
    assert verify(setup.finished(1).record()) is None


def test_without_a_proof_a_record_has_the_bytes_of_before(setup: Setup) -> None:
    assert b"proof" not in dump(setup.finished(1).record())


def test_a_million_deals_every_order_is_equally_likely() -> None:
    orders = list(permutations(range(4)))
    proof = proof_for(GESCHENKT, secret=secrets.token_bytes(SECRET_BYTES))
    chance = luck_of(proof)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(DEALS):
        pile = [0, 1, 2, 3]
        chance.shuffle(pile)
        counts[tuple(pile)] += 1
    assert counts.total() == DEALS
    assert tail(counts, orders, len(orders) - 1) > UNLIKELY


def test_a_word_that_would_favour_small_numbers_is_thrown_away() -> None:
    key, number = bytes(SECRET_BYTES), 3 << 30  # a quarter of all words lies above the last whole multiple
    block = hmac.digest(key, (7).to_bytes(8, "big") + bytes(8), "sha256")
    words = [int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4)]
    kept = [word for word in words if word < number]
    assert len(kept) < len(words), "the block was chosen to hold such a word"
    numbers = Numbers(key, 7)
    assert [numbers.below(number) for _ in kept] == kept


def test_the_luck_depends_on_the_secret_and_on_what_every_seat_adds(record: Record) -> None:
    assert record.proof is not None
    others = [
        proof_for(GESCHENKT, secret=bytes(SECRET_BYTES)),
        proof_for(GESCHENKT, added=(b"another word", b"", b"")),
        proof_for(GESCHENKT, added=(b"", b"a word", b"")),
        proof_for(GESCHENKT, added=(b"a", b" word", b"")),
    ]
    piles = {played(GESCHENKT, proof).chance for proof in [record.proof, *others]}
    assert len(piles) == 1 + len(others)


def test_a_promise_and_a_pledge_bind_to_their_deal() -> None:
    secret = bytes(SECRET_BYTES)
    promise = promise_of("kiwi-12", 3, "geschenkt", 1, secret)
    assert (
        promise
        == hashlib.sha256(
            b"tablee deal 1\n" + b"\0\0\0\x07kiwi-12\0\0\0\x013\0\0\0\x09geschenkt\0\0\0\x011\0\0\0\x20" + secret
        ).digest()
    )
    others = [
        promise_of("kiwi-13", 3, "geschenkt", 1, secret),
        promise_of("kiwi-12", 4, "geschenkt", 1, secret),
        promise_of("kiwi-12", 3, "dacapo", 1, secret),
        promise_of("kiwi-12", 3, "geschenkt", 2, secret),
        promise_of("kiwi-12", 3, "geschenkt", 1, secret[1:] + b"\1"),
    ]
    assert len({promise, *others}) == 6
    pledges = {pledge_of(promise, 0, b"x"), pledge_of(promise, 1, b"x"), pledge_of(promise, 0, b"y")}
    assert len({*pledges, pledge_of(others[0], 0, b"x")}) == 4


def test_one_bit_changed_anywhere_in_the_file_is_found(record: Record) -> None:
    data = dump(record)
    for bit in range(8 * len(data)):
        changed = bytearray(data)
        changed[bit // 8] ^= 1 << bit % 8
        with pytest.raises(BadRecord):
            load(bytes(changed))


def test_one_bit_changed_in_the_proof_is_found_whatever_the_digest_says(record: Record) -> None:
    proof = record.proof
    assert proof is not None
    for field in ("secret", "promise"):
        data = getattr(proof, field)
        for bit in range(8 * len(data)):
            changed = bytearray(data)
            changed[bit // 8] ^= 1 << bit % 8
            altered = msgspec.structs.replace(proof, **{field: bytes(changed)})
            with pytest.raises(NotAsPromised, match="not the one that was promised"):
                verify(msgspec.structs.replace(record, proof=altered))
    added = msgspec.structs.replace(proof, added=(b"a worD", b"", b""))
    with pytest.raises(NotAsPromised, match="was promised"):
        verify(msgspec.structs.replace(record, proof=added))


def test_any_two_cards_exchanged_are_found_at_the_first_of_them(record: Record) -> None:
    number, pile = next((at, values) for at, (name, values) in enumerate(record.chance) if name == "pile")
    for place in range(len(pile) - 1):
        cards = list(pile)
        cards[place], cards[place + 1] = cards[place + 1], cards[place]
        altered = msgspec.structs.replace(with_luck(record, number, tuple(cards)), moves=())
        with pytest.raises(NotAsPromised, match=rf"card {place + 1} of outcome {number + 1} is {cards[place]} "):
            verify(altered)


def test_another_start_player_is_found(record: Record) -> None:
    number, (start,) = next((at, values) for at, (name, values) in enumerate(record.chance) if name == "start")
    altered = msgspec.structs.replace(with_luck(record, number, ((start + 1) % 3,)), moves=())
    with pytest.raises(NotAsPromised, match=f"the start player is {(start + 1) % 3 + 1} .* {start + 1} was promised"):
        verify(altered)


def test_dropped_deals_leave_no_gap(record: Record) -> None:
    whole = tuple(DroppedDeal(number=number, secret=bytes(SECRET_BYTES)) for number in (1, 2))
    for dropped in (whole, whole[1:]):
        assert verify(msgspec.structs.replace(record, proof=proof_for(GESCHENKT, dropped=dropped))) is not None
    for gap in (whole[:1], whole[::-1], (*whole, whole[1])):
        with pytest.raises(NotAsPromised, match="missing"):
            verify(msgspec.structs.replace(record, proof=proof_for(GESCHENKT, dropped=gap)))


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"added": (b"", b"")}, "each seat"),
        ({"secret": b"short"}, "length"),
        ({"table": "plum-99"}, "not the one that was promised"),
        ({"number": 4}, "not the one that was promised"),
    ],
)
def test_a_proof_that_is_not_whole_is_refused(record: Record, changes: dict[str, Any], why: str) -> None:
    with pytest.raises(NotAsPromised, match=why):
        verify(msgspec.structs.replace(record, proof=proof_for(GESCHENKT, **changes)))


def test_a_record_against_the_rules_is_refused_before_its_luck_is_looked_at(record: Record) -> None:
    with pytest.raises(BadRecord):
        verify(msgspec.structs.replace(record, moves=(*record.moves[:-1], "fly")))


def test_whatever_is_luck_compiles_with_chance() -> None:
    # A compiled class takes no subclass that is not, and says so only when somebody deals.
    setup = Path("setup.py").read_text(encoding="utf-8")
    kinds = [kind for kind in Chance.__subclasses__() if kind.__module__.startswith("engines")]
    assert all(f"{kind.__module__.replace('.', '/')}.py" in setup for kind in kinds)
    assert KeyedChance in kinds
