"""What nobody has seen of a game's luck: it can be shuffled anew, and no player could tell.

A move that is taken back would otherwise be a free look at the cards that came after it.
"""

from engines.chance import Chance, Outcome
from engines.record import BadRecord, Record, Replay
from engines.view import Turn, View

PILE = "pile"
Seen = tuple[list[View], tuple[Turn, ...]]


def reshuffled(record: Record, moves: int, chance: Chance) -> tuple[Outcome, ...]:
    """The luck of a record's first moves, where cards of the last shuffle that nobody has seen have another order."""
    begun = _first(record, moves)
    luck = list(begun.chance)
    shuffles = [place for place, (what, _values) in enumerate(luck) if what == PILE]
    if not shuffles:
        return begun.chance
    place = shuffles[-1]
    pile = list(luck[place][1])
    known = _seen(begun)
    for first in range(_unseen_from(begun, place, pile, known), len(pile)):
        rest = pile[first:]
        chance.shuffle(rest)
        luck[place] = (PILE, (*pile[:first], *rest))
        if _is_told_the_same(begun, luck, known):
            return tuple(luck)
    return begun.chance


def _first(record: Record, moves: int) -> Record:
    """The record as it was after so many moves."""
    replay = Replay(record)
    while len(replay.recording.moves) < moves:
        replay.step()
    return replay.recording.record()


def _unseen_from(record: Record, place: int, pile: list[int], known: Seen) -> int:
    """Where in a shuffled pile the cards begin that nobody has seen: those that come last can trade places."""
    low, high = 0, len(pile)
    while low < high:
        middle = (low + high) // 2
        turned = (*pile[:middle], *pile[middle + 1 :], pile[middle])
        luck = [*record.chance[:place], (PILE, turned), *record.chance[place + 1 :]]
        if _is_told_the_same(record, luck, known):
            high = middle
        else:
            low = middle + 1
    return low


def _seen(record: Record) -> Seen:
    """All that anybody could know after the last move of a record."""
    replay = Replay(record)
    for _events in replay:
        pass
    seats = (*range(record.seats), None)
    return [replay.game.view(replay.state, seat) for seat in seats], tuple(replay.recording.history)


def _is_told_the_same(record: Record, luck: list[Outcome], known: Seen) -> bool:
    other = Record(
        game=record.game,
        rules=record.rules,
        seats=record.seats,
        options=record.options,
        players=record.players,
        chance=tuple(luck),
        moves=record.moves,
    )
    try:
        return _seen(other) == known
    except BadRecord:
        return False
