"""The program on this machine, with a house of its own in this process: on the screen, or in lines of text.

Neither way is imported before it is wanted: the screens take long, and a script needs none.
"""

import asyncio
import gc
import os
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from engines.record import Record
from engines.wire import Message
from net.messages import Open, Sit
from net.setup import first_setup
from tui.language import Tongue, choose_language
from tui.local import LocalHouse
from tui.settings import Settings, save_settings
from tui.terminal.environment import language_of
from tui.words import speak

if TYPE_CHECKING:
    from tui.app import Errand, TableeApp
    from tui.plain.console import Console


def run_screen(
    settings: Settings,
    ask: Message | None = None,
    record: Record | None = None,
    at: int = 0,
    lesson: str = "",
    practice: str | None = None,
) -> None:
    """Run the app in this terminal until it is left, and go on in plain text if its person wants that.

    `ask` is the first thing to ask of the house, `record` a game to look at, from where `at` moves were made,
    `lesson` a game to learn, and `practice` one to practise, or all if it is empty.
    """
    # Nothing of what is imported now dies; after the first picture garbage is collected again.
    gc.disable()
    from tui.app import PLAIN, Errand  # noqa: PLC0415

    app = asyncio.run(_show(settings, Errand(ask=ask, record=record, at=at, lesson=lesson, practice=practice)))
    if app.return_value == PLAIN:
        run_plain(app.settings, None if app.table is None else Sit(code=app.table.code))
    elif app.return_value:
        click.echo(app.return_value, err=True)


async def _show(settings: Settings, errand: "Errand") -> "TableeApp":
    from tui.app import TableeApp  # noqa: PLC0415
    from tui.look import detect  # noqa: PLC0415
    from tui.screens.shell import Venue  # noqa: PLC0415

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
        language=language_of(os.environ),
    )
    try:
        await app.run_async()
    finally:
        await house.close()
    return app


def run_plain(settings: Settings, ask: Message | None = None, practice: str | None = None) -> None:
    """Play on standard input and output; `ask` is the first thing to ask of the house, or exercises to practise."""
    from tui.plain.console import Console  # noqa: PLC0415

    asyncio.run(_read_out(settings, ask, Console(), practice=practice))


async def _read_out(
    settings: Settings,
    ask: Message | None,
    console: "Console",
    *,
    coached: bool = False,
    practice: str | None = None,
) -> None:
    from tui.plain.learner import Learner  # noqa: PLC0415
    from tui.plain.player import PlainPlayer  # noqa: PLC0415

    language = choose_language(settings.language, os.environ)
    speak(Tongue(language))
    house = LocalHouse(settings)
    try:
        sentence = await house.open()
        if not sys.stdin.isatty():
            # Nobody watches a script play.
            house.set_pace(0.0)
        if sentence:
            await console.write(f"{sentence}\n")
        player = PlainPlayer(
            house.link,
            console,
            name=settings.name,
            own=True,
            language=language,
            ask=ask,
            keeps=house.keeps,
            learner=Learner(settings, save_settings, remembers=False, coach_comes=coached, practice=practice),
        )
        await player.run()
    finally:
        await house.close()


def run_plain_lesson(settings: Settings, game: str) -> None:
    """Teach a game on standard input and output, and play a first one after it."""
    asyncio.run(_teach(settings, game))


async def _teach(settings: Settings, game: str) -> None:
    from tui.plain.console import Console  # noqa: PLC0415
    from tui.plain.lesson import PlainLesson, teach  # noqa: PLC0415

    language = choose_language(settings.language, os.environ)
    speak(Tongue(language))
    console, lesson = Console(), PlainLesson(game, language, settings.name)
    await teach(console, lesson)
    if lesson.goes_on:
        await _read_out(settings, Open(setup=first_setup(game, own=True)), console, coached=True)


def settle_memory() -> None:
    """Collect garbage in small steps, each of which is over in a moment, and not among what was loaded so far."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(3_000, 8, 500)
    gc.enable()
