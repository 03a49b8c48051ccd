"""How many connections each address and network has, here and in the other houses that are one with this one."""

from collections import Counter
from heapq import nlargest

MOST_TOLD = 200


class Crowd:
    """Counts by source: what is let in here, and what the others have told of themselves."""

    def __init__(self) -> None:
        self.here: Counter[str] = Counter()
        self._elsewhere: dict[str, dict[str, int]] = {}

    def count(self, source: str, connections: int) -> None:
        """Note that connections of a source have come, or gone."""
        self.here[source] += connections
        if not self.here[source]:
            del self.here[source]

    def elsewhere(self, source: str) -> int:
        """How many connections a source has in the other houses, as far as they have told."""
        return sum(counts.get(source, 0) for counts in self._elsewhere.values())

    def told(self) -> dict[str, int]:
        """What the others have to know: the sources with most connections."""
        return dict(nlargest(MOST_TOLD, self.here.items(), key=lambda item: item[1]))

    def hear(self, house: str, counts: dict[str, int]) -> None:
        """Take what another house tells of itself; nothing where it is gone."""
        if counts:
            self._elsewhere[house] = counts
        else:
            self._elsewhere.pop(house, None)
