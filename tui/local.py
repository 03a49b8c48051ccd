"""One's own house: the same one that serves many people, in this process, with a store in the user's data folder."""

import asyncio
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from net.link import Link, memory_link
from net.setup import HouseRules
from tui.settings import Settings, data_folder
from tui.words import _

if TYPE_CHECKING:
    from bots.pool import Pool
    from net.house.croupier import Thinker
    from net.house.house import House
    from net.store.store import Store

IDENTITY = "local"


class LocalHouse:
    """A house for one person.

    Its link takes messages at once; the house itself opens later, so that the first picture does not wait for the
    store and the bots. `thinker` replaces the pool of worker processes.
    """

    def __init__(self, settings: Settings, folder: Path | None = None, thinker: "Thinker | None" = None) -> None:
        self._near, self.link = memory_link()
        self._settings = settings
        self._folder = folder or data_folder()
        self._thinker = thinker
        self._pool: Pool | None = None
        self._house: House | None = None
        self._store: Store | None = None
        self._spare: tempfile.TemporaryDirectory[str] | None = None
        self._served: list[asyncio.Task[None]] = []

    async def open(self) -> str:
        """Open the store and the house; return a sentence where the games can't be kept."""
        from net.house.house import House  # noqa: PLC0415 - the first picture comes before all this

        sentence = await self._open_store()
        rules = HouseRules(own=True, pace=self._settings.seconds)
        self._house = House(self._the_store, self._thinker or self._open_pool(), rules)
        await self._house.open()
        self._serve(self._near)
        return sentence

    @property
    def keeps(self) -> bool:
        """Whether games outlast the program."""
        return self._spare is None

    @property
    def _the_store(self) -> "Store":
        if self._store is None:
            raise RuntimeError("The house is not open.")
        return self._store

    async def _open_store(self) -> str:
        from net.store.sqlite_store import SqliteStore  # noqa: PLC0415
        from net.store.store import InUse, StoreError  # noqa: PLC0415

        try:
            self._store = await SqliteStore.open(self._folder)
        except StoreError as error:
            self._spare = tempfile.TemporaryDirectory(prefix="tablee-")
            self._store = await SqliteStore.open(Path(self._spare.name))
            why = _("Another Tablée is open and has your games.") if isinstance(error, InUse) else str(error)
            words = _("This time games are not kept.")
            return f"{why} {words}"
        if self._store.set_aside is not None:
            words = _("The games of before could not be read; they were set aside as {file}.")
            return words.format(file=self._store.set_aside.name)
        return ""

    def _open_pool(self) -> "Pool":
        from bots.pool import Pool  # noqa: PLC0415

        self._pool = Pool()
        self._pool.open()
        return self._pool

    def _serve(self, near: Link) -> None:
        if self._house is not None:
            self._served.append(asyncio.create_task(self._house.serve(near, IDENTITY)))

    def set_pace(self, seconds: float) -> None:
        """Let the bots play faster or slower from now on."""
        if self._house is not None:
            self._house.rules.pace = seconds

    async def close(self) -> None:
        """Close the house with everything stored, and end the bots."""
        if self._house is not None:
            await self._house.close()
        self.link.close()
        await asyncio.gather(*self._served, return_exceptions=True)
        if self._pool is not None:
            await self._pool.close()
        if self._store is not None:
            await self._store.close()
        if self._spare is not None:
            with suppress(OSError):
                self._spare.cleanup()
