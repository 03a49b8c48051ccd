"""A worker process from the inside: jobs come in on stdin as pickles, answers go out on stdout.

Both ends are this program, so a pickle is safe here; anything from outside goes through engines.wire instead.
"""

import gc
import os
import pickle
import signal
import struct
import sys
import threading
from collections.abc import Callable
from importlib import import_module
from queue import SimpleQueue
from types import FrameType
from typing import Any

from bots import interruption

# A pickle of a job or an answer goes over a pipe behind its length.
LENGTH = struct.Struct(">I")

# What is no pickle: the job that runs shall come to an end.
INTERRUPT = b"now"

# What takes long to import is imported before the first job comes.
WARM = ("bots.levels", "bots.contest")


def packed(value: Any) -> bytes:
    """Pack a value as it goes over the pipe."""
    return framed(pickle.dumps(value, pickle.HIGHEST_PROTOCOL))


def framed(body: bytes) -> bytes:
    """Put the length before some bytes."""
    return LENGTH.pack(len(body)) + body


def main() -> None:
    """Do jobs until the parent closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    os.nice(int(sys.argv[1]))
    answers = _take_stdout()
    jobs: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(jobs, threading.get_ident()), daemon=True).start()
    for module in WARM:
        import_module(module)
    gc.collect()
    gc.freeze()
    gc.disable()
    _write(answers, packed((True, None)))
    while job := jobs.get():
        _write(answers, packed(_do(job)))
        gc.collect()


def _leave(_number: int, _frame: FrameType | None) -> None:
    # Leaving as by sys.exit lets a bot end the program it runs.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise SystemExit


def _take_stdout() -> int:
    """Keep stdout for answers; whatever prints goes to stderr."""
    answers = os.dup(1)
    os.dup2(2, 1)
    return answers


def _listen(jobs: "SimpleQueue[bytes]", main_thread: int) -> None:
    """Hear the parent even while a job runs: when the pipe closes, nobody waits for the answer any more."""
    while True:
        length = _read(LENGTH.size)
        body = _read(LENGTH.unpack(length)[0]) if length else b""
        if not body:
            # The queue wakes a worker that waits, the signal interrupts one that thinks.
            jobs.put(b"")
            signal.pthread_kill(main_thread, signal.SIGTERM)
            return
        if body == INTERRUPT:
            interruption.ask()
        else:
            interruption.forget()
            jobs.put(body)


def _read(size: int) -> bytes:
    """Read so many bytes, or none at the end of the pipe."""
    data = bytearray()
    while len(data) < size:
        piece = os.read(0, size - len(data))
        if not piece:
            return b""
        data += piece
    return bytes(data)


def _write(out: int, data: bytes) -> None:
    while data:
        data = data[os.write(out, data) :]


def _do(job: bytes) -> tuple[bool, Any]:
    """Do one job: its answer, or the sentence that says what went wrong."""
    try:
        function: Callable[..., Any]
        function, arguments = pickle.loads(job)
        return True, function(*arguments)
    except Exception as error:  # whatever a bot does wrong, the next job finds the worker ready
        return False, f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    main()
