"""Python imports this before anything else where its folder is on the path: see tests.games.child_environment."""

from tests.games import plug_in

plug_in()
