"""Who is at the door and what their terminal can show, read from what their SSH client says."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from net.codes import looks_like_resume, read_code, read_resume
from net.door.charset import charset_of
from net.names import clean

PLAY = "play"
GUEST = "guest"
ADMIN = "admin"
LADDER = "ladder"
NOW = "now"
DAILY = "daily"
EXPORT = "export"
REPLAY = "replay-"
OTHER = "other"
WORD_CELLS = 64

SMALLEST = (20, 5)
LARGEST = (400, 200)
USUAL = (80, 24)

BLIND_TERMS = ("", "dumb", "unknown", "network")

ENVIRONMENT = (
    *("COLORTERM", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LC_TERMINAL", "NO_COLOR"),
    *("TERM_PROGRAM", "TZ", "WT_SESSION"),
)
"""The variables of a client that mean something here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """One person, or program, in one session.

    `identity` is `key:SHA256:…` where a key was proven; None is somebody who can't be known again. `asked` is the user
    name before the @, cleaned; `table` is the code in it, if there is one. `cookie` is the code of a guest that their
    browser remembers, `minted` if it was made for them just now. `environment` holds the variables of their client that
    mean something here: what they say about colours, characters and language is read where it is drawn. A browser also
    says whether its owner likes light colours, and no motion (`still`). `command`
    is what was typed behind the address, where that means anything.
    """

    identity: str | None = None
    asked: str = PLAY
    cookie: str = ""
    minted: bool = False
    address: str = ""
    client: str = ""
    term: str = ""
    size: tuple[int, int] = USUAL
    environment: Mapping[str, str] = field(default_factory=dict)
    light: bool = False
    still: bool = False
    command: str = ""

    @property
    def watches(self) -> bool:
        """Whether they came to watch."""
        return self.asked.startswith("watch-")

    @property
    def table(self) -> str:
        """The code of the table they asked for; empty for the lobby."""
        return "" if self.link or self.replay else read_code(self.asked.removeprefix("watch-"))

    @property
    def replay(self) -> str:
        """The token of a shared game that they came to see; empty where they came for something else."""
        return self.asked.removeprefix(REPLAY) if self.asked.startswith(REPLAY) else ""

    @property
    def link(self) -> str:
        """The code with which they bring a key; empty where they came for something else."""
        return self.asked.removeprefix("link-") if self.asked.startswith("link-") else ""

    @property
    def exports(self) -> bool:
        """Whether they came for all that is kept of them."""
        return self.asked.partition("-")[0] == EXPORT

    @property
    def resume(self) -> str:
        """The code of a guest that they gave, or what may have been meant as one; empty where they gave none."""
        said = self.asked.removeprefix(f"{EXPORT}-")
        meant = not (self.table or self.link or self.replay) and looks_like_resume(said)
        return said if read_resume(said) or meant else ""

    @property
    def logged(self) -> str:
        """The user name as it may be logged: a guest's code, even a mistyped one, works like a password."""
        return self.asked if self.table or self.asked in (PLAY, NOW, DAILY, GUEST, ADMIN, LADDER, EXPORT) else OTHER

    @property
    def charset(self) -> str:
        """The codec of their characters."""
        return charset_of(self.environment)

    @property
    def can_draw(self) -> bool:
        """Whether the terminal can show a full screen."""
        return self.term not in BLIND_TERMS


def clean_word(text: str) -> str:
    """Make a word that a client said of itself safe to show and to log."""
    return clean(text, WORD_CELLS)


def clamp(width: int, height: int) -> tuple[int, int]:
    """Bring a terminal's size within what can be drawn; a client that names none gets the usual one."""
    if not width or not height:
        return USUAL
    return min(max(width, SMALLEST[0]), LARGEST[0]), min(max(height, SMALLEST[1]), LARGEST[1])
