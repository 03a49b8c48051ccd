"""What a page and the house tell each other beside the picture: small JSON texts, checked against their types."""

from typing import Annotated

import msgspec

LONGEST_KEY = 24
LONGEST_WORD = 100

Count = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
Cells = Annotated[int, msgspec.Meta(ge=0, le=9999)]


class ToPage(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=str.lower):
    """What the house tells a page."""


class FromPage(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower):
    """What a page tells the house."""


class Button(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something to press: its key, what stands on the key's cap, what it does, and what comes of it.

    A button that is not `live` can't be pressed now, and its note says why; `bad` is a warning; `small` ones belong to
    the screen rather than to the decision.
    """

    key: str
    cap: str
    words: str
    note: str = ""
    live: bool = True
    bad: bool = False
    small: bool = False


class Offers(ToPage, frozen=True, kw_only=True):
    """What can be pressed now, a link to hand on, whether text is wanted, and whose turn it is."""

    buttons: tuple[Button, ...]
    link: str = ""
    text: bool = False
    turn: bool = False


class Tell(ToPage, frozen=True, kw_only=True):
    """Lines for somebody who does not see the picture, each told once."""

    lines: tuple[str, ...]


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """Something to say in plain mode: the line that is sent, and what it means."""

    say: str
    words: str


class Answers(ToPage, frozen=True, kw_only=True):
    """What can be said now, in a page of plain lines."""

    answers: tuple[Answer, ...]


class Ask(ToPage, frozen=True, kw_only=True):
    """The house is private: the page must bring its word."""

    wrong: bool = False


class Deal(ToPage, frozen=True, kw_only=True):
    """A deal that is promised at the table where the page has a seat, and how far it is with adding its luck."""

    number: int
    promise: str
    seat: int
    pledged: bool = False
    asked: bool = False


class Bye(ToPage, frozen=True, kw_only=True):
    """The last word; `again` says that the page may come back by itself."""

    text: str
    reason: str = ""
    again: bool = False


class Pong(ToPage, frozen=True, kw_only=True):
    """The answer to a Ping."""


class Size(FromPage, frozen=True):
    """How many cells the page can show."""

    width: Cells
    height: Cells


class Press(FromPage, frozen=True):
    """A button was pressed; only what was offered is taken."""

    key: Annotated[str, msgspec.Meta(max_length=LONGEST_KEY)]


class Ping(FromPage, frozen=True):
    """Is anybody there?"""


class Word(FromPage, frozen=True):
    """The word at the door of a private house."""

    word: Annotated[str, msgspec.Meta(max_length=LONGEST_WORD)]


class Pledge(FromPage, frozen=True):
    """The digest, in hex, of what the browser will add to the luck of a promised deal."""

    deal: Count
    digest: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]


class Luck(FromPage, frozen=True):
    """What the browser has pledged, in hex."""

    deal: Count
    data: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{32}\Z")]


class NoLuck(FromPage, frozen=True):
    """The browser has no digests here, so it adds nothing."""


AboutLuck = Pledge | Luck | NoLuck

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Size | Press | Ping | Word | AboutLuck).decode
