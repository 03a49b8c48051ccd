"""How much the rule of Bumbesi makes of each thing in an afterstate, in about points."""

from typing import Final

from bots.policies.line import Weights

# The number of players that the first column of weights is for.
FEWEST: Final = 3


class Taste:
    """How much each thing in an afterstate counts at a table of so many."""

    def __init__(self, weights: Weights, seats: int) -> None:
        column = seats - FEWEST
        self.taken: float = weights["taken"][column]
        self.taken_early: float = weights["taken early"][column]
        self.other: float = weights["other"][column]
        self.threat: float = weights["threat"][column]
        self.threat_beyond: float = weights["threat beyond"][column]
        self.threat_to_leader: float = weights["threat to leader"][column]
        self.marked_room: float = weights["marked room"][column]
        self.other_room: float = weights["other room"][column]
        self.reach: float = weights["reach"][column]
        self.reach_for_many: float = weights["reach for many"][column]
        self.held_reverse: float = weights["held reverse"][column]
        self.held_steal: float = weights["held steal"][column]
        self.held_limit: float = weights["held limit"][column]
        self.held_early: float = weights["held early"][column]
        self.high_card: float = weights["high card"][column]
        self.step: float = weights["step"][column]
        self.number: float = weights["number"][column]
        self.playable_early: float = weights["playable early"][column]
        self.none_playable: float = weights["none playable"][column]
        self.stuck: float = weights["stuck"][column]
        self.stuck_under_many: float = weights["stuck under many"][column]
        self.use_reverse: float = weights["use reverse"][column]
        self.use_steal: float = weights["use steal"][column]
        self.use_limit: float = weights["use limit"][column]
