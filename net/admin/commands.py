"""What operators can do, command by command."""

import time
from argparse import Namespace
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from net.admin.office import Office
from net.admin.orders import Answer, BadOrder, Operator, Order, Parser, Reach, Row, count, counted, span
from net.admin.people_commands import PEOPLE_ORDERS
from net.door.bans import KEY, subject_of
from net.house.croupier import Croupier
from net.house.member import Member
from net.names import clean, clean_talk
from net.nodes.elsewhere import Elsewhere
from net.store.ledger import Ban

DAY = 86_400
LONGEST_WHY = 120
LONGEST_DRAIN = 1800.0
BACKUPS = "backups"


async def who(office: Office, _given: Namespace, _by: Operator) -> Answer:
    """List who is in the house."""
    rows: list[Row] = [
        {
            "name": member.name,
            "identity": member.identity,
            "address": member.payer.address,
            "since": stamp(member.since),
            "where": place(member, office.house.lobby.elsewhere),
            "program": member.program,
        }
        for member in office.house.members
    ]
    return Answer(rows=rows)


def place(member: Member, elsewhere: Elsewhere) -> str:
    """Where somebody is: the lobby, or a table with their seat, here or elsewhere."""
    if member.croupier is not None:
        table = member.croupier.table
        return _placed(table.code, table.seats.of(member.identity))
    if member.tunnel is not None:
        line = elsewhere.held_by(member.identity).get(member.tunnel.code)
        return _placed(member.tunnel.code, None if line is None else line.seat)
    return "lobby"


def _placed(code: str, seat: int | None) -> str:
    return f"{code} {'watching' if seat is None else f'seat {seat + 1}'}"


async def tables(office: Office, _given: Namespace, _by: Operator) -> Answer:
    """List the tables; no card, and no title or talk, is shown."""
    return Answer(rows=[table_row(croupier) for croupier in office.house.croupiers.values()])


def table_row(croupier: Croupier) -> Row:
    """What operators see of a table."""
    table = croupier.table
    return {
        "code": table.code,
        "game": table.game.id,
        "phase": str(table.phase),
        "number": table.number,
        "seats": ", ".join(seat.name or "free" for seat in table.seats),
        "here": len(croupier.members),
        "public": table.setup.public,
        "paused": bool(table.paused),
    }


async def kick(office: Office, given: Namespace, _by: Operator) -> Answer:
    """Show somebody out."""
    found = find(office, given.who)
    for member in found:
        office.house.show_out(member)
    return Answer(rows=[{"identity": member.identity, "name": member.name} for member in found])


def find(office: Office, words: str) -> list[Member]:
    """Find who is meant by a name, a key's fingerprint, an identity or an address; raise BadOrder for nobody."""
    meant = words.casefold()
    found = [
        member
        for member in office.house.members
        if meant in (member.name.casefold(), member.identity.casefold(), f"{member.payer.address}")
        or member.identity == f"key:{words}"
    ]
    if not found:
        raise BadOrder(f"Nobody in the house is {words}: `who` lists everybody.")
    return found


async def ban(office: Office, given: Namespace, by: Operator) -> Answer:
    """Keep a key, an address or a network out, and show out who is in."""
    now = time.time()
    held = Ban(
        subject=banned_subject(office, given.who),
        until=now + given.time if given.time else None,
        why=clean(given.why or "", LONGEST_WHY),
        by=by.name,
        since=now,
    )
    await office.store.ledger.ban(held)
    office.server.bans.add(held)
    await office.tell_bans()
    shown_out = office.server.entrance.show_out_banned()
    return Answer(f"Banned {held.subject} {end(held)}. Shown out: {shown_out}.", [ban_row(held)])


def banned_subject(office: Office, words: str) -> str:
    """Read what is banned; the name of somebody who is in means their key."""
    named = [member for member in office.house.members if member.name and member.name == words]
    if not named:
        return subject_of(words)
    key = named[0].payer.person.removeprefix("key:")
    if not key.startswith(KEY):
        raise BadOrder(f"{words} is a guest without a key: ban the address, which is {named[0].payer.address}.")
    return key


