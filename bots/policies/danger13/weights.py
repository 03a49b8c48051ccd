"""Made by `python -m bots.training danger13`: change the training, not the numbers."""

from typing import Final

# fmt: off

RULE: Final[dict[str, list[float]]] = {
    "card value": [2.0524],
    "card signs": [0.6947],
    "steepness": [0.433],
    "hand safety": [1.3301],
    "growth": [1.6465],
    "crowding": [14.4089],
    "drift a card": [0.3],
    "drift this round": [1.8183],
    "least drift": [1.5676],
}

ESTIMATE: Final[dict[str, list[float]]] = {
    "drift a card": [0.3214],
    "least drift": [1.178],
    "last signs": [4.2654],
    "signs a card": [0.3451],
}
