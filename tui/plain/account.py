"""The words of plain mode about oneself and about people one does not want to meet."""

from engines.wire import Message
from net.messages import Rename
from net.messages.account import Block, BringKey, ForgetMe, Me, Mute, ReportPerson
from tui.words import _

WORDS = ("me", "key", "rename", "forget", "mute", "unmute", "block", "unblock", "report")


def account_lines() -> list[str]:
    """Name the words."""
    return [
        _("key brings another key, rename NAME takes another name, forget lets you be forgotten."),
        _("mute NAME, block NAME and report NAME: WHY are against somebody, unmute and unblock take it back."),
    ]


def account_answer(word: str, rest: str) -> Message | list[str]:
    """The message that a line means that begins with one of the words, or what to say about it."""
    if word in ("me", "key"):
        return Me() if word == "me" else BringKey()
    if word == "forget":
        return ForgetMe(name=rest) if rest else [_ask_once_more()]
    if not rest:
        return [_("Whom, or what? Type it after the word."), *account_lines()]
    if word == "rename":
        return Rename(name=rest)
    if word == "report":
        name, _colon, why = rest.partition(":")
        return ReportPerson(name=name.strip(), why=why.strip())
    kind = Mute if word.endswith("mute") else Block
    return kind(name=rest, on=not word.startswith("un"))


def _ask_once_more() -> str:
    gone = _("Your name, code and keys, settings and talk are deleted, and bots get your seats.")
    sure = _("To be forgotten for good, type forget and your name.")
    return f"{gone} {sure}"
