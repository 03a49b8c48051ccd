"""French is complete: every message has its French, the blanks agree, it stays short, and every table draws in it."""

import ast
import re
import string
from collections.abc import Iterable, Iterator
from dataclasses import replace
from gettext import NullTranslations
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from engines.games import GAMES
from engines.record import Recording, Replay
from engines.view import OVER
from tests.setups import Setup
from tui import tables
from tui.draw.canvas import Canvas
from tui.draw.glyphs import UNICODE
from tui.language import Tongue
from tui.tables import palette
from tui.tables.scene import OVER as GAME_OVER
from tui.tables.scene import Line, Scene
from tui.wording import event_line, speaker_for
from tui.words import _, ngettext, speak

ROOT = Path(__file__).parents[2]
SOURCES = tuple(ROOT / name for name in ("engines", "bots", "net", "tui"))
FOLDER = ROOT / "tui" / "locale" / "fr" / "LC_MESSAGES"
MARKS = {"_": 1, "N_": 1, "ngettext": 2}
NAMES = ("Ada", "Chloé", "hard-1", "Maximilien", "easy-2", "Wilhelmina12")
SIZES = ((40, 20), (80, 24), (120, 40))
LONGEST_EVENT = 34
POSITIONS = 8

Message = tuple[str, ...]
"""A message in its forms: one, or singular and plural."""


def forms(message: str | Iterable[str]) -> Message:
    """The forms of a message, or of what it became."""
    return (message,) if isinstance(message, str) else tuple(message)


def load(name: str) -> dict[Message, Message]:
    """Read the French catalogue as translators write it, or as the program reads it; its header is left out."""
    path = FOLDER / name
    with path.open("rb") as file:
        found: Catalog = read_po(file) if path.suffix == ".po" else read_mo(file)
    assert not any(message.fuzzy for message in found)
    return {forms(message.id): forms(message.string or "") for message in found if message.id}


def extracted() -> set[Message]:
    """List the messages that `make messages` finds in the sources."""
    found = Catalog()
    for _path, _line, message, _comments, _context in (each for folder in SOURCES for each in extract_from_dir(folder)):
        found.add(message)
    return {forms(message.id) for message in found if message.id}


def marked() -> Iterator[tuple[str, Message]]:
    """List every message that is written out in a call of a mark, with where it stands."""
    for path in (path for folder in SOURCES for path in sorted(folder.rglob("*.py"))):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKS:
                words = tuple(str(each.value) for each in node.args if isinstance(each, ast.Constant))
                if words:
                    yield f"{path.relative_to(ROOT)}:{node.lineno}", words[: MARKS[node.func.id]]


def blanks(words: str) -> dict[str, str]:
    """The blanks of a template, each with what it holds."""
    return {name: kind or "" for _text, name, kind, _how in string.Formatter().parse(words) if name is not None}


def agree(english: str, french: str) -> bool:
    """Whether two templates have the same blanks; of a counted noun only the two forms differ."""
    ours, theirs = blanks(english), blanks(french)
    if ours.keys() != theirs.keys():
        return False
    for name, kind in ours.items():
        nouns = theirs[name].split("|")
        if "|" in kind and (len(nouns) != 2 or not all(noun.strip() for noun in nouns)):
            return False
        if "|" not in kind and theirs[name] != kind:
            return False
    return True


@pytest.fixture
def french() -> Iterator[Tongue]:
    """Read French for the length of a test."""
    tongue = Tongue("fr")
    speak(tongue)
    yield tongue
    speak(NullTranslations())


def test_every_message_has_its_french() -> None:
    known = load("tablee.po")
    wanted = extracted()
    assert len(wanted) > 500
    assert sorted(wanted - known.keys()) == [], "run `make messages`, then translate what is new"
    assert sorted(message for message in wanted if not all(known[message])) == []
    assert sorted(known.keys() - wanted) == [], "run `make messages`: these are no longer said"


def test_no_message_hides_from_the_extraction() -> None:
    # Babel reads tokens, and before Python 3.12 a message inside an f-string is not one.
    wanted = extracted()
    parts = wanted | {(message[0],) for message in wanted}
    assert [f"{where} {message}" for where, message in marked() if message not in parts] == []


