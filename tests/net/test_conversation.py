"""A conversation with a house as a plain object: fed by messages and by what happens to the line."""

import pytest
from msgspec.structs import replace

from engines.wire import Message
from net.client.conversation import Conversation
from net.messages import (
    Enter,
    MyGames,
    Open,
    Refused,
    Rename,
    Sit,
    Start,
    Watch,
    Welcome,
)
from net.setup import Setup
from tests.net.client_cases import (
    CAME_IN,
    CASES,
    CLOSES,
    CODE,
    CUT,
    DIAL,
    ENDED,
    LOBBY,
    NEWS,
    OFFLINE,
    SAT_DOWN,
    SEATS,
    SHOWN,
    SIT,
    TABLE,
    WELCOME,
    WITHOUT_REDIAL,
    Case,
    Line,
    Notes,
    Where,
)


class Talk:
    """A conversation, everything it said on each line, and who listens."""

    def __init__(self, *, returns: bool = True, errand: Message | None = SIT, own: bool = False) -> None:
        self.notes = Notes()
        self.conversation = Conversation(self.notes, name="Ada", errand=errand, own=own, returns=returns)
        self.said: list[list[Message]] = []
        self.now = 0.0
        self.go(DIAL)

    def go(self, *steps: Message | Line) -> None:
        for step in steps:
            self._do(step)
            if self.conversation.online:
                self.said[-1].extend(self.conversation.take())

    def _do(self, step: Message | Line) -> None:
        talk = self.conversation
        if isinstance(step, Message):
            talk.hear(step, self.now)
        elif step is CUT:
            talk.cut(self.now)
        else:
            self.now = talk.dial_at or self.now
            if step is DIAL:
                self.said.append([])
                talk.dialled(self.now)
            else:
                talk.dial_failed(self.now)

    @property
    def where(self) -> Where:
        talk = self.conversation
        if talk.over:
            return ENDED
        if not talk.online:
            return OFFLINE
        return LOBBY if talk.table is None else TABLE


@pytest.mark.parametrize("case", CASES, ids=str)
def test_wherever_it_goes_it_knows_where_it_is_and_what_to_ask_for(case: Case) -> None:
    talk = Talk()
    talk.go(*case.steps)
    assert talk.where is case.where
    assert [tuple(said) for said in talk.said] == list(case.said)
    assert not case.sentence or case.sentence in talk.notes.sentences


@pytest.mark.parametrize("case", WITHOUT_REDIAL, ids=str)
def test_who_cannot_dial_again_is_told_the_end_once(case: Case) -> None:
    talk = Talk(returns=False)
    talk.go(*case.steps, CUT, NEWS)
    assert talk.where is ENDED
    assert talk.notes.told.count("ended") == 1
    assert not case.sentence or case.sentence in talk.notes.sentences


@pytest.mark.parametrize("case", CASES, ids=str)
def test_who_has_hung_up_is_told_nothing_more(case: Case) -> None:
    talk = Talk()
    talk.conversation.end()
    talk.go(*(step for step in case.steps if isinstance(step, Message) or step is CUT))
    assert talk.notes.told == []


def test_the_pause_doubles_until_somebody_answers_and_lets_us_in() -> None:
    talk = Talk()
    talk.go(*SAT_DOWN, CUT, *[Line.FAIL] * 5, DIAL, CUT, DIAL, WELCOME, CUT)
    pauses = [words.removeprefix("cut off for ") for words in talk.notes.told if words.startswith("cut off")]
    assert pauses == ["1", "2", "4", "8", "16", "16", "16", "1"]


def test_it_dials_when_the_pause_is_over() -> None:
    talk = Talk()
    talk.now = 100.0
    talk.go(CUT)
    assert talk.conversation.dial_at == 101.0
    talk.go(DIAL)
    assert talk.conversation.dial_at is None


def test_the_last_picture_stays_while_there_is_no_line() -> None:
    talk = Talk()
    talk.go(*SAT_DOWN, CUT, DIAL, WELCOME, NEWS)
    assert talk.conversation.table is not None
    assert "left" not in talk.notes.told


