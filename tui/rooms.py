"""The rooms of a served house: the app on a screen, plain lines, or the wire, by what a caller came with."""

import asyncio
import gc
import json
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import asdict
from datetime import UTC, tzinfo
from functools import partial
from typing import Any

from bots.pool import Troubles
from engines.games import GAMES
from engines.timeline import Timeline
from net.door.caller import DAILY, LADDER, NOW, Caller
from net.door.lines import ChannelLines
from net.door.monitor import Monitor
from net.door.rooms import Rooms, where
from net.door.screen import Terminal
from net.door.talk import Talk
from net.house.company import ladder_lines
from net.house.daily import today_for
from net.house.exporting import export
from net.house.house import House
from net.house.linking import link as bring
from net.house.sharing import open_shared
from net.link import Link, memory_link
from net.messages import Goodbye, PlayNow, Sit
from net.messages import Watch as LookOn
from net.messages.daily import PlayDaily
from net.refusal import Refusal
from net.store.store import StoreError
from net.web.session import PageLines, Pages, PageTerminal
from tui.app import PLAIN, Errand, TableeApp
from tui.daily_words import daily_object, daily_text
from tui.dates import date_words, find_zone
from tui.language import Tongue, catalogue, choose_language
from tui.look import Look, detect
from tui.plain.player import PlainPlayer
from tui.plain.retelling import retell
from tui.plain.review import tell_review
from tui.screens.shared import SharedPage
from tui.screens.shell import Venue
from tui.settings import AUTO, Settings
from tui.standing import ladder_object, ladder_text
from tui.terminal.driver import run_app
from tui.terminal.environment import language_of
from tui.web.page_app import PageApp
from tui.web.page_player import PagePlayer
from tui.web.pages import find_file
from tui.words import N_, speak

# Bare too: alone behind the host's name ssh takes words with dashes for its own.
AS_JSON = ("--json", "json")
# Exit codes, for scripts that came to have something done.
DONE, REFUSED = 0, 1
COUNT_EVERY = 1.0
LONGEST_FAREWELL = 5.0
SWEEP_AFTER = 16
SWEEP_EVERY = 5.0
SWEEP_SHARE = 300
LOGGED = ("table", "game", "bot", "who", "player", "source", "seconds", "why")

WITHOUT_A_SCREEN = N_("`ssh -T {user}@{address}` plays in plain lines.")
EXPORTS = N_("`ssh -T {user}@{address} > me.jsonl` writes all that is kept of you into a file.")
MakeApp = Callable[..., TableeApp]
COME_BACK = N_("To come back as the same guest: ssh {code}@{address}")


