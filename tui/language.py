"""Which language a person reads: found in the setting or the locale, and changed while the program runs."""

import gettext
from collections.abc import Mapping
from functools import cache
from importlib import resources

from tui.settings import AUTO
from tui.terminal.environment import language_of

DOMAIN = "tablee"
LANGUAGES = ("en", "fr")


class Tongue(gettext.NullTranslations):
    """The language of one app; all its screens share this object, so that a change reaches them at once."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self.speak(language)

    def speak(self, language: str) -> None:
        """Change the language."""
        self.language = language
        self._catalogue = catalogue(language)

    def gettext(self, message: str) -> str:
        """A message in the language of now."""
        return self._catalogue.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """A counted message in the language of now."""
        return self._catalogue.ngettext(msgid1, msgid2, n)


@cache
def catalogue(language: str) -> gettext.NullTranslations:
    """Load a language's messages; English is in the program itself."""
    folder = str(resources.files("tui").joinpath("locale"))
    return gettext.translation(DOMAIN, folder, [language], fallback=True)


def choose_language(setting: str, environment: Mapping[str, str]) -> str:
    """The language of a setting, or the locale's if it is one of ours, or English."""
    wanted = language_of(environment) if setting == AUTO else setting
    return wanted if wanted in LANGUAGES else "en"
