"""Settings: flags over variables over the file over what is usual, and a clear line for what can't be used."""

from pathlib import Path

import pytest

from tui.commands.options import read_settings
from tui.draw.glyphs import ASCII, CONSOLE, UNICODE
from tui.language import Tongue, choose_language
from tui.look import choose_look, detect
from tui.settings import BadSettings, Settings, data_folder, load_settings, save_settings, settings_file


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tablee" / "settings.toml"


def write(file: Path, text: str) -> None:
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, "utf-8")


def test_without_anything_set_everything_is_usual(file: Path) -> None:
    assert load_settings({}, {}, file) == Settings()


@pytest.mark.parametrize(("language", "name"), [("en", "Player"), ("fr", "Joueur")])
def test_without_a_name_one_is_called_so_in_ones_language(
    file: Path, monkeypatch: pytest.MonkeyPatch, language: str, name: str
) -> None:
    monkeypatch.setenv("TABLEE_CONFIG", str(file.parent))
    monkeypatch.setenv("LOGNAME", "root")
    assert read_settings({"language": language}).name == name
    monkeypatch.setenv("LOGNAME", "ada")
    assert read_settings({"language": language}).name == "Ada"


def test_a_flag_goes_over_a_variable_over_the_file(file: Path) -> None:
    write(file, 'theme = "light"\nlevel = "easy"\npace = "slow"\n')
    settings = load_settings(
        {"theme": "blind", "level": None}, {"TABLEE_THEME": "contrast", "TABLEE_PACE": "quick"}, file
    )
    assert (settings.theme, settings.pace, settings.level) == ("blind", "quick", "easy")


@pytest.mark.parametrize(("text", "value"), [("1", True), ("no", False), ("Off", False), ("true", True)])
def test_a_switch_is_read_from_a_variable(file: Path, text: str, value: bool) -> None:
    assert load_settings({}, {"TABLEE_MOTION": text}, file).motion is value


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('theme = "purple"', "theme in"),
        ("motion = 3", "motion in"),
        ("name = 5", "name in"),
        ('colour = "red"', "colour in"),
        ("theme = ", "is no TOML file"),
        ('name = "' + "x" * 300 + '"', "name in"),
    ],
)
def test_a_broken_file_gives_one_line_that_names_the_key(file: Path, text: str, key: str) -> None:
    write(file, text)
    with pytest.raises(BadSettings) as error:
        load_settings({}, {}, file)
    assert key in str(error.value)
    assert "\n" not in str(error.value)
    assert str(file) in str(error.value)


def test_a_broken_variable_or_flag_is_named_too(file: Path) -> None:
    with pytest.raises(BadSettings, match=r"^TABLEE_THEME must be one of dark, light"):
        load_settings({}, {"TABLEE_THEME": "mauve"}, file)
    with pytest.raises(BadSettings, match=r"^TABLEE_MOTION must be true or false"):
        load_settings({}, {"TABLEE_MOTION": "perhaps"}, file)
    with pytest.raises(BadSettings, match=r"^--level must be one of beginner, easy"):
        load_settings({"level": "genius"}, {}, file)


def test_changes_are_written_and_the_rest_of_the_file_stays(file: Path) -> None:
    save_settings({"theme": "light", "motion": False}, file)
    save_settings({"theme": "dark"}, file)
    settings = load_settings({}, {}, file)
    assert (settings.theme, settings.motion) == ("dark", False)
    assert [each.name for each in file.parent.iterdir()] == ["settings.toml"]


def test_a_folder_that_takes_no_file_gives_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "tablee").write_text("in the way")
    with pytest.raises(BadSettings, match="can't be"):
        save_settings({"theme": "light"}, tmp_path / "tablee" / "settings.toml")


def test_variables_name_the_folders(tmp_path: Path) -> None:
    assert settings_file({"TABLEE_CONFIG": str(tmp_path)}) == tmp_path / "settings.toml"
    assert data_folder({"TABLEE_DATA": str(tmp_path)}) == tmp_path


def test_the_terminal_says_what_it_can_show_and_a_setting_goes_over_it() -> None:
    seen = detect({"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "fr_FR.UTF-8"})
    assert (seen.depth, seen.glyphs) == ("true", UNICODE)
    assert detect({"TERM": "xterm", "NO_COLOR": "1"}).depth == "none"
    assert detect({"TERM": "linux"}).glyphs is CONSOLE
    assert detect({"TERM": "xterm", "LANG": "C.ISO-8859-1"}).glyphs is ASCII
    assert detect({"TERM": "xterm", "LANG": "C"}).glyphs is ASCII
    assert detect({"TERM": "xterm", "LANG": "C.UTF-8"}).glyphs is UNICODE
    look = choose_look(Settings(theme="light", colours="16", characters="ascii"), seen)
    assert (look.theme, look.depth, look.glyphs) == ("light", "16", ASCII)
    assert choose_look(Settings(), seen).depth == "true"


def test_the_language_comes_from_the_setting_or_the_locale() -> None:
    assert choose_language("fr", {"LANG": "en_GB.UTF-8"}) == "fr"
    assert choose_language("auto", {"LANG": "fr_CA.UTF-8"}) == "fr"
    assert choose_language("auto", {"LANG": "de_DE.UTF-8"}) == "en"
    assert choose_language("auto", {}) == "en"


def test_a_tongue_changes_while_the_program_runs() -> None:
    tongue = Tongue("en")
    assert tongue.gettext("rules") == "rules"
    tongue.speak("fr")
    assert tongue.language == "fr"
    assert tongue.ngettext("one", "several", 2) != ""
