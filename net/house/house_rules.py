"""How a house does things."""

from dataclasses import dataclass


@dataclass(slots=True)
class HouseRules:
    """What the owner of a house settles, in seconds and numbers.

    In one's own house (`own`) seeds, records from files and new names are taken. `pace` is how long a bot waits after a
    move that told one thing, `hint` how long a hint may take, `news` how often the lobby is told again, and `retry` how
    soon a log that could not be written is tried again. Of `actions` apart from moves a client has so many per second,
    and a burst of them at once.
    """

    own: bool = False
    pace: float = 0.35
    hint: float = 1.0
    news: float = 0.2
    retry: float = 2.0
    tables: int = 500
    tables_each: int = 20
    actions: float = 1.0
    actions_burst: int = 30
