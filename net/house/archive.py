"""Finished games: how they are kept, listed and given out."""

from engines.record import dump
from net.messages import GameLine
from net.store.store import FinishedGame, RecordedGame
from net.tables.table import Table


def finished_game(table: Table, finished: float) -> RecordedGame:
    """Return the game that has just ended at a table, to keep it."""
    live = table.live
    if live is None or not live.over:
        raise ValueError("The game is not over, and its record would show hidden cards.")
    result = live.result()
    game = FinishedGame(
        table=table.code,
        number=table.number,
        game=table.game.id,
        finished=finished,
        identities=tuple(seat.identity for seat in table.seats),
        names=tuple(table.players),
        scores=result.scores,
        winners=result.winners,
        stand_ins=tuple(sorted(live.stand_ins)),
        hints=len(live.recording.hints),
        taken_back=live.taken_back,
        played_on=live.recording.played_on is not None,
        daily=table.setup.daily,
    )
    return RecordedGame(game, dump(live.record(table.players)))


def game_line(game: FinishedGame, identity: str) -> GameLine:
    """Describe a finished game to one of its players."""
    return GameLine(
        id=game.id,
        table=game.table,
        number=game.number,
        game=game.game,
        finished=game.finished,
        names=game.names,
        scores=game.scores,
        winners=game.winners,
        stand_ins=game.stand_ins,
        hints=game.hints,
        taken_back=game.taken_back,
        played_on=game.played_on,
        seat=game.identities.index(identity) if identity in game.identities else None,
    )
