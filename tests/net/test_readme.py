"""net/README.md tells the truth: every message and field, every setting, every limit, every table of the database."""

import importlib
import re
import sqlite3
from functools import singledispatch
from pathlib import Path

import msgspec
import pytest
from msgspec import inspect as types

from engines.wire import Message
from net import messages as said
from net.door.settings import Limits, Patience, ServerSettings, Web
from net.house import croupier
from net.messages import company
from net.messages.daily import DailyLine
from net.setup import HouseRules, Setup
from net.sleep import Sleep
from net.store.folder import DATABASE
from net.store.nats_connection import ClusterSettings
from net.store.sqlite_store import SqliteStore
from net.store.store import FinishedGame
from net.tables.entries import AnyEntry

PAGE = (Path(croupier.__file__).parents[1] / "README.md").read_text(encoding="utf-8")
SETTINGS: dict[str, type[msgspec.Struct]] = {
    "": ServerSettings,
    "limits.": Limits,
    "patience.": Patience,
    "web.": Web,
    "cluster.": ClusterSettings,
}
PARTS = (
    said.SeatLine,
    said.TalkLine,
    said.MatchStanding,
    said.TableLine,
    said.WatchLine,
    said.DealLine,
    said.GameLine,
    said.Task,
    said.Accuracy,
    *(company.RatingLine, company.LadderLine, company.GameSheet, company.ShareLine, company.ResultLine),
    *(company.VersusLine, DailyLine, Setup, Sleep),
)


@singledispatch
def words(kind: types.Type) -> str:
    """Describe the type of a field in a few words."""
    return type(kind).__name__.removesuffix("Type").lower()


@words.register
def _(kind: types.StrType) -> str:
    return "text" if kind.max_length is None else f"text of {kind.max_length}"


@words.register
def _(kind: types.BytesType) -> str:
    return "bytes" if kind.max_length is None else f"bytes of {kind.max_length}"


@words.register
def _(kind: types.IntType) -> str:
    most = kind.le if kind.lt is None else kind.lt - 1
    if most is None:
        return "int"
    power = (most + 1).bit_length() - 1
    return f"{kind.ge} to {most}" if most < 2**20 else f"int below 2^{power}"


@words.register
def _(kind: types.EnumType) -> str:
    return " / ".join(word.value for word in kind.cls)


@words.register
def _(kind: types.UnionType) -> str:
    return " or ".join(sorted(map(words, kind.types), key=lambda word: word == "none"))


@words.register
def _(kind: types.VarTupleType) -> str:
    return f"list of {words(kind.item_type)}"


@words.register
def _(kind: types.DictType) -> str:
    return f"map of {words(kind.key_type)} to {words(kind.value_type)}"


@words.register(types.StructType)
@words.register(types.DataclassType)
def _(kind: types.StructType) -> str:
    return kind.cls.__name__


@words.register
def _(kind: types.NamedTupleType) -> str:
    return kind.cls.__name__


def field(each: types.Field) -> str:
    """Describe a field: one with a default may be left out."""
    need = "" if each.required else f" = {default(each)}"
    return f"`{each.encode_name}` {words(each.type)}{need}"


def default(each: types.Field) -> str:
    value = each.default_factory() if each.default is msgspec.NODEFAULT else each.default
    if value is None or isinstance(value, bool):
        return {None: "none", True: "yes", False: "no"}[value]
    return '""' if value == "" else str(value) if value or value == 0 else "empty"


def struct_row(struct: type[msgspec.Struct], name: str) -> str:
    """The beginning of a struct's row: its name and fields; what it means follows."""
    info = types.type_info(struct)
    assert isinstance(info, types.StructType)
    return f"| `{name}` | {', '.join(map(field, info.fields)) or 'nothing'} |"


def tag(message: type[Message]) -> str:
    return str(message.__struct_config__.tag)


ROWS = [struct_row(message, tag(message)) for message in (*said.FROM_CLIENT, *said.FROM_HOUSE)]
ROWS += [struct_row(part, part.__name__) for part in PARTS]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.split("`")[1])
def test_the_page_has_every_message_with_its_fields(row: str) -> None:
    assert row in PAGE


def section(title: str) -> str:
    """The part of the page below a heading."""
    return PAGE.partition(f"\n{title}\n")[2].partition("\n#")[0]


def first_cells(title: str) -> list[str]:
    """The names that a section's table is about."""
    return re.findall(r"^\| `([^`]+)`", section(title), re.MULTILINE)


@pytest.mark.parametrize(
    ("title", "names"),
    [
        ("### What a client says", [tag(message) for message in said.FROM_CLIENT]),
        ("### What the house says", [tag(message) for message in said.FROM_HOUSE]),
        ("### What they are made of", [part.__name__ for part in PARTS]),
    ],
)
def test_the_page_has_no_message_that_there_is_not(title: str, names: list[str]) -> None:
    assert first_cells(title) == names


def test_the_page_has_every_setting_with_its_default() -> None:
    for name, struct in SETTINGS.items():
        for each in msgspec.structs.fields(struct):
            if f"{name}{each.name}." not in SETTINGS:
                shown = {None: "none", "": '""', (): "[]"}.get(each.default, each.default)
                assert f"| `{name}{each.name}` | {shown} |" in section("## Settings of a server")
    rules = HouseRules()
    for rule in rules.__slots__:
        shown = "those of `server.toml`" if rule == "limits" else getattr(rules, rule)
        assert f"| `{rule}` | {shown} |" in section("## Rules of a house")


def test_every_limit_is_what_the_page_says_where_the_page_says() -> None:
    rows = re.findall(r"^\| [^|]+ \| ([^|]+) \| `([\w.]+)\.([A-Z_]+)` \|$", section("## Limits"), re.MULTILINE)
    assert len(rows) > 20
    for shown, module, name in rows:
        value = getattr(importlib.import_module(module), name)
        assert shown == (" by ".join(map(str, value)) if isinstance(value, tuple) else str(value)), name


async def test_the_page_has_every_table_of_the_database(tmp_path: Path) -> None:
    await (await SqliteStore.open(tmp_path)).close()
    database = sqlite3.connect(tmp_path / DATABASE)
    tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    for table in tables:
        columns = [f"`{column[1]}`" for column in database.execute(f"PRAGMA table_info({table})")]
        assert f"| `{table}` | {', '.join(columns)} |" in section("## The store")
    database.close()
    for name in FinishedGame.__struct_fields__:
        assert f"`{name}`" in section("## The store")


def test_the_page_has_every_entry_of_a_log() -> None:
    entries = [entry.__name__.lower() for entry in AnyEntry.__args__]
    assert all(f"`{entry}`" in section("## The store") for entry in entries)


def test_every_module_that_the_page_names_is_there() -> None:
    root = Path(croupier.__file__).parents[2]
    named = re.findall(r"`((?:net|engines|bots|tui)/[\w/]+\.py)`", PAGE)
    assert len(named) > 20
    assert [path for path in named if not (root / path).is_file()] == []
