"""Messages arrive as they were sent, and whatever is no message is refused with a sentence."""

import tracemalloc

import msgpack
import pytest

from engines.game import Game
from engines.view import Turn
from engines.wire import (
    LARGE,
    PROTOCOL,
    SMALL,
    BadMessage,
    Bye,
    Choose,
    Decide,
    Decoder,
    Hello,
    Message,
    MoveRefused,
    Over,
    encode,
    view_from_wire,
    view_to_wire,
)
from tests.setups import Setup

EVERY = (Hello, Decide, Choose, MoveRefused, Over, Bye)

MESSAGES: list[Message] = [
    Hello(protocol=PROTOCOL, game="geschenkt", seat=1, seats=3, options={"variant": "tactical"}, names=("A", "é", "")),
    Decide(number=4, view={"seat": None}, history=(Turn(0, "deal", (7,)),), legal=("take", "pass"), seconds=0.5),
    Choose(number=4, move="take"),
    MoveRefused(reason="You have no chip left"),
    Over(scores=(-3, 12, 40), winners=(0,)),
    Bye(),
]


def choose(number: int = 1, move: str = "take") -> dict[str, object]:
    return {"type": "choose", "number": number, "move": move}


def refusal(data: bytes, largest: int = SMALL) -> str:
    with pytest.raises(BadMessage) as caught:
        list(Decoder(*EVERY, largest=largest).feed(data))
    text = str(caught.value)
    assert text.isprintable()
    assert text.endswith(".")
    return text


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_a_message_arrives_as_it_was_sent(message: Message) -> None:
    assert list(Decoder(*EVERY).feed(encode(message))) == [message]


def test_a_stream_may_be_cut_anywhere() -> None:
    stream = b"".join(encode(message) for message in MESSAGES) * 3
    for size in (1, 7, len(stream)):
        decoder = Decoder(*EVERY)
        pieces = [stream[at : at + size] for at in range(0, len(stream), size)]
        assert [message for piece in pieces for message in decoder.feed(piece)] == MESSAGES * 3


def test_a_long_stream_of_small_messages_passes() -> None:
    decoder = Decoder(Choose)
    assert sum(1 for _ in decoder.feed(encode(Choose(number=1, move="take")) * 5000)) == 5000


@pytest.mark.plugged_in
def test_every_view_of_every_game_crosses_the_wire(setup: Setup) -> None:
    for recording in setup.walk(5, 60):
        for seat in (*range(setup.seats), None):
            view = setup.game.view(recording.state, seat)
            sent = Decide(number=1, view=view_to_wire(view), history=tuple(recording.history), legal=(), seconds=1)
            (message,) = Decoder(Decide, largest=LARGE).feed(encode(sent))
            assert isinstance(message, Decide)
            assert view_from_wire(setup.game, message.view) == view
            assert list(message.history) == recording.history


@pytest.mark.plugged_in
def test_a_view_of_something_else_is_refused(game: Game) -> None:
    with pytest.raises(BadMessage, match=f"The view is not one of {game.title}"):
        view_from_wire(game, {"seat": "\x1b]52;c;!\x07"})


def test_a_field_that_is_not_known_yet_is_passed_over() -> None:
    later = msgpack.packb({**choose(), "mood": "calm"})
    assert list(Decoder(Choose).feed(later)) == [Choose(number=1, move="take")]


def test_a_message_that_is_not_expected_here_is_refused() -> None:
    with pytest.raises(BadMessage, match="'over'"):
        list(Decoder(Choose, Bye).feed(encode(Over(scores=(), winners=()))))


@pytest.mark.parametrize(
    ("value", "why"),
    [
        (17, "a map with a type"),
        ([1, 2], "a map with a type"),
        ({}, "a map with a type"),
        ({"number": 1, "move": "take"}, "a map with a type"),
        ({"type": "shout"}, "'shout'"),
        ({"type": "sh\x1b[31mout"}, r"'sh.*out'"),
        ({"type": 3}, "Expected `str`"),
        ({"type": "choose", "number": 1}, "missing required field `move`"),
        (choose(number="1"), "Expected `int`, got `str`"),  # type: ignore[arg-type]
        (choose(move=None), "Expected `str`, got `null`"),  # type: ignore[arg-type]
        (choose(number=float("nan")), "not finite"),  # type: ignore[arg-type]
        ({"type": "bye", "more": float("-inf")}, "not finite"),
        ({"type": "bye", "more": [[[[[[[[[1]]]]]]]]]}, "nested more than 8 deep"),
        ({"type": "bye", "more": b"\x00"}, "no message"),
        ({"type": "bye", "more": msgpack.ExtType(5, b"x")}, "no message"),
        ({"type": "bye", "more": msgpack.Timestamp(1)}, "no message"),
        ({1: "bye"}, "no message"),
        ({"type": "choose", "number": 1, "move": "x" * SMALL}, "no message"),
        ({"type": "bye", "more": [0] * SMALL}, "no message"),
    ],
)
def test_F29_a_value_that_does_not_fit_is_refused(value: object, why: str) -> None:
    assert refusal(msgpack.packb(value))
    with pytest.raises(BadMessage, match=why):
        list(Decoder(*EVERY).feed(msgpack.packb(value)))


def test_F28_bytes_that_are_no_msgpack_are_refused() -> None:
    assert "no message" in refusal(b"\xc1")
    assert "no message" in refusal(b"\xa2\xff\xff")
    assert "map with a type" in refusal(b"hello, is there anybody?\n")


def test_F28_an_oversized_message_is_refused_before_it_is_whole() -> None:
    endless = b"\xdc\x00\x40" + b"\x9f" * 1000 + b"\x01" * 10_000
    assert "more than 4096 bytes" in refusal(endless)
    pad = {f"pad{number}": "x" * 1000 for number in range(5)}
    assert "more than 4096 bytes" in refusal(msgpack.packb({"type": "bye", **pad}))


def test_F28_nested_headers_cost_little_memory() -> None:
    bomb = b"\xdc\x00\x40" * 1000
    tracemalloc.start()
    try:
        assert list(Decoder(*EVERY).feed(bomb)) == []
        assert "no message" in refusal(bomb * 2)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 4 * 1024 * 1024
