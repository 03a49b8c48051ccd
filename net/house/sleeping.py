"""When people sleep: so long the turns of days wait for them, at tables that let it count."""

from typing import TYPE_CHECKING

from engines.words import N_
from net.house.accounts import change, tell_about
from net.house.amending import note_sleep
from net.house.member import Member
from net.messages.account import SetSleep
from net.refusal import Refusal
from net.sleep import LONGEST, find_zone

if TYPE_CHECKING:
    from net.house.house import House

ASLEEP = N_("Where a table lets sleep count, no turn of yours ends while you sleep.")
AWAKE = N_("Your sleep is forgotten.")


async def set_sleep(house: "House", member: Member, message: SetSleep) -> None:
    """Remember when somebody sleeps, and tell the tables where they have a seat."""
    sleep = message.sleep
    if sleep is not None:
        if find_zone(sleep.zone) is None:
            raise Refusal(N_("That zone is not known here; Europe/Paris, America/New_York and UTC are"))
        if not 0 < sleep.minutes <= LONGEST:
            raise Refusal(N_("Sleep takes {hours:hour|hours} at most"), {"hours": LONGEST // 60})
    await change(house, member.person, sleep=sleep)
    house.nodes.tell_account(member.person)  # the table may be another house's
    for note in await house.store.seats_of(member.person):
        if note.line.setup.nights and (croupier := await house.usher.wake(note.table)) is not None:
            await note_sleep(croupier, member.person, sleep)
    await tell_about(house, member, AWAKE if sleep is None else ASLEEP)
