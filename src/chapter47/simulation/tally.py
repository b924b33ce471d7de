"""What rounds add up to: whole numbers only, so that the order of adding does not matter."""

from dataclasses import dataclass, field
from math import nan, sqrt
from typing import Any, NamedTuple, Self


class Line(NamedTuple):
    """One bet line, in cents; the last three are sums over the rounds of each shoe together.

    The rounds of a shoe are not independent of each other, shoes are: errors are judged by comparing shoes."""

    wagers: int = 0
    """How many were decided."""
    staked: int = 0
    net: int = 0
    net_squares: int = 0
    """Round by round."""
    shoe_net_squares: int = 0
    shoe_products: int = 0
    shoe_staked_squares: int = 0

    def plus(self, other: "Line") -> "Line":
        return Line(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))

    @property
    def house_edge(self) -> float:
        return -self.net / self.staked if self.staked else nan

    def standard_error(self, shoes: int) -> float:
        """Of the edge."""
        if shoes < 2 or not self.staked:
            return nan
        edge = self.net / self.staked
        apart = self.shoe_net_squares - 2 * edge * self.shoe_products + edge**2 * self.shoe_staked_squares
        return sqrt(max(apart, 0.0) * shoes / (shoes - 1)) / self.staked


class Depth(NamedTuple):
    """The rounds that began when so much of the shoe was gone."""

    rounds: int = 0
    staked: int = 0
    net: int = 0
    net_squares: int = 0

    def plus(self, other: "Depth") -> "Depth":
        return Depth(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


@dataclass(frozen=True)
class Tally:
    """A block, or any number of them."""

    rounds: int
    shoes: int
    """Where every round has fresh cards, the rounds."""
    abandoned: int
    """Rounds that had to be dealt again because the shoe ran out."""
    lines: tuple[Line, ...]
    results: dict[int, int] = field(default_factory=dict)
    """How often all boxes together won or lost so many cents on the main wager; empty where it is not counted."""
    depths: dict[int, Depth] = field(default_factory=dict)
    """By the number of cards gone; empty where it is not counted."""

    def __add__(self, other: Self) -> Self:
        return type(self)(
            self.rounds + other.rounds,
            self.shoes + other.shoes,
            self.abandoned + other.abandoned,
            tuple(mine.plus(theirs) for mine, theirs in zip(self.lines, other.lines, strict=True)),
            {net: self.results.get(net, 0) + other.results.get(net, 0) for net in self.results | other.results},
            {
                gone: self.depths.get(gone, Depth()).plus(other.depths.get(gone, Depth()))
                for gone in self.depths | other.depths
            },
        )

    @property
    def main(self) -> Line:
        return self.lines[0]

    @property
    def variance(self) -> float:
        """Of a round's net result, in units of what was staked on it on average."""
        if not self.rounds or not self.main.staked:
            return nan
        mean = self.main.net / self.rounds
        return (self.main.net_squares / self.rounds - mean**2) / (self.main.staked / self.rounds) ** 2

    def data(self) -> dict[str, Any]:
        """For a checkpoint."""
        return {
            "rounds": self.rounds,
            "shoes": self.shoes,
            "abandoned": self.abandoned,
            "lines": [list(line) for line in self.lines],
            "results": [[net, often] for net, often in sorted(self.results.items())],
            "depths": [[gone, *depth] for gone, depth in sorted(self.depths.items())],
        }


def tally_of(data: dict[str, Any]) -> Tally:
    """From a checkpoint."""
    return Tally(
        int(data["rounds"]),
        int(data["shoes"]),
        int(data["abandoned"]),
        tuple(Line(*line) for line in data["lines"]),
        {net: often for net, often in data["results"]},
        {gone: Depth(*depth) for gone, *depth in data["depths"]},
    )
