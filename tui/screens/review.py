"""A finished game under review: everybody's chances as a graph, a word on each of one's decisions, and the table."""

from bots.findings import Review
from engines.record import Record
from engines.timeline import Timeline
from engines.wire import Message
from net.messages import Instead, Lead, Led, MyReview, PlayOn, Reviewed, Say, Share, TalkLine, Update, WhatIf
from tui import tables
from tui.draw import bars
from tui.draw.canvas import Canvas
from tui.screens.ask import AskPage
from tui.screens.page import Item, Page
from tui.screens.review_picture import Curve, draw_review
from tui.tables.frame import COMPACT, find_layout
from tui.verdicts import accuracy_words, judged_words, mistakes, move_told, scene_of, split_words, unjudged
from tui.wording import player_names, talk_line
from tui.words import _, titled

STEPS = {"right": 1, "left": -1, "pagedown": 10, "pageup": -10, "home": -100_000, "end": 100_000}
SHORT_ROWS = 3
SAID = 100


class ReviewPage(Page):
    """Lets the house judge one seat's game and fills in as answers come.

    `id` is that of a game which the house keeps. At a `shared` table somebody may lead: then everybody sees the same
    moment until they look elsewhere themselves. What was `found` before is shown, and nothing is asked.
    """

    def __init__(
        self, record: Record, seat: int, id: int | None = None, *, shared: bool = False, found: Review | None = None
    ) -> None:
        super().__init__()
        self.timeline = Timeline(record)
        self.felt = record.game
        self.seat = seat
        self.review = found
        self._number = id
        self._shared = shared and id is not None
        self._leads = False
        self._led: Led | None = None
        self._follows = True
        self._on_table = False
        self._instead: Timeline | None = None
        self._instead_ends = 0
        self._said = ""
        self.timeline.go(0)

    def on_mount(self) -> None:
        """Let it be judged, unless it was."""
        if self.review is None:
            self._ask()
        self.refresh_page()

    def _ask(self) -> None:
        self.review = None
        record = self.timeline.record if self._number is None else None
        self.tablee.say(MyReview(id=self._number, seat=self.seat, record=record))

    def hear(self, message: Message) -> None:
        """Take in what was found, where somebody leads, and what is said at the table."""
        if isinstance(message, Reviewed) and (message.id, message.plan.seat) == (self._number, self.seat):
            self._take(message)
        elif isinstance(message, Instead) and message.id == self._number:
            self._instead = Timeline(message.record)
            self._instead_ends = message.at + message.moves
            self._instead.go(message.at + 1)
        elif isinstance(message, Led) and message.id == self._number:
            self._follow(message)
        elif isinstance(message, Update) and message.talk and not message.anew:
            self._said = _said(self.names, message.talk[-1])

    def _take(self, part: Reviewed) -> None:
        if self.review is None:
            self.review = Review(part.plan)
        for judgement in part.judgements:
            self.review.add(judgement)
        for weighed in part.weighed:
            self.review.add(weighed)

    def _follow(self, led: Led) -> None:
        """Go where somebody leads, and look at the seat that they show."""
        self._led = led if led.on else None
        own = self.tablee.welcome is not None and led.name == self.tablee.welcome.name
        self._leads = led.on and own
        if own or not led.on or not self._follows:
            return
        if led.seat != self.seat:
            self.seat = led.seat
            self._ask()
        self.timeline.go(led.at)

    @property
    def names(self) -> tuple[str, ...]:
        """What the players were called."""
        return tuple(player_names(self.timeline.record))

    def draw(self, canvas: Canvas) -> None:
        compact = find_layout(canvas.width, canvas.height).form == COMPACT
        bottom = canvas.height - 1
        end = bottom - (SHORT_ROWS if compact else 1)
        shown = self._instead or self.timeline
        scene = scene_of(shown, self.seat)
        if self._on_table or (compact and self._instead is not None):
            tables.draw(canvas, scene)
            canvas.cover(0, end, canvas.width, SHORT_ROWS + 1)
        else:
            draw_review(canvas, end, scene, self._curve(), self._sentences())
        if compact:
            bars.offer_rows(canvas, bottom - SHORT_ROWS, SHORT_ROWS, self._offers(), 0)
        else:
            x = bars.label(canvas, bottom - 1, _("WHAT IF") if self._instead else _("REVIEW"), gold=True)
            bars.offers(canvas, x, bottom - 1, self._offers(), 0)
        bars.keys(canvas, bottom, self._keys(), self.notice or self._state_words(), canvas.palette.text)

    def _curve(self) -> Curve | None:
        review = self.review
        if review is None or not review.weighed:
            return None
        return Curve(review.chances(), self.names, self.seat, mistakes(review), self.timeline.at)

    def _sentences(self) -> list[str]:
        """What is said of the moment, and of the whole game when all of it is judged."""
        review = self.review
        said = [self._said] if self._said else []
        if self._instead is not None:
            return [self._instead_words(self._instead), *said]
        if review is None:
            return said
        judgement = review.judgements.get(self.timeline.at)
        here = judged_words(self.timeline, judgement).sentence if judgement else unjudged(review, self.timeline)
        whole = [f"{split_words(review)}; {accuracy_words(review)}"] if review.complete else []
        return [*([here] if here else []), *whole, *said]

    def _instead_words(self, line: Timeline) -> str:
        begins = self.timeline.at
        told = [move_told(line, self.names, turn) for turn in range(begins, line.at)]
        return _("An expert would have played: {moves}").format(moves=", ".join(told))

    def _offers(self) -> list[bars.Offer]:
        if self._instead is not None:
            line, first = self._instead, self.timeline.at
            return [
                bars.Offer("right", _("On"), live=line.at < self._instead_ends),
                bars.Offer("left", _("Back"), live=line.at > first),
                bars.Offer("x", _("As it was")),
            ]
        goes_on = self.timeline.at < self.timeline.length
        return [
            bars.Offer("right", _("On"), live=goes_on),
            bars.Offer("left", _("Back"), live=self.timeline.at > 0),
            bars.Offer("n", _("Next mistake"), live=self._next_mistake() is not None),
            *(
                (bars.Offer("x", _("What if"), live=goes_on), bars.Offer("b", _("Play on"), live=goes_on))
                if self._welcomed
                else ()
            ),
        ]

    @property
    def _welcomed(self) -> bool:
        """Whether there is a house to ask."""
        return self.tablee.welcome is not None

    def _keys(self) -> tuple[tuple[str, str], ...]:
        lead = _("lead no more") if self._leads else _("show to all")
        shared = (("s", lead), ("c", _("talk"))) if self._shared else ()
        link = (("p", _("public link")),) if self._linkable else ()
        table = ("t", _("graph") if self._on_table else _("table"))
        return (("escape", _("close")), table, ("r", _("replay")), *shared, *link, ("question_mark", _("rules")))

    def commands(self) -> list[Item]:
        return self.items(*((offer.key, offer.verb) for offer in self._offers() if offer.live), *self._keys())

    @property
    def _linkable(self) -> bool:
        """Whether the house lets others see this game by a link."""
        return self._number is not None and self.tablee.welcome is not None and self.tablee.welcome.shares

    def _state_words(self) -> str:
        if self.review is not None and not self.review.complete:
            return _("Judging: {done} of {all}").format(done=self.review.done, all=self.review.plan.jobs)
        if self._led is None:
            return ""
        return _("you lead") if self._leads else _("{name} leads").format(name=self._led.name)

    def _next_mistake(self) -> int | None:
        found = mistakes(self.review) if self.review else []
        return next((turn for turn in found if turn > self.timeline.at), None)

    def press(self, key: str) -> None:
        if self._instead is not None and (key in STEPS or key in ("x", "escape")):
            self._step_instead(self._instead, key)
        elif key in STEPS:
            self._go(self.timeline.at + STEPS[key])
        elif key == "n" and (turn := self._next_mistake()) is not None:
            self._go(turn)
        else:
            self._do_other(key)

    def _step_instead(self, line: Timeline, key: str) -> None:
        if key in STEPS:
            line.go(max(self.timeline.at, min(line.at + STEPS[key], self._instead_ends)))
        else:
            self._instead = None

    def _go(self, move: int) -> None:
        """Look elsewhere; whoever leads takes the others along, and whoever followed goes their own way."""
        self.timeline.go(move)
        self._follows = self._leads
        if self._leads and self._number is not None:
            self.tablee.say(Lead(id=self._number, seat=self.seat, at=self.timeline.at))

    def _do_other(self, key: str) -> None:
        here = self.timeline.at < self.timeline.length and self._welcomed
        if key in ("t", "tab", "enter"):
            self._on_table = not self._on_table
        elif key == "r":
            self.tablee.open_replay(self.timeline.record, self._number, seat=self.seat, at=self.timeline.at)
        elif key == "x" and here:
            record = self.timeline.record if self._number is None else None
            self.tablee.say(WhatIf(id=self._number, at=self.timeline.at, record=record))
            self.notice = _("An expert is thinking.")
        elif key == "b" and here:
            self._play_on()
        elif key in ("s", "c") and self._shared:
            self._share(key)
        elif key == "p" and self._linkable and self._number is not None:
            self.tablee.say(Share(id=self._number))
        elif key == "question_mark":
            self.tablee.open_rules(self.felt)
        elif key in ("escape", "q"):
            self._leave()

    def _play_on(self) -> None:
        record = self.timeline.record if self._number is None else None
        level = self.tablee.settings.level
        self.tablee.say(PlayOn(moves=self.timeline.at, seat=self.seat, level=level, id=self._number, record=record))

    def _share(self, key: str) -> None:
        if key == "c":
            self.app.push_screen(AskPage(self, _("What do you say?"), self._say, longest=SAID))
        elif self._number is not None:
            self._follows = True
            self.tablee.say(Lead(id=self._number, seat=self.seat, at=self.timeline.at, on=not self._leads))

    def _say(self, text: str) -> None:
        self.tablee.say(Say(text=text))

    def _leave(self) -> None:
        if self._leads and self._number is not None:
            self.tablee.say(Lead(id=self._number, seat=self.seat, at=self.timeline.at, on=False))
        self.app.pop_screen()


def _said(names: tuple[str, ...], talk: TalkLine) -> str:
    seat, words = talk_line(talk)
    return f"> {words}" if seat is None else f"> {titled(names[seat], words)}"
