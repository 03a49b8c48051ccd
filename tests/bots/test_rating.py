"""Ratings: places move them the right way, bots stand still on the same scale, and strengths are found again."""

import math
import random
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from bots.bot import LEVELS
from bots.policies import DESCRIPTORS
from bots.rating import PROVISIONAL, STEP, STRENGTHS, Rating, bot_rating, rate
from bots.training.__main__ import main
from bots.training.ratings import MIDDLE, Pairs, add, before, chance, simulate, strengths
from engines.info import places

RATINGS = st.builds(Rating, st.floats(5, 45), st.floats(1, 25 / 3))
TABLES = st.lists(st.tuples(RATINGS, st.integers(0, 3)), min_size=2, max_size=6)


@given(TABLES)
def test_who_is_before_everybody_does_not_sink_and_the_last_does_not_rise(table: list[tuple[Rating, int]]) -> None:
    ratings, ranks = [rating for rating, _ in table], [rank for _, rank in table]
    after = rate(ratings, ranks)
    first, last = ranks.index(min(ranks)), ranks.index(max(ranks))
    if ranks.count(ranks[first]) == ranks.count(ranks[last]) == 1:
        assert after[first].mu >= ratings[first].mu
        assert after[last].mu <= ratings[last].mu


@given(TABLES)
def test_what_is_known_of_somebody_never_becomes_less(table: list[tuple[Rating, int]]) -> None:
    ratings = [rating for rating, _ in table]
    after = rate(ratings, [rank for _, rank in table])
    assert all(new.sigma <= old.sigma + 1e-9 for old, new in zip(ratings, after, strict=True))


def test_a_shared_place_is_worth_the_same_and_less_than_the_place_before() -> None:
    first, second, third, also_second, fourth = rate([Rating()] * 5, [0, 1, 2, 1, 3])
    assert second == pytest.approx(also_second)
    assert first.mu > second.mu > third.mu > fourth.mu


def test_a_newcomer_is_provisional_in_the_middle_and_not_so_after_enough_games() -> None:
    rating, luck, games = Rating(), random.Random(1), 0
    assert (rating.provisional, rating.shown) == (True, 1500)
    while rating.provisional:
        rating = rate([rating, Rating(25, 2), Rating(25, 2), Rating(25, 2)], luck.sample(range(4), 4))[0]
        games += 1
    assert 10 <= games <= 40


def test_400_points_are_odds_of_ten_to_one() -> None:
    strong = Rating(25 + 400 / STEP)
    assert strong.shown == 1900
    assert chance(strong.mu, 25) == pytest.approx(10 / 11, abs=0.01)


def test_places_put_winners_first_and_let_equal_scores_share() -> None:
    assert places([12, 30, 12, 5], [3], low_wins=True) == [1, 3, 1, 0]
    assert places([12, 30, 12, 30], [1], low_wins=False) == [2, 0, 2, 1], "a tie-break decided between the two"
    assert places([7, 7], [0, 1], low_wins=True) == [0, 0]


@pytest.mark.parametrize("game", DESCRIPTORS)
def test_every_level_has_a_settled_rating_and_they_rise_with_the_levels(game: str) -> None:
    ratings = [bot_rating(game, level) for level in LEVELS]
    assert all(rating is not None and not rating.provisional for rating in ratings)
    assert all(one is not None and other is not None and one.mu < other.mu for one, other in pairwise(ratings))
    assert bot_rating(game, "medium") == Rating(MIDDLE, 1.0)


def test_every_section_of_the_file_names_the_command_that_made_it() -> None:
    text = STRENGTHS.read_text(encoding="utf-8")
    for game in tomllib.loads(text):
        assert f"[{game}]\n# python -m bots.training ratings {game} " in text


def test_a_bot_that_the_arena_has_not_met_has_no_rating() -> None:
    assert bot_rating("geschenkt", "exec:something") is None
    assert bot_rating("whist", "medium") is None


def test_strengths_are_found_again_from_the_games_that_they_explain() -> None:
    truth = {"easy": 20.0, "medium": MIDDLE, "hard": 31.0}
    luck, wins = random.Random(3), Pairs()
    for _ in range(4000):
        one, other = luck.sample(list(truth), 2)
        add(wins, before([one, other], [0, 1] if luck.random() < chance(truth[one], truth[other]) else [1, 0]))
    assert strengths(wins) == pytest.approx(truth, abs=0.6)


def test_ratings_of_people_come_closer_to_the_truth_as_sigma_falls() -> None:
    early, late = simulate(40, 60, (3, 4, 5), 5.0, 1, (6.0, PROVISIONAL))
    assert late.games > early.games
    assert late.error < early.error
    assert late.correlation > early.correlation
    assert math.isfinite(late.error)


def test_the_command_writes_one_game_and_leaves_the_others(tmp_path: Path) -> None:
    into = tmp_path / "ratings.toml"
    for game in ("geschenkt", "danger13"):
        few = ["ratings", game, "--seats", "3", "--deals", "2", "--budget", "10i", "--into", str(into)]
        assert CliRunner().invoke(main, few, catch_exceptions=False).exit_code == 0
    found = tomllib.loads(into.read_text(encoding="utf-8"))
    assert list(found) == ["danger13", "geschenkt"]
    assert found["geschenkt"]["medium"] == MIDDLE
