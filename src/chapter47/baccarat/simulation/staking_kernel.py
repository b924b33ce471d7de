"""Rounds whose stakes follow a count, with fees rounded on collection and results by penetration. Slower than the
kernel that only counts results, and dealt from the same shoes."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from chapter47.baccarat.simulation import kernel
from chapter47.baccarat.simulation.kernel import CARDS_SHIFT, RESULT_MASK, RESULTS, Ints, Table, prepare_shoe
from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import CALLED_BY_KERNELS, compiled_with
from chapter47.core.numeric.generator import Cards, Stream

Products = NDArray[np.float64]
TENTHS: Final = 10
"""Parts of the shoe for which the edge is reported."""
THOUSAND: Final = 1000
DECK: Final = 52


class Staking(NamedTuple):
    """The stakes at each count, and the net result of each outcome then. Counts are in thousandths."""

    tags: Ints
    begins: int
    floored: bool
    ramp: Ints
    """The true count from which each step applies; the first applies below all others."""
    nets: Ints
    """In cents by step, bet and result."""
    stakes: Ints
    """By step and bet."""
    owed: Ints
    """By step: the fee owed for a Banker win, if fees are rounded once per shoe."""
    rounded_to: int
    """Fees are rounded up to a multiple of this many cents."""
    charged: int
    """The bet that pays for the rounding."""


def columns(bets: int) -> int:
    """Counts of each result, each bet's result and stake; and for each tenth of the shoe its rounds, results and
    stakes."""
    return RESULTS + 2 * bets + 3 * TENTHS


@compiled_with(kernel, generator, **CALLED_BY_KERNELS)
def step_of(staking: Staking, running: int, left: int) -> int:
    """Return the ramp step of the true count."""
    count = running * DECK // max(left, 1)
    if staking.floored:
        count = count // THOUSAND * THOUSAND
    step = 0
    for number in range(1, len(staking.ramp)):
        if count >= staking.ramp[number]:
            step = number
    return step


@compiled_with(kernel, generator, **CALLED_BY_KERNELS)
def add_round(staking: Staking, step: int, result: int, tenth: int, part: Ints) -> int:
    """Add one round at this step of the ramp; returns the result of all bets."""
    bets = staking.stakes.shape[1]
    brought, staked = 0, 0
    for bet in range(bets):
        net, stake = staking.nets[step, bet, result], staking.stakes[step, bet]
        part[RESULTS + bet] += net
        part[RESULTS + bets + bet] += stake
        brought += net
        staked += stake
    part[result] += 1
    tenths = RESULTS + 2 * bets + tenth
    part[tenths] += 1
    part[tenths + TENTHS] += brought
    part[tenths + 2 * TENTHS] += staked
    return brought


@compiled_with(kernel, generator)
def play_shoe(
    cards: Cards, first: int, cut: int, endings: Table, staking: Staking, net: Ints, begin: int, part: Ints
) -> int:
    """Play rounds from card `first` until the cutting card is out, and one more, or until `net` is full.

    Each result goes to `net`, the totals to `part`; returns the place after the last round."""
    size, running, owed = len(cards), staking.begins, 0
    for burned in range(first):
        running += staking.tags[cards[burned]]
    place, number, last = first, begin, len(net)
    while number < last:
        if place >= cut:
            last = number + 1
        step = step_of(staking, running, size - place)
        player = int(cards[place]) + int(cards[place + 2])
        banker = int(cards[place + 1]) + int(cards[place + 3])
        row = player * kernel.PLAYER_ROW + banker * kernel.BANKER_ROW
        ending = int(endings[row + int(cards[place + 4]) * 10 + int(cards[place + 5])])
        result = ending & RESULT_MASK
        net[number] = add_round(staking, step, result, place * TENTHS // size, part)
        if result == kernel.BANKER_WINS:
            owed += staking.owed[step]
        for dealt in range(place, place + (ending >> CARDS_SHIFT)):
            running += staking.tags[cards[dealt]]
        place += ending >> CARDS_SHIFT
        number += 1
    added = -owed % staking.rounded_to
    part[RESULTS + staking.charged] -= added
    net[number - 1] -= added
    return number


@compiled_with(kernel, generator)
def play_block(
    chance: Stream,
    cards: Cards,
    behind: int,
    fresh: bool,
    endings: Table,
    staking: Staking,
    net: Ints,
    sums: Ints,
    products: Products,
) -> int:
    """Play shoe after shoe, or shuffle before every round, until `net` is full; returns the number of shoes."""
    part = np.zeros(len(sums), dtype=np.int64)
    number, shoes = 0, 0
    while number < len(net):
        part[:] = 0
        first = prepare_shoe(chance, cards, behind, fresh)
        cut = 0 if fresh else len(cards) - behind
        number = play_shoe(cards, first, cut, endings, staking, net, number, part)
        for column in range(len(part)):
            if part[column]:
                sums[column] += part[column]
                for other_column in range(len(part)):
                    products[column, other_column] += np.float64(part[column]) * np.float64(part[other_column])
        shoes += 1
    return shoes
