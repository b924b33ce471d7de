"""Rounds grouped by the count at their start, with one unit on every box and the plays of the count system."""

from dataclasses import replace
from fractions import Fraction
from functools import partial

import numpy as np

from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.simulation import kernel
from chapter47.blackjack.simulation.kernel import records as r
from chapter47.blackjack.simulation.kernel import rounds as kernel_rounds
from chapter47.blackjack.simulation.kernel.decisions import betting_count
from chapter47.blackjack.simulation.kernel.general_rounds import box_net, play_round
from chapter47.blackjack.simulation.kernel.program import Program
from chapter47.blackjack.simulation.kernel.records import Ints, Prizes, RulesRecord
from chapter47.blackjack.simulation.kernel.rounds import PARTS, open_table
from chapter47.blackjack.simulation.kernel.shoe import NOT_OVER, SHUFFLED, begin_round, end_round, fill_all
from chapter47.blackjack.simulation.kernel.table_record import TableRecord
from chapter47.blackjack.simulation.run.request import SimulationRequest, fingerprint
from chapter47.blackjack.simulation.run.tally import word_of
from chapter47.core.numeric import count_sums
from chapter47.core.numeric.checkpoint import CheckpointKeeper
from chapter47.core.numeric.compiled import BORROWING, INNER, compiled_with
from chapter47.core.numeric.count_sums import COUNT_SUMS, PLACES, WIDEST, CountSums
from chapter47.core.numeric.runs import counted_run
from chapter47.core.simulating import RunProgress, Watch

compiled = compiled_with(*PARTS, kernel_rounds, count_sums, kernel.decisions, **INNER)
called_from_outside = compiled_with(*PARTS, kernel_rounds, count_sums, kernel.decisions, **BORROWING)
NEVER = -r.NEVER_REACHED


@compiled
def place_of(count: int) -> int:
    return min(max(count // r.THOUSANDTHS, -WIDEST), WIDEST) + WIDEST


@compiled
def add_shoe(now: Ints, shoe_net: Ints, shoe_rounds: Ints, shoe_squares: Ints) -> None:
    """Add the products of one shoe's results at each count, and reset its rounds and net results."""
    for first in range(PLACES):
        if now[first, 0] == 0:
            continue
        for second in range(PLACES):
            if now[second, 0]:
                shoe_net[first, second] += now[first, 1] * now[second, 1]
                shoe_rounds[first, second] += now[first, 1] * now[second, 0]
                shoe_squares[first, second] += now[first, 0] * now[second, 0]
    for place in range(PLACES):
        now[place, 0] = now[place, 1] = 0


@called_from_outside
def play_by_count(
    rules: RulesRecord,
    table: TableRecord,
    prizes: Prizes,
    rounds: int,
    leave_below: int,
    sums: Ints,
    now: Ints,
    products: Ints,
) -> int:
    """Play a number of rounds and return how many shoes they took. Below `leave_below` the player leaves for a new
    shoe."""
    fill_all(rules, table)
    shoes = played = in_this_shoe = 0
    while played < rounds:
        count = betting_count(rules, table)
        if count < leave_below and in_this_shoe:
            fill_all(rules, table)
            add_shoe(now, products[0], products[1], products[2])
            shoes, in_this_shoe = shoes + 1, 0
            count = betting_count(rules, table)
        place = place_of(count)
        table.units_bet = 1
        begin_round(rules, table)
        play_round(rules, table, prizes)
        if not table.out_of_cards:
            net = squares = 0
            for number in range(rules.boxes):
                won = box_net(rules, table.boxes[number])
                net += won
                squares += won * won
            sums[place, 0] += 1
            sums[place, 1] += net
            sums[place, 2] += net * net
            sums[place, 3] += squares
            now[place, 0] += 1
            now[place, 1] += net
            played, in_this_shoe = played + 1, in_this_shoe + 1
        becomes = end_round(rules, table)
        if becomes != NOT_OVER:
            in_this_shoe = 0
        if becomes == SHUFFLED or played == rounds:
            add_shoe(now, products[0], products[1], products[2])
            shoes += 1
    return shoes


def play_count_block(program: Program, seed: int, leave_below: int, unit: int, block: int, rounds: int) -> CountSums:
    """Play rounds from a freshly shuffled shoe; `unit` is the stake of one box in cents."""
    sums, now = np.zeros((PLACES, 4), dtype=np.int64), np.zeros((PLACES, 2), dtype=np.int64)
    products = np.zeros((3, PLACES, PLACES), dtype=np.int64)
    opened = open_table(program.rules, program.cards, word_of(seed), block)
    shoes = play_by_count(program.rules, opened, program.prizes, rounds, leave_below, sums, now, products)
    return CountSums(
        sums[:, 0].astype(float),
        sums[:, 1] / unit,
        sums[:, 2] / unit**2,
        sums[:, 3] / unit**2,
        products[0] / unit**2,
        products[1] / unit,
        products[2].astype(float),
        int(shoes),
        int(program.rules.boxes),
    )


def run_by_count(request: SimulationRequest, leave: float | None, workers: int | None, watch: Watch) -> CountSums:
    """Play rounds by the count, ignoring the system's ramp: bets are chosen from these sums."""
    assert request.counting is not None
    flat = replace(request, counting=request.counting._replace(ramp=()))
    program, unit = flat.program(), sum(flat.wagers[0])
    leave_below = NEVER if leave is None else round(leave * r.THOUSANDTHS)
    play = partial(play_count_block, program, request.seed, leave_below, unit)

    def tell(sums: CountSums, seconds: float) -> None:
        del seconds
        every = np.ones(PLACES)
        error = sums.error_of(every) if sums.shoes > 1 else None
        watch(RunProgress(sums.played, request.rounds, -float(sums.net.sum()) / sums.played, error))

    identity = {"program": fingerprint(program), "seed": request.seed, "leave": leave}
    keeper = CheckpointKeeper[CountSums](None, identity, COUNT_SUMS)
    return counted_run(play, keeper, request.rounds, workers=workers, watch=tell)[0]


def with_penetration(table: TableRules, penetration: float | None) -> TableRules:
    """Return the table with its cutting card at this penetration."""
    if penetration is None:
        return table
    return replace(table, cut_card=1 - Fraction(penetration).limit_denominator(1000))
