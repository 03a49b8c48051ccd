"""What the trained rule of Geschenkt makes of a position.

Found by antithetic evolution strategies (24 pairs of 512 games a step, 900 steps, a game worth .7 win share + .3
squashed margin) on 3 to 5 seats against random thresholds, random affine and patient rules, and earlier versions of
itself. No command makes them again yet.
"""

from typing import Final

BASE: Final = -1.1689
COST: Final = -0.1736
POT: Final = 0.2625
OWN_CHIPS: Final = -0.0676
FEWEST_CHIPS: Final = -0.0309
LEFT: Final = -0.0197
CARD_BELOW: Final = 2.06
CARD_ABOVE: Final = 2.2746
FREE: Final = 1.7643
FREE_FOR_OTHERS: Final = -0.2127
POT_EARLY: Final = 0.0081
POVERTY: Final = 3.5957
POVERTY_EARLY: Final = 0.1163
SEATS: Final = -0.3198
SOMEBODY_BROKE: Final = 1.0548
