"""Who came in at the other nodes, session by session: one house counts its people together."""

from typing import NamedTuple


class Stamp(NamedTuple):
    """When somebody came in, by the time of day there; of two who came at once the `nonce` decides."""

    at: float = 0.0
    nonce: str = ""


Told = dict[str, list[Stamp]]
"""The sessions at one node, by identity."""


class Sessions:
    """What the other nodes have told of who is in there; empty in a house that is alone."""

    def __init__(self) -> None:
        self._at: dict[str, dict[str, set[Stamp]]] = {}

    def __contains__(self, identity: object) -> bool:
        return any(identity in told for told in self._at.values())

    def of(self, identity: str) -> list[Stamp]:
        """When somebody came in elsewhere, once for each session."""
        return [stamp for told in self._at.values() for stamp in told.get(identity, ())]

    def came(self, node: str, identity: str, stamp: Stamp) -> None:
        """Somebody has come in at a node."""
        self._at.setdefault(node, {}).setdefault(identity, set()).add(stamp)

    def went(self, node: str, identity: str, stamp: Stamp) -> None:
        """A session has ended at a node."""
        told = self._at.get(node, {})
        stamps = told.get(identity, set())
        stamps.discard(stamp)
        if not stamps:
            told.pop(identity, None)

    def tell(self, node: str, told: Told) -> set[str]:
        """Take in all who are in at a node, whatever was missed before; return for whom that is news."""
        before = self._at.get(node, {})
        now = {identity: set(stamps) for identity, stamps in told.items()}
        self._at[node] = now
        return {identity for identity in before.keys() | now.keys() if before.get(identity) != now.get(identity)}

    def forget(self, node: str) -> set[str]:
        """A node is gone; return who was in there."""
        return set(self._at.pop(node, {}))
