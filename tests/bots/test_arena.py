"""The arena: fair seats, the same deals for everybody, and numbers that mean what they say."""

import pytest

from bots.arena import ArenaFailed, enter, line_up, run
from bots.bot import Budget
from bots.contest import Contest, Part, Played, play, seat_bots
from bots.standings import mean_interval, share_interval, standings, student
from engines.game import BadSetup, Game
from engines.games import GAMES
from engines.record import Replay, load
from tests.setups import Setup

GESCHENKT = GAMES["geschenkt"]


def play_all(contest: Contest, games: int, jobs: int = 1) -> list[Played]:
    played: list[Played] = []
    run(contest, games, jobs, played.append)
    return sorted(played, key=lambda game: game.number)


def without_times(games: list[Played]) -> list[Played]:
    for game in games:
        for part in game.parts:
            part.seconds = 0.0
    return games


def test_the_first_bot_sits_once_and_the_others_fill_the_table() -> None:
    assert line_up(GESCHENKT, ["a"], 3) == ("a", "a", "a")
    assert line_up(GESCHENKT, ["a", "b"], 4) == ("a", "b", "b", "b")
    assert line_up(GESCHENKT, ["a", "b", "c"], 5) == ("a", "b", "c", "b", "c")
    assert line_up(GESCHENKT, ["a", "b", "a", "b"], None) == ("a", "b", "a", "b")


def test_without_a_number_of_seats_there_are_as_few_as_the_game_and_the_bots_allow(game: Game) -> None:
    assert len(line_up(game, ["random"], None)) == game.seats[0]
    assert len(line_up(game, ["random"] * game.seats[-1], None)) == game.seats[-1]


def test_bots_that_find_no_seat_are_refused() -> None:
    for bots, seats, why in ((["a"], 2, "3 to 5 players"), (["a"] * 4, 3, "4 bots"), ([], 3, "at least one bot")):
        with pytest.raises(BadSetup, match=why):
            line_up(GESCHENKT, bots, seats)


def test_every_bot_sits_on_every_seat_of_every_deal() -> None:
    contest = Contest("geschenkt", ("a", "b", "b", "c"))
    games = range(2 * contest.rotations)
    assert contest.rotations == 4
    for deal in (0, 1):
        numbers = [number for number in games if contest.deal(number) == deal]
        assert [{contest.seat(number, place) for number in numbers} for place in range(4)] == [{0, 1, 2, 3}] * 4


def test_seats_are_rotated_only_as_far_as_it_makes_a_difference() -> None:
    assert Contest("geschenkt", ("a", "a", "a")).rotations == 1
    assert Contest("geschenkt", ("a", "b", "a", "b")).rotations == 2


def test_the_games_of_one_deal_begin_alike_and_other_deals_do_not() -> None:
    contest = Contest("geschenkt", ("random", "policy", "policy"), seed=3, keep_records=True)
    luck = [load(game.record).chance for game in play_all(contest, 6)]
    assert luck[0] == luck[1] == luck[2] != luck[3] == luck[4] == luck[5]
    other = play_all(Contest("geschenkt", contest.bots, seed=4, keep_records=True), 1)
    assert load(other[0].record).chance != luck[0]


@pytest.mark.plugged_in
def test_a_contest_plays_every_game_to_its_end(setup: Setup) -> None:
    variant = setup.options.get("variant", "")
    contest = Contest(setup.game.id, ("random",) * setup.seats, variant, seed=1, keep_records=True)
    (game,) = play_all(contest, 1)
    record = load(game.record)
    replay = Replay(record)
    for _ in replay:
        pass
    assert replay.recording.over
    assert (record.players, record.options) == (contest.bots, setup.options)
    assert [part.score for part in game.parts] == replay.state.scores()
    assert sum(part.moves for part in game.parts) == len(record.moves)
    assert [part.win > 0 for part in game.parts] == [seat in replay.state.winners() for seat in range(setup.seats)]
    assert sum(part.win for part in game.parts) == pytest.approx(1)


def test_the_same_seed_gives_the_same_games_whatever_the_number_of_jobs(game: Game) -> None:
    bots = line_up(game, ["hard", "random"], None)
    contest = Contest(game.id, bots, budget=Budget(iterations=2), seed=11, keep_records=True)
    games = 2 * len(bots) + 1
    assert without_times(play_all(contest, games, 1)) == without_times(play_all(contest, games, 3))


def test_a_better_bot_gets_more_wins_and_fewer_points() -> None:
    contest = Contest("geschenkt", ("threshold:10", "random", "random"), seed=2)
    better, worse = standings(contest, play_all(contest, 60))
    assert better.win_share > 0.9
    assert better.win_share + 2 * worse.win_share == pytest.approx(1)
    assert better.score < worse.score
    assert (better.seats, worse.seats) == (1, 2)


def test_a_bot_that_fails_ends_the_contest_with_a_sentence() -> None:
    with pytest.raises(ArenaFailed, match="A bot failed: BadBot"):
        play_all(Contest("geschenkt", ("no such bot",) * 3), 4, 2)


def test_bots_are_checked_before_the_first_game() -> None:
    for bots, variant in ((["no such bot"], ""), (["exec:/no/such/program"], ""), (["random"], "chess960")):
        with pytest.raises(ValueError, match=r"no bot|no program|no variant"):
            enter(GESCHENKT, bots, None, variant, Budget(), 0)


def test_bots_of_a_contest_are_kept_from_game_to_game() -> None:
    contest = Contest("geschenkt", ("random",) * 3)
    assert seat_bots(contest) is seat_bots(contest)
    assert play(contest, 0, seat_bots(contest)).number == 0


def part(win: float, score: int = 0) -> Part:
    return Part(win=win, score=score, moves=1)


def test_win_shares_and_scores_are_means_over_the_seats_of_a_bot() -> None:
    contest = Contest("geschenkt", ("a", "b", "b"))
    games = [
        Played(0, (part(1.0, 10), part(0.0, 20), part(0.0, 30))),
        Played(1, (part(0.0, 40), part(0.5, 10), part(0.5, 10))),
    ]
    first, second = standings(contest, games)
    assert (first.win_share, second.win_share) == (0.5, 0.25)
    assert (first.score, second.score) == (25.0, 17.5)
    assert (first.win_interval, first.score_interval) == (None, None)


@pytest.mark.parametrize(
    ("freedom", "point"), [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (30, 2.042), (1000, 1.962)]
)
def test_students_distribution_agrees_with_the_tables(freedom: int, point: float) -> None:
    assert student(freedom) == pytest.approx(point, abs=0.01)


def test_the_interval_of_a_mean() -> None:
    low, high = mean_interval(3.0, [1, 2, 3, 4, 5]) or (0, 0)
    assert (low, high) == pytest.approx((3 - 1.963, 3 + 1.963), abs=0.01)


def test_the_interval_of_a_share_stays_a_share_and_is_never_empty() -> None:
    low, high = share_interval(1.0, [1.0] * 20, 60) or (0, 0)
    assert 0.9 < low < 0.99 < high == 1.0
    low, high = share_interval(0.5, [0.0, 1.0] * 500, 1000) or (0, 0)
    assert (low, high) == pytest.approx((0.469, 0.531), abs=0.001)


def test_correlated_games_of_one_deal_do_not_narrow_the_interval() -> None:
    alone = share_interval(0.5, [0.0, 1.0] * 50, 100)
    thrice = share_interval(0.5, [0.0, 1.0] * 50, 300)
    assert alone == thrice


def test_records_are_made_only_where_they_are_kept() -> None:
    assert play_all(Contest("geschenkt", ("random",) * 3), 1)[0].record == b""
