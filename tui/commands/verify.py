"""`tablee verify`: the luck of a recorded game recomputed, and what that proves in plain words."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from engines.promise import promise_of
from engines.record import BadRecord, Record
from engines.verify import NotAsPromised, Verified, verify
from tui.commands.inputs import BadInput, read_record


class Altered(click.ClickException):
    """A record whose luck is not what was promised."""

    exit_code = 1


@click.command(help="Recompute every card of the game recorded in FILE from what its house promised before the deal.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print what was found as one JSON object.")
def command(file: Path, as_json: bool) -> None:
    """Print what was proved and what can't be, or leave with 1 and the first thing that differs."""
    record = read_record(file)
    _speak()
    try:
        verified = verify(record)
    except BadRecord as error:
        raise BadInput(f"{file}: {error}") from None
    except NotAsPromised as error:
        raise _altered(file, error, as_json) from None
    click.echo(json.dumps(_as_object(verified)) if as_json else "\n".join(_tell(record, verified)))


def _speak() -> None:
    from tui.commands.options import read_settings  # noqa: PLC0415
    from tui.language import Tongue, choose_language  # noqa: PLC0415
    from tui.words import speak  # noqa: PLC0415 - all three only for words

    speak(Tongue(choose_language(read_settings({}).language, os.environ)))


def _altered(file: Path, error: NotAsPromised, as_json: bool) -> Altered:
    from tui.words import _  # noqa: PLC0415 - after the language is known

    why = _(error.text).format(**error.values)
    if as_json:
        click.echo(json.dumps({"verdict": "altered", "why": why}))
    return Altered(_("{file} is not as promised: {why}.").format(file=file, why=why))


def _as_object(verified: Verified | None) -> dict[str, Any]:
    if verified is None:
        return {"verdict": "not committed"}
    proof = verified.proof
    return {
        "verdict": "proved",
        "table": proof.table,
        "deal": proof.number,
        "commitment": proof.promise.hex(),
        "outcomes": verified.proved,
        "added": verified.adding,
        "dropped": [dropped.number for dropped in proof.dropped],
    }


def _tell(record: Record, verified: Verified | None) -> Iterator[str]:
    from tui.words import _, ngettext  # noqa: PLC0415 - after the language is known

    if verified is None:
        yield _("Not committed: no promise was made before this deal, so its luck can't be checked.")
        return
    proof = verified.proof
    yield _("Deal {number} of table {table}: all {cards} cards and picks of luck are as promised.").format(
        number=proof.number, table=proof.table, cards=sum(len(values) for _name, values in record.chance)
    )
    yield _("The promise was {promise}").format(promise=proof.promise.hex())
    yield _who_added(record, verified)
    if proof.dropped:
        text = ngettext(
            "One promised deal before it was dropped:",
            "{deals} promised deals before it were dropped:",
            len(proof.dropped),
        )
        yield text.format(deals=len(proof.dropped))
        for dropped in proof.dropped:
            promise = promise_of(proof.table, dropped.number, record.game, record.rules, dropped.secret)
            yield f"  {dropped.number}  {promise.hex()}"
    yield _("Proved: the cards were settled before anybody could know them, and nobody has changed them since,")
    yield _("if this promise is the one that your screen showed before the deal.")
    yield _("Not proved: that the house did not look at the cards, or tell somebody. It deals, so it sees them.")


def _who_added(record: Record, verified: Verified) -> str:
    from tui.wording import player_names  # noqa: PLC0415 - only words need it
    from tui.words import _  # noqa: PLC0415

    names = player_names(record)
    if not verified.adding:
        return _("No player added to the luck: the house alone settled it, before it was asked for.")
    return _("Luck was added by {names}: the house could not know it when it promised.").format(
        names=", ".join(names[seat] for seat in verified.adding)
    )
