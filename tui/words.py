"""Every visible word passes here on its way to a reader.

Many apps share a process, each with its own language: the translations are held by the running context.
"""

from contextvars import ContextVar
from gettext import NullTranslations

from engines.words import N_

__all__ = ["NUMBERS", "N_", "_", "language", "ngettext", "speak", "titled"]

NUMBERS = {
    2: N_("two"),
    3: N_("three"),
    4: N_("four"),
    5: N_("five"),
    6: N_("six"),
    7: N_("seven"),
    8: N_("eight"),
}
"""Small numbers in words."""

_translations: ContextVar[NullTranslations] = ContextVar("translations")
_english = NullTranslations()


def speak(translations: NullTranslations) -> None:
    """Use these translations in this context from now on."""
    _translations.set(translations)


def language() -> str:
    """The code of the reader's language, for what is kept until another one is spoken."""
    return str(getattr(_translations.get(_english), "language", "en"))


def _(message: str) -> str:
    """A message in the reader's language."""
    return _translations.get(_english).gettext(message)


def ngettext(one: str, several: str, number: int) -> str:
    """A message that counts something, in the reader's language; minus two are two."""
    return _translations.get(_english).ngettext(one, several, abs(number))


def titled(head: str, words: str) -> str:
    """Words after what they are about and a colon, as the reader's language sets one."""
    return _("{head}: {words}").format(head=head, words=words)
