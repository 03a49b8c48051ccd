"""Every reason in a hint is true: each one is worked out anew from the position after the move itself."""

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from bots.advice import Advice, JudgedMove
from bots.bot import Budget, Decision
from bots.simple import PolicyBot
from engines.chance import FastChance
from engines.games import GAMES
from engines.record import Recording
from engines.view import Event
from tui import tables
from tui.draw.canvas import Canvas
from tui.hints import make_hint
from tui.language import Tongue
from tui.tables.scene import Scene, ShownHint
from tui.words import speak

NAMES = ("Ada", "Chloé", "Maximilienne", "hard-1", "Grete", "Ole")
SEATS = {"geschenkt": 4, "danger13": 4, "bumbesi": 5, "dacapo": 4}
POSITIONS = 200
NARROW = 33


class Case(NamedTuple):
    """A move in a position: the State before it and after it, what happened, and the parts of the reason."""

    move: str
    seat: int
    before: Any
    after: Any
    events: list[Event]
    said: dict[str, str]

    def named(self) -> int:
        return NAMES.index(self.said["name"])

    def happened(self, kind: str) -> list[Event]:
        return [event for event in self.events if event.kind == kind]


def positions(game: str) -> Iterator[tuple[Recording, Scene]]:
    """Positions of games that the policy plays against itself, with a choice to make, as the seat to act sees them."""
    found, number, seats = 0, 0, SEATS[game]
    bot = PolicyBot(GAMES[game])
    while found < POSITIONS:
        number += 1
        recording = Recording(GAMES[game], seats, {}, NAMES[:seats], FastChance(number))
        while not recording.over and found < POSITIONS:
            state = recording.state
            legal = tuple(GAMES[game].say(move) for move in state.legal())
            view = GAMES[game].view(state, state.turn)
            if len(legal) > 1:
                found += 1
                yield (
                    recording,
                    Scene(
                        game=game, title=game, names=NAMES[:seats], view=view, legal=legal, memory_aid=found % 2 == 0
                    ),
                )
            decision = Decision(game, view, recording.history, legal)
            recording.play(bot.choose(decision, Budget(), number + found).move)


def cost(cards: list[int]) -> int:
    return sum(card for card in cards if card - 1 not in cards)


def rows(state: Any) -> list[list[int]]:
    return [list(row) for row in GAMES["geschenkt"].view(state, 0).rows]  # type: ignore[attr-defined]


def gain(case: Case) -> int:
    now, then = rows(case.before)[case.seat], rows(case.after)[case.seat]
    chips: int = case.after.chips[case.seat] - case.before.chips[case.seat]
    return -(cost(then) - cost(now) - chips)


CHANGE = r"(?:costs (?P<costs>\d+) points?|gains (?P<gains>\d+) points?|costs nothing)"


def suits(case: Case, seat: int) -> bool:
    row = rows(case.before)[seat]
    return case.before.open - 1 in row or case.before.open + 1 in row


def net(case: Case) -> bool:
    wanted = int(case.said.get("gains") or 0) - int(case.said.get("costs") or 0)
    return gain(case) == wanted


def chips_left(case: Case) -> bool:
    return bool(case.after.chips[case.seat] == int(case.said["left"]))


def row_after(case: Case, receiver: int) -> tuple[int, int]:
    laid = [event for event in case.events if event.seat == receiver and event.kind in ("laid", "lost")]
    first = laid[0]
    return first.args["total"], first.args["limit"]


def at(case: Case) -> bool:
    receiver = case.named() if case.said.get("name") else case.seat
    return row_after(case, receiver) == (int(case.said["total"]), int(case.said["limit"]))


