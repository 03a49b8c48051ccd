"""A finished game under review: everybody's chances as a graph, a word on each of one's decisions, and the table."""

from textwrap import wrap

from bots.bot import Budget
from bots.pool import Pool
from bots.review import USUAL, Answer, Job, Review, jobs_of, plan, run_jobs
from bots.worker import JobFailed, WorkerDied
from engines.record import Record, dump
from engines.timeline import Timeline
from tui import tables
from tui.draw import bars, felt
from tui.draw.canvas import Area, Canvas
from tui.draw.glyphs import cut
from tui.draw.graph import graph
from tui.screens.page import Item, Page
from tui.tables.frame import COMPACT, find_layout
from tui.verdicts import accuracy_words, judged_words, mistakes, scene_of, split_words
from tui.wording import player_names
from tui.words import _

STEPS = {"right": 1, "left": -1, "pagedown": 10, "pageup": -10, "home": -100_000, "end": 100_000}
SHORT_ROWS = 3
# Below the graph: what is played here, the verdict on it, the reason for that, and luck and play.
WORDS = 6


class ReviewPage(Page):
    """Judges one seat's game in processes of its own while it is looked at; it fills in as answers come."""

    budget: Budget = USUAL

    def __init__(self, record: Record, seat: int) -> None:
        super().__init__()
        self.timeline = Timeline(record)
        self.felt = record.game
        self.seat = seat
        self.review: Review | None = None
        self._on_table = False
        self.timeline.go(0)

    def on_mount(self) -> None:
        """Begin to judge."""
        self.run_worker(self._judge(), exit_on_error=False)
        self.refresh_page()

    async def _judge(self) -> None:
        data = dump(self.timeline.record)
        pool = Pool()
        pool.open()
        try:
            self.review = Review(await pool.run(plan, data, self.seat), self.budget)
            jobs = jobs_of(data, self.review.plan, self.budget)
            await run_jobs(jobs, lambda job: pool.run(Job.run, job), self._take, pool.size)
        except (JobFailed, WorkerDied):
            self.notice = _("The moves can't be judged here")
        finally:
            await pool.close()
        self.refresh_page()

    def _take(self, answer: Answer) -> None:
        if self.review is not None:
            self.review.add(answer)
        self.refresh_page()

    @property
    def names(self) -> tuple[str, ...]:
        """What the players were called."""
        return tuple(player_names(self.timeline.record))

    def draw(self, canvas: Canvas) -> None:
        compact = find_layout(canvas.width, canvas.height).form == COMPACT
        bottom = canvas.height - 1
        if self._on_table:
            tables.draw(canvas, scene_of(self.timeline, self.seat))
            canvas.cover(0, bottom - (SHORT_ROWS if compact else 1), canvas.width, SHORT_ROWS + 1)
        else:
            self._draw_graph(canvas, bottom - (SHORT_ROWS if compact else 1))
        if compact:
            bars.offer_rows(canvas, bottom - SHORT_ROWS, SHORT_ROWS, self._offers(), 0)
        else:
            x = bars.label(canvas, bottom - 1, _("REVIEW"), gold=True)
            bars.offers(canvas, x, bottom - 1, self._offers(), 0)
        bars.keys(canvas, bottom, self._keys(), self.notice or self._progress(), canvas.palette.text)

    def _draw_graph(self, canvas: Canvas, end: int) -> None:
        felt.lay_felt(canvas)
        timeline, review = self.timeline, self.review
        moves = _("move {number} of {all}").format(number=timeline.at, all=timeline.length)
        bars.title(canvas, timeline.game.title, (moves,), ())
        if review is None or not review.weighed:
            return
        area = Area(1, 3, canvas.width - 3, end - WORDS - 3)
        self._draw_names(canvas)
        graph(canvas, area, review.chances(), self.seat, mistakes(review), timeline.at)
        rows = [row for words in self._sentences(review) for row in wrap(words, canvas.width - 4) or [""]]
        for row, words in enumerate(rows[: WORDS - 1], end - WORDS + 1):
            canvas.text(2, row, words, canvas.palette.text)

    def _draw_names(self, canvas: Canvas) -> None:
        x = 2
        room = (canvas.width - 4) // len(self.names)
        for seat, name in enumerate(self.names):
            words = cut(f"{seat + 1} {name}", room - 1)
            canvas.text(x, 2, words, canvas.palette.seat(seat), bold=seat == self.seat)
            x += min(room, len(words) + 3)

    def _sentences(self, review: Review) -> list[str]:
        """What is said of the moment, and of the whole game when all of it is judged."""
        at = self.timeline.at
        judgement = review.judgements.get(at)
        here = judged_words(self.timeline, judgement).sentence if judgement else self._other(at)
        whole = [split_words(review), accuracy_words(review)] if review.complete else []
        return [here, "", *whole]

    def _other(self, at: int) -> str:
        if self.review is None or at >= self.timeline.length:
            return ""
        turn = self.timeline.history[at + 1]
        waits = at in self.review.plan.decisions
        return _("your choice, not judged yet") if waits else f"{self.names[turn.seat]}: {turn.move}"

    def _offers(self) -> list[bars.Offer]:
        return [
            bars.Offer("right", _("On"), live=self.timeline.at < self.timeline.length),
            bars.Offer("left", _("Back"), live=self.timeline.at > 0),
            bars.Offer("n", _("Next mistake"), live=self._next_mistake() is not None),
            bars.Offer("t", _("Graph") if self._on_table else _("Table")),
        ]

    def _keys(self) -> tuple[tuple[str, str], ...]:
        return (("escape", _("close")), ("r", _("replay")), ("question_mark", _("rules")))

    def commands(self) -> list[Item]:
        return self.items(*((offer.key, offer.verb) for offer in self._offers() if offer.live), *self._keys())

    def _progress(self) -> str:
        review = self.review
        if review is None or review.complete:
            return ""
        return _("Judging: {done} of {all}").format(done=review.done, all=review.plan.jobs)

    def _next_mistake(self) -> int | None:
        found = mistakes(self.review) if self.review else []
        return next((turn for turn in found if turn > self.timeline.at), None)

    def press(self, key: str) -> None:
        if key in STEPS:
            self.timeline.go(self.timeline.at + STEPS[key])
        elif key == "n" and (turn := self._next_mistake()) is not None:
            self.timeline.go(turn)
        elif key in ("t", "tab", "enter"):
            self._on_table = not self._on_table
        elif key == "r":
            self.tablee.open_replay(self.timeline.record, seat=self.seat, at=self.timeline.at)
        elif key == "question_mark":
            self.tablee.open_rules(self.felt)
        elif key in ("escape", "q"):
            self.app.pop_screen()
