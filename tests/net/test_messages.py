"""What crosses a link: whole, typed, and the same for all positions that a seat can't tell apart."""

import asyncio
from dataclasses import fields, replace

import msgpack
import pytest

from bots.advice import JudgedMove
from bots.bot import Budget
from bots.exercises import Exercise
from bots.findings import JudgedChoice, Judgement, Plan, Weighed
from engines.chance import FastChance, LiveChance
from engines.game import State
from engines.record import Record
from engines.view import Event, Turn
from engines.wire import LARGE, BadMessage, Decoder, Message, encode, view_from_wire
from net import messages as said
from net.messages import account as asked
from net.messages import company, daily
from net.refusal import Refusal
from net.setup import Setup
from net.sleep import Sleep
from net.tables import turns
from net.tables.table import Table
from net.tables.update import Bookmark, table_line, update
from net.values import Phase, SeatKind
from tests import setups
from tests.net.house_harness import QuickThinker, dealt_table, happen

RECORD = Record(
    game="geschenkt", rules=1, seats=3, options={}, players=("a", "b", "c"), chance=(("start", (1,)),), moves=("take",)
)
SETUP = Setup(game="geschenkt", seats=3, bots=("easy", "hard"), clock=30, title="ours")
SEAT = said.SeatLine(kind=SeatKind.PERSON, name="Ada", host=True, away=3.5, bot_in=56.5)
SAMPLES: list[Message] = [
    said.Enter(name="Ada", resume="kiwi-1", program=True),
    said.Rename(name="Ada"),
    asked.Me(),
    asked.BringKey(),
    asked.ForgetMe(name="Ada"),
    asked.Mute(name="Eve", on=False),
    asked.Block(name="Eve"),
    asked.ReportPerson(name="Eve", why="shouts"),
    daily.PlayDaily(),
    daily.AskDaily(day="2026-11-18", start=20),
    asked.SetSleep(sleep=Sleep(start=1380, end=420, zone="Europe/Paris")),
    asked.AboutMe(name="Ada", keys=("SHA256:x",), rename_in=1.0, muted=("Eve",), link="kiwi-plum-123456", link_for=600),
    said.Silence(on=True),
    said.Open(setup=SETUP, seed=7),
    said.Sit(code="kiwi-42", seat=2),
    said.Watch(code="kiwi-42"),
    said.Leave(give_up=True),
    said.PlayNow(games=("dacapo",)),
    company.AskLadder(game="dacapo", start=20),
    company.AskPlayer(name="Ada"),
    daily.DailySheet(
        day="2026-11-18",
        game="bumbesi",
        seats=3,
        level="medium",
        ends=1.8e9,
        lines=(daily.DailyLine(place=1, name="Ada", score=3, at_table=1, id=7),),
    ),
    company.LadderLines(
        game="dacapo",
        start=0,
        people=1,
        lines=(company.LadderLine(place=1, name="Ada", rating=1600, games=30),),
    ),
    company.PlayerSheet(
        name="Ada", games=(company.GameSheet(game="dacapo", rating=1600, provisional=False, games=30, course=(1500,)),)
    ),
    said.Pledge(deal=3, digest=bytes(32)),
    said.AddLuck(deal=3, data=b"a word"),
    said.Fill(level="hard", seat=1),
    said.Free(seat=1),
    said.Hold(on=True),
    said.SetClock(seconds=30),
    said.HandOver(seat=1),
    said.Replace(seat=1),
    said.Start(),
    said.Again(),
    said.Play(seq=4, move="take"),
    said.TakeBack(seq=4),
    said.Hint(seq=4),
    said.Hurry(),
    said.Say(text="hello", phrase=1),
    said.KeepSettings(settings={"theme": "light", "motion": False}),
    said.MyGames(),
    said.MyTally(),
    said.AskSpeed(),
    said.Fetch(id=3),
    said.PlayOn(moves=4, seat=1, level="easy", id=2, record=RECORD),
    said.Consult(moves=4, id=2, record=RECORD),
    said.Welcome(name="Ada", table="kiwi-42", resume="fig-pear", played=3, won=1),
    said.YourTables(tables=()),
    said.LobbyChange(people=3, gone=("kiwi-42",), talk=(said.TalkLine(name="Ada", text="hello"),)),
    said.LobbyUpdate(
        tables=(said.TableLine(code="kiwi-42", setup=SETUP, seats=(SEAT,), phase=Phase.PLAYING, number=1, left=2.5),),
        people=3,
        talk=(said.TalkLine(name="Ada", text="hello"),),
    ),
    said.Update(
        code="kiwi-42",
        setup=SETUP,
        phase=Phase.PLAYING,
        seq=4,
        number=1,
        seat=0,
        seats=(SEAT,),
        view={"seat": 0},
        legal=("take", "pass"),
        history=(Turn(1, "pass", (17,)),),
        events=(Event("took", 1, "takes {card:card}", {"card": 3}, (1, 2)),),
        talk=(said.TalkLine(name="Ada", text="Hello!", seat=0, phrase=True),),
        standing=said.MatchStanding(games=2, scores=((1, 2, 3),), totals=(1, 2, 3), over=False, winners=()),
    ),
    said.Accepted(seq=4, move="take"),
    said.Refused(about="play", text="You must take the {card:card}", values={"card": 5}, clause="G6", seq=4),
    said.Advised(seq=4, move="take", choices=(JudgedMove("take", 10, 0.5, 0.1, 12.5),), iterations=10),
    said.Games(
        games=(
            said.GameLine(
                id=1,
                table="kiwi-42",
                number=1,
                game="geschenkt",
                finished=1.5,
                names=("a",),
                scores=(1,),
                winners=(0,),
                seat=0,
            ),
        )
    ),
    said.Tally(played=3, won=1),
    said.Speed(build="compiled", positions=21_811),
    said.RecordFile(id=1, record=RECORD),
    said.MyPractice(game="geschenkt", most=5),
    said.Practised(key="12:7", right=True),
    said.MyFigures(),
    said.Practice(
        due=2,
        tasks=(
            said.Task(
                key="12:7",
                exercise=Exercise(
                    record=RECORD,
                    move="pass",
                    best="take",
                    lead=0.1,
                    error=0.01,
                    choices=(JudgedChoice("take", 0.5, 0.01),),
                ),
            ),
        ),
        again=("0123456789ab",),
        met=("ba9876543210",),
    ),
    said.Figures(games=(), accuracy=(said.Accuracy(id=1, share=0.5, decisions=12),)),
    said.MyReview(id=1, seat=2),
    said.Lead(id=1, seat=2, at=3),
    said.WhatIf(id=1, at=3),
    said.Share(id=1),
    said.Shared(id=1, token="abc234"),
    said.Instead(id=1, at=3, moves=2, record=RECORD),
    said.Reviewed(
        id=1,
        plan=Plan(0, 4, (0, 2), (0.5, 0.5, 0.0)),
        judgements=(Judgement(0, 0, "take", "pass", 0.1, 0.02, "mistake", (JudgedChoice("take", 0.2, 0.01),)),),
        weighed=(Weighed(0, 0, (0.3, 0.3, 0.4), (0.0, 0.1, -0.1)),),
    ),
    said.Led(id=1, seat=2, at=3, name="Ada"),
    said.Goodbye(text="bye", reason=said.Reason.CLOSING),
]


