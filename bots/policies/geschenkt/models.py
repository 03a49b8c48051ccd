"""How opponents in Geschenkt may weigh a card, from plain thresholds to patient hagglers."""

from bots.policies.geschenkt.rule import Taker, Taught, Trained
from engines.geschenkt.rules import GeschenktState


class Affine(Taker):
    """Takes when own * cost + (1 - own) * card is at most limit + chip * pot: a plain price for chips and points."""

    def __init__(self, own: float, limit: float, chip: float) -> None:
        self.own: float = own
        self.limit: float = limit
        self.chip: float = chip

    def wants(self, state: GeschenktState) -> bool:
        price = self.own * state.cost(state.turn) + (1.0 - self.own) * state.open
        return price <= self.limit + self.chip * state.pot


class Patient(Affine):
    """Leaves a card that it wants going round while nobody else would take it for `greed` points or fewer."""

    def __init__(self, own: float, limit: float, chip: float, greed: int) -> None:
        super().__init__(own, limit, chip)
        self.greed: int = greed

    def wants(self, state: GeschenktState) -> bool:
        return super().wants(state) and (state.chips[state.turn] == 1 or self._in_danger(state))

    def _in_danger(self, state: GeschenktState) -> bool:
        for distance in range(1, state.seats):
            seat = (state.turn + distance) % state.seats
            if state.chips[seat] == 0 or state.cost(seat) - state.pot - distance <= self.greed:
                return True
        return False


def opponents() -> list[Taker]:
    """List the ways in which an opponent may play: by the rule, by the straight one, or by a price."""
    return [Taught(), Trained(), *prices()]


def prices() -> list[Taker]:
    """List plain prices for cards and chips, from thresholds to patient hagglers."""
    models: list[Taker] = []
    for limit in (-2, 0, 2, 4, 6, 8, 10, 12, 15):
        models.append(Affine(1.0, limit, 1.0))
    for limit in (0, 6, 12):
        models.append(Affine(0.5, limit, 1.0))
        models.append(Patient(1.0, limit, 1.0, limit))
        for own in (0.3, 0.65, 1.0):
            for chip in (1.5, 2.0, 3.0):
                models.append(Affine(own, limit, chip))
    return models
