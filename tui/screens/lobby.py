"""The lobby: which tables there are, who sits there, and what is said between them."""

from functools import partial

from engines.games import GAMES
from engines.info import MatchPlan
from engines.wire import Message
from net.client.my_tables import waits
from net.codes import read_code
from net.messages import LobbyUpdate, PlayNow, Sit, TableLine, Watch
from net.values import Phase, SeatKind
from tui.draw import bars, felt, plates
from tui.draw.canvas import Canvas
from tui.draw.glyphs import cut, cut_parts, cut_sentence, wrap
from tui.my_tables import ROUND, round_words, waiting_words
from tui.screens.ask import AskPage
from tui.screens.ladder import LadderPage
from tui.screens.menu import MenuPage
from tui.screens.page import Item, Page
from tui.screens.people import open_people, people_in
from tui.screens.records import RecordsPage
from tui.screens.setup import SetupPage
from tui.screens.talking import Pen
from tui.tables import palette as palette_of
from tui.tables.frame import COMPACT, find_layout
from tui.wording import (
    PROGRAM_MARK,
    company_words,
    days_words,
    left_words,
    plan_words,
    talk_line,
    title_of,
    variant_words,
)
from tui.words import _, ngettext, titled

TOP = 3
EACH = 3
TALK = 6
SHORT_ROWS = 3
LONGEST_CODE = 11
# Where words begin beside the widest cap.
BESIDE_CAP = 12
MARKS = {SeatKind.BOT: "b", SeatKind.PROGRAM: PROGRAM_MARK}


