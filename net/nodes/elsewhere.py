"""What the other nodes tell of their tables and people, for the lobby here."""

from collections.abc import Iterator

import msgspec

from net.messages import TableLine


class Posting(msgspec.Struct, frozen=True, kw_only=True):
    """A table that a node runs: its `line` as strangers see it, who has which seat there, and who left it on purpose.

    Only one that is `shown` is for everybody; whoever has a seat sees the others too. `turn` is the seat to act.
    """

    line: TableLine
    shown: bool
    holders: dict[str, int]
    left: tuple[str, ...] = ()
    turn: int | None = None

    def line_for(self, identity: str) -> TableLine:
        """The line as it concerns somebody who has a seat there."""
        seat = self.holders[identity]
        return msgspec.structs.replace(self.line, seat=seat, your_turn=seat == self.turn)


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What one node tells of itself."""

    people: int = 0
    programs: int = 0
    postings: dict[str, Posting] = {}


class Gossip(msgspec.Struct, frozen=True, kw_only=True):
    """What a node tells the others: all where it is `whole`, else what has changed, and which tables are gone."""

    node: str
    people: int
    programs: int
    postings: list[Posting]
    gone: list[str] = []
    whole: bool = True

    @classmethod
    def of(cls, node: str, report: Report, before: Report | None) -> "Gossip":
        """Tell what is new since a report, or all."""
        known = before.postings if before is not None else {}
        return cls(
            node=node,
            people=report.people,
            programs=report.programs,
            postings=[posting for code, posting in report.postings.items() if known.get(code) != posting],
            gone=[code for code in known if code not in report.postings],
            whole=before is None,
        )


class Elsewhere:
    """The reports of all other nodes, put together; empty in a house that is alone."""

    def __init__(self) -> None:
        self.people = 0
        self.programs = 0
        self.public: dict[str, TableLine] = {}
        self._reports: dict[str, Report] = {}
        self._held: dict[str, dict[str, Posting]] = {}

    def hear(self, gossip: Gossip) -> set[str]:
        """Take in what a node tells; return who has seats at tables that it told of before and tells of no more."""
        before = self._reports.get(gossip.node, Report()).postings
        told = {posting.line.code: posting for posting in gossip.postings}
        kept = {} if gossip.whole else {code: before[code] for code in before if code not in gossip.gone}
        postings = {**kept, **told}
        self._reports[gossip.node] = Report(people=gossip.people, programs=gossip.programs, postings=postings)
        self._put_together()
        return {who for code, posting in before.items() if code not in postings for who in posting.holders}

    def forget(self, node: str) -> set[str]:
        """A node is gone; return who had seats at its tables."""
        told = self._reports.pop(node, Report())
        self._put_together()
        return {identity for posting in told.postings.values() for identity in posting.holders}

    def held_by(self, identity: str) -> dict[str, TableLine]:
        """The tables where somebody has a seat, as they concern them."""
        return {code: posting.line_for(identity) for code, posting in self._held.get(identity, {}).items()}

    def expecting(self, identity: str) -> list[TableLine]:
        """The tables where somebody has a seat that they did not leave on purpose."""
        theirs = self._held.get(identity, {}).values()
        return [posting.line_for(identity) for posting in theirs if identity not in posting.left]

    def _postings(self) -> Iterator[Posting]:
        for report in self._reports.values():
            yield from report.postings.values()

    def _put_together(self) -> None:
        self.people = sum(report.people for report in self._reports.values())
        self.programs = sum(report.programs for report in self._reports.values())
        self.public = {posting.line.code: posting.line for posting in self._postings() if posting.shown}
        self._held = {}
        for posting in self._postings():
            for identity in posting.holders:
                self._held.setdefault(identity, {})[posting.line.code] = posting
