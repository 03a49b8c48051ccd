"""The finished games of a store on NATS: a game's id is the sequence of its message, and each player's list of games
carries the count of all that they ever finished."""

import msgspec

from net.store.nats_data import NatsData, NotAsExpected, Unsure, pack, unpack
from net.store.nats_streams import KEPT, OF, hashed
from net.store.store import FinishedGame, RecordedGame, ReviewedGame, Store, StoreError, StoreTally, Tally

TRIES = 20
GAME = "kept.game."


class Line(msgspec.Struct, frozen=True, array_like=True):
    """A game in somebody's list, and how many they have finished and won with it; or one that is `gone` from it."""

    played: int
    won: int
    game: FinishedGame | None
    gone: int = 0


class NatsGames(Store):
    """The half of the store that knows finished games."""

    _data: NatsData
    _tally: StoreTally

    async def keep_game(self, kept: RecordedGame) -> int:
        game, record = kept
        subject = f"{GAME}{game.table}.{game.number}"
        try:
            id = await self._data.publish(subject, pack([game, record]), 0)
            self._tally = self._tally._replace(games=self._tally.games + 1)
        except (NotAsExpected, Unsure):
            id = (await self._data.last(KEPT, subject)).at
            if not id:
                raise StoreError("The data could not be stored (no answer came).") from None
        for identity in set(game.identities) - {""}:
            await self._list(identity, msgspec.structs.replace(game, id=id))
        return id

    async def _list(self, identity: str, game: FinishedGame) -> None:
        """Add a game to somebody's list, unless it stands there already."""
        for _ in range(TRIES):
            lines = await self._lines(identity)
            if any(line.game is not None and line.game.id == game.id for _at, line in lines):
                return
            at, before = lines[-1] if lines else (0, Line(0, 0, None))
            line = Line(before.played + 1, before.won + game.won_by(identity), game)
            if await self._add(identity, line, at):
                return
        raise StoreError("The data could not be stored (the list of games changes too fast).")

    async def _unlist(self, identity: str, game: FinishedGame) -> None:
        """Take a game off somebody's list."""
        for _ in range(TRIES):
            lines = await self._lines(identity)
            if not any(line.game is not None and line.game.id == game.id for _at, line in lines):
                return
            at, before = lines[-1]
            line = Line(before.played - 1, before.won - game.won_by(identity), None, game.id)
            if await self._add(identity, line, at):
                return
        raise StoreError("The data could not be stored (the list of games changes too fast).")

    async def strike(self, identity: str, game: FinishedGame) -> None:
        """Take a game off somebody's list, with every line that told of it or of others that were taken off."""
        await self._unlist(identity, game)
        subject = f"of.{hashed(identity)}"
        found = await self._data.each(OF, subject)
        lines = [(stored.at, unpack(stored.data, type=Line)) for stored in found]
        gone = {line.gone for _at, line in lines} - {0}
        told = [at for at, line in lines if line.game is not None and line.game.id in gone]
        for at in (*told, *(at for at, line in lines[:-1] if line.game is None)):
            await self._data.delete(OF, at)

    async def _add(self, identity: str, line: Line, at: int) -> bool:
        try:
            await self._data.publish(f"of.{hashed(identity)}", pack(line), at)
        except (NotAsExpected, Unsure):
            return False  # looked at again before another try
        return True

    async def _lines(self, identity: str) -> list[tuple[int, Line]]:
        """Read somebody's list up to its last line as the leader knows it."""
        last = await self._data.last(OF, f"of.{hashed(identity)}")
        if not last.at:
            return []
        found = [stored for stored in await self._data.each(OF, f"of.{hashed(identity)}") if stored.at <= last.at]
        if not found or found[-1].at != last.at:
            found.append(last)
        lines: list[tuple[int, Line]] = []
        for stored in found:
            line = unpack(stored.data, type=Line)
            lines = [each for each in lines if each[1].game is None or each[1].game.id != line.gone]
            lines.append((stored.at, line))
        return lines

    async def games_of(self, identity: str, most: int = 100) -> list[FinishedGame]:
        games = {line.game.id: line.game for _at, line in await self._lines(identity) if line.game is not None}
        return [games[id] for id in sorted(games, reverse=True)][:most]

    async def tally_of(self, identity: str) -> Tally:
        last = await self._data.glance(OF, f"of.{hashed(identity)}")
        line = unpack(last.data, type=Line) if last.data else Line(0, 0, None)
        return Tally(line.played, line.won)

    async def game(self, id: int) -> RecordedGame | None:
        if not 0 < id < 2**63:
            raise StoreError("There is no such number.")
        stored = await self._data.at(KEPT, id)
        if not stored.data or not stored.subject.startswith(GAME):
            return None
        amended = await self._data.glance(KEPT, f"kept.amended.{id}")
        game, record = unpack(amended.data or stored.data, type=tuple[FinishedGame, bytes])
        return RecordedGame(msgspec.structs.replace(game, id=id), record)

    async def amend_game(self, kept: RecordedGame) -> None:
        game, record = kept
        before = await self.game(game.id)
        if before is None:
            return
        await self._data.publish(f"kept.amended.{game.id}", pack([game, record]))
        for identity in set(before.game.identities) - {""}:
            await self._unlist(identity, before.game)
        for identity in set(game.identities) - {""}:
            await self._list(identity, game)

    async def keep_review(self, id: int, seat: int, review: bytes) -> None:
        await self._data.publish(f"kept.review.{id}.{seat}", review)

    async def review(self, id: int, seat: int) -> bytes | None:
        return (await self._data.glance(KEPT, f"kept.review.{id}.{seat}")).data or None

    async def reviews_of(self, identity: str, most: int = 100) -> list[ReviewedGame]:
        found = []
        for game in await self.games_of(identity):
            seat = game.identities.index(identity)
            review = await self.review(game.id, seat)
            if review is not None:
                found.append(ReviewedGame(game, seat, review))
        return found[:most]
