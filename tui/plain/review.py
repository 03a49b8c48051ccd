"""A reviewed game told in lines: every decision with its verdict, then luck and play."""

from collections.abc import Iterator

from bots.findings import Judgement, Review
from engines.timeline import Timeline
from tui.verdicts import accuracy_words, judged_words, split_words
from tui.wording import player_names
from tui.words import ngettext, titled


def tell_review(review: Review, timeline: Timeline) -> Iterator[str]:
    """Tell a review of a game line by line."""
    yield opening_line(review, timeline)
    yield from (judged_line(timeline, judgement) for judgement in review.in_order)
    yield closing_line(review)


def opening_line(review: Review, timeline: Timeline) -> str:
    """Which game it is, whose decisions are judged and how many there are."""
    name = player_names(timeline.record)[review.seat]
    count = len(review.plan.decisions)
    decisions = ngettext("{number} decision", "{number} decisions", count).format(number=count)
    return titled(timeline.game.title, f"{name}, {decisions}.")


def judged_line(timeline: Timeline, judgement: Judgement) -> str:
    """One decision with the number of its move."""
    words = judged_words(timeline, judgement)
    return f"{words.number:>5}  {words.sentence}"


def closing_line(review: Review) -> str:
    """What the cards and the moves came to."""
    return f"{split_words(review)}; {accuracy_words(review)}."
