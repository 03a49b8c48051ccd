"""Home: the name dealt as cards, a tile for each game, and what there is to do."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from engines.games import GAMES
from engines.lessons.read import has_lesson
from engines.wire import Message
from net.messages import Games, MyGames, MyPractice, MyTally, Practice, Sit, TableLine, Tally, Welcome
from net.values import Phase
from tui import tables
from tui.draw import bars, cards, felt
from tui.draw.canvas import Canvas
from tui.draw.cards import Face
from tui.draw.glyphs import cut, wrap
from tui.lesson_stage import is_new, with_chapter
from tui.screens.menu import MenuPage
from tui.screens.page import Item, Page
from tui.screens.records import RecordsPage
from tui.screens.setup import SetupPage
from tui.screens.tiles import ACROSS, APART, BELOW, HEIGHT, ROWS, WIDTH, Tiles, lay_tiles, window
from tui.tables.frame import COMPACT, find_layout
from tui.wording import company_words, goal_of, title_of
from tui.words import NUMBERS, _, ngettext, titled

TITLE = (("T", "plus"), ("A", "arrow"), ("B", "draw"), ("L", "hand"), ("É", "arrow"), ("E", "plus"))
TONES = (1, 2, 3, 4, 3, 2, 1)
DIGITS = 9
CAP = 3
TILE = "tile "
LIST = 5
LIST_ROWS = 7
"""Where the compact list of games begins, and how many rows it takes on the smallest screen."""
GAPS = (3, 2, 1)


class HomePage(Page):
    """The first screen."""

    def __init__(self) -> None:
        super().__init__()
        self._games = list(GAMES)
        self._focus = 0
        self._named: int | None = None
        self._played: tuple[int, int] | None = None
        self._met: set[str] = set()
        self._to_practise = 0

    def hear(self, message: Message) -> None:
        """Take note of how many games were won."""
        if isinstance(message, Tally | Welcome) and message.played is not None:
            self._played = (message.won, message.played)
        elif isinstance(message, Welcome):
            self._count()
        elif isinstance(message, Practice):
            self._to_practise = message.due
        elif isinstance(message, Games):
            self._met |= {game.game for game in message.games}
            if not self._house_counts:
                won = sum(game.seat in game.winners for game in message.games)
                self._played = (won, len(message.games))
        if isinstance(message, Welcome):
            self._recall()
            self._ask_due()

    def on_screen_resume(self) -> None:
        """Count again after a game."""
        self._count()
        self._recall()

    def _recall(self) -> None:
        """Ask which games were played before, where a lesson might be offered to somebody who needs none."""
        lessons, welcome = self.tablee.settings.lessons, self.tablee.welcome
        if welcome is not None and welcome.played and any(is_new(lessons, game) for game in self._games):
            self.tablee.say(MyGames())

    @property
    def _house_counts(self) -> bool:
        """Whether the house counts games; an older one can only list them."""
        return self.tablee.welcome is not None and self.tablee.welcome.played is not None

    def _count(self) -> None:
        if self.tablee.welcome is not None and self.tablee.welcome.name:
            self.tablee.say(MyTally() if self._house_counts else MyGames())
            self._ask_due()

    def _ask_due(self) -> None:
        if self.tablee.welcome is not None and self.tablee.welcome.practice:
            self.tablee.say(MyPractice())

    @property
    def unfinished(self) -> list[TableLine]:
        """The tables where a seat is kept, the latest first."""
        lobby = self.tablee.lobby
        mine = [] if lobby is None else [table for table in lobby.tables if table.seat is not None]
        return [table for table in reversed(mine) if table.phase != Phase.OVER or table.setup.match]

    @property
    def game(self) -> str:
        """The game under the focus."""
        return self._games[self._focus]

    def draw(self, canvas: Canvas) -> None:
        felt.lay_felt(canvas)
        layout = find_layout(canvas.width, canvas.height)
        if layout.form == COMPACT:
            self._draw_compact(canvas, (canvas.width - 40) // 2)
        else:
            self._draw_standard(canvas, (canvas.width - ACROSS) // 2)
        self._draw_keys(canvas)

    def _draw_standard(self, canvas: Canvas, x: int) -> None:
        palette = canvas.palette
        tiles = lay_tiles(len(self._games), self._focus, canvas.width, canvas.height)
        more = BELOW * (tiles.rows - 1)
        y = (canvas.height - ROWS - more) // 2
        for place, (letter, kind) in enumerate(TITLE):
            colour = palette.kinds[kind] if palette.tinted else palette.ink
            cards.letter(canvas, x + 13 + 9 * place, y + 1 + place % 2, letter, colour)
        canvas.centre(x, y + 8, ACROSS, self._subtitle(), palette.felt_muted)
        self._draw_tiles(canvas, tiles, x, y + 11)
        canvas.centre(x, y + 19 + more, ACROSS, self._sentence(), palette.text)
        self._draw_offers(canvas, x, y + 21 + more)

    def _draw_tiles(self, canvas: Canvas, tiles: Tiles, x: int, y: int) -> None:
        for place in tiles.shown:
            left, down = tiles.spot(place)
            self._draw_tile(canvas, self._games[place], place, x + left, y + down)
        # What lies beyond the edge is a key away, and a click.
        first, last = tiles.spot(tiles.shown[0]), tiles.spot(tiles.shown[-1])
        if tiles.first:
            _draw_arrow(canvas, x + first[0] - 2, y + first[1], "◄", "left")
        if tiles.shown.stop < tiles.count:
            _draw_arrow(canvas, x + last[0] + APART, y + last[1], "►", "right")

    def _draw_offers(self, canvas: Canvas, x: int, y: int) -> None:
        offers = self._offers()
        # Where words are long the gaps go first, then the last offers, which the palette has too.
        gap = next((gap for gap in GAPS if _width(offers, gap) <= canvas.width), GAPS[-1])
        while _width(offers, gap) > canvas.width:
            offers = offers[:-1]
        left = x + (ACROSS - _width(offers, gap)) // 2
        for offer in offers:
            start = left
            left = bars.cap(canvas, left, y, offer.key) + 1
            left = canvas.text(left, y, offer.verb, canvas.palette.text)
            canvas.hot(start, y, left - start, 1, offer.key)
            left += gap

    def _draw_tile(self, canvas: Canvas, game: str, place: int, x: int, y: int) -> None:
        palette, action = canvas.palette, _action(place)
        tones = tables.palette(palette.theme, palette.depth, game).tones(max(TONES) + 1)
        for row, tone in enumerate(TONES):
            canvas.fill(x, y + row, WIDTH, 1, tones[tone])
        tables.of(game).draw_still_life(canvas, x + 2, y + 1)
        focused = place == self._focus
        left = _draw_key(canvas, x + 1, y + 5, place, focused)
        canvas.text(left, y + 5, cut(GAMES[game].title, x + WIDTH - left), palette.text, bold=True)
        if focused:
            cards.focus_bar(canvas, x, y + HEIGHT, WIDTH)
        canvas.hot(x, y, WIDTH, HEIGHT, action)

    def _draw_compact(self, canvas: Canvas, x: int) -> None:
        palette = canvas.palette
        for place, (letter, _kind) in enumerate(TITLE):
            cards.small(canvas, x + 2 + 6 * place, 1, Face(f"{letter} "))
        count = len(self._games)
        room = canvas.height - 20 + LIST_ROWS
        step = 2 if 2 * count - 1 <= room else 1
        first = window(count, self._focus, min(room, count))
        last = min(count, first + room)
        for place in range(first, last):
            self._draw_row(canvas, place, x, LIST + step * (place - first))
        below = LIST + max(step * (last - first) - step + 1, LIST_ROWS)
        if last - first < count:
            words = _("{first} to {last} of {games}").format(first=first + 1, last=last, games=count)
            canvas.right(x + 37, below, words, palette.felt_muted)
        for row, words in enumerate(wrap(goal_of(self.game), 36)[:2], below + 1):
            canvas.text(x + 3, row, words, palette.felt_muted)
        bars.offer_rows(canvas, canvas.height - 5, 4, self._offers(), -1)

    def _draw_row(self, canvas: Canvas, place: int, x: int, row: int) -> None:
        palette, game, focused = canvas.palette, self._games[place], place == self._focus
        own = tables.palette(palette.theme, palette.depth, game)
        players = self._players(game)
        canvas.fill(x + 1, row, 38, 1, own.lit[1] if not focused else palette.panel_hi)
        canvas.put(x + 1, row, "►" if focused else " ", palette.accent_text)
        left = _draw_key(canvas, x + 3, row, place, focused)
        canvas.text(left, row, cut(GAMES[game].title, x + 36 - len(players) - left), palette.text, bold=True)
        canvas.right(x + 37, row, players, palette.text)
        canvas.hot(x + 1, row, 38, 1, _action(place))

    def _players(self, game: str) -> str:
        seats = GAMES[game].seats
        return _("{least} to {most} players").format(least=seats[0], most=seats[-1])

    def _subtitle(self) -> str:
        count = len(self._games)
        number = _(NUMBERS[count]) if count in NUMBERS else str(count)
        return _("{number} card games for a full table").format(number=number)

    def _sentence(self) -> str:
        title, goal = GAMES[self.game].title, goal_of(self.game)
        return f"{titled(title, goal)}  {self._players(self.game)}" if goal else f"{title}  {self._players(self.game)}"

    def _offers(self) -> list[bars.Offer]:
        offers = [bars.Offer("enter", _("play"))]
        if has_lesson(self.game):
            offers.append(bars.Offer("l", _("learn")))
        lobby = self.tablee.lobby
        if not self.tablee.venue.own:
            words = _("lobby")
            if lobby is not None:
                open_tables = ngettext("lobby, {tables} table", "lobby, {tables} tables", len(lobby.tables))
                words = open_tables.format(tables=len(lobby.tables))
            offers.append(bars.Offer("o", words))
        waiting = self.unfinished
        if len(waiting) == 1:
            offers.append(bars.Offer("r", _("resume {game}").format(game=title_of(waiting[0].setup.game))))
        elif waiting:
            offers.append(bars.Offer("r", _("resume one of {games}").format(games=len(waiting))))
        offers += [*self._exercises(), *self._daily(), bars.Offer("p", _("past games"))]
        return offers if self._to_practise else [*offers, bars.Offer("e", _("practice"))]

    def _daily(self) -> list[bars.Offer]:
        """The deal of the day, in a house that has one."""
        has_one = self.tablee.welcome is not None and self.tablee.welcome.daily
        return [bars.Offer("d", _("the daily"))] if has_one else []

    def _exercises(self) -> list[bars.Offer]:
        """A word on exercises when some are due."""
        if not self._to_practise:
            return []
        words = ngettext("{count} exercise due", "{count} exercises due", self._to_practise)
        return [bars.Offer("e", words.format(count=self._to_practise))]

    def _keys(self) -> tuple[tuple[str, str], ...]:
        palette = ("ctrl+p", _("all commands"))
        return (("s", _("settings")), ("question_mark", _("rules")), palette, ("q", _("leave")))

    def commands(self) -> list[Item]:
        return self.items(*((offer.key, offer.verb) for offer in self._offers()), *self._keys())

    def offers(self) -> list[bars.Offer]:
        """What there is to do, and the games by their names: a tile's cards say nothing to whoever hears them."""
        return [*super().offers(), *(bars.Offer(_action(place), title_of(game)) for place, game in enumerate(GAMES))]

    def _draw_keys(self, canvas: Canvas) -> None:
        facts = [self.tablee.welcome.name if self.tablee.welcome is not None else ""]
        if self._played is not None and self._played[1]:
            facts.append(_("won {won} of {games}").format(won=self._played[0], games=self._played[1]))
        right = "   ".join(fact for fact in facts if fact)
        colour = canvas.palette.text if self.notice else None
        words = cut(self.notice, canvas.width - 3)
        bars.keys(canvas, canvas.height - 1, self._keys(), words or right, colour)

    def press(self, key: str) -> None:
        games, down = len(self._games), self._games_in_a_row
        steps = {"right": 1, "down": down, "tab": 1, "left": -1, "up": -down, "shift+tab": -1}
        number = key.removeprefix(TILE)
        if number.isdecimal() and 1 <= int(number) <= games:
            self._name_game(int(number) - 1)
            return
        self._named = None
        if key in steps:
            self._focus = (self._focus + steps[key]) % games
        else:
            self._go(key)

    def _name_game(self, place: int) -> None:
        """Choose a game by its digit or with a click, and play it when it is named once more."""
        again = self._named == place
        self._focus, self._named = place, place
        if again:
            self.press("enter")

    @property
    def _games_in_a_row(self) -> int:
        """How far down lies: a row of tiles, or the next game where there is one row, or a list."""
        width, height = self.board.size
        tiles = lay_tiles(len(self._games), self._focus, width, height)
        return tiles.columns if find_layout(width, height).form != COMPACT and tiles.rows > 1 else 1

    def _go(self, key: str) -> None:
        if key in ("enter", "space"):
            self._play(self.game)
        elif key == "r" and self.unfinished:
            self._resume()
        elif key == "l" and has_lesson(self.game):
            self.tablee.open_lesson(self.game)
        elif key == "o" and not self.tablee.venue.own:
            self.tablee.open_lobby()
        elif key == "q":
            self.app.exit()
        else:
            self._look(key)

    def _look(self, key: str) -> None:
        """Open one of the other pages."""
        if key == "p":
            self.app.push_screen(RecordsPage())
        elif key == "d" and self._daily():
            self.tablee.open_daily()
        elif key == "s":
            self.tablee.open_settings()
        elif key in ("question_mark", "i"):
            self.tablee.open_rules(self.game)
        elif key == "e":
            self.tablee.open_practice()

    def _play(self, game: str) -> None:
        """Set a table up; whoever has never played the game is asked once whether to learn it first."""
        settings = self.tablee.settings
        met = {table.setup.game for table in self.unfinished} | self._met
        if game in met or not is_new(settings.lessons, game):
            self._set_up(game)
            return
        lessons = with_chapter(settings.lessons, game, 0)
        self.tablee.change_settings(replace(settings, lessons=lessons), {"lessons": lessons})
        items = [
            Item("1", _("learn it by playing, a few minutes"), partial(self.tablee.open_lesson, game)),
            Item("2", _("play at once"), partial(self._set_up, game)),
        ]
        self.app.push_screen(MenuPage(self, _("{game}, for the first time?").format(game=title_of(game)), items))

    def _set_up(self, game: str) -> None:
        self.app.push_screen(SetupPage(game))

    def _resume(self) -> None:
        waiting = self.unfinished
        if len(waiting) == 1:
            self.tablee.say(Sit(code=waiting[0].code))
            return
        items = [
            Item(
                str(number),
                title_of(table.setup.game),
                partial(self.tablee.say, Sit(code=table.code)),
                _note(table),
            )
            for number, table in enumerate(waiting[:9], 1)
        ]
        self.app.push_screen(MenuPage(self, _("Resume which game?"), items))


def _width(offers: Sequence[bars.Offer], gap: int) -> int:
    """The cells that offers take side by side."""
    return sum(len(bars.key_name(offer.key)) + 3 + len(offer.verb) for offer in offers) + gap * (len(offers) - 1)


def _action(place: int) -> str:
    """What a click on a game does: the first ones have digits."""
    return str(place + 1) if place < DIGITS else f"{TILE}{place + 1}"


def _draw_key(canvas: Canvas, x: int, y: int, place: int, focused: bool) -> int:
    """Draw the key cap of a game that has a digit, and return where its title begins."""
    if place < DIGITS:
        bars.cap(canvas, x, y, str(place + 1), focus=focused)
    elif focused:
        canvas.cursor = (x + 1, y)
    return x + CAP + 1


def _draw_arrow(canvas: Canvas, x: int, y: int, arrow: str, key: str) -> None:
    canvas.put(x, y + HEIGHT // 2, arrow, canvas.palette.accent_text)
    canvas.hot(x, y, 1, HEIGHT, key)


def _note(table: TableLine) -> str:
    others = company_words([seat for number, seat in enumerate(table.seats) if number != table.seat])
    return f"{others}, {_('your turn')}" if table.your_turn else others
