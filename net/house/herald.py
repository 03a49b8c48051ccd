"""Tells everybody in the lobby what is new there: differences, encoded once for all who may see the same."""

from collections.abc import Container

import msgspec

from engines.wire import Message, encode
from net.house.lobby import Lobby, LobbyPage
from net.house.member import Member
from net.house.members import Members
from net.messages import TableLine, YourTables
from net.tables.clock import Moment


class Herald:
    """The lobby at one moment, and what was encoded of it."""

    def __init__(self, lobby: Lobby, members: Members, now: Moment) -> None:
        self._lobby = lobby
        self._now = now
        self._notices = lobby.notices(self._now)
        elsewhere = lobby.elsewhere
        public = {**elsewhere.public, **self._notices.public} if elsewhere.public else self._notices.public
        (people, programs), twice = members.count(), members.count_twice()
        people, programs = people + elsewhere.people - twice[0], programs + elsewhere.programs - twice[1]
        self._public = LobbyPage(public, people, lobby.talk.end, programs)
        # The pages are kept too, so that no other page can come to have the same id.
        self._encoded: dict[int, tuple[LobbyPage | None, bytes]] = {}

    def tell(self, member: Member) -> None:
        """Tell somebody what they don't know yet."""
        held = self._held_by(member)
        before, page = member.lobby, self._page(held)
        if page == before:
            return
        member.lobby, member.held = page, _shape(held)
        known = before if member.changes else None
        if page is self._public and not member.deaf_to:
            member.send_bytes(self._encode_once(known))
        else:
            member.send(self._message(known, page, member.deaf_to))

    def tell_tables(self, member: Member) -> None:
        """Tell somebody at a table of the others where they have a seat, where anything but a clock has changed."""
        held = self._held_by(member, but=member.where)
        known = {code: line for code, line in member.held.items() if code != member.where}
        if (shape := _shape(held)) != known:
            member.held = shape
            member.send(YourTables(tables=tuple(held.values())))

    def _held_by(self, member: Member, but: str = "") -> dict[str, TableLine]:
        deaf_to = member.deaf_to | {member.person}
        held = {code: note.line for code, note in member.asleep.items() if code != but}
        held |= self._lobby.elsewhere.held_by(member.identity, deaf_to, but)
        held |= self._notices.held_by(member.identity, self._now, deaf_to, but)
        return held

    def page_of(self, member: Member) -> LobbyPage:
        """What somebody is shown."""
        return self._page(self._held_by(member))

    def _page(self, held: dict[str, TableLine]) -> LobbyPage:
        return self._public._replace(tables={**self._public.tables, **held}) if held else self._public

    def _message(self, before: LobbyPage | None, page: LobbyPage, deaf_to: Container[str] = ()) -> Message:
        return self._lobby.whole(page, deaf_to) if before is None else self._lobby.change(before, page, deaf_to)

    def _encode_once(self, before: LobbyPage | None) -> bytes:
        if id(before) not in self._encoded:
            self._encoded[id(before)] = (before, encode(self._message(before, self._public)))
        return self._encoded[id(before)][1]


def _shape(held: dict[str, TableLine]) -> dict[str, TableLine]:
    return {code: msgspec.structs.replace(line, left=None) for code, line in held.items()}
