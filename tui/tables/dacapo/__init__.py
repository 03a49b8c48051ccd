"""Da Capo: three build piles in the lamp's light, and what every card of yours could do there."""

from tui.draw.palette import Felt
from tui.motion import complete, fly, turn_up
from tui.tables.dacapo.moments import moment
from tui.tables.dacapo.reasons import reason
from tui.tables.dacapo.steps import HELPER_KEYS, choices
from tui.tables.dacapo.table import draw, draw_still_life, explain
from tui.tables.dacapo.words import PLACES, card_name, describe
from tui.tables.game_table import GameTable
from tui.words import N_

TABLE = GameTable(
    choices=choices,
    draw=draw,
    felt=Felt(0x22153F, 0x3F2A6D, 54, 0xC7BCE4, 0xDDD3F0, 189, 146),
    draw_still_life=draw_still_life,
    motions={
        "drew": fly("pile", "seat {seat}"),
        "played": fly("seat {seat}", "place {build}"),
        "played stock": fly("stock {seat}|seat {seat}", "place {build}"),
        "played helper": fly("helper {seat} {helper}|seat {seat}", "place {build}"),
        "robbed": fly("stock {victim}|seat {victim}", "place {build}"),
        "laid": fly("seat {seat}", "helper {seat} {helper}"),
        "completed": complete("place {build}"),
        "turned up": turn_up("stock {seat}"),
    },
    deals_hands=True,
    moment=moment,
    things={
        "build": "place {}",
        "stock": "stock {}|top {}|seat {}",
        "helper": "helper 0 {}",
        "pile": "fact|pace",
    },
    goal=N_("build up to ten, and be first to clear your stock."),
    explain=explain,
    describe=describe,
    reason=reason,
    card_name=card_name,
    letters={"pile": PLACES, "helper": HELPER_KEYS},
)
