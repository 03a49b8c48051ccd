"""What all doors of a house share: who may come in, where they are shown to, and who is there."""

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from engines.words import N_
from net.door.admission import Admission, TurnedAway
from net.door.bans import Bans
from net.door.monitor import Monitor
from net.door.rooms import Rooms, where
from net.door.settings import ServerSettings
from net.limits.allowances import Allowances, CountedAllowances
from net.messages import Goodbye, Reason

if TYPE_CHECKING:
    from net.door.stay import Stay

IDLE = Goodbye(
    text=N_("Nothing was typed for a long time, so this session ends. Seats are kept: please come back."),
    reason=Reason.IDLE,
)
CLOSING = Goodbye(
    text=N_("The house is closing for a moment. Seats are kept: please come back soon."), reason=Reason.CLOSING
)
BANNED = Goodbye(text=N_("This house is closed to you."), reason=Reason.REFUSED)


class Entrance:
    """One house as its doors see it; every session on any of them is one of its stays."""

    def __init__(
        self,
        settings: ServerSettings,
        rooms: Rooms,
        monitor: Monitor,
        allowances: Allowances | None = None,
        bans: Bans | None = None,
    ) -> None:
        self.settings = settings
        self.rooms = rooms
        self.monitor = monitor
        self.allowances = allowances or CountedAllowances(settings.limits)
        self.bans = Bans() if bans is None else bans
        now, crowd = asyncio.get_running_loop().time(), self.allowances.crowd
        self.admission = Admission(settings.limits, now, bans=self.bans, crowd=crowd)
        self.stays: set[Stay] = set()
        self.on_adopt: list[Callable[[ServerSettings], None]] = []

    @property
    def is_full(self) -> bool:
        """Whether there is no room for another session."""
        return len(self.stays) >= self.settings.limits.sessions

    @property
    def active(self) -> "list[Stay]":
        """The sessions of those who are in a room."""
        return [stay for stay in self.stays if stay.active]

    def adopt(self, settings: ServerSettings) -> None:
        """Let new settings hold for whoever comes from now on."""
        self.settings = settings
        if self.admission.limits != settings.limits:
            self.admission.limits = settings.limits
            if isinstance(self.allowances, CountedAllowances):
                self.allowances.set(settings.limits)
        for adopt in self.on_adopt:
            adopt(settings)

    def turn_away(self, address: str, why: TurnedAway) -> None:
        """Note that somebody was not let in."""
        self.monitor.refused.labels(why.word).inc()
        if why.sentence:
            self.monitor.log.warning("turned away", source=address, why=why.word)

    def note_error(self, error: BaseException | None) -> None:
        """Write down that a connection died of an error."""
        if error is not None:
            self.monitor.log.error("connection failed", error=type(error).__name__, where=where(error))

    def is_banned(self, fingerprint: str, address: str) -> bool:
        """Whether somebody may not stay: their key or their address is banned."""
        now = time.time()
        key = self.bans.against_key(fingerprint, now) if fingerprint else None
        return key is not None or self.bans.against_address(address, now) is not None

    def show_out_banned(self) -> int:
        """Show out everybody who is in and banned; return how many sessions that ends."""
        banned = [stay for stay in self.stays if self.is_banned(stay.fingerprint, stay.address)]
        for stay in banned:
            stay.dismiss(BANNED)
        return len(banned)

    def show_out_sleepers(self, now: float) -> None:
        """Show out those who have typed nothing for long."""
        for stay in self.active:
            if now - stay.last_input > self.settings.patience.idle:
                stay.last_input = now
                stay.dismiss(IDLE)

    def show_everybody_out(self) -> None:
        """Tell everybody that the house closes."""
        for stay in self.active:
            stay.dismiss(CLOSING)
