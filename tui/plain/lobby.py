"""The lobby line by line: what tables there are, and the words that lead to one."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec

from bots.bot import LEVELS
from engines.game import Game
from engines.games import GAMES
from engines.lessons.read import has_lesson
from engines.wire import Message
from net.codes import read_code
from net.messages import (
    Fetch,
    Figures,
    GameLine,
    Games,
    LobbyUpdate,
    MyFigures,
    MyGames,
    MyReview,
    Open,
    PlayNow,
    Practice,
    Share,
    Sit,
    TableLine,
    Watch,
)
from net.messages.company import AskLadder, AskPlayer
from net.messages.daily import AskDaily, PlayDaily
from net.setup import DAYS, Setup, first_setup, own_setup
from net.values import Phase
from tui.exercise_stage import ExerciseStage, sitting
from tui.my_tables import waiting_words
from tui.plain.account import WORDS, account_answer
from tui.plain.figures import figures_lines
from tui.plain.learner import Learner
from tui.plain.lesson import PlainLesson
from tui.plain.practice import PlainPractice
from tui.plain.sheet import rules_lines
from tui.wording import company_words, days_words, left_words, shown_name, title_of
from tui.words import N_, _, titled

HELP = ("help", "?")
PRIVATE = "private"
CLOCK = re.compile(r"(\d{1,5})(s|m|min)")
UNITS = {"s": 1, "m": 60, "min": 60}
LONGEST_CLOCK = 86_400
BY_DAY = {f"{days}d": days for days in DAYS}
LONGEST_NUMBER = 4

PHASES = {Phase.WAITING: N_("waiting"), Phase.PLAYING: N_("playing"), Phase.OVER: N_("over")}


class PlainLobby:
    """Knows the tables, and the finished games that were listed last."""

    def __init__(self, own: bool, language: str, learner: Learner, tell_house: Callable[[Message], None]) -> None:
        self.update: LobbyUpdate | None = None
        self.name = ""
        self.accounts = False
        self.shares = False
        self.days = False
        self.daily = False
        self._learner = learner
        self._tell_house = tell_house
        self._lesson: PlainLesson | None = None
        self._practice: PlainPractice | None = None
        self._finished: tuple[GameLine, ...] = ()
        self._own = own
        self._language = language

    @property
    def learns(self) -> bool:
        """Whether somebody is at a lesson or an exercise."""
        return self._lesson is not None or self._practice is not None

    def answers(self) -> list[tuple[str, str]]:
        """What can be said at a lesson or an exercise, each with its words."""
        study = self._lesson or self._practice
        return [] if study is None else study.answers()

    def lines(self) -> list[str]:
        """Read the lobby out."""
        words = [
            *(self._table_lines(self.update.tables if self.update else ()) or [_("No tables are open.")]),
            self._new_words().format(games=", ".join(GAMES)),
            _("learn GAME teaches one in a few minutes, practice [GAME] has exercises, figures counts games."),
            *([_("daily plays the deal of the day, or tells how it went.")] if self.daily else []),
            _("sit CODE goes on or joins, games lists what you finished, rules GAME explains, q leaves."),
        ]
        others = (
            _("now [GAME] seats you where somebody waits, or bots join you after a while."),
            _("ladder GAME says who is strong, player NAME what is known of somebody."),
            _("next goes round your tables, bell off is quiet."),
            _("watch CODE looks on."),
        )
        if self.accounts:
            words.append(_("me tells what is kept of you, and what you can do about people."))
        return words if self._own else [*words, _("help says all this again."), *others]

    def _new_words(self) -> str:
        if self._own:
            return _("new GAME [SEATS] [LEVEL] opens a table; games: {games}.")
        if not self.days:
            return _(
                "new GAME [SEATS] [LEVEL] [30s] [private] opens a table, with a clock or for friends; games: {games}."
            )
        return _(
            "new GAME [SEATS] [LEVEL] [30s or 3d] [private] opens a table, with a clock, by the day or for friends; "
            "games: {games}."
        )

    def _table_lines(self, tables: Sequence[TableLine]) -> list[str]:
        """Name the tables: in a shared house first those where one sits, each with what it waits for."""
        if self._own:
            return [self._line(table) for table in tables]
        mine = [self._line(table) for table in tables if table.seat is not None]
        others = [self._line(table) for table in tables if table.seat is None]
        headings = (_("Your tables:"), _("Other tables:")) if mine else ("", "")
        return [*filter(None, headings[: bool(mine)]), *mine, *filter(None, headings[1:] if others else ()), *others]

    def _line(self, table: TableLine) -> str:
        mine = table.seat is not None and not self._own
        company = company_words(table.seats)
        days = f", {days_words(table.setup.days)}" if table.setup.days else ""
        state = waiting_words(table)[0] if mine else _(PHASES[table.phase])
        turn = _(", your turn") if table.your_turn and not mine else ""
        left = f", {left_words(table.until)}" if table.until is not None and not mine else ""
        return titled(table.code, f"{title_of(table.setup.game)}, {company}{days}, {state}{turn}{left}")

    def told(self, message: Message) -> list[str] | None:
        """What the house has said about finished games or exercises, read out; None for anything else."""
        if isinstance(message, Games):
            return self._games(message)
        if isinstance(message, Practice):
            return self.practise(message)
        return figures_lines(message) if isinstance(message, Figures) else None

    def _games(self, games: Games) -> list[str]:
        """Read out what was finished, numbered for `replay`."""
        self._finished = games.games
        if not games.games:
            return [_("Your finished games will be listed here.")]
        lines = [f"{number}. {self._result(line)}" for number, line in enumerate(games.games, 1)]
        link = [_("share NUMBER makes a link by which anybody sees it, unshare NUMBER takes it back.")] * self.shares
        return [*lines, _("replay NUMBER tells a game again, review NUMBER judges it."), *link]

    def _result(self, line: GameLine) -> str:
        scores = ", ".join(f"{shown_name(name)} {score}" for name, score in zip(line.names, line.scores, strict=True))
        scores = _("played on: {points}").format(points=scores) if line.played_on else scores
        return titled(title_of(line.game), scores)

    def answer(self, word: str, rest: str) -> Message | list[str]:
        """The message that a typed line means, or what to say about it."""
        if self.learns:
            return self._study(f"{word} {rest}")
        if word in ("sit", "watch") and rest:
            return self._go(word, read_code(rest))
        if word in WORDS and self.accounts:
            return account_answer(word, rest)
        if word == "new":
            return self._open(rest.lower().split())
        if word == "practice" and rest.lower() in ("", *GAMES):
            return self._learner.ask(rest.lower()) or self.practise(Practice(due=0))
        return self._meet(word, rest) or self._look_back(word, rest) or self._tell(word, rest.lower())

    def _meet(self, word: str, rest: str) -> Message | None:
        """The message that leads to others, or tells how strong they are."""
        if self._own or word not in ("now", "ladder", "player"):
            return None
        if word == "player":
            return AskPlayer(name=rest)
        games = rest.lower().split()
        return (
            PlayNow(games=tuple(games)) if word == "now" else AskLadder(game=games[0] if games else next(iter(GAMES)))
        )

    def _look_back(self, word: str, rest: str) -> Message | None:
        """The message that asks for finished games, or for one of them."""
        if word == "games":
            return MyGames()
        if word == "daily" and self.daily:
            return AskDaily(day=rest) if rest else PlayDaily()
        if word == "figures" and self._learner.remembered:
            return MyFigures()
        if rest.isdecimal() and 1 <= int(rest) <= len(self._finished):
            number = self._finished[int(rest) - 1].id
            asked = {"replay": Fetch(id=number), "review": MyReview(id=number)}
            shares = {"share": Share(id=number), "unshare": Share(id=number, on=False)} if self.shares else {}
            return {**asked, **shares}.get(word)
        return None

    def _tell(self, word: str, game: str) -> list[str]:
        """What is said about a game: its rules, or its lesson from the beginning; or about the lobby itself."""
        if word in HELP:
            return self.lines()
        if word == "rules" and game in GAMES:
            return rules_lines(game, self._language)
        if word == "learn" and game in GAMES and has_lesson(game):
            self._lesson = PlainLesson(game, self._language, self.name or _("you"), self._learner.chapter(game))
            return self._lesson.opening()
        return [_("That is none of these words."), *self.lines()]

    def _learn(self, lesson: PlainLesson, line: str) -> Message | list[str]:
        """Go on with the lesson, and after it with a first game, or back to the lobby."""
        said, game = lesson.answer(line), lesson.stage.game.id
        self._learner.reached(game, lesson.stage.run.chapter)
        if not lesson.left:
            return said
        self._lesson = None
        if not lesson.goes_on:
            return [*said, *self.lines()]
        self._learner.coach_comes = True
        return Open(setup=first_setup(game, own=self._own))

    def _study(self, line: str) -> Message | list[str]:
        """Answer somebody who is at a lesson or an exercise."""
        if self._lesson is not None:
            return self._learn(self._lesson, line)
        return [] if self._practice is None else self._go_on(self._practice, line)

    def practise(self, practice: Practice) -> list[str]:
        """Begin a sitting with the exercises that are due."""
        stage = ExerciseStage(sitting(practice, self._learner.practises()), self.name or _("you"))
        begun = PlainPractice(stage, self._language)
        self._practice = None if begun.left else begun
        return begun.opening()

    def _go_on(self, practice: PlainPractice, line: str) -> list[str]:
        """Go on with the exercises, let the house remember what was found, and back to the lobby after the last."""
        said = practice.answer(line)
        told, practice.told = practice.told, None
        if told is not None and self._learner.remembered:
            self._tell_house(told)
        if not practice.left:
            return said
        self._practice = None
        return [*said, *self.lines()]

    def _go(self, word: str, code: str) -> Message | list[str]:
        if not code:
            return [_("There is no table of that code")]
        return Sit(code=code) if word == "sit" else Watch(code=code)

    def _open(self, words: list[str]) -> Message | list[str]:
        game = GAMES.get(words[0]) if words else None
        if game is None:
            return [_("Which game? There are {games}.").format(games=", ".join(GAMES))]
        try:
            wanted = read_wishes(words[1:])
        except ValueError as odd:
            return [_("A table has no {word}.").format(word=odd), self._new_words().format(games=", ".join(GAMES))]
        seats = wanted.seats or (4 if 4 in game.seats else game.seats[-1])
        if seats not in game.seats:
            low, high = game.seats[0], game.seats[-1]
            return [_("{game} is for {low} to {high} players.").format(game=game.title, low=low, high=high)]
        return self._learner.offer(game.id) or Open(setup=self._setup(game, seats, wanted))

    def _setup(self, game: Game, seats: int, wanted: "Wishes") -> Setup:
        if self._own:
            bots = (wanted.level,) * (seats - 1)
            return own_setup(Setup(game=game.id, seats=seats, bots=bots, keeper=wanted.level))
        by_day = Setup(game=game.id, seats=seats, keeper=wanted.level, days=wanted.days, nights=wanted.days > 0)
        return msgspec.structs.replace(by_day, clock=wanted.clock, public=not wanted.private)


@dataclass(slots=True)
class Wishes:
    """What somebody wants of a new table."""

    seats: int = 0
    level: str = "medium"
    clock: int | None = None
    days: int = 0
    private: bool = False


def read_wishes(words: Sequence[str]) -> Wishes:
    """Read the words after `new GAME`; a ValueError holds the first that means nothing."""
    wishes = Wishes()
    for word in words:
        if word.isdecimal() and len(word) <= LONGEST_NUMBER:
            wishes.seats = int(word)
        elif word in LEVELS:
            wishes.level = word
        elif word == PRIVATE:
            wishes.private = True
        elif (found := CLOCK.fullmatch(word)) and 0 < int(found[1]) * UNITS[found[2]] <= LONGEST_CLOCK:
            wishes.clock, wishes.days = int(found[1]) * UNITS[found[2]], 0
        elif word in BY_DAY:
            wishes.clock, wishes.days = None, BY_DAY[word]
        else:
            raise ValueError(word)
    return wishes
