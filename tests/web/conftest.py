"""The browser of the tests: one Chromium for a process of tests."""

from collections.abc import AsyncIterator, Iterator

import pytest

from tests.web.browser import CHROMIUM, Browser, chromium_process, steer


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in one line that the browser's tests were left out."""
    if not CHROMIUM:
        terminalreporter.write_line(
            "The tests in a browser were left out: no Chromium is installed (Debian: chromium)."
        )


@pytest.fixture(scope="session")
def chromium() -> Iterator[str]:
    """Where Chromium is steered; tests that need it are left out where there is none."""
    if not CHROMIUM:
        pytest.skip("no Chromium is installed")
    with chromium_process() as address:
        yield address


@pytest.fixture
async def browser(chromium: str) -> AsyncIterator[Browser]:
    """Chromium, ready for people."""
    async with steer(chromium) as found:
        yield found