async def unban(office: Office, given: Namespace, _by: Operator) -> Answer:
    """Let somebody in again."""
    subject = subject_of(given.who)
    if not office.server.bans.remove(subject):
        raise BadOrder(f"{subject} is not banned: `bans` lists all bans.")
    await office.store.ledger.unban(subject)
    await office.tell_bans()
    return Answer(f"{subject} may come in again.")


async def bans(office: Office, _given: Namespace, _by: Operator) -> Answer:
    """List the bans that hold."""
    held = office.server.bans.holding(time.time())
    return Answer(f"{counted(len(held), 'ban', 'bans')}.", [ban_row(each) for each in held])


def ban_row(held: Ban) -> Row:
    """A ban as operators see it."""
    until = stamp(held.until) if held.until else None
    return {"subject": held.subject, "until": until, "why": held.why, "by": held.by, "since": stamp(held.since)}


def end(held: Ban) -> str:
    """Until when a ban holds."""
    return f"until {stamp(held.until)}" if held.until else "for good"


async def say(office: Office, given: Namespace, _by: Operator) -> Answer:
    """Tell everybody something."""
    text = clean_talk(" ".join(given.text))
    if not text:
        raise BadOrder("There is nothing in that to say.")
    await office.house.announce(text)
    heard = sum(office.house.members.count()) + sum(office.house.lobby.elsewhere.present)
    return Answer(f"Said to {heard}: {text}")


async def close(office: Office, given: Namespace, _by: Operator) -> Answer:
    """Close the house after a while, with everybody told, or call that off."""
    if given.cancel:
        if not await office.countdown.call_off():
            raise BadOrder("The house was not about to close.")
        return Answer("The house stays open.")
    office.countdown.begin(given.time)
    return Answer(f"The house closes at {stamp(time.time() + given.time)}. `close --cancel` calls it off.")


async def drain(office: Office, given: Namespace, _by: Operator) -> Answer:
    """Let games end and none begin, then close."""
    office.countdown.begin(given.time, drain=True)
    playing = office.house.playing
    latest = stamp(time.time() + given.time) if playing else stamp(time.time())
    goes_on = f"{counted(playing, 'game goes', 'games go')} on, and no other begins."
    closes = f"The house closes when {'it is' if playing == 1 else 'they are'} over, at {latest} at the latest."
    said = f"{goes_on} {closes} `close --cancel` calls it off." if playing else "Nobody plays: the house closes now."
    return Answer(said, [{"playing": playing, "latest": latest}])


async def backup(office: Office, given: Namespace, by: Operator) -> Answer:
    """Write everything into one file while the house is open."""
    target = backup_file(office, given.file, by)
    size = await office.store.ledger.back_up(office.folder, target)
    return Answer(f"Backed up to {target}, {size} bytes.", [{"file": str(target), "bytes": size}])


def backup_file(office: Office, name: str | None, by: Operator) -> Path:
    """Where a backup goes: the file that was named, or one with the time in its name in the data folder."""
    folder = office.folder / BACKUPS
    folder.mkdir(mode=0o700, exist_ok=True)
    if name is None or by.inside:
        if name is not None and Path(name).name != name:
            raise BadOrder(f"From afar a backup is a plain file name; it goes to {folder}.")
        return folder / (name or time.strftime("tablee-%Y%m%d-%H%M%S.tar"))
    return by.folder / name


async def prune(office: Office, given: Namespace, _by: Operator) -> Answer:
    """Let go of old games and closed tables."""
    pruned = await office.store.ledger.prune(time.time() - given.days * DAY)
    games, entries = counted(pruned.games, "game", "games"), counted(pruned.entries, "entry", "entries")
    said = f"Let go of {games} and {entries} of closed tables."
    return Answer(said, [{"games": pruned.games, "entries": pruned.entries}])


async def audit(office: Office, given: Namespace, _by: Operator) -> Answer:
    """List what operators did, the latest first."""
    deeds = await office.store.ledger.audit(given.last)
    rows: list[Row] = [
        {"id": deed.id, "at": stamp(deed.at), "by": deed.by, "command": deed.command, "outcome": deed.outcome}
        for deed in deeds
    ]
    return Answer("", rows) if rows else Answer("Nothing was done yet.")


