"""How to play Da Capo: plan the chain that frees the stock card, keep helper piles in order, race the moves."""

from bots.policies.dacapo.bots import NaiveBot
from bots.policies.dacapo.mind import DaCapoMind
from bots.policies.dacapo.rule import DaCapoRule
from bots.policies.dacapo.styles import bold, teasing, wary
from bots.policies.descriptor import Care, Descriptor, ExtraBot

DESCRIPTOR = Descriptor(
    policy=DaCapoRule,
    mind=DaCapoMind,
    care={"beginner": Care(slips=0.2), "easy": Care(slips=0.1), "medium": Care(slips=0.045), "hard": Care()},
    bots=(ExtraBot("naive", lambda _: NaiveBot()),),
    styles={"bold": bold, "wary": wary, "teasing": teasing},
)
