"""What the other nodes tell of their tables and people, for the lobby here."""

from collections.abc import Container

import msgspec

from net.limits.crowd import Count
from net.messages import TableLine


class Posting(msgspec.Struct, frozen=True, kw_only=True):
    """A table that a node runs: its `line` as strangers see it, who has which seat there, and who left it on purpose.

    Only one that is `shown` is for everybody; whoever has a seat sees the others too. `turn` is the seat to act, `said`
    tells of the talk there: how many lines, and the name and the identity of who said the last of them. Who runs the
    table at an older `epoch` of its log has to let go.
    """

    line: TableLine
    epoch: int
    shown: bool
    holders: dict[str, int]
    left: tuple[str, ...] = ()
    turn: int | None = None
    said: tuple[int, str, str] = (0, "", "")

    def line_for(self, identity: str, deaf_to: Container[str] = ()) -> TableLine:
        """The line as it concerns somebody who has a seat there."""
        seat = self.holders[identity]
        said, said_by, speaker = self.said
        return msgspec.structs.replace(
            self.line,
            seat=seat,
            your_turn=seat == self.turn,
            turn=self.turn,
            said=said,
            said_by="" if speaker in deaf_to else said_by,
        )


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What one node tells of itself; `crowd` is how many connections each source has there, and how many strangers, and
    `meetings` how many tables were opened there for strangers to meet at."""

    people: int = 0
    programs: int = 0
    meetings: int = 0
    postings: dict[str, Posting] = {}
    crowd: dict[str, Count] = {}


class Gossip(msgspec.Struct, frozen=True, kw_only=True):
    """What a node tells the others: all where it is `whole`, else what has changed, and what is gone.

    Each change has a `number`, so that whoever missed one notices and asks for the whole.
    """

    node: str
    number: int
    people: int
    programs: int
    postings: list[Posting]
    crowd: dict[str, Count] = {}
    gone: list[str] = []
    gone_crowd: list[str] = []
    meetings: int = 0
    whole: bool = False

    @classmethod
    def of(cls, node: str, number: int, report: Report, before: Report) -> "Gossip":
        """Tell what is new since a report."""
        return cls(
            node=node,
            number=number,
            people=report.people,
            programs=report.programs,
            postings=[posting for code, posting in report.postings.items() if before.postings.get(code) != posting],
            crowd={source: count for source, count in report.crowd.items() if before.crowd.get(source) != count},
            gone=[code for code in before.postings if code not in report.postings],
            gone_crowd=[source for source in before.crowd if source not in report.crowd],
            meetings=report.meetings,
        )

    @property
    def concerns_tables(self) -> bool:
        """Whether it tells anything of tables."""
        return self.whole or bool(self.postings or self.gone)

    def added_to(self, before: Report) -> Report:
        """The report that a node has given with this."""
        kept = Report() if self.whole else before
        postings = {code: posting for code, posting in kept.postings.items() if code not in self.gone}
        crowd = {source: count for source, count in kept.crowd.items() if source not in self.gone_crowd}
        postings |= {posting.line.code: posting for posting in self.postings}
        return Report(
            people=self.people,
            programs=self.programs,
            meetings=self.meetings,
            postings=postings,
            crowd=crowd | self.crowd,
        )


class Teller:
    """What a node has told the others of itself so far."""

    def __init__(self, node: str) -> None:
        self.number = 0
        self._node = node
        self._report = Report()

    def change(self, report: Report) -> Gossip | None:
        """What there is to tell; None where nothing has changed."""
        if report == self._report:
            return None
        before, self._report = self._report, report
        self.number += 1
        return Gossip.of(self._node, self.number, report, before)

    def whole(self) -> Gossip:
        """All that was told, for whoever has missed some of it."""
        gossip = Gossip.of(self._node, self.number, self._report, Report())
        return msgspec.structs.replace(gossip, whole=True)


class Elsewhere:
    """The reports of all other nodes, put together; empty in a house that is alone."""

    def __init__(self) -> None:
        self.people = 0
        self.programs = 0
        self.public: dict[str, TableLine] = {}
        self._reports: dict[str, Report] = {}
        self._numbers: dict[str, int] = {}
        self._shown: dict[str, Posting] = {}
        self._held: dict[str, dict[str, Posting]] = {}

    @property
    def present(self) -> tuple[int, int]:
        """How many people are there, and how many programs."""
        return self.people, self.programs

    def knows(self, node: str, number: int) -> bool:
        """Whether all is known that a node has told up to this number."""
        return self._numbers.get(node, 0) >= number

    def follows(self, gossip: Gossip) -> bool:
        """Whether nothing was missed before it."""
        known = self._numbers.get(gossip.node, 0)
        return known <= gossip.number if gossip.whole else known == gossip.number - 1

    def crowd_of(self, node: str) -> dict[str, Count]:
        """The connections and strangers that each source has there."""
        return self._reports.get(node, Report()).crowd

    def meetings_of(self, node: str) -> int:
        """How many tables were opened there for strangers to meet at, all of which are known here."""
        return self._reports.get(node, Report()).meetings

    def hear(self, gossip: Gossip) -> set[str]:
        """Take in what a node tells; return who has seats at tables that it told of before and tells of no more."""
        before = self._reports.get(gossip.node, Report())
        self._numbers[gossip.node] = gossip.number
        self._reports[gossip.node] = gossip.added_to(before)
        told = {posting.line.code for posting in gossip.postings}
        return self._change(before, told | (before.postings.keys() if gossip.whole else set(gossip.gone)))

    def forget(self, node: str) -> set[str]:
        """A node is gone; return who had seats at its tables."""
        self._numbers.pop(node, None)
        before = self._reports.pop(node, Report())
        return self._change(before, set(before.postings))

    def _change(self, before: Report, codes: set[str]) -> set[str]:
        self.people = sum(report.people for report in self._reports.values())
        self.programs = sum(report.programs for report in self._reports.values())
        for code in codes:
            self._show(code)
        gone = (before.postings[code] for code in codes if code in before.postings and code not in self._shown)
        return {identity for posting in gone for identity in posting.holders}

    def _show(self, code: str) -> None:
        """Show a table as whoever acquired it last tells of it."""
        if (before := self._shown.pop(code, None)) is not None:
            self.public.pop(code, None)
            for identity in before.holders:
                theirs = self._held[identity]
                del theirs[code]
                if not theirs:
                    del self._held[identity]
        told = [report.postings[code] for report in self._reports.values() if code in report.postings]
        if told:
            posting = self._shown[code] = max(told, key=lambda posting: posting.epoch)
            if posting.shown:
                self.public[code] = posting.line
            for identity in posting.holders:
                self._held.setdefault(identity, {})[code] = posting

    def held_by(self, identity: str, deaf_to: Container[str] = (), but: str = "") -> dict[str, TableLine]:
        """The tables where somebody has a seat, `but` for one, as they concern them."""
        theirs = self._held.get(identity, {})
        return {code: posting.line_for(identity, deaf_to) for code, posting in theirs.items() if code != but}

    def expecting(self, identity: str) -> list[TableLine]:
        """The tables where somebody has a seat that they did not leave on purpose."""
        theirs = self._held.get(identity, {}).values()
        return [posting.line_for(identity) for posting in theirs if identity not in posting.left]
