"""How strong people are, in words: ratings, ladders and what is known of a player."""

from collections.abc import Iterator
from typing import Any

from net.messages.company import GameSheet, LadderLine, LadderLines, PlayerSheet, RatingLine, ResultLine
from tui.wording import title_of
from tui.words import _, ngettext, titled


def rating_words(rating: int, provisional: bool) -> str:
    """A rating as it is written: with a question mark while it is provisional."""
    return f"{rating}?" if provisional else str(rating)


def change_words(change: RatingLine) -> str:
    """What a game has made of a rating."""
    after = rating_words(change.after, change.provisional)
    return _("rating {before} to {after} ({change:+})").format(
        before=change.before, after=after, change=change.after - change.before
    )


def ladder_row(line: LadderLine) -> str:
    """Somebody's line on a ladder, in columns."""
    mark = " *" if line.you else ""
    return f"{line.place:>6}  {line.name:<12}  {line.rating:>6}  {line.games:>7}{mark}"


def ladder_text(ladder: LadderLines) -> Iterator[str]:
    """A ladder as lines of text."""
    people = ngettext("{people} person", "{people} people", ladder.people).format(people=ladder.people)
    yield _("{game}: {people} on the ladder").format(game=title_of(ladder.game), people=people)
    if not ladder.lines:
        yield _("Nobody is on it yet: that takes some twenty rated games.")
        return
    place, name, rating, games = _("place"), _("name"), _("rating"), _("games")
    yield f"{place:>6}  {name:<12}  {rating:>6}  {games:>7}"
    yield from map(ladder_row, ladder.lines)
    if ladder.own is not None and ladder.own not in ladder.lines:
        yield ladder_row(ladder.own)


def ladder_object(ladder: LadderLines) -> dict[str, Any]:
    """A ladder for a program to read."""
    return {
        "game": ladder.game,
        "people": ladder.people,
        "ladder": [
            {"place": line.place, "name": line.name, "rating": line.rating, "games": line.games}
            for line in ladder.lines
        ],
    }


def player_text(sheet: PlayerSheet) -> Iterator[str]:
    """What is known of a player, as lines of text."""
    yield sheet.name
    for game in sheet.games:
        yield titled(title_of(game.game), standing_words(game))
    for share in sheet.shares:
        text = _("{game} at {seats} seats: {won} of {played} won")
        yield text.format(game=title_of(share.game), seats=share.seats, won=share.won, played=share.played)
    for label, results in ((_("best"), sheet.best), (_("last"), sheet.last)):
        for result in results:
            yield titled(label, result_words(result))
    for versus in sheet.versus:
        text = ngettext(
            "{game}, you two: {met} game, you before them in {before}, behind in {behind}",
            "{game}, you two: {met} games, you before them in {before}, behind in {behind}",
            versus.met,
        )
        yield text.format(game=title_of(versus.game), met=versus.met, before=versus.before, behind=versus.behind)
    if not sheet.shares:
        yield _("No finished games yet.")


def standing_words(game: GameSheet) -> str:
    """Somebody's rating in a game, and their place."""
    rating = _("rating {rating} after {games}").format(
        rating=rating_words(game.rating, game.provisional),
        games=ngettext("{games} game", "{games} games", game.games).format(games=game.games),
    )
    if not game.place:
        return rating
    return _("{rating}, place {place} of {people}").format(rating=rating, place=game.place, people=game.people)


def result_words(result: ResultLine) -> str:
    """A finished game of somebody, in a line."""
    text = _("{game}, place {place} of {seats} with {score}")
    return text.format(game=title_of(result.game), place=result.place + 1, seats=len(result.names), score=result.score)
