"""What is fed with anything: each target raises where it should not, and returns otherwise."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from engines.record import BadRecord, load
from engines.wire import BadMessage, Decoder, Message, encode
from net import messages as said
from net.admin.commands import ORDERS
from net.admin.orders import BadOrder, split
from net.door.lines import ChannelLines
from net.door.typed_lines import TypedLines
from net.setup import Setup
from net.ssh.wire_link import LARGEST_FROM_CLIENT, Framer
from net.tables.entries import BadLog, Said, decode
from net.tables.entries import encode as encode_entry

PLAYED = Path(__file__).parents[1] / "playthroughs"
TABLE = Setup(game="geschenkt", seats=3, bots=("easy", "easy"))
SAID: tuple[Message, ...] = (
    said.Enter(name="Ada"),
    said.Open(setup=TABLE),
    said.Sit(code="kiwi-42", seat=1),
    said.Watch(code="kiwi-42"),
    said.Leave(give_up=True),
    said.Fill(level="easy", seat=2),
    said.Free(seat=2),
    said.Start(),
    said.Again(),
    said.Play(seq=3, move="take"),
    said.TakeBack(seq=3),
    said.Hint(seq=3),
    said.Hurry(),
    said.Say(text="hello"),
    said.Say(phrase=1),
    said.KeepSettings(settings={"theme": "dark"}),
    said.MyGames(),
    said.MyTally(),
    said.Fetch(id=1),
    said.PlayOn(moves=2, seat=0, id=1),
    said.Consult(moves=2, id=1),
    said.Rename(name="Bob"),
)


class Sink:
    """A channel's near end that keeps what is written."""

    def __init__(self) -> None:
        self.written = bytearray()

    def write(self, data: bytes) -> None:
        self.written += data

    def get_write_buffer_size(self) -> int:
        return 0

    def is_closing(self) -> bool:
        return False

    def close(self) -> None:
        pass

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


def record(data: bytes) -> None:
    with suppress(BadRecord):
        load(data)


def messages(data: bytes) -> list[Message]:
    framer, decoder = Framer(LARGEST_FROM_CLIENT), Decoder(*said.FROM_CLIENT, largest=LARGEST_FROM_CLIENT)
    found: list[Message] = []
    try:
        for whole in framer.feed(data):
            found.extend(decoder.feed(whole))
    except BadMessage:
        pass
    return found


def message(data: bytes) -> None:
    messages(data)


def entry(data: bytes) -> None:
    with suppress(BadLog):
        decode(data)


def order(data: bytes) -> None:
    with suppress(BadOrder):
        words = split(data.decode("utf-8", "replace"))
        if words and words[0] in ORDERS:
            ORDERS[words[0]].parser.parse_args(words[1:])


def keys(data: bytes) -> None:
    sink = Sink()
    for lines in (TypedLines(sink, lambda: 0.0), ChannelLines(sink, lambda: 0.0)):
        lines.feed(data)
        lines.end_input()
    assert b"\x1b" not in sink.written


TARGETS: dict[str, tuple[Callable[[bytes], None], list[bytes]]] = {
    "record": (record, [path.read_bytes() for path in sorted(PLAYED.glob("*.tablee"))]),
    "message": (message, [encode(each) for each in SAID]),
    "entry": (
        entry,
        [
            encode_entry(Said(at=0.0, seat=None, name="Ada", text="hello")),
            *(encode(each) for each in SAID[:4]),
        ],
    ),
    "order": (
        order,
        [b"ban 192.0.2.0/24 --for 2h --why 'too loud'", b"close --in 10m", b"prune 30 --json", b"rotate --finish"],
    ),
    "keys": (keys, [b"who\r", b"ab\x7f\x7f\x7f\r\n", b"\x1b[A\x1b[1;5C\x1bOP~", "dé\u202e\u2028🂡\r".encode()]),
}