@pytest.mark.parametrize("message", SAMPLES, ids=lambda message: type(message).__name__)
def test_a_message_arrives_as_it_was_sent(message: Message) -> None:
    accept = said.FROM_CLIENT if isinstance(message, said.FROM_CLIENT) else said.FROM_HOUSE
    assert list(Decoder(*accept, largest=LARGE).feed(encode(message))) == [message]


@pytest.mark.parametrize("reason", ["", *said.Reason, "eclipse"])
def test_a_goodbye_of_any_house_is_understood_and_only_one_that_closes_is_not_final(reason: str) -> None:
    words = {"type": "goodbye", "text": "bye", "reason": str(reason)}
    sent = words if reason else {"type": "goodbye", "text": "bye"}
    (goodbye,) = Decoder(*said.FROM_HOUSE).feed(msgpack.packb(sent))
    assert isinstance(goodbye, said.Goodbye)
    assert goodbye.final == (reason != said.Reason.CLOSING)


def test_every_message_has_a_sample() -> None:
    assert {type(message) for message in SAMPLES} == {*said.FROM_CLIENT, *said.FROM_HOUSE}


@pytest.mark.parametrize("words", [("playing", "bot"), ("adjourned", "ghost")], ids=["known", "of a later house"])
def test_a_phase_and_a_kind_are_words_and_one_that_is_not_known_here_is_kept(words: tuple[str, str]) -> None:
    phase, kind = words
    told = {"code": "kiwi-42", "setup": {"game": "geschenkt", "seats": 1}, "seats": [{"kind": kind}], "number": 1}
    sent = msgpack.packb({"type": "update", **told, "phase": phase, "seq": 1, "seat": None})
    (heard,) = Decoder(*said.FROM_HOUSE).feed(sent)
    assert isinstance(heard, said.Update)
    assert (heard.phase, heard.seats[0].kind) == words
    again = msgpack.unpackb(encode(heard))
    assert (again["phase"], again["seats"][0]["kind"]) == words


