"""What everybody may do in a house; an operator sets it in server.toml, beside the limits of the door."""

from typing import Annotated

import msgspec

MOST = 1e9

Count = Annotated[int, msgspec.Meta(ge=1, le=10**9)]
Rate = Annotated[float, msgspec.Meta(gt=0, le=MOST)]
Seconds = Annotated[float, msgspec.Meta(gt=0, le=MOST)]


class HouseLimits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one person may do with all their programs, from however many sessions.

    Everybody from one address together may do `crowd` times as much, and each wider network again so many times more.
    """

    tables: Count = 500
    """Tables open at once in the house."""
    tables_each: Count = 20
    seats_each: Count = 40
    """Seats that are held at once, at all tables."""
    actions_per_second: Rate = 1.0
    """What others see or the store keeps, apart from moves."""
    actions_burst: Count = 30
    messages_per_second: Rate = 30.0
    """Messages of a program, or lines of plain mode."""
    messages_burst: Count = 100
    talk_per_minute: Rate = 20.0
    talk_burst: Count = 6
    guesses_per_minute: Rate = 2.0
    """Codes of tables and guests that turn out to be wrong."""
    guesses_burst: Count = 10
    bot_seconds_per_minute: Rate = 20.0
    """Of bots' thinking; whoever has used more waits behind those who have used less."""
    bot_seconds_burst: Count = 60
    hint_seconds: Seconds = 1.0
    review_seconds: Seconds = 0.5
    """Of thinking for each decision in a review."""
    sessions_each: Count = 4
    """Terminals, tabs and programs of one name with which somebody may be in; one more shows the oldest out."""
    crowd: Count = 4
