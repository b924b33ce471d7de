"""A move that a bettor may make, and for how much."""

from msgspec import Struct

from chapter47.core.money import can_be_staked


class Legal(Struct, frozen=True, gc=False):
    """A move that may be made now; with an amount where `most` is not nothing."""

    name: str
    by: str
    least: int = 0
    most: int = 0
    step: int = 0

    def allows(self, amount: int) -> bool:
        return can_be_staked(amount, least=self.least, most=self.most, step=self.step)
