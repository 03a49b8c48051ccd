"""What operators can do about somebody, whether they are in or not: silence, another name, being forgotten, reports."""

import time
from argparse import Namespace
from datetime import UTC, datetime

from net.admin.office import Office
from net.admin.orders import Answer, BadOrder, Operator, Order, Parser, Row, count, span
from net.house.accounts import call, change
from net.house.forgetting import forget
from net.house.order import find_person
from net.house.people import KEY, person_of
from net.refusal import Refusal


async def person(office: Office, words: str) -> tuple[str, str]:
    """Find who is meant by a name, a key's fingerprint or an identity; raise BadOrder for nobody."""
    for credential in (words, f"{KEY}{words}"):
        identity = person_of(await office.store.identity_of(credential))
        name = await office.store.name_of(identity)
        if name:
            return identity, name
    try:
        return await find_person(office.house, words)
    except Refusal:
        raise BadOrder(f"Nobody is called {words}, and no key or identity is.") from None


async def mute(office: Office, given: Namespace, _by: Operator) -> Answer:
    """Let somebody say nothing for a while."""
    identity, name = await person(office, given.who)
    until = time.time() + given.time
    await change(office.house, identity, silent_until=until)
    said = f"{name} says nothing until {_stamp(until)}. `unmute` lets them speak."
    return Answer(said, [{"name": name, "identity": identity, "until": _stamp(until)}])


async def unmute(office: Office, given: Namespace, _by: Operator) -> Answer:
    """Let somebody speak again."""
    identity, name = await person(office, given.who)
    await change(office.house, identity, silent_until=0.0)
    return Answer(f"{name} may speak again.", [{"name": name, "identity": identity}])


async def rename(office: Office, given: Namespace, _by: Operator) -> Answer:
    """Give somebody another name, at every table where they sit too."""
    identity, before = await person(office, given.who)
    try:
        name = await call(office.house, identity, given.name)
    except Refusal as refusal:
        raise BadOrder(f"{refusal.text}.") from None
    return Answer(f"{before} is called {name} now.", [{"name": name, "before": before, "identity": identity}])


async def forget_somebody(office: Office, given: Namespace, _by: Operator) -> Answer:
    """Forget somebody for good, as they can ask for themselves."""
    identity, name = await person(office, given.who)
    if not given.yes:
        raise BadOrder(f"That can't be undone: `forget {given.who} --yes` forgets {name}.")
    await forget(office.house, identity)
    return Answer("They are forgotten; records keep a player.", [{"identity": identity}])


async def reports(office: Office, given: Namespace, _by: Operator) -> Answer:
    """List what people have reported, the latest first, with the talk that came before."""
    rows: list[Row] = [
        {
            "id": report.id,
            "at": _stamp(report.at),
            "by": report.by_name,
            "about": report.about_name,
            "identity": report.about,
            "where": report.where,
            "why": report.why,
            "talk": " / ".join(report.talk),
        }
        for report in await office.store.reports(given.last)
    ]
    return Answer("", rows) if rows else Answer("Nobody has reported anything.")


def _stamp(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _who(parser: Parser) -> None:
    parser.add_argument("who", metavar="WHO")


def _mute(parser: Parser) -> None:
    _who(parser)
    parser.add_argument("--for", dest="time", type=span, default=3600.0, metavar="TIME")


def _rename(parser: Parser) -> None:
    _who(parser)
    parser.add_argument("name", metavar="NAME")


def _forget(parser: Parser) -> None:
    _who(parser)
    parser.add_argument("--yes", action="store_true")


PEOPLE_ORDERS = (
    Order("mute", "let somebody say nothing for 1h or as long as told", mute, words=_mute),
    Order("unmute", "let somebody speak again", unmute, words=_who),
    Order("rename", "give somebody another name; the old one stays reserved for them", rename, words=_rename),
    Order("forget", "forget somebody for good: name, keys, settings and talk", forget_somebody, words=_forget),
    Order(
        "reports",
        "what people have reported, the latest first",
        reports,
        noted=False,
        words=lambda parser: parser.add_argument("--last", type=count, default=20, metavar="N"),
    ),
)
