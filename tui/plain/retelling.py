"""A recorded game told in sentences, move by move."""

from collections.abc import Iterator
from itertools import zip_longest

from engines.record import Record, Replay
from engines.view import Event, cards_shown, heard
from engines.wire import printable
from engines.words import Speaker, seat_names
from tui.wording import name_list, shown_name, speaker_for, worth_telling
from tui.words import _, ngettext


def retell(record: Record) -> Iterator[str]:
    """Tell a game line by line; of one that is not over, only what everybody could see."""
    names = _names(record)
    whole = _is_over(record)
    replay = Replay(record)
    speaker = speaker_for(replay.game, names)
    yield f"{replay.game.title}: {', '.join(names)}."
    yield _beginning(replay, speaker)
    width = max(len(name) for name in names)
    mover = replay.state.turn
    for number, events in enumerate(replay, 1):
        told = worth_telling(events if whole else heard(events, None))
        sentences = [_sentence(event, speaker, width) for event in told]
        for line, sentence in enumerate(sentences or [f"{names[mover]:{width}}  {record.moves[number - 1]}"]):
            yield f"{number if line == 0 else '':>5}  {sentence}"
        mover = replay.state.turn
    yield _ending(replay, names)


def _names(record: Record) -> list[str]:
    """A name of its own for every seat, whatever the record calls its players."""
    seats = seat_names(record.seats)
    given = [shown_name(printable(name)) for name in record.players[: record.seats]]
    names = [name or seat for name, seat in zip_longest(given, seats, fillvalue="")]
    return [f"{name} ({seat})" if names.count(name) > 1 else name for name, seat in zip(names, seats, strict=True)]


def _is_over(record: Record) -> bool:
    replay = Replay(record)
    for _events in replay:
        pass
    return replay.recording.over


def _beginning(replay: Replay, speaker: Speaker) -> str:
    starts = _("{name} starts.").format(name=speaker.names[replay.state.start])
    shown = ", ".join(speaker.card(card) for card in cards_shown(replay.state.shown))
    turned_up = _("The deal turns up {cards}.").format(cards=shown)
    return f"{starts} {turned_up}" if shown else starts


def _sentence(event: Event, speaker: Speaker, width: int) -> str:
    name = "" if event.seat is None else speaker.names[event.seat]
    return f"{name:{width}}  {speaker.say(event.text, event.args)}"


def _ending(replay: Replay, names: list[str]) -> str:
    if not replay.recording.over:
        return _("The game is not over yet: {name} is to move.").format(name=names[replay.state.turn])
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, replay.state.scores(), strict=True))
    winners = [names[seat] for seat in replay.state.winners()]
    won = ngettext("{names} wins.", "{names} share the win.", len(winners)).format(names=name_list(winners))
    return f"{scores}. {won}"
