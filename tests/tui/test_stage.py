"""A table before one person: what the house tells becomes a scene, and keys become moves."""

from contextvars import copy_context
from dataclasses import replace

import msgspec
import pytest

from bots.advice import Advice, JudgedMove
from engines.games import GAMES
from engines.record import Recording
from engines.view import Event
from engines.wire import Message, view_to_wire
from net.client.seen_table import SeenTable
from net.messages import Advised, MatchStanding, Play, Refused, SeatLine, TalkLine, Update
from net.setup import Setup
from net.values import Phase, SeatKind
from tests.setups import Setup as Deal
from tui.hints import make_hint
from tui.language import Tongue
from tui.stage import Stage
from tui.tables.scene import OFFLINE, OVER, PAUSED, WAITING, Away, Scene
from tui.words import speak

NAMES = ("Ada", "Chloé", "hard-1")


def seats(*kinds: SeatKind) -> tuple[SeatLine, ...]:
    return tuple(
        SeatLine(kind=kind, name=name if kind != "free" else "", level="hard" if kind == "bot" else "")
        for kind, name in zip(kinds, NAMES, strict=True)
    )


def update(recording: Recording | None = None, seat: int | None = 0, **more: object) -> Update:
    """Tell of a table of three: Ada and Chloé, and a bot."""
    setup = Setup(game="geschenkt", seats=3, hints=True, take_back=True)
    told = Update(
        code="kiwi-42",
        setup=setup,
        phase=Phase.WAITING,
        seq=0,
        number=0,
        seat=seat,
        seats=seats(SeatKind.PERSON, SeatKind.PERSON, SeatKind.BOT),
    )
    if recording is not None:
        state, game = recording.state, recording.game
        told = msgspec.structs.replace(
            told,
            phase=Phase.OVER if recording.over else Phase.PLAYING,
            seq=1 + len(recording.moves),
            number=1,
            view=view_to_wire(game.view(state, seat)),
            legal=tuple(game.say(move) for move in state.legal()) if state.turn == seat else (),
            history=tuple(recording.history),
        )
    return msgspec.structs.replace(told, **more)


def sit(told: Update, now: float, join: tuple[str, ...] = ()) -> Stage:
    return Stage(SeenTable(told, now), now, join)


def tell(stage: Stage, message: Message, now: float) -> None:
    """Let the house say something, as a conversation passes it on."""
    if isinstance(message, Update):
        stage.table.hear(message, now)
    elif isinstance(message, Refused):
        stage.table.reopen()
    stage.hear(message, now)


def game(moves: int, seed: int = 1) -> Recording:
    return Deal(GAMES["geschenkt"], 3).after(seed, moves)


def turn_of(seat: int) -> Recording:
    """Go on until a seat is to act that can both take and pass."""
    return next(
        recording
        for recording in Deal(GAMES["geschenkt"], 3).walk(1)
        if recording.state.turn == seat and len(recording.state.legal()) == 2 and len(recording.moves) > 2
    )


@pytest.fixture
def stage() -> Stage:
    return sit(update(turn_of(0)), now=100.0)


def test_a_table_without_cards_waits() -> None:
    waiting = sit(
        update(seats=seats(SeatKind.PERSON, SeatKind.FREE, SeatKind.BOT)), now=0.0, join=("ssh kiwi-42@host",)
    )
    scene = waiting.scene(0.0)
    assert (scene.state, scene.view, scene.names) == (WAITING, None, ("Ada", "", "hard-1"))
    assert scene.join == ("ssh kiwi-42@host",)


def test_the_scene_shows_the_own_view_and_legal_moves(stage: Stage) -> None:
    scene = stage.scene(100.0)
    assert scene.view is not None
    assert (scene.view.seat, scene.turn, scene.legal) == (0, 0, ("take", "pass"))
    assert stage.table.your_turn


def test_events_are_told_as_lines_and_a_new_game_begins_a_new_log(stage: Stage) -> None:
    passes = Event("passed", 1, "passes, {pot:chip|chips} on it", {"pot": 2, "card": 7})
    tell(stage, update(turn_of(0), seq=50, events=(passes,)), 101.0)
    assert stage.scene(101.0).log == ((1, "passes, 2 chips on it"),)
    tell(stage, update(game(0), number=2), 102.0)
    assert stage.scene(102.0).log == ()


