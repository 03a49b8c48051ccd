"""Somebody's own figures in lines: what the page of them draws."""

from collections.abc import Sequence

from net.messages import Figures
from tui.figures import Wins, games_played, habits, reckon, spread
from tui.wording import title_of
from tui.words import _, titled

MOST_COLUMNS = 12


def figures_lines(figures: Figures) -> list[str]:
    """Read the figures out: of all games, and how the scores of each were spread."""
    own = reckon(figures)
    if not own.games:
        return [_("Games that are finished will be counted here.")]
    accuracy = [titled(_("Accuracy"), ", ".join(f"{100 * share:.0f} %" for share in own.accuracy))]
    return [
        titled(_("Figures"), _("won {won} of {games}").format(won=own.won, games=len(own.games)) + "."),
        _kinds(_("Wins by game"), own.by_game),
        _kinds(_("Wins by level"), own.by_level),
        _kinds(_("Wins by players"), own.by_seats),
        *(_scores(figures, game) for game in games_played(figures)),
        *(accuracy if own.accuracy else []),
        f"{habits(own)[0]}.",
    ]


def _kinds(title: str, wins: Sequence[Wins]) -> str:
    return titled(title, ", ".join(f"{each.label} {each.won}/{each.played}" for each in wins) + ".")


def _scores(figures: Figures, game: str) -> str:
    scores = spread(reckon(figures, game).games, MOST_COLUMNS)
    title, unit = _("Scores in {game}").format(game=title_of(game)), _("points and games")
    found = [
        f"{_range(scores.least + place * scores.step, scores.step)}: {count}"
        for place, count in enumerate(scores.counts)
        if count
    ]
    return titled(f"{title}, {unit}", f"{', '.join(found)}.")


def _range(first: int, step: int) -> str:
    return str(first) if step == 1 else _("{first} to {last}").format(first=first, last=first + step - 1)
