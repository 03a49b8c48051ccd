"""How much the rule of Bumbesi makes of each thing in an afterstate: a line, and rectified units beside it."""

from typing import Final

from bots.policies.bumbesi.thoughts import TODAY
from bots.policies.line import Weights

NAMES: Final = [
    "taken",
    "marked",
    "other",
    "marked room",
    "other room",
    "room",
    "shut",
    "wait marked",
    "wait other",
    "second wait",
    "fit marked",
    "fit other",
    "collecting",
    "new limit",
    "number",
    "step",
    "held reverse",
    "held steal",
    "held limit",
    "high card",
    "numbers",
    "use reverse",
    "use steal",
    "use limit",
    "marked top",
    "other top",
    "marked limit",
    "other limit",
    "left",
    "lead",
    "seats",
    "always",
]
"""What the rule looks at, in the order of its weights; units need the last few too, which are alike for every move."""


def straight() -> Weights:
    """The straight line by name, which is what styles vary."""
    return {name: [TODAY[0][place]] for place, name in enumerate(NAMES)}


class Taste:
    """One line of weights: a sum of all that is looked at is quickest where each weight has a name."""

    def __init__(self, line: list[float]) -> None:
        self.taken: float = line[0]
        self.marked: float = line[1]
        self.other: float = line[2]
        self.marked_room: float = line[3]
        self.other_room: float = line[4]
        self.room: float = line[5]
        self.shut: float = line[6]
        self.wait_marked: float = line[7]
        self.wait_other: float = line[8]
        self.second_wait: float = line[9]
        self.fit_marked: float = line[10]
        self.fit_other: float = line[11]
        self.collecting: float = line[12]
        self.new_limit: float = line[13]
        self.number: float = line[14]
        self.step: float = line[15]
        self.held_reverse: float = line[16]
        self.held_steal: float = line[17]
        self.held_limit: float = line[18]
        self.high_card: float = line[19]
        self.numbers: float = line[20]
        self.use_reverse: float = line[21]
        self.use_steal: float = line[22]
        self.use_limit: float = line[23]
        self.marked_top: float = line[24]
        self.other_top: float = line[25]
        self.marked_limit: float = line[26]
        self.other_limit: float = line[27]
        self.left: float = line[28]
        self.lead: float = line[29]
        self.seats: float = line[30]
        self.always: float = line[31]
