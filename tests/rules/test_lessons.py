"""Lessons: they teach every rule that a player can meet, and every answer, right or wrong, gets a sentence."""

import re
import textwrap
from collections.abc import Iterator
from importlib import resources

import pytest

from engines.game import Game, IllegalMove
from engines.games import GAMES, find
from engines.lessons.lesson import LEARNER, BadLesson, Chapter, Lesson, Step
from engines.lessons.read import load, read
from engines.lessons.run import LessonRun
from engines.view import OVER
from tests.rules.clauses import CLAUSES

LANGUAGES = ["en", "fr"]
NAME = "Ada"

NOT_MET = {
    "G12": "the variant says so where it is chosen",
    "D1": "how many cards there are of each value is nothing that happens",
    "D19": "promises that a card is there, so nobody ever sees it missing",
    "B1": "how many cards there are of each kind is nothing that happens",
    "B16": "a match says so where it is chosen",
    "C1": "how many cards there are of each value is nothing that happens",
    "C16": "a match says so where it is chosen",
}

SECONDS = {"geschenkt": (45, 75), "danger13": (180, 300), "bumbesi": (180, 300), "dacapo": (180, 300)}
WORDS_A_MINUTE = 200
SECONDS_A_DECISION = 3

WIDTH = 38
LINES = 2

Texts = list[tuple[str, str]]


def texts(lesson: Lesson, language: str) -> Texts:
    """Every sentence and title, each with its name."""
    words = lesson.words[language]
    titles = [(f"{chapter} title", title) for chapter, title in words.titles.items()]
    return titles + [(" ".join(key), sentence) for key, sentence in words.sentences.items()]


def told(lesson: Lesson, language: str) -> Iterator[tuple[Chapter, Step, str]]:
    """What is said to a learner who makes no mistake."""
    for chapter in lesson.chapters:
        for step in chapter.steps:
            yield chapter, step, lesson.words[language].sentences[chapter.id, step.say]


def follow(run: LessonRun, chapter: int, path: tuple[str, ...]) -> None:
    """Take a chapter from its beginning with these moves, up to the next decision or the chapter's end."""
    run.back_to(chapter)
    for move in (*path, None):
        while run.chapter == chapter and not run.wants_move:
            run.go_on()
        if move is not None:
            assert run.try_move(move).accepted


def try_all(run: LessonRun, game: Game, accepted: list[str]) -> None:
    """Make every wrong move there is: each gets an answer, and none changes anything."""
    before = run.view, run.sentence, run.events, run.progress
    for text in (game.say(move) for move in game.moves()):
        if text in accepted:
            continue
        answer = run.try_move(text)
        assert not answer.accepted
        assert bool(answer.sentence) == (text in run.legal)
        assert isinstance(answer.refusal, IllegalMove) == (text not in run.legal)
    assert (run.view, run.sentence, run.events, run.progress) == before


def decisions(run: LessonRun, lesson: Lesson, chapter: int) -> Iterator[list[str]]:
    """Come to every decision of a chapter on every way that is accepted, with the moves that lead on."""
    paths: list[tuple[str, ...]] = [()]
    while paths:
        path = paths.pop()
        follow(run, chapter, path)
        if run.chapter == chapter:
            step = lesson.chapters[chapter].steps[run.step]
            accepted = [move for move in run.legal if step.accepts(move)]
            yield accepted
            paths += [(*path, move) for move in accepted]


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_teaches_every_clause_that_a_player_can_meet(game: str) -> None:
    assert [clause for clause in CLAUSES[game] if clause not in load(game).teaches | set(NOT_MET)] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_teaches_no_clause_that_is_not_there_or_not_met(game: str) -> None:
    assert load(game).teaches <= set(CLAUSES[game]) - set(NOT_MET)


@pytest.mark.parametrize("game", GAMES)
def test_each_rule_is_in_a_sentence_with_something_pointed_at_or_done(game: str) -> None:
    idle = [step.say for step in load(game).steps if step.teaches and not step.point and not step.accept]
    assert idle == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_wrong_answer_is_explained_and_every_right_one_leads_to_the_end(game: str, language: str) -> None:
    lesson = load(game)
    run = LessonRun(lesson, language, NAME)
    for chapter in range(len(lesson.chapters)):
        for accepted in decisions(run, lesson, chapter):
            assert run.view.turn == LEARNER
            assert accepted
            try_all(run, find(game), accepted)
    assert run.over


