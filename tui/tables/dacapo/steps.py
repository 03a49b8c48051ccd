"""What a player of Da Capo can do, key by key; `picked` holds the keys of a move that is begun: `3`, or `r 2`."""

from functools import lru_cache
from typing import NamedTuple, cast

from engines.dacapo.view import BUILDS, DaCapoView
from tui.tables.dacapo.words import (
    PLACES,
    card_words,
    face,
    hand_note,
    pile_note,
    places_words,
    rob_note,
    stock_note,
)
from tui.tables.scene import Choice, Scene
from tui.tables.seats import name_of
from tui.words import _

STOCK, ROB, LAY, END = "s", "r", "d", "e"
BUILD_KEYS = "abc"
HELPER_KEYS = "xyz"


class Source(NamedTuple):
    """An open card: its keys, how its moves start, which build piles and helper piles may take it, and whose it is.

    `victim` is the player whom it would be robbed from.
    """

    keys: tuple[str, ...]
    start: str
    card: int
    builds: tuple[int, ...]
    helpers: tuple[int, ...] = ()
    victim: int | None = None

    @property
    def in_hand(self) -> bool:
        """Whether it is a card of the hand."""
        return self.keys[0].isdigit()


class Moment(NamedTuple):
    """A scene looked at once: the bottom seat's cards, the keys of a move that is begun, and what comes next."""

    scene: Scene
    view: DaCapoView
    sources: list[Source]
    keys: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()

    def choice(self, key: str) -> Choice | None:
        """What a key would do."""
        return next((choice for choice in self.choices if choice.key == key), None)

    def is_live(self, key: str) -> bool:
        """Whether a key does something."""
        choice = self.choice(key)
        return choice is not None and choice.live

    def has_focus(self, key: str) -> bool:
        """Whether Enter does what this key does."""
        focus = self.scene.focus
        return 0 <= focus < len(self.choices) and self.choices[focus].key == key

    def source(self, *keys: str) -> Source | None:
        """The card with these keys."""
        return next((source for source in self.sources if source.keys == keys), None)

    @property
    def stock(self) -> Source:
        """The open card of the own stock."""
        return self.sources[0]

    @property
    def hand(self) -> list[Source]:
        """The cards of the own hand."""
        return [source for source in self.sources if source.in_hand]

    @property
    def deciding(self) -> bool:
        """Whether it counts where a card could go: the game goes on, and nobody looks at what has just happened."""
        return self.view.turn >= 0 and self.scene.moment is None

    @property
    def victims(self) -> list[Source]:
        """The stocks of others that can be robbed now."""
        return [source for source in self.sources if source.victim is not None and source.builds]

    @property
    def picked(self) -> Source | None:
        """The card that is picked."""
        return self.source(*(self.keys[1:] if self.keys[:1] == (LAY,) else self.keys))


def look_at(scene: Scene, view: DaCapoView) -> Moment:
    """Look at a scene for all parts of the drawing."""
    now = Moment(scene, view, _sources(scene, view))
    keys = tuple((scene.picked or "").split())
    if scene.legal and _can_finish(now, keys):
        now = now._replace(keys=keys)
    return now._replace(choices=tuple(_choices(now)))


def choices(scene: Scene) -> list[Choice]:
    """Offer the cards that can be played, or where a picked card could go; Enter starts with what can be played."""
    return [] if scene.view is None else list(look_at(scene, cast(DaCapoView, scene.view)).choices)


@lru_cache(maxsize=256)
def _goes(legal: tuple[str, ...]) -> dict[str, tuple[int, ...]]:
    """The places where each card may go; every key asks again for the same moves."""
    goes: dict[str, tuple[int, ...]] = {}
    for start, _space, place in (move.rpartition(" ") for move in legal if move != "end"):
        goes[start] = (*goes.get(start, ()), int(place))
    return goes