def test_F33_a_play_can_name_neither_a_seat_nor_a_table() -> None:
    forged = msgpack.packb({"type": "play", "seq": 1, "move": "take", "seat": 2, "code": "kiwi-42"})
    (message,) = Decoder(*said.FROM_CLIENT).feed(forged)
    assert message == said.Play(seq=1, move="take")


def test_numbers_beyond_what_every_language_holds_are_no_message() -> None:
    with pytest.raises(BadMessage):
        list(Decoder(said.Fetch).feed(msgpack.packb({"type": "fetch", "id": 2**63})))


def test_identities_stay_in_the_house() -> None:
    table = dealt_table(Setup(game="geschenkt", seats=3), "key:SHA256:secret", "Bob")
    for seat in table.seats:
        seat.name = "somebody"
    told = encode(update(table, 1, Bookmark(), 0.0, program=True)) + encode(
        said.LobbyUpdate(tables=(table_line(table, "Bob", 0.0),), people=1, talk=())
    )
    assert b"SHA256" not in told


def net_setup(setup: setups.Setup, *, memory_aid: bool = False) -> Setup:
    variant = setup.options.get("variant", "")
    return Setup(game=setup.game.id, seats=setup.seats, variant=variant, memory_aid=memory_aid, hints=True)


def seated(setup: setups.Setup, seed: int, moves: int, *, memory_aid: bool = False) -> Table:
    """Deal a table full of people and play so many random moves."""
    people = [f"person {seat}" for seat in range(setup.seats)]
    table = dealt_table(net_setup(setup, memory_aid=memory_aid), *people, seed=seed)
    luck = FastChance(seed)
    for _ in range(moves):
        assert table.live is not None
        if table.live.over:
            break
        move = luck.pick("move", list(table.live.recording.state.legal()))
        happen(table, turns.play(table, table.live.turn, table.seq, setup.game.say(move), 1.0))
    return table


def with_state(setup: setups.Setup, seed: int, moves: int, state: State) -> Table:
    """The same table with another truth behind it."""
    table = seated(setup, seed, moves)
    assert table.live is not None
    table.live.recording.state = state
    return table


def refusals(table: Table, seat: int | None) -> list[bytes]:
    """Collect what the table says about every move of the game that it refuses."""
    said_no = []
    for move in table.game.moves():
        try:
            turns.play(table, seat, table.seq, table.game.say(move), 1.0)
        except Refusal as no:
            said_no.append(encode(said.Refused(about="play", text=no.text, values=no.values, clause=no.clause)))
    return said_no


def hint(table: Table) -> bytes:
    assert table.live is not None
    advice = asyncio.run(QuickThinker().choose("expert", table.live.decision(), Budget(), 1.0))
    return encode(said.Advised(seq=table.seq, move=advice.move, choices=advice.choices, iterations=0))


@pytest.mark.parametrize("moves", [0, 7, 40])
def test_F34_positions_a_seat_cannot_tell_apart_give_it_the_same_bytes(setup: setups.Setup, moves: int) -> None:
    table = seated(setup, 3, moves)
    assert table.live is not None
    for seat in (*range(setup.seats), None):
        view = setup.game.view(table.live.recording.state, seat)
        other = with_state(setup, 3, moves, setup.game.sample(view, FastChance(moves)))
        for program in (False, True):
            told = update(other, seat, Bookmark(), 1.0, program=program)
            assert encode(told) == encode(update(table, seat, Bookmark(), 1.0, program=program))
        assert refusals(other, seat) == refusals(table, seat)
        if seat == table.live.turn:
            assert hint(other) == hint(table)


