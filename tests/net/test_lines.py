"""Lines over a channel: cleaned, whole, and none after the end."""

import asyncio

from net.door.lines import LONGEST_LINE, MOST_LINES, ChannelLines


class Paper:
    """A channel that remembers what was written and whether the other side has to wait."""

    def __init__(self) -> None:
        self.written = b""
        self.waits = False

    def write(self, data: bytes) -> None:
        self.written += data

    def get_write_buffer_size(self) -> int:
        return 0

    def is_closing(self) -> bool:
        return False

    def close(self) -> None:
        raise AssertionError("nobody closes it here")

    def pause_reading(self) -> None:
        self.waits = True

    def resume_reading(self) -> None:
        self.waits = False


def lines_on(paper: Paper) -> ChannelLines:
    return ChannelLines(paper, lambda: 0.0)


async def test_bytes_become_clean_lines_wherever_they_are_cut() -> None:
    lines = lines_on(Paper())
    for byte in "sit Zoé\x1b[31m\nq".encode():
        lines.feed(bytes([byte]))
    lines.end_input()
    assert [await lines.read(), await lines.read(), await lines.read()] == ["sit Zoé[31m", "q", None]


async def test_a_line_without_end_is_cut() -> None:
    lines = lines_on(Paper())
    for _ in range(100):
        lines.feed(b"x" * LONGEST_LINE)
    lines.feed(b"\n")
    assert 0 < len(await lines.read() or "") <= LONGEST_LINE


async def test_whoever_sends_more_than_is_read_has_to_wait() -> None:
    paper = Paper()
    lines = lines_on(paper)
    lines.feed(b"1\n" * (MOST_LINES + 1))
    assert paper.waits
    for _ in range(MOST_LINES):
        await lines.read()
    assert not paper.waits


async def test_hanging_up_while_a_line_is_held_back_ends_the_reading() -> None:
    lines = ChannelLines(Paper(), lambda: 1.0)
    lines.feed(b"hello\n")
    reading = asyncio.create_task(lines.read())
    await asyncio.sleep(0)
    lines.hang_up()
    assert await reading is None
