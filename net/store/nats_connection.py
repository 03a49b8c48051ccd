"""The way to a cluster of NATS servers: how it is told, how it is gone, and what is said where it can't be."""

import asyncio
import contextlib
import os
import ssl
from collections.abc import Awaitable, Callable
from typing import Annotated

import msgspec
import nats
from nats.aio.client import Client
from nats.errors import AuthorizationError, Error, NoServersError

from net.store.store import StoreError

PATIENCE = 20.0
TRIES = 2
MOST_TROUBLES = 100
# A server that has died is noticed after two pings; a thing that was sent and not answered is asked about sooner.
PING_EVERY = 2
UNANSWERED_PINGS = 2
CONNECT_TIMEOUT = 1
RECONNECT_WAIT = 0.1
FLUSH_TIMEOUT = 0.5
REFUSED = ("authorization violation", "authentication", "user authentication expired")

Hook = Callable[[], Awaitable[None]]
Url = Annotated[str, msgspec.Meta(pattern=r"^(nats|tls)://[^\s/@]+$")]


class ClusterSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a house reaches its NATS servers; the files are PEM, and a certificate of our own needs its key."""

    servers: tuple[Url, ...] = ()
    node: str = ""
    """What this node is called in logs, figures and orders; empty takes the machine's name."""
    user: str = ""
    password: str = ""
    ca: str = ""
    certificate: str = ""
    key: str = ""


class NoCluster(StoreError):
    """A house can't be a part of its cluster, with a sentence that says why."""


class Unreachable(NoCluster):
    """No NATS server answers."""


class WrongCredentials(NoCluster):
    """The NATS servers don't let us in."""


class NoStreams(NoCluster):
    """The cluster was never made ready for a house."""


class OtherStreams(NoCluster):
    """The streams are of another version of the program."""


class Full(NoCluster):
    """The streams have no room left."""


async def _nothing() -> None:
    pass


async def connect(
    settings: ClusterSettings,
    name: str,
    *,
    disconnected: Hook = _nothing,
    reconnected: Hook = _nothing,
    echo: bool = True,
) -> Client:
    """Reach one of the servers, and stay connected to one of them from then on; raise NoCluster where none is there.

    Without `echo` nothing comes back that was sent to everybody.

    Nothing waits in a buffer for a server to come back: what can't be sent now fails now, because it would be late.
    """
    # A client that never gives up never says why either, and forgets servers that are down at its start if it does.
    await hang_up(await _try(settings, name, tries=TRIES))
    hooks = {"disconnected_cb": disconnected, "reconnected_cb": reconnected}
    return await _try(settings, name, tries=-1, echo=echo, **hooks)


async def hang_up(client: Client) -> None:
    """Close a connection; one that is lost at that very moment is closed too."""
    with contextlib.suppress(OSError, Error):
        await client.close()


async def _try(settings: ClusterSettings, name: str, tries: int, *, echo: bool = True, **hooks: Hook) -> Client:
    troubles: list[Exception] = []

    async def note(error: Exception) -> None:
        if len(troubles) < MOST_TROUBLES:
            troubles.append(error)

    try:
        return await asyncio.wait_for(
            nats.connect(
                list(settings.servers),
                name=name,
                user=settings.user or None,
                password=settings.password or None,
                tls=tls_context(settings),
                error_cb=note,
                connect_timeout=CONNECT_TIMEOUT,
                reconnect_time_wait=RECONNECT_WAIT,
                max_reconnect_attempts=tries,
                ping_interval=PING_EVERY,
                max_outstanding_pings=UNANSWERED_PINGS,
                pending_size=1,
                no_echo=not echo,
                # Without it a message that meets a dying connection waits for the next one.
                flush_timeout=FLUSH_TIMEOUT,
                **hooks,
            ),
            PATIENCE,
        )
    except (TimeoutError, OSError, Error) as error:
        raise _trouble(settings, [*troubles, error]) from None


def tls_context(settings: ClusterSettings) -> ssl.SSLContext | None:
    """What is needed to trust the servers and to be trusted by them; None where nothing says TLS."""
    if not (settings.ca or settings.certificate or any(url.startswith("tls:") for url in settings.servers)):
        return None
    try:
        context = ssl.create_default_context(cafile=settings.ca or None)
        if settings.certificate:
            context.load_cert_chain(settings.certificate, settings.key or None)
    except OSError as error:
        files = ", ".join(filter(None, (settings.ca, settings.certificate, settings.key)))
        raise NoCluster(f"The certificates for the cluster can't be used ({files}): {error.strerror}.") from None
    return context


def _trouble(settings: ClusterSettings, errors: list[Exception]) -> NoCluster:
    """Which sentence tells best why there is no connection: a refusal says more than a server that is down."""
    servers = ", ".join(settings.servers)
    if any(isinstance(error, AuthorizationError) or _is_refusal(error) for error in errors):
        return WrongCredentials(f"The cluster at {servers} does not let us in: see user and password in [cluster].")
    if found := next((error for error in errors if isinstance(error, ssl.SSLError)), None):
        return Unreachable(f"The cluster at {servers} can't be trusted: {found.reason or found}.")
    reasons = [_why(error) for error in errors if not isinstance(error, NoServersError | TimeoutError)]
    return Unreachable(f"The cluster at {servers} can't be reached: {reasons[-1] if reasons else 'no answer'}.")


def _why(error: Exception) -> str:
    if isinstance(error, OSError) and error.errno is not None:
        return os.strerror(error.errno) if error.errno > 0 else str(error.strerror)
    return str(error)


def _is_refusal(error: Exception) -> bool:
    return any(word in str(error).lower() for word in REFUSED)
