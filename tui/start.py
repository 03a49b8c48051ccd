"""Starting the program on this machine: the settings, and the screen in this terminal."""

import gc
import getpass
from collections.abc import Mapping
from dataclasses import replace

from engines.record import Record
from engines.wire import Message
from net.names import is_reserved
from tui.commands.inputs import BadInput
from tui.settings import BadSettings, Settings, load_settings

SOMEBODY = "Player"


def read_settings(flags: Mapping[str, str | bool | None]) -> Settings:
    """Put the settings together, or say in one line which of them can't be used."""
    try:
        settings = load_settings(flags)
    except BadSettings as error:
        raise BadInput(str(error)) from None
    return settings if settings.name else replace(settings, name=_user_name())


def _user_name() -> str:
    try:
        name = getpass.getuser().capitalize()
    except (OSError, KeyError):
        return SOMEBODY
    return SOMEBODY if is_reserved(name) or name == "Root" else name


def run_screen(settings: Settings, ask: Message | None = None, record: Record | None = None) -> None:
    """Run the app in this terminal, with something to ask of the house at once or a record to look at."""
    # Nothing of what is imported now dies; after the first picture garbage is collected again.
    gc.disable()
    from tui.running import run_here  # noqa: PLC0415 - the screens take long to import

    run_here(settings, ask, record)
