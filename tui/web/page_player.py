"""Plain mode in a page: the same lines, and a button for each answer that is wanted now."""

from typing import Any

from engines.games import GAMES
from engines.wire import Message
from net.client.seen_table import SeenTable
from net.messages import Refused, Update
from net.values import Phase
from net.web.messages import Answer, Answers
from net.web.session import PageLines
from tui.plain.offers import WATCHING
from tui.plain.player import PlainPlayer
from tui.web.luck import NO_LUCK, PageLuck
from tui.words import _


class PagePlayer(PlainPlayer):
    """Somebody who reads, or is read to, in a browser."""

    bell = ""

    def __init__(self, *args: Any, ears: PageLines, **more: Any) -> None:
        super().__init__(*args, **more)
        self._tell = ears.tell
        self._told = Answers(answers=())
        self._luck = PageLuck(ears.tell, self._client.say, lambda: self._say(f"{_(NO_LUCK)}."))
        ears.on_luck = self._luck.hear

    def sat_down(self, table: SeenTable) -> None:
        super().sat_down(table)
        self._luck.see(table.update)

    def refused(self, refused: Refused) -> None:
        if not self._luck.refused(refused.about):
            super().refused(refused)

    def heard(self, message: Message) -> None:
        super().heard(message)
        if isinstance(message, Update):
            self._luck.see(message)

    async def _settle(self) -> None:
        await super()._settle()
        answers = Answers(answers=tuple(Answer(say=say, words=words) for say, words in self._answers()))
        if answers != self._told:
            self._told = answers
            self._tell(answers)

    def _answer(self, line: str) -> None:
        # The page takes its buttons away when one is pressed, so that none is pressed twice.
        self._told = Answers(answers=())
        super()._answer(line)

    def _answers(self) -> list[tuple[str, str]]:
        """What can be said now, each with its words; a name or a line of talk is written."""
        if self._stage is not None:
            return self._at_table()
        if self._lobby.learns:
            return self._lobby.answers()
        if self._prompted != "lobby":
            return []
        return self._in_lobby()

    def _in_lobby(self) -> list[tuple[str, str]]:
        update = self._lobby.update
        tables = update.tables if update is not None else ()
        sit = [(f"sit {table.code}", _("Sit down at {table}").format(table=table.code)) for table in tables]
        new = [(f"new {game.id}", _("New table: {game}").format(game=game.title)) for game in GAMES.values()]
        learn = [(f"learn {game.id}", _("Learn {game}").format(game=game.title)) for game in GAMES.values()]
        return [*sit, *new, *learn, ("games", _("Past games"))]

    def _at_table(self) -> list[tuple[str, str]]:
        leave = ("q", _("Leave the table"))
        if self._prompted == "turn":
            numbered = [(str(number), option.words) for number, option in enumerate(self._options, 1)]
            hints = self._stage is not None and self._stage.table.update.setup.hints
            return [*numbered, *([("h", _("Hint"))] if hints else []), ("s", _("Tell me the table")), leave]
        if self._prompted == "waiting":
            return [("1", _("Start with bots on the free seats")), leave]
        if self._prompted == "over":
            return [("1", _("Another game")), leave]
        return [leave] if self._prompted.startswith(WATCHING) or self._is_over else []

    @property
    def _is_over(self) -> bool:
        return self._stage is not None and self._stage.table.update.phase == Phase.OVER
