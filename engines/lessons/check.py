"""Refusing a lesson that could not be played: every move, deal, thing and sentence is looked at."""

from engines.chance import ChanceMismatch
from engines.game import BadSetup, Game, IllegalMove
from engines.games import find
from engines.lessons.lesson import ANY, BadLesson, Chapter, Deal, Lesson, Step, is_thing, matches
from engines.lessons.run import table


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
    if not chapter.steps or not chapter.steps[0].deal:
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
