"""Keeps the finished games of one table, and lets them count for the ladder."""

import asyncio
import logging
from collections.abc import Callable

import msgspec

from net.house.daily import count
from net.house.rated import settle_ratings
from net.messages.company import RatingLine
from net.setup import HouseRules
from net.store.store import FinishedGame, RecordedGame, Store, StoreError

logger = logging.getLogger(__name__)


class Keeper:
    """What is not kept yet is tried until it is, then `kept` is called; a table lets no other game begin before.

    `last` is the game that was kept last, `rated` what it made of everybody's rating.
    """

    def __init__(self, store: Store, rules: HouseRules, code: str, kept: Callable[[], None]) -> None:
        self.last: FinishedGame | None = None
        self.rated: tuple[RatingLine | None, ...] = ()
        self._store = store
        self._rules = rules
        self._code = code
        self._kept = kept
        self._waiting: list[RecordedGame] = []
        self._lock = asyncio.Lock()
        self._later: asyncio.Task[None] | None = None

    @property
    def is_done(self) -> bool:
        """Whether everything is kept."""
        return not self._waiting

    def add(self, finished: RecordedGame) -> None:
        """Take a finished game, which may be kept already."""
        self._waiting.append(finished)

    async def keep(self) -> bool:
        """Keep what is finished; where that fails it is tried again soon, or by whoever brings the table back."""
        async with self._lock:
            while self._waiting:
                try:
                    number = await self._store.keep_game(self._waiting[0])
                except StoreError as error:
                    logger.error("record can't be stored", extra={"table": self._code, "why": str(error)})
                    self._keep_later()
                    break
                self.last = msgspec.structs.replace(self._waiting.pop(0).game, id=number)
                await self._rate(self.last)
                await self._count_daily(self.last)
        return self.is_done

    def stop(self) -> None:
        """Try no more."""
        if self._later is not None:
            self._later.cancel()

    def _keep_later(self) -> None:
        if self._later is None:
            self._later = asyncio.create_task(self._keep_again())

    async def _keep_again(self) -> None:
        await asyncio.sleep(self._rules.retry)
        self._later = None
        if await self.keep():
            self._kept()

    async def _rate(self, game: FinishedGame) -> None:
        """Let a game count for the ladder; one that can't be rated now stays unrated."""
        self.rated = ()
        if not self._rules.own:
            try:
                self.rated = await settle_ratings(self._store, game)
            except StoreError as error:
                logger.error("game can't be rated", extra={"table": self._code, "why": str(error)})

    async def _count_daily(self, game: FinishedGame) -> None:
        """Let a daily count; one that can't be noted now is when its table is brought back."""
        try:
            await count(self._store, game)
        except StoreError as error:
            logger.error("daily can't be counted", extra={"table": self._code, "why": str(error)})
