"""The real program in a real terminal, killed in the middle of a game."""

from pathlib import Path

from tests.real_terminal import RealTerminal


def test_F1_after_a_kill_home_offers_to_go_on_with_nothing_lost(tmp_path: Path) -> None:
    game = RealTerminal(
        tmp_path, "play", "geschenkt", "--seats", "3", "--level", "easy", "--seed", "1", "--name", "Ada"
    )
    game.shows("YOUR TURN")
    game.shows("+1 point, 10 chips left")
    game.press("2")
    game.shows("+1 point, 9 chips left")
    game.kill()
    home = RealTerminal(tmp_path, "--name", "Ada")
    home.shows("resume")
    home.press("r")
    home.shows("+1 point, 9 chips left")
    home.press("q")
    home.shows("past games")
    home.press("q")
    assert home.leaves() == 0
