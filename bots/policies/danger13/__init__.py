"""How to play Danger 13: see in each option what searches found in such ones, then race them to the round's end."""

from bots.policies.danger13.mind import Danger13Mind
from bots.policies.danger13.styles import bold, teasing, wary
from bots.policies.danger13.thinker import Thinker
from bots.policies.descriptor import Care, Descriptor

DESCRIPTOR = Descriptor(
    policy=Thinker,
    mind=Danger13Mind,
    care={"beginner": Care(slips=0.75), "easy": Care(slips=0.45), "medium": Care(slips=0.2), "hard": Care()},
    styles={"bold": bold, "wary": wary, "teasing": teasing},
)
