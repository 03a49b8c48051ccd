"""The lobby line by line: what tables there are, and the words that lead to one."""

from bots.bot import LEVELS
from engines.games import GAMES
from engines.lessons.read import has_lesson
from engines.wire import Message
from net.codes import read_code
from net.messages import Fetch, GameLine, Games, LobbyUpdate, MyGames, Open, Sit, TableLine, Watch
from net.setup import Setup, check, own_setup
from net.values import Phase
from tui.plain.lesson import PlainLesson
from tui.plain.sheet import rules_lines
from tui.wording import company_words, title_of
from tui.words import N_, _

PHASES = {Phase.WAITING: N_("waiting"), Phase.PLAYING: N_("playing"), Phase.OVER: N_("over")}


class PlainLobby:
    """Knows the tables, and the finished games that were listed last."""

    def __init__(self, own: bool, language: str) -> None:
        self.update: LobbyUpdate | None = None
        self.name = ""
        self.lesson: PlainLesson | None = None
        self._finished: tuple[GameLine, ...] = ()
        self._own = own
        self._language = language

    def lines(self) -> list[str]:
        """Read the lobby out."""
        tables = [self._line(table) for table in (self.update.tables if self.update else ())]
        words = [
            *(tables or [_("No tables are open.")]),
            _("new GAME [SEATS] [LEVEL] opens a table; games: {games}.").format(games=", ".join(GAMES)),
            _("learn GAME teaches one in a few minutes."),
            _("sit CODE goes on or joins, games lists what you finished, rules GAME explains, q leaves."),
        ]
        return words if self._own else [*words, _("watch CODE looks on.")]

    def _line(self, table: TableLine) -> str:
        company = company_words(table.seats)
        turn = _(", your turn") if table.your_turn else ""
        return f"{table.code}: {title_of(table.setup.game)}, {company}, {_(PHASES[table.phase])}{turn}"

    def games(self, games: Games) -> list[str]:
        """Read out what was finished, numbered for `replay`."""
        self._finished = games.games
        if not games.games:
            return [_("Your finished games will be listed here.")]
        lines = [f"{number}. {self._result(line)}" for number, line in enumerate(games.games, 1)]
        return [*lines, _("replay NUMBER tells a game again.")]

    def _result(self, line: GameLine) -> str:
        scores = ", ".join(f"{name} {score}" for name, score in zip(line.names, line.scores, strict=True))
        scores = _("played on: {points}").format(points=scores) if line.played_on else scores
        return f"{title_of(line.game)}: {scores}"

    def answer(self, word: str, rest: str) -> Message | list[str]:
        """The message that a typed line means, or what to say about it."""
        if word in ("sit", "watch") and rest:
            return self._go(word, read_code(rest))
        if word == "new":
            return self._open(rest.lower().split())
        if word == "games":
            return MyGames()
        if word == "replay" and rest.isdecimal() and 1 <= int(rest) <= len(self._finished):
            return Fetch(id=self._finished[int(rest) - 1].id)
        return self._tell(word, rest.lower())

    def _tell(self, word: str, game: str) -> list[str]:
        """What is said about a game: its rules, or its lesson from the beginning."""
        if word == "rules" and game in GAMES:
            return rules_lines(game, self._language)
        if word == "learn" and game in GAMES and has_lesson(game):
            self.lesson = PlainLesson(game, self._language, self.name or _("you"))
            return self.lesson.opening()
        return [_("That is none of these words."), *self.lines()]

    def learn(self, lesson: PlainLesson, line: str) -> list[str]:
        """Go on with the lesson, and back to the lobby after it."""
        said = lesson.answer(line)
        if not lesson.left:
            return said
        self.lesson = None
        return [*said, *self.lines()]

    def _go(self, word: str, code: str) -> Message | list[str]:
        if not code:
            return [_("There is no table of that code")]
        return Sit(code=code) if word == "sit" else Watch(code=code)

    def _open(self, words: list[str]) -> Message | list[str]:
        game = GAMES.get(words[0]) if words else None
        if game is None:
            return [_("Which game? There are {games}.").format(games=", ".join(GAMES))]
        seats = next((int(word) for word in words[1:] if word.isdecimal()), 4 if 4 in game.seats else game.seats[-1])
        level = next((word for word in words[1:] if word in LEVELS), "medium")
        if seats not in game.seats:
            low, high = game.seats[0], game.seats[-1]
            return [_("{game} is for {low} to {high} players.").format(game=game.title, low=low, high=high)]
        setup = Setup(game=game.id, seats=seats, bots=(level,) * (seats - 1) if self._own else (), keeper=level)
        setup = own_setup(setup) if self._own else setup
        check(setup)
        return Open(setup=setup)
