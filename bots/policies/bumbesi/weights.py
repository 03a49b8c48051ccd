"""Made by `python -m bots.training bumbesi`: change the training, not the numbers."""

from typing import Final

# fmt: off

ESTIMATE: Final[dict[str, list[float]]] = {
    "each special": [-0.2725],
    "each special early": [-1.7217],
    "near": [-1.2632],
    "near many": [-0.2657],
    "playable early": [-0.4347],
    "shut out": [0.5197],
    "shut out now": [0.3459],
    "helpless": [0.1182],
    "helpless now": [0.3798],
    "spread": [1.6356],
    "spread early": [4.6655],
    "spread of many": [-0.44],
    "lying": [3.7433],
}
