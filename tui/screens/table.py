"""The table: a scene on the canvas, keys and clicks that decide, and panels that lie over it."""

from dataclasses import replace
from functools import partial

from textual.timer import Timer

from engines.wire import Message
from net.messages import Hurry, Update
from tui import tables
from tui.draw.canvas import Canvas
from tui.motion import FRAME, Journey, deal, flights, journeys, lands
from tui.screens.hosting import Hosting
from tui.screens.menu import MenuPage
from tui.screens.page import Item, Page
from tui.screens.score import ScorePage
from tui.screens.talking import Pen
from tui.sitting import Sitting
from tui.tables.frame import PANEL_FROM
from tui.tables.scene import WAITING, Scene
from tui.words import _

TICK = 0.25
STILL_HURRYING = 1.0
STEPS = {"left": -1, "up": -1, "shift+tab": -1, "right": 1, "down": 1, "tab": 1}
SCROLL = {"up": 1, "down": -1, "pageup": 10, "pagedown": -10, "home": 10_000, "end": -10_000}


class TablePage(Page):
    """One table, from a seat or from among those who watch."""

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self.sitting = sitting
        self.felt = sitting.game.id
        self._journeys: tuple[Journey, ...] = ()
        self._departs = False
        self._number = sitting.update.number
        self._pen: Pen | None = None
        self._step = 0
        self._hurried = float("-inf")
        self._ticker: Timer | None = None
        self._mover: Timer | None = None

    def on_mount(self) -> None:
        """Start the clocks that walk the dot and move the cards."""
        self._ticker = self.set_interval(TICK, self._tick, pause=not self.sitting.restless)
        self._mover = self.set_interval(FRAME, self._move, pause=True)

    def _tick(self) -> None:
        self._step += 1
        self.refresh_page()
        if not self.sitting.restless and self._ticker is not None:
            self._ticker.pause()

    def _move(self) -> None:
        if self.tablee.now >= lands(self._journeys):
            self._stop_motion()
        self.refresh_page()

    def _stop_motion(self) -> None:
        self._journeys = ()
        if self._mover is not None:
            self._mover.pause()

    @property
    def _hosting(self) -> Hosting:
        return Hosting(self.sitting.update)

    def hear(self, message: Message) -> None:
        """Let cards fly when something has happened, and the dot walk while a bot thinks."""
        if self._ticker is not None and self.sitting.restless:
            self._ticker.resume()
        if isinstance(message, Update):
            self._stop_motion()
            self._departs = self.tablee.settings.motion

    def paint_now(self) -> None:
        """Draw the table, and again with cards on their way if something has just happened there."""
        super().paint_now()
        canvas = self.board.canvas
        if not self._departs or canvas is None or self._mover is None:
            return
        self._departs = False
        sitting = self.sitting
        dealt, self._number = sitting.update.number != self._number, sitting.update.number
        if dealt and sitting.update.phase == "playing":
            hands = tables.of(sitting.game.id).deals_hands
            self._journeys = deal(len(sitting.names), canvas.places, self.tablee.now) if hands else ()
        else:
            motions = tables.of(sitting.game.id).motions
            self._journeys = journeys(motions, sitting.news, canvas.places, sitting.game.card, self.tablee.now)
        if self._journeys:
            self._mover.resume()
            super().paint_now()

    def scene(self) -> Scene:
        """Give the moment as it is shown here."""
        now = self.tablee.now
        walks = self.tablee.settings.motion and self.sitting.thinking is not None
        step = self._step if walks else None
        scene = self.sitting.scene(now, step)
        # A long address does not fit beside every table; in the key row it does.
        notice = scene.notice or (scene.join[-1] if scene.state == WAITING and scene.join else "")
        return replace(
            scene,
            notice=notice,
            keys=self._keys(),
            motion=flights(self._journeys, now),
            alone=self.tablee.venue.own,
        )

    def state(self) -> object:
        return self.scene(), self.sitting.update.seats, None if self._pen is None else self._pen.state

    def draw(self, canvas: Canvas) -> None:
        scene = self.scene()
        tables.draw(canvas, scene)
        if scene.state == WAITING:
            self._hosting.draw(canvas)
        if self._pen is not None:
            self._pen.draw(canvas, canvas.height - 1)

    def _keys(self) -> tuple[tuple[str, str], ...]:
        """Give the other keys that work now."""
        sitting, own = self.sitting, self.tablee.venue.own
        keys = [
            ("h", _("hint"), sitting.your_turn and sitting.update.setup.hints),
            ("l", _("log"), True),
            ("t", _("talk"), not own),
            ("u", _("take back"), sitting.update.setup.take_back and sitting.update.phase == "playing"),
            ("question_mark", _("rules"), True),
            ("escape", _("put back") if sitting.picked else _("menu"), True),
        ]
        return tuple((key, words) for key, words, works in keys if works)

    def commands(self) -> list[Item]:
        keys = [(key, words) for key, words in self._keys() if key != "escape"]
        items = self.items(*keys, ("f2", _("settings")), ("q", _("leave the table")))
        if self.sitting.seat is not None and self.sitting.update.phase != "over":
            words = _("give the game up") if self.tablee.venue.own else _("give up the seat")
            items.append(Item("g", words, partial(self._ask_to_give_up, words)))
        return items

    def _ask_to_give_up(self, words: str) -> None:
        """Ask again: what is given up can't be had back."""
        items = [
            Item("1", _("go on playing"), lambda: None),
            Item("2", words, partial(self.tablee.leave_table, give_up=True)),
        ]
        self.app.push_screen(MenuPage(self, _("Give up for good?"), items))

    def type(self, character: str) -> bool:
        if self._pen is None:
            return False
        self._pen.write(character)
        return True

    def press(self, key: str) -> None:
        self._stop_motion()
        self.sitting.touch()
        if self._pen is not None:
            self._write(self._pen, key)
        elif not self._closes_panel(key) and not self._hosting.press(self, key) and not self._decides(key):
            self._do_other(key)

    def _write(self, pen: Pen, key: str) -> None:
        said = pen.press(key)
        if said is not None:
            self.tablee.say(said)
        if key in ("enter", "escape"):
            self._pen = None
            self.sitting.close_panel()

    def _closes_panel(self, key: str) -> bool:
        """Turn the log's pages, or close what lies over the table; a key that decides still does."""
        sitting = self.sitting
        if sitting.panel == "log" and key in SCROLL:
            sitting.turn_back(SCROLL[key])
            return True
        if not sitting.panel:
            return False
        beside = self.board.size.width >= PANEL_FROM
        same = key == sitting.panel[0] or key == "escape"
        if same or not beside:
            sitting.close_panel()
        return same or (not beside and all(choice.key != key for choice in sitting.choices()))

    def _decides(self, key: str) -> bool:
        """Move the focus, pick or play, and say whether the key did."""
        sitting = self.sitting
        if key in STEPS:
            sitting.walk(STEPS[key])
            return True
        if key == "escape" and sitting.put_back():
            return True
        if sitting.update.phase == "over" and key in ("enter", "space"):
            self.app.push_screen(ScorePage(sitting))
            return True
        if key == "space" and self._hurries():
            return True
        choice = sitting.choose(key)
        if choice is None:
            return False
        play = sitting.play(choice.move) if choice.move else None
        if play is not None:
            self.tablee.say(play)
        return True

    def _hurries(self) -> bool:
        """Hurry a bot that thinks; who has just done so does not mean the first choice of their own turn by it."""
        if self.sitting.thinking is not None:
            self.tablee.say(Hurry())
        elif self.tablee.now > self._hurried + STILL_HURRYING:
            return False
        self._hurried = self.tablee.now
        return True

    def _do_other(self, key: str) -> None:
        deeds = {
            "h": self._ask_hint,
            "l": lambda: self.sitting.open_panel("log"),
            "t": self._start_talking,
            "u": lambda: self.tablee.say(self.sitting.take_back()),
            "question_mark": lambda: self.tablee.open_rules(self.felt),
            "f2": self.tablee.open_settings,
            "escape": self._open_menu,
            "q": self.tablee.leave_table,
        }
        if key in deeds:
            deeds[key]()

    def _ask_hint(self) -> None:
        message = self.sitting.ask_hint(self.tablee.now)
        if message is not None:
            self.tablee.say(message)

    def _start_talking(self) -> None:
        self._pen = Pen()
        self.sitting.open_panel("talk")

    def _open_menu(self) -> None:
        self.app.push_screen(MenuPage(self, self.sitting.game.title, self.commands()))
