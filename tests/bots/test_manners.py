"""Bots as characters: who they are, and that each really plays the style it is said to have."""

from collections.abc import Callable, Iterator

import pytest

from bots.advice import Advice, JudgedMove
from bots.bot import LEVELS, Budget, Decision
from bots.levels import budget_for, make_bot
from bots.manners import BOLD, CAST, MANNERS, NAMES, STEADY, TEASING, WARY, lean, next_bots, split
from bots.policies import descriptor_of
from engines.bumbesi.view import BumbesiView, window
from engines.chance import FastChance, LiveChance
from engines.dacapo.view import DaCapoView
from engines.danger13.view import Danger13View, signs
from engines.game import Game, State
from engines.games import GAMES, find
from engines.geschenkt.view import GeschenktView, cost
from engines.record import Recording
from engines.view import View
from net.names import NAME_CELLS, is_reserved

STYLES = (BOLD, WARY, TEASING)
Trait = Callable[[Game, State, str], float | None]
"""How much of something a move has; None where the decision is of another kind."""


def test_everybody_has_a_name_that_fits_a_plate_and_that_nobody_else_can_take() -> None:
    assert len(set(NAMES)) == len(CAST) == 12
    assert all(len(name) <= NAME_CELLS and name.isascii() and is_reserved(name) for name in NAMES)
    assert len({manner.phrase for manner in CAST}) == len(CAST)


def test_a_bot_is_called_by_its_level_and_its_name() -> None:
    assert split("hard-Renard") == ("hard", MANNERS["Renard"])
    for other in ("hard", "hard-1", "policy", "easy-Ada", "Renard", "exec:my-bot", "nobody-Renard"):
        assert split(other) == (other, None)


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_sits_twice_at_a_table(level: str) -> None:
    first = next_bots([level] * 5)
    more = next_bots(["easy", "hard", "expert"] * 2, first)
    assert len(first) == 5
    assert len({split(bot)[1] for bot in (*first, *more)}) == 11
    assert all(split(bot)[0] == level for bot in first)
    assert next_bots([level] * 5) == first


def test_a_manner_changes_nothing_of_a_level_but_the_style() -> None:
    for name in GAMES:
        assert budget_for("expert-Renard", name, Budget()) == budget_for("expert", name, Budget())
        assert budget_for("easy-Renard", name, Budget()) == budget_for("easy", name, Budget())
    game = find("geschenkt")
    for decision in _decisions(game, 4, 3):
        steady, plain = (make_bot(name, game).choose(decision, Budget(), 5) for name in ("hard-Octave", "hard"))
        assert (steady.move, steady.choices) == (plain.move, plain.choices)


def test_who_searches_follows_the_style_only_where_it_costs_next_to_nothing() -> None:
    best, near, far = JudgedMove("a", 100, 0.50), JudgedMove("b", 60, 0.49), JudgedMove("c", 60, 0.40)
    rare, never = JudgedMove("d", 5, 0.50), JudgedMove("e")
    advice = Advice("a", (best, near, far, rare, never), 225)
    assert lean(advice, "b").move == "b"
    assert lean(advice, "b").choices[0] is near
    for liked in "acde":
        assert lean(advice, liked) is advice


def _takes(game: Game, state: State, move: str) -> float:
    return float(move == "take")


def _takes_what_others_want(game: Game, state: State, move: str) -> float:
    view = game.view(state, state.turn)
    assert isinstance(view, GeschenktView)
    wanted = any(cost((*row, view.open)) <= cost(row) for seat, row in enumerate(view.rows) if seat != view.turn)
    return float(move == "take" and wanted)


def _accepts(game: Game, state: State, move: str) -> float | None:
    return float(move == "accept") if move in ("accept", "refuse") else None


def _won(view: View, seat: int) -> tuple[int, ...]:
    assert isinstance(view, Danger13View)
    return view.won[seat] or ()


