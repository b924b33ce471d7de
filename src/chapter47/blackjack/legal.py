"""A move that a bettor may make, and for how much."""

from msgspec import Struct


class Legal(Struct, frozen=True, gc=False):
    """A move that may be made now; with an amount where `most` is not nothing."""

    name: str
    by: str
    least: int = 0
    most: int = 0
    step: int = 0

    def allows(self, amount: int) -> bool:
        if not self.most:
            return amount == 0
        return self.least <= amount <= self.most and amount % self.step == 0
