"""How much the rule of Bumbesi makes of each thing in an afterstate, in about points, for each number of players.

Found by antithetic evolution strategies (24 pairs of 250 games a step, a game worth .85 win share + .15 squashed
margin), first against plain rules, random moves and earlier versions of itself, and then against the plain rule that
was hardest to beat: the lowest number that fits, or else a special. No command makes them again yet.
"""

from typing import Final

FEWEST: Final = 3

# For 3, 4, 5 and 6 players.
LEARNT: dict[str, tuple[float, float, float, float]] = {
    "taken": (-1.895, -3.469, -4.278, -3.053),
    "taken early": (-0.778, -0.390, -1.149, -1.258),
    "other": (0.800, 0.298, 0.599, 0.876),
    "threat": (1.853, 0.691, 1.109, 0.121),
    "threat beyond": (-0.782, -0.179, -0.867, 0.022),
    "threat to leader": (2.006, 1.419, 1.500, 1.655),
    "marked room": (-5.268, -4.624, -5.805, 0.127),
    "other room": (-5.051, -5.104, -6.671, -2.863),
    "reach": (3.949, 2.468, 3.889, 3.009),
    "reach for many": (0.098, 0.196, 0.092, -0.210),
    "held reverse": (0.142, -0.071, 0.676, -1.257),
    "held steal": (1.575, 1.119, -0.109, -3.676),
    "held limit": (-1.647, 0.043, -2.811, -1.458),
    "held early": (1.582, 3.590, 3.794, 1.105),
    "high card": (2.217, 4.810, 3.536, 5.272),
    "step": (-0.875, -0.497, -2.777, 0.472),
    "number": (-5.652, -6.942, -3.433, -5.495),
    "playable early": (0.559, 0.613, 0.513, 0.748),
    "none playable": (-2.008, -1.830, -2.451, -2.686),
    "stuck": (0.825, -2.084, -0.677, 1.711),
    "stuck under many": (-0.863, -0.091, -0.355, -0.482),
    "use reverse": (-3.070, -2.648, -0.255, 0.119),
    "use steal": (-0.415, -1.681, -1.221, -1.738),
    "use limit": (-2.540, -2.245, -5.435, -1.985),
}


class Weights:
    """How much each thing in an afterstate counts at a table of so many."""

    def __init__(self, seats: int) -> None:
        column = seats - FEWEST
        self.taken: float = LEARNT["taken"][column]
        self.taken_early: float = LEARNT["taken early"][column]
        self.other: float = LEARNT["other"][column]
        self.threat: float = LEARNT["threat"][column]
        self.threat_beyond: float = LEARNT["threat beyond"][column]
        self.threat_to_leader: float = LEARNT["threat to leader"][column]
        self.marked_room: float = LEARNT["marked room"][column]
        self.other_room: float = LEARNT["other room"][column]
        self.reach: float = LEARNT["reach"][column]
        self.reach_for_many: float = LEARNT["reach for many"][column]
        self.held_reverse: float = LEARNT["held reverse"][column]
        self.held_steal: float = LEARNT["held steal"][column]
        self.held_limit: float = LEARNT["held limit"][column]
        self.held_early: float = LEARNT["held early"][column]
        self.high_card: float = LEARNT["high card"][column]
        self.step: float = LEARNT["step"][column]
        self.number: float = LEARNT["number"][column]
        self.playable_early: float = LEARNT["playable early"][column]
        self.none_playable: float = LEARNT["none playable"][column]
        self.stuck: float = LEARNT["stuck"][column]
        self.stuck_under_many: float = LEARNT["stuck under many"][column]
        self.use_reverse: float = LEARNT["use reverse"][column]
        self.use_steal: float = LEARNT["use steal"][column]
        self.use_limit: float = LEARNT["use limit"][column]


WEIGHTS = [Weights(seats) for seats in range(FEWEST, FEWEST + len(LEARNT["taken"]))]
