"""The promised deals of a table: what is known of them, and a word of one's own for the luck of the next one."""

from net.client.seen_table import SeenTable
from tui.fairness import LONGEST_WORD, add_word, deal_lines, may_add
from tui.screens.ask import AskPage
from tui.screens.page import Page
from tui.screens.tell import TellPage
from tui.words import _


def open_deal(page: Page, table: SeenTable) -> None:
    """Tell what is promised, and take a word from somebody whose own machine adds nothing."""
    told = " ".join(deal_lines(table))
    if not may_add(table):
        page.app.push_screen(TellPage(page, told))
        return
    question = _("{told} Type a word, and the cards depend on it too:").format(told=told)
    page.app.push_screen(AskPage(page, question, lambda word: _add(page, table, word), longest=LONGEST_WORD))


def _add(page: Page, table: SeenTable, word: str) -> None:
    message = add_word(table, word)
    if message is not None:
        page.tablee.say(message)
