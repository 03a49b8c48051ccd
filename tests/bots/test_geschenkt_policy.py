"""Geschenkt: what a card costs, when the rule takes it, and what opponents give away about themselves."""

from collections.abc import Sequence
from statistics import fmean

import pytest

from bots.bot import Bot, Budget, Decision
from bots.policies.base import Lookahead, Mind, Policy
from bots.policies.geschenkt.bots import ThresholdBot
from bots.policies.geschenkt.features import NAMES, look_at
from bots.policies.geschenkt.mind import BY_RULE, LIKE_SOMEBODY, LOOKING_AHEAD, THINKING, GeschenktMind
from bots.policies.geschenkt.models import Affine, Patient, opponents
from bots.policies.geschenkt.portrait import PORTRAITS, Gallery, Seen, log_likelihood
from bots.policies.geschenkt.rule import Taker, Taught, Trained
from bots.policies.geschenkt.thinker import Thinker
from bots.policies.geschenkt.thoughts import TODAY
from bots.searcher import Searcher
from bots.simple import PolicyBot
from bots.training.strangers.geschenkt import strangers
from bots.training.tables import play as quick_play
from engines.chance import FastChance, LiveChance
from engines.geschenkt.game import Geschenkt
from engines.geschenkt.rules import PASS, TAKE, GeschenktState
from engines.record import Recording
from engines.view import Turn, View

GAME = Geschenkt()
NONE = Budget()


def table(
    card: int, pot: int = 0, rows: tuple[tuple[int, ...], ...] = (), chips: tuple[int, ...] = (11, 11, 11)
) -> GeschenktState:
    """Set a table of three up where seat 0 decides about a card."""
    state = GeschenktState(3, "", FastChance(1))
    state.deal()
    state.turn = 0
    state.open = card
    state.pot = pot
    state.chips = list(chips)
    for seat, row in enumerate(rows):
        for owned in row:
            state.owner[owned] = seat
    state.count()
    return state


def play(bots: list[Bot], seed: int, budget: Budget = NONE) -> Recording:
    """Play a whole game between bots."""
    recording = Recording(GAME, len(bots), {}, [bot.name for bot in bots], LiveChance(seed))
    while not recording.over:
        state = recording.state
        legal = [GAME.say(move) for move in state.legal()]
        decision = Decision(GAME.id, GAME.view(state, state.turn), tuple(recording.history), legal)
        number = len(recording.moves)
        recording.play(bots[state.turn].choose(decision, budget, 1000 * seed + number).move)
    return recording


