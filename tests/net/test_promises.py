"""Deals that can be checked, at a table and in a house: promised, pledged, added, dealt, revealed."""

import asyncio
from pathlib import Path

import pytest

from engines.promise import Proof, pledge_of
from engines.verify import verify
from net import messages as said
from net.client.conversation import Conversation
from net.client.luck import OwnLuck
from net.refusal import Refusal
from net.setup import Setup, check
from net.tables import promises, seating, turns
from net.tables.entries import Asked, Dealt, Entry, Opened, Promised
from net.tables.live import LiveGame
from net.tables.promises import PATIENCE
from net.tables.table import Table
from tests.net.client_cases import Notes
from tests.net.house_harness import ALONE, Person, enter, happen, open_house, opened, started

PAIR = Setup(game="geschenkt", seats=3, bots=(), take_back=True)
MINE, YOURS = b"my own luck", b"and yours"


def promising_table(*people: str) -> tuple[Table, list[Entry]]:
    """Set a table up as a house does, with a bot on the last seat; also return its log."""
    start = Opened(at=0.0, code="kiwi-42", setup=PAIR, rules=check(PAIR).version, owner=people[0], promises=True)
    table = Table(start)
    entries = [start, *happen(table, [promises.promised(0.0)])]
    for name in people:
        entries += happen(table, seating.sit(table, name, name, None, 0.0))
    entries += happen(table, seating.fill(table, people[0], "easy", None, 0.0))
    return table, entries


def pledge(table: Table, seat: int, data: bytes) -> list[Entry]:
    promise = table.deals.next
    assert promise is not None
    return happen(table, promises.pledge(table, seat, promise.number, pledge_of(promise.digest, seat, data), 1.0))


def add(table: Table, seat: int, data: bytes) -> list[Entry]:
    assert table.deals.next is not None
    return happen(table, promises.add(table, seat, table.deals.next.number, data, 2.0))


def start(table: Table, now: float = 1.0) -> list[Entry]:
    return happen(table, turns.start(table, "Ada", now))


def play_out(table: Table) -> Proof:
    """Play to the end and return the proof in the record, which verifies."""
    live = table.live
    assert live is not None
    while not live.over:
        happen(table, turns.play(table, live.turn, table.seq, live.legal()[-1], 3.0))
        assert live.over or live.record(table.players).proof is None, "nobody sees it before the game is over"
    record = live.record(table.players)
    assert verify(record) is not None
    assert record.proof is not None
    return record.proof


def test_what_was_pledged_is_asked_for_and_then_dealt_with() -> None:
    table, _log = promising_table("Ada", "Bob")
    pledge(table, 0, MINE)
    pledge(table, 1, YOURS)
    assert isinstance(start(table)[0], Asked)
    assert start(table) == [], "it is under way"
    add(table, 0, MINE)
    assert not table.deal_due(2.0)
    add(table, 1, YOURS)
    assert table.deal_due(2.0)
    dealt, promised = happen(table, turns.deal_asked(table, 2.0))
    assert isinstance(dealt, Dealt)
    assert isinstance(promised, Promised)
    proof = play_out(table)
    assert (proof.number, proof.added, proof.withheld) == (1, (MINE, YOURS, b""), ())


def test_without_a_pledge_the_cards_are_dealt_at_once() -> None:
    table, _log = promising_table("Ada", "Bob")
    assert isinstance(start(table)[0], Dealt)
    assert play_out(table).added == (b"", b"", b"")


def test_a_word_needs_no_pledge_before_anybody_is_asked() -> None:
    table, _log = promising_table("Ada", "Bob")
    add(table, 1, b"luck!")
    assert isinstance(start(table)[0], Dealt)
    assert play_out(table).added == (b"", b"luck!", b"")


def test_who_does_not_show_what_they_pledged_is_named_and_holds_nobody_up_for_long() -> None:
    table, _log = promising_table("Ada", "Bob")
    pledge(table, 0, MINE)
    pledge(table, 1, YOURS)
    start(table, now=10.0)
    add(table, 0, MINE)
    assert table.wake() == 10.0 + PATIENCE
    assert turns.deal_asked(table, 10.0) == []
    happen(table, turns.deal_asked(table, 10.0 + PATIENCE))
    proof = play_out(table)
    assert (proof.added, proof.withheld) == ((MINE, b"", b""), (1,))


