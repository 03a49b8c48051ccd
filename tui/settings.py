"""What a person may set: flags over TABLEE_* variables over the settings file over what is usual."""

import os
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import platformdirs
import tomli_w

from tui.dates import find_zone
from tui.keymap import USUAL, is_keys

APP = "tablee"
FILE = "settings.toml"
PREFIX = "TABLEE_"
AUTO = "auto"

PACES = {"slow": 1.4, "normal": 0.8, "quick": 0.35}
"""Seconds between the moves of two bots."""

WORDS: dict[str, tuple[str, ...]] = {
    "theme": ("dark", "light", "contrast", "blind"),
    "language": (AUTO, "en", "fr"),
    "colours": (AUTO, "true", "256", "16", "none"),
    "characters": (AUTO, "unicode", "console", "ascii"),
    "pace": tuple(PACES),
    "level": ("beginner", "easy", "medium", "hard", "expert"),
}
LEARNERS = ("beginner", "easy", "medium")
"""The levels that one learns against: there the memory aid is on unless somebody switches it off."""

TRUTH = {"1": True, "yes": True, "on": True, "true": True, "0": False, "no": False, "off": False, "false": False}
LONGEST_NAME = 200


class BadSettings(ValueError):
    """A value that can't be used, with a sentence that names its key and where it stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How one person likes it. `level` is the bots' level at a new table, `memory_aid` shows what was seen before.

    `zone` is the time zone of dates, `keys` stand for those of `tui.keymap`, `lessons` says how far each lesson was
    taken (see `tui.lesson_stage`), `coach` is the table where the coach stands. `bell`, `title` and `notices` are how
    they are told what happens while they look elsewhere: a sound, the window's title, a notice on the desktop.
    """

    name: str = ""
    theme: str = "dark"
    language: str = AUTO
    colours: str = AUTO
    characters: str = AUTO
    motion: bool = True
    pace: str = "normal"
    level: str = "medium"
    memory_aid: bool = False
    keys: str = USUAL
    zone: str = AUTO
    lessons: str = ""
    coach: str = ""
    bell: bool = True
    title: bool = True
    notices: bool = True

    @property
    def seconds(self) -> float:
        """The pace of bots in seconds."""
        return PACES[self.pace]


KEYS = tuple(field.name for field in fields(Settings))
SWITCHES = tuple(field.name for field in fields(Settings) if field.type in (bool, "bool"))


def settings_file(environment: Mapping[str, str] = os.environ) -> Path:
    """The file that settings are kept in."""
    folder = environment.get(f"{PREFIX}CONFIG")
    return (Path(folder) if folder else platformdirs.user_config_path(APP)) / FILE


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder that games are kept in."""
    folder = environment.get(f"{PREFIX}DATA")
    return Path(folder) if folder else platformdirs.user_data_path(APP)


def load_settings(
    flags: Mapping[str, str | bool | None], environment: Mapping[str, str] = os.environ, file: Path | None = None
) -> Settings:
    """Put the settings together; a flag of None was not given."""
    path = file or settings_file(environment)
    values: dict[str, str | bool] = {}
    for key, value in read_file(path).items():
        values[key] = _check(key, value, f"{key} in {path}")
    for key in KEYS:
        variable = f"{PREFIX}{key.upper()}"
        if variable in environment:
            values[key] = _check(key, _from_text(key, environment[variable]), variable)
    for key, value in flags.items():
        if value is not None:
            values[key] = _check(key, value, f"--{key}")
    return Settings(**values)  # type: ignore[arg-type]  # every value was checked against its key


def with_kept(settings: Settings, kept: Mapping[str, str | bool]) -> Settings:
    """Return settings with what a house has remembered, as far as it can be used here."""
    usable: dict[str, Any] = {}
    for key, value in kept.items():
        with suppress(BadSettings):
            usable[key] = _check(key, value, key)
    return replace(settings, **usable)


def read_file(path: Path) -> dict[str, Any]:
    """Read the settings file as it is; without one nothing is set."""
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise BadSettings(f"{path} can't be read: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSettings(f"{path} is no TOML file: {error}.") from None


def save_settings(changes: Mapping[str, str | bool], file: Path | None = None) -> None:
    """Write changed values into the settings file, whole or not at all; what else it holds stays."""
    path = file or settings_file()
    values = read_file(path) | dict(changes)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}.new")
        draft.write_text(tomli_w.dumps(values), "utf-8")
        draft.replace(path)
    except OSError as error:
        raise BadSettings(f"{path} can't be written: {error.strerror}.") from None


def _from_text(key: str, text: str) -> str | bool:
    return TRUTH.get(text.strip().lower(), text) if key in SWITCHES else text


def _check(key: str, value: Any, called: str) -> str | bool:
    """Return a value that fits its key; a BadSettings says what is wrong with any other, `called` as it was given."""
    if key not in KEYS:
        raise BadSettings(f"{called} is not a setting; there are {', '.join(KEYS)}.")
    if key in SWITCHES:
        if not isinstance(value, bool):
            raise BadSettings(f"{called} must be true or false, not {value!r}.")
        return value
    if not isinstance(value, str):
        raise BadSettings(f"{called} must be a text, not {value!r}.")
    if key in WORDS and value not in WORDS[key]:
        raise BadSettings(f"{called} must be one of {', '.join(WORDS[key])}, not {value!r}.")
    if key == "zone" and value != AUTO and find_zone(value) is None:
        raise BadSettings(f"{called} must be {AUTO} or a time zone like Europe/Paris, not {value!r}.")
    if key == "keys" and not is_keys(value):
        raise BadSettings(f"{called} must be {len(USUAL)} different keys that no game needs, like {USUAL}.")
    if len(value) > LONGEST_NAME:
        raise BadSettings(f"{called} is too long.")
    return value
