"""Every visible word passes here on its way to a reader.

Many apps share a process, each with its own language: the translations are held by the running context.
"""

from contextvars import ContextVar
from gettext import NullTranslations

from engines.words import N_

__all__ = ["NUMBERS", "N_", "_", "ngettext", "speak"]

NUMBERS = {2: N_("two"), 3: N_("three"), 4: N_("four"), 5: N_("five")}
"""Small numbers in words."""

_translations: ContextVar[NullTranslations] = ContextVar("translations")
_english = NullTranslations()


def speak(translations: NullTranslations) -> None:
    """Use these translations in this context from now on."""
    _translations.set(translations)


def _(message: str) -> str:
    """Give a message in the reader's language."""
    return _translations.get(_english).gettext(message)


def ngettext(one: str, several: str, number: int) -> str:
    """Give a message that counts something, in the reader's language."""
    return _translations.get(_english).ngettext(one, several, number)
