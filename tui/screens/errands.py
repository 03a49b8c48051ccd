"""What can be done from anywhere: a game played, learnt or read about, another look, another language."""

from collections.abc import Callable
from functools import partial

from engines.games import GAMES
from engines.lessons.read import has_lesson
from tui.screens.page import Item, Page
from tui.screens.records import RecordsPage
from tui.screens.setup import SetupPage
from tui.settings import with_kept
from tui.words import N_, _

THEMES = {
    "dark": N_("theme dark"),
    "light": N_("theme light"),
    "contrast": N_("theme high contrast"),
    "blind": N_("theme colour-blind safe"),
}
LANGUAGES = {"en": "English", "fr": "français"}


def errands(page: Page) -> list[Item]:
    """List what the palette offers on every screen."""
    shell = page.tablee
    found: list[Item] = []
    for id, game in GAMES.items():
        found.append(Item("", _("play {game}").format(game=game.title), partial(_open, page, partial(SetupPage, id))))
        if has_lesson(id):
            found.append(Item("", _("learn {game}").format(game=game.title), partial(shell.open_lesson, id)))
        found.append(Item("", _("rules of {game}").format(game=game.title), partial(shell.open_rules, id)))
    looks = [Item("", _(words), partial(_set, page, {"theme": theme})) for theme, words in THEMES.items()]
    tongues = [Item("", words, partial(_set, page, {"language": code})) for code, words in LANGUAGES.items()]
    past = Item("", _("past games"), partial(_open, page, RecordsPage))
    return [*found, *looks, *tongues, past, Item("f2", _("settings"), shell.open_settings)]


def _open(page: Page, make: Callable[[], Page]) -> None:
    page.app.push_screen(make())


def _set(page: Page, changes: dict[str, str | bool]) -> None:
    """Change a setting at once, and keep it."""
    page.tablee.change_settings(with_kept(page.tablee.settings, changes), changes)
    page.draw_again()
