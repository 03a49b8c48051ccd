"""A recorded game told in sentences, move by move."""

from collections.abc import Iterator

from engines.record import Record
from engines.timeline import OPEN, Timeline
from engines.view import Event
from engines.words import Speaker, seat_names
from tui.tables.seats import name_list
from tui.wording import player_names, speaker_for, worth_telling
from tui.words import _, ngettext, titled


def retell(record: Record, at: int = 0) -> Iterator[str]:
    """Tell a game line by line, from where `at` moves were made; of one that goes on, only what everybody could see."""
    timeline = Timeline(record)
    names = _names(record)
    speaker = speaker_for(timeline.game, names)
    yield titled(timeline.game.title, f"{', '.join(names)}.")
    yield _beginning(timeline, speaker)
    width = max(len(name) for name in names)
    heard = timeline.events(OPEN if timeline.over else None)
    told = list(enumerate(zip(timeline.history[1:], heard, strict=True), 1))
    for number, (turn, events) in told[at:]:
        sentences = [_sentence(event, speaker, width) for event in worth_telling(events)]
        for line, sentence in enumerate(sentences or [f"{names[turn.seat]:{width}}  {turn.move}"]):
            yield f"{number if line == 0 else '':>5}  {sentence}"
    yield _ending(timeline, names)


def _names(record: Record) -> list[str]:
    """A name of its own for every seat, whatever the record calls its players."""
    names = player_names(record)
    seats = seat_names(record.seats)
    return [f"{name} ({seat})" if names.count(name) > 1 else name for name, seat in zip(names, seats, strict=True)]


def _beginning(timeline: Timeline, speaker: Speaker) -> str:
    deal = timeline.history[0]
    starts = _("{name} starts.").format(name=speaker.names[deal.seat])
    shown = ", ".join(speaker.card(card) for card in deal.shown)
    turned_up = _("The deal turns up {cards}.").format(cards=shown)
    return f"{starts} {turned_up}" if shown else starts


def _sentence(event: Event, speaker: Speaker, width: int) -> str:
    name = "" if event.seat is None else speaker.names[event.seat]
    return f"{name:{width}}  {speaker.say(event.text, event.args)}"


def _ending(timeline: Timeline, names: list[str]) -> str:
    if not timeline.over:
        return _("The game is not over yet: {name} is to move.").format(name=names[timeline.turn])
    view = timeline.view(None)
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, view.scores, strict=True))
    winners = [names[seat] for seat in view.winners]
    won = ngettext("{names} wins.", "{names} share the win.", len(winners)).format(names=name_list(winners))
    return f"{scores}. {won}"
