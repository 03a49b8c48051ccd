"""Strangers, and what is measured with them: they play fair, and the measures tell better from worse."""

import sys
from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner

import bots.training
from bots.arena import enter, run
from bots.bot import Budget
from bots.contest import Played
from bots.levels import make_bot
from bots.policies import descriptor_of
from bots.policies.base import Policy, Uniform
from bots.simple import PolicyBot
from bots.training.__main__ import main
from bots.training.calibration import Bin, Calibration, calibrate
from bots.training.disputes import Company, Verdict, argue
from bots.training.foresight import foresee
from bots.training.ladder import NEWCOMERS
from bots.training.measure import measure
from bots.training.strangers import PEOPLE
from bots.training.tables import play
from engines.chance import FastChance
from engines.games import GAMES, find
from engines.view import OVER

FEW = Budget(iterations=10)
PLAYER = Path(bots.training.__file__).with_name("player.py")
EVERYBODY = [(game, name) for game, people in PEOPLE.items() for name in people()]


def test_every_game_has_a_dozen_strangers_of_different_kinds() -> None:
    assert PEOPLE.keys() == GAMES.keys()
    assert all(len(people()) >= 12 for people in PEOPLE.values())


@pytest.mark.parametrize(("game", "name"), EVERYBODY)
def test_a_stranger_plays_by_the_rules_to_the_end(game: str, name: str) -> None:
    rules = find(game)
    stranger = PEOPLE[game]()[name]
    luck = FastChance(3)
    state = rules.deal(3, {}, luck)
    for _ in range(3000):
        if state.turn == OVER:
            break
        move = stranger.choose(state, luck)
        assert move in state.legal()
        state.play(move)
    assert state.turn == OVER or name in ("stock-only", "high-layer"), "it never ends"


def models_of(game: str) -> dict[str, Policy]:
    """Everybody whom a search imagines, and everybody whom it is measured with."""
    rules = find(game)
    state = rules.deal(3, {}, FastChance(1))
    mind = descriptor_of(game).mind(rules, rules.view(state, state.turn), ())
    return {**{f"model {place}": model for place, model in enumerate(mind.models)}, **PEOPLE[game]()}


@pytest.mark.parametrize("game", PEOPLE)
def test_models_and_strangers_decide_by_what_their_seat_knows(game: str) -> None:
    rules = find(game)
    for name, policy in models_of(game).items():
        state = rules.deal(3, {}, FastChance(4))
        luck = FastChance(9)
        for _ in range(14):
            if state.turn == OVER:
                break
            sampler = rules.sampler(rules.view(state, state.turn))
            chosen = {policy.choose(sampler.draw(FastChance(seed)), FastChance(5)) for seed in range(3)}
            assert len(chosen) == 1, name
            legal = state.legal()
            state.play(legal[luck.below(len(legal))])


@pytest.mark.parametrize("game", PEOPLE)
def test_who_plays_by_the_rule_is_foreseen_better_than_who_plays_by_luck(game: str) -> None:
    known, aimless = foresee(game, {"rule": descriptor_of(game).policy(), "luck": Uniform()}, 3, 1, 5)
    assert known.bits < aimless.bits
    assert str(known).endswith("moves")


@pytest.mark.parametrize("game", PEOPLE)
def test_the_rule_beats_newcomers(game: str) -> None:
    rules = find(game)
    newcomers = [PolicyBot(rules, NEWCOMERS[game], "newcomer") for _ in range(2)]
    measured = measure(game, make_bot("policy", rules), "newcomer", newcomers, 16, Budget(), 3)
    assert measured.share > 1 / 3
    assert measured.interval[0] < measured.share < measured.interval[1]
    assert measured.parity == pytest.approx(3 * measured.share)


def test_an_error_of_calibration_is_how_far_saying_is_from_coming() -> None:
    assert Calibration("any", (Bin(3, 0.2, 0.2), Bin(1, 0.9, 0.5))).error == pytest.approx(0.1)


def test_a_calibration_listens_to_as_many_decisions_as_were_asked_for() -> None:
    found = calibrate("danger13", 3, 12, FEW, 1)
    assert found.decisions >= 12
    assert sum(each.count * each.came for each in found.bins) <= found.decisions
    assert "expected calibration error" in str(found)


def disputed(bot: str, other: str) -> Verdict:
    """What two bots that need no time make of a game of the rule in Geschenkt, where a wrong choice costs most."""
    rules = find("geschenkt")
    bots = make_bot(bot, rules), make_bot(other, rules)
    *_, verdict = argue(rules, bots, FEW, Company(make_bot("policy", rules), FEW, 3), 1, 4, 2)
    return verdict


def test_where_the_rule_and_luck_differ_the_rule_is_right() -> None:
    verdict = disputed("policy", "random")
    assert verdict.gain > 0.0
    assert all(each.move != each.other for each in verdict.disputes)
    assert f"{len(verdict.disputes)} disputes in {verdict.decisions} decisions" in str(verdict)


def test_who_agrees_with_somebody_has_no_dispute_with_them() -> None:
    verdict = disputed("policy", "policy")
    assert verdict.gain == 0.0
    assert str(verdict) == f"no dispute in {verdict.decisions} decisions"


def test_the_same_deal_gives_the_same_game_between_policies() -> None:
    players = list(islice(PEOPLE["bumbesi"]().values(), 3))
    first, second = (play(find("bumbesi"), players, 6) for _ in range(2))
    assert first.scores() == second.scores()


def test_an_installed_version_plays_as_a_program() -> None:
    done: list[Played] = []
    names = ["policy", f"exec:{sys.executable} {PLAYER} expert 5i"]
    run(enter(find("geschenkt"), names, 3, "", Budget(), 3), 2, 1, done.append)
    assert [part.misses for game in done for part in game.parts] == [()] * 6


@pytest.mark.parametrize(
    "words",
    [
        ["ladder", "danger13", "--deals", "1", "--budget", "5i"],
        ["among-strangers", "danger13", "--deals", "1", "--budget", "5i", "--only", "bully"],
        ["foresight", "danger13", "--games", "1"],
        ["calibration", "danger13", "--decisions", "3", "--budget", "5i"],
        ["disputes", "danger13", "--bot", "policy", "--other", "policy", "--company", "policy", "--games", "1"],
    ],
)
def test_every_measure_has_a_command(words: list[str]) -> None:
    done = CliRunner().invoke(main, words, catch_exceptions=False)
    assert done.exit_code == 0
    assert done.output
