"""Reading a lesson from the files beside its game."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from engines.games import find
from engines.lessons.check import check
from engines.lessons.lesson import WHATEVER, BadLesson, Chapter, Deal, Lesson, Step, Words

STRUCTURE = "lesson.toml"
PREFIX, SUFFIX = "lesson.", ".toml"


@cache
def has_lesson(game: str) -> bool:
    """Whether somebody has written a lesson for a game."""
    try:
        return resources.files(f"engines.{game}").joinpath(STRUCTURE).is_file()
    except ModuleNotFoundError:
        return False


@cache
def load(game: str) -> Lesson:
    """Read the lesson of a game, with every language it is written in."""
    files = {file.name: file for file in resources.files(f"engines.{game}").iterdir()}
    if STRUCTURE not in files:
        raise BadLesson(f"There is no lesson for {find(game).title}.")
    languages = {
        name.removeprefix(PREFIX).removesuffix(SUFFIX): file.read_text(encoding="utf-8")
        for name, file in files.items()
        if name.startswith(PREFIX) and name.endswith(SUFFIX) and name != STRUCTURE
    }
    return read(game, files[STRUCTURE].read_text(encoding="utf-8"), languages)


def read(game: str, structure: str, languages: Mapping[str, str]) -> Lesson:
    """Make a lesson of its files' texts, or say what is wrong with them."""
    try:
        data = tomllib.loads(structure)
        words = {language: _words(tomllib.loads(text)) for language, text in sorted(languages.items())}
        lesson = _lesson(game, data, words)
    except BadLesson:
        raise
    except tomllib.TOMLDecodeError as error:
        raise BadLesson(f"The lesson of {game} is no TOML: {error}.") from None
    except KeyError as error:
        raise BadLesson(f"The lesson of {game} lacks {error}.") from None
    except (TypeError, ValueError, AttributeError) as error:
        raise BadLesson(f"The lesson of {game} has something else than is expected: {error}.") from None
    check(lesson)
    return lesson


def _lesson(game: str, data: Mapping[str, Any], words: Mapping[str, Words]) -> Lesson:
    _only(data, "the lesson", {"friends", "things", "deals", "chapter"})
    return Lesson(
        game=game,
        things=tuple(data["things"]),
        friends=tuple(data["friends"]),
        deals={name: _deal(deal) for name, deal in data["deals"].items()},
        chapters=tuple(_chapter(chapter) for chapter in data["chapter"]),
        words=words,
    )


def _only(table: Mapping[str, Any], what: str, names: set[str]) -> None:
    """Refuse a name that nobody would read."""
    if unknown := sorted(set(table) - names):
        raise BadLesson(f"Nothing reads {unknown} of {what}.")


def _deal(data: Mapping[str, Any]) -> Deal:
    _only(data, "a deal", {"seats", "start", "pile", "shuffles", "stolen", "before"})
    piles = [data.get("pile", ""), *data.get("shuffles", [])]
    return Deal(
        seats=int(data["seats"]),
        start=int(data["start"]),
        piles=tuple(_cards(pile) for pile in piles),
        stolen=tuple(data.get("stolen", "").split()),
        before=_moves(data.get("before", "")),
    )


def _cards(text: str) -> tuple[str, ...]:
    """Take apart the cards of a pile, `?3` being three that don't matter."""
    cards: list[str] = []
    for word in text.split():
        number = word.removeprefix(WHATEVER)
        cards += [word] if number == word else [WHATEVER] * int(number or 1)
    return tuple(cards)


def _listed(text: str) -> tuple[str, ...]:
    """Take apart what is listed with commas."""
    return tuple(" ".join(part.split()) for part in text.split(",") if part.strip())


def _moves(text: str) -> tuple[str, ...]:
    """Take apart moves that are listed with commas, `pass x3` being three of them."""
    moves: list[str] = []
    for part in _listed(text):
        move, times, number = part.partition(" x")
        moves += [move] * (int(number) if times else 1)
    return tuple(moves)


def _chapter(data: Mapping[str, Any]) -> Chapter:
    _only(data, "a chapter", {"id", "step"})
    return Chapter(id=data["id"], steps=tuple(_step(step) for step in data["step"]))


def _step(data: Mapping[str, Any]) -> Step:
    _only(data, "a step", {"say", "deal", "moves", "accept", "wrong", "point", "teaches", "exercise"})
    return Step(
        say=data["say"],
        deal=data.get("deal", ""),
        moves=_moves(data.get("moves", "")),
        accept=_listed(data.get("accept", "")),
        wrong=tuple(data.get("wrong", {}).items()),
        point=_listed(data.get("point", "")),
        teaches=tuple(data.get("teaches", "").split()),
        exercise=bool(data.get("exercise", False)),
    )


def _words(data: Mapping[str, Any]) -> Words:
    return Words(
        titles={chapter: sentences["title"] for chapter, sentences in data.items()},
        sentences={
            (chapter, key): sentence
            for chapter, sentences in data.items()
            for key, sentence in sentences.items()
            if key != "title"
        },
    )
