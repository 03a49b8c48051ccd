"""Which build of the engines is running."""

from engines import game


def build() -> str:
    """Say whether the engines were compiled or run as plain Python."""
    return "plain Python" if str(game.__file__).endswith(".py") else "compiled"
