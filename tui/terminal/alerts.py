"""How a terminal calls somebody who looks elsewhere: the bell, and where it can show one a notice on their desktop."""

from collections.abc import Mapping

from net.names import clean_talk

BELL = "\x07"
# Within a multiplexer nobody sees it, whatever terminal is around that.
NOWHERE = ("screen", "tmux", "linux", "dumb")
# Each swallows what it does not know, and these show a notice.
BY_TERM = ("contour", "foot", "ghostty", "rxvt-unicode", "wezterm", "kitty")
BY_PROGRAM = ("contour", "ghostty", "kitty", "wezterm", "warpterminal")
ITERM = ("iterm2", "iterm.app")


def notice_form(environment: Mapping[str, str]) -> str:
    """The sequence with which a terminal shows a notice, with places for its title and its text; empty for none."""
    term = environment.get("TERM", "")
    program = (environment.get("TERM_PROGRAM") or environment.get("LC_TERMINAL") or "").lower()
    if not term or term.startswith(NOWHERE):
        return ""
    if program in ITERM:
        return "\x1b]9;{title}: {text}\x07"
    known = program in BY_PROGRAM or any(name in term for name in BY_TERM) or bool(environment.get("WT_SESSION"))
    return "\x1b]777;notify;{title};{text}\x07" if known else ""


def notice_sequence(form: str, title: str, text: str) -> str:
    """A notice in a terminal's form; nothing in it ends the sequence or begins another."""
    title, text = (clean_talk(words).replace(";", ",") for words in (title, text))
    return form.format(title=title, text=text) if form else ""
