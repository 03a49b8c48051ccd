"""Made by `python -m bots.training dacapo`: change the training, not the numbers."""

from typing import Final

# fmt: off

RULE: Final[dict[str, list[float]]] = {
    "free": [5.7822],
    "empty hand": [2.8431],
    "empty joker": [-3.5814],
    "play hand": [0.4136],
    "play helper": [-0.8283],
    "play joker": [-2.5432],
    "play helper joker": [-1.802],
    "rob for nothing": [-1.7422],
    "high": [0.1358],
    "complete": [0.3027],
    "hope": [2.0923, 1.4525, 0.0739, 0.0688, 0.0787],
    "threat": [-4.0909, -3.4325, -1.3885],
    "later": [1.0373, 0.371, 0.0951, 0.0077, 0.0802],
    "variety": [0.2705],
    "from hand": [0.598],
    "from helper": [0.4183],
    "dig": [0.3964],
    "use joker": [1.8906],
    "rob rival": [3.1959],
    "rob one of many": [0.3127],
    "rob leader": [0.2422],
    "least rob": [0.0897],
    "empty": [1.081],
    "down": [2.3746, 0.6694, 0.0732],
    "down far": [0.3976],
    "down each": [-0.1838],
    "up": [-1.2754],
    "up each": [0.1354],
    "on joker": [-3.6569],
    "lay joker": [-3.447],
    "depth": [-0.1917],
    "break order": [-0.404],
    "bury step": [-1.7341],
    "lay one": [0.311],
    "lay twin": [1.1738],
    "still missing": [1.2701, 1.1456, 0.0601, 0.5234, -0.1127],
}

ESTIMATE: Final[dict[str, list[float]]] = {
    "stock card": [-0.1298],
    "stock share": [-1.1428],
    "few": [2.0356],
    "missing": [0.303, 0.2032, 0.0383],
    "ready": [0.1656],
    "each joker": [0.1579],
}
