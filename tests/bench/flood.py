"""A flood from one address for `tests.bench.server`: `python -m tests.bench.flood connections|keys PORT SECONDS`."""

import asyncio
import contextlib
import sys
import time

import asyncssh

AT_ONCE = 8


async def flood(port: int, seconds: float, *, exchange_keys: bool) -> int:
    """Connect again and again, and give the number of tries."""
    count, end = 0, time.perf_counter() + seconds
    while time.perf_counter() < end:
        with contextlib.suppress(OSError, asyncssh.Error):
            if exchange_keys:
                await asyncssh.get_server_host_key("127.0.0.1", port, config=None)
            else:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
        count += 1
    return count


async def main(kind: str, port: str, seconds: str) -> None:
    floods = (flood(int(port), float(seconds), exchange_keys=kind == "keys") for _ in range(AT_ONCE))
    print(sum(await asyncio.gather(*floods)))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
