"""A house that was opened in a terminal, when the terminal's window is closed."""

from pathlib import Path

import pytest

from tests.real_terminal import RealTerminal


@pytest.mark.parametrize("more", [(), ("--workers", "2")], ids=["one", "workers"])
def test_a_house_closes_with_its_terminal_and_opens_in_another_one(tmp_path: Path, more: tuple[str, ...]) -> None:
    words = ("serve", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path / "house"), *more)
    for _time in range(2):
        terminal = RealTerminal(tmp_path, *words)
        terminal.shows("Ctrl-C closes the house")
        assert terminal.close() == 0
