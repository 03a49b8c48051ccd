"""Bumbesi: two limits, what fits under each, and a hand that says where its cards could go."""

from tui.draw.palette import Felt
from tui.motion import carry, fly, turn_up
from tui.tables.bumbesi.moments import moment
from tui.tables.bumbesi.reasons import reason
from tui.tables.bumbesi.steps import choices
from tui.tables.bumbesi.table import draw, draw_still_life, explain
from tui.tables.bumbesi.words import card_name, describe
from tui.tables.game_table import GameTable
from tui.words import N_

TABLE = GameTable(
    choices=choices,
    draw=draw,
    felt=Felt(0x0E1F41, 0x1B3A70, 17, 0xB1C6E4, 0xCFDDF1, 153, 110),
    draw_still_life=draw_still_life,
    motions={
        "drew": fly("pile", "seat {seat}"),
        "played": fly("seat {seat}", "place {place}"),
        "lifted": fly("seat {seat}", "place {place}"),
        "laid": fly("seat {seat}", "place {place}"),
        "stole": fly("seat {victim}", "seat {seat}"),
        "collected": carry("place {place}", "seat {seat}"),
        "turned up": turn_up("open", "pile"),
    },
    deals_hands=True,
    moment=moment,
    things={"under": "place {}", "pile": "fact|pace"},
    goal=N_("stay below the limit, and collect little."),
    explain=explain,
    describe=describe,
    reason=reason,
    card_name=card_name,
)