class Reception:
    """Shows callers to their places in a house; `address` is what friends type after the @, `page` what they open."""

    def __init__(self, house: House) -> None:
        self.address = ""
        self.page = ""
        self._house = house
        self._callers: set[asyncio.Task[Any]] = set()
        self._ended = 0
        self._sweep_at = 0.0

    @property
    def rooms(self) -> Rooms:
        """The rooms, as a server asks for them."""
        return Rooms(terminal=self.show_screen, plain=self.read_lines, wire=self.speak_wire, words=words_for)

    @property
    def pages(self) -> Pages:
        """What a browser's door needs."""
        return Pages(find=find_file, screen=self.show_page, plain=self.read_page, knows=self._house.knows)

    async def show_screen(self, caller: Caller, terminal: Terminal) -> int:
        """Run the app on a caller's terminal; what is said last stays there when it has closed."""
        if caller.asked == LADDER or _wants_page(caller):
            terminal.last_words += "".join(f"{line}\r\n" for line in await self._ladder(caller))
            return DONE
        if caller.link:
            return await self._bring_key(caller, terminal)
        if caller.exports:
            terminal.dismiss(Goodbye(text=self._export_words(caller)))
            return REFUSED
        await self._show(caller, terminal, partial(TableeApp, manners=terminal))
        return DONE

    async def _show_shared(self, caller: Caller, terminal: Terminal, make_app: MakeApp) -> None:
        """Show a shared game: with nothing of the house behind it but the game, whoever comes needs to be nobody."""
        try:
            game = await open_shared(self._house, caller.replay, caller.address)
            first = partial(SharedPage, game.record, game.seat, game.finished, game.review)
            app = self._make_app(caller, make_app, memory_link()[1], Errand(first=first))
            await run_app(app, terminal)
        except (Refusal, StoreError) as error:
            terminal.dismiss(Goodbye(text=words_for(caller, str(error))))
        self._sweep()

    async def show_page(self, caller: Caller, terminal: PageTerminal) -> None:
        """Run the app in a page."""
        app = await self._show(caller, terminal, partial(PageApp, terminal=terminal))
        goodbye = None if app is None else app.client.conversation.goodbye
        if goodbye is not None:
            terminal.reason = terminal.reason or goodbye.reason

    async def _show(self, caller: Caller, terminal: Terminal, make_app: MakeApp) -> TableeApp | None:
        if caller.replay:
            await self._show_shared(caller, terminal, make_app)
            return None
        async with self._place(caller) as link:
            app = self._make_app(caller, make_app, link, errand_of(caller))
            result = await run_app(app, terminal)
        if result:
            terminal.dismiss(Goodbye(text=self._plain_words(app, caller) if result == PLAIN else result))
        self._sweep()
        if app.welcome is not None and app.welcome.name and app.welcome.resume:
            back = app.tongue.gettext(COME_BACK).format(code=app.welcome.resume, address=self.address)
            terminal.last_words += f"{back}\r\n"
        return app

    def _make_app(self, caller: Caller, make_app: MakeApp, link: Link, errand: Errand) -> TableeApp:
        return make_app(
            link,
            settings_for(caller),
            look_of(caller),
            venue=Venue(address=self.address, page=self.page),
            errand=errand,
            language=language_of(caller.environment),
            zone=zone_of(caller),
        )

    def _sweep(self) -> None:
        """Free the memory of screens that have ended: by itself that happens too seldom where many come and go."""
        self._ended += 1
        if self._ended >= SWEEP_AFTER and time.monotonic() > self._sweep_at:
            self._ended = 0
            began = time.monotonic()
            gc.collect()
            ended = time.monotonic()
            # Nobody's key is answered meanwhile, so the longer it takes the less often it is done.
            self._sweep_at = ended + max(SWEEP_EVERY, SWEEP_SHARE * (ended - began))

    def _plain_words(self, app: TableeApp, caller: Caller) -> str:
        return app.tongue.gettext(WITHOUT_A_SCREEN).format(user=caller.asked, address=self.address)

    async def read_lines(self, caller: Caller, lines: ChannelLines) -> int:
        """Let a caller without a screen, or a script, play line by line."""
        return await self._play_plainly(caller, lines, PlainPlayer)

    async def read_page(self, caller: Caller, lines: PageLines) -> None:
        """Let somebody play line by line in a page."""
        await self._play_plainly(caller, lines, partial(PagePlayer, ears=lines))

    async def _play_plainly(self, caller: Caller, lines: ChannelLines, make: Callable[..., PlainPlayer]) -> int:
        language = language_for(caller)
        speak(Tongue(language))
        if caller.asked == LADDER or _wants_page(caller):
            await lines.write("".join(f"{line}\n" for line in await self._ladder(caller)))
            return DONE
        if caller.link:
            return await self._bring_key(caller, lines)
        if caller.exports:
            return await self._export(caller, lines)
        if caller.replay:
            return await self._tell_shared(caller, lines)
        async with self._place(caller) as link:
            ask = errand_of(caller).ask
            player = make(
                link, lines, name="", own=False, language=language, ask=ask, address=self.address, page=self.page
            )
            await player.run()
        return DONE

    async def _ladder(self, caller: Caller) -> list[str]:
        """The ladders, or the one of a game that was named; as JSON where that was asked for."""
        speak(Tongue(language_for(caller)))
        words = caller.command.lower().split()
        as_json = any(word in AS_JSON for word in words)
        if caller.asked == DAILY:
            return await self._daily(caller, as_json=as_json)
        games = [word for word in words if word not in AS_JSON] or list(GAMES)
        try:
            ladders = [await ladder_lines(self._house.store, game, 0, caller.identity or "") for game in games]
        except (Refusal, StoreError) as error:
            return [str(error)]
        if as_json:
            return [json.dumps(ladder_object(ladder)) for ladder in ladders]
        return [line for ladder in ladders for line in (*ladder_text(ladder), "")][:-1]

    async def _daily(self, caller: Caller, *, as_json: bool) -> list[str]:
        """Today's page as somebody may see it."""
        person = await self._house.store.identity_of(caller.identity) if caller.identity else ""
        sheet = await today_for(self._house, person)
        if as_json:
            return [json.dumps(daily_object(sheet))]
        return list(daily_text(sheet, partial(date_words, zone=zone_of(caller))))

    async def _bring_key(self, caller: Caller, talk: Talk) -> int:
        """Let the key that a caller has proved be a way in for whoever was given the code, and say what came of it."""
        brought = await bring(self._house, caller.link, caller.identity, caller.address)
        talk.dismiss(Goodbye(text=words_for(caller, brought.sentence).format(name=brought.name)))
        return DONE if brought.done else REFUSED

    def _export_words(self, caller: Caller) -> str:
        return words_for(caller, EXPORTS).format(user=caller.asked, address=self.address)

    async def _export(self, caller: Caller, lines: ChannelLines) -> int:
        """Write all that is kept of a caller, a line each."""
        credential, code = who(caller)
        try:
            async for line in export(self._house, credential, code, caller.address):
                await lines.write(f"{line}\n")
        except Refusal as refusal:
            lines.dismiss(Goodbye(text=words_for(caller, refusal.text)))
            return REFUSED
        return DONE

    async def _tell_shared(self, caller: Caller, lines: ChannelLines) -> int:
        """Tell a shared game move by move, and what was judged of it."""
        try:
            game = await open_shared(self._house, caller.replay, caller.address)
            review = [] if game.review is None else list(tell_review(game.review, Timeline(game.record)))
            await lines.write("".join(f"{line}\n" for line in (*retell(game.record), *review)))
        except (Refusal, StoreError) as error:
            lines.dismiss(Goodbye(text=words_for(caller, str(error))))
            return REFUSED
        return DONE

    async def speak_wire(self, caller: Caller, link: Link) -> None:
        """Serve a program, or an app that runs at the caller's own machine."""
        with self._present():
            await self._house.serve(link, *who(caller), address=caller.address)

    @asynccontextmanager
    async def _place(self, caller: Caller) -> AsyncIterator[Link]:
        """Serve a caller in this process over the same kind of link that others have over the wire."""
        near, link = memory_link()
        with self._present():
            served = asyncio.create_task(
                self._house.serve(near, *who(caller), address=caller.address, minted=caller.minted)
            )
            try:
                yield link
            finally:
                link.close()
                await served

    @contextmanager
    def _present(self) -> Iterator[None]:
        task = asyncio.current_task()
        assert task is not None
        self._callers.add(task)
        try:
            yield
        finally:
            self._callers.discard(task)

    async def see_off(self) -> None:
        """Wait for apps that are still closing after their callers have hung up; without them the house can be left."""
        if self._callers:
            await asyncio.wait(self._callers, timeout=LONGEST_FAREWELL)

    async def keep_count(self, monitor: Monitor, troubles: Troubles) -> None:
        """Put the figures of the house and its bots where operators look; never ends."""
        told = 0
        known = asdict(troubles)
        while True:
            monitor.tables.set(len(self._house.croupiers))
            moves = self._house.moves
            monitor.moves.inc(moves - told)
            for kind, number in asdict(troubles).items():
                monitor.troubles.labels(kind).inc(number - known[kind])
            told, known = moves, asdict(troubles)
            await asyncio.sleep(COUNT_EVERY)


