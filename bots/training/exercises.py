"""Finding exercises: games between strangers are searched for mistakes where one move is clearly the best.

A mistake that somebody makes by habit tempts others too. Each is found with little thought, then thought over for long
on fresh luck, every legal move of it, and kept where the best is ahead of the next by more than four standard errors,
twice.
"""

import random
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from math import hypot, sqrt
from pathlib import Path
from statistics import fmean, stdev

from bots.bot import Budget, Decision
from bots.exercises import CLEAR, Exercise, cut, read, write
from bots.findings import BLUNDER, MISTAKE, JudgedChoice
from bots.judge import RACE_ERROR, Pairing, judge_decision
from bots.moments import Course, Moment, follow
from bots.searcher import prepare
from bots.simple import PolicyBot
from bots.training.strangers import PEOPLE
from engines.chance import LiveChance
from engines.games import find
from engines.record import Record, Recording

Tell = Callable[[str], None]

QUICK = Budget(iterations=400)
"""What a decision gets at first."""

DEEP = 4000
"""How many games each move of a likely one is tried in, or searches of it where the game is searched as a tree."""

TRIED = 12
"""So many decisions of a game are looked at; it gives one exercise at most, so that no two are alike."""

LEAST = 0.05
"""The least that a mistake must give away to make an exercise."""

GLANCE = 10
"""A glance with so much less thought already sorts out most positions that are not worth a long look."""

REPORT = 20
FIRST_LUCK, SECOND_LUCK = 10_007, 20_011


@dataclass(frozen=True, slots=True)
class Comparison:
    """Every legal move of a decision, the best first, and by how much it is ahead of the next one."""

    choices: tuple[JudgedChoice, ...]
    lead: float
    error: float

    @property
    def clear(self) -> bool:
        """Whether one move is the best beyond doubt."""
        return self.lead > max(CLEAR * self.error, LEAST)


def compare(decision: Decision, tries: int, seed: int) -> Comparison:
    """Try every legal move of a decision for as long as every other."""
    moves = len(decision.legal)
    search = prepare(decision, seed)
    if search.mind.race:
        return _race(decision, Budget(iterations=tries * moves), seed)
    # In a tree the first half of each move's time is not counted.
    judged = judge_decision(decision, decision.legal[0], 0, Budget(iterations=2 * tries * moves), seed)
    first, second = judged.choices[:2]
    return Comparison(judged.choices, first.win - second.win, hypot(first.error, second.error))


def _race(decision: Decision, budget: Budget, seed: int) -> Comparison:
    """Play all moves on the same worlds: the rival is the one that the best is the least surely ahead of."""
    game = find(decision.game)
    search = prepare(decision, seed)
    sampler = search.mind.worlds(game.sampler(decision.view))
    columns = Pairing(search.mind, sampler, search.seat, seed).run(
        [game.parse(text) for text in decision.legal], budget
    )
    best = max(columns, key=fmean)
    gaps = [_gap(best, wins) for wins in columns if wins is not best]
    lead, error = min(gaps, key=lambda gap: gap[0] / gap[1])
    choices = [
        JudgedChoice(text, fmean(wins), hypot(stdev(wins) / sqrt(len(wins)), RACE_ERROR))
        for text, wins in zip(decision.legal, columns, strict=True)
    ]
    return Comparison(tuple(sorted(choices, key=lambda choice: -choice.win)), lead, error)


def _gap(best: list[float], wins: list[float]) -> tuple[float, float]:
    """By how much a move is behind the best one on the same worlds, and the error of that."""
    gaps = [first - second for first, second in zip(best, wins, strict=True)]
    return fmean(gaps), hypot(stdev(gaps) / sqrt(len(gaps)), RACE_ERROR)


