"""Home: the name dealt as cards, a tile for each game, and what there is to do."""

import textwrap
from functools import partial

from engines.games import GAMES
from engines.wire import Message
from net.messages import Games, MyGames, Sit, TableLine, Welcome
from tui import tables
from tui.draw import bars, cards, felt
from tui.draw.canvas import Canvas
from tui.draw.cards import Face
from tui.draw.glyphs import cut
from tui.screens.menu import MenuPage
from tui.screens.page import Item, Page
from tui.screens.records import RecordsPage
from tui.screens.setup import SetupPage
from tui.tables.frame import COMPACT, find_layout
from tui.wording import company_words, goal_of, title_of
from tui.words import _, ngettext

TITLE = (("T", "plus"), ("A", "arrow"), ("B", "draw"), ("L", "hand"), ("É", "arrow"), ("E", "plus"))
TILE = (18, 7)
TONES = (1, 2, 3, 4, 3, 2, 1)


class HomePage(Page):
    """The first screen."""

    def __init__(self) -> None:
        super().__init__()
        self._games = list(GAMES)
        self._focus = 0
        self._played: tuple[int, int] | None = None

    def hear(self, message: Message) -> None:
        """Count the games that were won."""
        if isinstance(message, Welcome) and message.name:
            self.tablee.say(MyGames())
        elif isinstance(message, Games):
            won = sum(game.seat in game.winners for game in message.games)
            self._played = (won, len(message.games))

    def on_screen_resume(self) -> None:
        """Count again after a game."""
        if self.tablee.welcome is not None and self.tablee.welcome.name:
            self.tablee.say(MyGames())

    @property
    def unfinished(self) -> list[TableLine]:
        """The tables where a seat is kept, the latest first."""
        lobby = self.tablee.lobby
        mine = [] if lobby is None else [table for table in lobby.tables if table.seat is not None]
        return [table for table in reversed(mine) if table.phase != "over" or table.setup.match]

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
            self._draw_standard(canvas, (canvas.width - 80) // 2, (canvas.height - 24) // 2)
        self._draw_keys(canvas)

    def _draw_standard(self, canvas: Canvas, x: int, y: int) -> None:
        palette = canvas.palette
        for place, (letter, kind) in enumerate(TITLE):
            colour = palette.kinds[kind] if palette.tinted else palette.ink
            cards.letter(canvas, x + 13 + 9 * place, y + 1 + place % 2, letter, colour)
        canvas.centre(x, y + 8, 80, _("four card games for a full table"), palette.felt_muted)
        for place, game in enumerate(self._games[:4]):
            self._draw_tile(canvas, game, place, x + 2 + 19 * place, y + 11)
        canvas.centre(x, y + 19, 80, self._sentence(), palette.text)
        self._draw_offers(canvas, x, y + 21)

    def _draw_offers(self, canvas: Canvas, x: int, y: int) -> None:
        offers = self._offers()
        width = sum(len(bars.key_name(offer.key)) + 3 + len(offer.verb) for offer in offers) + 3 * (len(offers) - 1)
        left = x + (80 - width) // 2
        for offer in offers:
            start = left
            left = bars.cap(canvas, left, y, offer.key) + 1
            left = canvas.text(left, y, offer.verb, canvas.palette.text)
            canvas.hot(start, y, left - start, 1, offer.key)
            left += 3

    def _draw_tile(self, canvas: Canvas, game: str, place: int, x: int, y: int) -> None:
        palette = canvas.palette
        width, height = TILE
        tones = tables.palette(palette.theme, palette.depth, game).tones(max(TONES) + 1)
        for row, tone in enumerate(TONES):
            canvas.fill(x, y + row, width, 1, tones[tone])
        tables.of(game).draw_still_life(canvas, x + 2, y + 1)
        focused = place == self._focus
        end = bars.cap(canvas, x + 1, y + 5, str(place + 1), focus=focused)
        canvas.text(end + 1, y + 5, GAMES[game].title, palette.text, bold=True)
        if focused:
            cards.focus_bar(canvas, x, y + height, width)
        canvas.hot(x, y, width, height, str(place + 1))

    def _draw_compact(self, canvas: Canvas, x: int) -> None:
        palette = canvas.palette
        for place, (letter, _kind) in enumerate(TITLE):
            cards.small(canvas, x + 2 + 6 * place, 1, Face(f"{letter} "))
        for place, game in enumerate(self._games[:6]):
            row = 5 + 2 * place
            focused = place == self._focus
            own = tables.palette(palette.theme, palette.depth, game)
            canvas.fill(x + 1, row, 38, 1, own.lit[1] if not focused else palette.panel_hi)
            canvas.put(x + 1, row, "►" if focused else " ", palette.accent_text)
            end = bars.cap(canvas, x + 3, row, str(place + 1), focus=focused)
            canvas.text(end + 1, row, GAMES[game].title, palette.text, bold=True)
            canvas.right(x + 37, row, self._players(game), palette.text)
            canvas.hot(x + 1, row, 38, 1, str(place + 1))
        for row, words in enumerate(textwrap.wrap(goal_of(self.game), 36)[:2], 13):
            canvas.text(x + 3, row, words, palette.felt_muted)
        bars.offer_rows(canvas, canvas.height - 5, 4, self._offers(), -1)

    def _players(self, game: str) -> str:
        seats = GAMES[game].seats
        return _("{least} to {most} players").format(least=seats[0], most=seats[-1])

    def _sentence(self) -> str:
        return f"{GAMES[self.game].title}: {goal_of(self.game)}  {self._players(self.game)}"

    def _offers(self) -> list[bars.Offer]:
        offers = [bars.Offer("enter", _("play"))]
        lobby = self.tablee.lobby
        if not self.tablee.venue.own:
            words = _("lobby")
            if lobby is not None:
                open_tables = ngettext("lobby, {tables} table", "lobby, {tables} tables", len(lobby.tables))
                words = open_tables.format(tables=len(lobby.tables))
            offers.append(bars.Offer("l", words))
        waiting = self.unfinished
        if len(waiting) == 1:
            offers.append(bars.Offer("r", _("resume {game}").format(game=title_of(waiting[0].setup.game))))
        elif waiting:
            offers.append(bars.Offer("r", _("resume one of {games}").format(games=len(waiting))))
        return [*offers, bars.Offer("p", _("past games"))]

    def _keys(self) -> tuple[tuple[str, str], ...]:
        return (("s", _("settings")), ("question_mark", _("rules")), ("q", _("leave")))

    def commands(self) -> list[Item]:
        return self.items(*((offer.key, offer.verb) for offer in self._offers()), *self._keys())

    def _draw_keys(self, canvas: Canvas) -> None:
        facts = [self.tablee.welcome.name if self.tablee.welcome is not None else ""]
        if self._played is not None and self._played[1]:
            facts.append(_("won {won} of {games}").format(won=self._played[0], games=self._played[1]))
        right = "   ".join(fact for fact in facts if fact)
        colour = canvas.palette.text if self.notice else None
        words = cut(self.notice, canvas.width - 3)
        bars.keys(canvas, canvas.height - 1, self._keys(), words or right, colour)

    def press(self, key: str) -> None:
        games = len(self._games)
        steps = {"right": 1, "down": 1, "tab": 1, "left": -1, "up": -1, "shift+tab": -1}
        if key in steps:
            self._focus = (self._focus + steps[key]) % games
        elif key.isdecimal() and 1 <= int(key) <= games:
            again = self._focus == int(key) - 1
            self._focus = int(key) - 1
            if again:
                self.press("enter")
        else:
            self._go(key)

    def _go(self, key: str) -> None:
        if key in ("enter", "space"):
            self.app.push_screen(SetupPage(self.game))
        elif key == "r" and self.unfinished:
            self._resume()
        elif key == "p":
            self.app.push_screen(RecordsPage())
        elif key == "s":
            self.tablee.open_settings()
        elif key in ("question_mark", "i"):
            self.tablee.open_rules(self.game)
        elif key == "l" and not self.tablee.venue.own:
            self.tablee.open_lobby()
        elif key == "q":
            self.app.exit()

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


def _note(table: TableLine) -> str:
    others = company_words([seat for number, seat in enumerate(table.seats) if number != table.seat])
    return f"{others}, {_('your turn')}" if table.your_turn else others
