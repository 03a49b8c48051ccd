"""How to play Bumbesi: weigh the table that a move leaves, read hidden hands from the history, race the moves."""

from bots.policies.bumbesi.mind import BumbesiMind
from bots.policies.bumbesi.rule import BumbesiRule
from bots.policies.bumbesi.styles import bold, teasing, wary
from bots.policies.descriptor import Care, Descriptor

DESCRIPTOR = Descriptor(
    policy=BumbesiRule,
    mind=BumbesiMind,
    care={"beginner": Care(slips=0.25), "easy": Care(slips=0.14), "medium": Care(slips=0.06), "hard": Care()},
    styles={"bold": bold, "wary": wary, "teasing": teasing},
)
