"""The figures of the store, the tables and the bans, put where operators look."""

import asyncio
import os
from contextlib import suppress
from importlib import metadata
from pathlib import Path

from prometheus_client import Counter, Gauge, Info, ProcessCollector

from net.door.bans import Bans
from net.door.monitor import Monitor
from net.house.house import House
from net.store.folder import DATABASE

EVERY = 1.0


class Figures:
    """What is counted beside the door: refreshed once a second."""

    def __init__(self, monitor: Monitor, house: House, bans: Bans, folder: Path) -> None:
        registry = monitor.registry
        self._house = house
        self._folder = folder
        self._bans = bans
        self._told = house.store.tally
        self._games = Counter("tablee_games_finished", "Games finished and kept", registry=registry)
        self._failures = Counter("tablee_store_failures", "Work that could not be stored", registry=registry)
        self._commits = Counter("tablee_store_commits", "Commits", registry=registry)
        self._seconds = Counter("tablee_store_seconds", "Seconds that commits took", registry=registry)
        self._paused = Gauge("tablee_tables_paused", "Tables that stand still", registry=registry)
        self._size = Gauge("tablee_database_bytes", "Size of the database with its log", registry=registry)
        self._banned = Gauge("tablee_bans", "Bans that are kept", registry=registry)
        Info("tablee_build", "What runs", registry=registry).info({"version": metadata.version("tablee")})
        ProcessCollector(registry=registry)

    async def keep(self) -> None:
        """Refresh the figures; never ends."""
        while True:
            self.refresh()
            await asyncio.sleep(EVERY)

    def refresh(self) -> None:
        """Bring the figures up to date."""
        told, now = self._told, self._house.store.tally
        self._told = now
        self._games.inc(now.games - told.games)
        self._failures.inc(now.failures - told.failures)
        self._commits.inc(now.commits - told.commits)
        self._seconds.inc(now.seconds - told.seconds)
        self._paused.set(sum(bool(croupier.table.paused) for croupier in self._house.croupiers.values()))
        self._size.set(self._database_bytes())
        self._banned.set(len(self._bans))

    def _database_bytes(self) -> int:
        total = 0
        for suffix in ("", "-wal"):
            with suppress(OSError):
                total += os.stat(self._folder / f"{DATABASE}{suffix}").st_size
        return total
