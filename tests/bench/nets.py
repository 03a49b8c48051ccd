"""What nets cost: evaluations a second, and their share of the time that a search takes.

How often a search asks its nets is counted in plain Python, where they can be replaced; the compiled search asks them
exactly as often, for the same seed grows the same tree.
"""

import json
import sys
from unittest.mock import patch

from bots.policies.bumbesi.thoughts import TODAY as BUMBESI
from bots.policies.danger13.thoughts import TODAY as DANGER13
from bots.policies.geschenkt.afterstate import Judge
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
from tests.bench.net_loop import judge_often, judge_places, score_often
from tests.bench.search import best_rate, first_decision, iterations_per_second

NETS = {"danger13": DANGER13, "bumbesi": BUMBESI}
PLACES = "geschenkt's places"
COUNTED = 200
TIMES = 1000


def asked() -> dict[str, float]:
    """How often each net is asked in one iteration of a first decision; only in plain Python."""
    counts = {"geschenkt": _asked("geschenkt", Opinion, "score"), PLACES: _asked("geschenkt", Judge, "judge")}
    return counts | {game: _asked(game, Net, "weigh") for game in NETS}


def _asked(game: str, kind: type, method: str) -> float:
    mind, sampler = first_decision(find(game))
    search = begin(mind, sampler, 1)
    with patch.object(kind, method, autospec=True, side_effect=getattr(kind, method)) as calls:
        search.think(COUNTED, 0.0)
    return float(calls.call_count / search.iterations)


def evaluations_per_second(name: str) -> float:
    """How many evaluations of a net one core makes; a place is judged with all that every seat sees there."""
    if name in NETS:
        net, things = Net(NETS[name]), [1.0] * len(NETS[name][0])
        return best_rate(lambda: TIMES if score_often(net, things, TIMES) else 0)
    state = find("geschenkt").deal(SEATS["geschenkt"], {}, FastChance(5))
    assert isinstance(state, GeschenktState)
    if name == PLACES:
        judge = Judge()
        return best_rate(lambda: TIMES if judge_places(judge, state, TIMES) else 0)
    opinion, look = Opinion(GESCHENKT), look_at(state)
    return best_rate(lambda: TIMES if judge_often(opinion, look, TIMES) else 0)


def tell(counts: dict[str, float]) -> None:
    """Print a line for each net."""
    print(f"nets ({build()}): evaluations a second, and their share of a search")
    for name, count in counts.items():
        game = name.partition("'")[0]
        evaluations, iterations = evaluations_per_second(name), iterations_per_second(*first_decision(find(game)))
        share = count * iterations / evaluations
        print(f"{name:>18}  {evaluations:>12,.0f}/s  {count:5.1f} an iteration  {share:6.1%}", flush=True)


def main() -> None:
    """Count and measure plain, then measure compiled."""
    counts = asked()
    tell(counts)
    if compiled.made():
        compiled.run("nets", json.dumps(counts))


if __name__ == "__main__":
    if sys.argv[1:]:
        tell(json.loads(sys.argv[1]))
    else:
        main()
