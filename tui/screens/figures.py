"""A page of one's own figures, drawn: wins by game, level and seats, scores, accuracy over time, hints and streaks."""

from collections.abc import Callable, Sequence

from engines.wire import Message
from net.messages import Figures, MyFigures
from tui.draw import bars, felt, gauges, plots
from tui.draw.canvas import Area, Canvas
from tui.draw.glyphs import cut
from tui.figures import OwnFigures, Scores, Wins, games_played, habits, reckon, spread
from tui.screens.page import Item, Page
from tui.tables.frame import COMPACT, find_layout
from tui.tables.seats import fitting_or_cut
from tui.wording import title_of
from tui.words import _, ngettext

TOP = 2
LABEL = 12
NUMBERS = 9
LEAST_PLOT = 4
PLOT = 9
COLUMN = 3
PAGES = 3

Draw = Callable[[Canvas, Area], None]


class FiguresPage(Page):
    """All games at first; left and right choose one. On a small screen there are three pages of it."""

    def __init__(self) -> None:
        super().__init__()
        self._figures: Figures | None = None
        self._games: list[str] = [""]
        self._game = 0
        self._page = 0

    def on_mount(self) -> None:
        """Ask for the figures."""
        self.tablee.say(MyFigures())

    def hear(self, message: Message) -> None:
        """Take the figures."""
        if isinstance(message, Figures):
            self._figures = message
            self._games = ["", *games_played(message)]

    @property
    def game(self) -> str:
        """The game that is looked at, or nothing for all of them."""
        return self._games[self._game]

    def draw(self, canvas: Canvas) -> None:
        felt.lay_felt(canvas)
        compact = find_layout(canvas.width, canvas.height).form == COMPACT
        figures = None if self._figures is None else reckon(self._figures, self.game)
        won = () if figures is None else (_("won {won} of {games}").format(won=figures.won, games=len(figures.games)),)
        bars.title(canvas, _("Figures"), (title_of(self.game) if self.game else _("all games"),), won)
        if figures is not None and figures.games:
            self._draw_figures(canvas, figures, compact)
        elif figures is not None:
            words = _("Games that are finished will be counted here.")
            canvas.text(2, TOP, cut(words, canvas.width - 3), canvas.palette.felt_muted)
        bars.keys(canvas, canvas.height - 1, self._keys(compact), self.notice, canvas.palette.text)

    def _draw_figures(self, canvas: Canvas, figures: OwnFigures, compact: bool) -> None:
        shown = self._shown(figures)
        if compact:
            parts = ((0, 1), (2, 3), (4,))[self._page]
            _stack(canvas, Area(1, TOP - 1, canvas.width - 2, canvas.height - 3), [shown[part] for part in parts])
        else:
            across = (canvas.width - 6) // 2
            height = canvas.height - TOP - 3
            _stack(canvas, Area(2, TOP, across, height), shown[:3])
            _stack(canvas, Area(canvas.width - 2 - across, TOP, across, height), shown[3:])
        y = canvas.height - 2
        canvas.fill(0, y, canvas.width, 1, canvas.palette.panel_hi)
        canvas.text(1, y, fitting_or_cut(habits(figures), canvas.width - 2), canvas.palette.text)

    def _shown(self, figures: OwnFigures) -> list["Panel"]:
        game = self.game or self._games[1]
        scored = [line for line in figures.games if line.game == game]
        return [
            Panel.of_wins(_("Wins by game"), figures.by_game, title_of(self.game) if self.game else ""),
            Panel.of_wins(_("Wins by level"), figures.by_level),
            Panel.of_wins(_("Wins by players"), figures.by_seats),
            Panel(
                _("Scores in {game}").format(game=title_of(game)),
                PLOT,
                lambda canvas, area: draw_scores(canvas, area, spread(scored, area.width // COLUMN)),
            ),
            Panel(_("Accuracy"), PLOT, lambda canvas, area: draw_accuracy(canvas, area, figures.accuracy)),
        ]

    def _keys(self, compact: bool) -> tuple[tuple[str, str], ...]:
        back, more = ("escape", _("back")), ("down", _("more"))
        keys = (back, more) if compact else (back,)
        return (*keys, ("right", _("next game"))) if len(self._games) > 2 else keys

    def press(self, key: str) -> None:
        turns = {"down": 1, "tab": 1, "space": 1, "up": -1, "shift+tab": -1}
        if key in ("escape", "q", "enter"):
            self.close()
        elif key in ("left", "right"):
            self._game = (self._game + (1 if key == "right" else -1)) % len(self._games)
        elif key in turns:
            self._page = (self._page + turns[key]) % PAGES

    def commands(self) -> list[Item]:
        return self.items(*self._keys(compact=False))


class Panel:
    """A part of the page: its name, how many rows it wants below that, and what draws it there."""

    def __init__(self, title: str, rows: int, draw: Draw, *, grows: bool = True) -> None:
        self.title = title
        self.rows = rows
        self.draw = draw
        self.grows = grows

    @classmethod
    def of_wins(cls, title: str, wins: Sequence[Wins], chosen: str = "") -> "Panel":
        """A panel of bars, one for each kind of game."""
        return cls(title, len(wins), lambda canvas, area: draw_wins(canvas, area, wins, chosen), grows=False)


def _stack(canvas: Canvas, area: Area, panels: Sequence[Panel]) -> None:
    """Lay panels below each other; those that can grow share the room that is left, or what there is."""
    fixed = sum(panel.rows + 1 for panel in panels if not panel.grows)
    growing = sum(panel.grows for panel in panels)
    gaps = len(panels) - 1
    each = max(LEAST_PLOT, (area.height - fixed - gaps) // growing - 1) if growing else 0
    y = area.y
    for panel in panels:
        rows = each if panel.grows else panel.rows
        rows = min(rows, area.y + area.height - y - 1)
        if rows < 1:
            return
        canvas.fill(area.x, y, area.width, rows + 1, canvas.palette.panel)
        canvas.text(area.x + 1, y, cut(panel.title, area.width - 2), canvas.palette.accent_text, bold=True)
        panel.draw(canvas, Area(area.x + 1, y + 1, area.width - 2, rows))
        y += rows + 2


def draw_wins(canvas: Canvas, area: Area, wins: Sequence[Wins], chosen: str = "") -> None:
    """Draw a bar for each kind of game: how many of them were won."""
    palette = canvas.palette
    for row, each in enumerate(wins[: area.height], area.y):
        here = each.label == chosen
        canvas.text(area.x, row, cut(each.label, LABEL - 1), palette.text, bold=here)
        bar = area.width - LABEL - NUMBERS
        gauges.share_bar(canvas, area.x + LABEL, row, bar, each.share, palette.accent if here else palette.good)
        canvas.right(area.x + area.width - 1, row, f"{each.won}/{each.played}", palette.text)


def draw_scores(canvas: Canvas, area: Area, scores: Scores) -> None:
    """Draw how often which score was reached, with the first and the last below."""
    palette = canvas.palette
    if not scores.counts:
        canvas.text(area.x, area.y, cut(_("no game yet"), area.width), palette.muted)
        return
    width = max(1, min(COLUMN, area.width // len(scores.counts)))
    # A free row above, so that the highest column does not touch the panel's name.
    plot = Area(area.x, area.y + 1, area.width, area.height - 2)
    plots.columns(canvas, plot, scores.counts, palette.info, width)
    y, last = area.y + area.height - 1, scores.least + scores.step * (len(scores.counts) - 1)
    canvas.text(area.x, y, str(scores.least), palette.muted)
    if last != scores.least:
        words = f"{last}" if scores.step == 1 else f"{last}-{last + scores.step - 1}"
        at = area.x + width * (len(scores.counts) - 1)
        canvas.text(max(min(at, area.x + area.width - len(words)), area.x + 6), y, words, palette.muted)


def draw_accuracy(canvas: Canvas, area: Area, accuracy: Sequence[float]) -> None:
    """Draw the share of best and good decisions from game to game, as far as games were reviewed."""
    palette = canvas.palette
    if not accuracy:
        for row, words in enumerate((_("A game's review counts here:"), _("v on its score makes one."))):
            canvas.text(area.x, area.y + row, cut(words, area.width), palette.muted)
        return
    plots.line(canvas, Area(area.x, area.y, area.width, area.height - 1), accuracy, palette.good)
    games = ngettext("{games} game reviewed", "{games} games reviewed", len(accuracy)).format(games=len(accuracy))
    canvas.right(area.x + area.width - 1, area.y + area.height - 1, games, palette.muted)
