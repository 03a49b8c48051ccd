"""Made by `python -m bots.training bumbesi`: change the training, not the numbers."""

from typing import Final

RULE: Final[dict[str, list[float]]] = {
    "taken": [-2.3858, -4.3949, -4.6044, -4.1649],
    "taken early": [-0.672, -0.3256, -1.0981, -1.299],
    "other": [0.8438, 0.349, 0.4864, 0.9756],
    "threat": [1.8745, 0.7001, 1.0891, 0.1277],
    "threat beyond": [-0.7644, -0.0752, -0.883, 0.1203],
    "threat to leader": [2.4841, 1.7028, 1.8603, 1.3733],
    "marked room": [-6.5346, -5.349, -5.967, 0.1798],
    "other room": [-5.705, -6.5615, -6.0664, -3.0311],
    "reach": [4.3377, 2.6009, 3.1961, 3.2677],
    "reach for many": [0.0748, 0.2705, 0.1255, -0.375],
    "held reverse": [0.25, -0.2016, 0.5133, -0.9502],
    "held steal": [1.5961, 0.7409, -0.0766, -3.2177],
    "held limit": [-1.87, 0.0412, -3.1533, -1.534],
    "held early": [1.9556, 4.2422, 3.6259, 0.9585],
    "high card": [2.8782, 5.6413, 3.0004, 3.8668],
    "step": [-0.6887, -0.3541, -2.1633, 0.583],
    "number": [-4.9116, -7.0221, -3.8864, -6.0554],
    "playable early": [0.5138, 0.542, 0.6272, 0.6287],
    "none playable": [-1.5424, -2.1186, -2.7448, -2.0307],
    "stuck": [0.9238, -1.9385, -0.8751, 1.2708],
    "stuck under many": [-1.0058, -0.217, -0.3658, -0.3961],
    "use reverse": [-3.6984, -2.9436, -0.1499, -0.048],
    "use steal": [-0.3272, -1.2749, -1.3195, -2.0003],
    "use limit": [-3.5425, -2.0335, -6.2721, -2.352],
}

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
    "lying": [6.336],
}
