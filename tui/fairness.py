"""Whether a deal was fair, in words: what a house has promised, who added to the luck, and what a record proves."""

from collections.abc import Iterator

from engines.promise import promise_of
from engines.record import Record
from engines.verify import NotAsPromised, Verified, verify
from net.client.seen_table import SeenTable
from net.messages import AddLuck, DealLine
from net.names import clean_talk
from tui.wording import player_names, seat_name
from tui.words import _, ngettext

SHOWN_DIGITS = 16
LONGEST_WORD = 40
MOST_BYTES = 64


def short(promise: bytes) -> str:
    """The beginning of a promise, in groups that can be compared by eye."""
    digits = promise.hex()[:SHOWN_DIGITS]
    return " ".join(digits[at : at + 4] for at in range(0, len(digits), 4))


def deal_lines(table: SeenTable) -> list[str]:
    """What is promised at a table: the deal that is played, and the next one."""
    update = table.update
    return [
        *_deal_line(table, update.dealt, _("This deal ({number}) was promised as {promise}.")),
        *_deal_line(table, update.promise, _("The next deal ({number}) is promised as {promise}.")),
        *([] if update.promise or update.dealt else [_("No deal is promised here.")]),
    ]


def _deal_line(table: SeenTable, deal: DealLine | None, template: str) -> Iterator[str]:
    if deal is None:
        return
    yield template.format(number=deal.number, promise=short(deal.promise))
    names = [seat_name(table.update.seats[seat]) for seat in deal.pledged]
    if names:
        yield _("Luck from: {names}.").format(names=", ".join(names))


def may_add(table: SeenTable) -> bool:
    """Whether the viewer may still add a word to the next deal."""
    promise = table.update.promise
    return promise is not None and table.seat is not None and not promise.asked and table.seat not in promise.pledged


def add_word(table: SeenTable, word: str) -> AddLuck | None:
    """The message that adds a word to the luck of the next deal."""
    data = clean_talk(word).encode()[:MOST_BYTES]
    promise = table.update.promise
    return AddLuck(deal=promise.number, data=data) if promise is not None and data and may_add(table) else None


def check_deal(record: Record, seen: dict[int, bytes]) -> str:
    """One sentence on whether a record's luck is what was promised, and shown here before the deal."""
    try:
        verified = verify(record)
    except NotAsPromised as error:
        return _("This deal is NOT as promised: {why}.").format(why=_(error.text).format(**error.values))
    if verified is None:
        return _("Nothing was promised for this game, so its luck can't be checked.")
    proof = verified.proof
    if seen.get(proof.number, proof.promise) != proof.promise:
        return _("This deal is NOT as promised: before it another promise was shown here.")
    as_shown = _("as promised before the deal") if proof.number in seen else _("as the record promises")
    text = _("Checked: every card of deal {number} is {as_shown} ({promise}).")
    return text.format(number=proof.number, as_shown=as_shown, promise=short(proof.promise))


def proof_lines(record: Record, verified: Verified | None) -> Iterator[str]:
    """Everything that a record proves about its luck, and what it can't."""
    if verified is None:
        yield _("Not committed: no promise was made before this deal, so its luck can't be checked.")
        return
    proof = verified.proof
    names = player_names(record)
    yield _("Deal {number} of table {table}: all {cards} cards and picks of luck are as promised.").format(
        number=proof.number, table=proof.table, cards=sum(len(values) for _name, values in record.chance)
    )
    yield _("The promise was {promise}").format(promise=proof.promise.hex())
    yield _who_added(names, verified)
    if proof.withheld:
        text = _("{names} pledged luck and did not show it.")
        yield text.format(names=", ".join(names[seat] for seat in proof.withheld))
    if proof.dropped:
        yield ngettext(
            "One promised deal before it was dropped:",
            "{deals} promised deals before it were dropped:",
            len(proof.dropped),
        ).format(deals=len(proof.dropped))
    for dropped in proof.dropped:
        promise = promise_of(proof.table, dropped.number, record.game, record.rules, dropped.secret)
        yield f"  {dropped.number}  {promise.hex()}"
    yield _("Proved: the cards were settled before anybody could know them, and nobody has changed them since,")
    yield _("if this promise is the one that your screen showed before the deal.")
    yield _("Not proved: that the house did not look at the cards, or tell somebody. It deals, so it sees them.")


def _who_added(names: list[str], verified: Verified) -> str:
    if not verified.adding:
        return _("No player added to the luck: the house alone settled it, before it was asked for.")
    return _("Luck was added by {names}: the house could not know it when it promised.").format(
        names=", ".join(names[seat] for seat in verified.adding)
    )
