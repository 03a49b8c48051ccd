"""Any bot of any installed Tablée as a program for `exec:`, to let one version play against another.

Run it with the Python that the other version is installed for:

    tablee arena geschenkt --bot expert --bot "exec:OLD/bin/python bots/training/player.py expert 0.2s" --seats 3

It stands alone: it asks that version for nothing but its bots, its games and its wire, as they have been from the
beginning. The budget is optional; without one the bot takes the seconds that the arena grants.
"""

import os
import sys

import msgpack

from bots.bot import Budget, Decision
from bots.levels import make_bot
from engines.games import find
from engines.view import Turn
from engines.wire import view_from_wire


def main() -> None:
    """Play until the table says goodbye."""
    name = sys.argv[1] if len(sys.argv) > 1 else "expert"
    wish = Budget.parse(sys.argv[2]) if len(sys.argv) > 2 else None
    messages = msgpack.Unpacker()
    rules = bot = None
    while data := os.read(sys.stdin.fileno(), 1 << 20):
        messages.feed(data)
        for message in messages:
            if message["type"] == "hello":
                rules = find(message["game"])
                bot = make_bot(name, rules)
            elif message["type"] == "decide" and rules is not None and bot is not None:
                history = tuple(Turn(turn["seat"], turn["move"], tuple(turn["shown"])) for turn in message["history"])
                view = view_from_wire(rules, message["view"])
                decision = Decision(rules.id, view, history, tuple(message["legal"]))
                # A little is left for the pipe, or the arena would count the answer as late.
                budget = wish or Budget(seconds=message["seconds"] * 0.97)
                move = bot.choose(decision, budget, message["number"]).move
                answer = {"type": "choose", "number": message["number"], "move": move}
                sys.stdout.buffer.write(msgpack.packb(answer))
                sys.stdout.buffer.flush()
            elif message["type"] == "bye":
                return


if __name__ == "__main__":
    main()