def test_nobody_changes_their_mind_or_comes_late() -> None:
    table, _log = promising_table("Ada", "Bob")
    pledge(table, 0, MINE)
    assert pledge(table, 0, MINE) == []
    with pytest.raises(Refusal, match="too late"):
        pledge(table, 0, YOURS)
    with pytest.raises(Refusal, match="not what you have pledged"):
        add(table, 0, YOURS)
    start(table)
    for refused in (pledge, add):
        with pytest.raises(Refusal, match="too late"):
            refused(table, 1, YOURS)


@pytest.mark.parametrize("deal", [0, 2])
def test_only_the_next_deal_takes_anything(deal: int) -> None:
    table, _log = promising_table("Ada", "Bob")
    with pytest.raises(Refusal, match="no such deal"):
        promises.pledge(table, 0, deal, bytes(32), 1.0)
    with pytest.raises(Refusal, match="no such deal"):
        promises.add(table, 0, deal, MINE, 1.0)
    with pytest.raises(Refusal, match="only watching"):
        promises.add(table, None, 1, MINE, 1.0)


def test_whoever_takes_a_seat_over_has_pledged_nothing_and_the_deal_waits_again() -> None:
    table, _log = promising_table("Ada", "Bob")
    pledge(table, 0, MINE)
    pledge(table, 1, YOURS)
    start(table)
    add(table, 0, MINE)
    happen(table, seating.give_up(table, "Bob", 2.0))
    assert not table.deal_due(9.0)
    happen(table, seating.sit(table, "Cy", "Cy", None, 2.0))
    with pytest.raises(Refusal, match="too late"):
        pledge(table, 1, b"I have seen hers")
    start(table)
    assert play_out(table).added == (MINE, b"", b"")


def test_every_step_is_in_the_log_and_a_table_brought_back_goes_on_with_the_same_luck() -> None:
    table, log = promising_table("Ada", "Bob")
    log += pledge(table, 0, MINE)
    log += start(table)
    log += add(table, 0, MINE)
    log += happen(table, turns.deal_asked(table, 2.0))
    again = Table.restore(log)
    assert again.live is not None
    assert table.live is not None
    assert again.live.proof == table.live.proof
    assert again.deals.next == table.deals.next
    assert play_out(again) == play_out(table)


def test_numbers_have_no_gaps_and_a_dropped_deal_is_revealed_with_the_next() -> None:
    table, _log = promising_table("Ada")
    start(table)
    live = table.live
    assert live is not None
    first = live.proof
    assert first is not None
    pass_on(table, live)
    happen(table, turns.play(table, 0, table.seq, "pass", 1.0))
    pass_on(table, live)
    happen(table, turns.take_back(table, 0, table.seq, 1.0))
    while not live.over:
        pass_on(table, live, "take")
        if not live.over:
            happen(table, turns.play(table, 0, table.seq, "take", 1.0))
    assert live.record(table.players).proof is None, "cards that could be seen were taken back"
    start(table)
    second = table.live
    assert second is not None
    assert second.proof is not None
    assert second.proof.number == 2
    assert [(dropped.number, dropped.secret) for dropped in second.proof.dropped] == [(1, first.secret)]


def pass_on(table: Table, live: LiveGame, move: str = "pass") -> None:
    """Let the bots move until it is the turn of the first seat, or the game is over."""
    while not live.over and live.turn != 0:
        turn = table.bot_turn(1.0)
        assert turn is not None
        happen(table, turns.play_bot(table, turn, move, 1.0))


def test_a_table_of_before_promises_nothing() -> None:
    old = Opened(at=0.0, code="kiwi-42", setup=ALONE, rules=check(ALONE).version, owner="Ada")
    table = Table(old)
    happen(table, seating.sit(table, "Ada", "Ada", None, 0.0))
    happen(table, seating.fill(table, "Ada", "easy", None, 0.0))
    assert [type(entry) for entry in start(table)] == [Dealt]
    assert table.live is not None
    assert table.live.proof is None


