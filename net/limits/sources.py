"""Where somebody comes from: their address, and the wider networks around it that count as one crowd."""

import ipaddress
from dataclasses import dataclass, field
from functools import lru_cache

# One household gets a /64 of IPv6, one customer a /48, one provider a /32.
CIRCLES_4 = (32, 24, 16)
CIRCLES_6 = (64, 48, 32)


def plain(address: str) -> str:
    """Strip an address of its interface, and of the IPv6 form that a socket for both kinds gives to an IPv4 one."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    mapped = ip.ipv4_mapped if isinstance(ip, ipaddress.IPv6Address) else None
    return str(mapped or ip)


def source_of(address: str) -> str:
    """Return the network that counts as one source: the address itself, or the /64 around an IPv6 one."""
    return circles_of(address)[0].removesuffix("/32") if address else ""


@lru_cache(4096)
def circles_of(address: str) -> tuple[str, ...]:
    """List the networks around an address, the smallest first; whoever has no address has none."""
    if not address:
        return ()
    ip = ipaddress.ip_address(plain(address))
    sizes = CIRCLES_6 if isinstance(ip, ipaddress.IPv6Address) else CIRCLES_4
    return tuple(str(ipaddress.ip_network((ip, size), strict=False)) for size in sizes)


@dataclass(frozen=True, slots=True)
class Payer:
    """Who is charged for something: a person, with all their programs, and the networks that they came from.

    Without an address, as in one's own house, only the person counts.
    """

    person: str = ""
    address: str = ""
    purses: tuple[str, ...] = field(init=False, compare=False)
    """The names under which is counted: the person (empty where nobody knows who it is), then wider and wider ones."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "purses", (self.person, *circles_of(self.address)))

    @property
    def source(self) -> str:
        """The source as it is logged; empty where there is none."""
        return source_of(self.address)
