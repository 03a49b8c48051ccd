"""Bots whose thinking is charged to somebody: whoever has let them think much waits behind others."""

import asyncio
from collections.abc import Callable

from bots.advice import Advice
from bots.bot import Budget, Decision
from net.house.croupier import Thinker
from net.limits.allowances import Allowances, Use
from net.limits.sources import Payer

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
        rank += self._allowances.used(Use.BOT_SECOND, payer) + (0.0 if self._people() else BEHIND_PEOPLE)
        advice = await self._thinker.choose(bot, decision, budget, deadline, rank=rank, stop=stop)
        self._allowances.spend(Use.BOT_SECOND, payer, advice.seconds)
        return advice
