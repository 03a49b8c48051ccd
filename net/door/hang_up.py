"""SIGHUP, which asks for the settings anew, or comes with the end of the terminal that a house was opened in."""

import errno
import os

GONE = (errno.EIO, errno.ENXIO)
STANDARD = (0, 1, 2)


def has_lost_terminal() -> bool:
    """Whether the window was closed in which this process was started; what is written there from now on is dropped."""
    lost = [number for number in STANDARD if _is_gone(number)]
    for number in lost:
        nowhere = os.open(os.devnull, os.O_RDWR)
        os.dup2(nowhere, number)
        os.close(nowhere)
    return STANDARD[0] in lost


def _is_gone(number: int) -> bool:
    try:
        os.tcgetpgrp(number)
    except OSError as error:
        return error.errno in GONE
    return False
