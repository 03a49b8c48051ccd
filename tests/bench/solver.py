"""An exact yardstick: Geschenkt for two with the cards 3 to 8, one of them out of the game, and four chips each.

Everybody can count chips, so only the order of the pile is unknown and the whole game can be solved. What a bot gives
away is then exact: the value of the best move less the value of its own, added up over a game.
"""

from functools import cache
from statistics import fmean

from bots.bot import Bot, Budget, Decision
from bots.levels import budget_for, make_bot
from bots.searcher import Searcher
from bots.simple import PolicyBot
from bots.standings import mean_interval
from engines.chance import FastChance
from engines.games import build
from engines.geschenkt.game import Geschenkt
from engines.geschenkt.rules import MATERIALS, PASS, TAKE, GeschenktState, Material
from engines.geschenkt.view import cost
from engines.view import OVER, Turn, cards_shown

SMALL = "small"
CARDS = range(3, 9)
CHIPS = 4
PILE = 5
GAMES = 200
# Plain Python takes the whole second for each of about five decisions in a game; compiled they are worked out sooner.
EXPERT_GAMES = {"plain Python": 24, "compiled": GAMES}
ITERATIONS = {"plain Python": 300, "compiled": 3000}

Row = tuple[int, ...]
Position = tuple[tuple[Row, Row], tuple[int, int], int, int, int]
"""Both rows, both players' chips, the open card, the chips on it, and whose turn it is."""


def after_pass(position: Position) -> Position:
    """The position after a chip was paid."""
    rows, chips, card, pot, turn = position
    left = (chips[0] - 1, chips[1]) if turn == 0 else (chips[0], chips[1] - 1)
    return rows, left, card, pot + 1, 1 - turn


@cache
def value(position: Position) -> float:
    """The share of the win that the player to act gets when both play perfectly."""
    best = take_value(position)
    if position[1][position[4]] > 0:
        best = max(best, 1.0 - value(after_pass(position)))
    return best


def take_value(position: Position) -> float:
    """The share of the win after taking the card: the mean over the cards that may come, or the result."""
    rows, chips, card, pot, turn = position
    taken = tuple(sorted((*rows[turn], card)))
    now = (taken, rows[1]) if turn == 0 else (rows[0], taken)
    purse = (chips[0] + pot, chips[1]) if turn == 0 else (chips[0], chips[1] + pot)
    if len(now[0]) + len(now[1]) == PILE:
        scores = [cost(now[seat]) - purse[seat] for seat in (0, 1)]
        return 0.5 if scores[0] == scores[1] else float(scores[turn] < scores[1 - turn])
    to_come = [other for other in CARDS if other not in now[0] and other not in now[1]]
    return sum(value((now, purse, other, 0, turn)) for other in to_come) / len(to_come)


def position_of(state: GeschenktState) -> Position:
    """Read a state of the engine as a position of the solver."""
    rows = [tuple(card for card in CARDS if state.owner[card] == seat) for seat in (0, 1)]
    return (rows[0], rows[1]), (state.chips[0], state.chips[1]), state.open, state.pot, state.turn


def loss(bot: Bot, budget: Budget, number: int) -> float:
    """The share of the win that a bot gives away in one game against perfect play."""
    game = Geschenkt()
    luck = FastChance(number)
    state = GeschenktState(2, SMALL, luck)
    state.deal()
    history = [Turn(state.start, "deal", cards_shown(state.shown))]
    given_away = 0.0
    while state.turn != OVER:
        position = position_of(state)
        may_pass = state.chips[state.turn] > 0
        worth = {TAKE: take_value(position), PASS: 1.0 - value(after_pass(position)) if may_pass else -1.0}
        move = max(worth, key=lambda move: worth[move])
        if state.turn == number % 2 and may_pass:
            decision = Decision(game.id, game.view(state, state.turn), tuple(history), ("take", "pass"))
            chosen = game.parse(bot.choose(decision, budget, number).move)
            given_away += worth[move] - worth[chosen]
            move = chosen
        seat = state.turn
        state.play(move)
        history.append(Turn(seat, game.say(move), cards_shown(state.shown)))
    return given_away


def main() -> None:
    """Print what expert gives away in its second, the search in fewer iterations, and the rule."""
    MATERIALS[SMALL] = Material((), CHIPS, PILE, CARDS[-1])
    iterations = ITERATIONS[build()]
    game = Geschenkt()
    seconds = budget_for("expert", game.id, Budget()).seconds
    print(f"exact small Geschenkt ({build()}): share of the win given away in a game against perfect play")
    _report(f"expert, {seconds:g} s a move", make_bot("expert", game), Budget(), EXPERT_GAMES[build()])
    _report(f"search, {iterations} iterations", Searcher(), Budget(iterations=iterations), GAMES)
    _report("policy", PolicyBot(game), Budget(), GAMES)


def _report(name: str, bot: Bot, budget: Budget, games: int) -> None:
    losses = [loss(bot, budget, number) for number in range(games)]
    mean = fmean(losses)
    low, high = mean_interval(mean, losses) or (mean, mean)
    print(f"{name:>26}  {mean:.3f}   95 % {max(low, 0.0):.3f} .. {high:.3f}   {games} games", flush=True)


if __name__ == "__main__":
    main()
