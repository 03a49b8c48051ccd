"""The page's painter and the tests' own terminal show the same cells for the bytes of whole games of every kind."""

import base64
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engines.game import Game
from net.setup import Setup
from tests.tui.terminal_emulator import Glass
from tests.web.browser import Browser
from tests.web.web_harness import page_house
from tui.draw.glyphs import BLOCKS, SIGNS

pytestmark = pytest.mark.xdist_group("browser")

CHECKS = 12
SOME = 20
DARK = ("38;2;240;236;225", "48;2;15;18;24")
PAINT = """async ([columns, rows, parts]) => {
  const { Painter } = await import("/painter.js");
  const painter = new Painter(document.createElement("canvas"), false);
  painter.resize(columns, rows, 8, 16, 1);
  return parts.map((part) => {
    painter.feed(Uint8Array.from(atob(part), (letter) => letter.charCodeAt(0)));
    return [painter.chars.join("\\n"), [...painter.inks], [...painter.grounds], [...painter.bolds]];
  });
}"""


def code(kind: int, colour: int) -> str:
    return f"{kind};2;{colour >> 16};{colour >> 8 & 255};{colour & 255}"


def painted(state: list[Any], at: int) -> tuple[str, str, str, bool]:
    """A cell of the painter as the tests' terminal has it; of a space only the ground counts."""
    chars, inks, grounds, bolds = state
    ground = code(48, grounds[at])
    char = chars[at]
    return ("", "", ground, False) if char == " " else (char, code(38, inks[at]), ground, bool(bolds[at]))


def shown(glass: Glass, y: int, x: int) -> tuple[str, str, str, bool]:
    char, ink, ground, bold = glass.cells.get((y, x), ("", "", "", False))
    return char, (ink or DARK[0]) if char else "", ground or DARK[1], bold


def split(data: bytes) -> list[bytes]:
    """Cut the bytes of a game into parts, each of whole sequences."""
    cuts = [0, *(data.rfind(b"\x1b[", 0, len(data) * part // CHECKS) for part in range(1, CHECKS)), len(data)]
    return [data[start:end] for start, end in pairwise(cuts) if end > start]


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 33)], ids=["wide", "standard", "tall"])
async def test_the_painter_agrees_cell_by_cell(
    tmp_path: Path, browser: Browser, game: Game, size: tuple[int, int]
) -> None:
    seats = min(game.seats)
    async with page_house(tmp_path) as house, browser.person() as tab:
        await house.served.have_been_here("Ada")
        bots = ("easy",) * (seats - 1)
        table = await house.served.open_table(Setup(game=game.id, seats=seats, bots=bots), "Ada")
        async with house.served.window("Ada", table, size, env={"COLORTERM": "truecolor"}) as window:
            await window.sees("Deal")
            await window.press("\r")
            if size == (80, 24):
                await window.play_to_the_end()
            else:
                await window.play(SOME)
            data = bytes(window.seen)
        await tab.open(f"{house.url}/plain")
        parts = split(data)
        states = await tab.page.evaluate(PAINT, [*size, [base64.b64encode(part).decode() for part in parts]])
    glass = Glass()
    for part, (chars, *rest) in zip(parts, states, strict=True):
        glass.write(part)
        state = [chars.split("\n"), *rest]
        cells = [(y, x) for y in range(size[1]) for x in range(size[0])]
        differ = [(y, x) for y, x in cells if painted(state, y * size[0] + x) != shown(glass, y, x)]
        assert differ == []


async def test_the_painter_draws_every_block_itself(tmp_path: Path, browser: Browser) -> None:
    """A font's own blocks leave seams between cells."""
    script = """async (signs) => {
      const { Painter } = await import("/painter.js");
      const painter = new Painter(document.createElement("canvas"), false);
      painter.resize(2, 1, 8, 16, 1);
      const texts = [];
      painter.pen.fillText = (char) => texts.push(char);
      for (const sign of signs) painter.glyph(sign, 0, 0, 0, 1);
      return texts;
    }"""
    async with page_house(tmp_path) as house, browser.person() as tab:
        await tab.open(f"{house.url}/plain")
        assert await tab.page.evaluate(script, list(BLOCKS)) == []
        assert set(await tab.page.evaluate(script, list(SIGNS))) <= {"«", "»", "∙"}
