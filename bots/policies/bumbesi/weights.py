"""Made by `python -m bots.training bumbesi`: change the training, not the numbers."""

from typing import Final

ESTIMATE: Final[dict[str, list[float]]] = {
    "each special": [-0.4511],
    "each special early": [-1.7817],
    "near": [-1.988],
    "near many": [-0.1594],
    "playable early": [-0.6345],
    "shut out": [0.5384],
    "shut out now": [0.2254],
    "helpless": [0.1064],
    "helpless now": [0.5758],
    "spread": [1.1502],
    "spread early": [5.5027],
    "spread of many": [0.0],
    "lying": [6.336],
}
