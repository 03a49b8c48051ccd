"""Past games, the latest first."""

from engines.wire import Message
from net.messages import Fetch, GameLine, Games, MyGames, RecordFile
from tui.draw import bars, felt
from tui.draw.canvas import Canvas
from tui.draw.glyphs import cut
from tui.screens.figures import FiguresPage
from tui.screens.page import Page
from tui.screens.saving import save_record
from tui.tables import palette as palette_of
from tui.tables.seats import name_list
from tui.wording import shown_name, title_of
from tui.words import _, ngettext

TOP = 2
ROWS_EACH = 2


class RecordsPage(Page):
    """A list of finished games; Enter looks at one again."""

    def __init__(self) -> None:
        super().__init__()
        self._games: tuple[GameLine, ...] | None = None
        self._focus = 0
        self._wanted = ""

    def on_mount(self) -> None:
        """Ask for the list."""
        self.tablee.say(MyGames())

    def hear(self, message: Message) -> None:
        """Take the list, or the record that was asked for."""
        if isinstance(message, Games):
            self._games = message.games
        elif isinstance(message, RecordFile) and self._wanted:
            wanted, self._wanted = self._wanted, ""
            if wanted == "w":
                save_record(self, message.record)
            elif wanted == "v":
                self.tablee.open_review(message.record, self._seat_in(message.id) or 0, message.id)
            else:
                self.tablee.open_replay(message.record, message.id, self._seat_in(message.id))

    def _seat_in(self, id: int) -> int | None:
        return next((game.seat for game in self._games or () if game.id == id), None)

    def draw(self, canvas: Canvas) -> None:
        felt.lay_felt(canvas)
        games = self._games or ()
        count = ngettext("{games} game", "{games} games", len(games)).format(games=len(games))
        bars.title(canvas, _("Past games"), (), (count,) if games else ())
        room = (canvas.height - TOP - 2) // ROWS_EACH
        first = max(0, min(self._focus - room // 2, len(games) - room))
        for place, game in enumerate(games[first : first + room], first):
            self._draw_game(canvas, game, place, TOP + ROWS_EACH * (place - first))
        if self._games == ():
            canvas.text(
                2,
                TOP,
                cut(_("Games that are finished will be listed here."), canvas.width - 3),
                canvas.palette.felt_muted,
            )
        bars.keys(canvas, canvas.height - 1, self._keys(), self.notice, canvas.palette.text)

    def _keys(self) -> tuple[tuple[str, str], ...]:
        if not self._games:
            return (("escape", _("back")),)
        review = (("v", _("review")),) if self._reviews else ()
        save = (("w", _("save")),) if self.tablee.venue.own else ()
        figures = (("f", _("figures")),) if self._counts else ()
        return (("escape", _("back")), ("enter", _("look at it")), *review, *save, *figures)

    @property
    def _reviews(self) -> bool:
        """Whether the house judges games; an older one does not."""
        return self.tablee.welcome is not None and self.tablee.welcome.reviews

    @property
    def _counts(self) -> bool:
        """Whether the house can tell figures; an older one can't."""
        return self.tablee.welcome is not None and self.tablee.welcome.practice

    def _draw_game(self, canvas: Canvas, game: GameLine, place: int, y: int) -> None:
        palette, focused = canvas.palette, place == self._focus
        x, width = 2, canvas.width - 4
        canvas.fill(x, y, width, ROWS_EACH, palette.panel_hi if focused else palette.panel)
        stripe = palette_of(palette.theme, palette.depth, game.game).felt
        canvas.fill(x, y, 1, ROWS_EACH, stripe)
        if focused:
            canvas.put(x, y, "►", palette.accent_text)
            canvas.cursor = (x, y)
        canvas.text(x + 2, y, title_of(game.game), palette.text, bold=True)
        canvas.right(x + width - 2, y, self.tablee.date(game.finished), palette.muted)
        if canvas.width >= 60:
            canvas.text(
                x + 16, y, self._result(game), palette.accent_text if game.seat in game.winners else palette.text
            )
        points = ", ".join(f"{shown_name(name)} {score}" for name, score in zip(game.names, game.scores, strict=False))
        points = _("played on: {points}").format(points=points) if game.played_on else points
        canvas.text(x + 2, y + 1, cut(points, width - 4), palette.muted)
        canvas.hot(x, y, width, ROWS_EACH, f"row {place}")

    def _result(self, game: GameLine) -> str:
        if game.seat in game.winners:
            return _("you won") if len(game.winners) == 1 else _("you shared the win")
        names = [shown_name(game.names[seat]) for seat in game.winners if seat < len(game.names)]
        return ngettext("{names} won", "{names} won together", len(names)).format(names=name_list(names))

    def press(self, key: str) -> None:
        games = self._games or ()
        page = max(1, (self.board.size.height - 5) // ROWS_EACH)
        steps = {"down": 1, "up": -1, "pagedown": page, "pageup": -page, "home": -1000, "end": 1000}
        if key in ("escape", "q"):
            self.close()
        elif key == "f" and self._counts:
            self.app.push_screen(FiguresPage())
        elif key in steps and games:
            self._focus = max(0, min(self._focus + steps[key], len(games) - 1))
        elif key in ("enter", "space") or (key == "w" and self.tablee.venue.own) or (key == "v" and self._reviews):
            if not games:
                return
            self._wanted = key
            self.tablee.say(Fetch(id=games[self._focus].id))
        elif key.startswith("row ") and games:
            place = int(key.removeprefix("row "))
            again = place == self._focus
            self._focus = place
            if again:
                self.press("enter")
