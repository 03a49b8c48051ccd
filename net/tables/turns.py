"""What may be played and said: each question returns the entries that would happen, or raises a Refusal."""

from engines.chance import Chance, GivenStart
from engines.game import IllegalMove
from engines.promise import luck_of
from engines.record import BadRecord, Record
from engines.words import N_
from net.messages import PHRASES
from net.names import clean_talk
from net.refusal import Refusal
from net.tables import entries as log
from net.tables.live import LiveGame, draw_deal
from net.tables.promises import promised
from net.tables.seating import check_host
from net.tables.table import BotTurn, Table
from net.values import MovedBy, Phase


def start(table: Table, identity: str, now: float) -> list[log.Entry]:
    """Deal the first game or the next one, as the host wishes."""
    check_host(table, identity)
    if table.phase is Phase.PLAYING:
        raise Refusal(N_("The game has already begun"))
    return _deal(table, now)


def again(table: Table, identity: str, now: float) -> list[log.Entry]:
    """Wish for another game; it is dealt when all who can be asked want it, with bots on the seats of who left."""
    seat = table.seats.of(identity)
    if seat is None:
        raise Refusal(N_("You are only watching"))
    if table.phase is not Phase.OVER:
        raise Refusal(N_("The game is not over yet"))
    if table.setup.daily:
        raise Refusal(N_("The daily is played once"))
    others = [other for other in table.asked if other.identity != identity]
    wishes = [] if table.seats[seat].again else [log.Wished(at=now, seat=seat)]
    return [*wishes, *_deal_again(table, now)] if all(other.again for other in others) else [*wishes]


def rematch(table: Table, now: float) -> list[log.Entry]:
    """Deal another game if everybody who is asked has wished for it, or has had days to do so in a match."""
    due = table.rematch_due or table.next_game_at <= now
    return _deal_again(table, now) if due and not table.stands else []


def fill_and_deal(table: Table, now: float) -> list[log.Entry]:
    """Put bots on the free seats of a table that has waited long enough for people, and deal."""
    if table.fill_at > now or table.deals.due_at < float("inf"):
        return []
    return _deal_again(table, now)


def _deal_again(table: Table, now: float) -> list[log.Entry]:
    free = table.seats.free()
    names = table.seats.bot_names(table.setup.keeper, len(free))
    bots = [
        log.Filled(at=now, seat=seat, level=table.setup.keeper, name=name)
        for seat, name in zip(free, names, strict=True)
    ]
    return [*bots, *_draw_deal(table, now)]


def _deal(table: Table, now: float) -> list[log.Entry]:
    free = len(table.seats.free())
    if free:
        raise Refusal(N_("{free:seat is|seats are} still free: wait, or put bots there"), {"free": free})
    return _draw_deal(table, now)


def _draw_deal(table: Table, now: float) -> list[log.Entry]:
    """Deal, or where luck was pledged for it ask for that first."""
    _check_going(table)
    if table.setup.daily:
        raise Refusal(N_("The daily is played once"))
    promise = table.deals.next
    if promise is not None and promise.missing:
        return [] if promise.asked_at is not None else [log.Asked(at=now)]
    return _deal_now(table, now)


def _deal_now(table: Table, now: float) -> list[log.Entry]:
    start = None if table.match is None or table.match.over else table.match.next_start
    chance: Chance = table.luck if start is None else GivenStart(table.luck, start)
    proof = table.deals.proof(start)
    if proof is not None:
        chance = luck_of(proof)
    luck = draw_deal(table.game, table.setup, chance)
    dealt = log.Dealt(at=now, luck=luck, promised=proof is not None, start=start)
    return [dealt, promised(now)] if table.deals.promises else [dealt]


def deal_asked(table: Table, now: float) -> list[log.Entry]:
    """Deal what was asked for, once everybody has shown what they pledged or has had their time."""
    return _deal_now(table, now) if table.deal_due(now) and not table.stands else []


