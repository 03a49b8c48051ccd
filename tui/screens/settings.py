"""What a person likes, to change."""

from dataclasses import replace
from typing import Any

from engines.wire import Message
from net.messages import AskSpeed, Rename, Speed
from net.messages.account import AboutMe, Me, SetSleep
from net.names import NAME_CELLS
from net.sleep import Sleep
from tui.account_words import read_sleep, sleep_hours
from tui.dates import find_zone
from tui.draw import bars, felt
from tui.draw.canvas import Canvas
from tui.screens.form import Form, Row, pick_row
from tui.screens.keys import KeysPage
from tui.screens.line import TextLine
from tui.screens.page import Page
from tui.settings import AUTO, Settings
from tui.wording import LEVEL_NAMES
from tui.words import _

# As long as a house takes the value of a setting; longer zones have shorter names too.
LONGEST_ZONE = 20
LONGEST_SLEEP = 11
KEYS = "keys"
SLEEP = "sleep"
COMPILED = "compiled"
# From this width on it can be said in whole words how fast bots think.
WIDE = 70
WALKS = ("up", "down", "tab", "shift+tab")


class SettingsPage(Page):
    """Changes show at once and are kept when the page is left."""

    def __init__(self) -> None:
        super().__init__()
        self._form = Form(writing=False)
        self._name_line = TextLine("", NAME_CELLS)
        self._zone_line = TextLine("", LONGEST_ZONE)
        self._sleep_line = TextLine("", LONGEST_SLEEP)
        self._sleep: Sleep | None = None
        self._speed: Speed | None = None

    def on_mount(self) -> None:
        """Fill the form with what is set now."""
        self._name_line = TextLine(self._known_name(self.tablee.settings), NAME_CELLS)
        zone = self.tablee.settings.zone
        self._zone_line = TextLine("" if zone == AUTO else zone, LONGEST_ZONE)
        self._form.replace(self._rows(self.tablee.settings))
        welcome = self.tablee.welcome
        if welcome is not None and welcome.speeds:
            self.tablee.say(AskSpeed())
        if self._knows_sleep:
            self.tablee.say(Me())

    @property
    def _knows_sleep(self) -> bool:
        """Whether the house has tables where turns take days, and lets nobody's end in their sleep."""
        welcome = self.tablee.welcome
        return welcome is not None and welcome.days and not self.tablee.venue.own

    def hear(self, message: Message) -> None:
        """Take note of how fast bots think here, and when the house knows that one sleeps."""
        if isinstance(message, Speed):
            self._speed = message
        elif isinstance(message, AboutMe) and not (self._form.writing and self._form.row.key == SLEEP):
            self._sleep = message.sleep
            self._sleep_line = TextLine("" if self._sleep is None else sleep_hours(self._sleep), LONGEST_SLEEP)
            self._form.replace(self._rows(self.tablee.settings))

    def on_screen_resume(self) -> None:
        """Show what another page has changed."""
        self._form.replace(self._rows(self.tablee.settings))

    def _rows(self, now: Settings) -> list[Row]:
        as_terminal = (AUTO, _("as the terminal says"))
        yes_no = ((True, _("yes")), (False, _("no")))
        name = Row("name", _("your name"), line=self._name_line)
        rows = [
            pick_row("theme", _("theme"), self._themes(), now.theme),
            pick_row("language", _("language"), (as_terminal, ("en", "English"), ("fr", "français")), now.language),
            pick_row("colours", _("colours"), (as_terminal, *self._colours()), now.colours),
            pick_row("characters", _("characters"), (as_terminal, *self._characters()), now.characters),
            pick_row("motion", _("cards move"), yes_no, now.motion),
            Row(KEYS, _("keys"), ((now.keys, " ".join(now.keys)),), note=_("Enter sets them")),
        ]
        if not self.tablee.venue.own:
            rows += [
                pick_row("bell", _("bell"), yes_no, now.bell, _("when a table waits for you")),
                pick_row("title", _("window title"), yes_no, now.title, _("says whose turn it is")),
                pick_row("notices", _("notices"), yes_no, now.notices, _("on the desktop, if it can")),
            ]
            rows.append(Row("zone", _("time zone"), line=self._zone_line, note=_("like Europe/Paris")))
            asleep = Row(SLEEP, _("you sleep"), line=self._sleep_line, note=_("23:00-7:00: no turn ends then"))
            return [*rows, *([asleep] if self._knows_sleep else [])]
        return [
            name,
            *rows,
            pick_row("pace", _("bots play"), self._paces(), now.pace),
            pick_row("level", _("bots are"), [(level, _(name)) for level, name in LEVEL_NAMES.items()], now.level),
            pick_row("memory_aid", _("memory aid"), yes_no, now.memory_aid, _("shows what was seen before")),
        ]

    def _known_name(self, now: Settings) -> str:
        return self.tablee.welcome.name if self.tablee.welcome is not None else now.name

    def _themes(self) -> list[tuple[object, str]]:
        return [
            ("dark", _("dark")),
            ("light", _("light")),
            ("contrast", _("high contrast")),
            ("blind", _("colour-blind safe")),
        ]

    def _colours(self) -> list[tuple[object, str]]:
        return [("true", _("all")), ("256", "256"), ("16", "16"), ("none", _("no colours"))]

    def _characters(self) -> list[tuple[object, str]]:
        return [("unicode", _("block drawing")), ("console", _("Linux console")), ("ascii", _("plain ASCII"))]

    def _paces(self) -> list[tuple[object, str]]:
        return [("slow", _("slowly")), ("normal", _("at an easy pace")), ("quick", _("quickly"))]

    def draw(self, canvas: Canvas) -> None:
        felt.lay_felt(canvas)
        bars.title(canvas, _("Settings"), self._facts(canvas.width), ())
        width = min(76, canvas.width - 2)
        self._form.draw(canvas, (canvas.width - width) // 2, 2, width, canvas.height - 4)
        text = self._form.row.line is not None
        enter = _("keep") if text and self._form.writing else _("write") if text else _("change")
        you = () if self.tablee.venue.own else (("y", _("you")),)
        keys = (("escape", _("done")), ("down", _("next row")), ("enter", enter), *you)
        bars.keys(canvas, canvas.height - 1, keys, self.notice, canvas.palette.bad)

    def _facts(self, width: int) -> list[str]:
        """Which build of the bots plays here, and how fast it thinks."""
        if self._speed is None:
            return []
        built = _("compiled") if self._speed.build == COMPILED else _("plain Python")
        short, whole = _("{build}, about {speed}/s"), _("bots: {build}, about {speed} positions a second")
        return [(whole if width >= WIDE else short).format(build=built, speed=self._speed.positions)]

    @property
    def writes(self) -> bool:
        return self._form.writes

    def type(self, character: str) -> bool:
        return self._form.type(character)

    def press(self, key: str) -> None:
        form = self._form
        if key == "enter":
            self._enter()
        elif key == "escape" or (key == "q" and not form.writing):
            form.writing = False
            if self._keep_texts():
                self.close()
        elif form.press(key):
            form.writing = form.writing and key not in WALKS
            self._apply()
        elif key == "y":
            self.tablee.open_account()

    def _enter(self) -> None:
        """Write a name, or keep what was written; anything else changes, or opens its own page."""
        row, form = self._form.row, self._form
        if row.key == KEYS:
            self.app.push_screen(KeysPage())
        elif row.line is None:
            form.press("right")
            self._apply()
        elif form.writing:
            form.writing = not self._keep_texts()
        else:
            form.writing = True
            row.line.press("end")

    def _keep_texts(self) -> bool:
        """Keep the name, the time zone and the hours of sleep as written; return whether they can be used."""
        self._keep_name()
        return self._keep_zone() and self._keep_sleep()

    def _apply(self) -> None:
        """Use what has changed, and say it in the language of now."""
        before = self.tablee.settings
        changes: dict[str, Any] = {
            row.key: row.value for row in self._form.rows if row.line is None and row.value != getattr(before, row.key)
        }
        if changes:
            self.tablee.change_settings(replace(before, **changes), changes)
            self._form.replace(self._rows(self.tablee.settings))

    def _keep_zone(self) -> bool:
        """Keep the time zone that was written; return whether there is one of that name."""
        zone = str(self._form.value("zone") or AUTO)
        if zone != AUTO and find_zone(zone) is None:
            self.notice = _("There is no time zone of that name.")
            return False
        if self._form.value("zone") is not None and zone != self.tablee.settings.zone:
            self.tablee.change_settings(replace(self.tablee.settings, zone=zone), {"zone": zone})
        return True

    def _keep_sleep(self) -> bool:
        """Keep the hours of sleep that were written, by the clock of now; return whether they are hours."""
        text = str(self._form.value(SLEEP) or "")
        sleep = read_sleep(text, self.tablee.zone_name)
        if text and sleep is None:
            self.notice = _("Type it as 23:00-7:00.")
            return False
        if sleep != self._sleep and self._knows_sleep:
            self.tablee.say(SetSleep(sleep=sleep))
        return True

    def _keep_name(self) -> None:
        name = str(self._form.value("name") or "")
        if name and name != self._known_name(self.tablee.settings):
            self.tablee.change_settings(replace(self.tablee.settings, name=name), {"name": name})
            self.tablee.say(Rename(name=name))
