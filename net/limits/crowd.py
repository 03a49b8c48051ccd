"""How many connections each address and network has, here and in the other houses that are one with this one."""

from collections import Counter
from heapq import nlargest
from typing import NamedTuple

MOST_TOLD = 200
EVERYBODY = "all"


class Count(NamedTuple):
    """The connections of a source, and how many of them have not logged in."""

    connections: int = 0
    strangers: int = 0


class Crowd:
    """Counts by source: what is let in here, and what the others have told of themselves."""

    def __init__(self) -> None:
        self._connections: Counter[str] = Counter()
        self._strangers: Counter[str] = Counter()
        self._elsewhere: dict[str, dict[str, Count]] = {}
        self._told: dict[str, Count] | None = None

    @property
    def houses(self) -> int:
        """How many houses are one, this one among them."""
        return 1 + len(self._elsewhere)

    def count(self, source: str, connections: int, strangers: int = 0) -> None:
        """Note that connections of a source, or of everybody, have come, or gone, or are no strangers any more."""
        self._connections[source] += connections
        self._strangers[source] += strangers
        self._told = None
        if not self._connections[source]:
            del self._connections[source], self._strangers[source]

    def elsewhere(self, source: str) -> Count:
        """How many connections a source has in the other houses, as far as they have told."""
        counts = [told[source] for told in self._elsewhere.values() if source in told]
        return Count(sum(count.connections for count in counts), sum(count.strangers for count in counts))

    def told(self) -> dict[str, Count]:
        """What the others have to know: the sources with most connections, and everybody."""
        if self._told is None:
            most = nlargest(MOST_TOLD, self._connections.items(), key=lambda item: item[1])
            self._told = {source: Count(number, self._strangers[source]) for source, number in most}
        return self._told

    def hear(self, house: str, counts: dict[str, Count]) -> None:
        """Take what another house tells of itself."""
        self._elsewhere[house] = counts

    def forget(self, house: str) -> None:
        """Another house is gone."""
        self._elsewhere.pop(house, None)
