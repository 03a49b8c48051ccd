"""What nodes tell each other of themselves: changes by their numbers, and the whole for whoever missed one."""

import msgspec

from net.limits.crowd import Count
from net.messages import TableLine
from net.nodes.elsewhere import Elsewhere, Posting, Report, Teller
from net.setup import Setup
from net.values import Phase


def posting(code: str, holder: str = "key:Ada", *, epoch: int = 1, shown: bool = True) -> Posting:
    line = TableLine(code=code, setup=Setup(game="geschenkt", seats=3), phase=Phase.WAITING, seats=(), number=0)
    return Posting(line=line, epoch=epoch, shown=shown, holders={holder: 0})


def report(*postings: Posting, people: int = 1, **crowd: Count) -> Report:
    return Report(people=people, postings={each.line.code: each for each in postings}, crowd=crowd)


def test_nothing_is_told_where_nothing_has_changed() -> None:
    told = Teller("north")
    assert told.change(Report()) is None
    assert told.change(report(posting("fig-1"))) is not None
    assert told.change(report(posting("fig-1"))) is None


def test_changes_add_up_to_what_there_is() -> None:
    told, elsewhere = Teller("north"), Elsewhere()
    first, second = posting("fig-1"), posting("fig-2", shown=False)
    for now in (
        report(first, a=Count(2, 1)),
        report(first, second, people=3, b=Count(1, 0)),
        msgspec.structs.replace(report(second), meetings=2),
    ):
        gossip = told.change(now)
        assert gossip is not None
        assert elsewhere.follows(gossip)
        elsewhere.hear(gossip)
        assert elsewhere.crowd_of("north") == now.crowd
        assert elsewhere.people == now.people
        assert elsewhere.meetings_of("north") == now.meetings
        assert elsewhere.public.keys() == {code for code, each in now.postings.items() if each.shown}
    assert list(elsewhere.held_by("key:Ada")) == ["fig-2"]


def test_F89_whoever_missed_a_change_notices_and_knows_all_again_from_the_whole() -> None:
    told, elsewhere = Teller("north"), Elsewhere()
    told.change(report(posting("fig-1")))
    late = told.change(report(posting("fig-1"), posting("fig-2")))
    assert late is not None
    assert not elsewhere.follows(late)
    assert not elsewhere.knows("north", told.number)
    elsewhere.hear(told.whole())
    assert elsewhere.knows("north", told.number)
    assert sorted(elsewhere.public) == ["fig-1", "fig-2"]
    assert not elsewhere.follows(late), "it is in the whole already"


def test_the_whole_takes_down_what_is_gone() -> None:
    told, elsewhere = Teller("north"), Elsewhere()
    gossip = told.change(report(posting("fig-1"), posting("fig-2", "key:Bob")))
    assert gossip is not None
    elsewhere.hear(gossip)
    told.change(report(posting("fig-1")))
    assert elsewhere.hear(told.whole()) == {"key:Bob"}
    assert list(elsewhere.public) == ["fig-1"]


def test_a_table_of_two_nodes_is_shown_as_the_one_that_acquired_it_last_tells() -> None:
    elsewhere = Elsewhere()
    for node, holder, epoch in (("north", "key:Bob", 2), ("south", "key:Ada", 1)):
        gossip = Teller(node).change(report(posting("fig-1", holder, epoch=epoch)))
        assert gossip is not None
        elsewhere.hear(gossip)
    assert (list(elsewhere.held_by("key:Bob")), list(elsewhere.held_by("key:Ada"))) == (["fig-1"], [])
    assert elsewhere.forget("north") == set(), "the other one still tells of it"
    assert list(elsewhere.held_by("key:Ada")) == ["fig-1"]
    assert elsewhere.forget("south") == {"key:Ada"}
    assert not elsewhere.public
