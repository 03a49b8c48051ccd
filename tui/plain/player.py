"""One person who plays line by line: the house's messages become sentences, typed answers become messages.

Answers may be typed ahead, as a script does: one is taken only where it can be answered, except for words that always
work, such as `q`.
"""

import asyncio
import time
from collections import deque
from dataclasses import replace

from engines.record import BadRecord
from engines.wire import BadMessage, Message
from net.link import Link, LinkClosed
from net.messages import (
    Again,
    Enter,
    Fill,
    Games,
    Goodbye,
    Leave,
    LobbyUpdate,
    RecordFile,
    Refused,
    Rename,
    Say,
    Sit,
    Start,
    Update,
    Welcome,
)
from net.names import TALK_CELLS
from tui.plain.console import MOST_AHEAD, Lines
from tui.plain.lobby import PlainLobby
from tui.plain.retelling import retell
from tui.plain.sheet import Option, hint_lines, options, result_lines, rules_lines
from tui.sitting import Sitting
from tui.tables import describe
from tui.tables.scene import Scene
from tui.wording import house_refusal
from tui.words import _

ANYTIME = ("q", "l", "?", "s", "t")
SHOWN_LOG = 30


class PlainPlayer:
    """A seat at a table, or a visit in the lobby, in lines of text.

    `address` is what others type after the @ to come here; `keeps` says whether games outlast this visit.
    """

    def __init__(
        self,
        link: Link,
        lines: Lines,
        *,
        name: str,
        own: bool,
        language: str,
        ask: Message | None = None,
        address: str = "",
        keeps: bool = True,
    ) -> None:
        self._link = link
        self._lines = lines
        self._name = name
        self._own = own
        self._language = language
        self._ask = ask
        self._address = address
        self._keeps = keeps
        self._lobby = PlainLobby(own, language)
        self._sitting: Sitting | None = None
        self._typed: deque[str] = deque()
        self._room = asyncio.Semaphore(MOST_AHEAD)
        self._busy = asyncio.Lock()
        self._ended = False
        self._left = False
        self._dismissed = False
        self._prompted = ""
        self._told = 0
        self._talked = 0
        self._options: list[Option] = []

    async def run(self) -> bool:
        """Play until the person leaves, the input ends or the house closes; say whether the line held so long."""
        self._link.send(Enter(name=self._name))
        hearing = asyncio.create_task(self._hear_all())
        typing = asyncio.create_task(self._read_all())
        try:
            await asyncio.wait({hearing, typing}, return_when=asyncio.FIRST_COMPLETED)
            if not hearing.done():
                await hearing
        finally:
            typing.cancel()
            hearing.cancel()
            await asyncio.gather(hearing, typing, return_exceptions=True)
            self._link.close()
        return self._left or self._dismissed

    async def _read_all(self) -> None:
        while (line := await self._lines.read()) is not None:
            await self._room.acquire()
            self._typed.append(line.strip()[:TALK_CELLS])
            async with self._busy:
                await self._answer_all()
        self._ended = True
        async with self._busy:
            await self._answer_all()

    async def _hear_all(self) -> None:
        while not self._left:
            try:
                message = await self._link.receive()
            except (LinkClosed, BadMessage):
                if not self._left and not self._dismissed:
                    await self._say(_("The house has closed the line."))
                return
            async with self._busy:
                await self._hear(message)
                await self._answer_all()

    async def _say(self, *lines: str) -> None:
        await self._lines.write("".join(f"{line}\n" for line in lines))

    async def _hear(self, message: Message) -> None:
        if isinstance(message, Welcome):
            await self._hear_welcome(message)
        elif isinstance(message, Update):
            await self._hear_table(message)
        elif isinstance(message, LobbyUpdate):
            self._sitting = None
            self._lobby.update = message
            if self._prompted != "name":
                await self._offer_lobby()
        elif isinstance(message, Games):
            await self._say(*self._lobby.games(message))
            self._prompted = "lobby"
        elif isinstance(message, RecordFile):
            await self._retell(message)
            self._prompted = "lobby"
        elif isinstance(message, Goodbye):
            self._dismissed = True
            await self._say(_(message.text))
        elif self._sitting is not None:
            await self._hear_answer(self._sitting, message)
        elif isinstance(message, Refused):
            await self._say(house_refusal(message))
            self._lobby.expecting = False
            self._prompted = "name" if message.about == "rename" else "lobby"

    async def _retell(self, file: RecordFile) -> None:
        try:
            await self._say(*retell(file.record))
        except BadRecord as error:
            await self._say(_("This record can't be shown: {why}").format(why=error))

    async def _hear_welcome(self, welcome: Welcome) -> None:
        if not welcome.name:
            await self._prompt("name", _("What shall the others call you?"))
            return
        if welcome.resume:
            await self._say(
                _("To come back later as the same guest, keep this code: {code}").format(code=welcome.resume)
            )
        ask, self._ask = self._ask, None
        if ask is None and welcome.table and not self._own:
            ask = Sit(code=welcome.table)
        if ask is not None:
            self._lobby.expecting = True
            self._link.send(ask)
        elif self._lobby.update is not None:
            await self._offer_lobby()

    async def _hear_table(self, update: Update) -> None:
        sitting = self._sitting
        if sitting is None or sitting.update.code != update.code:
            sitting = self._sitting = Sitting(update, time.monotonic())
            self._told = self._talked = 0
            self._prompted = ""
            await self._say(self._opening(sitting))
            if self._own and update.phase == "waiting" and all(seat.kind != "free" for seat in update.seats):
                self._link.send(Start())
        else:
            before = sitting.update
            sitting.hear(update, time.monotonic())
            if update.number != before.number:
                self._told = 0
            if update.seq != before.seq or update.phase != before.phase:
                self._prompted = ""
        await self._tell_news(sitting)
        await self._offer(sitting)

    def _opening(self, sitting: Sitting) -> str:
        names = ", ".join(name or _("a free seat") for name in sitting.names)
        table = _("{game}, table {table}: {names}.")
        return table.format(game=sitting.game.title, table=sitting.update.code, names=names)

    async def _tell_news(self, sitting: Sitting) -> None:
        for seat, words in sitting.log[self._told :]:
            await self._say(words if seat is None else f"{sitting.names[seat]} {words}")
        for seat, words in sitting.talk[self._talked :]:
            await self._say(f"> {words}" if seat is None else f"> {sitting.names[seat]}: {words}")
        self._told, self._talked = len(sitting.log), len(sitting.talk)

    async def _hear_answer(self, sitting: Sitting, message: Message) -> None:
        sitting.hear(message, time.monotonic())
        if isinstance(message, Refused):
            await self._say(sitting.scene(time.monotonic()).notice)
            self._prompted = ""
            await self._offer(sitting)
        hint = sitting.scene(time.monotonic()).hint
        if hint is not None and hint.seconds is not None and self._prompted == "hint":
            await self._say(*hint_lines(hint))
            sitting.close_panel()
            self._prompted = ""
            await self._offer(sitting)

    async def _prompt(self, state: str, *lines: str) -> None:
        """Ask once, and remember what an answer will mean."""
        if self._prompted != state:
            self._prompted = state
            await self._say(*lines)

    async def _offer_lobby(self) -> None:
        if not self._lobby.expecting:
            await self._prompt("lobby", *self._lobby.lines())

    async def _offer(self, sitting: Sitting) -> None:
        """Say what can be done here and now, if anything can."""
        phase = sitting.update.phase
        if sitting.update.paused:
            await self._prompt("paused", _(sitting.update.paused))
        elif phase == "over":
            await self._prompt("over", *result_lines(sitting), _("1 another game, q leave."))
        elif phase == "waiting" and not self._own:
            call = _("Others sit down here with: {line}").format(line=f"ssh {sitting.update.code}@{self._address}")
            await self._prompt(
                "waiting",
                *([call] if self._address else []),
                _("Waiting for players. 1 start with bots on the free seats, q leave."),
            )
        elif sitting.your_turn and self._prompted not in ("turn", "asked", "hint"):
            scene = self._scene(sitting)
            self._options = options(scene)
            await self._prompt("turn", _("Your turn."), *describe(scene), *self._numbered(), self._keys(sitting))

    def _keys(self, sitting: Sitting) -> str:
        """Name the words that work at this table."""
        setup = sitting.update.setup
        words = [
            *([_("h hint")] if setup.hints else []),
            *(_("l log"), _("s table"), _("? rules")),
            *([_("u take back")] if setup.take_back else []),
            *([] if self._own else [_("t TEXT talk")]),
            _("q leave"),
        ]
        return _("A number, or {words}.").format(words=", ".join(words))

    def _scene(self, sitting: Sitting) -> Scene:
        return sitting.scene(time.monotonic())

    def _numbered(self) -> list[str]:
        return [f"{number}. {option.words}" for number, option in enumerate(self._options, 1)]

    async def _answer_all(self) -> None:
        """Take every typed line whose time has come."""
        while not self._left and self._typed and self._can_take(self._typed[0]):
            self._room.release()
            await self._answer(self._typed.popleft())
        idle = self._is_asking() or (not self._prompted and not self._bots_play())
        if self._ended and not self._typed and not self._left and idle:
            await self._leave()

    def _can_take(self, line: str) -> bool:
        """Say whether a line is due: an answer, or while others think long a word that always works."""
        if self._is_asking():
            return True
        waiting = not self._prompted and self._sitting is not None and not self._bots_play()
        return waiting and line.partition(" ")[0].lower() in ANYTIME

    def _is_asking(self) -> bool:
        """Say whether an answer is due, and not one of the house's."""
        return self._prompted not in ("", "asked", "hint")

    def _bots_play(self) -> bool:
        """Say whether the game goes on without a person, so that it is worth while to wait."""
        sitting = self._sitting
        return self._own or sitting is None or sitting.thinking is not None or sitting.your_turn

    async def _leave(self) -> None:
        self._left = True
        await self._say(_("Goodbye. Everything is saved.") if self._keeps else _("Goodbye."))
        self._link.close()

    async def _answer(self, line: str) -> None:
        word, _space, rest = line.partition(" ")
        word = word.lower()
        if self._prompted == "name":
            self._prompted = "asked"
            self._link.send(Rename(name=line))
        elif self._sitting is None:
            await self._answer_lobby(word, rest)
        elif word == "q":
            await self._leave_table()
        elif not await self._answer_anytime(self._sitting, word, rest):
            await self._answer_prompt(self._sitting, line)

    async def _answer_lobby(self, word: str, rest: str) -> None:
        if word == "q":
            await self._leave()
            return
        reply = self._lobby.answer(word, rest)
        if isinstance(reply, Message):
            self._link.send(reply)
            self._prompted = "asked"
        else:
            await self._say(*reply)

    async def _leave_table(self) -> None:
        if self._own:
            await self._leave()
        else:
            self._lobby.expecting = False
            self._prompted = "asked"
            self._link.send(Leave())

    async def _answer_anytime(self, sitting: Sitting, word: str, rest: str) -> bool:
        if word == "l":
            lines = [words if seat is None else f"{sitting.names[seat]} {words}" for seat, words in sitting.log]
            await self._say(*(lines[-SHOWN_LOG:] or [_("Nothing has happened yet.")]))
        elif word == "?":
            await self._say(*rules_lines(sitting.game.id, self._language))
        elif word == "s":
            await self._say(*describe(self._scene(sitting)))
        elif word == "t":
            self._link.send(Say(text=rest))
        else:
            return False
        return True

    async def _answer_prompt(self, sitting: Sitting, line: str) -> None:
        if self._prompted == "turn":
            await self._answer_turn(sitting, line)
        elif line == "1":
            self._prompted = "asked"
            self._go_on(sitting.update)
        else:
            await self._say(_("Say 1, or q to leave."))

    def _go_on(self, update: Update) -> None:
        """Ask for another game, or begin, with bots on the seats that are still free."""
        if update.phase == "over":
            self._link.send(Again())
            return
        if any(seat.kind == "free" for seat in update.seats):
            self._link.send(Fill(level=update.setup.keeper))
        self._link.send(Start())

    async def _answer_turn(self, sitting: Sitting, line: str) -> None:
        text = " ".join(line.lower().split())
        legal = {move.lower(): move for move in sitting.update.legal}
        if text == "h":
            await self._ask_hint(sitting)
        elif text == "u":
            self._prompted = ""
            self._link.send(sitting.take_back())
        elif text in legal:
            self._play(sitting, legal[text])
        elif text.isdecimal() and 1 <= int(text) <= len(self._options):
            await self._choose(sitting, self._options[int(text) - 1])
        else:
            most = len(self._options)
            await self._say(_("Say a number from 1 to {most}, or one of the words above.").format(most=most))

    async def _ask_hint(self, sitting: Sitting) -> None:
        message = sitting.ask_hint(time.monotonic())
        if message is None:
            await self._say(sitting.scene(time.monotonic()).notice)
            return
        self._prompted = "hint"
        self._link.send(message)

    async def _choose(self, sitting: Sitting, option: Option) -> None:
        if option.move:
            self._play(sitting, option.move)
            return
        scene = replace(self._scene(sitting), picked=option.pick)
        self._options = options(scene) if option.pick else options(self._scene(sitting))
        await self._say(*self._numbered())

    def _play(self, sitting: Sitting, move: str) -> None:
        message = sitting.play(move)
        if message is not None:
            self._prompted = "asked"
            self._link.send(message)
