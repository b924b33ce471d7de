"""Figures of the writer thread for monitoring: what was written, and how long commits took."""

from collections import Counter
from typing import Final

BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Upper bounds in seconds."""


class WriteFigures:
    """Counts since the start; only the writer thread changes them."""

    def __init__(self) -> None:
        self.units: Counter[str] = Counter()
        """Units committed, by kind; `command` is an act of a person or a step of the dealer."""
        self.seconds = 0.0
        self.commits = 0
        self.within: list[int] = [0] * len(BUCKETS)
        """Commits that took at most as long as each bound."""
        self.times_lost = 0

    def committed(self, seconds: float, kinds: Counter[str]) -> None:
        self.units.update(kinds)
        self.seconds += seconds
        self.commits += 1
        for place, bound in enumerate(BUCKETS):
            if seconds <= bound:
                self.within[place] += 1
