"""A new table: how many play, who they are, and by which rules."""

from dataclasses import replace

import msgspec

from engines.games import GAMES
from net.messages import Open, Rename
from net.names import NAME_CELLS
from net.setup import DAYS, Setup, own_setup
from tui.draw import bars, felt
from tui.draw.canvas import Canvas
from tui.screens.form import Form, Row, pick_row
from tui.screens.line import TextLine
from tui.screens.page import Page
from tui.settings import LEARNERS
from tui.tables.frame import COMPACT, find_layout
from tui.wording import LEVEL_NAMES, days_words, goal_of, plan_words, variant_words
from tui.words import _, ngettext

GAMES_IN_A_ROW = (2, 3, 5, 10)
CLOCKS = (None, 20, 30, 60, 120, 300)
BY_DAY = tuple(f"{days} d" for days in DAYS)
FREE = ""


class SetupPage(Page):
    """A form that opens a table; in a shared house it has more to settle."""

    def __init__(self, game: str) -> None:
        super().__init__()
        self.felt = game
        self._game = GAMES[game]
        self._form = Form()
        self._name_line = TextLine("", NAME_CELLS)

    def on_mount(self) -> None:
        """Fill the form with what is usual."""
        self._name_line = TextLine(self._known_name, NAME_CELLS)
        self._form.replace(self._rows(4 if 4 in self._game.seats else self._game.seats[-1]))

    @property
    def _known_name(self) -> str:
        welcome = self.tablee.welcome
        return welcome.name if welcome is not None else self.tablee.settings.name

    @property
    def _own(self) -> bool:
        return self.tablee.venue.own

    def _rows(self, seats: int) -> list[Row]:
        rows = [
            pick_row(
                "seats",
                _("players"),
                [
                    (count, ngettext("{count} player", "{count} players", count).format(count=count))
                    for count in self._game.seats
                ],
                seats,
            )
        ]
        rows += [self._opponent(number) for number in range(2, seats + 1)]
        if self._game.variants:
            usual = [("", _("as in the box"))]
            variants = [*usual, *((name, variant_words(self._game.id, name)[0]) for name in self._game.variants)]
            chosen = str(self._form.value("variant") or "")
            note = variant_words(self._game.id, chosen)[1]
            rows.append(pick_row("variant", _("variant"), variants, chosen, note))
        rows.append(pick_row("match", _("match"), self._matches(), self._form.value("match") or 0))
        aid = self._form.value("memory_aid")
        aid = (self.tablee.settings.memory_aid or self._for_learners(seats)) if aid is None else aid
        rows.append(self._switch("memory_aid", _("memory aid"), aid is True, _("shows what was seen before")))
        return [*rows, Row("name", _("your name"), line=self._name_line)] if self._own else [*rows, *self._house_rows()]

    def _for_learners(self, seats: int) -> bool:
        """Whether all bots are of the levels that one learns against: there the table remembers with one."""
        usual = self.tablee.settings.level
        levels = [self._form.value(f"seat {number}") or usual for number in range(2, seats + 1)]
        return self._own and all(level in LEARNERS for level in levels)

    def _opponent(self, number: int) -> Row:
        key = f"seat {number}"
        levels: list[tuple[object, str]] = [(level, _(LEVEL_NAMES[level])) for level in LEVEL_NAMES]
        label = _("bot {number}").format(number=number - 1) if self._own else _("seat {number}").format(number=number)
        known = self._form.value(key)
        if not self._own:
            levels.insert(0, (FREE, _("somebody who comes")))
        usual = self.tablee.settings.level if self._own else FREE
        return pick_row(key, label, levels, usual if known is None else known)

    def _matches(self) -> list[tuple[object, str]]:
        single: tuple[object, str] = (0, _("a single game"))
        if self._game.match.players_choose:
            return [single, *((count, _("{games} games").format(games=count)) for count in GAMES_IN_A_ROW)]
        return [single, (1, plan_words(self._game.match, 1))]

    def _house_rows(self) -> list[Row]:
        clocks: list[tuple[object, str]] = [
            (seconds, _("as long as you like") if seconds is None else _("{seconds} s").format(seconds=seconds))
            for seconds in CLOCKS
        ]
        if self._knows_days:
            clocks += [(word, days_words(days)) for word, days in zip(BY_DAY, DAYS, strict=True)]
        by_day = self._form.value("clock") in BY_DAY
        note = _("nobody needs to be there") if by_day else ""
        nights = self._switch(
            "nights", _("sleep counts"), self._form.value("nights") is not False, _("no turn ends in it")
        )
        public = self._form.value("public")
        comes = [(True, _("everybody")), (False, _("who knows the code"))]
        return [
            pick_row("clock", _("time for a turn"), clocks, self._form.value("clock"), note),
            *([nights] if by_day else []),
            pick_row("public", _("who may come"), comes, True if public is None else public),
            self._switch("spectators", _("others may watch"), self._form.value("spectators") is not False),
            self._switch("hints", _("hints"), self._form.value("hints") is True, _("from a bot, for everybody")),
        ]

    @property
    def _knows_days(self) -> bool:
        return self.tablee.welcome is not None and self.tablee.welcome.days

    def _switch(self, key: str, label: str, value: bool, note: str = "") -> Row:
        return pick_row(key, label, ((True, _("yes")), (False, _("no"))), value, note)

    @property
    def setup(self) -> Setup:
        """The table as the form describes it."""
        value = self._form.value
        seats = int(str(value("seats")))
        levels = [str(value(f"seat {number}")) for number in range(2, seats + 1)]
        setup = Setup(
            game=self._game.id,
            seats=seats,
            variant=str(value("variant") or ""),
            match=int(str(value("match"))),
            bots=tuple(level for level in levels if level != FREE),
            memory_aid=value("memory_aid") is True,
        )
        if self._own:
            return own_setup(setup)
        clock = value("clock")
        return msgspec.structs.replace(
            setup,
            clock=clock if isinstance(clock, int) else None,
            days=DAYS[BY_DAY.index(clock)] if isinstance(clock, str) else 0,
            nights=isinstance(clock, str) and value("nights") is not False,
            public=value("public") is True,
            spectators=value("spectators") is True,
            hints=value("hints") is True,
        )

    def draw(self, canvas: Canvas) -> None:
        felt.lay_felt(canvas)
        roomy = find_layout(canvas.width, canvas.height).form != COMPACT
        bars.title(canvas, self._game.title, (_("a new table"),), (goal_of(self._game.id),) if roomy else ())
        width = min(76, canvas.width - 2)
        bottom = canvas.height - 1
        self._form.draw(canvas, (canvas.width - width) // 2, 2, width, bottom - 3)
        x = bars.label(canvas, bottom - 1, _("NEW TABLE"), gold=True)
        cursor = canvas.cursor
        bars.offers(canvas, x, bottom - 1, [bars.Offer("enter", _("Deal") if self._own else _("Open the table"))])
        canvas.cursor = cursor
        keys = (("escape", _("back")), ("question_mark", _("rules")), ("down", _("next row")), ("right", _("change")))
        bars.keys(canvas, bottom, keys, self.notice, canvas.palette.bad)

    @property
    def writes(self) -> bool:
        return self._form.writes

    def type(self, character: str) -> bool:
        return self._form.type(character)

    def press(self, key: str) -> None:
        if key == "enter":
            self._open()
        elif key == "escape" or (key == "q" and self._form.row.line is None):
            self.close()
        elif key == "question_mark":
            self.tablee.open_rules(self.felt)
        elif self._form.press(key):
            self._form.replace(self._rows(int(str(self._form.value("seats")))))

    def _open(self) -> None:
        name = self._name_line.text.strip()
        if self._own and name and name != self._known_name:
            self.tablee.change_settings(replace(self.tablee.settings, name=name), {"name": name})
            self.tablee.say(Rename(name=name))
        self.tablee.say(Open(setup=self.setup))