def _sources(scene: Scene, view: DaCapoView) -> list[Source]:
    """List the open cards that the bottom seat could use: stock, hand, helpers, and the stocks of the others."""
    goes = _goes(scene.legal)

    def source(keys: tuple[str, ...], start: str, card: int, victim: int | None = None) -> Source:
        lays = goes.get(start.replace("hand", "lay"), ()) if keys[0].isdigit() else ()
        return Source(keys, start, card, goes.get(start, ()), lays, victim)

    tops = [pile[-1] if pile else 0 for pile in view.helpers[scene.me]]
    return [
        source((STOCK,), "stock", view.tops[scene.me]),
        *(source((str(key),), f"hand {face(card).text}", card) for key, card in enumerate(view.hand, 1)),
        *(source((HELPER_KEYS[helper],), f"help {helper}", card) for helper, card in enumerate(tops)),
        *(source((ROB, str(seat + 1)), f"rob {seat}", view.tops[seat], seat) for seat in scene.others),
    ]


def _can_finish(now: Moment, keys: tuple[str, ...]) -> bool:
    """Whether these keys begin a move here."""
    if keys == (ROB,):
        return bool(now.victims)
    if keys == (LAY,):
        return bool(now.hand)
    picked = now._replace(keys=keys).picked
    return picked is not None and bool(picked.builds or picked.helpers)


def label(now: Moment) -> str:
    """The action label of a move that is begun."""
    picked = now.picked
    if picked is None:
        return {ROB: _("ROB A STOCK"), LAY: _("LAY A CARD")}.get("".join(now.keys), "")
    if picked.victim is not None:
        return _("ROB {name}").format(name=name_of(now.scene, picked.victim).upper())
    words = _("PLAY {card}") if _builds_for(now, picked) else _("LAY {card}")
    return words.format(card=card_words(picked.card).upper())


def _builds_for(now: Moment, picked: Source) -> tuple[int, ...]:
    return () if now.keys[0] == LAY else picked.builds


def _choices(now: Moment) -> list[Choice]:
    if now.view.turn < 0:
        return [Choice("enter", _("See the scores"))]
    if not now.scene.legal:
        return []
    if not now.keys:
        return _first_step(now)
    if now.keys == (ROB,):
        found = [_play(now, victim, victim.keys[-1]) for victim in now.victims]
    elif now.keys == (LAY,):
        found = [Choice(each.keys[0], card_words(each.card), pick=f"{LAY} {each.keys[0]}") for each in now.hand]
    else:
        found = [] if now.picked is None else _places(now, now.picked)
    # Where a table has no meaning for it, the screen takes this key for something else.
    stay = Choice(STOCK, "", _("Esc puts the card back first"), live=False, bar=False)
    return [*sorted(found, key=lambda choice: not choice.live), stay]


def _first_step(now: Moment) -> list[Choice]:
    """List everything as it lies on the table, from the first card that can be played on and round again.

    Of equal cards in the hand the bar shows one.
    """
    own = [source for source in now.sources if source.victim is None]
    starts = [source.start for source in own]
    found: list[Choice] = []
    for place, source in enumerate(own):
        lay_only = source.in_hand and not source.builds
        choice = _lay_one(source) if lay_only else _play(now, source, source.keys[0])
        found.append(choice._replace(bar=choice.bar and starts.index(source.start) == place))
    found += [_rob(now), *_finish(now, own)]
    plays = [bool(source.builds) for source in own]
    first = plays.index(True) if any(plays) else [choice.live for choice in found].index(True)
    return found[first:] + found[:first]


def _lay_one(source: Source) -> Choice:
    """Offer a card that fits nowhere: it is picked, and laid only with a second key."""
    words = _("Lay {card}").format(card=card_words(source.card))
    return Choice(source.keys[0], words, _("on x, y or z"), pick=source.keys[0], bar=False)


