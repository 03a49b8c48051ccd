"""What the four tables share: a way to every move, hints that say it, and no table that leans on another."""

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bots.advice import Advice, JudgedMove
from engines.games import GAMES
from tests.setups import Setup
from tui import tables
from tui.hints import make_hint, move_words
from tui.language import Tongue
from tui.tables.scene import Scene, key_of
from tui.words import speak

NAMES = ("Ada", "Chloé", "hard-1", "Maximilien", "easy-2", "Wilhelmina12")
FOLDER = Path(tables.__file__).parent


def decisions(game: str, seats: int, seed: int) -> Iterator[Scene]:
    """Play a random game and give what the seat to act sees before each of its first moves."""
    rules = GAMES[game]
    for recording in Setup(rules, seats).walk(seed, 60):
        state = recording.state
        if not recording.over:
            legal = tuple(map(rules.say, state.legal()))
            view = rules.view(state, state.turn)
            yield Scene(game=game, title=rules.title, names=NAMES[:seats], view=view, legal=legal)


SETUPS = [(game, seats) for game, rules in GAMES.items() for seats in (rules.seats[0], rules.seats[-1])]


@pytest.mark.parametrize(("game", "seats"), SETUPS)
def test_a_hint_says_every_move_in_words_and_names_its_first_key(game: str, seats: int) -> None:
    for shown in decisions(game, seats, seed=5):
        advised = Advice(shown.legal[0], tuple(JudgedMove(move, 1) for move in shown.legal))
        first = tables.choices(shown)
        tips = make_hint(advised, shown, GAMES[shown.game], seconds=1.0).tips
        assert [tip.move for tip in tips] == list(shown.legal)
        for tip in tips:
            assert tip.words not in ("", tip.move)
            key = key_of(first, tip.move, tip.picks)
            assert any(choice.key == key and choice.live for choice in first)


STEPS = {
    ("bumbesi", "en"): (r"collect \d+", r"Collect, then lay \d+"),
    ("bumbesi", "fr"): (r"collect \d+", r"Ramasser et poser \d+"),
    ("danger13", "en"): (r"give .*", r"Give \S+"),
    ("danger13", "fr"): (r"give .*", r"Donner à \S+"),
    ("dacapo", "en"): (r"lay .*", r"Lay (\d+|joker) on [xyz]"),
    ("dacapo", "fr"): (r"lay .*", r"Poser (\d+|joker) sur [xyz]"),
}


@pytest.mark.parametrize(("game", "language"), STEPS)
def test_a_move_is_said_as_one_sentence_of_its_own(game: str, language: str) -> None:
    moves, words = STEPS[game, language]
    speak(Tongue(language))
    try:
        said = [
            move_words(move, way)
            for shown in decisions(game, 4, seed=5)
            for move, way in tables.ways(shown).items()
            if re.fullmatch(moves, move)
        ]
    finally:
        speak(Tongue("en"))
    assert said
    assert [each for each in said if not re.fullmatch(words, each)] == []


def test_a_robbery_is_said_alike_whatever_keys_lead_to_it() -> None:
    shown = [scene for seed in range(5, 15) for scene in decisions("dacapo", 4, seed)]
    robberies = [(len(way), move_words(move, way)) for scene in shown for move, way in tables.ways(scene).items()]
    robberies = [each for each in robberies if "'s" in each[1]]
    assert {steps for steps, _words in robberies} >= {1, 2}
    assert all(re.fullmatch(r"\S+'s (\d+|J) on [ABC]", words) for _steps, words in robberies)
    assert not [
        words
        for scene in shown
        for move, way in tables.ways(scene).items()
        if move.startswith("rob") and "'s" not in (words := move_words(move, way))
    ]


@pytest.mark.parametrize(("game", "seats"), SETUPS)
def test_every_move_has_a_way_and_its_keys_lead_there(game: str, seats: int) -> None:
    for shown in decisions(game, seats, seed=6):
        ways = tables.ways(shown)
        assert set(ways) == set(shown.legal)
        for move, way in ways.items():
            picks, picked = tuple(step.pick for step in way[:-1]), None
            for step in way:
                now = tables.choices(replace(shown, picked=picked))
                assert key_of(now, move, picks[picks.index(picked) + 1 :] if picked else picks) == step.key
                picked = step.pick
            assert way[-1].move == move


def test_a_way_starts_anew_when_another_move_is_begun() -> None:
    shown = next(
        scene for scene in decisions("dacapo", 4, seed=5) if any(way[1:] for way in tables.ways(scene).values())
    )
    begun = next(way[0].pick for way in tables.ways(shown).values() if way[1:])
    assert tables.ways(replace(shown, picked=begun)) == tables.ways(shown)


@pytest.mark.parametrize("game", GAMES)
def test_no_table_imports_another_table(game: str) -> None:
    others = tuple(f"tui.tables.{other}" for other in GAMES if other != game)
    for path in (FOLDER / game).glob("*.py"):
        named = [
            node.module or "" for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom)
        ]
        assert not [module for module in named if module.startswith(others)], path.name


@pytest.mark.parametrize("game", GAMES)
def test_nothing_but_a_game_s_folder_and_one_list_names_it(game: str) -> None:
    root = FOLDER.parents[1]
    found = [path for floor in ("tui", "net") for path in (root / floor).rglob("*.py") if game in path.read_text()]
    assert {path for path in found if path.parent != FOLDER / game} == {FOLDER / "__init__.py"}


def test_every_game_has_a_table_and_every_table_a_game() -> None:
    assert tables.TABLES.keys() == GAMES.keys()
