"""What nets cost: evaluations a second, and their share of the time that a search takes.

How often a search asks its nets is counted in plain Python, where they can be replaced; the compiled search asks them
exactly as often, for the same seed grows the same tree.
"""

import json
import sys
from unittest.mock import patch

from bots.policies.bumbesi.thoughts import TODAY as BUMBESI
from bots.policies.danger13.thoughts import TODAY as DANGER13
from bots.policies.geschenkt.features import look_at
from bots.policies.geschenkt.opinion import Opinion
from bots.policies.geschenkt.thoughts import TODAY as GESCHENKT
from bots.policies.net import Net
from bots.searcher import begin
from engines.chance import FastChance
from engines.games import build, find
from engines.geschenkt.rules import GeschenktState
from tests.bench import compiled
from tests.bench.engines import SEATS
from tests.bench.net_loop import judge_often, score_often
from tests.bench.search import best_rate, first_decision, iterations_per_second

NETS = {"geschenkt": GESCHENKT, "danger13": DANGER13, "bumbesi": BUMBESI}
COUNTED = 200
TIMES = 1000


def asked(game: str) -> float:
    """How often nets are asked in one iteration of a first decision; only in plain Python."""
    mind, sampler = first_decision(find(game))
    search = begin(mind, sampler, 1)
    opinions = patch.object(Opinion, "score", autospec=True, side_effect=Opinion.score)
    others = patch.object(Net, "weigh", autospec=True, side_effect=Net.weigh)
    with opinions as first, others as second:
        search.think(COUNTED, 0.0)
    return (first.call_count + second.call_count) / search.iterations


def evaluations_per_second(game: str) -> float:
    """How many evaluations of a game's net one core makes."""
    rows = NETS[game]
    if game == "geschenkt":
        state = find(game).deal(SEATS[game], {}, FastChance(5))
        assert isinstance(state, GeschenktState)
        opinion, look = Opinion(rows), look_at(state)
        return best_rate(lambda: TIMES if judge_often(opinion, look, TIMES) else 0)
    net, things = Net(rows), [1.0] * len(rows[0])
    return best_rate(lambda: TIMES if score_often(net, things, TIMES) else 0)


def tell(counts: dict[str, float]) -> None:
    """Print a line for each game."""
    print(f"nets ({build()}): evaluations a second, and their share of a search")
    for game, count in counts.items():
        evaluations, iterations = evaluations_per_second(game), iterations_per_second(*first_decision(find(game)))
        share = count * iterations / evaluations
        print(f"{game:>10}  {evaluations:>12,.0f}/s  {count:5.1f} an iteration  {share:6.1%}", flush=True)


def main() -> None:
    """Count and measure plain, then measure compiled."""
    counts = {game: asked(game) for game in NETS}
    tell(counts)
    if compiled.made():
        compiled.run("nets", json.dumps(counts))


if __name__ == "__main__":
    if sys.argv[1:]:
        tell(json.loads(sys.argv[1]))
    else:
        main()
