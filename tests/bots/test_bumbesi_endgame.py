"""The end of Bumbesi, beside every game tried move by move, and what the search makes of it."""

from collections.abc import Iterator
from itertools import islice
from statistics import fmean
from typing import cast

import pytest

from bots.bot import Budget, Decision
from bots.judge import judge_decision
from bots.policies.base import Exact, Policy
from bots.policies.bumbesi import mind
from bots.policies.bumbesi.endgame import FEWEST, Endgame, TooLarge, World
from bots.policies.bumbesi.rule import BumbesiRule, wins_by_ending
from bots.searcher import Searcher, prepare
from engines.bumbesi.moves import COLLECT, STEAL_FROM
from engines.bumbesi.rules import BumbesiState
from engines.bumbesi.view import REVERSE, STEAL
from engines.chance import FastChance
from engines.game import Move, State
from engines.games import GAMES
from engines.record import Recording
from engines.view import OVER
from tests.setups import Setup

GAME = GAMES["bumbesi"]
PLENTY = 10**6


class Last(Policy):
    """Makes the last of the legal moves, whatever it is."""

    def choose(self, state: State, luck: FastChance) -> Move:
        return state.legal()[-1]


def end(
    hands: list[list[int]], limits: tuple[int, int], piles: tuple[list[int], list[int]], bins: list[list[int]]
) -> BumbesiState:
    """Lay out the end of a game of three with an empty draw pile, seat 0 to act and the marker on limit 0."""
    state = BumbesiState(3, FastChance(1))
    state.hands = [sorted(hand) for hand in hands]
    state.limits = [[limits[0]], [limits[1]]]
    state.piles = [piles[0][:], piles[1][:]]
    state.bins = bins
    return state


def late(seats: int, games: int) -> Iterator[Recording]:
    """Decisions with an empty draw pile and a choice, in games by luck."""
    for seed in range(games):
        for recording in Setup(GAME, seats).walk(seed):
            state = cast(BumbesiState, recording.state)
            if not state.pile and len(state.legal()) > 1:
                yield recording


def without_steals(seats: int, games: int) -> Iterator[BumbesiState]:
    """The same positions where nobody can steal, so that luck has no say any more."""
    for recording in late(seats, games):
        state = cast(BumbesiState, recording.state)
        if not any(STEAL in hand for hand in state.hands):
            yield state.copy(FastChance(0))


def alike(state: BumbesiState, others: Policy, count: int = FEWEST) -> list[World]:
    """So many worlds in which the hidden cards lie as they do here."""
    return [World(state.copy(FastChance(0)), [others] * state.seats) for _ in range(count)]


def look(worlds: list[World]) -> dict[Move, tuple[float, float]]:
    """What each move comes to in these worlds."""
    found = Endgame(worlds[0].state.turn, FastChance(3), PLENTY).answer(worlds)
    return {move: (exact.win, exact.points) for move, exact in found.items()}


def tried(state: BumbesiState, seat: int, others: Policy) -> tuple[float, float]:
    """The best share of the win, and the fewest points, of a seat against this policy: every game there is.

    Who wins alone by ending the game does so, and does not look for fewer points.
    """
    if state.turn == OVER:
        winners = state.winners()
        return (1 / len(winners) if seat in winners else 0.0), float(state.scores()[seat])
    if state.turn == seat and wins_by_ending(state):
        return after(state, COLLECT, seat, others)
    if state.turn != seat:
        return after(state, others.choose(state, FastChance(0)), seat, others)
    ways = [after(state, move, seat, others) for move in state.legal()]
    return max(ways, key=lambda way: (round(way[0], 9), -way[1]))


def after(state: BumbesiState, move: Move, seat: int, others: Policy) -> tuple[float, float]:
    """What a move comes to, whatever the seat does from there on."""
    world = state.copy(FastChance(0))
    world.play(move)
    return tried(world, seat, others)


@pytest.mark.parametrize("others", [BumbesiRule(), Last()], ids=["rule", "last"])
@pytest.mark.parametrize("seats", [3, 5])
def test_B13_where_all_hands_are_known_it_finds_the_best_of_all_games(others: Policy, seats: int) -> None:
    states = list(without_steals(seats, 25))
    assert len(states) > 10
    for state in states:
        found = look(alike(state, others))
        assert list(found) == state.legal()
        for move, worth in found.items():
            win, points = after(state, move, state.turn, others)
            assert list(worth) == pytest.approx([win, points])


def test_B5_what_a_seat_can_not_tell_apart_it_plays_alike() -> None:
    dearer = 0
    for state in islice(without_steals(3, 30), 20):
        sampler, luck = GAME.sampler(GAME.view(state, state.turn)), FastChance(4)
        drawn = [cast(BumbesiState, sampler.draw(luck)) for _ in range(6)]
        worlds = [alike(world, Last()) for world in drawn if not any(STEAL in hand for hand in world.hands)]
        each = [look(some) for some in worlds]
        for move, (win, points) in look([world for some in worlds for world in some]).items():
            told_win = fmean(found[move][0] for found in each)
            told_points = fmean(found[move][1] for found in each)
            assert win <= told_win + 1e-9
            if win == pytest.approx(told_win):
                assert points >= told_points - 1e-9
            dearer += (win, -points) != pytest.approx((told_win, -told_points))
    assert dearer


