"""How a table tells what happens: cards in words, piles by their letters, nothing twice, and bots in one's language."""

import re
from contextvars import copy_context

import msgspec
import pytest

from bots.advice import Advice, JudgedMove
from engines.dacapo.view import DaCapoView
from engines.danger13.view import ARROW, DOUBLE, DRAW, HAND, PLAIN, PLUS, PRIZE, SHIELD
from engines.games import GAMES
from engines.record import Replay
from engines.view import Event, heard
from engines.wire import view_to_wire
from net.client.seen_table import SeenTable
from net.messages import SeatLine, Update
from net.setup import Setup as TableSetup
from net.values import Phase, SeatKind
from tests.setups import Setup
from tui import tables
from tui.draw.canvas import Canvas
from tui.draw.flights import Flight
from tui.hints import make_hint
from tui.language import Tongue
from tui.plain.sheet import hint_lines
from tui.stage import Stage
from tui.tables import palette
from tui.tables.scene import Scene
from tui.wording import company_words, event_line, plan_words, shown_name, speaker_for, worth_telling
from tui.words import speak

NAMES = ("Ada", "Chloé", "hard-1", "Maximilien", "easy-2", "Wilhelmina12")
CODE = re.compile(r"\b([PABDQ]\d|[RSH])\b")


def lines_of(setup: Setup, seat: int | None) -> list[str]:
    """Tell one seat a whole random game."""
    speaker = speaker_for(setup.game, NAMES[: setup.seats])
    replay = Replay(setup.finished(seed=7).record())
    return [event_line(event, speaker)[1] for events in replay for event in worth_telling(heard(events, seat))]


@pytest.mark.parametrize(
    ("card", "words"),
    [
        (PLAIN + 4, "plain 4"),
        (PLUS + 3, "plus 3"),
        (DOUBLE + 5, "double plus 5"),
        (DRAW, "draw 0"),
        (ARROW, "arrow"),
        (SHIELD, "shield"),
        (HAND, "hand card"),
        (PRIZE + 2, "prize of 2"),
    ],
)
def test_D1_a_card_is_told_in_words(card: int, words: str) -> None:
    assert (
        event_line(
            Event("turned up", 0, "turns up {card:card}", {"card": card}), speaker_for(GAMES["danger13"], NAMES)
        )[1]
        == f"turns up {words}"
    )


@pytest.mark.parametrize("seats", [2, 5])
def test_D1_no_line_of_the_log_has_a_code(seats: int) -> None:
    lines = lines_of(Setup(GAMES["danger13"], seats), None)
    assert [words for words in lines if CODE.search(words)] == []
    assert any(words.startswith("wins prize of ") for words in lines)


def test_D1_a_card_flies_as_it_lies_on_the_table() -> None:
    game = GAMES["danger13"]
    for card, top, index in ((DOUBLE + 5, "++", "5"), (DRAW + 1, "»", "1"), (HAND, "", "NO"), (ARROW, "◄", "◄")):
        flight = Flight(30, 9, game.card(card))
        view = game.view(Setup(game, 3).start(1).state, 0)
        canvas = Canvas(80, 24, palette("dark", "true", "danger13"))
        tables.draw(canvas, Scene(game="danger13", title="", names=NAMES[:3], view=view, motion=(flight,)))
        assert canvas.line(9)[31:34].strip() == top
        assert canvas.line(10)[31:34].strip() == index


def test_C7_the_log_says_which_pile_a_card_went_to() -> None:
    moved = [line for line in lines_of(Setup(GAMES["dacapo"], 3), None) if re.match("plays|robs|lays", line)]
    assert moved
    for line in moved:
        assert re.search(" on [xyz]$" if line.startswith("lays") else " on [ABC]$", line), line
    assert any(re.search(" from [xyz] on [ABC]$", line) for line in moved)


@pytest.mark.parametrize(("game", "drawn"), [("bumbesi", "draws a card"), ("dacapo", r"draws \d+ cards?")])
def test_own_draws_are_told_once_and_those_of_others_stay_hidden(game: str, drawn: str) -> None:
    setup = Setup(GAMES[game], 3)
    speaker = speaker_for(setup.game, NAMES[:3])
    for events in Replay(setup.finished(seed=7).record()):
        told = [(event.seat, event_line(event, speaker)[1]) for event in worth_telling(heard(events, 0))]
        draws = [line for line in told if line[1].startswith("draws ")]
        assert all(bool(re.fullmatch(drawn, words)) == (seat != 0) for seat, words in draws)
        own = sum(event.kind == "drew card" for event in heard(events, 0))
        assert sum(seat == 0 for seat, _words in draws) == own
        assert worth_telling(heard(events, None)) == heard(events, None)


def test_D12_a_draw_that_everybody_sees_is_told() -> None:
    assert any(words.startswith("draws ") for words in lines_of(Setup(GAMES["danger13"], 3), 0))


def stage_of(game: str, seats: tuple[SeatLine, ...], events: tuple[Event, ...] = ()) -> Stage:
    state = Setup(GAMES[game], len(seats)).start(1).state
    told = Update(
        code="kiwi-42",
        setup=TableSetup(game=game, seats=len(seats)),
        phase=Phase.PLAYING,
        seq=1,
        number=1,
        seat=0,
        seats=seats,
        view=view_to_wire(GAMES[game].view(state, 0)),
    )
    stage = Stage(SeenTable(told, now=0.0), now=0.0)
    news = msgspec.structs.replace(told, seq=2, events=events)
    stage.table.hear(news, 1.0)
    stage.hear(news, 1.0)
    return stage