@pytest.mark.parametrize("game", GAMES)
def test_every_pattern_fits_a_move_that_is_possible_there(game: str) -> None:
    lesson = load(game)
    run = LessonRun(lesson, "en", NAME)
    for chapter in range(len(lesson.chapters)):
        for accepted in decisions(run, lesson, chapter):
            step = lesson.chapters[chapter].steps[run.step]
            used = {step.reply(move) for move in run.legal if move not in accepted}
            assert used == {key for _, key in step.wrong}, step.say


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_written_in_every_language_of_the_rules(game: str) -> None:
    names = [file.name for file in resources.files(f"engines.{game}").iterdir()]
    assert {name.split(".")[1] for name in names if name.startswith("rules.") and name.endswith(".md")} == set(
        load(game).words
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_nothing_to_read_is_longer_than_two_lines_of_the_smallest_screen(game: str, language: str) -> None:
    wrapped = {name: textwrap.wrap(text, WIDTH, break_on_hyphens=False) for name, text in texts(load(game), language)}
    assert {name: lines for name, lines in wrapped.items() if len(lines) > LINES} == {}
    assert {name: lines for name, lines in wrapped.items() for line in lines if line[0] in ":;!?"} == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_no_sentence_has_clauses_card_letters_or_moves_as_text(game: str, language: str) -> None:
    moves = {find(game).say(move) for move in find(game).moves()}
    long_moves = [rf"\b{move}\b" for move in moves if " " in move]
    noise = re.compile("|".join([r"\b[GDBCPARSHQ]\d+\b", r"[{}<>`_]", *long_moves]), re.IGNORECASE)
    assert [text for _, text in texts(load(game), language) if noise.search(text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_sentence_names_only_friends_who_sit_there(game: str, language: str) -> None:
    lesson = load(game)
    seats = 0
    for chapter, step, _ in told(lesson, language):
        seats = lesson.deals[step.deal].seats if step.deal else seats
        said = " ".join(lesson.words[language].sentences[chapter.id, key] for key in step.keys)
        assert [name for name in lesson.friends[seats - 1 :] if re.search(rf"\b{name}\b", said)] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_takes_as_long_as_it_should(game: str, language: str) -> None:
    lesson = load(game)
    words = sum(len(re.findall(r"\w+", sentence)) for _, _, sentence in told(lesson, language))
    moves = sum(bool(step.accept) for step in lesson.steps)
    least, most = SECONDS[game]
    assert least <= words * 60 / WORDS_A_MINUTE + moves * SECONDS_A_DECISION <= most


@pytest.mark.parametrize("game", GAMES)
def test_each_chapter_ends_with_an_exercise_that_points_at_nothing(game: str) -> None:
    for chapter in load(game).chapters:
        last = [step for step in chapter.steps if step.accept][-1]
        assert last.exercise
        assert not last.point


@pytest.mark.parametrize("game", GAMES)
def test_the_learner_does_something_at_least_every_third_step(game: str) -> None:
    doing = "".join("x" if step.accept else "." for step in load(game).steps)
    assert "...." not in doing


@pytest.mark.parametrize("game", GAMES)
def test_a_run_tells_where_it_is_from_beginning_to_end(game: str) -> None:
    lesson = load(game)
    run = LessonRun(lesson, "en", NAME)
    progress = []
    while not run.over:
        progress.append(run.progress)
        assert run.sentence
        assert run.names[LEARNER] == NAME
        assert len(run.names) == run.view.seats
        assert run.view.seat == LEARNER
        assert bool(run.legal) == run.wants_move
        step = lesson.chapters[run.chapter].steps[run.step]
        if run.wants_move:
            run.try_move(next(move for move in run.legal if step.accepts(move)))
        else:
            run.go_on()
    assert progress == sorted(set(progress))
    assert (progress[0], run.progress) == (0, 1)
    assert (run.sentence, run.points, run.legal, run.exercise, run.dealt) == ("", (), (), False, False)
    assert len(run.titles) == len(lesson.chapters)


def test_a_chapter_can_be_taken_again() -> None:
    run = LessonRun(load("geschenkt"), "fr", NAME, chapter=1)
    first = run.view, run.sentence
    assert run.try_move("take").accepted
    assert (run.view, run.sentence) != first
    run.back_to(1)
    assert (run.view, run.sentence, run.step, run.dealt) == (*first, 0, True)


def test_events_tell_what_happened_since_the_last_step_and_no_secret_of_the_others() -> None:
    run = LessonRun(load("bumbesi"), "en", NAME)
    run.go_on()
    run.go_on()
    assert not run.events
    assert run.try_move("play 20 1").accepted
    kinds = [(event.seat, event.kind) for event in run.events]
    mine = [(0, "played"), (0, "drew"), (0, "drew card")]
    assert kinds == [*mine, (1, "played"), (1, "drew"), (2, "played"), (2, "drew")]


def test_what_a_move_does_is_said_in_the_learners_own_terms() -> None:
    run = LessonRun(load("bumbesi"), "en", NAME)
    run.go_on()
    run.go_on()
    refused = run.try_move("play 34 1").refusal
    assert refused is not None
    assert refused.clause == "B5"
    assert run.try_move("play 34 0").sentence == "That fits, but keep it for later. Begin with your 20 on B."
    assert run.try_move("sing").refusal is not None


def test_nothing_goes_on_where_a_move_is_wanted_or_the_lesson_is_over() -> None:
    run = LessonRun(load("geschenkt"), "en", NAME)
    run.go_on()
    with pytest.raises(ValueError, match="does not go on"):
        run.go_on()
    assert run.try_move("PASS").accepted


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_comes_to_the_end_of_a_game_and_the_learner_wins(game: str) -> None:
    lesson = load(game)
    run = LessonRun(lesson, "en", NAME)
    for _ in decisions(run, lesson, len(lesson.chapters) - 1):
        pass
    assert run.view.turn == OVER
    assert LEARNER in run.view.winners


STRUCTURE = """
friends = ["Nora", "Max"]
things = ["open", "row N"]
[deals.one]
seats = 3
start = 1
pile = "12 ?2 30"
before = "pass x2"
[[chapter]]
id = "only"
[[chapter.step]]
say = "look"
deal = "one"
point = "open, row 0"
[[chapter.step]]
say = "do"
accept = "pass"
wrong = { take = "no" }
exercise = true
[[chapter.step]]
say = "end"
"""
WORDS = """
[only]
title = "One"
look = "Look."
do = "Do."
no = "No."
end = "End."
"""


def test_a_small_lesson_is_read() -> None:
    lesson = read("geschenkt", STRUCTURE, {"en": WORDS, "eo": WORDS})
    assert list(lesson.words) == ["en", "eo"]
    run = LessonRun(lesson, "eo", NAME)
    run.go_on()
    assert run.try_move("take").sentence == "No."
    assert run.names == (NAME, "Nora", "Max")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"12 ?2 30"', '"12 ?2 12"', "no card '12' left"),
        ('"12 ?2 30"', '"2"', "no card '2' left"),
        ('"pass x2"', '"pass x2, rob 1"', "not possible"),
        ("start = 1", "start = 3", "other seats"),
        ("seats = 3", "seats = 6", "other seats"),
        ("seats = 3", 'seats = "many"', "something else than is expected"),
        ("start = 1\n", "", "lacks 'start'"),
        ('accept = "pass"', 'accept = "sing"', "No move of Geschenkt fits 'sing'"),
        ("{ take =", "{ sing =", "No move of Geschenkt fits 'sing'"),
        ('say = "end"', 'say = "end"\nmoves = "sing"', "'sing' is no move"),
        ('"open, row 0"', '"open, row 3"', "no 'row 3'"),
        ('"open, row 0"', '"open 1"', "no 'open 1'"),
        ('"open, row 0"', '"helper 1"', "no 'helper 1'"),
        ("exercise = true", 'exercise = true\npoint = "open"', "points at its answer"),
        ('deal = "one"', 'deal = "two"', "no deal 'two'"),
        ('deal = "one"\n', "", "does not begin from a deal"),
        ('say = "end"', 'say = "end"\ndeal = "one"', "Nothing is said to the move"),
        ('[[chapter.step]]\nsay = "end"', "", "Nothing is said to the last move"),
        ('say = "end"', 'say = "bye"', "lacks .*bye"),
        ("exercise = true", "excercise = true", "Nothing reads .*excercise"),
        ("[[chapter]]", "[[chapter", "no TOML"),
    ],
)
def test_a_lesson_that_can_not_be_played_is_refused(old: str, new: str, why: str) -> None:
    assert old in STRUCTURE
    with pytest.raises(BadLesson, match=why):
        read("geschenkt", STRUCTURE.replace(old, new, 1), {"en": WORDS})


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('no = "No."\n', "", "'fr' lacks .*no"),
        ('no = "No."', 'no = "No."\nmore = "More."', "'fr' has .*more.* nothing says"),
        ('title = "One"\n', "", "lacks 'title'"),
        ("[only]", "[other]", "'fr' lacks"),
    ],
)
def test_a_language_that_lacks_a_sentence_is_refused(old: str, new: str, why: str) -> None:
    with pytest.raises(BadLesson, match=why):
        read("geschenkt", STRUCTURE, {"en": WORDS, "fr": WORDS.replace(old, new, 1)})


def test_a_lesson_in_no_language_is_refused() -> None:
    with pytest.raises(BadLesson, match="no language"):
        read("geschenkt", STRUCTURE, {})


def test_the_others_never_move_for_the_learner() -> None:
    lesson = read("geschenkt", STRUCTURE.replace('say = "do"', 'say = "do"\nmoves = "pass"'), {"en": WORDS})
    with pytest.raises(BadLesson, match="a move of the learner's"):
        LessonRun(lesson, "en", NAME).go_on()
