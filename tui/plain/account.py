"""The words of plain mode about oneself and about people one does not want to meet."""

from engines.wire import Message
from net.messages import Rename
from net.messages.account import Block, BringKey, ForgetMe, Me, Mute, ReportPerson, SetSleep
from tui.account_words import read_sleep
from tui.words import _

WORDS = ("me", "key", "rename", "forget", "mute", "unmute", "block", "unblock", "report", "sleep")


def account_lines() -> list[str]:
    """Name the words."""
    return [
        _("key brings another key, rename NAME takes another name, forget lets you be forgotten."),
        _("sleep 23:00-7:00 Europe/Paris says when your turns of days don't end, sleep off that they may."),
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
    if word in ("sleep", "rename"):
        return sleep_answer(rest) if word == "sleep" else Rename(name=rest)
    if word == "report":
        name, _colon, why = rest.partition(":")
        return ReportPerson(name=name.strip(), why=why.strip())
    kind = Mute if word.endswith("mute") else Block
    return kind(name=rest, on=not word.startswith("un"))


def _ask_once_more() -> str:
    gone = _("Your name, code and keys, settings and talk are deleted, and bots get your seats.")
    sure = _("To be forgotten for good, type forget and your name.")
    return f"{gone} {sure}"


def sleep_answer(rest: str, zone: str = "UTC") -> Message | list[str]:
    """The message that says when somebody sleeps, by the clock of a zone that they may name."""
    times, _space, named = rest.partition(" ")
    if times == "off":
        return SetSleep()
    sleep = read_sleep(times, named.strip() or zone)
    return [_("Type it as 23:00-7:00 and a time zone, like Europe/Paris.")] if sleep is None else SetSleep(sleep=sleep)