def win_share(bot: Bot, other: Bot, deals: int, budget: Budget = NONE) -> float:
    """A bot's share of the wins at every seat of a table of three."""
    won = 0.0
    for game in range(3 * deals):
        bots = [other, other]
        bots.insert(game % 3, bot)
        winners = play(bots, game // 3, budget).state.winners()
        won += (game % 3 in winners) / len(winners)
    return won / (3 * deals)


def _limit(model: Taker) -> float:
    """The points for which a plain threshold takes a card."""
    return model.limit if isinstance(model, Affine) and model.chip == model.own == 1.0 else -99.0


@pytest.mark.parametrize(
    ("card", "row", "cost"),
    [(14, (13, 15, 16), -15), (14, (), 14), (14, (15,), -1), (14, (13,), 0), (35, (34,), 0), (3, (4,), -1)],
)
def test_G10_a_card_costs_what_it_adds_to_the_runs(card: int, row: tuple[int, ...], cost: int) -> None:
    assert table(card, rows=(row,)).cost(0) == cost


@pytest.mark.parametrize("taker", [Trained(), Affine(1.0, -2.0, 1.0), Patient(1.0, 0.0, 1.0, 0)])
def test_G6_without_a_chip_everybody_takes(taker: Taker) -> None:
    assert taker.choose(table(35, chips=(0, 11, 11)), FastChance(1)) == TAKE


def test_the_rule_passes_a_high_card_and_takes_it_once_it_is_paid_for() -> None:
    assert Trained().choose(table(33), FastChance(1)) == PASS
    assert Trained().choose(table(33, pot=24, chips=(3, 3, 3)), FastChance(1)) == TAKE


def test_the_rule_lets_a_card_go_round_that_is_free_for_it_but_dear_for_others() -> None:
    mine = ((29,),)
    assert Trained().choose(table(30, rows=mine), FastChance(1)) == PASS
    assert Trained().choose(table(30, pot=14, rows=mine, chips=(5, 7, 7)), FastChance(1)) == TAKE


def test_a_patient_player_waits_until_somebody_else_wants_the_card() -> None:
    greedy, patient = Affine(1.0, 0.0, 1.0), Patient(1.0, 0.0, 1.0, 0)
    alone, wanted = table(30, rows=((29,),)), table(30, rows=((29,), (31,)))
    assert [greedy.choose(state, FastChance(1)) for state in (alone, wanted)] == [TAKE, TAKE]
    assert [patient.choose(state, FastChance(1)) for state in (alone, wanted)] == [PASS, TAKE]


@pytest.mark.parametrize(("limit", "pot", "move"), [(10, 3, "pass"), (10, 4, "take"), (0, 13, "pass"), (0, 14, "take")])
def test_a_threshold_takes_when_cost_less_chips_is_at_most_the_limit(limit: int, pot: int, move: str) -> None:
    decision = Decision(GAME.id, GAME.view(table(14, pot), 0), (), ("take", "pass"))
    assert ThresholdBot(limit).choose(decision, NONE, 1).move == move


def test_G6_a_threshold_without_a_chip_takes() -> None:
    decision = Decision(GAME.id, GAME.view(table(14), 0), (), ("take",))
    assert ThresholdBot(-9).choose(decision, NONE, 1).move == "take"


def test_a_threshold_is_a_stranger_to_other_games() -> None:
    decision = Decision("another", View(seat=0, seats=3, turn=0, start=0), (), ("take",))
    with pytest.raises(TypeError):
        ThresholdBot(10).choose(decision, NONE, 1)


def minded(history: Sequence[Turn], seats: int = 3) -> GeschenktMind:
    """What seat 0 makes of everybody after this history."""
    state = GAME.deal(seats, {}, FastChance(1))
    return GeschenktMind(GAME, GAME.view(state, 0), history)


def eager(mind: GeschenktMind, seat: int, state: GeschenktState) -> float:
    """How likely a seat is held to take the open card."""
    return sum(
        weight * (0.5 if isinstance(model, Lookahead) else model.choose(state, FastChance(1)) == TAKE)
        for model, weight in zip(mind.models, mind.weights[seat], strict=True)
    )


@pytest.mark.parametrize("limit", [0, 10])
def test_an_opponent_is_known_by_their_moves(limit: int) -> None:
    recording = play([PolicyBot(GAME), ThresholdBot(limit), ThresholdBot(limit)], 8)
    mind = minded(recording.history)
    for seat in (1, 2):
        for card in (12, 20, 28):
            dear, cheap = (table(card, pot=card - limit + less) for less in (-4, 4))
            dear.turn = cheap.turn = seat
            assert eager(mind, seat, cheap) > eager(mind, seat, dear) + 0.4


def test_before_the_first_move_every_rule_is_as_likely_as_the_next() -> None:
    recording = Recording(GAME, 4, {}, ["a", "b", "c", "d"], LiveChance(3))
    mind = GeschenktMind(GAME, GAME.view(recording.state, 0), recording.history)
    rules = len(opponents())
    assert isinstance(mind.models[rules], Lookahead)
    assert isinstance(mind.models[rules + 1], Thinker)
    assert len(mind.models) == rules + 3 + 4 * PORTRAITS
    for seat, weights in enumerate(mind.weights):
        assert weights[:rules] == pytest.approx([BY_RULE / rules] * rules)
        assert weights[rules] == pytest.approx(LOOKING_AHEAD)
        assert sum(weights[rules + 1 : rules + 3]) == pytest.approx(THINKING)
        own = rules + 3 + seat * PORTRAITS
        assert sum(weights[own : own + PORTRAITS]) == pytest.approx(LIKE_SOMEBODY)
        assert sum(weights) == pytest.approx(1.0)


def test_an_opponent_whom_no_rule_foresees_is_taken_to_look_ahead() -> None:
    gifts = [Turn(1, "deal", (35,)), *(Turn(1, "take", (card,)) for card in (33, 31, 29))]
    assert minded(gifts).weights[1][len(opponents())] > 0.9


def test_nobody_who_follows_a_plain_rule_is_taken_for_a_thinker() -> None:
    mind = minded(play([PolicyBot(GAME), ThresholdBot(10), ThresholdBot(4)], 8).history)
    first = len(opponents()) + 1
    assert max(sum(mind.weights[seat][first : first + 2]) for seat in (1, 2)) < 0.1


def test_a_thinker_takes_a_card_as_often_as_it_says() -> None:
    thinker = Thinker(TODAY, Trained())
    luck = FastChance(3)
    for pot in (2, 6, 9):
        state = table(17, pot)
        taken = sum(thinker.choose(state, luck) == TAKE for _ in range(4000)) / 4000
        assert taken == pytest.approx(thinker.chance(look_at(state)), abs=0.03)
    broke = table(35, chips=(0, 11, 11))
    assert thinker.choose(broke, luck) == TAKE


def test_far_from_the_decision_whoever_thinks_plays_by_the_rule() -> None:
    mind = minded([])
    ends = []
    for player in (Thinker(TODAY, mind.rule), Lookahead(mind.rule), mind.rule):
        state = table(17, pot=2)
        mind.roll_out(state, [player] * 3, 0, FastChance(5))
        ends.append((state.owner, state.chips))
    assert ends[0] == ends[1] == ends[2]


def test_what_one_opponent_shows_says_nothing_about_the_others() -> None:
    refused = [Turn(0, "deal", (12,)), Turn(0, "pass", ()), Turn(1, "pass", ())]
    before, after = minded(refused[:1]), minded(refused)
    rules = len(opponents())
    limits = [_limit(taker) for taker in opponents()]
    surely, hardly = limits.index(max(limits)), 2
    assert after.weights[1][surely] < before.weights[1][surely]
    assert after.weights[1][hardly] > before.weights[1][hardly]
    assert after.weights[2][:rules] == before.weights[2][:rules]


def test_a_portrait_comes_to_fit_somebody_whom_no_rule_describes() -> None:
    def never_a_low_card(state: GeschenktState) -> bool:
        return state.open > 20 and state.pot > 3

    luck = FastChance(5)
    seen = []
    for _ in range(40):
        state = table(3 + luck.below(33), luck.below(12), chips=(5, 6, 7))
        seen.append(Seen(look_at(state), never_a_low_card(state)))
    gallery = Gallery(seen, FastChance(2))
    unseen = Gallery([], FastChance(2))
    fit = [sum(log_likelihood(line, seen) for line in each.portraits) for each in (gallery, unseen)]
    assert fit[0] > 0.6 * fit[1]
    assert gallery.evidence < unseen.evidence == pytest.approx(0.0)


def test_a_rule_looks_at_as_many_things_as_have_names() -> None:
    look = dict(zip(NAMES, look_at(table(20, pot=4, rows=((19,), (21,)), chips=(3, 0, 5))).values(), strict=True))
    assert (look["cost"], look["free"], look["pot"], look["somebody broke"]) == (0.0, 1.0, 0.4, 1.0)
    assert look["card below to come"] == look["card above to come"] == 0.0
    assert look["wanted by others"] == 0.5


def test_what_is_worked_out_once_for_a_card_makes_no_rollout_another_one() -> None:
    view = GAME.view(GAME.deal(4, {}, FastChance(1)), 0)
    mind = GeschenktMind(GAME, view, ())
    for seed in range(30):
        first = GAME.deal(4, {}, FastChance(seed))
        ends = [first.copy(FastChance(0)), first.copy(FastChance(0))]
        players = [mind.models[(7 * seed + 13 * seat) % len(mind.models)] for seat in range(4)]
        plain = [player.rule if isinstance(player, Thinker) else player for player in players]
        mind.roll_out(ends[0], players, 0, FastChance(seed))
        Mind.roll_out(mind, ends[1], plain, 0, FastChance(seed))
        assert ends[0].scores() == ends[1].scores()


@pytest.mark.parametrize("limit", [0, 5, 10])
def test_the_rule_beats_thresholds(limit: int) -> None:
    assert win_share(PolicyBot(GAME), ThresholdBot(limit), 40) > 0.55


def test_what_searches_taught_wins_against_the_straight_rule_it_began_with() -> None:
    taught, straight, games = Taught(), Trained(), 240
    won = 0.0
    for game in range(games):
        players: list[Policy] = [straight, straight]
        players.insert(game % 3, taught)
        winners = quick_play(GAME, players, game // 3).winners()
        won += (game % 3 in winners) / len(winners)
    assert won / games > 0.36


def test_what_searches_taught_wins_among_strangers_as_the_straight_rule_does() -> None:
    taught, straight = (fmean(alone(rule, policy) for policy in strangers().values()) for rule in (Taught(), Trained()))
    assert straight > 0.65
    assert taught > straight - 0.05


def alone(policy: Policy, stranger: Policy) -> float:
    """What somebody wins against two strangers of a kind."""
    won = 0.0
    for game in range(72):
        players = [stranger, stranger]
        players.insert(game % 3, policy)
        winners = quick_play(GAME, players, game // 3).winners()
        won += (game % 3 in winners) / len(winners)
    return won / 72


@pytest.mark.parametrize(("pot", "move"), [(9, "take"), (0, "pass")])
def test_G9_the_search_sees_whether_the_last_card_wins(pot: int, move: str) -> None:
    state = table(5, pot, rows=((10,), (9,), (25,)), chips=(1, 1, 0))
    state.pile = []
    decision = Decision(GAME.id, GAME.view(state, 0), (), ("take", "pass"))
    assert Searcher().choose(decision, Budget(iterations=50), 1).move == move


@pytest.mark.parametrize("variant", ["", "tactical"])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_G12_the_rule_plays_every_set_up_to_the_end(seats: int, variant: str) -> None:
    options = {"variant": variant} if variant else {}
    state = GAME.deal(seats, options, FastChance(4))
    luck = FastChance(5)
    moves = 0
    while state.legal():
        state.play(Trained().choose(state, luck))
        moves += 1
    assert moves >= 24
