"""Bots in the house: they think beside it, are hurried, fail without harm, and move for who is late."""

import asyncio
from pathlib import Path

from bots.advice import Advice
from bots.bot import Budget, Decision
from net import messages as said
from net.setup import Setup
from tests.net.house_harness import (
    QuickThinker,
    enter,
    open_house,
    opened,
    started,
)


async def test_at_zero_on_the_clock_a_bot_moves(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, update = await started(house, Setup(game="geschenkt", seats=3, bots=("easy", "easy"), clock=1))
        assert update.left is not None
        late = await ada.hear(said.Update)
        assert late.seq > update.seq
        assert "late" in [event.kind for event in late.events]


async def test_a_hint_is_the_advice_of_a_bot_for_this_seat_only(tmp_path: Path) -> None:
    thinker = QuickThinker()
    async with open_house(tmp_path, thinker) as house:
        ada, update = await started(house)
        advised = await ada.ask(said.Hint(seq=update.seq), said.Advised)
        assert advised.seq == update.seq
        assert {choice.move for choice in advised.choices} == set(update.legal)
        assert thinker.asked[-1] == "expert"
        await ada.finish(update)
        (line,) = (await ada.ask(said.MyGames(), said.Games)).games
        assert line.hints == 1


async def test_a_program_gets_its_memory_and_the_whole_history_and_everybody_knows(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, table = await opened(house, Setup(game="geschenkt", seats=3, bots=("easy",)))
        robot = await enter(house, "Ada's robot", program=True)
        await robot.ask(said.Sit(code=table.code), said.Update)
        ada.tell(said.Start())
        update = await robot.hear(said.Update)
        while update.view is None:
            update = await robot.hear(said.Update)
        assert len(update.view["memory"]["chips"]) == 3
        assert update.history_from == 0
        assert update.seats[1].kind == "program"


class Ponderer(QuickThinker):
    """Thinks until it is told to stop."""

    async def choose(
        self,
        bot: str,
        decision: Decision,
        budget: Budget,
        deadline: float,
        *,
        rank: float = 0.0,
        stop: asyncio.Event | None = None,
    ) -> Advice:
        assert stop is not None
        await stop.wait()
        return await super().choose(bot, decision, budget, deadline)


async def test_who_hurries_bots_also_ends_their_thinking(tmp_path: Path) -> None:
    async with open_house(tmp_path, Ponderer()) as house:
        ada, _table = await opened(house)
        update = await ada.ask(said.Start(), said.Update)
        for _ in range(3):
            while not update.legal:
                ada.tell(said.Hurry())
                update = await ada.hear(said.Update)
            ada.tell(said.Play(seq=update.seq, move=update.legal[0]))
            update = await ada.hear(said.Update)


class Broken(QuickThinker):
    """Fails, or answers nonsense, every other time."""

    async def choose(
        self,
        bot: str,
        decision: Decision,
        budget: Budget,
        deadline: float,
        *,
        rank: float = 0.0,
        stop: asyncio.Event | None = None,
    ) -> Advice:
        self.asked.append(bot)
        if len(self.asked) % 2:
            raise RuntimeError("no idea")
        return Advice("dance", ())


async def test_a_thinker_that_fails_or_talks_nonsense_does_not_stop_the_game(tmp_path: Path) -> None:
    async with open_house(tmp_path, Broken()) as house:
        ada, first = await started(house)
        await ada.finish(first)
        refused = await ada.ask(said.Hint(seq=first.seq), said.Refused)
        assert refused.about == "hint"


async def test_who_is_alone_with_bots_may_hurry_them_until_it_is_their_turn(tmp_path: Path) -> None:
    async with open_house(tmp_path, pace=3600.0) as house:
        ada, table = await opened(house)
        update = await ada.ask(said.Start(), said.Update)
        for _ in range(2):
            ada.tell(said.Hurry())
            update = update if update.legal else await ada.my_turn()
            update = await ada.ask(said.Play(seq=update.seq, move=update.legal[0]), said.Update)
        eve = await enter(house, "Eve")
        await eve.ask(said.Watch(code=table.code), said.Update)
        assert "Others want to follow" in (await ada.ask(said.Hurry(), said.Refused)).text
