"""Every fault of FAULTS.md is shown by tests named after it, as `test_F12_...`, in the modules that its row names."""

import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROW = re.compile(r"^\| (\d+) \| (.+) \| (.+) \| (.+) \|$", re.MULTILINE)
ROWS = {int(number): cells for number, *cells in ROW.findall((HERE / "FAULTS.md").read_text(encoding="utf-8"))}
FOUND = re.compile(r"^\| (.+) \| `(\S+\.py)` \| `(test_\w+)` \|$", re.MULTILINE)


def modules_by_fault() -> dict[int, set[str]]:
    """Collect the modules that hold tests named after each fault."""
    found: dict[int, set[str]] = {}
    for path in HERE.rglob("test_*.py"):
        for faults in re.findall(r"def test_((?:F\d+_)+)", path.read_text(encoding="utf-8")):
            for number in re.findall(r"\d+", faults):
                found.setdefault(int(number), set()).add(path.relative_to(HERE).as_posix())
    return found


MODULES = modules_by_fault()


def test_the_faults_are_numbered_without_a_gap_and_each_test_is_about_one_of_them() -> None:
    assert list(ROWS) == list(range(1, len(ROWS) + 1))
    assert set(MODULES) <= set(ROWS)


@pytest.mark.parametrize("number", ROWS)
def test_each_fault_names_the_modules_that_show_it(number: int) -> None:
    _fault, _must_happen, shown_in = ROWS[number]
    assert set(re.findall(r"`([^`]+)`", shown_in)) == MODULES.get(number, set()) != set()


@pytest.mark.parametrize(
    ("wrong", "module", "test"), FOUND.findall((HERE / "FAULTS.md").read_text(encoding="utf-8")), ids=str
)
def test_what_was_found_wrong_is_shown_by_a_test_that_is_there(wrong: str, module: str, test: str) -> None:
    assert f"def {test}(" in (HERE / module).read_text(encoding="utf-8"), wrong
