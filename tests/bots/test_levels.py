"""Bots by name: every game has the same levels, and a name that means nothing is refused in a sentence."""

import pytest

from bots.bot import LEVELS, Budget, Decision
from bots.levels import BadBot, bot_names, budget_for, check_bot, make_bot, stand_in
from bots.policies import DESCRIPTORS, descriptor_of
from bots.policies.descriptor import USUAL_CARE
from engines.game import Game
from engines.games import GAMES
from tests.setups import Setup, all_setups

FEW = Budget(iterations=20)

WITH_POLICY = [game for game in GAMES.values() if game.id in DESCRIPTORS]
with_policy = pytest.mark.parametrize("game", WITH_POLICY, ids=lambda game: game.id)


def decisions(setup: Setup, seed: int, most: int = 40) -> list[Decision]:
    """The decisions of a random game that leave a choice."""
    found = []
    for recording in setup.walk(seed, most):
        state = recording.state
        legal = [setup.game.say(move) for move in state.legal()]
        if len(legal) > 1:
            view = setup.game.view(state, state.turn)
            found.append(Decision(setup.game.id, view, tuple(recording.history), legal))
    return found


def smallest(game: Game) -> Setup:
    return Setup(game, game.seats[0])


@pytest.mark.plugged_in
@with_policy
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_every_set_up(game: Game, level: str) -> None:
    bot = make_bot(level, game)
    assert bot.name == level
    for setup in all_setups():
        for number, decision in enumerate(decisions(setup, 3)[::8] if setup.game is game else []):
            advice = bot.choose(decision, FEW, number)
            assert advice.move in decision.legal
            assert sorted(choice.move for choice in advice.choices) == sorted(decision.legal)


@pytest.mark.plugged_in
def test_every_name_that_is_offered_makes_a_bot(game: Game) -> None:
    names = [name for name in bot_names(game) if not name.startswith("exec:")]
    decision = decisions(smallest(game), 1)[0]
    for name in names:
        bot = make_bot(name, game)
        assert bot.name == name
        assert bot.choose(decision, FEW, 1).move in decision.legal


def test_descriptors_speak_of_games_and_levels_that_exist() -> None:
    assert tuple(USUAL_CARE) == LEVELS
    assert set(DESCRIPTORS) <= set(GAMES)
    assert all(set(descriptor.care) <= set(LEVELS) for descriptor in DESCRIPTORS.values())


@with_policy
def test_the_policy_of_a_game_is_the_rule_of_its_search(game: Game) -> None:
    descriptor = descriptor_of(game.id)
    decision = decisions(smallest(game), 1)[0]
    assert type(descriptor.mind(game, decision.view, decision.history).rule) is descriptor.policy


