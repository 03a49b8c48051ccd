"""How fast the bots of a house think, for whoever wonders what plays against them."""

from typing import TYPE_CHECKING

from bots.speed import positions_per_second
from bots.worker import JobFailed, WorkerDied
from engines.games import build
from net.house.member import Member
from net.messages import AskSpeed, Speed

if TYPE_CHECKING:
    from net.house.house import House


async def tell_speed(house: "House", member: Member, _message: AskSpeed) -> None:
    """Tell how fast the house thinks; a worker measures it once, and whoever asks does not wait for it."""
    if house.positions:
        member.send(Speed(build=build(), positions=house.positions))
    else:
        house.spawn(_measure(house, member))


async def _measure(house: "House", member: Member) -> None:
    try:
        house.positions = await house.thinker.run(positions_per_second)
    except (JobFailed, WorkerDied):
        return
    member.send(Speed(build=build(), positions=house.positions))
