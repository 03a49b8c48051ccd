"""How the house says no."""

from collections.abc import Mapping

from engines.game import IllegalMove


class Refusal(ValueError):
    """Something a client asked for and does not get: a template with its values, and the rule's clause if there is one.

    The sentence is filled in and translated where it is read (see engines.words). `seq` is the current state number
    where that is what the client had wrong.
    """

    def __init__(
        self, text: str, values: Mapping[str, int] | None = None, clause: str = "", seq: int | None = None
    ) -> None:
        super().__init__(text)
        self.text = text
        self.values = dict(values or {})
        self.clause = clause
        self.seq = seq

    @classmethod
    def of_move(cls, error: IllegalMove) -> "Refusal":
        """Pass on what the rules say."""
        return cls(error.text, error.values, error.clause)

    @classmethod
    def literal(cls, error: Exception) -> "Refusal":
        """Pass a finished sentence on; its braces are no blanks."""
        return cls(str(error).replace("{", "{{").replace("}", "}}"))
