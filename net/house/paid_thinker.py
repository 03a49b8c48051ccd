"""Bots whose thinking is charged to somebody: whoever has let them think much waits behind others."""

import asyncio
from collections.abc import Callable
from typing import TypeVar, TypeVarTuple

from bots.advice import Advice
from bots.bot import Budget, Decision
from net.house.croupier import Thinker
from net.limits.allowances import Allowances, Use
from net.limits.sources import Payer

Answer = TypeVar("Answer")
Arguments = TypeVarTuple("Arguments")

# More than anybody can use up, so that tables where people wait come before those of programs.
BEHIND_PEOPLE = 1e9


class PaidThinker:
    """Lets bots think for somebody; `people` says whether a person waits for it."""

    def __init__(
        self,
        thinker: Thinker,
        allowances: Allowances,
        payer: Callable[[], Payer],
        people: Callable[[], bool] = lambda: True,
    ) -> None:
        self._thinker = thinker
        self._allowances = allowances
        self._payer = payer
        self._people = people

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
        """Let a bot decide at its payer's place in line, and charge the seconds that it thought."""
        payer = self._payer()
        rank += self._rank(payer)
        advice = await self._thinker.choose(bot, decision, budget, deadline, rank=rank, stop=stop)
        self._allowances.spend(Use.BOT_SECOND, payer, advice.seconds)
        return advice

    async def run(
        self, function: "Callable[[*Arguments], Answer]", *arguments: *Arguments, rank: float = 0.0, cost: float = 0.0
    ) -> Answer:
        """Do a job at its payer's place in line, and charge so many seconds for it."""
        payer = self._payer()
        answer = await self._thinker.run(function, *arguments, rank=rank + self._rank(payer))
        self._allowances.spend(Use.BOT_SECOND, payer, cost)
        return answer

    def _rank(self, payer: Payer) -> float:
        return self._allowances.used(Use.BOT_SECOND, payer) + (0.0 if self._people() else BEHIND_PEOPLE)
