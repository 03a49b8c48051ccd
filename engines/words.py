"""Sentences with blanks: written once in English, filled in wherever a person reads them.

A template is also the key under which its translation is found. Its blanks say what they hold:
`{card:card}` a card, `{victim:seat}` a player's name, `{chips:chip|chips}` a counted noun, `{limit}` a number,
`{build:pile}` and `{helper:helper}` one of the piles on the table or before a player.
"""

import string
from collections.abc import Callable, Mapping, Sequence
from typing import Any

Args = Mapping[str, int]


def N_(template: str) -> str:
    """Mark a template for translation; the reader's language is not known here."""
    return template


def english_one(number: int) -> bool:
    """Whether English uses the singular for this number."""
    return number == 1


class Speaker(string.Formatter):
    """Fills templates in with one table's names and one game's cards.

    `places` are the letters that a table puts to its piles, one for each pile of a kind; without them it is a number.
    """

    def __init__(
        self,
        names: Sequence[str],
        card: Callable[[int], str],
        translate: Callable[[str], str] = str,
        one: Callable[[int], bool] = english_one,
        places: Mapping[str, str] | None = None,
    ) -> None:
        self.names = names
        self.card = card
        self.translate = translate
        self.one = one
        self.places = places or {}

    def say(self, template: str, args: Args) -> str:
        """The finished sentence, in the reader's language."""
        return self.vformat(self.translate(template), (), args)

    def format_field(self, value: Any, format_spec: str) -> str:
        """Fill one blank according to what it holds."""
        number = int(value)
        if format_spec == "card":
            return self.card(number)
        if format_spec == "seat":
            return self.names[number]
        if format_spec in self.places:
            return self.places[format_spec][number]
        if "|" in format_spec:
            single, several = format_spec.split("|")
            return f"{number} {single if self.one(number) else several}"
        return str(number)


def seat_names(seats: int) -> list[str]:
    """Name the seats of a table whose players are not known."""
    return [f"seat {seat}" for seat in range(seats)]