def play_on(record: Record, moves: int, now: float) -> list[log.Entry]:
    """Begin in the middle of an older game."""
    wanted = min(moves, len(record.moves))
    try:
        live = LiveGame.played_on(record, wanted)
    except BadRecord as error:
        raise Refusal.literal(error) from None
    if live.over:
        raise Refusal(N_("The game is over there: choose an earlier move"))
    return [log.PlayedOn(at=now, record=record, moves=wanted)]


def play(table: Table, seat: int | None, seq: int, move: str, now: float) -> list[log.Entry]:
    """Let a seat move in answer to a state; nothing more happens where this very answer was taken before."""
    live = _live(table, seat)
    try:
        said = live.read(move)
    except IllegalMove as error:
        raise Refusal.of_move(error) from None
    if seat is not None and table.answered.get(seat) == (seq, said):
        return []
    _check_going(table)
    _check_current(table, seq)
    if not live.over and live.turn != seat:
        raise Refusal(N_("It is the turn of {who:seat}"), {"who": live.turn})
    if table.deadline is not None and table.deadline <= now:
        raise Refusal(N_("Your time is up, a bot moves for you"))
    return [_move(table, live, said, MovedBy.SEAT, now)]


def play_bot(table: Table, turn: BotTurn, move: str, now: float) -> list[log.Entry]:
    """Let a bot move, unless its turn has gone by while it was thinking."""
    if table.live is None or table.bot_turn(now) != turn:
        return []
    return [_move(table, table.live, move, turn.by, now)]


def _move(table: Table, live: LiveGame, move: str, by: MovedBy, now: float) -> log.Entry:
    try:
        luck = live.try_move(move, live.chance(table.luck))
    except IllegalMove as error:
        raise Refusal.of_move(error) from None
    return log.Moved(at=now, seat=live.turn, move=move, luck=luck, by=by)


def take_back(table: Table, seat: int | None, seq: int, now: float) -> list[log.Entry]:
    """Go back to a seat's last decision, where it plays alone against bots and the table allows it."""
    live = _live(table, seat)
    _check_going(table)
    _check_current(table, seq)
    if not table.setup.take_back:
        raise Refusal(N_("At this table nothing is taken back"))
    if len(table.seats.held()) > 1:
        raise Refusal(N_("You can take back only while you play alone against bots"))
    moves = live.moves_before_last_of(seat) if seat is not None and not live.over else None
    if seat is None or moves is None:
        raise Refusal(N_("There is nothing to take back"))
    # What came after the move has been seen: it must not come again.
    return [log.TookBack(at=now, seat=seat, moves=moves, luck=live.try_take_back(moves, table.luck))]


def hint(table: Table, seat: int | None, seq: int, now: float) -> list[log.Entry]:
    """Mark that a seat asks for a hint, where the table allows it; once for a move is enough."""
    live = _live(table, seat)
    _check_going(table)
    _check_current(table, seq)
    if not table.setup.hints:
        raise Refusal(N_("This table gives no hints"))
    if live.over or live.turn != seat:
        raise Refusal(N_("A hint is for your own turn"))
    return [] if live.hinted else [log.Hinted(at=now, seat=live.turn)]


def say(
    table: Table, identity: str, name: str, text: str, phrase: int | None, now: float, *, person: str = ""
) -> list[log.Entry]:
    """Talk at the table, in one's own words or with a phrase that everybody reads in their language."""
    words = clean_talk(text) if phrase is None else PHRASES[phrase]
    seat = table.seats.of(identity)
    if seat is None and table.silent:
        raise Refusal(N_("The table's owner asks those who watch to be silent"))
    said = log.Said(at=now, seat=seat, name=name, text=words, phrase=phrase is not None, identity=person or identity)
    return [said] if words else []


def _live(table: Table, seat: int | None) -> LiveGame:
    if seat is None:
        raise Refusal(N_("You are only watching"))
    if table.live is None:
        raise Refusal(N_("The cards are not dealt yet"))
    return table.live


def _check_going(table: Table) -> None:
    if table.stands:
        raise Refusal(table.stands)


def _check_current(table: Table, seq: int) -> None:
    if seq != table.seq:
        raise Refusal(N_("The table has moved on since then"), seq=table.seq)
