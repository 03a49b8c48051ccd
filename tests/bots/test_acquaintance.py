"""Bots at a table are known by their level; people by nothing but what they do there."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bots.acquaintance import model_of
from bots.advice import Advice, only
from bots.bot import Bot, Budget, Decision
from bots.contest import Contest, play
from bots.levels import make_bot
from bots.policies.base import Slipping
from bots.policies.geschenkt.endgame import Opponent
from bots.searcher import prepare
from engines.chance import FastChance
from engines.game import Game
from engines.games import GAMES, find
from engines.geschenkt.rules import GeschenktState
from tests.bots.decisions import GESCHENKT, decide
from tests.setups import Setup

FEW = Budget(iterations=20)
OTHERS = ("", "Ada", "expert", "expert-Renard", "hard-Ada", "exec:./mybot", "random")
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)


@every_game
@pytest.mark.parametrize("name", ["hard", "hard-Renard"])
def test_a_level_that_plays_by_a_rule_is_foreseen_move_by_move(game: Game, name: str) -> None:
    bot, model = make_bot(name, game), model_of(name, game.id)
    assert model is not None
    for seed in range(4):
        decision = decide(Setup(game, 3), seed)
        luck = FastChance(seed)
        state = game.sample(decision.view, luck)
        assert game.say(model.choose(state, luck)) == bot.choose(decision, FEW, seed).move


def test_who_slips_is_known_to_slip() -> None:
    model = model_of("beginner", "geschenkt")
    assert isinstance(model, Slipping)
    state = GESCHENKT.after(1, 6).state
    rule = model.rule.choose(state, FastChance(0))
    luck = FastChance(3)
    other = sum(model.choose(state, luck) != rule for _ in range(2000)) / 2000
    assert other == pytest.approx(model.slips / 2, abs=0.03)


@every_game
@pytest.mark.parametrize("name", OTHERS)
def test_people_programs_and_whoever_searches_are_not_known(game: Game, name: str) -> None:
    assert model_of(name, game.id) is None


@every_game
def test_a_search_follows_who_is_known_and_judges_the_others_by_their_moves(game: Game) -> None:
    decision = decide(Setup(game, 3))
    known, other = (seat for seat in range(3) if seat != decision.view.seat)
    untold = prepare(decision, 1).mind
    bots = tuple("easy-Octave" if seat == known else "" for seat in range(3))
    told = prepare(replace(decision, bots=bots), 1).mind
    assert isinstance(told.models[-1], Slipping)
    assert told.weights[known] == [0.0] * len(untold.models) + [1.0]
    assert told.weights[other] == [*untold.weights[other], 0.0]


@every_game
def test_a_search_among_known_bots_comes_to_a_legal_move(game: Game) -> None:
    decision = replace(decide(Setup(game, 3)), bots=("beginner", "medium-Zephyr", "hard-Renard"))
    assert make_bot("expert", game).choose(decision, FEW, 1).move in decision.legal


def test_at_the_end_a_slip_is_reckoned_with() -> None:
    model = model_of("beginner", "geschenkt")
    assert isinstance(model, Slipping)
    state = GESCHENKT.after(1, 6).state
    assert isinstance(state, GeschenktState)
    assert model.slips / 2 in (
        pytest.approx(Opponent([model], [1.0]).takes(state)),
        pytest.approx(1.0 - Opponent([model], [1.0]).takes(state)),
    )


class Listener(Bot):
    """Plays the first move, and remembers who was said to sit there."""

    name = "medium"

    def __init__(self) -> None:
        self.heard: set[Sequence[str]] = set()

    def choose(self, decision: Decision, budget: Budget, seed: int) -> Advice:
        self.heard.add(decision.bots)
        return only(decision.legal[0], list(decision.legal))


def test_everybody_in_the_arena_is_told_who_sits_where() -> None:
    listener = Listener()
    contest = Contest("geschenkt", ("medium", "hard", "policy"), budget=FEW)
    play(contest, 0, [listener, make_bot("hard", find("geschenkt")), make_bot("policy", find("geschenkt"))])
    (heard,) = listener.heard
    assert sorted(heard) == ["hard", "medium", "policy"]
