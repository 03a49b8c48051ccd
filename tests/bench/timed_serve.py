"""`tablee serve` that times one address's keys in its own CPU time, which no other program can lengthen.

For `tests.bench.one_address`: after SIGUSR1 it prints, in milliseconds, how long each key of BYSTANDER took since the
last time, from the earliest moment at which it can have come (when the loop looked before) until its frame was sent.
"""

import json
import selectors
import signal
import sys
import time
from typing import Any, cast

from net.door.screen import Terminal
from net.ssh.connection import Connection
from net.ssh.sessions import Session
from tui.cli import main

BYSTANDER = "127.1.0.1"


class Stopwatch:
    """Sees when the loop looks, when keys come and when frames go."""

    def __init__(self) -> None:
        self._looked = 0.0
        self._socket = -1
        self._came: float | None = None
        self._fed = False
        self._took: list[float] = []
        self._watch_the_loop()
        self._watch_screens()
        self._watch_sockets()
        signal.signal(signal.SIGUSR1, lambda *_: self._tell())

    def _watch_the_loop(self) -> None:
        select = selectors.EpollSelector.select

        def look(selector: selectors.EpollSelector, timeout: float | None = None) -> Any:
            ready = select(selector, timeout)
            if self._came is None and any(key.fd == self._socket for key, _ in ready):
                self._came = self._looked
            self._looked = time.thread_time()
            return ready

        selectors.EpollSelector.select = look  # type: ignore[assignment, method-assign]

    def _watch_screens(self) -> None:
        feed, sent_frame = Terminal.feed, Terminal.sent_frame

        def see_key(terminal: Terminal, data: bytes) -> None:
            if terminal.caller.address == BYSTANDER:
                session = cast(Session, terminal._write.__self__)  # type: ignore[attr-defined]
                self._socket = session._connection.get_extra_info("socket").fileno()
                self._fed = True
            feed(terminal, data)

        def see_frame(terminal: Terminal) -> None:
            sent_frame(terminal)
            if terminal.caller.address == BYSTANDER and self._fed and self._came is not None:
                self._took.append(1000 * (time.thread_time() - self._came))
                self._came, self._fed = None, False

        Terminal.feed, Terminal.sent_frame = see_key, see_frame  # type: ignore[assignment, method-assign]

    def _watch_sockets(self) -> None:
        receive = Connection.data_received

        def see_data(connection: Connection, data: bytes, datatype: int | None = None) -> None:
            receive(connection, data, datatype)
            if connection.visit.address == BYSTANDER and not self._fed:
                self._came = None  # it was no key

        Connection.data_received = see_data  # type: ignore[assignment, method-assign]

    def _tell(self) -> None:
        sys.stdout.write(f"{json.dumps(self._took)}\n")
        sys.stdout.flush()
        self._took.clear()


if __name__ == "__main__":
    Stopwatch()
    main()
