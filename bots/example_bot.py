"""An example bot: plays the first legal move of any game, read PROTOCOL.md beside it.

Try it: tablee arena geschenkt --bot "exec:python bots/example_bot.py" --bot random --seats 3
"""

import os
import sys
from typing import Any

import msgpack

PROTOCOL = 1


def main() -> None:
    messages = msgpack.Unpacker()
    while data := os.read(sys.stdin.fileno(), 65536):
        messages.feed(data)
        for message in messages:
            if message["type"] == "hello" and message["protocol"] != PROTOCOL:
                sys.exit(f"This bot speaks protocol {PROTOCOL}, the table {message['protocol']}.")
            if message["type"] == "decide":
                answer = {"type": "choose", "number": message["number"], "move": choose(message)}
                sys.stdout.buffer.write(msgpack.packb(answer))
                sys.stdout.buffer.flush()
            if message["type"] == "bye":
                return


def choose(message: dict[str, Any]) -> str:
    """Decide: message["view"] is what you see, message["legal"] what you may do."""
    return str(message["legal"][0])


if __name__ == "__main__":
    main()
