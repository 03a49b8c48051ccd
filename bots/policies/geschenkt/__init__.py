"""How to play Geschenkt: a rule that searches taught, opponents told apart by what they do, and a tree over both."""

from bots.policies.descriptor import Care, Descriptor, ExtraBot
from bots.policies.geschenkt.bots import threshold
from bots.policies.geschenkt.mind import GeschenktMind
from bots.policies.geschenkt.rule import Taught
from bots.policies.geschenkt.styles import bold, teasing, wary

DESCRIPTOR = Descriptor(
    policy=Taught,
    mind=GeschenktMind,
    care={
        "beginner": Care(slips=0.4),
        "easy": Care(slips=0.21),
        "medium": Care(slips=0.09),
        "hard": Care(),
    },
    bots=(ExtraBot("threshold", threshold, argument="10"),),
    styles={"bold": bold, "wary": wary, "teasing": teasing},
)