def test_a_table_logs_the_better_sentence_and_keeps_the_last_two_deeds() -> None:
    seats = tuple(SeatLine(kind=SeatKind.PERSON, name=name) for name in NAMES[:3])
    events = (
        Event("played", 1, "plays {card:card} on A", {"card": 9, "place": 0}),
        Event("drew", 1, "draws a card"),
        Event("played", 0, "plays {card:card} on A", {"card": 12, "place": 0}),
        Event("drew", 0, "draws a card"),
        Event("drew card", 0, "draws {card:card}", {"card": 69}, (0,)),
    )
    scene = stage_of("bumbesi", seats, events).scene(1.0)
    assert [words for _seat, words in scene.log] == ["plays 9 on A", "draws a card", "plays 12 on A", "draws 69"]
    assert scene.recent == ((1, "plays 9 on A"), (0, "plays 12 on A"))
    assert scene.newest == (0, "plays 12 on A")


def test_bots_have_names_in_the_readers_language() -> None:
    seats = (
        SeatLine(kind=SeatKind.PERSON, name="Ada"),
        *(SeatLine(kind=SeatKind.BOT, name=name) for name in ("medium-1", "hard-12")),
    )
    stage = stage_of("bumbesi", seats)
    assert stage.names == ("Ada", "medium-1", "hard-12")
    speak(Tongue("fr"))
    try:
        assert stage.names == ("Ada", "moyen-1", "fort-12")
        assert company_words(seats[:2]) == "Ada et moyen-1"
        assert [shown_name(name) for name in ("Medium-1", "medium-x", "hardy-1", "")] == [
            "Medium-1",
            "medium-x",
            "hardy-1",
            "",
        ]
    finally:
        speak(Tongue("en"))


def hint_at(game: str, judged: tuple[JudgedMove, ...]) -> tuple[list[str], str]:
    """The moves of a hint at the first decision of a game, and the hint read out."""
    rules = GAMES[game]
    state = Setup(rules, 3).start(1).state
    scene = Scene(
        game=game,
        title=rules.title,
        names=NAMES[:3],
        view=rules.view(state, state.turn),
        legal=tuple(choice.move for choice in judged),
    )
    hint = make_hint(Advice(judged[0].move, judged, 8668), scene, rules, 1.04)
    assert hint.measures == (("left at the end", "at the end") if game == "dacapo" else ("ends near",))
    return [tip.move for tip in hint.tips], "\n".join(hint_lines(hint))


def moves_of(game: str) -> list[str]:
    state = Setup(GAMES[game], 3).start(1).state
    return [GAMES[game].say(move) for move in state.legal()]


def test_a_move_that_was_never_tried_is_no_part_of_a_hint() -> None:
    first, second, *_others, last = moves_of("bumbesi")
    tried = (JudgedMove(first, 500, 0.4, 0.01, 9.0), JudgedMove(second, 300, 0.2, 0.01, 12.0))
    moves, words = hint_at("bumbesi", (*tried, JudgedMove(last)))
    assert moves == [first, second]
    assert "0 %\n" not in words
    assert hint_at("bumbesi", (tried[0], JudgedMove(last)))[1].startswith("No other move was worth a try.")
    assert hint_at("bumbesi", (tried[0],))[1].startswith("There is no other move.")
    assert hint_at("bumbesi", (JudgedMove(first), JudgedMove(last)))[0] == [first]


def test_C14_a_hint_counts_the_cards_that_are_left_at_the_end() -> None:
    first, second = moves_of("dacapo")[:2]
    words = hint_at("dacapo", (JudgedMove(first, 500, 0.4, 0.01, 1.2), JudgedMove(second, 300, 0.2, 0.01, 3.9)))[1]
    assert "40 %, ends with about 1 card" in words
    assert "20 %, ends with about 4 cards" in words
    assert "with 3 fewer cards at the end." in words
    assert "ends near" not in words


def test_C14_the_score_of_da_capo_counts_cards() -> None:
    game = GAMES["dacapo"]
    view = game.view(Setup(game, 3).finished(1).state, None)
    assert isinstance(view, DaCapoView)
    reckoning = tables.explain("dacapo", view)
    assert (reckoning.goal, reckoning.unit) == ("fewest cards left win", "cards left")


class Murmur(Tongue):
    """French, but for one word of which nobody has thought."""

    def gettext(self, message: str) -> str:
        return message if message == "language" else super().gettext(message)


def test_another_language_is_spoken_at_once_whatever_it_translates() -> None:
    seats = tuple(SeatLine(kind=SeatKind.PERSON, name=name) for name in NAMES[:3])
    stage = stage_of("geschenkt", seats)
    news = msgspec.structs.replace(stage.table.update, seq=3, legal=("take", "pass"))
    stage.table.hear(news, 2.0)
    stage.hear(news, 2.0)
    reader, tongue = copy_context(), Murmur("en")
    reader.run(speak, tongue)
    assert reader.run(stage.choices)[1].verb == "Pass"
    tongue.speak("fr")
    assert reader.run(stage.choices)[1].verb == "Passer"


@pytest.mark.parametrize(
    ("game", "english", "french"),
    [
        ("geschenkt", "match of 4", "match en 4"),
        ("danger13", "match of 4", "match en 4"),
        ("bumbesi", "three games", "trois parties"),
        ("dacapo", "to 50 points", "en 50 points"),
    ],
)
def test_how_long_a_match_is_follows_from_what_the_game_declares(game: str, english: str, french: str) -> None:
    plan = GAMES[game].match
    assert plan_words(plan, 4) == english
    in_french = copy_context()
    in_french.run(speak, Tongue("fr"))
    assert in_french.run(plan_words, plan, 4) == french
