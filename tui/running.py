"""The app in this terminal, on a house of its own in this process."""

import asyncio
import gc
import os
from collections.abc import Mapping
from dataclasses import replace

import click

from engines.record import Record
from engines.wire import Message
from net.messages import Sit
from tui.app import PLAIN, Errand, TableeApp, Venue
from tui.local import LocalHouse
from tui.look import detect
from tui.settings import Settings, save_settings


def run_here(settings: Settings, ask: Message | None, record: Record | None) -> None:
    """Run until the app is left, and go on in plain text if its person wants that."""
    app = asyncio.run(_run(settings, Errand(ask=ask, record=record)))
    if app.return_value == PLAIN:
        from tui.plain import run_plain  # noqa: PLC0415 - seldom needed

        run_plain(app.settings, None if app.sitting is None else Sit(code=app.sitting.update.code))
    elif app.return_value:
        click.echo(app.return_value, err=True)


async def _run(settings: Settings, errand: Errand) -> TableeApp:
    house = LocalHouse(settings)

    def save(changes: dict[str, str | bool]) -> None:
        save_settings(changes)
        if "pace" in changes:
            house.set_pace(replace(settings, pace=str(changes["pace"])).seconds)

    async def open_house() -> str:
        settle_memory()
        return await house.open()

    app = TableeApp(
        house.link,
        settings,
        detect(),
        venue=Venue(own=True, open=open_house, save=save),
        errand=errand,
        language=_locale(os.environ),
    )
    try:
        await app.run_async()
    finally:
        await house.close()
    return app


def settle_memory() -> None:
    """Collect garbage seldom, and not among what was imported: it would be a third of the work."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    gc.enable()


def _locale(environment: Mapping[str, str]) -> str:
    return next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