def test_a_table_told_anew_after_a_cut_line_repeats_nothing(stage: Stage) -> None:
    passes = Event("passed", 1, "passes, {pot:chip|chips} on it", {"pot": 2, "card": 7})
    talk = (TalkLine(name="Chloé", text="hm", seat=1),)
    for now in (101.0, 102.0):
        tell(stage, update(turn_of(0), seq=50, events=(passes,), talk=talk, anew=True), now)
    assert stage.log == [(1, "passes, 2 chips on it")]
    assert stage.talk == [(1, "hm")]
    assert "hm" not in stage.scene(102.0).notice


def test_sitting_down_is_not_worth_a_line(stage: Stage) -> None:
    tell(stage, update(turn_of(0), events=(Event("sat", 1, "sits down"),)), 101.0)
    assert stage.log == []


def test_a_phrase_is_read_in_the_readers_language_and_a_watcher_is_named(stage: Stage) -> None:
    class Shouting(Tongue):
        def gettext(self, message: str) -> str:
            return message if "{" in message else message.upper()

    talk = (
        TalkLine(name="Chloé", text="Well played!", seat=1, phrase=True),
        TalkLine(name="Zoé", text="Well played!"),
    )
    reader = copy_context()
    reader.run(speak, Shouting("en"))
    reader.run(tell, stage, update(turn_of(0), talk=talk), 101.0)
    assert stage.talk == [(1, "WELL PLAYED!"), (None, "Zoé: Well played!")]


def test_the_clock_counts_down_between_updates_and_stands_in_a_pause(stage: Stage) -> None:
    tell(stage, update(turn_of(0), left=30.0), 100.0)
    assert [stage.scene(now).clock for now in (100.0, 100.5, 112.2, 999.0)] == [30, 30, 18, 0]
    tell(stage, update(turn_of(0), left=30.0, paused="The house closes"), 100.0)
    scene = stage.scene(120.0)
    assert (scene.clock, scene.state, scene.reason, scene.legal) == (30, PAUSED, "The house closes", ())


def test_somebody_away_is_marked_until_a_bot_plays_and_while_it_does(stage: Stage) -> None:
    gone = (update().seats[0], SeatLine(kind=SeatKind.PERSON, name="Chloé", away=41.0, bot_in=19.0), update().seats[2])
    tell(stage, update(turn_of(0), seats=gone), 100.0)
    assert stage.scene(102.0).away == (None, Away(43, 17), None)
    kept = (gone[0], SeatLine(kind=SeatKind.PERSON, name="Chloé", away=70.0, kept=True), gone[2])
    tell(stage, update(turn_of(1), seats=kept), 130.0)
    assert stage.scene(130.0).away == (None, Away(70, 0), None)
    assert stage.table.thinking == 1


def test_a_bot_thinks_and_a_person_does_not() -> None:
    assert sit(update(turn_of(2)), 0.0).table.thinking == 2
    assert sit(update(turn_of(1)), 0.0).table.thinking is None
    assert sit(update(turn_of(2), paused="stop"), 0.0).table.thinking is None


def test_only_what_counts_or_thinks_is_restless() -> None:
    calm = sit(update(game(0, seed=3), history=()), 0.0)
    assert calm.table.view is not None
    assert calm.restless == (calm.table.thinking is not None)
    assert sit(update(turn_of(2)), 0.0).restless
    assert sit(update(turn_of(0), left=20.0), 0.0).restless


def test_coming_back_says_how_many_moves_were_made_and_then_is_quiet() -> None:
    recording = turn_of(0)
    since = next(count for count, turn in enumerate(reversed(recording.history[1:])) if turn.seat == 0)
    back = sit(update(recording), now=10.0)
    assert back.scene(11.0).notice.startswith(f"welcome back, {since} move")
    assert back.scene(13.5).notice == ""


def test_focus_walks_and_enter_plays(stage: Stage) -> None:
    assert stage.choices()[stage.focus].move == "pass"
    stage.walk(1)
    choice = stage.choose("enter")
    assert choice is not None
    assert stage.table.play(choice.move) == Play(seq=stage.table.update.seq, move="take")


