"""Every link in a page leads to a file of this repository, and to a heading that is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FLOORS = ("engines", "bots", "net", "tui", "tests")
PAGES = sorted([*ROOT.glob("*.md"), *(page for floor in FLOORS for page in (ROOT / floor).rglob("*.md"))])
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)")


def anchors(page: Path) -> set[str]:
    """What the headings of a page are called in a link."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    lost = []
    for path, anchor in LINK.findall(page.read_text(encoding="utf-8")):
        aim = page.parent / path if path else page
        if not aim.exists() or (anchor and anchor not in anchors(aim)):
            lost.append(f"{path}#{anchor}")
    assert lost == []
