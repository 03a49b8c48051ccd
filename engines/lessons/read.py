"""Reading lessons, and refusing what could not be played: every move, deal, thing and sentence is looked at."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from engines.chance import ChanceMismatch
from engines.game import BadSetup, Game, IllegalMove
from engines.games import GAMES, find
from engines.lessons.lesson import ANY, WHATEVER, BadLesson, Chapter, Deal, Lesson, Step, Words, is_thing, matches
from engines.lessons.run import table

STRUCTURE = "lesson.toml"
PREFIX, SUFFIX = "lesson.", ".toml"


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


def taught() -> list[str]:
    """List the games that have a lesson."""
    return [game for game in GAMES if resources.files(f"engines.{game}").joinpath(STRUCTURE).is_file()]


def read(game: str, structure: str, languages: Mapping[str, str]) -> Lesson:
    """Make a lesson of its files' texts, or say what is wrong with them."""
    try:
        data = tomllib.loads(structure)
        words = {language: _words(tomllib.loads(text)) for language, text in sorted(languages.items())}
        lesson = _lesson(game, data, words)
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


def check(lesson: Lesson) -> None:
    """Refuse a lesson with a move, deal, thing or sentence that is not there."""
    game = find(lesson.game)
    for name in lesson.deals:
        _check_deal(lesson, name)
    for chapter in lesson.chapters:
        _check_turns(lesson, chapter)
        for step in chapter.steps:
            _check_moves(game, step)
    _check_words(lesson)


def _check_turns(lesson: Lesson, chapter: Chapter) -> None:
    """See that there is a table to point at, and that what a move does is seen before cards are dealt anew."""
    if not chapter.steps[0].deal:
        raise BadLesson(f"Chapter {chapter.id!r} does not begin from a deal.")
    seats = 0
    answered = True
    for step in chapter.steps:
        if step.deal:
            seats = _deal_of(lesson, step).seats
        if step.deal and not answered:
            raise BadLesson(f"Nothing is said to the move before {step.say!r}.")
        _check_points(lesson, seats, step)
        answered = not step.accept
    if not answered:
        raise BadLesson(f"Nothing is said to the last move of chapter {chapter.id!r}.")


def _deal_of(lesson: Lesson, step: Step) -> Deal:
    if step.deal not in lesson.deals:
        raise BadLesson(f"There is no deal {step.deal!r}.")
    return lesson.deals[step.deal]


def _check_points(lesson: Lesson, seats: int, step: Step) -> None:
    for thing in step.point:
        if not is_thing(lesson.things, seats, thing):
            raise BadLesson(f"A table for {seats} has no {thing!r}.")
    if step.exercise and step.point:
        raise BadLesson(f"The exercise {step.say!r} points at its answer.")


def _check_deal(lesson: Lesson, name: str) -> None:
    """Lay the table once: what the rules or the cards don't allow is found here."""
    deal = lesson.deals[name]
    if len(lesson.friends) < deal.seats - 1 or deal.start not in range(deal.seats):
        raise BadLesson(f"Deal {name!r} is for other seats than there are.")
    try:
        table(lesson, name, "")
    except (IllegalMove, ChanceMismatch, BadSetup) as error:
        raise BadLesson(f"Deal {name!r} is not possible: {error}.") from None


def _check_moves(game: Game, step: Step) -> None:
    texts = [game.say(move) for move in game.moves()]
    for move in step.moves:
        if move not in texts:
            raise BadLesson(f"{move!r} is no move of {game.title}.")
    for pattern in (*step.accept, *(pattern for pattern, _ in step.wrong if pattern != ANY)):
        if not any(matches(pattern, text) for text in texts):
            raise BadLesson(f"No move of {game.title} fits {pattern!r}.")


def _check_words(lesson: Lesson) -> None:
    """Compare every language with what the steps say."""
    said = {(chapter.id, key) for chapter in lesson.chapters for step in chapter.steps for key in step.keys}
    titles = {chapter.id for chapter in lesson.chapters}
    if not lesson.words:
        raise BadLesson(f"The lesson of {lesson.game} is written in no language.")
    for language, words in lesson.words.items():
        if missing := sorted(said - set(words.sentences)):
            raise BadLesson(f"Language {language!r} lacks {missing}.")
        if idle := sorted(set(words.sentences) - said):
            raise BadLesson(f"Language {language!r} has {idle}, which nothing says.")
        if set(words.titles) != titles:
            raise BadLesson(f"Language {language!r} names other chapters than there are.")
