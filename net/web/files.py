"""The files that pages are made of, and the headers that every answer has."""

import gzip
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus

from websockets.datastructures import Headers
from websockets.http11 import Request, Response

# Nothing comes from elsewhere, nothing is written into a page, and nobody puts it into a frame.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
SAFE = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
STRICT_TRANSPORT = ("Strict-Transport-Security", "max-age=31536000")
METHODS = ("GET", "HEAD")
TEXT = "text/plain; charset=utf-8"


@dataclass(frozen=True, slots=True)
class File:
    """One file: its bytes as they are and packed, its kind, and a tag that changes with it."""

    body: bytes
    packed: bytes
    kind: str
    tag: str


def file(body: bytes, kind: str) -> File:
    """Make a file ready to be sent."""
    return File(body, gzip.compress(body, 9, mtime=0), kind, f'"{sha256(body).hexdigest()[:16]}"')


def header(headers: Headers, name: str) -> str:
    """What a request says under a name; said twice, it is one long text that fits nothing."""
    return ", ".join(headers.get_all(name))


def answer(request: Request, file: File | None, secure: bool) -> Response:
    """Answer a request for a file; None is a place where nothing is."""
    if request.method not in METHODS:
        return respond(HTTPStatus.METHOD_NOT_ALLOWED, b"", TEXT, {"Allow": "GET, HEAD"}, secure)
    if file is None:
        return respond(HTTPStatus.NOT_FOUND, b"There is nothing here.\n", TEXT, {}, secure)
    headers = {"ETag": file.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if file.tag in header(request.headers, "If-None-Match"):
        return respond(HTTPStatus.NOT_MODIFIED, b"", file.kind, headers, secure)
    body = file.body
    if "gzip" in header(request.headers, "Accept-Encoding"):
        body, headers["Content-Encoding"] = file.packed, "gzip"
    response = respond(HTTPStatus.OK, body, file.kind, headers, secure)
    if request.method == "HEAD":
        response.body = b""
    return response


def respond(
    status: HTTPStatus, body: bytes, kind: str = TEXT, more: Mapping[str, str] | None = None, secure: bool = False
) -> Response:
    """Make a response with everything that keeps a page safe."""
    headers = Headers()
    for name, value in {**SAFE, **(more or {})}.items():
        headers[name] = value
    if secure:
        headers[STRICT_TRANSPORT[0]] = STRICT_TRANSPORT[1]
    headers["Content-Type"] = kind
    headers["Content-Length"] = str(len(body))
    return Response(status.value, status.phrase, headers, body)
