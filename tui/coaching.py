"""A coach beside one's own game: before each decision what is at stake, and after it whether it was good.

The coach asks the house for the same advice that a hint does, so a bot has thought with what the seat knew and nothing
else. What it says beforehand is what the two best moves do, in the table's order: not which of them is better.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from math import hypot

from bots.advice import Advice, JudgedMove
from bots.findings import BEST, BLUNDER, GOOD, INEXACT, MISTAKE
from bots.judge import verdict_on
from tui import tables
from tui.hints import move_words
from tui.tables.scene import Coach, Scene
from tui.words import N_, _, language, ngettext

KEY = "k"
"""Calls the coach to a table, and sends him away."""

LITTLE = 0.02
"""Where all moves win about as often, to one game in fifty, nothing is at stake."""

WRONG = {INEXACT: N_("Not quite"), MISTAKE: N_("A mistake"), BLUNDER: N_("A blunder")}

Wordings = tuple[str, ...]
"""Ways to say the same, the longest first."""


@dataclass(slots=True)
class Decided:
    """One decision of the learner: the table as it was, and what is known about it by now.

    There is no `move` before the house has acknowledged one. `announced` and `told` say that in plain lines something
    was said before and after it.
    """

    seq: int
    scene: Scene
    advice: Advice | None = None
    move: str = ""
    announced: bool = False
    told: bool = False


class GameCoach:
    """Follows one seat's decisions, each known by the state's number `seq`; `asked` while a bot owes an answer."""

    def __init__(self) -> None:
        self._now: Decided | None = None
        self._last: Decided | None = None
        self.asked = False
        self._shown: dict[str, Coach] = {}

    def begin(self) -> None:
        """Take note that cards were dealt or a move was taken back: of what was before nothing is said any more."""
        self._now = self._last = None
        self._shown.clear()

    def look(self, seq: int, scene: Scene) -> bool:
        """Take note of the learner's decision; True where a bot should now be asked about it.

        One question at a time: while the last one is not answered the next has to wait for it.
        """
        if self._now is None or self._now.seq != seq:
            # Where the same seat decides again at once, that is heard before the house has acknowledged the move.
            self._last, self._now = self._now or self._last, Decided(seq, scene)
            self._shown.clear()
        if self.asked or self._now.advice is not None or len(scene.legal) < 2:
            return False
        self.asked = True
        return True

    def hear(self, seq: int, advice: Advice) -> None:
        """Take a bot's advice on one of the learner's last two decisions."""
        self.asked = False
        for decided in (self._now, self._last):
            if decided is not None and decided.seq == seq and decided.advice is None:
                decided.advice = advice
                self._shown.clear()

    def hear_nothing(self) -> None:
        """Take note that there will be no answer to the last question."""
        self.asked = False

    def made(self, seq: int, move: str) -> None:
        """Take note that the learner has moved."""
        if self._now is not None and self._now.seq == seq:
            self._last, self._now = self._now, None
        if self._last is not None and self._last.seq == seq:
            self._last.move = move
            self._shown.clear()

    @property
    def verdict(self) -> Wordings:
        """What is said of the last move, once it is known."""
        last = self._last
        if last is None or not last.move or last.advice is None or len(last.scene.legal) < 2:
            return ()
        return verdict_words(last.scene, last.advice, last.move)

    @property
    def stake(self) -> Wordings:
        """What is said of the decision to be taken."""
        decided = self._now
        if decided is None:
            return ()
        if len(decided.scene.legal) < 2:
            return (_("There is only one thing to do."),)
        if decided.advice is None:
            return (_("Your turn: I am still looking."),)
        return stake_words(decided.scene, decided.advice)

    def advice_on(self, seq: int) -> Advice | None:
        """What a bot has said on this decision already."""
        return self._now.advice if self._now is not None and self._now.seq == seq else None

    def news(self) -> list[str]:
        """What is to be said that was not said before: of the last move, and of the next one."""
        said = []
        if self._last is not None and not self._last.told and self.verdict:
            self._last.told = True
            said.append(self.verdict[0])
        if self._now is not None and not self._now.announced and self._now.advice is not None:
            self._now.announced = True
            said.append(self.stake[0])
        return said

    def as_shown(self) -> Coach:
        """The coach as the table shows him: first on the last move, then on the next one."""
        known = self._shown.get(language())
        if known is None:
            known = self._shown[language()] = self._show()
        return known

    def _show(self) -> Coach:
        verdict, stake = self.verdict, self.stake
        both = [f"{last} {following}" for last in verdict for following in stake]
        wordings = (*sorted(both, key=len, reverse=True), *(stake or verdict)) or (_("I am watching with you."),)
        return Coach(words=wordings[0], shorter=wordings[1:], wrong=self._blames and not stake, leaves=KEY)

    @property
    def _blames(self) -> bool:
        """Whether the last move was a wrong one, as far as that is known."""
        last = self._last
        return last is not None and last.advice is not None and verdict_of(last.advice, last.move) in WRONG


def verdict_of(advice: Advice, move: str) -> str:
    """The word for a move, given only where its loss is larger than its uncertainty.

    There is none for one that was not tried out: a rule of thumb rules it out, or another one comes to the same.
    """
    best, played = _judged(advice, advice.move), _judged(advice, move)
    if move == advice.move:
        return BEST
    if not best.visits or not played.visits:
        return ""
    return verdict_on(best.win - played.win, hypot(best.error, played.error), is_best=False)


def verdict_words(scene: Scene, advice: Advice, move: str) -> Wordings:
    """What is said of a move that was made."""
    word = verdict_of(advice, move)
    if word == BEST:
        sentence = _("Well done: {move}, {reason}.")
        return (*(sentence.format(**told) for told in _told(scene, move)), _("Well done."))
    if not word:
        return (_("I would have chosen: {move}.").format(move=_words(scene, advice.move)),)
    if word == GOOD:
        return (_("Good: no other move wins clearly more."), _("Good."))
    lost = _judged(advice, advice.move).win - _judged(advice, move).win
    games = max(1, round(100 * lost))
    words = ngettext(
        '{verdict}: "{move}" wins {games} more game in 100, {reason}.',
        '{verdict}: "{move}" wins {games} more games in 100, {reason}.',
        games,
    )
    told = _told(scene, advice.move)
    longer = [words.format(verdict=_(WRONG[word]), games=games, **each) for each in told]
    figures = {"verdict": _(WRONG[word]), "move": _words(scene, advice.move), "games": games}
    plain = ngettext(
        '{verdict}: "{move}" wins {games} more game in 100.',
        '{verdict}: "{move}" wins {games} more games in 100.',
        games,
    )
    return (*longer, plain.format(**figures), _('{verdict}: "{move}" was better.').format(**figures))


def stake_words(scene: Scene, advice: Advice) -> Wordings:
    """What is at stake before a decision, without the answer."""
    tried = [choice for choice in advice.choices if choice.visits]
    if len(tried) < 2:
        return (_("A rule of thumb is enough here."),)
    wins = sorted((choice.win for choice in tried), reverse=True)
    at_stake = wins[0] - wins[-1]
    if at_stake < LITTLE:
        return (_("Little is at stake here: play as you like."),)
    games = round(100 * at_stake)
    first, second = _two_best(scene, tried)
    sentence = _('Up to {games} wins in 100 at stake: "{first}" ({reason}) or "{second}" ({other})?')
    longer = [
        sentence.format(games=games, first=one["move"], reason=one["reason"], second=two["move"], other=two["reason"])
        for one, two in product(_told(scene, first), _told(scene, second))
    ]
    words = {"games": games, "first": _words(scene, first), "second": _words(scene, second)}
    shorter = _('Up to {games} wins in 100 at stake: "{first}" or "{second}"?').format(**words)
    return (*sorted(longer, key=len, reverse=True), shorter, _('"{first}" or "{second}"?').format(**words))


def _two_best(scene: Scene, tried: Iterable[JudgedMove]) -> list[str]:
    """The two moves that win most often, in the order in which the table lists moves."""
    best = sorted(tried, key=lambda choice: -choice.win)[:2]
    order = list(scene.legal)
    return sorted((choice.move for choice in best), key=order.index)


def _told(scene: Scene, move: str) -> list[dict[str, str]]:
    """A move in words with what it does, in each of the wordings for that."""
    return [{"move": _words(scene, move), "reason": reason} for reason in tables.of(scene.game).reason(scene, move)]


def _words(scene: Scene, move: str) -> str:
    return move_words(move, tables.ways(scene).get(move, ()))


def _judged(advice: Advice, move: str) -> JudgedMove:
    return next((choice for choice in advice.choices if choice.move == move), JudgedMove(move))
