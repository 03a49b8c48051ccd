"""What somebody and the house say to each other about who they are, and whom they do not want to meet."""

from engines.wire import Message
from net.sleep import Sleep
from net.values import Name, Text


class Me(Message, frozen=True, kw_only=True):
    """What do you know of me? This and the next five only to a house whose Welcome has `accounts`."""


class BringKey(Message, frozen=True, kw_only=True):
    """I want a code with which another key of mine, once, becomes a way in for me."""


class ForgetMe(Message, frozen=True, kw_only=True):
    """Forget me for good; `name` is mine, so that nobody says it by mistake."""

    name: Name


class Mute(Message, frozen=True, kw_only=True):
    """I don't want to hear somebody, or do again."""

    name: Name
    on: bool = True


class Block(Message, frozen=True, kw_only=True):
    """I don't want to hear somebody nor have them at my tables, or don't mind them again."""

    name: Name
    on: bool = True


class ReportPerson(Message, frozen=True, kw_only=True, tag="report"):
    """Whoever runs the house ought to know what somebody does here."""

    name: Name
    why: Text = ""


class SetSleep(Message, frozen=True, kw_only=True):
    """I sleep from when to when, or don't want it to count any more; only to a house whose Welcome has `days`."""

    sleep: Sleep | None = None


ABOUT_MYSELF: tuple[type[Message], ...] = (Me, BringKey, ForgetMe, Mute, Block, ReportPerson, SetSleep)


class AboutMe(Message, frozen=True, kw_only=True):
    """What the house knows of you, for those who have asked for something about themselves.

    `keys` are the fingerprints that let you in, `rename_in` the seconds until you may take another name. `link` is a
    code that brings another key, for as many seconds as `link_for` says. `text` says what was just done.
    No turn of days ends in your `sleep`, where the table lets it count.
    """

    name: str
    resume: str = ""
    keys: tuple[str, ...] = ()
    rename_in: float = 0.0
    muted: tuple[str, ...] = ()
    blocked: tuple[str, ...] = ()
    link: str = ""
    link_for: int = 0
    text: str = ""
    sleep: Sleep | None = None
