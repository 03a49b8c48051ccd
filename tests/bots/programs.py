"""Programs that play as bots, for tests that let them misbehave."""

# What every such program begins with: `listen` yields the messages, `answer` sends a move.
POLITE = """
import os, sys, time, msgpack
messages = msgpack.Unpacker()
def listen():
    while data := os.read(0, 65536):
        messages.feed(data)
        yield from messages
    sys.exit()
def answer(message, move):
    os.write(1, msgpack.packb({"type": "choose", "number": message["number"], "move": move}))
"""
