"""What the house tells, as a person reads it: templates filled in, translated, and put into sentences."""

import re
from collections.abc import Sequence

from engines.game import Game
from engines.games import GAMES
from engines.info import MatchPlan
from engines.record import Record
from engines.view import Event
from engines.wire import printable
from engines.words import Speaker, seat_names
from net.messages import MatchStanding, Refused, SeatLine, TalkLine
from net.values import SeatKind
from tui import tables
from tui.tables.scene import Line
from tui.words import N_, NUMBERS, _, ngettext

LEVEL_NAMES = {
    "beginner": N_("beginner"),
    "easy": N_("easy"),
    "medium": N_("medium"),
    "hard": N_("hard"),
    "expert": N_("expert"),
}
BOT_NAME = re.compile(f"({'|'.join(LEVEL_NAMES)})-([0-9]+)")
# A draw that everybody hears of, and what only the drawer hears right after it.
DRAW, OWN_DRAW = "drew", "drew card"


def shown_name(name: str) -> str:
    """A name as the reader calls it: a bot's level is a word of their language, a person's name is their own."""
    bot = BOT_NAME.fullmatch(name)
    return f"{_(LEVEL_NAMES[bot[1]])}-{bot[2]}" if bot else name


def player_names(record: Record) -> list[str]:
    """What the players of a recorded game were called; a seat without a name gets one."""
    seats = seat_names(record.seats)
    return [shown_name(printable(name)) or seat for name, seat in zip(record.players, seats, strict=True)]


def speaker_for(game: Game, names: Sequence[str]) -> Speaker:
    """A speaker for one table in the reader's language."""
    table = tables.of(game.id)
    return Speaker(names, table.card_name or game.card, _, _is_one, table.letters)


def _is_one(number: int) -> bool:
    # Never shown: a catalogue knows which of its forms a number takes, and this asks for it.
    return ngettext("one", "several", number) == ngettext("one", "several", 1)


def event_line(event: Event, speaker: Speaker) -> Line:
    """An event as a line of the log."""
    return event.seat, speaker.say(event.text, event.args)


def worth_telling(events: Sequence[Event]) -> list[Event]:
    """Leave out that somebody draws where the next event tells the same reader which card it is."""
    after = [*(event.kind for event in events[1:]), ""]
    return [event for event, kind in zip(events, after, strict=False) if event.kind != DRAW or kind != OWN_DRAW]


def refusal(refused: Refused, speaker: Speaker) -> str:
    """Why something was refused; the number of the clause behind it means nothing to a player."""
    return speaker.say(refused.text, refused.values)


def house_refusal(refused: Refused) -> str:
    """Why something was refused away from any table."""
    return refusal(refused, Speaker((), str, _, _is_one))


def talk_line(talk: TalkLine) -> Line:
    """What somebody said as a line; who has no seat is named."""
    words = _(talk.text) if talk.phrase else talk.text
    return talk.seat, words if talk.seat is not None else f"{talk.name}: {words}"


def plan_words(plan: MatchPlan, games: int) -> str:
    """How long a match is; `games` is what the players agreed on where they choose."""
    if plan.goal is not None:
        return _("to {goal} points").format(goal=plan.goal)
    if plan.games is not None:
        number = _(NUMBERS[plan.games]) if plan.games in NUMBERS else str(plan.games)
        return _("{number} rounds").format(number=number)
    return _("match of {games}").format(games=games)


def match_words(plan: MatchPlan, standing: MatchStanding | None, playing: bool, names: Sequence[str]) -> str:
    """Which game of a match this is and how it stands, or who has won it."""
    if standing is None:
        return ""
    totals = " : ".join(str(total) for total in standing.totals)
    if standing.over:
        winners = name_list([names[seat] for seat in standing.winners])
        won = ngettext("{names} wins the match", "{names} share the match", len(standing.winners))
        return f"{won.format(names=winners)}, {totals}"
    if not standing.games:
        return _("to {goal}, {totals}").format(goal=plan.goal, totals=totals)
    played = len(standing.scores)
    number = min(played + playing, standing.games)
    game = _("game {number} of {games}").format(number=max(number, 1), games=standing.games)
    return f"{game}, {totals}" if played else game


def title_of(game: str) -> str:
    """Name a game as its box does; one that only a newer house knows by the house's own word."""
    return GAMES[game].title if game in GAMES else game


def goal_of(game: str) -> str:
    """One sentence on what a game is about; of a new one nothing is known yet."""
    goal = tables.of(game).goal
    return _(goal) if goal else ""


def variant_words(game: str, variant: str) -> tuple[str, str]:
    """The name of a game's variant, and in a few words what it changes."""
    words = tables.of(game).variants.get(variant)
    if words is None:
        return variant, ""
    return _(words.name), _(words.note) if words.note else ""


def name_list(names: Sequence[str]) -> str:
    """Join names as a sentence does."""
    if len(names) < 2:
        return "".join(names)
    return _("{names} and {last}").format(names=", ".join(names[:-1]), last=names[-1])


def company_words(seats: Sequence[SeatLine]) -> str:
    """Name who sits at a table: people and programs by name, bots too while they are few."""
    people = [seat.name for seat in seats if seat.kind in (SeatKind.PERSON, SeatKind.PROGRAM)]
    bots = [shown_name(seat.name) for seat in seats if seat.kind == SeatKind.BOT]
    if len(bots) < 2:
        return name_list(people + bots)
    return name_list([*people, ngettext("{bots} bot", "{bots} bots", len(bots)).format(bots=len(bots))])
