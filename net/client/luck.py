"""What a client adds to the luck of each deal, by itself, so that no house can choose the cards alone."""

import secrets

from engines.promise import pledge_of
from net.messages import AddLuck, Pledge, Update

BYTES = 16


class OwnLuck:
    """Random bytes for one promised deal after the other: pledged at once, and shown when the house asks for them."""

    def __init__(self) -> None:
        self._about: tuple[bytes, int] | None = None
        self._data = b""

    def answer(self, update: Update) -> Pledge | AddLuck | None:
        """What is to be said to an Update of a table where we have a seat."""
        promise, seat = update.promise, update.seat
        if promise is None or seat is None:
            return None
        if self._about != (promise.promise, seat):
            self._about, self._data = (promise.promise, seat), secrets.token_bytes(BYTES)
            if seat in promise.pledged or promise.asked:
                return None
            return Pledge(deal=promise.number, digest=pledge_of(promise.promise, seat, self._data))
        if promise.asked and seat in promise.pledged and seat not in promise.added:
            return AddLuck(deal=promise.number, data=self._data)
        return None
