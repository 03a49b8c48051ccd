"""Made by `python -m bots.training bumbesi`: change the training, not the numbers."""

from typing import Final

RULE: Final[dict[str, list[float]]] = {
    "taken": [-1.895, -3.469, -4.278, -3.053],
    "taken early": [-0.778, -0.39, -1.149, -1.258],
    "other": [0.8, 0.298, 0.599, 0.876],
    "threat": [1.853, 0.691, 1.109, 0.121],
    "threat beyond": [-0.782, -0.179, -0.867, 0.022],
    "threat to leader": [2.006, 1.419, 1.5, 1.655],
    "marked room": [-5.268, -4.624, -5.805, 0.127],
    "other room": [-5.051, -5.104, -6.671, -2.863],
    "reach": [3.949, 2.468, 3.889, 3.009],
    "reach for many": [0.098, 0.196, 0.092, -0.21],
    "held reverse": [0.142, -0.071, 0.676, -1.257],
    "held steal": [1.575, 1.119, -0.109, -3.676],
    "held limit": [-1.647, 0.043, -2.811, -1.458],
    "held early": [1.582, 3.59, 3.794, 1.105],
    "high card": [2.217, 4.81, 3.536, 5.272],
    "step": [-0.875, -0.497, -2.777, 0.472],
    "number": [-5.652, -6.942, -3.433, -5.495],
    "playable early": [0.559, 0.613, 0.513, 0.748],
    "none playable": [-2.008, -1.83, -2.451, -2.686],
    "stuck": [0.825, -2.084, -0.677, 1.711],
    "stuck under many": [-0.863, -0.091, -0.355, -0.482],
    "use reverse": [-3.07, -2.648, -0.255, 0.119],
    "use steal": [-0.415, -1.681, -1.221, -1.738],
    "use limit": [-2.54, -2.245, -5.435, -1.985],
}

ESTIMATE: Final[dict[str, list[float]]] = {
    "each special": [-0.56],
    "each special early": [-1.85],
    "near": [-2.46],
    "near many": [-0.35],
    "playable early": [-0.74],
    "shut out": [0.52],
    "shut out now": [0.27],
    "helpless": [0.07],
    "helpless now": [0.58],
    "spread": [1.4],
    "spread early": [5.4],
    "lying": [6.0],
}
