"""Numbered moves for any game: all of them while they are few, else word by word."""

from typing import NamedTuple

from tui.tables.scene import Choice, Scene
from tui.words import _

# Those that mean something else at every table are left out.
KEYS = "123456789abcdefgijmnoprsvwxyz"
FEW = 9
PAGE = "\t"


class Begun(NamedTuple):
    """The first words of a move that are chosen, and which page of the next ones is shown."""

    words: tuple[str, ...]
    page: int


def begun_move(scene: Scene) -> Begun:
    """What of a move is picked; nothing where no move begins so any more."""
    words, _tab, page = (scene.picked or "").partition(PAGE)
    begun = Begun(tuple(words.split()), int(page or 0))
    return begun if _moves_from(scene.legal, begun.words) else Begun((), 0)


def choices(scene: Scene) -> list[Choice]:
    """Number what can be done next; more than there are keys for is on another page."""
    if scene.view is not None and scene.view.turn < 0:
        return [Choice("enter", _("See the scores"))]
    begun = begun_move(scene)
    steps = _steps(scene.legal, begun.words)
    room = len(KEYS) - 1
    first = begun.page * room
    shown = steps[first:] if len(steps) - first <= len(KEYS) else steps[first : first + room]
    found = [step._replace(key=key) for key, step in zip(KEYS, shown, strict=False)]
    if first + len(shown) < len(steps):
        found.append(Choice(KEYS[-1], _("more"), pick=f"{' '.join(begun.words)}{PAGE}{begun.page + 1}"))
    return found


def _moves_from(legal: tuple[str, ...], begun: tuple[str, ...]) -> list[tuple[str, ...]]:
    moves = [tuple(move.split()) for move in legal]
    return [move for move in moves if move[: len(begun)] == begun]


def _steps(legal: tuple[str, ...], begun: tuple[str, ...]) -> list[Choice]:
    """List what can follow these words: whole moves while they are few, else the words that come next."""
    moves = _moves_from(legal, begun)
    groups: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
    for move in moves:
        groups.setdefault(move[: len(begun) + 1], []).append(move)
    if len(moves) <= FEW or len(groups) == len(moves):
        return [_whole(move, begun) for move in moves]
    if len(groups) == 1:
        return [step._replace(verb=f"{moves[0][len(begun)]} {step.verb}") for step in _steps(legal, next(iter(groups)))]
    return [
        _whole(group[0], begun) if len(group) == 1 else Choice("", words[-1], pick=" ".join(words))
        for words, group in groups.items()
    ]


def _whole(move: tuple[str, ...], begun: tuple[str, ...]) -> Choice:
    return Choice("", " ".join(move[len(begun) :] or move), move=" ".join(move))
