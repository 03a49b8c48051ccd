"""Every clause of the rules is explained to the player and proved by a test."""

import re
from importlib import resources
from pathlib import Path

import pytest

from engines.game import Game
from tests.rules.clauses import CLAUSES

pytestmark = pytest.mark.plugged_in

TESTS = "\n".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))


def rules_text(game: Game, language: str) -> str:
    return (resources.files(game.package) / f"rules.{language}.md").read_text()


def test_each_clause_has_a_test_named_after_it(game: Game) -> None:
    missing = [clause for clause in CLAUSES[game.id] if not re.search(rf"def test_{clause}_", TESTS)]
    assert missing == []


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_rules_text_names_each_clause(game: Game, language: str) -> None:
    named = set(re.findall(r"\b[GDBCK]\d+\b", rules_text(game, language)))
    assert named == set(CLAUSES[game.id])


@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_paragraph_of_the_rules_ends_with_its_clauses(game: Game, language: str) -> None:
    text = re.sub(r"\n(?=- )", "\n\n", rules_text(game, language))
    paragraphs = [
        part.strip() for part in text.split("\n\n") if part.strip() and not part.lstrip().startswith(("#", "|", "```"))
    ]
    without = [part for part in paragraphs if not re.search(r"\([GDBCK]\d+(, [GDBCK]\d+)*\)$", part)]
    assert without == []
