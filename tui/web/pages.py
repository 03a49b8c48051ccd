"""The files of the pages, in every language that ships."""

import re
from functools import cache
from html import escape
from importlib import resources

from net.web.files import File, file
from tui.language import LANGUAGES, catalogue
from tui.words import N_

KINDS = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json; charset=utf-8",
}
PICTURE = ".png"
TABLE, PLAIN, OFFLINE = "table.html", "plain.html", "offline.html"
# Which page stands at an address; its script reads the rest of it.
PLACES = re.compile(r"/(?:[twr]/[\w-]{1,80})?")
PLAIN_PLACES = re.compile(r"/plain(?:/[twr]/[\w-]{1,80})?")
TEMPLATE = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)

SENTENCES = (
    N_("Four card games on terminal tables, with friends or against bots"),
    N_("You are offline, or the house is closed. Seats are kept."),
    N_("Try again"),
    N_("Tablée in plain text"),
    N_("The line was cut. Seats are kept; trying again in {seconds} s."),
    N_("Goodbye."),
    N_("This house is private. What is its word?"),
    N_("What happens at the table"),
    N_("What you can do now"),
    N_("A number or a word"),
    N_("Say it"),
    N_("You are offline. Seats are kept; the page comes back by itself."),
    N_("Your turn"),
    N_("The table as a picture; the log tells the same"),
    N_("Your words"),
    N_("done"),
    N_("Other keys"),
    N_("This page"),
    N_("Tell me when it is my turn"),
    N_("Plain text"),
    N_("The word at the door"),
    N_("Come back"),
    N_("To the tables"),
    N_("Copy the link"),
    N_("Send the link"),
    N_("Copied"),
    N_("This page needs JavaScript; with ssh nothing is needed."),
)
"""What stands in the pages in double braces, for the catalogue."""


def find_file(path: str, language: str) -> File | None:
    """The file at an address, in a reader's language; None where there is none."""
    name = path.removeprefix("/")
    if PLACES.fullmatch(path):
        name = TABLE
    elif PLAIN_PLACES.fullmatch(path):
        name = PLAIN
    elif path == "/offline":
        name = OFFLINE
    elif name.endswith(".html"):
        return None
    return all_files().get((name, language if language in LANGUAGES else "en"))


@cache
def all_files() -> dict[tuple[str, str], File]:
    """Every file, once for each language."""
    folder = resources.files("tui.web").joinpath("static")
    found = {}
    for path in folder.iterdir():
        kind = KINDS.get(f".{path.name.rpartition('.')[2]}")
        if kind is not None:
            body = path.read_bytes()
            for language in LANGUAGES:
                words = body if path.name.endswith(PICTURE) else translate(body.decode(), language).encode()
                found[path.name, language] = file(words, kind)
    return found


def translate(text: str, language: str) -> str:
    """Put the sentences in double braces into a language, safe to stand in a page."""
    gettext = catalogue(language).gettext
    return TEMPLATE.sub(lambda found: escape(gettext(found[1])) if found[1] != "language" else language, text)
