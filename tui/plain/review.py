"""A reviewed game told in lines: every decision with its verdict, then luck and play."""

from collections.abc import Iterator

from bots.review import Review
from engines.timeline import Timeline
from tui.verdicts import accuracy_words, judged_words, split_words
from tui.wording import player_names
from tui.words import ngettext


def tell_review(review: Review, timeline: Timeline) -> Iterator[str]:
    """Tell a review of a game line by line."""
    name = player_names(timeline.record)[review.seat]
    count = len(review.judgements)
    decisions = ngettext("{number} decision", "{number} decisions", count).format(number=count)
    yield f"{timeline.game.title}: {name}, {decisions}."
    for judgement in review.in_order:
        words = judged_words(timeline, judgement)
        yield f"{words.number:>5}  {words.sentence}"
    yield f"{split_words(review)}; {accuracy_words(review)}."