def test_the_same_state_is_answered_once_unless_the_answer_was_refused(stage: Stage) -> None:
    assert stage.table.play("take") is not None
    assert stage.table.play("pass") is None
    tell(stage, Refused(about="play", text="The table has moved on since then", values={}), 101.0)
    assert stage.table.play("pass") is not None


def test_G6_a_refusal_is_a_sentence_with_its_rule_until_the_next_key(stage: Stage) -> None:
    why = "You have no chip left, so you must take the {card:card}"
    tell(stage, Refused(about="play", text=why, values={"card": 26}, clause="G6"), 101.0)
    scene = stage.scene(101.0)
    assert (scene.notice, scene.refused) == ("You have no chip left, so you must take the 26", True)
    stage.touch()
    assert stage.scene(101.0).notice == ""


def test_a_choice_that_is_not_live_is_still_sent_so_that_the_rules_say_why(stage: Stage) -> None:
    tell(stage, update(turn_of(0), legal=("take",), seq=99), 101.0)
    choice = stage.choose("2")
    assert choice is not None
    assert (choice.live, choice.move) == (False, "pass")


def test_a_move_in_two_steps_is_picked_up_and_put_back() -> None:
    deal = Deal(GAMES["dacapo"], 2)
    recording = deal.start(1)
    seat = recording.state.turn
    told = msgspec.structs.replace(
        update(),
        setup=Setup(game="dacapo", seats=2),
        phase=Phase.PLAYING,
        number=1,
        seat=seat,
        seats=seats(SeatKind.PERSON, SeatKind.PERSON, SeatKind.BOT)[:2],
        view=view_to_wire(recording.game.view(recording.state, seat)),
        legal=tuple(recording.game.say(move) for move in recording.state.legal()),
    )
    stage = sit(told, 0.0)
    first = next(choice for choice in stage.choices() if choice.pick)
    stage.choose(first.key)
    assert stage.picked == first.pick
    assert {choice.move for choice in stage.choices() if choice.live and choice.move} <= set(told.legal)
    assert stage.put_back()
    assert not stage.put_back()


def test_a_hint_is_asked_once_and_shown_as_bars_with_a_reason(stage: Stage) -> None:
    asked = stage.ask_hint(100.0)
    assert asked is not None
    assert asked.seq == stage.table.update.seq
    assert stage.ask_hint(100.5) is None
    assert stage.scene(100.5).hint is not None
    judged = (JudgedMove("pass", 700, 0.44, 0.01, 41.2), JudgedMove("take", 300, 0.14, 0.01, 56.0))
    tell(stage, Advised(seq=stage.table.update.seq, move="pass", choices=judged, iterations=1000), 101.0)
    hint = stage.scene(101.0).hint
    assert hint is not None
    assert [(tip.move, tip.words.split()[0], tip.score) for tip in hint.tips] == [
        ("pass", "Pass", "41"),
        ("take", "Take", "56"),
    ]
    assert hint.reason.startswith('"Pass" wins 30 more games in 100 than "Take')
    assert hint.reason.endswith("with 15 points fewer.")
    assert (hint.games, hint.seconds) == (1000, 1.0)


def test_moves_within_the_noise_are_about_equal_and_hardly_tried_ones_are_not(stage: Stage) -> None:
    stage.ask_hint(100.0)
    close = (JudgedMove("pass", 500, 0.40, 0.02, 40.0), JudgedMove("take", 450, 0.38, 0.02, 40.0))
    tell(stage, Advised(seq=stage.table.update.seq, move="pass", choices=close, iterations=950), 101.0)
    hint = stage.scene(101.0).hint
    assert hint is not None
    assert (hint.tips[1].equal, hint.reason) == (True, "The first two are about equal.")
    stage.close_panel()
    stage.ask_hint(101.0)
    rare = (close[0], replace(close[1], visits=9, error=0.3))
    tell(stage, Advised(seq=stage.table.update.seq, move="pass", choices=rare, iterations=509), 102.0)
    hint = stage.scene(102.0).hint
    assert hint is not None
    assert not hint.tips[1].equal


