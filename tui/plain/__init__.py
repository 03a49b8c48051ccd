"""Plain mode: the same games as append-only lines with numbered choices, for screen readers, slow lines and scripts."""

import asyncio
import os
import sys

from engines.wire import Message
from tui.language import Tongue, choose_language
from tui.local import LocalHouse
from tui.plain.console import Console
from tui.plain.player import PlainPlayer
from tui.settings import Settings
from tui.words import speak


def run_plain(settings: Settings, ask: Message | None = None) -> None:
    """Play in one's own house on standard input and output; `ask` is the first thing to ask of the house."""
    asyncio.run(_run(settings, ask))


async def _run(settings: Settings, ask: Message | None) -> None:
    language = choose_language(settings.language, os.environ)
    speak(Tongue(language))
    house = LocalHouse(settings)
    console = Console()
    try:
        sentence = await house.open()
        if not sys.stdin.isatty():
            # Nobody watches a script play.
            house.set_pace(0.0)
        if sentence:
            await console.write(f"{sentence}\n")
        player = PlainPlayer(
            house.link, console, name=settings.name, own=True, language=language, ask=ask, keeps=house.keeps
        )
        await player.run()
    finally:
        await house.close()
