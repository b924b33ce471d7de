"""The sums of a block of rounds: whole numbers only, so that blocks can be added in any order."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import astuple, dataclass, field
from itertools import starmap, zip_longest
from math import nan
from typing import NamedTuple, Self

import numpy as np

from chapter47.blackjack.analysis.exact.arrays import Floats, Ints
from chapter47.blackjack.simulation.kernel import records as r
from chapter47.blackjack.simulation.kernel.lane_record import blank_lanes
from chapter47.blackjack.simulation.kernel.program import Program
from chapter47.blackjack.simulation.kernel.rounds import open_block, play_tables
from chapter47.core.numeric.confidence import ratio_error


@dataclass(frozen=True)
class BetTotals:
    """Totals of one bet, in cents. Squares and products use a round's sums over all boxes, because wagers of one round
    are correlated."""

    wagers: int = 0
    """Rounds in which the main wager was made and not sat out; for a side bet, wagers that were decided."""
    staked: int = 0
    """Staked before the deal; a streak bet counts when it is decided."""
    net: int = 0
    net_squares: int = 0
    staked_squares: int = 0
    products: int = 0
    """Products of staked and net."""
    shoe_net_squares: int = 0
    shoe_staked_squares: int = 0
    shoe_products: int = 0
    meter_rose: int = 0
    """What a progressive wager left on its meters, which is owed to players; the following fields include this in the
    net result."""
    shoe_owed_squares: int = 0
    shoe_owed_products: int = 0

    def __add__(self, other: Self) -> "BetTotals":
        return BetTotals(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))

    @property
    def edge(self) -> float:
        """The house's share of what was staked."""
        return -self.net / self.staked if self.staked else nan

    @property
    def standard_error(self) -> float:
        """The error of the edge, which is a ratio of two sums. Rounds of a shoe are correlated, shoes are not, so shoes
        are compared."""
        return ratio_error(self.net, self.staked, self.shoe_net_squares, self.shoe_products, self.shoe_staked_squares)

    @property
    def edge_with_meters(self) -> float:
        """The edge if everything left on the meters counts as lost by the house."""
        return -(self.net + self.meter_rose) / self.staked if self.staked else nan

    @property
    def error_with_meters(self) -> float:
        owed = self.net + self.meter_rose
        return ratio_error(owed, self.staked, self.shoe_owed_squares, self.shoe_owed_products, self.shoe_staked_squares)


class ShoeTenth(NamedTuple):
    """The rounds that began in one part of the shoe; squares and product use a shoe's sums."""

    rounds: int = 0
    staked: int = 0
    net: int = 0
    shoe_net_squares: int = 0
    shoe_staked_squares: int = 0
    shoe_products: int = 0

    @property
    def standard_error(self) -> float:
        return ratio_error(self.net, self.staked, self.shoe_net_squares, self.shoe_products, self.shoe_staked_squares)


@dataclass(frozen=True)
class Tally:
    """Sums over rounds; tallies add up with +."""

    rounds: int = 0
    shoes: int = 0
    abandoned: int = 0
    """Rounds for which no card was left; they were dealt again from a new shoe and are not counted."""
    refilled: int = 0
    """Rounds in which the shoe ran out, so that the discards were shuffled; the fast path does not count them."""
    bets: Mapping[str, BetTotals] = field(default_factory=dict)
    """`main` and the side bets by name."""
    results: Counter[int] = field(default_factory=Counter)
    """How often each net result of a round occurred on the main wagers of all boxes, in cents."""
    by_cards_gone: Mapping[int, tuple[int, int, int]] = field(default_factory=dict)
    """Rounds, staked and net on the main wagers, by the cards that had left the shoe before the round."""
    tenths: tuple[ShoeTenth, ...] = ()
    """The same by tenths of the shoe, with the sums needed for errors."""
    beyond_table: tuple[int, int, int] = (0, 0, 0)
    """Losses, pushes and wins that are not in `results`, because a block had too many distinct ones."""
    shuffles: int = 0
    """Independent parts: a shuffled shoe with all its rounds, however often it was dealt."""

    @property
    def sat_out(self) -> int:
        """Rounds in which nothing was staked, because of the count."""
        return self.rounds - self.bets["main"].wagers

    def __add__(self, other: Self) -> "Tally":
        return Tally(
            self.rounds + other.rounds,
            self.shoes + other.shoes,
            self.abandoned + other.abandoned,
            self.refilled + other.refilled,
            {
                name: self.bets.get(name, BetTotals()) + other.bets.get(name, BetTotals())
                for name in {**self.bets, **other.bets}
            },
            self.results + other.results,
            {
                gone: _sum(self.by_cards_gone.get(gone, _NONE), other.by_cards_gone.get(gone, _NONE))
                for gone in sorted({*self.by_cards_gone, *other.by_cards_gone})
            },
            tuple(starmap(_joined, zip_longest(self.tenths, other.tenths, fillvalue=ShoeTenth()))),
            _sum(self.beyond_table, other.beyond_table),
            self.shuffles + other.shuffles,
        )


