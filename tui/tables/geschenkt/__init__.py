"""Geschenkt: one open card in the lamp's light, and what it would cost you."""

from tui.draw.palette import Felt
from tui.motion import fly, pay, turn_up
from tui.tables.game_table import GameTable, VariantWords
from tui.tables.geschenkt.reasons import reason
from tui.tables.geschenkt.table import choices, draw, draw_still_life, explain
from tui.tables.geschenkt.words import describe
from tui.words import N_

TABLE = GameTable(
    choices=choices,
    draw=draw,
    felt=Felt(0x0B2B25, 0x144C41, 23, 0xA6CCBC, 0xC9E2D6, 151, 108),
    draw_still_life=draw_still_life,
    motions={
        "took": fly("open", "card {card}|seat {seat}"),
        "passed": pay("seat {seat}", "chips"),
        "turned up": turn_up("open", "pile"),
    },
    things={"pot": "chips", "pile": "pile|to come", "row": "row {}|plate {}"},
    goal=N_("take the card, or pay a chip to pass it on."),
    variants={"tactical": VariantWords(N_("tactical"), N_("10 chips each, and no card 10, 20 or 30"))},
    explain=explain,
    describe=describe,
    reason=reason,
)