def _gives_to_the_leader(game: Game, state: State, move: str) -> float | None:
    views = [game.view(state, seat) for seat in range(state.seats)]
    view = views[state.turn]
    assert isinstance(view, Danger13View)
    if move in ("accept", "refuse"):
        return None
    others = [seat for seat in range(view.seats) if seat != view.turn]
    # Whoever has most, won and at stake; a good memory knows it.
    leader = max(others, key=lambda seat: sum(map(signs, (*_won(views[seat], seat), *view.rows[seat]))))
    return float(move.endswith(f" {leader}"))


def _collects(game: Game, state: State, move: str) -> float:
    return float(move.startswith("collect"))


def _leaves_room(game: Game, state: State, move: str) -> float:
    """How many numbers the next player could play."""
    after = state.copy(FastChance(1))
    after.play(game.parse(move))
    view = game.view(after, None)
    assert isinstance(view, BumbesiView)
    return float(len({*window(view, 0), *window(view, 1)}))


def _lays(game: Game, state: State, move: str) -> float:
    return float(move.startswith("lay"))


def _robs(game: Game, state: State, move: str) -> float:
    assert isinstance(game.view(state, None), DaCapoView)
    return float(move.startswith("rob"))


# What each style does more often than the plain rule, or with -1 less often.
TRAITS: dict[tuple[str, str], tuple[Trait, int]] = {
    ("geschenkt", BOLD): (_takes, -1),
    ("geschenkt", WARY): (_takes, 1),
    ("geschenkt", TEASING): (_takes_what_others_want, 1),
    ("danger13", BOLD): (_accepts, 1),
    ("danger13", WARY): (_accepts, -1),
    ("danger13", TEASING): (_gives_to_the_leader, 1),
    ("bumbesi", BOLD): (_collects, -1),
    ("bumbesi", WARY): (_collects, 1),
    ("bumbesi", TEASING): (_leaves_room, -1),
    ("dacapo", BOLD): (_lays, -1),
    ("dacapo", WARY): (_lays, 1),
    ("dacapo", TEASING): (_robs, 1),
}


def _positions(game: Game, seats: int, games: int) -> Iterator[State]:
    """Positions with a choice, from games that the rule plays against itself."""
    rule = descriptor_of(game.id).policy()
    luck = FastChance(3)
    for deal in range(games):
        state = game.deal(seats, {}, LiveChance(deal))
        while state.turn >= 0:
            if len(state.legal()) > 1:
                yield state
            state.play(rule.choose(state, luck))


def _decisions(game: Game, seats: int, count: int) -> list[Decision]:
    recording = Recording(game, seats, {}, [""] * seats, LiveChance(8))
    found: list[Decision] = []
    while len(found) < count:
        legal = [game.say(move) for move in recording.state.legal()]
        if len(legal) > 1:
            view = game.view(recording.state, recording.state.turn)
            found.append(Decision(game.id, view, tuple(recording.history), legal))
        recording.play(legal[-1])
    return found


@pytest.mark.parametrize(("name", "style"), TRAITS)
def test_a_style_is_really_played(name: str, style: str) -> None:
    game = find(name)
    rule, styled = descriptor_of(name).policy(), descriptor_of(name).policy_in(style)
    trait, direction = TRAITS[name, style]
    luck = FastChance(7)
    gained = changed = 0.0
    for state in _positions(game, 4, 40):
        plain, own = (game.say(policy.choose(state, luck)) for policy in (rule, styled))
        before, after = trait(game, state, plain), trait(game, state, own)
        if plain != own and before is not None and after is not None:
            changed += 1
            gained += after - before
    assert changed >= 10
    assert direction * gained > 0.1 * changed


def test_every_game_of_the_house_has_every_style_and_any_other_plays_as_it_is() -> None:
    assert set(TRAITS) == {(game, style) for game in GAMES for style in STYLES}
    for game in GAMES:
        assert set(descriptor_of(game).styles) == set(STYLES)
        assert type(descriptor_of(game).policy_in(STEADY)) is type(descriptor_of(game).policy())
