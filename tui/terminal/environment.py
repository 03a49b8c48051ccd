"""What a terminal can show and which language its owner reads, from TERM and the environment's variables."""

import re
from collections.abc import Mapping
from typing import Literal

from net.door.charset import UNICODE, charset_of

Depth = Literal["true", "256", "16", "none"]

# Programs that show every colour but seldom get to say so: ssh passes TERM on, COLORTERM often not.
TRUE_COLOUR_TERMS = re.compile(r"alacritty|contour|direct|foot|ghostty|kitty|wezterm|24bit|truecolor")
MONOCHROME_TERMS = re.compile(r"vt\d+.*|ansi-m|.*-mono|xterm-m|linux-m")


def depth_of(term: str, environment: Mapping[str, str]) -> Depth:
    """The colours that a terminal can show."""
    if environment.get("NO_COLOR") or MONOCHROME_TERMS.fullmatch(term):
        return "none"
    if environment.get("COLORTERM") in ("truecolor", "24bit") or TRUE_COLOUR_TERMS.search(term):
        return "true"
    return "256" if "256color" in term else "16"


def language_of(environment: Mapping[str, str]) -> str:
    """The language that a client's locale names, as two or three small letters; empty where it names none."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name):
            found = re.match(r"([a-z]{2,3})(?![a-z])", value)
            return found[1] if found else ""
    return ""


def speaks_unicode(environment: Mapping[str, str]) -> bool:
    """Whether a client's characters are UTF-8, as they are unless its locale says otherwise."""
    return charset_of(environment) == UNICODE