class Taking(FastChance):
    """Luck that takes this card from whoever is robbed."""

    def __init__(self, card: int) -> None:
        super().__init__(0)
        self._card = card

    def pick(self, what: str, among: list[int]) -> int:
        return self._card if self._card in among else super().pick(what, among)


def single_steals(seats: int, games: int) -> Iterator[BumbesiState]:
    """Positions in which the seat to act holds the only steal, and the next one has a card."""
    for recording in late(seats, games):
        state = cast(BumbesiState, recording.state)
        steals = [hand.count(STEAL) for hand in state.hands]
        if sum(steals) == steals[state.turn] == 1 and state.hands[(state.turn + 1) % seats]:
            yield state.copy(FastChance(0))


def test_B8_a_thief_sees_the_card_and_goes_on_with_it() -> None:
    thefts = 0
    for state in islice(single_steals(3, 30), 3):
        seat, victim = state.turn, (state.turn + 1) % 3
        ways = []
        for card in state.hands[victim]:
            world = state.copy(Taking(card))
            world.play(STEAL_FROM + victim)
            ways.append(tried(world, seat, Last()))
        win, points = look(alike(state, Last(), 100))[STEAL_FROM + victim]
        assert win == pytest.approx(fmean(way[0] for way in ways), abs=0.15)
        assert points == pytest.approx(fmean(way[1] for way in ways), abs=0.5)
        thefts += 1
    assert thefts == 3


def test_B14_only_a_collection_is_certain() -> None:
    state = end([[10, 30], [20, 50], [25, 60]], (40, 9), ([5], [1]), [[], [1], [1]])
    found = Endgame(0, FastChance(1), PLENTY).answer(alike(state, BumbesiRule(), 50))
    assert found[COLLECT].error == 0.0
    assert all(exact.error > 0.0 for move, exact in found.items() if move != COLLECT)


def test_B15_a_shared_win_counts_in_part() -> None:
    state = end([[68, REVERSE], [69], [70]], (40, 9), ([5], [8]), [[1], [2, 3, 4], [6, 7, 10]])
    win, points = look(alike(state, BumbesiRule()))[COLLECT]
    assert [win, points] == pytest.approx([1 / 3, 3])


def test_where_few_worlds_are_left_it_plays_on_by_the_rule() -> None:
    for state in without_steals(3, 10):
        luck = FastChance(0)
        for move, (win, points) in look(alike(state, BumbesiRule(), FEWEST - 1)).items():
            world = state.copy(luck)
            world.play(move)
            while world.turn != OVER:
                world.play(BumbesiRule().choose(world, luck))
            assert win == pytest.approx((state.turn in world.winners()) / len(world.winners()))
            assert points == world.scores()[state.turn]


def test_it_leaves_the_worlds_as_they_were() -> None:
    state = next(without_steals(3, 10))
    worlds = alike(state, BumbesiRule())
    first, second = look(worlds), look(worlds)
    assert first == second
    assert all(world.state.hands == state.hands and world.state.turn == state.turn for world in worlds)


def test_it_stops_where_there_is_too_much_to_look_at() -> None:
    worlds = alike(next(without_steals(3, 10)), BumbesiRule())
    endgame = Endgame(worlds[0].state.turn, FastChance(1), PLENTY)
    endgame.answer(worlds)
    assert endgame.looked_at > 2 * FEWEST
    with pytest.raises(TooLarge):
        Endgame(worlds[0].state.turn, FastChance(1), endgame.looked_at - 1).answer(worlds)


def test_B13_a_search_works_out_what_begins_with_an_empty_pile_and_says_how_sure_it_is() -> None:
    decision = Decision.of(next(late(4, 5)))
    advices = [Searcher().choose(decision, Budget(iterations=400), seed) for seed in (1, 1, 2)]
    assert advices[0].choices == advices[1].choices != advices[2].choices
    errors = {choice.move: choice.error for choice in advices[0].choices}
    assert all((error == 0.0) == (move == "collect") for move, error in errors.items())
    assert advices[0].choices[0].win == max(choice.win for choice in advices[0].choices)


def test_a_search_reads_no_hands_for_it_before_the_pile_is_empty() -> None:
    decision = Decision.of(Setup(GAME, 4).after(2, 25))
    luck = FastChance(1)
    assert not prepare(decision, 1).mind.solve(GAME.sampler(decision.view), 400, luck)
    assert luck.unit() == FastChance(1).unit()


def test_what_is_not_certain_is_judged_by_a_race_and_not_worked_out_first(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at = []

    class Watched(Endgame):
        def answer(self, worlds: list[World]) -> dict[Move, Exact]:
            looked_at.append(len(worlds))
            return super().answer(worlds)

    monkeypatch.setattr(mind, "Endgame", Watched)
    decision = Decision.of(next(late(4, 5)))
    assert Searcher().choose(decision, Budget(iterations=200), 1).move
    assert looked_at
    looked_at.clear()
    judgement = judge_decision(decision, decision.legal[-1], 0, Budget(iterations=200), 1)
    assert judgement.best == decision.legal[-1] or judgement.error > 0.0
    assert not looked_at
