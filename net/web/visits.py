"""Who asks, read from a request: where it comes from, which page made it, and the guest that its cookie names."""

import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, urlsplit

from websockets.datastructures import Headers

from net.codes import read_resume
from net.door.caller import PLAY, Caller, clamp, clean_word
from net.door.proxy import is_trusted
from net.limits.sources import plain
from net.web.files import header

COOKIE = "tablee"
YEAR = 365 * 24 * 3600
MOST_FIELDS = 8
LONGEST_COOKIES = 4096
LONGEST_NUMBER = 4
FORWARDED = "X-Forwarded-For"
TERM = "tablee-web"


class BadForward(ValueError):
    """A trusted proxy did not say whose request it hands on."""


@dataclass(frozen=True, slots=True)
class Question:
    """What an address asks for: its path, and the first value of each field."""

    path: str
    fields: dict[str, str]


def question(target: str) -> Question:
    """Read the target of a request."""
    url = urlsplit(target)
    try:
        fields = parse_qs(url.query, max_num_fields=MOST_FIELDS)
    except ValueError:
        fields = {}
    return Question(url.path, {name: values[0] for name, values in fields.items()})


def source(peer: str, headers: Headers, proxies: Sequence[str]) -> str:
    """The address that a request comes from: the peer's, or the nearest one that our own proxies vouch for."""
    address = plain(peer)
    hops = [hop.strip() for value in headers.get_all(FORWARDED) for hop in value.split(",")]
    if is_trusted(address, proxies) and not hops:
        raise BadForward(f"A trusted proxy sent no {FORWARDED}.")
    # Where all of them are ours, somebody asks from the proxy's own machine.
    while hops and is_trusted(address, proxies):
        try:
            address = plain(str(ipaddress.ip_address(hops.pop())))
        except ValueError:
            raise BadForward(f"{FORWARDED} names no address.") from None
    return address


def is_secure(peer: str, headers: Headers, proxies: Sequence[str], encrypted: bool) -> bool:
    """Whether a page was fetched over TLS, here or at a trusted proxy."""
    told = header(headers, "X-Forwarded-Proto") == "https"
    return encrypted or (told and is_trusted(plain(peer), proxies))


def cookie_name(secure: bool) -> str:
    """The cookie's name; over TLS browsers see to it that no other page of the domain can have set it."""
    return f"__Host-{COOKIE}" if secure else COOKIE


def read_cookie(headers: Headers, secure: bool) -> str:
    """The guest's code in a cookie; empty where there is none that could be one."""
    for value in headers.get_all("Cookie"):
        try:
            morsel = SimpleCookie(value[:LONGEST_COOKIES]).get(cookie_name(secure))
        except CookieError:
            continue
        if morsel is not None and (code := read_resume(morsel.value)):
            return code
    return ""


def write_cookie(code: str, secure: bool) -> str:
    """The header that lets a browser remember its guest, and no script read it."""
    more = "; Secure" if secure else ""
    return f"{cookie_name(secure)}={code}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Strict{more}"


def read_caller(asked: Question, headers: Headers, address: str) -> Caller:
    """What a page was opened for, and what it can show; its cookie is to be looked at apart."""
    fields = asked.fields
    width, _, height = fields.get("size", "").partition("x")
    return Caller(
        asked=clean_word(fields.get("asked", "")).lower() or PLAY,
        address=address,
        client=clean_word(header(headers, "User-Agent")),
        term=TERM,
        size=clamp(number(width), number(height)),
        environment={"COLORTERM": "truecolor", "LANG": f"{clean_word(fields.get('language', ''))[:5]}.UTF-8"},
        light=fields.get("light") == "1",
        still=fields.get("still") == "1",
    )


def number(text: str) -> int:
    """A small number, or 0 for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER else 0
