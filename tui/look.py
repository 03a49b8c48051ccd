"""How to draw on a terminal: what it can show, and what its owner likes."""

import os
from collections.abc import Mapping
from dataclasses import dataclass

from tui.draw.glyphs import ASCII, CONSOLE, SETS, UNICODE, Glyphs
from tui.settings import AUTO, Settings
from tui.terminal.alerts import notice_form
from tui.terminal.environment import depth_of, speaks_unicode


@dataclass(frozen=True, slots=True)
class Look:
    """How one person's terminal is drawn on: theme, colour depth and set of characters; `notice` is how to show one."""

    theme: str = "dark"
    depth: str = "true"
    glyphs: Glyphs = UNICODE
    notice: str = ""


def detect(environment: Mapping[str, str] = os.environ) -> Look:
    """Read from the environment what a terminal can show."""
    term = environment.get("TERM", "")
    glyphs = CONSOLE if term == "linux" else UNICODE
    shown = glyphs if speaks_unicode(environment) else ASCII
    return Look(depth=depth_of(term, environment), glyphs=shown, notice=notice_form(environment))


def choose_look(settings: Settings, detected: Look) -> Look:
    """Draw as the settings say, and where they leave it open as the terminal can."""
    depth = detected.depth if settings.colours == AUTO else settings.colours
    glyphs = detected.glyphs if settings.characters == AUTO else SETS[settings.characters]
    return Look(theme=settings.theme, depth=depth, glyphs=glyphs)
