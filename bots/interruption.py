"""A thought that is cut short: whoever waits for it asks, and the search plays what it has found so far."""

import threading

_asked = threading.Event()


def ask() -> None:
    """Let the thought of this process end as soon as it can."""
    _asked.set()


def forget() -> None:
    """Let the next thought take its time."""
    _asked.clear()


def is_asked() -> bool:
    """Whether somebody wants the answer now."""
    return _asked.is_set()
