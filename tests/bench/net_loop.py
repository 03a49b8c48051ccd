"""Nets evaluated again and again, compiled with the search so that no call from outside is measured."""

from bots.policies.geschenkt.features import Look
from bots.policies.geschenkt.opinion import Opinion
from bots.policies.net import Net


def judge_often(opinion: Opinion, look: Look, times: int) -> float:
    """Ask an opinion so many times, and return all it said together."""
    total = 0.0
    for _ in range(times):
        total += opinion.score(look)
    return total


def score_often(net: Net, look: list[float], times: int) -> float:
    """Ask a net so many times, and return all it said together."""
    total = 0.0
    for _ in range(times):
        total += net.score(look)
    return total
