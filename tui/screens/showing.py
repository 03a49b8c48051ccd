"""The moments at a table that one person has still to see, one after the other; the table itself goes on meanwhile."""

from collections.abc import Sequence

from tui.tables.scene import Moment

MOST = 3


class Showing:
    """Moments in the order in which they happened; each is over after a while, or with a key."""

    def __init__(self) -> None:
        self._waiting: list[Moment] = []
        self._until = 0.0
        self._lasts = 0.0

    def add(self, moments: Sequence[Moment], now: float, lasts: float, *, hurried: bool) -> None:
        """Show these after what is shown already; who is `hurried` by a clock sees no more than one."""
        if not moments or lasts <= 0:
            return
        if not self._waiting:
            self._until = now + lasts
        self._lasts = lasts
        self._waiting = [*self._waiting, *moments][: 1 if hurried else MOST]

    def current(self, now: float) -> Moment | None:
        """What is to be seen now."""
        while self._waiting and now >= self._until:
            self._waiting.pop(0)
            self._until += self._lasts
        return self._waiting[0] if self._waiting else None

    def skip(self, now: float) -> None:
        """Go on to what comes next."""
        self._waiting = self._waiting[1:]
        self._until = now + self._lasts

    def skip_to_the_end(self, now: float) -> None:
        """Go on to where the table is by now, but past no end of a game: whoever hurries sees who has won."""
        self._waiting = [moment for moment in self._waiting[1:] if moment.view.winners]
        self._until = now + self._lasts

    def skip_all(self) -> None:
        """Forget what was still to be seen: another game has begun."""
        self._waiting = []
