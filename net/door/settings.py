"""What an operator may set: the server's address and limits, from a TOML file, every value checked."""

import re
import tomllib
from collections.abc import Iterable
from hmac import compare_digest
from pathlib import Path
from typing import Annotated, Any

import msgspec

from net.door.proxy import network
from net.limits.house_limits import Count, HouseLimits, Rate, Seconds
from net.store.nats_connection import ClusterSettings

Fingerprint = Annotated[str, msgspec.Meta(pattern="^SHA256:[A-Za-z0-9+/]{43}$")]

Origin = Annotated[str, msgspec.Meta(pattern=r"^https?://[A-Za-z0-9.\-\[\]:]+$")]

Port = Annotated[int, msgspec.Meta(ge=0, le=65535)]
Percent = Annotated[int, msgspec.Meta(ge=0, le=100)]
# A month is for ever, and infinity would never end.
Patient = Annotated[float, msgspec.Meta(gt=0, le=2_678_400)]

SAMPLE = "server.toml"
UNKNOWN = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)


class BadServerSettings(ValueError):
    """A settings file that can't be used, with a sentence that names the key."""


def check_networks(key: str, words: Iterable[str]) -> None:
    """Raise ValueError for what is no address or network."""
    for each in words:
        try:
            network(each)
        except ValueError:
            raise ValueError(f"{key}: {each!r} is no address or network") from None


class Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of the settings file."""


class Limits(HouseLimits, frozen=True, kw_only=True):
    """How much the house takes from everybody together and from one source (an address, or an IPv6 /64)."""

    connections: Count = 512
    connections_per_source: Count = 24
    strangers: Count = 128
    """Connections that have not logged in yet."""
    strangers_start: Count = 16
    """With more of them some newcomers are dropped at random, the more the fuller it is."""
    strangers_drop: Percent = 30
    penalty_threshold: Seconds = 15.0
    """Whoever holds places without logging in owes that time, and is turned away above this."""
    penalty_longest: Seconds = 600.0
    strangers_per_source: Count = 8
    arrivals_per_second: Rate = 30.0
    arrivals_burst: Count = 60
    arrivals_per_second_per_source: Rate = 2.0
    arrivals_burst_per_source: Count = 12
    login_tries: Count = 6
    channels: Count = 4
    """Channels on one connection."""
    sessions: Count = 512
    """Channels on all connections; a screen takes about half a megabyte."""
    packets_per_second: Rate = 400.0
    """Above these a connection is read more slowly; nothing is lost."""
    packets_burst: Count = 800
    bytes_per_second: Rate = 65_536.0
    bytes_burst: Count = 262_144
    key_exchanges_per_minute: Rate = 4.0


class Patience(Section, frozen=True, kw_only=True):
    """How long the house waits, in seconds."""

    login: Patient = 20.0
    keepalive: Patient = 15.0
    keepalives_missed: Count = 3
    idle: Patient = 7200.0
    stalled: Patient = 10.0
    """Without a byte leaving for a client that does not read."""
    closing: Patient = 5.0
    """For sessions to end by themselves when the server stops."""


class Web(Section, frozen=True, kw_only=True):
    """The browser's door; it is open where it has a port."""

    port: Port | None = None
    certificate: str = ""
    """A file with the certificate and those that vouch for it; without one the door speaks plain HTTP."""
    key: str = ""
    origins: tuple[Origin, ...] = ()
    """What stands before the path in a browser's address line, for every name of this house; the first is shown."""
    proxies: tuple[str, ...] = ()
    """Addresses and networks of the house's own proxies, which tell in X-Forwarded-For whose a request is."""
    connections: Count = 512
    """Connections for pages; those that became sessions count in `limits`."""
    connections_per_source: Count = 32
    requests_per_second_per_source: Rate = 10.0
    requests_burst_per_source: Count = 80

    def __post_init__(self) -> None:
        check_networks("web.proxies", self.proxies)


class ServerSettings(Section, frozen=True, kw_only=True):
    """Everything about the server that can be set."""

    host: str = ""
    port: Port = 2222
    metrics_port: Port | None = None
    admins: tuple[Fingerprint, ...] = ()
    """Keys that give orders with `ssh admin@host`."""
    allow: tuple[Fingerprint, ...] = ()
    """A private house: only these keys come in, or whoever knows the word."""
    word: str = ""
    """What is asked at the door of a private house."""
    proxies: tuple[str, ...] = ()
    """Addresses and networks of the house's own proxies, which tell in a PROXY header whose a connection is."""
    limits: Limits = Limits()
    patience: Patience = Patience()
    cluster: ClusterSettings = ClusterSettings()

    web: Web = Web()

    def __post_init__(self) -> None:
        check_networks("proxies", self.proxies)


def let_in_by_word(settings: ServerSettings, word: str) -> bool:
    """Whether somebody without a listed key comes in with what they answered."""
    if settings.word:
        return compare_digest(word.encode(), settings.word.encode())
    return not settings.allow


def let_in_by_key(settings: ServerSettings, fingerprint: str) -> bool:
    """Whether a key is enough to come in; in a private house only those that are listed."""
    listed = fingerprint in settings.allow or fingerprint in settings.admins
    return listed or not (settings.allow or settings.word)


def sample() -> str:
    """A settings file that names every key with its default, as a comment."""
    return (Path(__file__).parent / SAMPLE).read_text("utf-8")


def read_settings(path: Path) -> ServerSettings:
    """Read a settings file; what it leaves out keeps its default."""
    try:
        values = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BadServerSettings(f"{path.name} can't be read: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadServerSettings(f"{path.name} is no TOML file: {error}.") from None
    return settings_from(values)


def settings_from(values: dict[str, Any]) -> ServerSettings:
    """Check values as TOML gives them, and name the key of the first that does not fit."""
    try:
        return msgspec.convert(values, ServerSettings)
    except msgspec.ValidationError as error:
        raise BadServerSettings(_sentence(str(error))) from None


def _sentence(error: str) -> str:
    what, _, where = error.partition(" - at ")
    key = where.strip("`").removeprefix("$").lstrip(".")
    if unknown := UNKNOWN.fullmatch(what):
        return f"{f'{key}.{unknown[1]}' if key else unknown[1]} is not a setting."
    return f"{key}: {what[0].lower()}{what[1:]}." if key else f"{what}."
