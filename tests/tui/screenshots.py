"""Draw the pictures of the README: `make screenshots`."""

import asyncio
import tempfile
from pathlib import Path

from tests.tui.app_harness import page_of
from tests.tui.picture import svg
from tests.tui.scenes import GAMES, home, table
from tui.app import TableeApp

HERE = Path(__file__).parent / "pictures"
SIZE = (80, 24)


async def draw() -> None:
    """Write one picture for home and one for each table."""
    HERE.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        async with home(Path(folder), SIZE) as (app, _):
            _keep("home", app)
    for game in GAMES:
        with tempfile.TemporaryDirectory() as folder:
            async with table(Path(folder), game, SIZE) as (app, _):
                _keep(game, app)


def _keep(name: str, app: TableeApp) -> None:
    canvas = page_of(app).board.canvas
    if canvas is not None:
        (HERE / f"{name}.svg").write_text(svg(canvas))


if __name__ == "__main__":
    asyncio.run(draw())
