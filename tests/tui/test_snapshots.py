"""The main screens look as they did; after a wanted change: `pytest tests/tui/test_snapshots.py --snapshot-update`."""

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from tests.tui.scenes import GAMES, home, table
from tests.tui.screenshots import NAMES, PICTURES, picture_of

SIZES = ((80, 24), (120, 40), (40, 33))


class Svg(SingleFileSnapshotExtension):
    """One SVG file a picture."""

    _write_mode = WriteMode.TEXT
    file_extension = "svg"


@pytest.fixture
def picture(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(Svg)


async def test_home(picture: SnapshotAssertion, tmp_path: Path) -> None:
    async with home(tmp_path, (80, 24)) as (app, _):
        assert app.export_screenshot() == picture


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", GAMES)
async def test_table(picture: SnapshotAssertion, name: str, size: tuple[int, int], tmp_path: Path) -> None:
    async with table(tmp_path, name, size) as (app, _):
        assert app.export_screenshot() == picture


@pytest.mark.parametrize("key", ["l", "question_mark"])
async def test_over_the_table(picture: SnapshotAssertion, key: str, tmp_path: Path) -> None:
    async with table(tmp_path, "geschenkt", (80, 24), then=key) as (app, _):
        assert app.export_screenshot() == picture


@pytest.mark.parametrize("name", NAMES)
async def test_the_readme_shows_what_is_drawn_now(name: str, tmp_path: Path) -> None:
    assert (PICTURES / f"{name}.svg").read_text() == await picture_of(name, tmp_path), "make screenshots"
