"""Danger 13: a band for every seat, how close each is to its limit, and one card to give away."""

from tui.draw.palette import Felt
from tui.motion import fly, turn_up
from tui.tables.danger13.moments import moment
from tui.tables.danger13.reasons import reason
from tui.tables.danger13.table import choices, draw, draw_still_life, explain
from tui.tables.danger13.words import card_name, describe
from tui.tables.game_table import GameTable
from tui.words import N_

TABLE = GameTable(
    choices=choices,
    draw=draw,
    felt=Felt(0x300F1A, 0x561E30, 52, 0xDDBCC3, 0xEFD6DB, 224, 181),
    draw_still_life=draw_still_life,
    motions={
        "gave": fly("open", "seat {receiver}"),
        "refused": fly("seat {seat}", "open"),
        "drew": fly("pile", "seat {seat}"),
        "turned up": turn_up("open", "pile"),
    },
    moment=moment,
    things={"pile": "stack|pace", "packet": "pile", "row": "tiles {}|row {}", "won": "taken {}|won {}"},
    goal=N_("give cards away, and let others reach thirteen."),
    explain=explain,
    describe=describe,
    reason=reason,
    card_name=card_name,
)
