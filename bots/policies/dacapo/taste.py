"""What the rule of Da Capo makes of a table, a plan, a single card and a helper pile."""

from bots.policies.line import Weights


class Taste:
    """How much each thing counts; a plan is good where its worth is above 0."""

    def __init__(self, weights: Weights) -> None:
        # What it is worth to play the stock card and to draw four new cards, less what the plan costs.
        self.free: float = weights["free"][0]
        self.empty_hand: float = weights["empty hand"][0]
        self.empty_joker: float = weights["empty joker"][0]
        # What it is worth to play one card without a plan, besides what that makes of the table.
        self.play_hand: float = weights["play hand"][0]
        self.play_helper: float = weights["play helper"][0]
        self.play_joker: float = weights["play joker"][0]
        self.play_helper_joker: float = weights["play helper joker"][0]
        self.rob_for_nothing: float = weights["rob for nothing"][0]
        self.high: float = weights["high"][0]
        self.complete: float = weights["complete"][0]
        # What the table is worth with so many cards missing to the own stock card, or to the next player's.
        self.hope: list[float] = weights["hope"]
        self.threat: list[float] = weights["threat"]
        # A player who comes later is less of a threat, for the table changes until then.
        self.later: list[float] = weights["later"]
        # To reach one more value, from the hand or the helper piles.
        self.variety: float = weights["variety"][0]
        # What a step of a chain costs, by where the card comes from.
        self.from_hand: float = weights["from hand"][0]
        self.from_helper: float = weights["from helper"][0]
        self.dig: float = weights["dig"][0]
        self.use_joker: float = weights["use joker"][0]
        # To rob costs more with two players, where the victim is the only rival, and from whoever is ahead (each card).
        self.rob_rival: float = weights["rob rival"][0]
        self.rob_one_of_many: float = weights["rob one of many"][0]
        self.rob_leader: float = weights["rob leader"][0]
        self.least_rob: float = weights["least rob"][0]
        # What it is worth to lay a card on an empty pile, on one that is higher by none, one or two, or by more.
        self.empty: float = weights["empty"][0]
        self.down: list[float] = weights["down"]
        self.down_far: float = weights["down far"][0]
        self.down_each: float = weights["down each"][0]
        # On a lower card, with so much more for each step up, and on or with a joker.
        self.up: float = weights["up"][0]
        self.up_each: float = weights["up each"][0]
        self.on_joker: float = weights["on joker"][0]
        self.lay_joker: float = weights["lay joker"][0]
        # For each card that the pile has already, to break up an orderly pair, and to bury a step to the own stock.
        self.depth: float = weights["depth"][0]
        self.break_order: float = weights["break order"][0]
        self.bury_step: float = weights["bury step"][0]
        # To lay a 1, or one of several of its kind.
        self.lay_one: float = weights["lay one"][0]
        self.lay_twin: float = weights["lay twin"][0]
        # With so many cards missing to the own stock card afterwards.
        self.still_missing: list[float] = weights["still missing"]
