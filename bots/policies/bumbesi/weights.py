"""Made by `python -m bots.training bumbesi`: change the training, not the numbers."""

from typing import Final

ESTIMATE: Final[dict[str, list[float]]] = {
    "each special": [-0.54],
    "each special early": [-1.1816],
    "near": [-2.7251],
    "near many": [-0.3494],
    "playable early": [-0.5776],
    "shut out": [0.3102],
    "shut out now": [0.2813],
    "helpless": [0.0646],
    "helpless now": [0.5645],
    "spread": [1.5071],
    "spread early": [4.6793],
    "spread of many": [-0.3713],
    "lying": [5.7134],
}
