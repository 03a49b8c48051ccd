"""What plain mode reads out: numbered options, a hint, the end of a game, the rules."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engines.view import Event
from net.client.seen_table import SeenTable
from net.messages import TalkLine
from tui import tables
from tui.rulebook import rules_rows
from tui.stage import log_lines, shown_names
from tui.tables.scene import Choice, Scene, ShownHint
from tui.tables.score import ScoreBlock
from tui.tables.seats import name_list
from tui.tables.sheet import make_sheet
from tui.wording import match_words, talk_line
from tui.words import _, ngettext, titled

MOST_FLAT = 12
LINE = 78


@dataclass(frozen=True, slots=True)
class Option:
    """One numbered line: a move, or a first half after which more options follow; neither goes back to the start."""

    words: str
    move: str = ""
    pick: str = ""


def options(scene: Scene) -> list[Option]:
    """List what can be done: every move while they are few, else in two steps as on a screen."""
    whole = {option.move: option for option in reversed(_spread(scene, ""))}
    if len(whole) <= MOST_FLAT:
        return list(reversed(whole.values()))
    steps = [Option(_words(choice), choice.move, choice.pick) for choice in _doing(scene)]
    return [*steps, Option(_("back"))] if scene.picked else steps


def _doing(scene: Scene) -> list[Choice]:
    return [choice for choice in tables.choices(scene) if choice.live and (choice.move or choice.pick)]


def _words(choice: Choice) -> str:
    return f"{choice.verb} ({choice.note})" if choice.note else choice.verb


def _spread(scene: Scene, before: str) -> list[Option]:
    """Follow every first half to the moves it leads to."""
    found: list[Option] = []
    for choice in _doing(scene):
        if choice.move:
            found.append(Option(f"{before}{_words(choice)}", choice.move))
        elif choice.pick != scene.picked:
            found.extend(_spread(replace(scene, picked=choice.pick), f"{before}{choice.verb}, "))
    return found


def hint_lines(hint: ShownHint) -> list[str]:
    """Read a hint out, best move first."""
    lines = [hint.reason]
    for tip in hint.tips:
        share = f"{100 * tip.share:.0f} %"
        equal = _(", about equal") if tip.equal else ""
        ending = f", {tip.ending}" if tip.ending else ""
        lines.append(titled(tip.words, f"{share}{ending}{equal}"))
    lines.append(ngettext("{games} game tried.", "{games} games tried.", hint.games).format(games=hint.games))
    return lines


def event_lines(table: SeenTable, events: Sequence[Event]) -> list[str]:
    """Tell what has happened at a table, a sentence for each event."""
    names = shown_names(table)
    lines = (line for _event, line in log_lines(table, events))
    return [words if seat is None else f"{names[seat]} {words}" for seat, words in lines]


def talk_lines(table: SeenTable, talk: Sequence[TalkLine]) -> list[str]:
    """Tell what was said at a table."""
    names = shown_names(table)
    lines = (talk_line(said) for said in talk)
    return [f"> {words}" if seat is None else f"> {titled(names[seat], words)}" for seat, words in lines]


def result_lines(table: SeenTable) -> list[str]:
    """Tell how a game ended, the first place first, with what made the scores."""
    view = table.view
    if view is None:
        return []
    names = shown_names(table)
    sheet = make_sheet(table.game.id, view, names, table.game.low_wins)
    scores = [titled(names[block.seat], f"{block.total}{_reckoning(block)}") for block in sheet.blocks]
    winners = [names[seat] for seat in view.winners]
    won = ngettext("{names} wins.", "{names} share the win.", len(winners)).format(names=name_list(winners))
    match = match_words(table.game.match, table.update.standing, playing=False, names=names)
    return [_("The game is over."), *scores, won, *([match] if match else [])]


def _reckoning(block: ScoreBlock) -> str:
    """The cards and terms that make up a score, in brackets."""
    cards = _("cards {cards}").format(cards=" ".join(face.text.strip() for face in block.cards)) if block.cards else ""
    terms = [block.words or cards, *(f"{name} {points}" for name, points in block.parts)]
    told = ", ".join(term for term in terms if term)
    return f" ({told})" if told else ""


def rules_lines(game: str, language: str) -> list[str]:
    """The rules of a game in the reader's language."""
    return [row.words for row in rules_rows(game, language, LINE)]
