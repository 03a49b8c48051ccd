"""Starting the program on this machine: settings, one's own house, and the app in the terminal."""

import asyncio
import getpass
import os
from collections.abc import Mapping
from dataclasses import replace

import click

from net.messages import Sit
from net.names import is_reserved
from tui.app import PLAIN, Errand, TableeApp, Venue
from tui.commands.inputs import BadInput
from tui.local import LocalHouse
from tui.looks import detect
from tui.settings import BadSettings, Settings, load_settings, save_settings

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


def run_screen(settings: Settings, errand: Errand | None = None) -> None:
    """Run the app in this terminal, and go on in plain text if its person wants that."""
    app = asyncio.run(_run(settings, errand))
    if app.return_value == PLAIN:
        from tui.plain import run_plain  # noqa: PLC0415 - seldom needed

        run_plain(app.settings, None if app.sitting is None else Sit(code=app.sitting.update.code))
    elif app.return_value:
        click.echo(app.return_value, err=True)


async def _run(settings: Settings, errand: Errand | None) -> TableeApp:
    house = LocalHouse(settings)

    def save(changes: dict[str, str | bool]) -> None:
        save_settings(changes)
        if "pace" in changes:
            house.set_pace(replace(settings, pace=str(changes["pace"])).seconds)

    app = TableeApp(
        house.link,
        settings,
        detect(),
        venue=Venue(own=True, open=house.open, save=save),
        errand=errand,
        language=_locale(os.environ),
    )
    try:
        await app.run_async()
    finally:
        await house.close()
    return app


def _locale(environment: Mapping[str, str]) -> str:
    return next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
