"""The end of a game: who has won, what made the scores, and what comes next."""

from textual.timer import Timer

from engines.wire import Message
from net.messages import Again, Fetch, Games, MyGames, RecordFile, Share, Update
from net.values import Phase
from tui.draw import bars, felt
from tui.draw.canvas import Canvas
from tui.fairness import check_deal
from tui.motion import FRAME
from tui.my_tables import ROUND, round_words
from tui.screens.page import Item, Page
from tui.screens.saving import save_record
from tui.screens.score_sheet import draw_sheet, draw_short_sheet
from tui.screens.tell import TellPage
from tui.stage import Stage
from tui.standing import change_words
from tui.tables.frame import COMPACT, find_layout
from tui.tables.sheet import Sheet, make_sheet
from tui.wording import rematch_words, table_words
from tui.words import _

SHORT_ROWS = 3
GROWTH = 0.6


class ScorePage(Page):
    """The score of the game that has just ended at a table; with `wants`, the key that is pressed there at once."""

    def __init__(self, stage: Stage, wants: str = "") -> None:
        super().__init__()
        self.stage = stage
        self.table = stage.table
        self.felt = self.table.game.id
        self._wants = wants
        self._wanted = ""
        self._opened = 0.0
        self._growth: Timer | None = None

    def on_mount(self) -> None:
        """Let the bars grow, or go on to what is wanted."""
        if self._wants:
            self.press(self._wants)
            return
        if self.tablee.settings.motion:
            self._opened = self.tablee.now
            self._growth = self.set_interval(FRAME, self._grow)

    def on_screen_resume(self) -> None:
        """Go if the next game has begun while another screen lay on top."""
        if self.table.update.phase != Phase.OVER and self.is_current:
            self.close()

    def _grow(self) -> None:
        if self.tablee.now >= self._opened + GROWTH and self._growth is not None:
            self._growth.stop()
        self.refresh_page()

    @property
    def _grown(self) -> float:
        passed = min(1.0, (self.tablee.now - self._opened) / GROWTH)
        return 1 - (1 - passed) ** 3

    @property
    def _sheet(self) -> Sheet | None:
        view = self.table.view
        if view is None or not view.scores:
            return None
        table = self.table
        return make_sheet(self.felt, view, self.stage.names, table.game.low_wins, table.update.standing)

    def draw(self, canvas: Canvas) -> None:
        felt.lay_felt(canvas)
        sheet = self._sheet
        if sheet is None:
            return
        update = self.table.update
        match = table_words(self.table, playing=False, names=self.stage.names)
        over = _("match over") if sheet.match_over else _("game over")
        bars.title(canvas, self.table.game.title, (update.code, over), (match,) if match else ())
        layout = find_layout(canvas.width, canvas.height)
        bottom = canvas.height - 1
        if layout.form == COMPACT:
            draw_short_sheet(canvas, sheet, layout.x, 1)
            bars.offer_rows(canvas, bottom - SHORT_ROWS, SHORT_ROWS, self._offers(), 0)
        else:
            spare = canvas.height - 24
            draw_sheet(canvas, sheet, (canvas.width - 80) // 2, 2 + spare // 2, canvas.height - 5, self._grown)
            x = bars.label(canvas, bottom - 1, _("MATCH OVER") if sheet.match_over else _("GAME OVER"), gold=True)
            bars.offers(canvas, x, bottom - 1, self._offers(), 0)
        bars.keys(canvas, bottom, self._keys(), self.notice or self._state_words(), canvas.palette.text)

    def _rating(self) -> str:
        """What the game has made of one's own rating."""
        rated, seat = self.table.update.rated, self.table.seat
        change = rated[seat] if seat is not None and seat < len(rated) else None
        return "" if change is None else change_words(change)

    def _offers(self) -> list[bars.Offer]:
        line = self.table.line
        if line is None:
            # The record of a game is for those who played it.
            return []
        standing = self.table.update.standing
        again = _("Play again") if standing is None or standing.over else _("Next game")
        return [
            bars.Offer("enter", _("How the others did"))
            if self._is_daily
            else bars.Offer("enter", again, _("asked for") if line.again else "", not line.again),
            *((bars.Offer("v", _("Review")),) if self._reviews else ()),
            bars.Offer("r", _("Replay")),
            *((bars.Offer("d", _("Check the deal")),) if self.table.update.dealt is not None else ()),
            *((bars.Offer("w", _("Save record")),) if self.tablee.venue.own else ()),
        ]

    @property
    def _is_daily(self) -> bool:
        """Whether the deal of the day was played, which is played once; its page comes when the table is left."""
        return bool(self.table.update.setup.daily)

    @property
    def _linkable(self) -> bool:
        """Whether the house lets others see this game by a link."""
        welcome, kept = self.tablee.welcome, self.table.update.record is not None
        return kept and self.table.line is not None and welcome is not None and welcome.shares

    @property
    def _reviews(self) -> bool:
        """Whether the house judges games; an older one does not."""
        return self.tablee.welcome is not None and self.tablee.welcome.reviews

    def _state_words(self) -> str:
        return self.stage.led_words or rematch_words(self.table.update) or self._rating()

    def _keys(self) -> tuple[tuple[str, str], ...]:
        home = _("home") if self.tablee.venue.own else _("lobby")
        link = (("p", _("public link")),) if self._linkable else ()
        mine = self.tablee.mine.values()
        around = (("tab", round_words(mine, brief=True)),) if mine else ()
        return (*around, ("escape", _("table")), *link, ("question_mark", _("rules")), ("q", home))

    def commands(self) -> list[Item]:
        return self.items(*((offer.key, offer.verb) for offer in self._offers()), *self._keys())

    def press(self, key: str) -> None:
        self._opened = 0.0
        offered = [offer.key for offer in self._offers()]
        if key in ROUND:
            self.tablee.go_round(ROUND[key])
        elif key in ("enter", "space") and "enter" in offered:
            if self._is_daily:
                self.tablee.leave_table()
            else:
                self.tablee.say(Again())
        elif key in ("v", "r", "d", "w") and key in offered:
            self._wanted = key
            record = self.table.update.record
            # An older house doesn't tell the record's id: there it is found in the list of games.
            self.tablee.say(MyGames() if record is None else Fetch(id=record))
        elif key == "p" and self._linkable and self.table.update.record is not None:
            self.tablee.say(Share(id=self.table.update.record))
        elif key in ("escape", "l"):
            self.close()
        elif key == "question_mark":
            self.tablee.open_rules(self.felt)
        elif key == "q":
            self.tablee.leave_table()

    def hear(self, message: Message) -> None:
        """Go when the next game begins; find the record that was asked for."""
        if isinstance(message, Update) and message.phase != Phase.OVER and self.is_current:
            self.close()
        elif isinstance(message, Games) and self._wanted:
            here = (self.table.code, self.table.update.number)
            for game in message.games:
                if (game.table, game.number) == here:
                    self.tablee.say(Fetch(id=game.id))
        elif isinstance(message, RecordFile) and self._wanted:
            wanted, self._wanted = self._wanted, ""
            if wanted == "v":
                led = self.stage.led
                seat = (self.table.seat or 0) if led is None else led.seat
                self.tablee.open_review(message.record, seat, message.id, led)
            elif wanted == "d":
                self.app.push_screen(TellPage(self, check_deal(message.record, self.table.promises)))
            elif wanted == "r":
                self.tablee.open_replay(message.record, message.id, self.table.seat)
            else:
                save_record(self, message.record)