class LobbyPage(Page):
    """Everything that goes on in a shared house."""

    def __init__(self) -> None:
        super().__init__()
        self._focus = 0
        self._pen: Pen | None = None

    @property
    def tables(self) -> tuple[TableLine, ...]:
        """The tables, those that wait for me first, then mine, then those with a free seat."""
        lobby = self.tablee.lobby
        tables = () if lobby is None else lobby.tables
        order = {Phase.WAITING: 2, Phase.PLAYING: 3, Phase.OVER: 4}
        return tuple(
            sorted(
                tables,
                key=lambda table: 0 if waits(table) else 1 if table.seat is not None else order[table.phase],
            )
        )

    @property
    def table(self) -> TableLine | None:
        """The table under the focus."""
        tables = self.tables
        return tables[min(self._focus, len(tables) - 1)] if tables else None

    def hear(self, message: Message) -> None:
        """Keep the focus on a table that is still there."""
        if isinstance(message, LobbyUpdate):
            self._focus = max(0, min(self._focus, len(message.tables) - 1))

    def draw(self, canvas: Canvas) -> None:
        felt.lay_felt(canvas)
        compact = find_layout(canvas.width, canvas.height).form == COMPACT
        self._draw_title(canvas)
        bottom = canvas.height - 1
        end = bottom - SHORT_ROWS if compact else bottom - 1 - TALK
        self._draw_tables(canvas, end, compact)
        if compact:
            bars.offer_rows(canvas, bottom - SHORT_ROWS, SHORT_ROWS, self._offers(), 0)
        else:
            self._draw_talk(canvas, end)
            table = self.table
            x = bars.label(canvas, bottom - 1, table.code.upper() if table else _("LOBBY"), gold=True)
            bars.offers(canvas, x, bottom - 1, self._offers(), 0)
        bars.keys(canvas, bottom, self._keys(), self.notice, canvas.palette.text if self.notice else None)
        if self._pen is not None:
            self._pen.draw(canvas, bottom)

    def _draw_title(self, canvas: Canvas) -> None:
        lobby = self.tablee.lobby
        facts = []
        if lobby is not None:
            people = ngettext("{people} person", "{people} people", lobby.people).format(people=lobby.people)
            count = len(lobby.tables)
            tables = ngettext("{tables} table", "{tables} tables", count).format(tables=count)
            programs = ngettext("{programs} program", "{programs} programs", lobby.programs)
            known = [people, *([programs.format(programs=lobby.programs)] if lobby.programs else []), tables]
            facts.append(", ".join(known))
        address = self.tablee.venue.address
        right = (f"play@{address}",) if address and canvas.width >= 80 else ()
        bars.title(canvas, _("Lobby"), facts, right)

    def _draw_tables(self, canvas: Canvas, end: int, compact: bool) -> None:
        palette, tables = canvas.palette, self.tables
        if not tables:
            # Before the house has said so nobody knows that there is none.
            if self.tablee.lobby is not None:
                self._draw_beginnings(canvas, end)
            return
        mine = sum(table.seat is not None for table in tables)
        if not compact:
            for x, words in ((3, _("table")), (16, _("game")), (32, _("seats")), (54, _("state"))):
                canvas.text(x, TOP - 1, words if x > 3 or not mine else "", palette.felt_muted)
            canvas.right(canvas.width - 4, TOP - 1, self._legend(), palette.felt_muted)
        room = max(1, (end - TOP + 1) // EACH)
        first = max(0, min(self._focus - room + 1, len(tables) - room))
        top = TOP if not compact else 2 if mine else 1
        for place, table in enumerate(tables[first : first + room], first):
            y = top + EACH * (place - first)
            if mine and place in (first, mine):
                words = _("Your tables") if place < mine else _("Other tables")
                canvas.text(3, y - 1, cut(words, 12), palette.text, bold=True)
            self._draw_table(canvas, table, place, y, compact)

    def _draw_beginnings(self, canvas: Canvas, end: int) -> None:
        """Tell whoever is the first here what there is to do, as far as there is room."""
        palette = canvas.palette
        canvas.text(3, TOP - 1, cut(_("There is no table yet. Begin one:"), canvas.width - 4), palette.text)
        y = TOP + 1
        for key, words in self._beginnings():
            lines = wrap(words, canvas.width - BESIDE_CAP - 2)
            if y + len(lines) > end:
                return
            bars.cap(canvas, 3, y, key)
            for row, line in enumerate(lines, y):
                canvas.text(BESIDE_CAP, row, line, palette.felt_muted)
            y += len(lines) + 1

    def _beginnings(self) -> list[tuple[str, str]]:
        """What somebody can do who finds nobody here, each with its key."""
        known = dict(self._keys())
        now = _("Play now: whoever comes sits down with you, and after a while bots take the free seats.")
        return [
            *([("space", now)] if self._meets else []),
            ("n", _("Set up a table as you like it, and invite your friends with its line.")),
            *(
                [("d", _("Play today's deal, the same for everybody, and see how the others did."))]
                if "d" in known
                else []
            ),
            ("escape", _("Learn a game at home first, or play alone against bots.")),
        ]

    def _legend(self) -> str:
        """What the letters on seats mean, of those that are shown."""
        shown = {seat.kind for table in self.tables for seat in table.seats}
        if SeatKind.PROGRAM in shown:
            return _("b is a bot, {mark} a program").format(mark=PROGRAM_MARK)
        return _("b is a bot") if SeatKind.BOT in shown else ""

    def _draw_table(self, canvas: Canvas, table: TableLine, place: int, y: int, compact: bool) -> None:
        palette, focused = canvas.palette, place == self._focus
        x, width = (0, canvas.width) if compact else (2, canvas.width - 4)
        canvas.fill(x, y, width, 2, palette.panel_hi if focused else palette.panel)
        canvas.fill(x, y, 1, 2, palette_of(palette.theme, palette.depth, table.setup.game).felt)
        if focused:
            canvas.put(x, y, "►", palette.accent_text)
        # One that is only told to friends is longer than the column; at the table itself it stands in full.
        code = table.code if len(table.code) <= LONGEST_CODE else f"{table.code.partition('-')[0]}-..."
        canvas.text(x + 2, y, code, palette.text, bold=True)
        title = title_of(table.setup.game)
        words, gold = self._state(table)
        colour = palette.accent_text if gold else palette.text if table.phase == Phase.WAITING else palette.muted
        if compact:
            at = max(12, len(code) + 3)
            canvas.text(x + at, y, title, palette.text)
            canvas.right(canvas.width - 2, y, fitting(words, canvas.width - at - 3 - len(title)), colour, bold=gold)
            self._draw_seats(canvas, table, x + 2, y + 1)
        else:
            canvas.text(x + 14, y, title, palette.text)
            self._draw_seats(canvas, table, x + 29, y)
            canvas.text(x + 52, y, fitting(words, width - 53), colour, bold=gold)
            canvas.text(x + 2, y + 1, cut(self._about(table), width - 4), palette.muted)
        canvas.hot(x, y, width, 2, f"row {place}")

    def _draw_seats(self, canvas: Canvas, table: TableLine, x: int, y: int) -> None:
        for number, seat in enumerate(table.seats):
            if seat.kind == SeatKind.FREE:
                canvas.text(x + 3 * number, y, " ╌ ", canvas.palette.muted)
            else:
                plates.tag(canvas, x + 3 * number, y, number, MARKS.get(seat.kind, ""))

    def _state(self, table: TableLine) -> tuple[str, bool]:
        """How a table stands, in words, and whether it waits for us."""
        if table.seat is not None:
            return waiting_words(table)
        if table.phase == Phase.WAITING:
            free = sum(seat.kind == SeatKind.FREE for seat in table.seats)
            return (_("waiting for {seats}").format(seats=free) if free else _("about to start")), False
        playing = _("playing") if table.phase == Phase.PLAYING else _("game over")
        return (_("{state}, watch").format(state=playing) if table.setup.spectators else playing), False

    def _about(self, table: TableLine) -> str:
        setup = table.setup
        plan = GAMES[setup.game].match if setup.game in GAMES else MatchPlan()
        words = [setup.title, variant_words(setup.game, setup.variant)[0]]
        if setup.days:
            words.append(_("{days} for a turn").format(days=days_words(setup.days)))
        if table.until is not None and not table.your_turn:
            words.append(left_words(table.until))
        if setup.match:
            words.append(plan_words(plan, setup.match))
        about = ", ".join(word for word in words if word)
        return "; ".join(part for part in (company_words(table.seats), about) if part)

    def _draw_talk(self, canvas: Canvas, y: int) -> None:
        palette = canvas.palette
        lobby = self.tablee.lobby
        bars.heading(canvas, 3, y, canvas.width - 6, _("Talk"))
        lines = lobby.talk[2 - TALK :] if lobby is not None else ()
        if not lines:
            canvas.text(3, y + 2, _("Nobody has said anything yet; t writes a line."), palette.felt_muted)
        for row, said in enumerate(lines, y + 2):
            canvas.text(3, row, cut(said.name, plates.NAME), palette.text, bold=True)
            words = talk_line(said)[1].removeprefix(titled(said.name, ""))
            canvas.text(16, row, cut_sentence(words, canvas.width - 18), palette.text)

    def _offers(self) -> list[bars.Offer]:
        ways_in = [bars.Offer(key, verb) for key, (verb, _message) in self._ways_in().items()]
        now = [bars.Offer("space", _("Play now"))] if self._meets else []
        return [*ways_in, *now, bars.Offer("n", _("New table")), bars.Offer("j", _("Join by code"))]

    @property
    def _meets(self) -> bool:
        """Whether the house leads people to each other."""
        welcome = self.tablee.welcome
        return welcome is not None and welcome.ladders

    def _ways_in(self) -> dict[str, tuple[str, Sit | Watch]]:
        """The keys that lead to the table under the focus, each with its word and what it asks of the house."""
        table = self.table
        if table is None:
            return {}
        if table.seat is not None:
            return {"enter": (_("Go there"), Sit(code=table.code))}
        found: dict[str, tuple[str, Sit | Watch]] = {}
        if any(seat.kind == SeatKind.FREE for seat in table.seats):
            found["enter"] = (_("Sit down"), Sit(code=table.code))
        if table.setup.spectators:
            found["w" if found else "enter"] = (_("Watch"), Watch(code=table.code))
        return found

    def _keys(self) -> tuple[tuple[str, str], ...]:
        welcome = self.tablee.welcome
        ladder = (("r", _("ladder")),) if self._meets else ()
        daily = (("d", _("the daily")),) if welcome is not None and welcome.daily else ()
        you = (("y", _("you")), ("o", _("others"))) if welcome is not None and welcome.accounts else ()
        mine = self.tablee.mine.values()
        around = (("tab", round_words(mine, brief=True)),) if len(mine) > 1 else ()
        # Where there is no room for all, whoever wants to leave still finds out how.
        pages = (*daily, ("q", _("leave")), ("p", _("past games")), *ladder, ("escape", _("home")))
        return (*around, ("t", _("talk")), *you, *pages)

    def commands(self) -> list[Item]:
        return self.items(*((offer.key, offer.verb) for offer in self._offers()), *self._keys())

    @property
    def writes(self) -> bool:
        return self._pen is not None

    def type(self, character: str) -> bool:
        if self._pen is None:
            return False
        self._pen.write(character)
        return True

    def press(self, key: str) -> None:
        if self._pen is not None:
            said = self._pen.press(key)
            if said is not None:
                self.tablee.say(said)
            if key in ("enter", "escape"):
                self._pen = None
            return
        if key in ROUND and len(self.tablee.mine) > 1 and self.tablee.go_round(ROUND[key]):
            return
        steps = {"down": 1, "up": -1, "tab": 1, "shift+tab": -1, "pagedown": 5, "pageup": -5}
        if key in steps:
            self._focus = max(0, min(self._focus + steps[key], len(self.tables) - 1))
        elif key.startswith("row "):
            place = int(key.removeprefix("row "))
            again = place == self._focus
            self._focus = place
            if again:
                self._enter("enter")
        elif key == "space" and self._meets:
            self.tablee.say(PlayNow())
        elif key in ("enter", "space", "w"):
            self._enter("w" if key == "w" else "enter")
        else:
            self._go(key)

    def _enter(self, key: str) -> None:
        ways_in = self._ways_in()
        if key in ways_in:
            self.tablee.say(ways_in[key][1])

    def _go(self, key: str) -> None:
        if key == "n":
            self._new_table()
        elif key == "j":
            self.app.push_screen(AskPage(self, _("The code of which table?"), self._join, longest=40))
        elif key == "t":
            self._pen = Pen()
        elif key == "o" and self.tablee.lobby is not None:
            nobody = _("Nobody else sits at a table or has said anything.")
            open_people(self, people_in(self.tablee.lobby), nobody=nobody)
        elif key == "escape":
            self.tablee.open_home()
        elif key == "q":
            self.app.exit()
        elif key in (offered for offered, _word in self._keys()):
            self._look(key)

    def _look(self, key: str) -> None:
        """Open one of the other pages."""
        if key == "p":
            self.app.push_screen(RecordsPage())
        elif key == "r":
            self.app.push_screen(LadderPage())
        elif key == "y":
            self.tablee.open_account()
        elif key == "d":
            self.tablee.open_daily()

    def _new_table(self) -> None:
        items = [
            Item(str(number), game.title, partial(self._set_up, game.id))
            for number, game in enumerate(GAMES.values(), 1)
        ]
        self.app.push_screen(MenuPage(self, _("Which game?"), items))

    def _set_up(self, game: str) -> None:
        self.app.push_screen(SetupPage(game))

    def _join(self, text: str) -> None:
        """Sit down at a table by its code, or watch where `watch-` stands before it."""
        code = text.strip().lower()
        watches = code.startswith("watch-")
        found = read_code(code.removeprefix("watch-"))
        if not found:
            self.notice = _("That is no code of a table")
        else:
            self.tablee.say(Watch(code=found) if watches else Sit(code=found))


def fitting(words: str, room: int) -> str:
    """How a table stands, without what there is no room for."""
    return cut_parts(words, room) or cut(words, room)
