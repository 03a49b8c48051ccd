"""Every order in which a line is cut, a table closes, a house says no or goodbye and somebody comes back.

One table of cases for whoever talks to a house: the conversation as a plain object, and everybody who listens to one.
They all come for a seat at the table kiwi-42.
"""

from dataclasses import dataclass, field
from enum import Enum

from engines.wire import Message
from net.client.conversation import TOO_NEW
from net.client.notices import Notice
from net.client.seen_table import SeenTable
from net.house.house import CLOSING as HOUSE_CLOSES
from net.house.house import ELSEWHERE
from net.house.lobby import GONE
from net.messages import Enter, Goodbye, Leave, LobbyUpdate, Reason, Refused, SeatLine, Sit, Update, Welcome
from net.setup import Setup
from net.values import SeatKind


class Line(Enum):
    """What happens to the line."""

    CUT = "cut"
    FAIL = "nobody answers"
    DIAL = "dialled"


class Where(Enum):
    """Where somebody is in the end."""

    LOBBY = "in the lobby"
    TABLE = "at the table"
    OFFLINE = "without a line"
    ENDED = "gone"


CUT, FAIL, DIAL = Line.CUT, Line.FAIL, Line.DIAL
LOBBY, TABLE, OFFLINE, ENDED = Where.LOBBY, Where.TABLE, Where.OFFLINE, Where.ENDED

CODE = "kiwi-42"
SEATS = (
    SeatLine(kind=SeatKind.PERSON, name="Ada", host=True),
    SeatLine(kind=SeatKind.FREE),
    SeatLine(kind=SeatKind.BOT, name="easy-1", level="easy"),
)
WELCOME = Welcome(name="Ada", resume="lime-moon-1234")
NEWS = LobbyUpdate(tables=(), people=1, talk=())


def told(game: str = "geschenkt", **more: object) -> Update:
    """Tell of a table that waits for its players."""
    setup = Setup(game=game, seats=3)
    return Update(code=CODE, setup=setup, phase="waiting", seq=0, number=0, seat=0, seats=SEATS, anew=True, **more)  # type: ignore[arg-type]


SHOWN = told()
GONE_NOW = Refused(about="sit", text=GONE, values={})
CLOSES = Goodbye(text=HOUSE_CLOSES, reason=Reason.CLOSING)
REPLACED = Goodbye(text=ELSEWHERE, reason=Reason.ELSEWHERE)

CAME_IN: tuple[Message, ...] = (WELCOME, NEWS)
SAT_DOWN: tuple[Message, ...] = (WELCOME, NEWS, SHOWN)

ENTER, SIT = Enter(name="Ada", changes=True, reviews=True, tables=True), Sit(code=CODE)
AGAIN = Enter(name="Ada", resume=WELCOME.resume, changes=True, reviews=True, tables=True)


@dataclass(frozen=True)
class Case:
    """What the house and the line do, where that leaves one, what was said on each line, and a sentence to be told."""

    name: str
    steps: tuple[Message | Line, ...]
    where: Where
    said: tuple[tuple[Message, ...], ...] = field(default=((ENTER, SIT),))
    sentence: str = ""

    def __str__(self) -> str:
        return self.name


FIRST = (ENTER, SIT)
NEXT = (AGAIN, SIT)

