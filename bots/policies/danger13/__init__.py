"""How to play Danger 13: weigh who is about to bust and what that costs, then race the moves to the round's end."""

from bots.policies.danger13.mind import Danger13Mind
from bots.policies.danger13.rule import Weigher
from bots.policies.danger13.styles import bold, teasing, wary
from bots.policies.descriptor import Care, Descriptor

DESCRIPTOR = Descriptor(
    policy=Weigher,
    mind=Danger13Mind,
    care={"beginner": Care(slips=0.75), "easy": Care(slips=0.45), "medium": Care(slips=0.2), "hard": Care()},
    styles={"bold": bold, "wary": wary, "teasing": teasing},
)
