"""What a supervisor and a worker tell each other: a line each way, when the worker starts."""

import msgspec

from net.store.nats_connection import ClusterSettings

# Seconds: longer than a worker takes to hand over its tables and to show everybody out.
CLOSING = 60.0


class Post(msgspec.Struct, frozen=True, kw_only=True):
    """What a worker is told: its name, which of how many it is, and the numbers of the sockets that it was given:
    those for ssh, and `pages` for browsers.

    `orders` is the socket for operators, `cluster` the way to the house's data.
    """

    name: str
    number: int
    share: int
    sockets: list[int]
    pages: list[int] = []
    orders: int | None
    cluster: ClusterSettings


class Ready(msgspec.Struct, frozen=True, kw_only=True):
    """What a worker answers once people can come in."""

    port: int
    fingerprint: str
    page: str = ""