async def test_a_house_shows_the_promise_before_the_deal_and_the_proof_after_the_game(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, table = await opened(house)
        assert table.promise is not None
        ada.tell(said.AddLuck(deal=1, data=b"luck!"))
        ada.tell(said.Start())
        over = await ada.finish(await ada.my_turn())
        assert over.dealt is not None
        assert (over.dealt.promise, over.dealt.added) == (table.promise.promise, (0,))
        (line,) = (await ada.ask(said.MyGames(), said.Games)).games
        record = (await ada.ask(said.Fetch(id=line.id), said.RecordFile)).record
    verified = verify(record)
    assert verified is not None
    assert (verified.promise, verified.adding) == (table.promise.promise, [0])


async def test_two_clients_on_machines_of_their_own_pledge_and_show_by_themselves(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, table = await opened(house, Setup(game="geschenkt", seats=3, bots=("easy",)))
        bob = await enter(house, "Bob")
        await bob.ask(said.Sit(code=table.code), said.Update)
        people = {}
        for person in (ada, bob):
            talk = Conversation(Notes(), returns=True)
            talk.dialled(0.0)
            talk.take()
            talk.hear(last_update(person), 0.0)
            people[person] = talk
            (pledged,) = talk.take()
            assert isinstance(pledged, said.Pledge)
            person.tell(pledged)
        ada.tell(said.Start())
        dealt = await asyncio.gather(*(until_dealt(person, talk) for person, talk in people.items()))
    assert table.promise is not None
    for update in dealt:
        assert update.dealt is not None
        assert (update.dealt.promise, update.dealt.added) == (table.promise.promise, (0, 1))


async def until_dealt(person: Person, talk: Conversation) -> said.Update:
    """Let somebody's client answer whatever the house says until the cards are dealt."""
    while (update := await person.hear(said.Update)).dealt is None:
        talk.hear(update, 0.0)
        for message in talk.take():
            person.tell(message)
    return update


def last_update(person: Person) -> said.Update:
    return next(message for message in reversed(person.heard) if isinstance(message, said.Update))


def test_a_screen_in_the_house_adds_nothing_by_itself() -> None:
    table, _log = promising_table("Ada", "Bob")
    talk = Conversation(Notes())
    talk.dialled(0.0)
    talk.take()
    talk.hear(seen(table, 0), 0.0)
    assert talk.take() == []


async def test_in_ones_own_house_nothing_is_promised(tmp_path: Path) -> None:
    async with open_house(tmp_path, own=True) as house:
        _ada, update = await started(house)
    assert (update.promise, update.dealt) == (None, None)


def test_own_luck_is_pledged_at_once_shown_when_asked_for_and_new_for_each_deal() -> None:
    table, _log = promising_table("Ada", "Bob")
    luck = OwnLuck()
    pledged = luck.answer(seen(table, 0))
    assert isinstance(pledged, said.Pledge)
    happen(table, promises.pledge(table, 0, pledged.deal, pledged.digest, 1.0))
    assert luck.answer(seen(table, 0)) is None
    assert luck.answer(seen(table, None)) is None
    start(table)
    shown = luck.answer(seen(table, 0))
    assert isinstance(shown, said.AddLuck)
    happen(table, promises.add(table, 0, shown.deal, shown.data, 1.0))
    happen(table, turns.deal_asked(table, 1.0))
    following = luck.answer(seen(table, 0))
    assert isinstance(following, said.Pledge)
    assert (following.deal, following.digest == pledged.digest) == (2, False)
    assert play_out(table).added[0] == shown.data


def seen(table: Table, seat: int | None) -> said.Update:
    """The part of an Update that matters here."""
    promise = table.deals.next
    assert promise is not None
    return said.Update(
        code=table.code,
        setup=table.setup,
        phase=table.phase,
        seq=table.seq,
        number=table.number,
        seat=seat,
        seats=(),
        promise=promise.line(),
    )