@pytest.fixture
def undescribed(game: Game, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game that nobody has told the bots about."""
    monkeypatch.delitem(DESCRIPTORS, game.id)
    return game


def test_a_game_without_a_descriptor_has_every_common_bot(undescribed: Game) -> None:
    assert bot_names(undescribed) == ["random", "policy", *LEVELS, "hard-Octave", "exec:COMMAND"]
    decision = decisions(smallest(undescribed), 1)[0]
    for name in bot_names(undescribed)[:-1]:
        first, second = (make_bot(name, undescribed).choose(decision, FEW, 3) for _ in range(2))
        assert first.move in decision.legal
        assert (first.move, first.choices) == (second.move, second.choices)


def test_without_a_descriptor_every_level_searches_and_the_stand_in_plays_by_luck(undescribed: Game) -> None:
    decision = decisions(smallest(undescribed), 1)[0]
    for level in LEVELS:
        seeds = range(12)
        advices = [make_bot(level, undescribed).choose(decision, FEW, seed) for seed in seeds]
        assert max(advice.iterations for advice in advices) == FEW.iterations
    chosen = {stand_in(undescribed).choose(decision, Budget(), seed).move for seed in range(400)}
    assert chosen == set(decision.legal)


@with_policy
@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_gives_the_same_move(game: Game, level: str) -> None:
    for decision in decisions(smallest(game), 5)[:3]:
        first, second = (make_bot(level, game).choose(decision, FEW, 8) for _ in range(2))
        assert (first.move, first.choices) == (second.move, second.choices)


@with_policy
def test_a_beginner_makes_mistakes_and_the_policy_stands_behind_it(game: Game) -> None:
    beginner, policy = make_bot("beginner", game), stand_in(game)
    pairs = [
        (beginner.choose(decision, Budget(), seed).move, policy.choose(decision, Budget(), seed).move)
        for decision in decisions(smallest(game), 7)[:10]
        for seed in range(60)
    ]
    alike = sum(own == other for own, other in pairs) / len(pairs)
    assert 0.2 < alike < 0.98


@with_policy
def test_a_forced_move_takes_no_thought(game: Game) -> None:
    decision = decisions(smallest(game), 2)[0]
    forced = Decision(game.id, decision.view, decision.history, decision.legal[:1])
    advice = make_bot("expert", game).choose(forced, Budget(), 1)
    assert advice.move == decision.legal[0]
    assert advice.iterations == 0


@with_policy
def test_a_budget_overrides_what_a_searching_level_would_take(game: Game) -> None:
    given = Budget(iterations=7)
    assert budget_for("expert", game.id, given) == given
    assert budget_for("expert", game.id, Budget()).seconds == 1.0
    assert budget_for("easy", game.id, given) == Budget()
    assert budget_for("random", game.id, given) == given
    decision = decisions(smallest(game), 2)[0]
    assert make_bot("expert", game).choose(decision, given, 1).iterations == 7


def test_a_level_that_counts_its_iterations_takes_no_more_of_them_than_usual(undescribed: Game) -> None:
    usual = Budget(iterations=150)
    assert budget_for("hard", undescribed.id, Budget()) == usual
    assert budget_for("hard", undescribed.id, Budget(seconds=1.0)) == usual
    assert budget_for("hard", undescribed.id, Budget(iterations=2000)) == usual
    assert budget_for("hard", undescribed.id, Budget(iterations=50)) == Budget(iterations=50)


@pytest.mark.parametrize(
    ("name", "game", "why"),
    [
        (
            "deepblue",
            "geschenkt",
            "There is no bot 'deepblue' for Geschenkt; there are random, threshold:10, policy, beginner, easy",
        ),
        ("", "geschenkt", "There is no bot ''"),
        ("Expert", "geschenkt", "There is no bot 'Expert'"),
        ("threshold:10", "dacapo", "There is no bot 'threshold:10' for Da Capo"),
        ("threshold", "geschenkt", "whole number, like threshold:10"),
        ("threshold:ten", "geschenkt", "whole number, like threshold:10"),
        ("naive", "geschenkt", "There is no bot 'naive' for Geschenkt"),
        ("naive:3", "dacapo", "There is no bot 'naive:3' for Da Capo"),
        ("exec:", "geschenkt", "needs the command"),
        ("exec:/no/such/program", "geschenkt", "no program"),
    ],
)
def test_a_name_that_means_nothing_is_refused(name: str, game: str, why: str) -> None:
    with pytest.raises(BadBot, match=why):
        make_bot(name, GAMES[game])


@pytest.mark.parametrize("name", ["random", "policy", *LEVELS, "naive", "threshold:10", "threshold:-3", "exec:python3"])
def test_a_name_may_be_checked_before_the_game_is_known(name: str) -> None:
    check_bot(name)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        (
            "clever",
            "there are random, policy, beginner, easy, medium, hard, expert, hard-Octave, .*threshold:10",
        ),
        ("naive:3", "There is no bot 'naive:3'"),
        ("exec:/no/such/program", "no program"),
    ],
)
def test_a_name_that_no_game_knows_is_refused_before(name: str, why: str) -> None:
    with pytest.raises(BadBot, match=why):
        check_bot(name)