def find_in(
    record: Record, seed: int, quick: Budget = QUICK, deep: int = DEEP, known: Collection[str] = ()
) -> Exercise | None:
    """The first mistake of a game that makes an exercise, unless its answer is one of those that are `known` by now."""
    course = follow(record)
    for moment in _some(course, seed):
        decision = course.decision(moment)
        judged = judge_decision(decision, moment.move, moment.turn, quick, seed + moment.turn)
        if judged.verdict not in (MISTAKE, BLUNDER) or judged.best in known:
            continue
        found = _twice_clear(decision, deep, seed + moment.turn)
        if found is not None and found.choices[0].move not in (moment.move, *known):
            return Exercise(
                record=cut(record, moment.turn),
                move=moment.move,
                best=found.choices[0].move,
                lead=round(found.lead, 4),
                error=round(found.error, 4),
                choices=tuple(_rounded(choice) for choice in found.choices),
            )
    return None


def _twice_clear(decision: Decision, deep: int, seed: int) -> Comparison | None:
    """What is found where the same move is the best beyond doubt twice, each time with other luck.

    It is the second comparison that counts: the first one has been chosen for what it says.
    """
    glance = compare(decision, deep // GLANCE, seed)
    if glance.lead < LEAST / 2:
        return None
    first = compare(decision, deep, seed + FIRST_LUCK)
    if not first.clear or len(first.choices) < len(decision.legal):
        return None
    second = compare(decision, deep, seed + SECOND_LUCK)
    return second if second.clear and second.choices[0].move == first.choices[0].move else None


def _some(course: Course, seed: int) -> list[Moment]:
    """Some decisions of a game, from anywhere in it."""
    free = [moment for moment in course.moments if len(moment.legal) > 1]
    return random.Random(seed).sample(free, min(TRIED, len(free)))


def _rounded(choice: JudgedChoice) -> JudgedChoice:
    return JudgedChoice(choice.move, round(choice.win, 4), round(choice.error, 4))


def strangers_play(game: str, seed: int) -> Record:
    """A game between strangers, for as many as the seed says."""
    rules, luck = find(game), random.Random(seed)
    people = PEOPLE[game]()
    seats = luck.choice(list(rules.seats))
    names = luck.choices(list(people), k=seats)
    bots = [PolicyBot(rules, people[name], name) for name in names]
    recording = Recording(rules, seats, {}, names, LiveChance(luck.getrandbits(32)))
    while not recording.over:
        bot = bots[recording.state.turn]
        recording.play(bot.choose(Decision.of(recording), Budget(), luck.getrandbits(32)).move)
    return recording.record()


@dataclass(slots=True)
class Finding:
    """A run that looks for exercises: `games` looked at so far, and what was `found`; kept in a file after each."""

    game: str
    seed: int
    folder: Path
    tell: Tell
    games: int = 0
    found: list[Exercise] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self._file.exists():
            games, _, exercises = self._file.read_text(encoding="utf-8").partition("\n")
            self.games, self.found = int(games), list(read(exercises))

    def _frequent(self, wanted: int) -> list[str]:
        """The moves that answer half of all exercises already: with more of them one could guess."""
        answers = Counter(exercise.best for exercise in self.found)
        return [move for move, count in answers.items() if count >= wanted / 2]

    @property
    def _file(self) -> Path:
        return self.folder / f"exercises-{self.game}-{self.seed}.jsonl"

    def run(self, wanted: int, quick: Budget = QUICK, deep: int = DEEP) -> None:
        """Go on until there are so many; it may be interrupted at any time and called again."""
        self.folder.mkdir(parents=True, exist_ok=True)
        while len(self.found) < wanted:
            seed = self.seed * 1_000_003 + self.games
            exercise = find_in(strangers_play(self.game, seed), seed, quick, deep, self._frequent(wanted))
            self.games += 1
            if exercise is not None:
                self.found.append(exercise)
            self._file.write_text(f"{self.games}\n{write(self.found)}", encoding="utf-8")
            if exercise is not None or self.games % REPORT == 0:
                self.tell(f"{self.game:>10}  {len(self.found):3} of {wanted} in {self.games} games")
