"""A finished game looked at again, line by line: told, or judged, and what an expert would have played."""

from collections.abc import Iterator

from bots.findings import Review
from engines.record import BadRecord
from engines.timeline import Timeline
from engines.wire import Message
from net.messages import Fetch, Instead, MyReview, RecordFile, Reviewed, Share, Update, WhatIf
from tui.plain.retelling import retell
from tui.plain.review import closing_line, judged_line, opening_line
from tui.verdicts import move_told
from tui.wording import player_names
from tui.words import _

LookedBack = RecordFile | Reviewed | Instead
"""What a house says about a finished game."""


class LookBack:
    """The game that was asked for last; `busy` while the house still owes something about it.

    `reviews` is whether the house judges games, `shares` whether it lets others see them; an older one does neither.
    """

    def __init__(self) -> None:
        self.busy = False
        self.reviews = False
        self.shares = False
        self._wish: MyReview | None = None
        self._timeline: Timeline | None = None
        self._review: Review | None = None
        self._told = 0

    def ask(self, wish: Message) -> Message:
        """What is to be said first for a wish: a review needs its record."""
        if isinstance(wish, MyReview | Fetch | WhatIf):
            self.busy = True
        if not isinstance(wish, MyReview) or wish.id is None:
            return wish
        self._wish, self._review, self._told = wish, None, 0
        return Fetch(id=wish.id)

    def keys(self, update: Update) -> str:
        """What can be done about the game that is over at a table."""
        kept = update.record is not None
        words = [
            _("1 how the others did") if update.setup.daily else _("1 another game"),
            *([_("v review")] if kept and self.reviews else []),
            *([_("p public link")] if kept and self.shares else []),
            _("q leave"),
        ]
        return f"{', '.join(words)}."

    def wish(self, update: Update, line: str) -> MyReview | WhatIf | Share | None:
        """What a line asks about the game that is over at a table, where the house judges and shares games."""
        if line == "v" and update.record is not None and self.reviews:
            return MyReview(id=update.record)
        if line == "p" and update.record is not None and self.shares:
            return Share(id=update.record)
        number = line.removeprefix("x ")
        if number == line or not number.isdecimal() or self._wish is None or self._timeline is None:
            return None
        at = int(number) - 1
        return WhatIf(id=self._wish.id, at=at) if 0 <= at < self._timeline.length else None

    def hear(self, message: LookedBack) -> tuple[list[str], Message | None]:
        """The lines to read, and what is to be asked next."""
        if isinstance(message, RecordFile):
            return self._open(message)
        lines = list(self._take(message) if isinstance(message, Reviewed) else self._tell_instead(message))
        return lines, None

    def _open(self, file: RecordFile) -> tuple[list[str], Message | None]:
        self.busy = False
        try:
            if self._wish is None or self._wish.id != file.id:
                return list(retell(file.record)), None
            self._timeline = Timeline(file.record)
        except BadRecord as error:
            return [_("This record can't be shown: {why}").format(why=error)], None
        self.busy = True
        return [_("The moves are being judged.")], self._wish

    def _take(self, part: Reviewed) -> Iterator[str]:
        """Tell every decision in its turn, as soon as it is judged."""
        timeline = self._timeline
        if timeline is None:
            return
        if self._review is None:
            self._review = Review(part.plan)
            yield opening_line(self._review, timeline)
        review = self._review
        for judgement in part.judgements:
            review.add(judgement)
        for weighed in part.weighed:
            review.add(weighed)
        decisions = review.plan.decisions
        while self._told < len(decisions) and decisions[self._told] in review.judgements:
            yield judged_line(timeline, review.judgements[decisions[self._told]])
            self._told += 1
        if review.complete:
            self.busy = False
            yield closing_line(review)

    def _tell_instead(self, instead: Instead) -> Iterator[str]:
        self.busy = False
        line = Timeline(instead.record)
        names = player_names(instead.record)
        told = [move_told(line, names, turn) for turn in range(instead.at, instead.at + instead.moves)]
        yield _("An expert would have played: {moves}").format(moves=", ".join(told))
