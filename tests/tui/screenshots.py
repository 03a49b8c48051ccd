"""Draw the pictures of the README, in tui/pictures: `make screenshots`."""

import asyncio
import tempfile
from pathlib import Path

from tests.tui.app_harness import page_of
from tests.tui.scenes import GAMES, home, table
from tui.draw.picture import svg

PICTURES = Path(__file__).parents[2] / "tui" / "pictures"
SIZE = (80, 24)
HOME = "home"
NAMES = (HOME, *GAMES)


async def picture_of(name: str, folder: Path) -> str:
    """Draw home or a game's table."""
    scene = home(folder, SIZE) if name == HOME else table(folder, name, SIZE)
    async with scene as (app, _):
        canvas = page_of(app).board.canvas
        assert canvas is not None
        return svg(canvas)


async def draw() -> None:
    """Write one picture for home and one for each table."""
    PICTURES.mkdir(exist_ok=True)
    for name in NAMES:
        with tempfile.TemporaryDirectory() as folder:
            (PICTURES / f"{name}.svg").write_text(await picture_of(name, Path(folder)))


if __name__ == "__main__":
    asyncio.run(draw())
