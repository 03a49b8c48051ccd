"""What the house tells, as a person reads it: templates filled in, translated, and put into sentences."""

import re
import time
from collections.abc import Sequence

from bots.manners import BOLD, STEADY, TEASING, WARY, split
from engines.game import Game
from engines.games import GAMES
from engines.info import MatchPlan
from engines.record import Record
from engines.view import Event
from engines.wire import printable
from engines.words import Speaker, seat_names
from net.client.seen_table import SeenTable
from net.messages import MatchStanding, Refused, SeatLine, TalkLine, Update
from net.values import SeatKind
from tui import tables
from tui.draw import bars
from tui.tables.scene import Line
from tui.tables.seats import name_list
from tui.words import N_, NUMBERS, _, ngettext, titled

LEVEL_NAMES = {
    "beginner": N_("beginner"),
    "easy": N_("easy"),
    "medium": N_("medium"),
    "hard": N_("hard"),
    "expert": N_("expert"),
}
STYLE_NAMES = {STEADY: N_("steady"), BOLD: N_("bold"), WARY: N_("wary"), TEASING: N_("teasing")}
BOT_NAME = re.compile(f"({'|'.join(LEVEL_NAMES)})-([0-9]+)")
# As the house calls whoever was forgotten.
SOMEBODY = N_("a player")
# A draw that everybody hears of, and what only the drawer hears right after it.
DRAW, OWN_DRAW = "drew", "drew card"
# Before the name of a program, where it is not cut off.
PROGRAM_MARK = "*"

# Cards that follow each other on a pile are told together.
RUNS = ("played", "played helper")
VARYING = ("card", "value")


def shown_name(name: str) -> str:
    """A name as the reader calls it: of a bot who it is, or in older games its level as a word of their language.

    Who was forgotten is just a player.
    """
    manner = split(name)[1]
    if manner is not None:
        return manner.name
    bot = BOT_NAME.fullmatch(name)
    if name == SOMEBODY:
        return _(SOMEBODY)
    return f"{_(LEVEL_NAMES[bot[1]])}-{bot[2]}" if bot else name


def level_word(name: str) -> str:
    """The level of a bot that is not called by it."""
    level, manner = split(name)
    return "" if manner is None else _(LEVEL_NAMES[level])


def bot_words(name: str) -> str:
    """A bot in a list: who it is, and how strong."""
    return f"{shown_name(name)} ({level_word(name)})" if level_word(name) else shown_name(name)


def greeting(seat: SeatLine) -> str:
    """What a bot says when the cards are dealt; nobody else says anything."""
    manner = split(seat.name)[1] if seat.kind == SeatKind.BOT else None
    return "" if manner is None else _("says: {phrase}").format(phrase=_(manner.phrase))


def seat_name(seat: SeatLine) -> str:
    """Whoever sits there as the reader calls them, a program with its mark; a free seat has no name."""
    return f"{PROGRAM_MARK}{seat.name}" if seat.kind == SeatKind.PROGRAM else shown_name(seat.name)


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
    """An event as a line of the log; who has no seat is named."""
    words = speaker.say(event.text, event.args)
    return event.seat, f"{event.name} {words}" if event.name else words


def run_line(events: Sequence[Event], speaker: Speaker) -> Line:
    """Cards that go the same way one after the other as one line of the log: `plays 1, 2, 3 on B`."""
    cards = ", ".join(speaker.card(event.args["card"]) for event in events)
    together = Speaker(speaker.names, lambda _card: cards, speaker.translate, speaker.one, speaker.places)
    return event_line(events[-1], together)


def goes_on(run: Sequence[Event], event: Event) -> bool:
    """Whether an event does with another card what the last one did with its card; a joker says what it stands for."""
    if not run or "card" not in event.args or "card" not in run[-1].args:
        return False
    last = run[-1]
    same = (event.kind, event.seat, event.text) == (last.kind, last.seat, last.text)
    others = [{name: value for name, value in each.args.items() if name not in VARYING} for each in (event, last)]
    return same and event.kind in RUNS and "{value}" not in event.text and others[0] == others[1]


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
    return talk.seat, words if talk.seat is not None else titled(talk.name, words)


def plan_words(plan: MatchPlan, games: int) -> str:
    """How long a match is; `games` is what the players agreed on where they choose."""
    if plan.goal is not None:
        return _("to {goal} points").format(goal=plan.goal)
    if plan.games is not None:
        number = _(NUMBERS[plan.games]) if plan.games in NUMBERS else str(plan.games)
        return _("{number} games").format(number=number)
    return _("match of {games}").format(games=games)


