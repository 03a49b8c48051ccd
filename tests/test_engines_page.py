"""engines/README.md is true: its examples run, its bytes are a record, and it leaves out no module and no field."""

import doctest
import re
from pathlib import Path

import engines
from engines.chance import LiveChance
from engines.games import find
from engines.record import LARGEST, Record, Recording, dump, load

PAGE = Path(engines.__file__).with_name("README.md")
TEXT = PAGE.read_text(encoding="utf-8")
HEX = 48
"""How many columns the bytes take, before the words beside them."""


def bytes_on_the_page() -> bytes:
    start = TEXT.index("\n94 ") + 1
    lines = TEXT[start : TEXT.index("\n```", start)].splitlines()
    return bytes.fromhex("".join(line[:HEX] for line in lines))


def test_the_examples_do_what_the_page_says() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert tried > 10
    assert failed == 0


def test_the_bytes_are_the_record_of_that_game() -> None:
    recording = Recording(find("geschenkt"), 3, {}, ["Ada", "Bo", ""], LiveChance(7))
    recording.play("pass")
    recording.hints.append(1)
    recording.play("take")
    assert bytes_on_the_page() == dump(recording.record())
    assert load(bytes_on_the_page()) == recording.record()


def test_every_field_of_a_record_has_its_row_in_order() -> None:
    table = TEXT[TEXT.index("The body is a map") : TEXT.index("An outcome is")]
    assert tuple(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == Record.__struct_fields__
    assert LARGEST == 4 * 1024 * 1024


def test_every_module_is_listed() -> None:
    modules = {path.name for path in PAGE.parent.glob("*.py")} - {"__init__.py"}
    assert modules == set(re.findall(r"^\| `(\w+\.py)` \|", TEXT, re.MULTILINE))
