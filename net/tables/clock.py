"""A table's own time."""


class TableClock:
    """Counts the seconds that a table was in use: it stands while nobody sits there, in a pause and in a closed house.

    It is fed from a clock that only runs forward, never from the time of day, and never runs back.
    """

    def __init__(self, seconds: float = 0.0) -> None:
        self._seconds = seconds
        self._since: float | None = None

    @property
    def running(self) -> bool:
        """Whether time passes at the table."""
        return self._since is not None

    def start(self, now: float) -> None:
        """Let time pass from now on."""
        if self._since is None:
            self._since = now

    def stop(self, now: float) -> None:
        """Let time stand still from now on."""
        self._seconds = self.read(now)
        self._since = None

    def read(self, now: float) -> float:
        """Return the table's time."""
        if self._since is not None and now > self._since:
            self._seconds += now - self._since
            self._since = now
        return self._seconds