def test_moves_that_are_shown_with_the_same_share_are_ties_however_sure_that_is(stage: Stage) -> None:
    stage.ask_hint(100.0)
    close = (JudgedMove("pass", 50_000, 0.283, 0.0004, 40.0), JudgedMove("take", 45_000, 0.279, 0.0004, 40.0))
    tell(stage, Advised(seq=stage.table.update.seq, move="pass", choices=close, iterations=95_000), 101.0)
    hint = stage.scene(101.0).hint
    assert hint is not None
    assert (hint.tips[1].equal, hint.reason) == (True, "The first two are about equal.")


def test_no_share_below_the_first_is_higher_but_that_of_a_move_that_was_hardly_tried() -> None:
    scene = Scene(game="other", title="", names=NAMES, view=None)
    wins = {"a": (900, 0.181), "b": (800, 0.194), "c": (700, 0.172), "d": (9, 0.30)}
    judged = tuple(JudgedMove(move, visits, win, 0.02) for move, (visits, win) in wins.items())
    hint = make_hint(Advice("a", judged, 3000), scene, GAMES["bumbesi"], 1.0)
    assert [tip.move for tip in hint.tips] == ["b", "d", "a", "c"]
    level = (replace(judged[0], win=0.191), *judged[1:])
    assert make_hint(Advice("a", level, 3000), scene, GAMES["bumbesi"], 1.0).tips[0].move == "a"


def test_a_move_that_is_shown_like_a_tie_is_one() -> None:
    legal = ("a", "b", "c", "d")
    judged = tuple(
        JudgedMove(move, 900, win, error)
        for move, win, error in zip(legal, (0.25, 0.243, 0.238, 0.21), (0.004, 0.004, 0.001, 0.001), strict=True)
    )
    scene = Scene(game="other", title="", names=NAMES, view=None)
    hint = make_hint(Advice("a", judged, 3000), scene, GAMES["bumbesi"], 1.0)
    assert [tip.equal for tip in hint.tips] == [False, True, True, False]
    assert hint.reason == "The first 3 are about equal."


def test_a_hint_that_has_not_decided_thinks_on_while_it_is_open_and_no_longer_than_that(stage: Stage) -> None:
    stage.ask_hint(100.0)
    close = (JudgedMove("pass", 500, 0.40, 0.02, 40.0), JudgedMove("take", 450, 0.38, 0.02, 40.0))
    advised = Advised(seq=stage.table.update.seq, move="pass", choices=close, iterations=950)
    tried = []
    for number in range(1, 5):
        tell(stage, advised, 100.0 + number)
        more, hint = stage.ask_on(), stage.scene(100.0 + number).hint
        assert more is not None
        assert more.seq == advised.seq
        assert hint is not None
        assert hint.seconds is None
        tried.append((hint.games, hint.progress))
    assert tried == sorted(set(tried))
    tell(stage, advised, 105.0)
    assert stage.ask_on() is None
    last = stage.scene(105.0).hint
    assert last is not None
    assert (last.games, last.seconds) == (5 * 950, 5.0)


def test_a_hint_that_was_closed_or_has_decided_asks_no_more(stage: Stage) -> None:
    clear = (JudgedMove("pass", 700, 0.44, 0.01, 41.2), JudgedMove("take", 300, 0.14, 0.01, 56.0))
    close = (clear[0], replace(clear[1], win=0.43))
    for judged, closes in ((clear, False), (close, True)):
        stage.ask_hint(100.0)
        tell(stage, Advised(seq=stage.table.update.seq, move="pass", choices=judged, iterations=1000), 101.0)
        assert not closes or stage.close_panel()
        assert stage.ask_on() is None
        stage.close_panel()


def test_a_hint_lists_the_moves_by_how_often_they_win_the_advised_one_first() -> None:
    recording = Deal(GAMES["bumbesi"], 3).after(1, 3)
    legal = tuple(recording.game.say(move) for move in recording.state.legal())[:4]
    shares = dict(zip(legal, (0.20, 0.30, 0.19, 0.24), strict=True))
    judged = tuple(JudgedMove(move, 900 - 100 * place, shares[move], 0.001) for place, move in enumerate(legal))
    view = recording.game.view(recording.state, recording.state.turn)
    scene = Scene(game="bumbesi", title="Bumbesi", names=NAMES, view=view, legal=legal)
    hint = make_hint(Advice(legal[1], judged, 3000), scene, recording.game, 1.0)
    assert [tip.share for tip in hint.tips] == [0.30, 0.24, 0.20, 0.19]
    assert all(tip.reasons for tip in hint.tips)


