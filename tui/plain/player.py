"""One person who plays line by line: what is typed becomes messages, as what is heard becomes sentences.

Answers may be typed ahead, as a script does: one is taken only where it can be answered, except for words that always
work, such as `q`.
"""

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace

from engines.wire import Message
from net.client.my_tables import next_table
from net.client.seen_table import SeenTable
from net.codes import read_code
from net.messages import Again, Fill, Leave, MyReview, Rename, Say, Sit, Start, Update
from net.messages.daily import AskDaily
from net.values import Phase, SeatKind
from tui.coaching import KEY as COACH
from tui.fairness import add_word, deal_lines
from tui.plain.account import WORDS, account_answer
from tui.plain.listener import Listener
from tui.plain.offers import WATCHING, keys_line
from tui.plain.sheet import Option, event_lines, options, rules_lines
from tui.settings import TRUTH
from tui.stage import Stage
from tui.tables import describe
from tui.wording import presence_lines
from tui.words import _

ANYTIME = ("q", "l", "?", "s", "t", "w", "deal", "luck", "help", "sit", "next", "bell", *WORDS)
SHOWN_LOG = 30


class PlainPlayer(Listener):
    """A seat at a table, or a visit in the lobby, in lines of text: whoever listens and also answers."""

    async def run(self) -> bool:
        """Play until the person leaves, the input ends or the house closes; return whether the line held so long."""
        hearing = asyncio.create_task(self._client.run())
        typing = asyncio.create_task(self._paper.read_all(self._settle))
        leaving = asyncio.create_task(self._gone.wait())
        try:
            await asyncio.wait({hearing, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if hearing.done():
                hearing.result()
            await self._paper.write()
        finally:
            for task in (hearing, typing, leaving):
                task.cancel()
            await asyncio.gather(hearing, typing, leaving, return_exceptions=True)
            self._client.hang_up()
        return self._held

    async def _settle(self) -> None:
        """Answer what can be answered, and let everything be read that there is to say."""
        self._answer_all()
        await self._paper.write()

    def _answer_all(self) -> None:
        """Take every typed line whose time has come."""
        paper = self._paper
        while not self._gone.is_set() and paper.typed and self._can_take(paper.typed[0]):
            self._answer(paper.take())
        if paper.ended and not paper.typed and not self._gone.is_set() and self._is_idle:
            self._leave()

    def _can_take(self, line: str) -> bool:
        """Whether a line is due: an answer, or while others think long a word that always works."""
        if self._is_asking():
            return True
        if self._prompted == "offline":
            return line.lower() == "q"
        waiting = not self._prompted and self._stage is not None and not self._bots_play()
        return waiting and line.partition(" ")[0].lower() in ANYTIME

    def _is_asking(self) -> bool:
        """Whether an answer is due, and not one of the house's."""
        return self._prompted not in ("", "asked", "hint", "offline")

    @property
    def _is_idle(self) -> bool:
        """Whether nothing comes any more by itself, so that whoever can't type any more may go."""
        looks_on = self._prompted.startswith(WATCHING)
        waits = looks_on or not self._prompted
        return self._prompted == "offline" or (self._is_asking() and not looks_on) or (waits and not self._bots_play())

    def _bots_play(self) -> bool:
        """Whether the game goes on without a person, so that it is worth while to wait."""
        stage = self._stage
        return self._own or stage is None or stage.table.thinking is not None or stage.table.your_turn

    def _leave(self) -> None:
        self._held = self._prompted != "offline"
        if self._held:
            self._say(_("Goodbye. Everything is saved.") if self._keeps else _("Goodbye."))
        self._client.hang_up()
        self._gone.set()

    def _answer(self, line: str) -> None:
        word, _space, rest = line.partition(" ")
        word = word.lower()
        if self._prompted == "name":
            self._prompted = "asked"
            self._client.say(Rename(name=line))
        elif not self._own and not self._lobby.learns and word in ("next", "bell"):
            self._go_round() if word == "next" else self._set_bell(rest)
        elif self._stage is None or self._prompted == "offline":
            self._answer_lobby(word, rest)
        elif word == "q":
            self._leave_table()
        elif not self._answer_anytime(self._stage, word, rest):
            self._answer_prompt(self._stage, line)

    def _answer_lobby(self, word: str, rest: str) -> None:
        if word == "q" and not self._lobby.learns:
            self._leave()
            return
        reply = self._lobby.answer(word, rest)
        if isinstance(reply, MyReview) and not self._past.reviews:
            self._say(_("The moves can't be judged here"))
        elif isinstance(reply, Message):
            self._client.say(self._past.ask(reply))
            self._prompted = "asked"
        else:
            self._say(*reply)

    def _go_round(self) -> None:
        """Go to the next of one's tables: one that waits, if any does."""
        here = "" if self._stage is None else self._stage.table.code
        code = next_table(self._client.conversation.mine, here)
        if code:
            self._sit(code)
        else:
            self._say(_("You have no other table."))

    def _sit(self, code: str) -> None:
        self._prompted = "asked"
        self._client.say(Sit(code=code))

    def _set_bell(self, word: str) -> None:
        if word.lower() in TRUTH:
            self._learner.set_bell(TRUTH[word.lower()])
        on = self._learner.settings.bell
        self._say(_("The bell rings when a table waits for you.") if on else _("The bell does not ring."))

    def _leave_table(self) -> None:
        if self._own:
            self._leave()
        else:
            self._leaving = True
            self._prompted = "asked"
            self._client.say(Leave())

    def _answer_anytime(self, stage: Stage, word: str, rest: str) -> bool:
        table = stage.table
        told: dict[str, Callable[[], list[str]]] = {
            "l": lambda: event_lines(table, table.events)[-SHOWN_LOG:] or [_("Nothing has happened yet.")],
            "?": lambda: rules_lines(table.game.id, self._language),
            "s": lambda: describe(stage.scene(time.monotonic())),
            "w": lambda: presence_lines(table.update),
            "deal": lambda: deal_lines(table),
            "help": lambda: [keys_line(table, self._own)],
        }
        if word in told:
            self._say(*told[word]())
        elif word == "t":
            self._client.say(Say(text=rest))
        elif word == "luck":
            self._add_luck(table, rest)
        elif word == "sit" and read_code(rest) and not self._own:
            self._sit(read_code(rest))
        else:
            return self._answer_account(word, rest)
        return True

    def _answer_account(self, word: str, rest: str) -> bool:
        """Do what a word about oneself or about other people means, where the house knows such words."""
        if word not in WORDS or not self._lobby.accounts:
            return False
        reply = account_answer(word, rest)
        if isinstance(reply, Message):
            self._client.say(reply)
        else:
            self._say(*reply)
        return True

    def _add_luck(self, table: SeenTable, word: str) -> None:
        message = add_word(table, word)
        if message is None:
            self._say(_("Say `luck WORD` before the cards are dealt, once for each deal."))
        else:
            self._client.say(message)
            self._say(_("The cards of the next deal depend on your word too."))

    def _answer_prompt(self, stage: Stage, line: str) -> None:
        if self._prompted == "turn":
            self._answer_turn(stage, line)
        elif self._prompted.startswith(WATCHING):
            self._say(keys_line(stage.table, self._own))
        elif line == "1":
            self._prompted = "asked"
            self._go_on(stage.table.update)
        elif (wish := self._past.wish(stage.table.update, line.lower())) is not None:
            self._prompted = "asked"
            self._client.say(self._past.ask(wish))
        else:
            self._say(_("Say 1, or q to leave."))

    def _go_on(self, update: Update) -> None:
        """Ask for another game, or how the day went, or begin, with bots on the seats that are still free."""
        if update.phase == Phase.OVER:
            # The deal of the day is played once.
            daily = update.setup.daily
            self._client.say(AskDaily(day=daily) if daily else Again())
            return
        if any(seat.kind == SeatKind.FREE for seat in update.seats):
            self._client.say(Fill(level=update.setup.keeper))
        self._client.say(Start())

    def _answer_turn(self, stage: Stage, line: str) -> None:
        text = " ".join(line.lower().split())
        legal = {move.lower(): move for move in stage.table.update.legal}
        if text == "h":
            self._ask_hint(stage)
        elif text == COACH:
            self._say(self._learner.call_coach(stage))
            self._tell_coach(stage)
        elif text == "u":
            self._prompted = ""
            self._client.say(stage.table.take_back())
        elif text in legal:
            self._play(stage, legal[text])
        elif text.isdecimal() and 1 <= int(text) <= len(self._options):
            self._choose(stage, self._options[int(text) - 1])
        else:
            most = len(self._options)
            self._say(_("Say a number from 1 to {most}, or one of the words above.").format(most=most))

    def _ask_hint(self, stage: Stage) -> None:
        message = stage.ask_hint(time.monotonic())
        if message is None:
            self._say(stage.scene(time.monotonic()).notice)
            return
        self._prompted = "hint"
        self._client.say(message)

    def _choose(self, stage: Stage, option: Option) -> None:
        if option.move:
            self._play(stage, option.move)
            return
        scene = replace(stage.scene(time.monotonic()), picked=option.pick)
        self._options = options(scene) if option.pick else options(stage.scene(time.monotonic()))
        self._say(*self._numbered())

    def _play(self, stage: Stage, move: str) -> None:
        message = stage.table.play(move)
        if message is not None:
            self._prompted = "asked"
            self._client.say(message)
