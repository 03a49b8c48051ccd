"""A process that does not outlive the one that started it."""

import asyncio
import ctypes
import os
import signal
import sys
import threading
import time
from asyncio.subprocess import Process
from collections.abc import Sequence
from typing import IO

PR_SET_PDEATHSIG = 1


async def start(
    words: Sequence[str],
    *,
    stdin: int | None = None,
    stdout: int | IO[bytes] | None = None,
    stderr: int | IO[bytes] | None = None,
    sockets: Sequence[int] = (),
) -> Process:
    """Start a command in a session of its own, so that Ctrl-C reaches only whoever passes it on in order."""
    return await asyncio.create_subprocess_exec(
        *words,
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        pass_fds=sockets,
        start_new_session=True,
        preexec_fn=_die_with_parent if sys.platform == "linux" else None,
    )


async def stop(process: Process, patience: float) -> int:
    """Ask a process to end, make it end where it takes too long, and return its exit code."""
    if process.returncode is None:
        process.terminate()
        try:
            return await asyncio.wait_for(process.wait(), patience)
        except TimeoutError:
            process.kill()
    return await process.wait()


def end_with_parent(pipe: int, patience: float) -> None:
    """Let this process end once the other end of a pipe is closed, which only its parent holds: in order, and where
    that takes longer than so many seconds by force, as the parent would have done.

    A thread waits there, so neither a start that hangs nor a loop that stands still outlives the parent.
    """

    def wait() -> None:
        while os.read(pipe, 1):
            pass
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(patience)
        os.kill(os.getpid(), signal.SIGKILL)

    threading.Thread(target=wait, name="parent", daemon=True).start()


def _die_with_parent() -> None:
    """Be asked to end when the parent ends, however it does; it may have ended already."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() == 1:
        os.kill(os.getpid(), signal.SIGTERM)
