"""Every row of the list of faults is proved by a test named after it, as `test_F12_...`."""

import re
from pathlib import Path

FAULTS = list(range(1, 42))
TESTS = "\n".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.rglob("test_*.py"))


def test_each_fault_has_a_test_named_after_it() -> None:
    named = [name for names in re.findall(r"def test_((?:F\d+_)+)", TESTS) for name in re.findall(r"\d+", names)]
    assert sorted(set(map(int, named))) == FAULTS
