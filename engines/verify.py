"""A record's luck recomputed: whether every card is the one that was promised before the deal."""

from dataclasses import dataclass

from engines.chance import Outcome
from engines.game import Game
from engines.promise import SECRET_BYTES, Proof, luck_of, promise_of
from engines.record import Record, Recording, Replay
from engines.words import N_


class NotAsPromised(ValueError):
    """Something in a record is not what its promise says: a template with values, in the order in which it was met."""

    def __init__(self, text: str, **values: int | str) -> None:
        super().__init__(text.format(**values))
        self.text = text
        self.values = values


@dataclass(frozen=True, slots=True)
class Verified:
    """What was proved of a record: how many outcomes, and of how many in all; which seats added to the luck.

    `promise` is the digest that players saw before the deal: only they can say that it was this one.
    """

    proof: Proof
    proved: int
    outcomes: int

    @property
    def promise(self) -> bytes:
        """What the house published before the deal."""
        return self.proof.promise

    @property
    def adding(self) -> list[int]:
        """The seats that added something of their own."""
        return [seat for seat, added in enumerate(self.proof.added) if added]


def verify(record: Record) -> Verified | None:
    """Recompute all luck of a record; None where no promise was made for it, NotAsPromised where anything differs."""
    _check_rules(record)
    proof = record.proof
    if proof is None:
        return None
    _check_promise(record, proof)
    proved = _compare(record, proof)
    return Verified(proof, proved, len(record.chance))


def _check_rules(record: Record) -> None:
    """Play the whole record, so that one that does not fit the rules is refused first."""
    for _events in Replay(record):
        pass


def _check_promise(record: Record, proof: Proof) -> None:
    if len(proof.added) != record.seats:
        raise NotAsPromised(N_("the proof does not say for each seat what it added"))
    if len(proof.secret) != SECRET_BYTES:
        raise NotAsPromised(N_("the revealed secret has not the length that was promised"))
    if promise_of(proof.table, proof.number, record.game, record.rules, proof.secret) != proof.promise:
        raise NotAsPromised(N_("the revealed secret is not the one that was promised"))
    numbers = [dropped.number for dropped in proof.dropped]
    if numbers != list(range(proof.number - len(numbers), proof.number)):
        raise NotAsPromised(N_("a deal before this one is missing"))


def _compare(record: Record, proof: Proof) -> int:
    """Play the game with the promised luck and count its outcomes; raise at the first that differs."""
    game = Replay(record).game
    recording = Recording(game, record.seats, record.options, record.players, luck_of(proof))
    for move in record.moves:
        _check_same(game, record.chance, recording.outcomes)
        recording.play(move)
    _check_same(game, record.chance, recording.outcomes)
    return len(recording.outcomes)


def _check_same(game: Game, found: tuple[Outcome, ...], promised: list[Outcome]) -> None:
    """Compare what luck brought with what was promised, as far as the game has been played."""
    for number, (name, values) in enumerate(promised):
        for place, value in enumerate(values):
            other = found[number][1][place]
            if value != other:
                raise _different(game, number + 1, name, place + 1, other, value)


def _different(game: Game, number: int, name: str, place: int, found: int, promised: int) -> NotAsPromised:
    if name == "start":
        text = N_("the start player is {found} in the record, and {promised} was promised")
        return NotAsPromised(text, found=found + 1, promised=promised + 1)
    return NotAsPromised(
        N_("card {place} of outcome {number} is {found} in the record, and {promised} was promised"),
        number=number,
        place=place,
        found=game.card(found),
        promised=game.card(promised),
    )
