"""Writing a record to a file of one's own."""

import time
from pathlib import Path

from engines.record import SUFFIX, Record, dump
from tui.screens.ask import AskPage
from tui.screens.page import Page
from tui.words import _


def save_record(page: Page, record: Record) -> None:
    """Ask where a record shall be kept and write it there; in somebody else's house nothing can be written."""
    name = f"{record.game}-{time.strftime('%Y-%m-%d-%H%M')}{SUFFIX}"

    def write(text: str) -> None:
        path = Path(text).expanduser()
        try:
            with path.open("xb") as file:
                file.write(dump(record))
            page.notice = _("saved as {file}").format(file=path.name)
        except FileExistsError:
            page.notice = _("{file} is there already").format(file=path.name)
        except OSError as error:
            page.notice = _("{file} can't be written: {why}").format(file=path.name, why=error.strerror)

    page.app.push_screen(AskPage(page, _("Save the record as which file?"), write, name))