def test_F34_the_same_move_in_such_positions_is_told_in_the_same_bytes(setup: setups.Setup) -> None:
    luck = FastChance(9)
    compared = 0
    for moves in (3, 11, 25):
        table = seated(setup, 5, moves)
        assert table.live is not None
        state = table.live.recording.state
        for seat in (*range(setup.seats), None):
            sampler = setup.game.sampler(setup.game.view(state, seat))
            pairs = (look_alikes(setup, state, sampler.draw(luck), seat) for _ in range(60))
            move, world = next((pair for pair in pairs if pair is not None), (None, state))
            if move is not None:
                first, second = (with_state(setup, 5, moves, truth.copy(luck)) for truth in (state, world))
                assert encode(told_of_move(first, seat, move)) == encode(told_of_move(second, seat, move))
                compared += 1
    assert compared > 0


def look_alikes(setup: setups.Setup, state: State, world: State, seat: int | None) -> tuple[str, State] | None:
    """Find a move after which the seat still can't tell the two apart: often it turns up different cards."""
    for move in set(state.legal()) & set(world.legal()):
        after, other = state.copy(LiveChance(11)), world.copy(LiveChance(11))
        after.play(move)
        other.play(move)
        if (setup.game.view(after, seat), after.shown) == (setup.game.view(other, seat), other.shown):
            return setup.game.say(move), world
    return None


def told_of_move(table: Table, seat: int | None, move: str) -> said.Update:
    """Make a move and give what a seat that has followed the game is told of it."""
    place = Bookmark()
    update(table, seat, place, 1.0, program=False)
    table.luck = LiveChance(11)
    assert table.live is not None
    happen(table, turns.play(table, table.live.turn, table.seq, move, 2.0))
    return update(table, seat, place, 2.0, program=False)


def test_a_person_gets_an_empty_memory_that_still_reads_as_a_view(setup: setups.Setup) -> None:
    table = seated(setup, 2, 12)
    assert table.live is not None
    truth = setup.game.view(table.live.recording.state, 0)
    shown = update(table, 0, Bookmark(), 1.0, program=False).view
    assert shown is not None
    memory = truth.without_memory().memory
    assert view_from_wire(setup.game, shown) == replace(truth, memory=memory)
    assert all(getattr(memory, field.name) == () for field in fields(memory))


def test_programs_and_tables_with_the_memory_aid_get_the_memory(setup: setups.Setup) -> None:
    table = seated(setup, 2, 12, memory_aid=True)
    assert table.live is not None
    truth = setup.game.view(table.live.recording.state, 0)
    for told in (
        update(table, 0, Bookmark(), 1.0, program=False),
        update(seated(setup, 2, 12), 0, Bookmark(), 1.0, program=True),
    ):
        assert told.view is not None
        assert view_from_wire(setup.game, told.view) == truth


def test_only_the_seat_to_act_gets_the_legal_moves(setup: setups.Setup) -> None:
    table = seated(setup, 4, 5)
    assert table.live is not None
    for seat in (*range(setup.seats), None):
        legal = update(table, seat, Bookmark(), 1.0, program=False).legal
        assert bool(legal) == (seat == table.live.turn)


def test_an_update_carries_what_is_new_and_a_newcomer_gets_the_whole() -> None:
    table = dealt_table(Setup(game="geschenkt", seats=3), "Ada", "Bob", "Cleo")
    place = Bookmark()
    first = update(table, 0, place, 0.0, program=False)
    assert (first.history_from, len(first.history)) == (0, 1)
    assert table.live is not None
    happen(table, turns.play(table, table.live.turn, table.seq, "pass", 0.0))
    happen(table, turns.say(table, "Ada", "Ada", "hello", None, 0.0))
    second = update(table, 0, place, 0.0, program=False)
    assert (second.history_from, len(second.history)) == (1, 1)
    assert len(second.talk) == 1
    assert [event.kind for event in second.events] == ["passed"]
    third = update(table, 0, place, 0.0, program=False)
    assert (third.history, third.events, third.talk) == ((), (), ())
    assert len(update(table, 0, Bookmark(), 0.0, program=False).history) == 2
    assert len(update(table, 0, place, 0.0, program=True).history) == 2