def stake(case: Case, receiver: int) -> bool:
    value = {1: 1, 2: 2}
    held = sum(value.get(card // 10, 0) for card in case.before.rows[receiver] if card < 30)
    shown = case.said["signs"]
    return shown == ("0" if not held else "+" * held if held <= 6 else f"+{held}")


def busted(case: Case, receiver: int) -> bool:
    return bool(case.happened("busted")) and case.happened("busted")[0].seat == receiver


def leads(case: Case) -> bool:
    won = case.before.scores()
    return busted(case, won.index(max(won))) and won.count(max(won)) == 1


def receiver_of(case: Case) -> int:
    return int(case.move.split()[1])


def window(case: Case, place: int) -> tuple[int, int] | None:
    pile, limits = case.after.piles[place], case.after.limits[place]
    low, high = (pile[-1] + 1 if pile else 1), limits[-1] - 1
    return (low, high) if low <= high else None


def fits(case: Case, place: int) -> bool:
    low, high = case.said["low"], case.said["high"] or case.said["low"]
    return window(case, place) == (int(low), int(high))


def collected(case: Case) -> int:
    return len(case.after.bins[case.seat]) - len(case.before.bins[case.seat])


THEN = (
    r"(?:completes (?P<done>[ABC])|makes way for your stock's (?P<own>\d+)|lets (?P<rival>.+?) play the (?P<theirs>\d+)"
    r"|(?P<place>[ABC]) wants (?P<value>\d+) then)"
)


def then(case: Case) -> bool:
    said, place = case.said, int(case.move.split()[-1])
    next_value = len(case.after.builds[place]) + 1
    if said["done"]:
        return bool(case.happened("completed")) and place == "ABC".index(said["done"])
    if said["own"]:
        return bool(case.before.tops[case.seat] == int(said["own"]) == next_value)
    if said["rival"]:
        return bool(case.before.tops[NAMES.index(said["rival"])] == int(said["theirs"]) == next_value)
    return next_value == int(said["value"]) and place == "ABC".index(said["place"])


def pile_under(case: Case) -> list[int]:
    return list(case.before.helpers[case.seat][int(case.move.split()[-1])])


def card(text: str) -> int:
    return 11 if text in ("joker", "J") else int(text)


Check = tuple[str, Callable[[Case], bool]]
NOW = r"(?P<total>\d+) of (?P<limit>\d+)"
RANGE = r"(?P<low>\d+)(?: to (?P<high>\d+))?"
ONE_POINT = r"1 point(?: against (?P<stuck>\d+))?, "


def spared(case: Case) -> bool:
    """A special costs one point; where no number fits, collecting is what is left."""
    marker = case.before.marker
    count = len(case.before.limits[marker]) + len(case.before.piles[marker])
    legal = [GAMES["bumbesi"].say(move) for move in case.before.legal()]
    stuck = not any(move.startswith("play") for move in legal)
    told = case.said.get("stuck")
    return collected(case) == 1 and (not told or (stuck and int(told) == count))


CHECKS: dict[str, tuple[Check, ...]] = {
    "geschenkt": (
        (
            rf"(?:fills )?(?P<low>\d+)(?: to |-)(?P<high>\d+), {CHANGE}",
            lambda case: (
                set(range(int(case.said["low"]), int(case.said["high"]) + 1)) <= set(rows(case.after)[case.seat])
                and net(case)
            ),
        ),
        (
            rf"(?P<card>\d+)(?: stands alone)?, {CHANGE}",
            lambda case: case.before.open == int(case.said["card"]) and net(case) and not suits(case, case.seat),
        ),
        (
            r"its (?P<pot>\d+) chips are worth more than the (?P<card>\d+)",
            lambda case: gain(case) > 0 and case.before.pot == int(case.said["pot"]),
        ),
        (CHANGE, net),
        (
            r"suits nobody else.*",
            lambda case: (
                suits(case, case.seat) and not any(suits(case, seat) for seat in range(4) if seat != case.seat)
            ),
        ),
        (r"1 chip, (?:but the \d+ )?suits (?P<name>.+)", lambda case: suits(case, case.named())),
        (r"your last chip.*", lambda case: case.after.chips[case.seat] == 0),
        (
            r"1 chip against (?P<points>\d+) points, (?P<left>\d+) left",
            lambda case: chips_left(case) and int(case.said["points"]) == case.before.open - case.before.pot,
        ),
        (r"1 chip, (?P<left>\d+) left", chips_left),
    ),
    "danger13": (
        (
            rf"spends a NO, (?:and you stay at|stays) {NOW}",
            lambda case: (
                bool(case.happened("refused"))
                and case.before.totals[case.seat] == int(case.said["total"])
                and case.before.limits[case.seat] == int(case.said["limit"])
            ),
        ),
        (r"spends a NO, saves (?P<signs>.+) from a bust", lambda case: stake(case, case.seat)),
        (r"a NO against the bust", lambda case: bool(case.happened("refused"))),
        (r"busts you, with (?P<signs>.+) at stake", lambda case: busted(case, case.seat) and stake(case, case.seat)),
        (r"busts you", lambda case: busted(case, case.seat)),
        (
            r"busts the leader, who has (?P<signs>.+) at stake",
            lambda case: leads(case) and stake(case, receiver_of(case)),
        ),
        (
            r"busts (?P<name>.+?), or costs a NO; (?P<signs>.+) at stake",
            lambda case: busted(case, case.named()) and stake(case, case.named()),
        ),
        (r"busts (?P<name>.+?) or costs a NO", lambda case: busted(case, case.named())),
        (
            r"busts (?P<name>.+?), (?:who has )?(?P<signs>\S+) at stake",
            lambda case: busted(case, case.named()) and stake(case, case.named()),
        ),
        (r"busts (?P<name>.+)", lambda case: busted(case, case.named())),
        (
            r"(?P<signs>\++) safe at once",
            lambda case: case.after.scores()[case.seat] - case.before.scores()[case.seat] == len(case.said["signs"]),
        ),
        (
            r"gives (?P<name>.+) (?P<signs>\++) for good",
            lambda case: (
                case.after.asked
                or case.after.scores()[case.named()] - case.before.scores()[case.named()] == len(case.said["signs"])
            ),
        ),
        (rf"you lose (?P<card>\S+), {NOW}", at),
        (r"the arrow hits nothing of yours", lambda case: bool(case.happened("missed"))),
        (rf"(?P<name>.+) loses (?P<card>\S+), {NOW}", at),
        (r"hits nothing of (?P<name>.+)", lambda case: case.happened("missed")[0].seat == case.named()),
        (r"gets you a NO", lambda case: case.happened("laid")[0].args["card"] == 60),
        (r"gets (?P<name>.+) a NO", lambda case: case.after.hands[case.named()] > 0),
        (r"raises your limit to 18", lambda case: case.after.limits[case.seat] == 18 > case.before.limits[case.seat]),
        (
            r"a limit of 18 for (?P<name>.+)",
            lambda case: case.after.limits[case.named()] == 18 > case.before.limits[case.named()],
        ),
        (r"a second shield .*", lambda case: case.before.open == 50),
        (
            rf"(?:you come to )?{NOW}, then (?:you )?draw(?: another)?",
            lambda case: at(case) and bool(case.happened("drew")),
        ),
        (rf"(?P<signs>\++) (?:more )?at stake, (?:you come to )?{NOW}", at),
        (rf"you come to {NOW}", at),
        (
            rf"(?P<name>.+?)(?: comes to |: ){NOW},(?: then)? draws(?: another)?",
            lambda case: at(case) and bool(case.happened("drew")),
        ),
        (rf"brings (?P<name>.+) to {NOW}", at),
        (rf"(?P<name>.+): {NOW}", at),
    ),
    "bumbesi": (
        (
            r"(?:closes (?P<place>[AB]): )?nothing fits then",
            lambda case: window(case, int(case.move.split()[2])) is None,
        ),
        (
            rf"(?:close above (?P<top>\d+), )?leaves {RANGE} on (?P<place>[AB])",
            lambda case: (
                fits(case, "AB".index(case.said["place"]))
                and (
                    not case.said["top"]
                    or case.before.piles["AB".index(case.said["place"])][-1] == int(case.said["top"])
                )
            ),
        ),
        (
            rf"(?P<points>\d+) points?(?: for you)?, then {RANGE}(?: fits)?",
            lambda case: collected(case) == int(case.said["points"]) and fits(case, case.before.marker),
        ),
        (
            r"(?P<points>\d+) points?(?: for you)?, then nothing fits",
            lambda case: collected(case) == int(case.said["points"]) and window(case, case.before.marker) is None,
        ),
        (
            r"(?P<points>\d+) points? for you, ends the game",
            lambda case: collected(case) == int(case.said["points"]) and case.after.turn < 0,
        ),
        (
            r"(?P<points>\d+) points? for you",
            lambda case: collected(case) == int(case.said["points"]) and case.after.turn >= 0,
        ),
        (
            rf"{ONE_POINT}{RANGE} fits (?P<place>[AB]) then",
            lambda case: spared(case) and fits(case, "AB".index(case.said["place"])),
        ),
        (
            rf"{ONE_POINT}a card from (?P<name>.+)",
            lambda case: spared(case) and case.happened("stole")[0].args["victim"] == case.named(),
        ),
        (rf"{ONE_POINT}(?P<name>.+) plays next", lambda case: spared(case) and case.after.turn == case.named()),
    ),
    "dacapo": (
        (r"ends the turn with an empty hand", lambda case: bool(case.happened("ended"))),
        (r"empties your stock: you win", lambda case: bool(case.happened("won"))),
        (
            r"(?P<cards>\d+) cards? left in your stock",
            lambda case: len(case.after.stocks[case.seat]) == int(case.said["cards"]),
        ),
        (
            r"(empties the stock of|lets) (?P<name>.+?)(, who wins| win)",
            lambda case: case.happened("won")[0].seat == case.named(),
        ),
        (
            rf"{THEN}, (?P<name>.+) has (?P<cards>\d+) left",
            lambda case: then(case) and len(case.after.stocks[case.named()]) == int(case.said["cards"]),
        ),
        (
            rf"clears (?P<helper>[xyz])(?:, {THEN})?",
            lambda case: (
                not case.after.helpers[case.seat]["xyz".index(case.said["helper"])]
                and (not any(case.said[part] for part in ("done", "own", "rival", "place")) or then(case))
            ),
        ),
        (
            rf"frees the (?P<card>\w+?)(?:, {THEN})?",
            lambda case: (
                case.after.helpers[case.seat][int(case.move.split()[1])][-1] == card(case.said["card"])
                and (not any(case.said[part] for part in ("done", "own", "rival", "place")) or then(case))
            ),
        ),
        (
            r"empties your hand: you draw (?P<cards>\d+)",
            lambda case: sum(event.args["cards"] for event in case.happened("drew")) == int(case.said["cards"]),
        ),
        (r"empties your hand", lambda case: not case.after.hands[case.seat]),
        (r"takes the free place (?P<helper>[xyz])", lambda case: not pile_under(case)),
        (
            r"(?:lies )?on a (?P<card>\w+) like it.*",
            lambda case: pile_under(case)[-1] == card(case.said["card"]) == card(case.move.split()[1].upper()),
        ),
        (
            r"(?:goes )?before the (?P<card>\w+).*",
            lambda case: pile_under(case)[-1] == card(case.said["card"]) == card(case.move.split()[1].upper()) + 1,
        ),
        (r"buries the (?P<card>\w+)", lambda case: pile_under(case)[-1] == card(case.said["card"])),
        (THEN, then),
    ),
}


def is_true(game: str, words: str, case: Case) -> bool:
    for pattern, check in CHECKS[game]:
        match = re.fullmatch(pattern, words)
        if match:
            return check(case._replace(said=match.groupdict()))
    raise AssertionError(f"nothing knows how to check {words!r}")


@pytest.mark.parametrize("game", GAMES)
def test_every_move_has_a_reason_that_is_true_of_the_position(game: str) -> None:
    for recording, scene in positions(game):
        before = recording.state
        for move in scene.legal:
            after: Any = before.copy(FastChance(7))
            events: list[Event] = []
            after.log = events
            after.play(GAMES[game].parse(move))
            if move.startswith("give") and after.turn >= 0 and after.asked:
                # What a card does shows when it is accepted.
                after.play(GAMES[game].parse("accept"))
            case = Case(move, before.turn, before, after, events, {})
            for words in tables.of(game).reason(scene, move):
                assert is_true(game, words, case), (move, words, scene.view)
            assert tables.reason(scene, move), move


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_the_shortest_reason_fits_the_smallest_screen(game: str, language: str) -> None:
    speak(Tongue(language))
    try:
        for _recording, scene in positions(game):
            for move in scene.legal:
                words = tables.reason(scene, move, NARROW)
                assert words in tables.of(game).reason(scene, move), (move, words)
    finally:
        speak(Tongue("en"))


def drawn_hint(scene: Scene, hint: ShownHint) -> str:
    canvas = Canvas(40, 20, tables.palette("dark", "true", scene.game))
    tables.draw(canvas, replace(scene, hint=hint, panel="hint"))
    return "\n".join(canvas.line(y) for y in range(canvas.height))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_hints_are_best_first_and_whole_at_40x20(game: str, language: str) -> None:
    """The first three moves of each position, judged in an order of their own; each stands there with its reason."""
    speak(Tongue(language))
    luck = random.Random(game)
    try:
        for _recording, scene in positions(game):
            judged = [JudgedMove(move, 100, luck.random() / 2, 0.001, 20.0) for move in scene.legal]
            judged = sorted(judged, key=lambda each: -each.win)[:3]
            best = judged[0].move
            luck.shuffle(judged)
            hint = make_hint(Advice(best, tuple(judged), 1000), scene, GAMES[game], 1.0)
            assert hint.tips[0].move == best
            assert [tip.share for tip in hint.tips] == sorted((each.win for each in judged), reverse=True)
            shown = drawn_hint(scene, hint)
            for tip in hint.tips:
                assert tip.words in shown, shown
                assert any(reason in shown for reason in tip.reasons), shown
    finally:
        speak(Tongue("en"))
