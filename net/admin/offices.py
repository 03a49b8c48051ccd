"""The offices of the other nodes: what one operator orders reaches all of them."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import msgspec

from net.admin.orders import Answer, Operator, Order
from net.nodes.questions import Questions

ORDER = "order"
BANS = "bans"
KEYS = "keys"
FIGURES = "figures"


class Passed(msgspec.Struct, frozen=True):
    """An order that came to another node."""

    words: list[str]
    operator: str
    folder: str

    @classmethod
    def of(cls, words: list[str], operator: Operator) -> "Passed":
        """Pack an order up."""
        return cls(words, operator.name, str(operator.folder))

    @property
    def by(self) -> Operator:
        """Who gave it; wherever they are, their files are not here."""
        return Operator(self.operator, Path(self.folder), inside=True)


async def pass_on(nodes: Questions, words: list[str], operator: Operator) -> dict[str, Answer]:
    """Let all other nodes carry out an order, and return what they have to say."""
    asked = await nodes.ask_all(ORDER, msgspec.json.encode(Passed.of(words, operator)))
    return {node: msgspec.json.decode(data, type=Answer) for node, data in asked.items()}


def together(order: Order, answers: Mapping[str, Answer]) -> Answer:
    """Put the answers of several nodes into one, with the node that each row is from; where one could, it is done."""
    done = {node: answer for node, answer in answers.items() if not answer.status}
    if not done:
        return next(iter(answers.values()))
    rows = [{**row, "node": node} for node, answer in done.items() for row in answer.rows or ()]
    return replace(next(iter(done.values())), rows=rows, said=order.tells(rows) if order.tells else _first_said(done))


def _first_said(done: Mapping[str, Answer]) -> str:
    return next((answer.said for answer in done.values() if answer.said), "")
