"""What the house tells, as a person reads it: templates filled in, translated, and put into sentences."""

from collections.abc import Sequence

from engines.game import Game
from engines.games import GAMES
from engines.view import Event
from engines.words import Speaker
from net.messages import Refused, SeatLine, Standing, TalkLine
from net.setup import Setup
from tui.tables.scene import Line
from tui.words import N_, _, ngettext

VARIANTS = {"tactical": N_("tactical")}
MATCHES = {"three rounds": N_("three rounds"), "to 50": N_("to 50 points")}
LEVEL_NAMES = {"easy": N_("easy"), "medium": N_("medium"), "hard": N_("hard"), "expert": N_("expert")}


def speaker_for(game: Game, names: Sequence[str]) -> Speaker:
    """Give a speaker for one table in the reader's language."""
    return Speaker(names, lambda card: _(game.card(card)), _, _is_one)


def _is_one(number: int) -> bool:
    # Never shown: a catalogue knows which of its forms a number takes, and this asks for it.
    return ngettext("one", "several", number) == ngettext("one", "several", 1)


def event_line(event: Event, speaker: Speaker) -> Line:
    """Give an event as a line of the log."""
    return event.seat, speaker.say(event.text, event.args)


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


def match_words(standing: Standing | None, playing: bool) -> str:
    """Say which game of a match this is and how it stands."""
    if standing is None:
        return ""
    totals = " : ".join(str(total) for total in standing.totals)
    if not standing.games:
        return _("to 50, {totals}").format(totals=totals)
    played = len(standing.scores)
    number = min(played + playing, standing.games)
    game = _("game {number} of {games}").format(number=max(number, 1), games=standing.games)
    return f"{game}, {totals}" if played else game


def title_of(game: str) -> str:
    """Name a game as its box does; one that only a newer house knows by the house's own word."""
    return GAMES[game].title if game in GAMES else game


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
    bots = [seat.name for seat in seats if seat.kind == "bot"]
    if len(bots) < 2:
        return name_list(people + bots)
    return name_list([*people, ngettext("{bots} bot", "{bots} bots", len(bots)).format(bots=len(bots))])
