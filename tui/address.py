"""The way to somebody else's house as people write it, and the question about its key."""

import re
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import click

from engines.wire import Message
from net.codes import read_code
from net.messages import Sit, Watch
from net.ssh.dial import SSH_PORT
from tui.words import _

USUAL_PORT = 2222
USUAL_USER = "play"
WATCH = "watch-"
ADDRESS = re.compile(
    r"(?:(?P<user>[^@\s]+)@)?(?:\[(?P<six>[0-9a-fA-F:.%]+)\]|(?P<host>[^@:\s\[\]]+))(?::(?P<port>\d+))?"
)


class BadAddress(ValueError):
    """Words that name no house or no table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """A house, and who one is there; as with ssh the user name may be a table's code, or a guest's own."""

    host: str
    port: int = USUAL_PORT
    user: str = USUAL_USER

    @property
    def address(self) -> str:
        """What others type after the @ to come here with ssh."""
        return self.host if self.port == SSH_PORT else f"{self.host} -p {self.port}"


def read_address(words: str) -> Address:
    """Read `[USER@]HOST[:PORT]`; an IPv6 address with a port stands in brackets."""
    found = ADDRESS.fullmatch(words.strip())
    port = int(found["port"] or USUAL_PORT) if found else 0
    if found is None or not 0 < port < 2**16:
        raise BadAddress(f"{words!r} is no house: say HOST or HOST:PORT.")
    return Address(host=found["six"] or found["host"], port=port, user=found["user"] or USUAL_USER)


def read_errand(address: Address, table: str | None, watch: bool) -> Message | None:
    """What is asked of the house at once: a seat at a table, to watch it, or nothing."""
    asked = table if table is not None else address.user
    code = read_code(asked.lower().removeprefix(WATCH))
    if table is not None and not code:
        raise BadAddress(f"{table!r} is no code of a table, like kiwi-42.")
    if not code:
        return None
    return Watch(code=code) if watch or asked.lower().startswith(WATCH) else Sit(code=code)


async def ask_about_key(host: str, fingerprint: str) -> bool:
    """Ask whoever sits here, as ssh does, whether a house that was never visited is the right one."""
    if not sys.stdin.isatty():
        return False
    click.echo(_("You have not been to {host} before.").format(host=host))
    click.echo(_("Its key has the fingerprint {fingerprint}.").format(fingerprint=fingerprint))
    question = _("Is that the right one (yes/no)?")
    with _interruptible():
        while True:
            answer = str(click.prompt(question, prompt_suffix=" ")).strip()
            if answer.lower() in ("yes", "no") or answer == fingerprint:
                return answer.lower() != "no"
            question = _("Please type yes, no or the fingerprint:")


@contextmanager
def _interruptible() -> Iterator[None]:
    # The event loop takes Ctrl-C for itself and would let the question stand.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
