"""The rules of the games and their words: no I/O, no asyncio, no clocks."""