def test_a_name_is_chosen_before_anything_is_asked_for() -> None:
    talk = Talk()
    talk.go(Welcome(), NEWS)
    assert talk.said == [[Enter(name="Ada", changes=True, reviews=True, tables=True)]]
    talk.conversation.say(Rename(name="Zoe"))
    talk.go(Refused(about="rename", text="taken", values={}), Welcome(name="Zoe"))
    assert talk.said == [[Enter(name="Ada", changes=True, reviews=True, tables=True), Rename(name="Zoe"), SIT]]
    talk.go(CUT, DIAL)
    assert talk.said[-1] == [Enter(name="Zoe", changes=True, reviews=True, tables=True)]


def test_who_dropped_out_is_led_back_but_not_in_the_own_house() -> None:
    welcome = Welcome(name="Ada", table=CODE)
    for own, asked in ((False, [SIT]), (True, [])):
        talk = Talk(errand=None, own=own)
        talk.go(welcome)
        assert talk.said[0][1:] == asked


def test_what_one_came_for_goes_before_where_one_dropped_out() -> None:
    talk = Talk(errand=Watch(code="lime-07"))
    talk.go(Welcome(name="Ada", table=CODE))
    assert talk.said[0][1:] == [Watch(code="lime-07")]


def test_the_errand_is_asked_once_however_often_one_is_welcomed() -> None:
    talk = Talk(own=True, errand=None)
    talk.go(WELCOME, NEWS)
    talk.conversation.say(Rename(name="Zoe"))
    talk.conversation.say(Open(setup=Setup(game="geschenkt", seats=3)))
    talk.go(Welcome(name="Zoe"))
    assert [type(message) for message in talk.said[0]] == [Enter, Rename, Open]


def test_a_table_that_was_perhaps_opened_is_not_opened_twice() -> None:
    talk = Talk(errand=Open(setup=Setup(game="geschenkt", seats=3)))
    talk.go(*CAME_IN, CUT, DIAL, *CAME_IN)
    assert [type(message) for message in talk.said[1]] == [Enter]


def test_somebody_who_watches_comes_back_to_watch() -> None:
    talk = Talk(errand=Watch(code=CODE))
    talk.go(*CAME_IN, replace(SHOWN, seat=None), CUT, DIAL, WELCOME)
    assert talk.said[1][1:] == [Watch(code=CODE)]


def test_at_another_table_one_sits_down_anew() -> None:
    talk = Talk()
    talk.go(*SAT_DOWN)
    talk.conversation.say(Sit(code="lime-07"))
    talk.go(replace(SHOWN, code="lime-07"))
    assert talk.notes.told[-1] == "sat down at lime-07"
    assert "left" not in talk.notes.told


def test_a_refused_move_leaves_another_free_and_a_refused_table_leaves_this_one() -> None:
    talk = Talk()
    talk.go(*SAT_DOWN)
    table = talk.conversation.table
    assert table is not None
    assert table.play("take") is not None
    assert table.play("take") is None
    talk.go(Refused(about="play", text="No", values={}))
    assert table.play("take") is not None
    talk.conversation.say(Sit(code="lime-07"))
    talk.go(Refused(about="sit", text="full", values={}))
    assert talk.where is TABLE


def test_in_the_own_house_a_full_table_is_dealt_at_once() -> None:
    full = (SEATS[0], SEATS[2], SEATS[2])
    talk = Talk(own=True)
    talk.go(WELCOME, NEWS, replace(SHOWN, seats=full))
    assert talk.said[0][-1] == Start()
    free = Talk(own=True)
    free.go(*SAT_DOWN)
    assert Start() not in free.said[0]


def test_what_is_said_without_a_line_is_lost() -> None:
    talk = Talk()
    talk.go(*SAT_DOWN, CLOSES, CUT)
    talk.conversation.say(MyGames())
    assert talk.conversation.take() == []


def test_who_asks_for_a_table_before_the_house_has_heard_the_name_asks_once() -> None:
    talk = Talk(errand=None)
    talk.go(Welcome(resume="code"))
    talk.conversation.say(Rename(name="Zoe"))
    talk.conversation.say(Open(setup=Setup(game="geschenkt", seats=3)))
    talk.go(Welcome(name="Zoe", resume="code"))
    assert [type(message) for message in talk.said[0]] == [Enter, Rename, Open]
