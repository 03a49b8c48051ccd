"""Does what a program does where plain Python meets what is compiled, and prints what came of it.

One build is compared with another: everything follows from seeds, and names, codes and times are left out. It runs as a
module from a folder that holds `tests`; the program itself is found there, or where it is installed.
"""

import asyncio
import importlib
import inspect
import pkgutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

import bots
import engines
import net
import tui
from bots.arena import enter, run
from bots.bot import Budget, Decision
from bots.contest import Played
from bots.exercises import exercises_of
from bots.findings import Review
from bots.kept_review import dump_review, load_review
from bots.levels import bot_names, make_bot
from bots.manners import MANNERS
from bots.policies import descriptor_of
from bots.pool import Pool
from bots.review import jobs_of, plan
from bots.training.strangers import PEOPLE
from bots.what_if import what_if
from engines.chance import Chance, FastChance, GivenStart, LiveChance
from engines.game import Game
from engines.games import GAMES, build
from engines.lessons.check import check
from engines.lessons.read import load as load_lesson
from engines.lessons.run import LessonRun
from engines.promise import SECRET_BYTES, pledge_of
from engines.record import Record, Recording, dump, load, transcript
from engines.timeline import Timeline
from engines.unseen import reshuffled
from engines.verify import verify
from engines.view import OVER
from engines.wire import view_from_wire, view_to_wire
from net import daily as days
from net import messages as said
from net.house.house_time import TimeSource
from net.messages.daily import PlayDaily
from net.setup import Setup
from net.tables import promises, seating, turns
from net.tables.entries import Entry, Opened, Promised
from net.tables.table import Table
from tests.net.house_harness import Person, happen, open_house, opened
from tests.net.house_harness import enter as come_in

FEW = Budget(iterations=8)
EXAMPLE = Path(bots.__file__).with_name("example_bot.py")
# These are for training, and may lack their packages.
APART = ("bots.training.thoughts", "__main__")
JOBS = 6
MOST_MOVES = 400
NOON = 1_799_064_000.0
DAY = 24 * 3600.0


def heirs() -> list[str]:
    """The classes that are not compiled and stand on one that is: they can't be made, and say so only when they are."""
    return [
        f"{kind.__module__}.{kind.__qualname__}"
        for kind in kinds()
        if not is_compiled(kind) and any(is_compiled(base) for base in kind.__mro__)
    ]


def kinds() -> Iterator[type]:
    """Every class of the program."""
    for package in (engines, bots, net, tui):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not any(part in found.name for part in APART):
                module = importlib.import_module(found.name)
                for kind in vars(module).values():
                    if inspect.isclass(kind) and kind.__module__ == found.name:
                        yield kind


def is_compiled(kind: type) -> bool:
    return "__mypyc_attrs__" in vars(kind)


def played(game: Game, luck: Chance, seed: int = 1, seats: int = 0) -> Recording:
    """A random game through the checked gate, with luck of some kind."""
    count = seats or game.seats[0]
    recording = Recording(game, count, {}, ["somebody"] * count, luck)
    choice = FastChance(seed)
    while not recording.over:
        moves = recording.state.legal()
        recording.play(game.say(moves[choice.below(len(moves))]))
    return recording


