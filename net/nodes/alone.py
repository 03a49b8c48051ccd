"""A house that is alone: there is nobody to ask."""

from typing import Any

from net.nodes.elsewhere import Elsewhere
from net.nodes.meetings import NoMeetings
from net.nodes.nodes import Amendment, Call, Front, Host, Nodes, Tunnel
from net.nodes.sessions import Sessions, Stamp
from net.tables.table import Spoken


class Alone(Nodes):
    """No other houses."""

    name = ""

    def __init__(self) -> None:
        self.elsewhere = Elsewhere()
        self.sessions = Sessions()
        self.meetings = NoMeetings()

    async def open(self, host: Host[Any]) -> None:
        pass

    async def close(self) -> None:
        pass

    async def is_first(self) -> bool:
        return True

    def is_open(self, node: str) -> bool:
        return False

    async def dial(self, node: str, call: Call, front: Front) -> Tunnel | None:
        return None

    def tell_owned(self, code: str, epoch: int) -> None:
        pass

    def tell_came(self, identity: str, stamp: Stamp) -> None:
        pass

    def tell_went(self, identity: str, stamp: Stamp) -> None:
        pass

    def tell_talk(self, spoken: Spoken, *, announced: bool = False) -> None:
        pass

    async def amend(self, node: str, code: str, amendment: Amendment) -> bool:
        return False

    def tell_amended(self, amendment: Amendment) -> None:
        pass

    def tell_account(self, person: str) -> None:
        pass

    def tell_news(self) -> None:
        pass
