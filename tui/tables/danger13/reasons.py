"""What a move of Danger 13 does, in a few true words: the reason in a hint, and in a review after the game."""

from typing import cast

from engines.danger13.view import ARROW, HAND, SHIELD, Danger13View, after, signs, total
from tui.tables.danger13.words import at_stake, busts, holds_hand, short_name, sign_words
from tui.tables.scene import Scene
from tui.tables.seats import name_of
from tui.words import _


def reason(scene: Scene, move: str) -> tuple[str, ...]:
    """What giving, accepting or refusing the open card does, the longest wording first."""
    view = cast(Danger13View, scene.view)
    if move == "refuse":
        return _refuse(view)
    receiver = view.turn if move == "accept" else int(move.split()[1])
    own = receiver == view.turn
    if busts(view, receiver):
        return _bust_own(view) if own else _bust(scene, view, receiver)
    return _own(view) if own else _other(scene, view, receiver)


def _refuse(view: Danger13View) -> tuple[str, ...]:
    seat = view.turn
    if not busts(view, seat):
        now = _("{total} of {limit}").format(total=total(view.rows[seat]), limit=view.limits[seat])
        return _("spends a NO, and you stay at {now}").format(now=now), _("spends a NO, stays {now}").format(now=now)
    words = _("spends a NO, saves {signs} from a bust")
    return words.format(signs=at_stake(view, seat)), _("a NO against the bust")


def _bust_own(view: Danger13View) -> tuple[str, ...]:
    words = _("busts you, with {signs} at stake")
    return words.format(signs=at_stake(view, view.turn)), _("busts you")


def _bust(scene: Scene, view: Danger13View, seat: int) -> tuple[str, ...]:
    name, stake = name_of(scene, seat), at_stake(view, seat)
    if holds_hand(view, seat):
        return (
            _("busts {name}, or costs a NO; {signs} at stake").format(name=name, signs=stake),
            _("busts {name} or costs a NO").format(name=name),
        )
    who = _("the leader") if leader(scene, view) == seat else name
    return (
        _("busts {name}, who has {signs} at stake").format(name=who, signs=stake),
        _("busts {name}, {signs} at stake").format(name=name, signs=stake),
        _("busts {name}").format(name=name),
    )


def leader(scene: Scene, view: Danger13View) -> int | None:
    """The seat that has won more signs than any other, where this screen may know what all have won (D21)."""
    if not scene.memory_aid or not view.memory.won:
        return None
    won = [sum(signs(card) for card in cards) for cards in view.memory.won]
    return won.index(max(won)) if won.count(max(won)) == 1 else None


def _own(view: Danger13View) -> tuple[str, ...]:
    """What an accepted card does for the seat to act, when it does not bust."""
    seat, card = view.turn, view.open
    result = after(view.rows[seat], card)
    now = _("{total} of {limit}").format(total=result.total, limit=result.limit)
    if result.won:
        return (_("{signs} safe at once").format(signs=sign_words(result.won)),)
    if card == ARROW:
        lost = _("you lose {card}, {now}").format(card=short_name(result.lost), now=now)
        return (lost if result.lost else _("the arrow hits nothing of yours"),)
    if card in (HAND, SHIELD):
        return (_own_special(view, card),)
    if result.draws:
        return _("you come to {now}, then draw another").format(now=now), _("{now}, then you draw").format(now=now)
    if signs(card):
        words = _("{signs} more at stake, you come to {now}"), _("{signs} at stake, {now}")
        return tuple(each.format(signs=sign_words(signs(card)), now=now) for each in words)
    return (_("you come to {now}").format(now=now),)


def _own_special(view: Danger13View, card: int) -> str:
    if card == HAND:
        return _("gets you a NO")
    return _("a second shield does nothing") if SHIELD in view.rows[view.turn] else _("raises your limit to 18")


def _other(scene: Scene, view: Danger13View, seat: int) -> tuple[str, ...]:
    """What a card does to another seat, when it does not bust."""
    name, card = name_of(scene, seat), view.open
    result = after(view.rows[seat], card)
    now = _("{total} of {limit}").format(total=result.total, limit=result.limit)
    if result.won:
        return (_("gives {name} {signs} for good").format(name=name, signs=sign_words(result.won)),)
    if card == ARROW:
        lost = _("{name} loses {card}, {now}").format(name=name, card=short_name(result.lost), now=now)
        return (lost if result.lost else _("hits nothing of {name}").format(name=name),)
    if card in (HAND, SHIELD):
        return (_other_special(view, seat, name),)
    if result.draws:
        words = _("{name} comes to {now}, then draws another"), _("{name}: {now}, draws")
        return tuple(each.format(name=name, now=now) for each in words)
    return _("brings {name} to {now}").format(name=name, now=now), _("{name}: {now}").format(name=name, now=now)


def _other_special(view: Danger13View, seat: int, name: str) -> str:
    if view.open == HAND:
        return _("gets {name} a NO").format(name=name)
    helps = SHIELD not in view.rows[seat]
    words = _("a limit of 18 for {name}") if helps else _("a second shield for {name}")
    return words.format(name=name)