def test_blanks_agree() -> None:
    wrong = [
        f"{english!r}: {french!r}"
        for message, words in load("tablee.po").items()
        for english, french in zip(message, words, strict=True)
        if not agree(english, french)
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("english", "french", "agreed"),
    [
        ("takes {card:card}", "prend {card:card}", True),
        ("takes {card:card}", "prend {carte:card}", False),
        ("takes {card:card}", "prend {card}", False),
        ("robs {victim:seat}", "vole {victim:card}", False),
        ("{chips:chip|chips}", "{chips:jeton|jetons}", True),
        ("{chips:chip|chips}", "{chips:jetons}", False),
        ("{chips:chip|chips}", "{chips:jeton|}", False),
        ("{limit}", "la limite", False),
    ],
)
def test_blanks_that_agree_and_others(english: str, french: str, agreed: bool) -> None:
    assert agree(english, french) == agreed


def test_the_compiled_catalogue_says_the_same() -> None:
    assert load("tablee.mo") == load("tablee.po"), "run `make messages`"


def test_every_character_takes_one_cell_in_every_terminal() -> None:
    strange = [words for message in load("tablee.po").values() for words in message if UNICODE.clean(words) != words]
    assert strange == []


def test_none_and_one_are_singular(french: Tongue) -> None:
    template = "takes {card:card} and {pot:chip|chips}"
    said = [speaker_for(GAMES["geschenkt"], NAMES).say(template, {"card": 9, "pot": pot}) for pot in (0, 1, 2)]
    assert said == ["prend 9 et 0 jeton", "prend 9 et 1 jeton", "prend 9 et 2 jetons"]


def told(setup: Setup, recording: Recording) -> list[tuple[str, Line]]:
    """Tell a game: every event's template with its line in the log."""
    speaker = speaker_for(setup.game, NAMES[: setup.seats])
    replay = Replay(recording.record())
    return [(event.text, event_line(event, speaker)) for events in replay for event in events]


def test_events_are_told_in_few_words(setup: Setup, french: Tongue) -> None:
    known = load("tablee.po")
    lines = told(setup, setup.finished(seed=7))
    assert lines
    assert {template for template, _line in lines if (template,) not in known} == set()
    assert [words for _template, (_seat, words) in lines if len(words) > LONGEST_EVENT] == []


def scenes(setup: Setup) -> Iterator[Scene]:
    """Show a few positions of a random game to the seat that is to act and to somebody who watches."""
    game, names = setup.game, NAMES[: setup.seats]
    length = len(setup.finished(seed=3).moves)
    for number in range(POSITIONS + 1):
        recording = setup.after(3, length * number // POSITIONS)
        log = tuple(line for _template, line in told(setup, recording))
        over = recording.state.turn == OVER
        scene = Scene(game=game.id, title=game.title, names=names, view=game.view(recording.state, None), log=log)
        yield replace(scene, state=GAME_OVER) if over else scene
        if not over:
            legal = tuple(game.say(move) for move in recording.state.legal())
            yield replace(scene, view=game.view(recording.state, recording.state.turn), legal=legal, memory_aid=True)


def with_picks(scene: Scene) -> Iterator[Scene]:
    """A scene, and what it becomes with the first half of each move that takes two steps."""
    yield scene
    for choice in tables.choices(scene):
        if choice.pick:
            yield replace(scene, picked=choice.pick)


def test_every_table_draws_in_french(setup: Setup, french: Tongue) -> None:
    for scene in (shown for bare in scenes(setup) for shown in with_picks(bare)):
        for size in SIZES:
            canvas = Canvas(*size, palette("dark", "true", setup.game.id))
            tables.draw(canvas, scene)
            screen = "\n".join(canvas.line(y) for y in range(canvas.height))
            assert _("log") in screen
            assert " log " not in screen


def test_french_has_one_word_for_a_thing_and_counts_in_sentences() -> None:
    """The stock is `sa pile` everywhere, `19 reste` is no French, and Esc is called as its cap is.

    A bot is no robot, a hint is a `conseil`, a blunder a `gaffe`, and apostrophes are straight.
    """
    with Path("tui/locale/fr/LC_MESSAGES/tablee.po").open("rb") as file:
        french = read_po(file)
    told = [words for message in french if message.id for words in _forms(message.string)]
    assert not [
        words for words in told if re.search(r"\bstock\b|\bEsc\b|\brobots?\b|\bavis\b|\bbourde\b|\u2019", words)
    ]
    assert not [words for words in told if re.search(r"\breste \{|\d reste\b|^reste$", words)]


def _forms(words: str | Iterable[str] | None) -> list[str]:
    return [words] if isinstance(words, str) else list(words or ())


@pytest.mark.parametrize("language", ["en", "fr"])
def test_minus_two_are_two(language: str) -> None:
    speak(Tongue(language))
    assert [ngettext("point", "points", number) for number in (-2, -1, 1, 2)] == ["points", "point", "point", "points"]
    speak(Tongue("en"))
