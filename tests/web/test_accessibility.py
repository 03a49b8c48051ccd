"""axe-core finds nothing to complain about on the pages; it is fetched from npm for this test alone (see .ci/run)."""

from pathlib import Path
from typing import Any

import pytest

from tests.web.browser import DESK, MS, PHONE, Browser
from tests.web.web_harness import page_house

pytestmark = pytest.mark.xdist_group("browser")

AXE = Path(__file__).parents[2] / "build" / "axe" / "node_modules" / "axe-core" / "axe.min.js"
RUN = "async () => (await axe.run()).violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])"


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not there: npm install --prefix build/axe axe-core")
@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("device", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("path", ["/", "/plain", "/offline"])
async def test_axe_finds_no_violation(
    tmp_path: Path, browser: Browser, path: str, device: dict[str, Any], scheme: str
) -> None:
    looks = {**device, "color_scheme": scheme}
    async with page_house(tmp_path) as house, browser.person(looks, bypass_csp=True) as tab:
        await tab.open(f"{house.url}{path}")
        if path == "/":
            await tab.page.fill("#line", "Ada")
            await tab.page.press("#line", "Enter")
            await tab.offers("New table")
            await tab.page.focus("#bar button")
        elif path == "/plain":
            await tab.page.fill("#line", "Ada")
            await tab.page.press("#line", "Enter")
            await tab.page.wait_for_selector("#options button", timeout=MS)
        await tab.page.add_script_tag(path=str(AXE))
        assert await tab.page.evaluate(RUN) == []
