"""What the house tells, as a person reads it: templates filled in, translated, and put into sentences."""

import re
from collections.abc import Sequence

from engines.game import Game
from engines.games import GAMES
from engines.view import Event
from engines.words import Speaker
from net.messages import MatchStanding, Refused, SeatLine, TalkLine
from net.setup import Setup
from tui import tables
from tui.tables.scene import Line
from tui.words import N_, _, ngettext

VARIANTS = {"tactical": N_("tactical")}
MATCHES = {"three rounds": N_("three rounds"), "to 50": N_("to 50 points")}
VARIANT_NOTES = {"tactical": N_("10 chips each, and no card 10, 20 or 30")}
GOALS = {
    "geschenkt": N_("take the card, or pay a chip to pass it on."),
    "danger13": N_("give cards away, and let others reach thirteen."),
    "bumbesi": N_("stay below the limit, and collect little."),
    "dacapo": N_("build up to ten, and be first to clear your stock."),
}
LEVEL_NAMES = {
    "beginner": N_("beginner"),
    "easy": N_("easy"),
    "medium": N_("medium"),
    "hard": N_("hard"),
    "expert": N_("expert"),
}
BOT_NAME = re.compile(f"({'|'.join(LEVEL_NAMES)})-([0-9]+)")
# The letters of piles, as every table draws them.
PLACES = {"pile": "ABC", "helper": "xyz"}
# A draw that everybody hears of, and what only the drawer hears right after it.
DRAW, OWN_DRAW = "drew", "drew card"


def shown_name(name: str) -> str:
    """Give a name as the reader calls it: a bot's level is a word of their language, a person's name is their own."""
    bot = BOT_NAME.fullmatch(name)
    return f"{_(LEVEL_NAMES[bot[1]])}-{bot[2]}" if bot else name


def speaker_for(game: Game, names: Sequence[str]) -> Speaker:
    """Give a speaker for one table in the reader's language."""
    return Speaker(names, lambda card: tables.card_name(game.id, card), _, _is_one, PLACES)


def _is_one(number: int) -> bool:
    # Never shown: a catalogue knows which of its forms a number takes, and this asks for it.
    return ngettext("one", "several", number) == ngettext("one", "several", 1)


def event_line(event: Event, speaker: Speaker) -> Line:
    """Give an event as a line of the log."""
    return event.seat, speaker.say(event.text, event.args)


def worth_telling(events: Sequence[Event]) -> list[Event]:
    """Leave out that somebody draws where the next event tells the same reader which card it is."""
    after = [*(event.kind for event in events[1:]), ""]
    return [event for event, kind in zip(events, after, strict=False) if event.kind != DRAW or kind != OWN_DRAW]


def refusal(refused: Refused, speaker: Speaker) -> str:
    """Say why something was refused, with the rule where there is one."""
    sentence = speaker.say(refused.text, refused.values)
    return f"{sentence} ({refused.clause})" if refused.clause else sentence


def house_refusal(refused: Refused) -> str:
    """Say why something was refused away from any table."""
    return refusal(refused, Speaker((), str, _, _is_one))


def talk_line(talk: TalkLine) -> Line:
    """Give what somebody said as a line; who has no seat is named."""
    words = _(talk.text) if talk.phrase else talk.text
    return talk.seat, words if talk.seat is not None else f"{talk.name}: {words}"


def match_words(standing: MatchStanding | None, playing: bool, names: Sequence[str]) -> str:
    """Say which game of a match this is and how it stands, or who has won it."""
    if standing is None:
        return ""
    totals = " : ".join(str(total) for total in standing.totals)
    if standing.over:
        winners = name_list([names[seat] for seat in standing.winners])
        won = ngettext("{names} wins the match", "{names} share the match", len(standing.winners))
        return f"{won.format(names=winners)}, {totals}"
    if not standing.games:
        return _("to 50, {totals}").format(totals=totals)
    played = len(standing.scores)
    number = min(played + playing, standing.games)
    game = _("game {number} of {games}").format(number=max(number, 1), games=standing.games)
    return f"{game}, {totals}" if played else game


def title_of(game: str) -> str:
    """Name a game as its box does; one that only a newer house knows by the house's own word."""
    return GAMES[game].title if game in GAMES else game


def goal_of(game: str) -> str:
    """Say in one sentence what a game is about; of a new one nothing is known yet."""
    return _(GOALS[game]) if game in GOALS else ""


def variant_words(setup: Setup) -> str:
    """Name the variant that is played."""
    return _(VARIANTS.get(setup.variant, setup.variant)) if setup.variant else ""


def name_list(names: Sequence[str]) -> str:
    """Join names as a sentence does."""
    if len(names) < 2:
        return "".join(names)
    return _("{names} and {last}").format(names=", ".join(names[:-1]), last=names[-1])


def company_words(seats: Sequence[SeatLine]) -> str:
    """Name who sits at a table: people and programs by name, bots too while they are few."""
    people = [seat.name for seat in seats if seat.kind in ("person", "program")]
    bots = [shown_name(seat.name) for seat in seats if seat.kind == "bot"]
    if len(bots) < 2:
        return name_list(people + bots)
    return name_list([*people, ngettext("{bots} bot", "{bots} bots", len(bots)).format(bots=len(bots))])
