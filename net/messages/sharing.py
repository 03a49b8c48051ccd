"""What is said about finished games that anybody may see who has a link."""

from engines.wire import Message
from net.messages.parts import Number


class Share(Message, frozen=True, kw_only=True):
    """Let everybody who has the link see one of my finished games; or nobody any more, unless `on`.

    Ask only a house whose Welcome `shares`.
    """

    id: Number
    on: bool = True


class Shared(Message, frozen=True, kw_only=True):
    """The token that leads to a game of yours: `ssh replay-TOKEN@host`, or `/r/TOKEN` of the page; empty for none."""

    id: int
    token: str = ""