def _play(now: Moment, source: Source, key: str) -> Choice:
    """Offer a card: at once where only one pile takes it, but never so that another player wins by it (C14)."""
    words = card_words(source.card)
    if not source.builds:
        note = _("{card} fits no pile now").format(card=words) if source.card else _("This pile is empty")
        return Choice(key, words if source.card else "", note, live=False, bar=False)
    gift = False
    if source.victim is not None:
        words = f"{name_of(now.scene, source.victim)} {face(source.card).text}"
        gift = now.view.stocks[source.victim] == 1
    note = _note(now, source, source.builds[0])
    if len(source.builds) == 1 and not gift:
        verb = _("{card} on {place}").format(card=words, place=PLACES[source.builds[0]])
        whole = _robbed(now, source, source.builds[0])
        return Choice(key, verb, note, move=f"{source.start} {source.builds[0]}", whole=whole)
    several = _("on {places}").format(places=places_words(source.builds))
    return Choice(key, words, note if gift else several, pick=" ".join(source.keys))


def _robbed(now: Moment, source: Source, place: int) -> str:
    """A robbery in one go, whatever keys lead to it; other moves need no more than the words of their steps."""
    if source.victim is None:
        return ""
    name, card = name_of(now.scene, source.victim), face(source.card).text
    return _("{name}'s {card} on {place}").format(name=name, card=card, place=PLACES[place])


def _note(now: Moment, source: Source, place: int) -> str:
    """What comes of playing a card to a pile."""
    if source.victim is not None:
        return rob_note(now.scene, now.view, source.victim)
    if source.in_hand:
        return hand_note(now.scene, now.view, place)
    return stock_note(now.view) if source.keys[0] == STOCK else pile_note(now.scene, now.view, place)


def _rob(now: Moment) -> Choice:
    """Offer to rob: the only stock there is, or one to be chosen."""
    names = [name_of(now.scene, source.victim) for source in now.victims if source.victim is not None]
    if not names:
        return Choice(ROB, _("Rob"), _("No other stock card fits a pile now"), live=False, bar=False)
    if len(names) == 1:
        return _play(now, now.victims[0], ROB)
    return Choice(ROB, _("Rob"), _("{names} or {last}").format(names=", ".join(names[:-1]), last=names[-1]), pick=ROB)


def _finish(now: Moment, own: list[Source]) -> list[Choice]:
    """Offer what ends the turn: to lay a card, or with an empty hand just to end it (C11, C12)."""
    if now.hand:
        pick = f"{LAY} 1" if len(now.hand) == 1 else LAY
        end = Choice(END, _("End the turn"), move="end", live=False, bar=False)
        return [Choice(LAY, _("Lay"), _("a card, ends your turn"), pick=pick), end]
    ready = next((source.card for source in own if source.builds), 0)
    note = _("{card} can still be played").format(card=card_words(ready)) if ready else _("your hand is empty")
    return [Choice(END, _("End the turn"), note, move="end", live="end" in now.scene.legal)]


def _places(now: Moment, picked: Source) -> list[Choice]:
    """Offer the places for a picked card: build piles, and helper piles for a card of the hand."""
    builds = _builds_for(now, picked)
    found: list[Choice] = []
    for place in range(BUILDS) if builds else ():
        verb, live = _("on {place}").format(place=PLACES[place]), place in builds
        note, whole = (_note(now, picked, place), _robbed(now, picked, place)) if live else ("", "")
        move = f"{picked.start} {place}"
        found.append(Choice(BUILD_KEYS[place], verb, note, move=move, live=live, bar=live, whole=whole))
    for helper in picked.helpers:
        pile, key = now.view.helpers[now.scene.me][helper], HELPER_KEYS[helper]
        verb = (_("lay on {helper}") if builds else _("on {helper}")).format(helper=key)
        note = _("over {card}").format(card=card_words(pile[-1])) if pile else _("free place")
        move = f"{picked.start.replace('hand', 'lay')} {helper}"
        whole = _("Lay {card} on {helper}").format(card=card_words(picked.card), helper=key)
        found.append(Choice(key, verb, note, move=move, bar=not builds, whole=whole))
    return found
