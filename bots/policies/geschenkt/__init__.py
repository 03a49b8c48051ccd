"""How to play Geschenkt: a trained rule, opponents told apart by what they take and pass, and a tree over both."""

from bots.bot import Budget
from bots.policies.descriptor import Care, Descriptor, ExtraBot
from bots.policies.geschenkt.bots import threshold
from bots.policies.geschenkt.mind import GeschenktMind
from bots.policies.geschenkt.rule import Trained
from bots.policies.geschenkt.styles import bold, teasing, wary

DESCRIPTOR = Descriptor(
    policy=Trained,
    mind=GeschenktMind,
    care={
        "beginner": Care(slips=0.4),
        "easy": Care(slips=0.24),
        "medium": Care(slips=0.11),
        "hard": Care(budget=Budget(iterations=200)),
    },
    bots=(ExtraBot("threshold", threshold, argument="10"),),
    styles={"bold": bold, "wary": wary, "teasing": teasing},
)
