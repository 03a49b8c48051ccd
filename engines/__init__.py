"""The rules of the four games: no I/O, no asyncio, no clocks."""
