"""What plain mode remembers of somebody who learns: lessons taken or offered, games met, and where the coach stands."""

from collections.abc import Callable
from dataclasses import replace

from engines.games import GAMES
from engines.wire import Message
from net.messages import Games, LobbyUpdate, MyGames, MyPractice, Practice, Welcome
from tui.coaching import GameCoach
from tui.exercise_stage import AT_ONCE
from tui.lesson_stage import chapter_reached, is_new, with_chapter
from tui.settings import Settings, with_kept
from tui.stage import Stage
from tui.wording import title_of
from tui.words import _

Save = Callable[[dict[str, str | bool]], None]


class Learner:
    """One learner's settings, and the games they have met; `save` keeps what changes.

    In a house that `remembers` for its guests the settings are what it has kept. `coach_comes` to the next table.
    Who came to practise wants exercises of a game, or with an empty text of any. `awaits` are the answers without which
    the lobby is not read out, and `remembered` says whether the house keeps count of exercises.
    """

    def __init__(
        self,
        settings: Settings,
        save: Save,
        *,
        remembers: bool,
        coach_comes: bool = False,
        practice: str | None = None,
    ) -> None:
        self.settings = settings
        self.coach_comes = coach_comes
        self.awaits: set[type[Message]] = set()
        self.remembered = False
        self._comes_to_practise = practice is not None
        self._practised = practice or ""
        self._save = save
        self._remembers = remembers
        self._met: set[str] = set()

    def set_bell(self, on: bool) -> None:
        """Ring from now on, or don't."""
        self.settings = replace(self.settings, bell=on)
        self._save({"bell": on})

    def welcome(self, welcome: Welcome) -> list[Message]:
        """Take what the house remembers, and return what else to ask it first."""
        if self._remembers:
            self.settings = with_kept(self.settings, welcome.settings)
        if welcome.played is None:
            # An older house can't say who is new.
            self._met = set(GAMES)
        self.remembered = welcome.practice
        questions: list[Message] = []
        if welcome.played and any(is_new(self.settings.lessons, game) for game in GAMES):
            questions.append(MyGames())
            self.awaits.add(Games)
        if self._comes_to_practise and (question := self.ask(self._practised)) is not None:
            self._comes_to_practise = False
            questions.append(question)
            self.awaits.add(Practice)
        return questions

    def ask(self, game: str) -> MyPractice | None:
        """The question for exercises of a game, or of any; None in an older house, which keeps no count of them."""
        self._practised = game
        return MyPractice(game=game, most=AT_ONCE) if self.remembered else None

    def practises(self) -> list[str]:
        """The games that exercises were wanted of."""
        return [self._practised] if self._practised else list(GAMES)

    def recall(self, games: Games) -> None:
        """Take note of the games that were played before."""
        self.awaits.discard(Games)
        self._met |= {game.game for game in games.games}

    def see(self, lobby: LobbyUpdate) -> None:
        """Take note of the games that are being played."""
        self._met |= {table.setup.game for table in lobby.tables if table.seat is not None}

    def offer(self, game: str) -> list[str]:
        """Offer the lesson of a game that was never played; nothing the second time."""
        if game in self._met or not is_new(self.settings.lessons, game):
            return []
        self.reached(game, 0)
        words = _("{title} is new to you: learn {game} teaches it in a few minutes, or say the same again to play now.")
        return [words.format(title=title_of(game), game=game)]

    def chapter(self, game: str) -> int:
        """Where the lesson of a game goes on."""
        return chapter_reached(self.settings.lessons, game) or 0

    def reached(self, game: str, chapter: int) -> None:
        """Remember how far a lesson was taken."""
        lessons = with_chapter(self.settings.lessons, game, chapter)
        if lessons != self.settings.lessons:
            self._keep(lessons=lessons)

    def seat(self, stage: Stage) -> None:
        """Let the coach come along to a table where he is expected."""
        if self.coach_comes:
            self.coach_comes = False
            self._keep(coach=stage.table.code)
        if self.settings.coach == stage.table.code:
            stage.coach = GameCoach()

    def call_coach(self, stage: Stage) -> str:
        """Call the coach to a table or send him away, and say which."""
        if not stage.table.update.setup.hints:
            return _("This table gives no hints")
        stage.coach = None if stage.coach is not None else GameCoach()
        self._keep(coach="" if stage.coach is None else stage.table.code)
        return _("The coach leaves.") if stage.coach is None else _("The coach looks on with you; k sends him away.")

    def _keep(self, **changes: str) -> None:
        self.settings = replace(self.settings, **changes)  # type: ignore[arg-type]  # both are texts
        self._save(dict(changes))