def test_a_hint_that_comes_too_late_is_not_shown(stage: Stage) -> None:
    stage.ask_hint(100.0)
    before = stage.table.update.seq
    tell(stage, update(game(8), seq=before + 1), 101.0)
    tell(stage, Advised(seq=before, move="take", choices=(JudgedMove("take"),), iterations=0), 102.0)
    assert (stage.scene(102.0).hint, stage.panel) == (None, "")


def test_hints_are_for_the_own_turn_at_tables_that_give_them() -> None:
    waiting = sit(update(turn_of(1)), 0.0)
    assert waiting.ask_hint(10.0) is None
    assert waiting.scene(10.0).notice == "A hint is for your own turn"
    strict = sit(update(turn_of(0), setup=Setup(game="geschenkt", seats=3)), 0.0)
    assert strict.ask_hint(10.0) is None
    assert strict.scene(10.0).notice == "This table gives no hints"


def test_a_new_state_drops_what_was_about_to_be_decided(stage: Stage) -> None:
    stage.walk(1)
    tell(stage, update(turn_of(0), seq=77), 101.0)
    assert (stage.choices()[stage.focus].move, stage.picked) == ("pass", None)


def test_talk_alone_does_not_move_the_focus(stage: Stage) -> None:
    stage.walk(1)
    tell(stage, update(turn_of(0), talk=(TalkLine(name="Chloé", text="hm", seat=1),)), 101.0)
    assert stage.choices()[stage.focus].move == "take"


def test_the_log_is_turned_back_and_forward_again(stage: Stage) -> None:
    events = tuple(Event("passed", 1, f"line {number}") for number in range(30))
    tell(stage, update(turn_of(0), events=events), 101.0)
    stage.turn_back(10)
    assert stage.scene(101.0).log[-1] == (1, "line 19")
    stage.turn_back(-100)
    assert stage.scene(101.0).log[-1] == (1, "line 29")


def test_a_match_says_which_game_it_is_and_how_it_stands(stage: Stage) -> None:
    standing = MatchStanding(games=3, scores=((5, 9, 7),), totals=(5, 9, 7), over=False, winners=())
    tell(stage, update(turn_of(0), standing=standing), 101.0)
    assert stage.scene(101.0).match == "game 2 of 3: Ada 5, Chloé 9, hard-1 7"


def test_a_cut_line_keeps_the_last_view_and_takes_no_moves(stage: Stage) -> None:
    stage.offline = "trying again in 4 s"
    scene = stage.scene(101.0)
    assert (scene.state, scene.reason, scene.legal) == (OFFLINE, "trying again in 4 s", ())
    assert scene.view is not None


def test_a_finished_game_is_over() -> None:
    recording = Deal(GAMES["geschenkt"], 3).finished(1)
    assert sit(update(recording), 0.0).scene(0.0).state == OVER


def test_somebody_who_watches_has_no_seat_and_no_choices() -> None:
    watching = sit(update(turn_of(0), seat=None), 0.0)
    assert (watching.table.your_turn, watching.choices(), watching.scene(0.0).watching) == (False, [], True)


def test_a_panel_that_was_closed_stays_closed_whatever_comes(stage: Stage) -> None:
    judged = (JudgedMove("pass", 600, 0.6, 0.02, 20.0), JudgedMove("take", 400, 0.4, 0.02, 25.0))
    stage.ask_hint(100.0)
    assert stage.close_panel()
    tell(stage, Advised(seq=stage.table.update.seq, move="pass", choices=judged, iterations=1000), 101.0)
    assert (stage.panel, stage.scene(101.0).hint) == ("", None)
    for panel in ("log", "talk"):
        stage.open_panel(panel)
        assert stage.close_panel()
        tell(stage, stage.table.update, 102.0)
        assert stage.panel == ""