async def reload(office: Office, _given: Namespace, _by: Operator) -> Answer:
    """Read the settings file anew."""
    return Answer(await office.reload())


async def rotate(office: Office, given: Namespace, _by: Operator) -> Answer:
    """Make a new host key and announce both, or let the new one take the old one's place; at every node."""
    if given.finish:
        if not await office.keys.finish():
            raise BadOrder("There is no new key yet: `rotate` makes one.")
        await office.show_keys()
        return Answer(f"The house now shows {office.server.fingerprint}.")
    key = await office.keys.announce()
    if key is None:
        raise BadOrder("A new key is announced already: `rotate --finish` lets it take the old one's place.")
    await office.show_keys()
    return Answer(
        f"{key.get_fingerprint()} is announced beside the old key; `rotate --finish` when everybody has come by."
    )


def stamp(at: float | None) -> str:
    """Write a time of day, in UTC."""
    return "" if at is None else datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _counted(rows: Sequence[Row]) -> str:
    return f"{len(rows)} in the house."


def _tables(rows: Sequence[Row]) -> str:
    return f"{counted(len(rows), 'table', 'tables')}."


def _shown_out(rows: Sequence[Row]) -> str:
    return f"Shown out: {', '.join(str(row['name'] or row['identity']) for row in rows)}."


def _who(parser: Parser) -> None:
    parser.add_argument("who", metavar="WHO")


def _ban(parser: Parser) -> None:
    _who(parser)
    parser.add_argument("--for", dest="time", type=span, metavar="TIME")
    parser.add_argument("--why", metavar="TEXT")


def _close(parser: Parser) -> None:
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--in", dest="time", type=span, default=60.0, metavar="TIME")
    group.add_argument("--cancel", action="store_true")


ORDERS = {
    order.name: order
    for order in (
        Order(
            "who",
            "who is here: name, key, address, since when, where",
            who,
            noted=False,
            reach=Reach.EVERYWHERE,
            tells=_counted,
        ),
        Order("tables", "the tables, without their cards", tables, noted=False, reach=Reach.EVERYWHERE, tells=_tables),
        Order(
            "kick",
            "show somebody out: a name, a key (SHA256:...) or an address",
            kick,
            words=_who,
            reach=Reach.EVERYWHERE,
            tells=_shown_out,
        ),
        Order(
            "ban",
            "keep out a name's key, a key, an address or a network, for 2h, 3d or for good",
            ban,
            words=_ban,
            reach=Reach.ANYWHERE,
        ),
        *PEOPLE_ORDERS,
        Order("unban", "let a key, an address or a network in again", unban, words=_who),
        Order("bans", "the bans that hold", bans, noted=False),
        Order(
            "say",
            "tell everybody something",
            say,
            words=lambda parser: parser.add_argument("text", nargs="+", metavar="TEXT"),
        ),
        Order("close", "close the house in 1m or as long as told, or call that off", close, words=_close),
        Order(
            "drain",
            "let the games in progress end and no other begin, then close; in 30m at the latest or as told",
            drain,
            words=lambda parser: parser.add_argument(
                "--in", dest="time", type=span, default=LONGEST_DRAIN, metavar="TIME"
            ),
        ),
        Order(
            "backup",
            "write everything into a new file while the house is open",
            backup,
            words=lambda parser: parser.add_argument("file", nargs="?", metavar="FILE"),
        ),
        Order(
            "prune",
            "let go of games and closed tables older than so many days",
            prune,
            words=lambda parser: parser.add_argument("days", type=count, metavar="DAYS"),
        ),
        Order(
            "audit",
            "what operators did, the latest first",
            audit,
            noted=False,
            words=lambda parser: parser.add_argument("--last", type=count, default=50, metavar="N"),
        ),
        Order(
            "rotate",
            "make a new host key and announce both; --finish drops the old one",
            rotate,
            words=lambda parser: parser.add_argument("--finish", action="store_true"),
        ),
        Order("reload", "read the settings file anew, as SIGHUP does", reload, reach=Reach.EVERYWHERE),
    )
}
