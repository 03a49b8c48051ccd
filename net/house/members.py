"""Who is in the house: one person may be in with several terminals, here and at other nodes."""

from collections.abc import Iterable, Iterator

from net.house.member import Member
from net.nodes.sessions import Sessions, Told


class Members:
    """The sessions here, those of one identity from the oldest to the latest; `elsewhere` are those at other nodes.

    An identity is `in` it while any session of theirs is in the house, wherever.
    """

    def __init__(self, elsewhere: Sessions) -> None:
        self._elsewhere = elsewhere
        self._of: dict[str, list[Member]] = {}

    def __iter__(self) -> Iterator[Member]:
        return iter([member for members in self._of.values() for member in members])

    def __len__(self) -> int:
        return sum(map(len, self._of.values()))

    def __contains__(self, identity: object) -> bool:
        return identity in self._of or identity in self._elsewhere

    def of(self, identity: str) -> list[Member]:
        """The sessions of one identity here."""
        return list(self._of.get(identity, ()))

    def add(self, member: Member) -> None:
        """Let a session be known."""
        self._of.setdefault(member.identity, []).append(member)

    def discard(self, member: Member) -> bool:
        """Forget a session; false where that was done before."""
        members = self._of.get(member.identity, [])
        if member not in members:
            return False
        members.remove(member)
        if not members:
            del self._of[member.identity]
        return True

    def surplus(self, identity: str, most: int) -> list[Member]:
        """The sessions here that are not among the latest of one identity, in the whole house."""
        mine = self.of(identity)
        latest = sorted([*self._elsewhere.of(identity), *(member.stamp for member in mine)])[-most:]
        return [member for member in mine if member.stamp not in latest]

    def count(self) -> tuple[int, int]:
        """Count the people who are in here, and their programs."""
        return _count(self._of.values())

    def count_twice(self) -> tuple[int, int]:
        """Count those of them who are in at other nodes too."""
        return _count(members for identity, members in self._of.items() if identity in self._elsewhere)

    def told(self) -> Told:
        """What other nodes are told of who is in here."""
        return {identity: [member.stamp for member in members] for identity, members in self._of.items()}


def _count(sessions: Iterable[list[Member]]) -> tuple[int, int]:
    programs = [members[0].program for members in sessions]
    return len(programs) - sum(programs), sum(programs)
