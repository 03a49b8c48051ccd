"""The table: a scene on the canvas, keys and clicks that decide, and panels that lie over it."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from textual.timer import Timer

from engines.wire import Message
from net.letters import cells
from net.messages import Advised, Hurry, Update
from net.values import Phase
from tui import tables
from tui.coaching import KEY as COACH
from tui.coaching import GameCoach
from tui.draw import bars
from tui.draw.canvas import Canvas
from tui.draw.flights import on_the_table
from tui.motion import deal, flights, journeys
from tui.my_tables import ROUND, round_words
from tui.screens.deal import open_deal
from tui.screens.flying import STEPS, FlyingPage
from tui.screens.hosting import Hosting
from tui.screens.link import invite
from tui.screens.menu import MenuPage
from tui.screens.orders import order_items
from tui.screens.page import Item, offers_of
from tui.screens.people import open_people, people_at, silence_items
from tui.screens.score import ScorePage
from tui.screens.showing import Showing
from tui.screens.talking import Pen
from tui.screens.tell import TellPage
from tui.stage import Stage, log_lines
from tui.tables.frame import PANEL_FROM
from tui.tables.scene import WAITING, Moment, Scene
from tui.wording import presence_lines
from tui.words import _

TICK = 0.25
STILL_HURRYING = 1.0
SCROLL = {"up": 1, "down": -1, "pageup": 10, "pagedown": -10, "home": 10_000, "end": -10_000}


class TablePage(FlyingPage):
    """One table, from a seat or from among those who watch."""

    def __init__(self, stage: Stage) -> None:
        super().__init__()
        self.stage = stage
        self.table = stage.table
        self.felt = self.table.game.id
        self._still: tuple[object, Canvas] | None = None
        self._departs = False
        self._number = self.table.update.number
        self._pen: Pen | None = None
        self._step = 0
        self._hurried = float("-inf")
        self._ticker: Timer | None = None
        self._showing = Showing()
        self._dealt = self._number
        self._seen: Scene = stage.scene(stage.table.heard_at)

    def on_mount(self) -> None:
        """Start the clock that walks the dot."""
        self._ticker = self.set_interval(TICK, self._tick, pause=not self.stage.restless)

    def _tick(self) -> None:
        self._step += 1
        self.refresh_page()
        if not self._restless and self._ticker is not None:
            self._ticker.pause()

    @property
    def _restless(self) -> bool:
        return self.stage.restless or self._moment is not None

    @property
    def _moment(self) -> Moment | None:
        return self._showing.current(self.tablee.now)

    @property
    def _hosting(self) -> Hosting:
        return Hosting(self.table.update)

    def hear(self, message: Message) -> None:
        """Let cards fly when something has happened, and the dot walk while a bot thinks."""
        if isinstance(message, Advised):
            more = self.stage.ask_on()
            if more is not None:
                self.tablee.say(more)
        if isinstance(message, Advised | Update):
            self._ask_coach()
        if isinstance(message, Update):
            self._stop_motion()
            self._departs = self.tablee.settings.motion
            self._look_up(message)
        if self._ticker is not None and self._restless:
            self._ticker.resume()

    def _ask_coach(self) -> None:
        message = self.stage.ask_coach(self.tablee.now)
        if message is not None:
            self.tablee.say(message)

    def _call_coach(self) -> None:
        """Call the coach to this table, or send him away; both are remembered until there is another table."""
        stage, settings = self.stage, self.tablee.settings
        if not self._may_be_coached:
            stage.notify(_("This table gives no hints"), refused=True)
            return
        stage.coach = None if stage.coach is not None else GameCoach()
        code = "" if stage.coach is None else self.table.code
        self.tablee.change_settings(replace(settings, coach=code), {"coach": code})
        self._ask_coach()

    def _look_up(self, update: Update) -> None:
        """Show what is worth a moment; the table stays as it was until then, and the next decision waits for it."""
        table, before, now = self.table, self._seen, self.tablee.now
        self._seen = self.stage.scene(now)
        dealt, self._dealt = update.number != self._dealt, update.number
        if update.anew or dealt or table.view is None:
            self._showing.skip_all()
            return
        found = [self._told(moment, before) for moment in tables.moments(before, table.news, table.view)]
        hurried = table.your_turn and update.left is not None
        self._showing.add(found, now, self.tablee.linger, hurried=hurried)

    def _told(self, moment: Moment, before: Scene) -> Moment:
        """The moment with the log as it ended then: what came after it is told after it."""
        if not moment.settled:
            return moment
        told = [line for _event, line in log_lines(self.table, self.table.news[: moment.settled])]
        return replace(moment, log=(*before.log, *told))

    def paint_now(self) -> None:
        """Draw the table, with cards on their way if something has just happened there."""
        if not self._journeys and self._lands():
            self._drawn = ()
        elif self._departs and self._mover is not None:
            self._depart(self._mover)
        else:
            super().paint_now()

    def _lands(self) -> bool:
        """Show the table that was kept when the cards took off, if nothing else has happened meanwhile."""
        still, self._still = self._still, None
        return still is not None and still[0] == self._painted and self.board.show(still[1])

    def _depart(self, mover: Timer) -> None:
        """Draw the table as it will be, find what flies there, and show both; the table is kept for the landing."""
        canvas = self.board.sketch()
        if canvas is None:
            return
        self._departs = False
        self._find_journeys(canvas)
        motion = flights(self._journeys, self.tablee.now)
        if not self._journeys:
            self.board.show(canvas)
            return
        mover.resume()
        if self._moment is not None:
            # What it brought whom is stamped once the cards have landed, and would lie beneath them.
            super().paint_now()
            return
        self._still = self._painted, canvas
        flying = None if on_the_table(motion) != on_the_table(()) else canvas.with_air(motion)
        if flying is None or not self.board.show(flying):
            super().paint_now()

    def _find_journeys(self, canvas: Canvas) -> None:
        stage, table, moment = self.stage, self.table, self._moment
        dealt, self._number = table.update.number != self._number, table.update.number
        if dealt and table.update.phase == Phase.PLAYING:
            hands = tables.of(table.game.id).deals_hands
            self._journeys = deal(len(stage.names), canvas.places, self.tablee.now) if hands else ()
        else:
            motions = tables.of(table.game.id).motions
            news = table.news if moment is None else moment.events
            self._journeys = journeys(motions, news, canvas.places, table.game.card, self.tablee.now)

    def scene(self) -> Scene:
        """The moment as it is shown here."""
        now = self.tablee.now
        walks = self.tablee.settings.motion and self.table.thinking is not None
        step = self._step if walks else None
        scene = self._as_it_was(self.stage.scene(now, step))
        # A long address does not fit beside every table; in the key row it does, or not even there.
        joining = scene.join[-1] if scene.state == WAITING and scene.join else ""
        if cells(joining) > self.board.size.width - 2:
            joining = ""
        notice = scene.notice or self.stage.countdown(now) or self.stage.led_words or joining
        return replace(
            scene,
            notice=notice,
            keys=self.other_keys(),
            motion=flights(self._journeys, now),
            alone=self.tablee.venue.own,
        )

    def _as_it_was(self, scene: Scene) -> Scene:
        """The scene with the moment that is being shown: the table before it, and nothing to decide yet."""
        moment = self._moment
        if moment is None:
            return scene
        if self._journeys:
            moment = replace(moment, stamps=())
        then = replace(scene, moment=moment, view=moment.view, legal=(), picked=None, thinking=None, hint=None)
        log = moment.log
        return replace(then, log=log, recent=log[-2:], newest=log[-1], since=()) if log else then

    def state(self) -> object:
        return self.scene(), self.table.update.seats, None if self._pen is None else self._pen.state

    def draw(self, canvas: Canvas) -> None:
        scene = self.scene()
        self._drawn = scene.motion
        tables.draw(canvas, scene)
        if scene.state == WAITING:
            self._hosting.draw(canvas)
        if self._pen is not None:
            self._pen.draw(canvas, canvas.height - 1)

    def other_keys(self) -> tuple[tuple[str, str], ...]:
        """The other keys that work now."""
        stage, own, mine = self.stage, self.tablee.venue.own, self.tablee.mine.values()
        keys = [
            ("tab", round_words(mine, brief=True), bool(mine)),
            ("h", _("hint"), self.table.your_turn and self.table.update.setup.hints),
            ("l", _("log"), True),
            ("t", _("talk"), not own),
            (COACH, _("coach off"), stage.coach is not None),
            ("u", _("take back"), self._can_take_back),
            ("i", _("invite"), self._hosting.waits and bool(self.tablee.venue.address)),
            ("question_mark", _("rules"), True),
            ("escape", _("put back") if stage.picked else _("menu"), True),
        ]
        return tuple((key, words) for key, words, works in keys if works)

    def offers(self) -> list[bars.Offer]:
        """The scene's own choices, what its host can do, and what goes on from a moment."""
        if self._moment is not None:
            return [bars.Offer("enter", _("go on"))]
        offers = offers_of(self.stage.choices())
        if self.table.thinking is not None:
            offers.append(bars.Offer("space", _("hurry the bots")))
        return [*offers, *self._hosting.offers()]

    @property
    def _may_be_coached(self) -> bool:
        return self.table.seat is not None and self.table.update.setup.hints

    @property
    def _can_take_back(self) -> bool:
        """Whether there is a move of one's own to take back."""
        update = self.table.update
        moved = any(turn.seat == self.table.seat for turn in self.table.history[1:])
        return update.setup.take_back and update.phase == Phase.PLAYING and moved

    def commands(self) -> list[Item]:
        keys = [(key, words) for key, words in self.other_keys() if key not in ("escape", "tab", COACH)]
        if mine := self.tablee.mine.values():
            keys.insert(0, ("tab", round_words(mine)))
        if self._may_be_coached:
            keys.append((COACH, _("call the coach") if self.stage.coach is None else _("coach off")))
        items = self.items(*keys, ("f2", _("settings")), ("q", _("leave the table")))
        items.append(Item("w", _("who is here"), self._tell_who_is_here))
        if self.table.update.promise is not None:
            items.append(Item("d", _("the deal"), partial(open_deal, self, self.table)))
        if not self.tablee.venue.own:
            items.append(Item("y", _("you, and how to come back"), self.tablee.open_account))
            items += order_items(self, self.table.update, None if self.table.view is None else self.table.view.turn)
        if self.table.seat is not None and self.table.update.phase != Phase.OVER:
            words = _("give the game up") if self.tablee.venue.own else _("give up the seat")
            items.append(Item("g", words, partial(self._ask_to_give_up, words)))
        return items

    def _tell_who_is_here(self) -> None:
        update, welcome = self.table.update, self.tablee.welcome
        people = people_at(update) if welcome is not None and welcome.accounts else []
        if people:
            open_people(self, people, silence_items(self, update))
        else:
            self.app.push_screen(TellPage(self, " ".join(presence_lines(update))))

    def _ask_to_give_up(self, words: str) -> None:
        """Ask again: what is given up can't be had back."""
        items = [
            Item("1", _("go on playing"), lambda: None),
            Item("2", words, partial(self.tablee.leave_table, give_up=True)),
        ]
        self.app.push_screen(MenuPage(self, _("Give up for good?"), items))

    @property
    def writes(self) -> bool:
        return self._pen is not None

    def type(self, character: str) -> bool:
        if self._pen is None:
            return False
        self._pen.write(character)
        return True

    def press(self, key: str) -> None:
        self._stop_motion()
        self.stage.touch()
        if self._pen is None and key in ROUND and self.tablee.go_round(ROUND[key]):
            return
        if self._moment is not None and self._pen is None and self._goes_on(key):
            return
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
            self.stage.close_panel()

    def _closes_panel(self, key: str) -> bool:
        """Turn the log's pages, or close what lies over the table; a key that decides still does."""
        stage = self.stage
        if stage.panel == "log" and key in SCROLL:
            stage.turn_back(SCROLL[key])
            return True
        if not stage.panel:
            return False
        beside = self.board.size.width >= PANEL_FROM
        same = key == stage.panel[0] or key == "escape"
        if same or not beside:
            stage.close_panel()
        return same or (not beside and all(choice.key != key for choice in stage.choices()))

    def _decides(self, key: str) -> bool:
        """Move the focus, pick or play; return whether the key does any of it."""
        stage = self.stage
        if key in STEPS:
            stage.walk(STEPS[key])
            return True
        if key == "escape" and stage.put_back():
            return True
        looks_along = key == "v" and bool(stage.led_words)
        if looks_along or (self.table.update.phase == Phase.OVER and key in ("enter", "space")):
            self.app.push_screen(ScorePage(stage, wants=key if looks_along else ""))
            return True
        if key == "space" and self._hurries():
            return True
        choice = stage.choose(key)
        if choice is None:
            return False
        play = self.table.play(choice.move) if choice.move else None
        if play is not None:
            self.tablee.say(play)
        return True

    def _goes_on(self, key: str) -> bool:
        """Go on from a moment; a key that would decide does no more than that, for it was meant for another table."""
        if key == "space":
            self._showing.skip_to_the_end(self.tablee.now)
            self._hurries()
        else:
            self._showing.skip(self.tablee.now)
        return key in ("space", "enter", *STEPS) or any(choice.key == key for choice in self.stage.choices())

    def _hurries(self) -> bool:
        """Hurry a bot that thinks; who has just done so does not mean the first choice of their own turn by it."""
        if self.table.thinking is not None:
            self.tablee.say(Hurry())
        elif self.tablee.now > self._hurried + STILL_HURRYING:
            return False
        self._hurried = self.tablee.now
        return True

    def _do_other(self, key: str) -> None:
        actions: dict[str, Callable[[], None]] = {
            "h": self._ask_hint,
            "l": lambda: self.stage.open_panel("log"),
            "t": self._start_talking,
            COACH: self._call_coach,
            "u": lambda: self.tablee.say(self.table.take_back()),
            "question_mark": lambda: self.tablee.open_rules(self.felt),
            "f2": self.tablee.open_settings,
            "escape": self._open_menu,
            "i": partial(invite, self, self.table.code),
            "w": self._tell_who_is_here,
            "y": self.tablee.open_account,
            "q": self.tablee.leave_table,
        }
        if key in actions:
            actions[key]()

    def _ask_hint(self) -> None:
        message = self.stage.ask_hint(self.tablee.now)
        if message is not None:
            self.tablee.say(message)

    def _start_talking(self) -> None:
        self._pen = Pen()
        self.stage.open_panel("talk")

    def _open_menu(self) -> None:
        everything = Item("ctrl+p", _("all commands"), self.tablee.open_palette)
        self.app.push_screen(MenuPage(self, self.table.game.title, [*self.commands(), everything]))
