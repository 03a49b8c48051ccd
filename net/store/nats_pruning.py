"""Lets go of what is old in the streams: finished games, and the logs of closed tables of which no game is left."""

from itertools import groupby

from net.store.ledger import Pruned
from net.store.nats_data import NatsData
from net.store.nats_games import GAME, NatsGames
from net.store.nats_streams import KEPT, SHARDS, log_stream
from net.store.store import FinishedGame


class Pruning:
    """One round: all games that ended before a time of day.

    The last game of a table that still stands is kept: the table would bring it back as a new one. Of a closed table
    something is left, so that its code is never given again.
    """

    def __init__(self, data: NatsData, store: NatsGames, before: float) -> None:
        self._data = data
        self._store = store
        self._before = before
        self._pruned = Pruned(0, 0)

    async def run(self) -> Pruned:
        """Let go of it all, and return how much that was."""
        names = sorted(_name(subject) for subject in await self._data.subjects(KEPT, f"{GAME}*.*"))
        kept = set()
        for table, numbered in groupby(names, key=lambda name: name[0]):
            if await self._prune_table(table, [number for _table, number in numbered]):
                kept.add(table)
        for shard in range(SHARDS):
            for subject, messages in (await self._data.counts(log_stream(shard), f"log.{shard}.*")).items():
                table = subject.rpartition(".")[2]
                if messages > 1 and table not in kept:
                    await self._prune_log(table)
        return self._pruned

    async def _prune_table(self, table: str, numbers: list[int]) -> bool:
        """Let go of a table's old games; return whether it still has one."""
        left = len(numbers)
        end = await self._store.last(table)
        stands = end is not None and not end.closed
        for number in numbers[:-1] if stands else numbers:
            stored = await self._data.glance(KEPT, f"{GAME}{table}.{number}")
            kept = await self._store.game(stored.at) if stored.data else None
            if kept is not None and kept.game.finished < self._before:
                await self._let_go(kept.game)
                left -= 1
        return left > 0

    async def _let_go(self, game: FinishedGame) -> None:
        for identity in set(game.identities) - {""}:
            await self._store.strike(identity, game)
        for subject in (f"kept.review.{game.id}.*", f"kept.amended.{game.id}", f"{GAME}{game.table}.{game.number}"):
            await self._data.purge(KEPT, subject, keep=0)
        self._pruned = self._pruned._replace(games=self._pruned.games + 1)

    async def _prune_log(self, table: str) -> None:
        end = await self._store.last(table)
        if end is not None and end.closed:
            entries = len(await self._store.read(table))
            await self._store.let_go(table)
            self._pruned = self._pruned._replace(entries=self._pruned.entries + entries)


def _name(subject: str) -> tuple[str, int]:
    table, number = subject.removeprefix(GAME).split(".")
    return table, int(number)
