"""How a page for browsers is opened: its certificate, its port, and what browsers call it."""

import ssl
from collections.abc import Sequence
from socket import socket

from net.door.entrance import Entrance
from net.door.settings import BadServerSettings, Web
from net.web.door import WebDoor
from net.web.session import Pages

NEARBY = ("localhost", "127.0.0.1", "[::1]")
USUAL_PORTS = {"http": 80, "https": 443}


class NoPage(OSError):
    """The port for browsers can't be used."""


def tls_of(web: Web) -> ssl.SSLContext | None:
    """The certificate to show, ready to be used; None for plain HTTP."""
    if bool(web.certificate) != bool(web.key):
        raise BadServerSettings("A certificate needs its key: --web-cert and --web-key go together.")
    if not web.certificate:
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        context.load_cert_chain(web.certificate, web.key)
    except ssl.SSLError:
        raise BadServerSettings(f"{web.certificate} and {web.key} are no certificate with its key.") from None
    except OSError as error:
        raise BadServerSettings(f"The certificate {web.certificate} can't be read: {error.strerror}.") from None
    return context


def open_page(entrance: Entrance, pages: Pages, machine: str, sockets: Sequence[socket] = ()) -> WebDoor:
    """Open the page; without origins that are configured it has those of this machine."""
    tls = tls_of(entrance.settings.web)
    door = WebDoor(entrance, pages, entrance.settings.web.origins, tls)
    try:
        door.open(sockets)
    except OSError as error:
        raise NoPage(error.errno, error.strerror) from None
    scheme = "https" if tls else "http"
    door.origins = door.origins or [origin(scheme, name, door.port) for name in (machine, *NEARBY)]
    return door


def origin(scheme: str, name: str, port: int) -> str:
    """What a browser calls a page of this machine, without its path."""
    return f"{scheme}://{name}" if port == USUAL_PORTS[scheme] else f"{scheme}://{name}:{port}"
