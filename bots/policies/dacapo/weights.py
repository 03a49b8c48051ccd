"""What the rule of Da Capo makes of a table, a plan, a single card and a helper pile.

Found by antithetic evolution strategies (20 to 24 pairs of about 200 games a step) on 2 to 4 seats against a naive
player and earlier versions. No command makes them again yet.
"""

from typing import Final

# What it is worth to play the stock card and to draw four new cards, less what the plan costs.
FREE: Final = 5.57
EMPTY_HAND: Final = 2.98
EMPTY_JOKER: Final = -3.34

# What it is worth to play one card without a plan, besides what that makes of the table.
PLAY_HAND: Final = 0.4
PLAY_HELPER: Final = -0.87
PLAY_JOKER: Final = -2.9
PLAY_HELPER_JOKER: Final = -1.82
ROB_FOR_NOTHING: Final = -1.78
HIGH: Final = 0.14
COMPLETE: Final = 0.31

# What the table is worth with so many cards missing to the own stock card, or to the next player's.
HOPE: Final = [1.85, 1.42, 0.06, 0.15, 0.0]
THREAT: Final = [-3.76, -3.22, -1.13]
# A player who comes later is less of a threat, for the table changes until then.
LATER: Final = [1.0, 0.35, 0.12, 0.04, 0.02]
# To reach one more value, from the hand or the helper piles.
VARIETY: Final = 0.27

# What a step of a chain costs, by where the card comes from.
FROM_HAND: Final = 0.63
FROM_HELPER: Final = 0.45
DIG: Final = 0.41
USE_JOKER: Final = 1.8
# To rob costs more with two players, where the victim is the only rival, and from whoever is ahead (for each card).
ROB_RIVAL: Final = 3.22
ROB_ONE_OF_MANY: Final = 0.32
ROB_LEADER: Final = 0.25
LEAST_ROB: Final = 0.1

# What it is worth to lay a card on an empty pile, on one that is higher by none, one or two, or by more.
EMPTY: Final = 1.29
DOWN: Final = [2.6, 0.72, 0.05]
DOWN_FAR: Final = 0.43
DOWN_EACH: Final = -0.19
# On a lower card, with so much more for each step up, and on or with a joker.
UP: Final = -1.27
UP_EACH: Final = 0.13
ON_JOKER: Final = -3.58
LAY_JOKER: Final = -2.95
# For each card that the pile already has, to break up an orderly pair, and to bury a step to the own stock card.
DEPTH: Final = -0.19
BREAK_ORDER: Final = -0.43
BURY_STEP: Final = -1.76
# To lay a 1, or one of several of its kind.
LAY_ONE: Final = 0.36
LAY_TWIN: Final = 1.13
# With so many cards missing to the own stock card afterwards.
STILL_MISSING: Final = [1.32, 1.07, 0.11, 0.45, 0.0]
