"""Who may not come in: asked at the door for an address, and after a login for a key."""

import ipaddress
from collections.abc import Iterable

from net.store.ledger import Ban

KEY = "SHA256:"


class BadSubject(ValueError):
    """Nothing that could be banned, with a sentence that says so."""


class Bans:
    """The bans that hold, in memory: the door must answer at once."""

    def __init__(self, bans: Iterable[Ban] = ()) -> None:
        self._bans = {ban.subject: ban for ban in bans}
        self._networks: dict[str, ipaddress.IPv4Network | ipaddress.IPv6Network] = {}
        self._find_networks()

    def __len__(self) -> int:
        return len(self._bans)

    def add(self, ban: Ban) -> None:
        """Let a ban hold from now on."""
        self._bans[ban.subject] = ban
        self._find_networks()

    def replace(self, bans: Iterable[Ban]) -> None:
        """Let these bans hold and no others."""
        self._bans = {ban.subject: ban for ban in bans}
        self._find_networks()

    def remove(self, subject: str) -> bool:
        """Lift a ban; False where there is none."""
        found = self._bans.pop(subject, None) is not None
        self._find_networks()
        return found

    def holding(self, now: float) -> list[Ban]:
        """List the bans that have not ended."""
        return [ban for ban in self._bans.values() if ban.until is None or ban.until > now]

    def against_address(self, address: str, now: float) -> Ban | None:
        """Find the ban that keeps an address out at this time of day."""
        ip = ipaddress.ip_address(address)
        found = (self._bans[subject] for subject, network in self._networks.items() if ip in network)
        return next((ban for ban in found if ban.until is None or ban.until > now), None)

    def against_key(self, fingerprint: str, now: float) -> Ban | None:
        """Find the ban that keeps a key out."""
        ban = self._bans.get(fingerprint)
        return ban if ban is not None and (ban.until is None or ban.until > now) else None

    def _find_networks(self) -> None:
        self._networks = {
            subject: ipaddress.ip_network(subject) for subject in self._bans if not subject.startswith(KEY)
        }


def subject_of(words: str) -> str:
    """Read what shall be banned: a key's fingerprint, an address, or a network; raise BadSubject for anything else."""
    if words.startswith(KEY):
        return words
    try:
        network = ipaddress.ip_network(words, strict=False)
    except ValueError:
        raise BadSubject(f"{words} is no fingerprint (SHA256:...), address or network.") from None
    return str(network.network_address) if network.num_addresses == 1 else str(network)
