"""What a session's channel and whoever talks on it need of each other."""

from collections.abc import Callable
from typing import Protocol

from net.messages import Goodbye

Speed = Callable[[], float]
"""Charges for one message and returns the seconds until it may be read."""


class Pipe(Protocol):
    """A channel's near end: bytes go out here, and what comes in can be held up."""

    def write(self, data: bytes) -> None:
        """Send bytes, or keep them until they can be sent."""

    def get_write_buffer_size(self) -> int:
        """Return the number of bytes kept."""

    def is_closing(self) -> bool:
        """Whether nothing can be sent any more."""

    def close(self) -> None:
        """Send what was kept, then close."""

    def pause_reading(self) -> None:
        """Let the other side wait."""

    def resume_reading(self) -> None:
        """Let it go on."""


class Talk(Protocol):
    """What happens on a channel: a screen, plain lines or the wire; `last_words` are written before it closes."""

    last_words: str

    def feed(self, data: bytes) -> None:
        """Take bytes that came in."""

    def end_input(self) -> None:
        """Nothing more will come in."""

    def set_stalled(self, stalled: bool) -> None:
        """Take note that the other side does not read, or reads again."""

    def dismiss(self, goodbye: Goodbye) -> None:
        """End, and say why."""

    def hang_up(self) -> None:
        """End: the other side is gone."""