def recorded(game: Game) -> Any:
    """Games written down, read again, looked at from everywhere and told in full; the later ones of a match too."""
    found = []
    for luck in (LiveChance(1), FastChance(2), GivenStart(LiveChance(3), 1)):
        data = dump(played(game, luck).record())
        line = Timeline(load(data))
        line.go(line.length // 2)
        views = [view_to_wire(view_from_wire(game, view_to_wire(line.view(seat)))) for seat in line.viewpoints[:-1]]
        told = [*transcript(load(data))]
        found.append([data.hex(), line.turn, line.legal, views, [*line.hands()], told])
    return found


def taken_back(game: Game) -> Any:
    """What nobody has seen shuffled anew, after a quarter of a game."""
    record = played(game, LiveChance(4)).record()
    return [reshuffled(record, len(record.moves) // 4, luck) for luck in (LiveChance(1), FastChance(1))]


def promised(game: Game) -> Any:
    """Two deals of a match at a table that promises them, its log read again in the middle of the second; proved."""
    secrets = (bytes(range(SECRET_BYTES)), bytes(SECRET_BYTES), bytes(SECRET_BYTES))
    setup = Setup(game=game.id, seats=game.seats[0], bots=(), match=2)
    first = Opened(at=0.0, code="kiwi-42", setup=setup, rules=game.version, owner="Ada", promises=True)
    table = Table(first, LiveChance(1))
    entries: list[Entry] = [first]

    def happens(*wanted: Entry) -> None:
        # Secrets are drawn where nobody can know them: here each deal has one of its own.
        known = iter(secrets[sum(isinstance(entry, Promised) for entry in entries) :])
        told = [Promised(at=0.0, secret=next(known)) if isinstance(entry, Promised) else entry for entry in wanted]
        entries.extend(happen(table, told))

    happens(promises.promised(0.0))
    happens(*seating.sit(table, "Ada", "Ada", None, 0.0))
    happens(*seating.fill(table, "Ada", "easy", None, 0.0))
    found = []
    for number in (1, 2):
        assert table.deals.next is not None
        digest = pledge_of(table.deals.next.digest, 0, b"luck")
        happens(*promises.pledge(table, 0, number, digest, 1.0))
        happens(*turns.start(table, "Ada", 1.0))
        happens(*promises.add(table, 0, number, b"luck", 1.0))
        happens(*turns.deal_asked(table, 1.0))
        moves = 0
        while table.live is not None and not table.live.over:
            live, moves = table.live, moves + 1
            legal = live.legal()
            happens(*turns.play(table, live.turn, table.seq, legal[moves % len(legal)], 1.0))
            if (number, moves) == (2, 5):
                table = Table.restore(entries)
        assert table.live is not None
        found.append(proved(table.live.record(table.players)))
    return found


def proved(record: Record) -> Any:
    """A record whose luck was promised, recomputed; without the names, which are drawn."""
    verified = verify(load(dump(record)))
    assert verified is not None
    return [verified.proved, verified.outcomes, verified.adding, record.chance, record.moves, record.proof is not None]


async def daily(game: Game) -> Any:
    """The first day from noon on that has this game, played to its end at home; the deal is the same for everybody."""
    noon = next(NOON + day * DAY for day in range(8) if days.plan_of(days.day_at(NOON + day * DAY)).game == game.id)
    with TemporaryDirectory() as folder:
        async with open_house(Path(folder), source=TimeSource(lambda: noon), own=True) as house:
            ada = await come_in(house, "Ada")
            ada.tell(PlayDaily())
            return proved(await ada_finishes(ada))


async def served(game: Game) -> Any:
    """A deal that a house promised, a word added to it, played to its end; its secret is its own, so is its luck."""
    with TemporaryDirectory() as folder:
        async with open_house(Path(folder)) as house:
            seats = game.seats[0]
            ada, table = await opened(house, Setup(game=game.id, seats=seats, bots=("easy",) * (seats - 1)))
            assert table.promise is not None
            ada.tell(said.AddLuck(deal=1, data=b"luck!"))
            ada.tell(said.Start())
            checked, total, adding, *_ = proved(await ada_finishes(ada))
            return [checked == total, adding]


async def ada_finishes(ada: Person) -> Record:
    """Let somebody play on to the end, another kind of move each time, and fetch the record."""
    update, moves = await ada.my_turn(), 0
    while update.phase != "over":
        moves += 1
        ada.tell(said.Play(seq=update.seq, move=update.legal[moves % len(update.legal)]))
        update = await ada.my_turn()
    (line,) = (await ada.ask(said.MyGames(), said.Games)).games
    return (await ada.ask(said.Fetch(id=line.id), said.RecordFile)).record


def taught(game: Game) -> Any:
    """A whole lesson: at each step moves are tried until one leads on."""
    lesson = load_lesson(game.id)
    check(lesson)
    run, told = LessonRun(lesson, "en", "Ada"), []
    while not run.over:
        told.append([run.sentence, run.legal, view_to_wire(run.view)])
        if not run.wants_move:
            run.go_on()
            continue
        for move in run.legal:
            answer = run.try_move(move)
            told.append([move, answer.sentence])
            if answer.accepted:
                break
    return told


def decision(game: Game, seats: int = 0) -> Decision:
    """The first decision after some moves that leaves a choice."""
    record = played(game, LiveChance(5), seats=seats).record()
    recording = Recording(game, record.seats, {}, record.players, LiveChance(5))
    for move in record.moves:
        if len(recording.moves) > 5 and len(recording.state.legal()) > 1:
            break
        recording.play(move)
    return Decision.of(recording)


def decided(game: Game) -> Any:
    """What every bot that needs no program does, with every manner that there is."""
    levels = [name for name in bot_names(game) if ":" not in name and "-" not in name]
    names = [*levels, *(f"hard-{name}" for name in MANNERS)]
    advices = [make_bot(name, game).choose(decision(game), FEW, 1) for name in names]
    return [[name, advice.move, advice.choices] for name, advice in zip(names, advices, strict=True)]


async def thought(game: Game) -> Any:
    """What workers decide, judge and weigh, and go on to play; their jobs and answers are pickled."""
    data = dump(played(game, LiveChance(6)).record())
    async with Pool(1) as pool:
        advice = await pool.choose("policy", decision(game), FEW, 60.0, 1)
        later, moves = await pool.run(what_if, data, len(load(data).moves) // 2, FEW, 1)
        assert pool.troubles.stood_in == 0
        jobs = jobs_of(data, plan(data, 0), FEW)[:JOBS]
        return [advice.move, dump(later).hex(), moves, [msgspec.to_builtins(await pool.run(job.run)) for job in jobs]]


def reviewed(game: Game) -> Any:
    """The end of a game reviewed, kept and read again."""
    data = dump(played(game, LiveChance(7)).record())
    review = Review(plan(data, 0), FEW)
    for job in jobs_of(data, review.plan, FEW)[-JOBS:]:
        review.add(job.run())
    kept = load_review(dump_review(review, data)).review()
    assert kept == review
    return msgspec.to_builtins([*kept.judgements.values(), *kept.weighed.values()])


def practised(game: Game) -> Any:
    """Every exercise of a game laid out, and answered with each move."""
    return [
        [view_to_wire(each.decision.view), [each.solved_by(move) for move in each.decision.legal]]
        for each in exercises_of(game.id)
    ]


def contested(game: Game) -> Any:
    """A game of the arena here and two on a worker, against a program that speaks the protocol."""
    found: list[Played] = []
    for jobs in (1, 2):
        contest = enter(game, ["easy", f"exec:{sys.executable} {EXAMPLE}", "random"], 3, "", FEW, 1)
        run(contest, jobs, jobs, found.append)
    found.sort(key=lambda one: one.number)
    return [[one.number, [[part.win, part.score, part.moves, part.misses] for part in one.parts]] for one in found]


def strange(game: Game) -> Any:
    """A stretch of a game of each stranger against the rule and its styles."""
    descriptor = descriptor_of(game.id)
    others = [descriptor.policy(), *(make() for make in descriptor.styles.values())]
    found = []
    for name, stranger in PEOPLE[game.id]().items():
        luck = FastChance(3)
        moves: list[str] = []
        state = game.deal(3, {}, luck)
        while state.turn != OVER and len(moves) < MOST_MOVES:
            player = stranger if state.turn == 0 else others[(state.turn + len(name)) % len(others)]
            move = player.choose(state, luck)
            moves.append(game.say(move))
            state.play(move)
        found.append([name, moves, state.scores()])
    return found


DEEDS: tuple[Callable[[Game], Any], ...] = (
    recorded,
    taken_back,
    promised,
    daily,
    served,
    taught,
    decided,
    thought,
    reviewed,
    practised,
    contested,
    strange,
)


def done(deed: Callable[[Game], Any], game: Game) -> Any:
    """Do something, and tell what came of it, or what was raised."""
    try:
        came = deed(game)
        return {"came": asyncio.run(came) if inspect.iscoroutine(came) else came}
    except Exception as error:
        return {"raised": f"{type(error).__name__}: {error}"}


if __name__ == "__main__":
    deeds = {deed.__name__: {name: done(deed, game) for name, game in GAMES.items()} for deed in DEEDS}
    sys.stdout.write(msgspec.json.encode({"build": build(), "heirs": heirs(), **deeds}).decode())
