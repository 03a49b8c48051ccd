"""Tell a recorded game: its transcript, what the log says, and now and then what each seat sees."""

import json
from pathlib import Path
from typing import Any

from engines.games import GAMES
from engines.record import Replay, dump, load, transcript
from engines.wire import view_to_wire
from tests.games import plugged_in
from tests.setups import Setup

HERE = Path(__file__).parent
SEED = 2010
LOOK_EVERY = 25


def golden_names() -> dict[str, Setup]:
    """One set-up for each game and variant, by name."""
    return {
        "-".join([game.id, *options.values()]): Setup(game, game.seats[1], options)
        for game in GAMES.values()
        for options in ({}, *({"variant": variant} for variant in game.variants))
    }


def tell(path: Path) -> str:
    """The whole story of a record, one JSON line or log line after the other."""
    record = load(path.read_bytes())
    replay = Replay(record)
    speaker = replay.game.speaker(record.seats)
    lines = [_json(line) for line in transcript(record) if "legal" not in line]
    for number, (move, told) in enumerate(zip(_moves(record), replay, strict=True)):
        lines.append(_json(move))
        for event in told:
            name = "" if event.seat is None else f"seat {event.seat} "
            only = "" if event.audience is None else f"  (only {list(event.audience)})"
            lines.append(f"    {name}{speaker.say(event.text, event.args)}{only}")
        if number % LOOK_EVERY == 0 or replay.recording.over:
            for seat in (*range(record.seats), None):
                lines.append(_json(view_to_wire(replay.game.view(replay.state, seat))))
    return "\n".join(lines) + "\n"


def _moves(record: Any) -> list[dict[str, Any]]:
    return [line for line in transcript(record) if "legal" in line]


def _json(line: Any) -> str:
    return json.dumps(line, ensure_ascii=False)


def main() -> None:
    """Write every playthrough anew, keeping the recorded games there are."""
    for name, setup in golden_names().items():
        path = HERE / f"{name}.tablee"
        if not path.exists():
            path.write_bytes(dump(setup.finished(SEED).record()))
        path.with_suffix(".txt").write_text(tell(path))


if __name__ == "__main__":
    with plugged_in():
        main()
