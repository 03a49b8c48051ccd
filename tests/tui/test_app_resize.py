"""Windows that change their size while other things happen."""

from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.geometry import Size

from tests.tui.app_harness import at_home, page_of, until

MOST = 50


async def test_F23_two_sizes_in_the_queue_of_a_screen_come_to_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_home(tmp_path, size=(80, 24)) as (app, pilot):
        page = page_of(app)
        taken: list[Size] = []
        after_refresh = page.call_after_refresh

        def count(*callback: Any) -> bool:
            taken.append(page.size)
            assert len(taken) < MOST, "the screen answers one size with the other for ever"
            return after_refresh(*callback)

        monkeypatch.setattr(page, "call_after_refresh", count)
        for size in (Size(100, 30), Size(80, 24), Size(90, 28), Size(80, 24)):
            page.post_message(events.Resize(size, size))
            page.call_later(lambda: None)
        await pilot.pause(0.1)
        await until(pilot, lambda: page.size == (80, 24))
        assert app.is_running
