"""The server's settings file."""

from pathlib import Path

import pytest

from net.door.settings import BadServerSettings, ServerSettings, read_settings


def refusal(tmp_path: Path, text: str) -> str:
    path = tmp_path / "server.toml"
    path.write_text(text)
    with pytest.raises(BadServerSettings) as error:
        read_settings(path)
    return str(error.value)


def test_what_a_file_leaves_out_keeps_its_default(tmp_path: Path) -> None:
    path = tmp_path / "server.toml"
    path.write_text("port = 22\n[limits]\nchannels = 2\n[patience]\nidle = 60\n")
    settings = read_settings(path)
    assert (settings.port, settings.limits.channels, settings.patience.idle) == (22, 2, 60.0)
    assert settings.limits.login_tries == ServerSettings().limits.login_tries == 6


def test_the_defaults_are_those_of_a_careful_house() -> None:
    patience = ServerSettings().patience
    assert (patience.login, patience.keepalive, patience.keepalives_missed, patience.stalled) == (20.0, 15.0, 3, 10.0)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("port = 'x'", "port: expected `int`, got `str`."),
        ("port = 70000", "port: expected `int` <= 65535."),
        ("colour = 1", "colour is not a setting."),
        ("[limits]\nchanels = 3", "limits.chanels is not a setting."),
        ("[limits]\nchannels = 0", "limits.channels: expected `int` >= 1."),
        ("[patience]\nidle = -1", "patience.idle: expected `float` > 0.0."),
        ("limits = 3", "limits: expected `object`, got `int`."),
    ],
)
def test_a_bad_value_is_one_sentence_that_names_the_key(tmp_path: Path, text: str, sentence: str) -> None:
    assert refusal(tmp_path, text) == sentence


def test_a_file_that_is_no_toml_says_where(tmp_path: Path) -> None:
    assert refusal(tmp_path, "port =").startswith("server.toml is no TOML file:")


def test_a_missing_file_says_so(tmp_path: Path) -> None:
    with pytest.raises(BadServerSettings, match=r"nothing\.toml can't be read: No such file"):
        read_settings(tmp_path / "nothing.toml")