_NONE = (0, 0, 0)


def _joined(sums: ShoeTenth, more: ShoeTenth) -> ShoeTenth:
    return ShoeTenth(*(figure + further for figure, further in zip(sums, more, strict=True)))


def _sum(sums: tuple[int, int, int], more: tuple[int, int, int]) -> tuple[int, int, int]:
    return (sums[0] + more[0], sums[1] + more[1], sums[2] + more[2])


MOST_ROUNDS = 1 << 22
"""Most rounds per block, so that the lower halves of squares fit into a number."""


def play_block(program: Program, seed: int, block: int, rounds: int) -> Tally:
    """Play rounds from freshly shuffled shoes. The tally depends only on these four arguments."""
    return _played(program, seed, block, rounds, *_records(program, 0))


def _records(program: Program, rounds: int) -> tuple[Ints, Ints, Ints]:
    """Room to note this many rounds: the main wager, side bets, counts."""
    shapes = ((rounds, 3), (rounds, len(program.bet_names) - 1, 2), (rounds, 2))
    main, sides, counts = (np.zeros(shape, dtype=np.int64) for shape in shapes)
    return main, sides, counts


def _played(program: Program, seed: int, block: int, rounds: int, main: Ints, sides: Ints, counts: Ints) -> Tally:
    if not 0 < rounds <= MOST_ROUNDS:
        raise ValueError(f"a block has 1 to {MOST_ROUNDS} rounds, not {rounds}")
    rules, lanes = program.rules, blank_lanes()
    tables = open_block(rules, program.cards, word_of(seed), block, rounds)
    shoes, shuffles, abandoned, refilled = play_tables(
        rules, tables, lanes, program.prizes, rounds, main, sides, counts
    )  # fmt: skip
    sums, results, by_cards_gone = lanes.sums[: len(program.bet_names)], lanes.results, lanes.by_cards_gone
    listed = results[: r.MOST_RESULTS]
    return Tally(
        rounds,
        int(shoes),
        int(abandoned),
        int(refilled),
        {name: BetTotals(*row) for name, row in zip(program.bet_names, _whole(sums), strict=True)},
        Counter(dict(listed[listed[:, 1] > 0].tolist())),
        {gone: (int(row[0]), int(row[1]), int(row[2])) for gone, row in enumerate(by_cards_gone) if row[0]},
        tuple(ShoeTenth(*row) for row in _whole(lanes.tenths)),
        tuple(results[r.MOST_RESULTS :, 1].tolist()),
        int(shuffles),
    )


def _whole(sums: Ints) -> list[list[int]]:
    """Combine lower and upper halves."""
    half = sums.shape[1] // 2
    return [[low + (high << 32) for low, high in zip(row[:half], row[half:], strict=True)] for row in sums.tolist()]


class RoundRecords(NamedTuple):
    """The same rounds one by one, in order."""

    staked: Ints
    net: Ints
    cards_gone: Ints
    side_staked: Ints
    """By round and side bet; 0 if the bet was not decided."""
    side_net: Ints
    running_count: Floats
    """The counts before the round."""
    true_count: Floats


def record_block(program: Program, seed: int, block: int, rounds: int) -> RoundRecords:
    """Record the rounds that `play_block` adds up, table by table."""
    main, sides, counts = _records(program, rounds)
    _played(program, seed, block, rounds, main, sides, counts)
    running, true = (counts / r.THOUSANDTHS).T
    return RoundRecords(main[:, 0], main[:, 1], main[:, 2], sides[:, :, 0], sides[:, :, 1], running, true)


def word_of(seed: int) -> int:
    """Convert any whole number to the 64 bits that start a stream."""
    word = seed % (1 << 64)
    return word - (1 << 64) if word >= 1 << 63 else word