CASES = [
    Case("sits down", SAT_DOWN, TABLE),
    Case("refused", (*CAME_IN, GONE_NOW), LOBBY, sentence=GONE),
    Case("the table closes", (*SAT_DOWN, NEWS), LOBBY),
    Case("a move is refused", (*SAT_DOWN, Refused(about="play", text="No", values={})), TABLE, sentence="No"),
    Case("cut", (*SAT_DOWN, CUT), OFFLINE),
    Case("cut, nobody answers", (*SAT_DOWN, CUT, FAIL), OFFLINE),
    Case("cut, back", (*SAT_DOWN, CUT, DIAL, *SAT_DOWN), TABLE, (FIRST, NEXT)),
    Case("cut, nobody answers, back", (*SAT_DOWN, CUT, FAIL, FAIL, DIAL, *SAT_DOWN), TABLE, (FIRST, NEXT)),
    Case("cut, back, the table closes", (*SAT_DOWN, CUT, DIAL, *SAT_DOWN, NEWS), LOBBY, (FIRST, NEXT)),
    Case(
        "cut, the table closes meanwhile",
        (*SAT_DOWN, CUT, DIAL, *CAME_IN, GONE_NOW),
        LOBBY,
        (FIRST, NEXT),
        GONE,
    ),
    Case(
        "cut, the table closes meanwhile, cut",
        (*SAT_DOWN, CUT, DIAL, *CAME_IN, CUT, DIAL, *CAME_IN, GONE_NOW),
        LOBBY,
        (FIRST, NEXT, NEXT),
        GONE,
    ),
    Case(
        "cut, cut before the welcome, back",
        (*SAT_DOWN, CUT, DIAL, CUT, DIAL, *SAT_DOWN),
        TABLE,
        (FIRST, (AGAIN,), NEXT),
    ),
    Case(
        "cut, cut after the welcome, back",
        (*SAT_DOWN, CUT, DIAL, WELCOME, CUT, DIAL, *SAT_DOWN),
        TABLE,
        (FIRST, NEXT, NEXT),
    ),
    Case("cut before the welcome, then in", (CUT, DIAL, *SAT_DOWN), TABLE, ((ENTER,), FIRST)),
    Case("cut before the answer, then in", (*CAME_IN, CUT, DIAL, *SAT_DOWN), TABLE, (FIRST, NEXT)),
    Case("the house closes", (*SAT_DOWN, CLOSES, CUT), OFFLINE, sentence=HOUSE_CLOSES),
    Case("the house closes before the answer", (*CAME_IN, CLOSES, CUT), OFFLINE, sentence=HOUSE_CLOSES),
    Case("the house closes and opens", (*SAT_DOWN, CLOSES, CUT, FAIL, DIAL, *SAT_DOWN), TABLE, (FIRST, NEXT)),
    Case(
        "the house closes and opens without the table",
        (*SAT_DOWN, CLOSES, CUT, DIAL, *CAME_IN, GONE_NOW),
        LOBBY,
        (FIRST, NEXT),
        GONE,
    ),
    Case("came from elsewhere", (*SAT_DOWN, REPLACED, CUT), ENDED, sentence=ELSEWHERE),
    Case(
        "cut, came from elsewhere",
        (*SAT_DOWN, CUT, DIAL, WELCOME, REPLACED, CUT),
        ENDED,
        (FIRST, NEXT),
        ELSEWHERE,
    ),
    Case("an older house's goodbye", (*SAT_DOWN, Goodbye(text="Bye"), CUT), ENDED, sentence="Bye"),
    Case("a newer house's goodbye", (*SAT_DOWN, Goodbye(text="Bye", reason="eclipse"), CUT), ENDED, sentence="Bye"),
    Case(
        "a game that only a newer program knows",
        (*CAME_IN, told("chess"), told("chess"), NEWS),
        LOBBY,
        ((ENTER, SIT, Leave()),),
        TOO_NEW,
    ),
    Case(
        "a view that only a newer program knows",
        (*SAT_DOWN, told(view={"board": 64}), NEWS),
        LOBBY,
        ((ENTER, SIT, Leave()),),
        TOO_NEW,
    ),
]

WITHOUT_REDIAL = [
    Case("cut", (*SAT_DOWN, CUT), ENDED),
    Case("cut before the welcome", (CUT,), ENDED, ((ENTER,),)),
    Case("the house closes", (*SAT_DOWN, CLOSES, CUT), ENDED, sentence=HOUSE_CLOSES),
    Case("came from elsewhere", (*SAT_DOWN, REPLACED, CUT), ENDED, sentence=ELSEWHERE),
]


class Notes:
    """A listener who writes down what it is told."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.sentences: list[str] = []
        self.notices: list[Notice] = []

    def welcomed(self, welcome: Welcome) -> None:
        self.told.append(f"welcomed {welcome.name}".strip())

    def sat_down(self, table: SeenTable) -> None:
        self.told.append(f"sat down at {table.code}")

    def left_table(self, why: Refused | None) -> None:
        self.told.append("left")
        if why is not None:
            self.sentences.append(why.text)

    def refused(self, refused: Refused) -> None:
        self.told.append(f"refused {refused.about}")
        self.sentences.append(refused.text)

    def heard(self, message: Message) -> None:
        self.told.append(f"heard {type(message).__name__}")
        if isinstance(message, Goodbye):
            self.sentences.append(message.text)

    def noticed(self, notice: Notice) -> None:
        self.notices.append(notice)

    def cut_off(self, seconds: float) -> None:
        self.told.append(f"cut off for {seconds:g}")

    def ended(self, goodbye: Goodbye | None) -> None:
        self.told.append("ended")