class Relay(logging.Handler):
    """Passes what the house logs on to the server's log; of an error only its kind and where it was, never values."""

    def __init__(self, monitor: Monitor) -> None:
        super().__init__(logging.INFO)
        self._log = monitor.log

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record as names and values; a log that can't be written stops no game."""
        values = {name: getattr(record, name) for name in LOGGED if hasattr(record, name)}
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            values |= {"error": type(error).__name__, "where": where(error)}
        with suppress(OSError, ValueError):
            self._log.log(record.levelno, record.getMessage(), **values)

    def note(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Write what went wrong on the event loop, where nobody waited for it."""
        error = context.get("exception")
        if error is None:
            self._log.error("loop failed")
        else:
            self._log.error("loop failed", error=type(error).__name__, where=where(error))


def who(caller: Caller) -> tuple[str | None, str]:
    """Who somebody is: the guest of their cookie or of the code they gave, or else whoever their key proves."""
    if caller.cookie:
        return None, caller.cookie
    return (None, caller.resume) if caller.resume else (caller.identity, "")


def _wants_page(caller: Caller) -> bool:
    return caller.asked == DAILY and bool(caller.command)


def errand_of(caller: Caller) -> Errand:
    """What somebody came for, by their user name: the lobby, a game at once, a seat at a table, or to watch one."""
    if caller.asked in (NOW, DAILY):
        return Errand(start="lobby", ask=PlayNow() if caller.asked == NOW else PlayDaily())
    if not caller.table:
        return Errand(start="lobby")
    return Errand(start="lobby", ask=LookOn(code=caller.table) if caller.watches else Sit(code=caller.table))


def settings_for(caller: Caller) -> Settings:
    """How somebody likes it as far as their browser says; the house may remember better."""
    return Settings(theme="light" if caller.light else "dark", motion=not caller.still)


def look_of(caller: Caller) -> Look:
    """The colours and characters that a caller's terminal can show."""
    return detect({**caller.environment, "TERM": caller.term})


def zone_of(caller: Caller) -> tzinfo:
    """The time zone that a caller's client names, or UTC: where they live is not known."""
    return find_zone(caller.environment.get("TZ", "")) or UTC


def language_for(caller: Caller) -> str:
    """The language that a caller reads."""
    return choose_language(AUTO, caller.environment)


def words_for(caller: Caller, sentence: str) -> str:
    """Put a sentence of the server into a caller's language."""
    return catalogue(language_for(caller)).gettext(sentence)
