"""Golden playthroughs: a recorded game of each kind, told in full, must be told the same for ever.

After a wanted change of rules, views or words: `python -m tests.playthroughs.tell` writes
them anew; read the difference.
"""

from pathlib import Path

import pytest

from tests.playthroughs.tell import HERE, golden_names, tell

pytestmark = pytest.mark.plugged_in

GOLDEN = sorted(HERE.glob("*.tablee"))


def test_no_game_or_variant_lacks_a_playthrough() -> None:
    assert {path.stem for path in GOLDEN} == set(golden_names())


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_game_is_told_as_before(path: Path) -> None:
    assert tell(path) == path.with_suffix(".txt").read_text()