def table_words(table: SeenTable, playing: bool, names: Sequence[str]) -> str:
    """What sets this game apart: how the match stands, or that it goes on from an older game."""
    if table.update.played_on:
        return _("played on")
    return match_words(table.game.match, table.update.standing, playing, names)


def match_words(plan: MatchPlan, standing: MatchStanding | None, playing: bool, names: Sequence[str]) -> str:
    """Which game of a match this is and how it stands, or who has won it."""
    if standing is None:
        return ""
    totals = ", ".join(f"{name} {total}" for name, total in zip(names, standing.totals, strict=True))
    if standing.over:
        winners = name_list([names[seat] for seat in standing.winners])
        won = ngettext("{names} wins the match", "{names} share the match", len(standing.winners))
        return won.format(names=winners)
    if not standing.games:
        return _("match to {goal}: {totals}").format(goal=plan.goal, totals=totals)
    played = len(standing.scores)
    number = min(played + playing, standing.games)
    game = _("game {number} of {games}").format(number=max(number, 1), games=standing.games)
    return titled(game, totals) if played else game


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


def presence_lines(update: Update) -> list[str]:
    """Name who is at a table, in a sentence each: those who sit there, those who are away, and those who watch."""
    lines = [_seat_words(seat) for seat in update.seats if seat.kind != SeatKind.FREE]
    watching = [f"{PROGRAM_MARK if who.program else ''}{who.name}" for who in update.watching]
    if watching:
        lines.append(ngettext("{names} watches.", "{names} watch.", len(watching)).format(names=name_list(watching)))
    if any(seat.kind == SeatKind.PROGRAM for seat in update.seats) or any(who.program for who in update.watching):
        lines.append(_("{mark} marks a program.").format(mark=PROGRAM_MARK))
    return lines


def rematch_words(update: Update) -> str:
    """For whom another game waits, once the reader wants it; before that, who else does."""
    wants = [seat_name(seat) for seat in update.seats if seat.again]
    mine = update.seat is None or update.seats[update.seat].again
    if wants and mine:
        waits = [seat_name(seat) for seat in update.seats if is_here(seat) and not seat.again]
        return _("another game waits for {names}").format(names=name_list(waits)) if waits else ""
    if not wants:
        return ""
    words = _("{names} wants another game") if len(wants) == 1 else _("{names} want another game")
    return words.format(names=name_list(wants))


def is_here(seat: SeatLine) -> bool:
    """Whether a person or a program sits there and is not away."""
    return seat.kind in (SeatKind.PERSON, SeatKind.PROGRAM) and seat.away is None


def _seat_words(seat: SeatLine) -> str:
    name = seat_name(seat)
    if seat.kind == SeatKind.BOT:
        return _bot_sentence(seat, name)
    if seat.kept:
        return _("{name} is away, and a bot plays.").format(name=name)
    if seat.elsewhere:
        return _("{name} is elsewhere in the house.").format(name=name)
    return (_("{name} is here.") if seat.away is None else _("{name} is away.")).format(name=name)


def _bot_sentence(seat: SeatLine, name: str) -> str:
    manner = split(seat.name)[1]
    if manner is None:
        return _("{name} is a bot of the house.").format(name=name)
    words = _("{name} is a bot, {level}, and plays {style}: {phrase}")
    style = _(STYLE_NAMES[manner.style])
    return words.format(name=name, level=level_word(seat.name), style=style, phrase=_(manner.phrase))


def company_words(seats: Sequence[SeatLine]) -> str:
    """Name who sits at a table: people and programs by name, bots too while they are few."""
    people = [seat_name(seat) for seat in seats if seat.kind in (SeatKind.PERSON, SeatKind.PROGRAM)]
    bots = [bot_words(seat.name) for seat in seats if seat.kind == SeatKind.BOT]
    if len(bots) < 2:
        return name_list(people + bots)
    return name_list([*people, ngettext("{bots} bot", "{bots} bots", len(bots)).format(bots=len(bots))])


def days_words(days: int) -> str:
    """So many days."""
    return ngettext("{days} day", "{days} days", days).format(days=days)


def left_words(until: float) -> str:
    """How long a turn of days still takes."""
    return _("{time} left").format(time=bars.clock_words(max(0, round(until - time.time()))))
