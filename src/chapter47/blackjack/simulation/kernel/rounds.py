"""Rounds, one after another: dealt, decided, settled and added up. The kernel plays every game and option of a table
file with one to seven boxes, one bettor each. It does not play irregularities (2.15), shared boxes (2.13), coupons, or
players who come and go: the engine does."""

import numpy as np

from chapter47.blackjack.simulation import kernel
from chapter47.blackjack.simulation.kernel import hand_states
from chapter47.blackjack.simulation.kernel import records as r
from chapter47.blackjack.simulation.kernel.chart_rounds import play_by_chart
from chapter47.blackjack.simulation.kernel.decisions import betting_count
from chapter47.blackjack.simulation.kernel.general_rounds import main_result, play_round
from chapter47.blackjack.simulation.kernel.hand_ends import tabulate_ends
from chapter47.blackjack.simulation.kernel.records import Ints, Prizes, RulesRecord
from chapter47.blackjack.simulation.kernel.shoe import begin_round, end_round, fill_all
from chapter47.blackjack.simulation.kernel.side_bets import on_the_meters
from chapter47.blackjack.simulation.kernel.table_record import TableRecord, blank_table
from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import BORROWING, INNER, compiled_with
from chapter47.core.numeric.generator import Cards, split_mix, stream

PARTS = (
    r,
    hand_states,
    generator,
    kernel.shoe,
    kernel.hands,
    kernel.decisions,
    kernel.play,
    kernel.settle,
    kernel.side_bets,
    kernel.general_rounds,
    kernel.chart_rounds,
    kernel.hand_ends,
)
compiled = compiled_with(*PARTS, **INNER)
inlined = compiled_with(*PARTS, **INNER, forceinline=True)
"""Functions that are inlined, because passing arrays takes longer than what these functions do with them."""
called_from_outside = compiled_with(*PARTS, **BORROWING)


@called_from_outside
def play_given(rules: RulesRecord, table: TableRecord, prizes: Prizes) -> None:
    """Play one round with the table's cards in their given order, from the next one to `shoe_end`."""
    table.shuffled_to = table.shoe_end
    table.cards_are_given = 1
    table.shoe_base = 0
    table.round_start = table.next_card
    table.out_of_cards = table.decisions = table.displays = table.log_length = 0
    table.determinant_card = -1
    table.units_bet = 1
    play_round(rules, table, prizes)


@called_from_outside
def open_shoe(rules: RulesRecord, table: TableRecord) -> None:
    fill_all(rules, table)


@called_from_outside
def deal_round(rules: RulesRecord, table: TableRecord, prizes: Prizes) -> int:
    """Play one round from the shoe and return the net result; nothing is shuffled afterwards."""
    raise_stakes(rules, table)
    begin_round(rules, table)
    play_round(rules, table, prizes)
    return main_result(rules, table)[1]


@called_from_outside
def close_round(rules: RulesRecord, table: TableRecord) -> int:
    """Shuffle if due; return whether a shoe was over."""
    return end_round(rules, table)


# Adding up ------------------------------------------------------------------------------------------------------------


@inlined
def add_large(sums: Ints, row: int, place: int, amount: int) -> None:
    """Add the square of an amount in cents, which can be too large for one number: its upper half is added up
    separately."""
    sums[row, place] += amount & r.LOW_HALF
    sums[row, place + sums.shape[1] // 2] += amount >> 32


@inlined
def add_net(sums: Ints, row: int, net: int) -> None:
    sums[row, r.NET_SUM] += net
    add_large(sums, row, r.NET_SQUARES, net * net)


@inlined
def add(sums: Ints, row: int, count: int, staked: int, net: int) -> None:
    """Add to the sums of a wager: the main wager has the first row, each side bet one of the following."""
    add_net(sums, row, net)
    sums[row, r.WAGER_COUNT] += count
    sums[row, r.STAKED_SUM] += staked
    add_large(sums, row, r.STAKED_SQUARES, staked * staked)
    add_large(sums, row, r.PRODUCTS, staked * net)


@inlined
def note_result(histogram: Ints, net: int) -> None:
    """Count how often each result occurs, in a hash table of results and counts. Once the table is full, its last three
    rows count the losses, pushes and wins that are not in it."""
    size = len(histogram) - 3
    place = (net * 40503) & (size - 1)
    for _ in range(size):
        if histogram[place, 1] == 0:
            histogram[place, 0] = net
        if histogram[place, 0] == net:
            histogram[place, 1] += 1
            return
        place = (place + 1) & (size - 1)
    histogram[size + 1 + (net > 0) - (net < 0), 1] += 1


@compiled
def raise_stakes(rules: RulesRecord, table: TableRecord) -> None:
    """Return the number of units that a counting box bets at this count."""
    table.units_bet = 1
    if rules.ramp_steps:
        count = betting_count(rules, table)
        step = rules.ramp_steps - 1
        while step > 0 and count < rules.ramp_from[step]:
            step -= 1
        table.units_bet = rules.ramp_units[step]


def open_block(rules: RulesRecord, cards: Cards, seed: int, block: int) -> TableRecord:
    """Prepare a table with unshuffled cards and its own stream of random numbers."""
    table = blank_table(rules, cards)
    table.seed = int(np.array(split_mix(int(split_mix(seed, 1)) & LOW_63_BITS, block)).view(np.int64))
    table.chance[:] = stream(seed, block)
    return table


LOW_63_BITS = (1 << 63) - 1


@compiled
def meter_rose(rules: RulesRecord, table: TableRecord, row: int, before: Ints) -> int:
    if row == 0 or rules.bets[row - 1].kind != r.PROGRESSIVE:
        return 0
    held = on_the_meters(rules.bets[row - 1], table.meters[row - 1])
    rose: int = held - before[row, r.METERS_BEFORE]
    before[row, r.METERS_BEFORE] = held
    return rose


@compiled
def lay_stakes(rules: RulesRecord, table: TableRecord) -> None:
    """Note what is staked in every round on side bets that each round decides."""
    for number in range(rules.side_bets):
        table.side_wagers[number], table.side_staked[number] = rules.bets[number].wagers, rules.bets[number].staked


@compiled
def add_stakes(rules: RulesRecord, sums: Ints, before: Ints, rounds: int) -> None:
    """Add what was staked in these rounds on side bets that each round decides."""
    for row in range(1, len(sums)):
        bet = rules.bets[row - 1]
        if bet.kind != r.STREAK:
            sums[row, r.WAGER_COUNT] += rounds * bet.wagers
            sums[row, r.STAKED_SUM] += rounds * bet.staked
            add_large(sums, row, r.STAKED_SQUARES, rounds * bet.staked * bet.staked)
            add_large(sums, row, r.PRODUCTS, bet.staked * (sums[row, r.NET_SUM] - before[row, r.NET_BEFORE]))


@compiled
def add_shoe(rules: RulesRecord, table: TableRecord, sums: Ints, before: Ints, rounds: int) -> None:
    """Add the results of a finished shoe: rounds of one shoe depend on each other, shoes do not."""
    add_stakes(rules, sums, before, rounds)
    for row in range(len(sums)):
        staked = sums[row, r.STAKED_SUM] - before[row, r.STAKED_BEFORE]
        net = sums[row, r.NET_SUM] - before[row, r.NET_BEFORE]
        before[row, r.STAKED_BEFORE], before[row, r.NET_BEFORE] = sums[row, r.STAKED_SUM], sums[row, r.NET_SUM]
        add_large(sums, row, r.SHOE_NET_SQUARES, net * net)
        add_large(sums, row, r.SHOE_STAKED_SQUARES, staked * staked)
        add_large(sums, row, r.SHOE_PRODUCTS, staked * net)
        owed = net + meter_rose(rules, table, row, before)
        sums[row, r.METER_ROSE] += owed - net
        add_large(sums, row, r.SHOE_OWED_SQUARES, owed * owed)
        add_large(sums, row, r.SHOE_OWED_PRODUCTS, staked * owed)


@compiled
def add_tenths(tenths: Ints) -> None:
    """The same for each part of the shoe."""
    for part in range(r.SHOE_TENTHS):
        staked, net = tenths[part, r.TENTH_STAKED_NOW], tenths[part, r.TENTH_NET_NOW]
        add_large(tenths, part, r.TENTH_NET_SQUARES, net * net)
        add_large(tenths, part, r.TENTH_STAKED_SQUARES, staked * staked)
        add_large(tenths, part, r.TENTH_PRODUCTS, staked * net)
        tenths[part, r.TENTH_STAKED_NOW] = tenths[part, r.TENTH_NET_NOW] = 0


@inlined
def add_round(
    rules: RulesRecord,
    table: TableRecord,
    sums: Ints,
    histogram: Ints,
    by_cards_gone: Ints,
    tenths: Ints,
    cards_gone: int,
) -> None:
    staked, net = table.round_staked, table.round_net
    add(sums, 0, 1 if staked else 0, staked, net)
    note_result(histogram, net)
    by_cards_gone[cards_gone, 0] += 1
    by_cards_gone[cards_gone, 1] += staked
    by_cards_gone[cards_gone, 2] += net
    part = table.tenth_of[cards_gone]
    if rules.shoe_sides == 2:
        part = cards_gone * r.SHOE_TENTHS // (table.shoe_end - table.shoe_base)
    tenths[part, r.TENTH_ROUNDS] += 1
    tenths[part, r.TENTH_STAKED] += staked
    tenths[part, r.TENTH_NET] += net
    tenths[part, r.TENTH_STAKED_NOW] += staked
    tenths[part, r.TENTH_NET_NOW] += net
    for number in range(rules.side_bets):
        if rules.bets[number].kind == r.STREAK:
            add(sums, number + 1, table.side_wagers[number], table.side_staked[number], table.side_net[number])
        else:
            add_net(sums, number + 1, table.side_net[number])


@called_from_outside
def play_and_add(
    rules: RulesRecord,
    table: TableRecord,
    prizes: Prizes,
    rounds: int,
    sums: Ints,
    before: Ints,
    histogram: Ints,
    by_cards_gone: Ints,
    tenths: Ints,
) -> tuple[int, int, int]:
    """Play a number of rounds. Return the number of shoes, of rounds dealt again because no card was left, and of
    rounds in which the discards were shuffled."""
    tabulate_ends(rules, table)
    lay_stakes(rules, table)
    for gone in range(rules.all_cards):
        table.tenth_of[gone] = gone * r.SHOE_TENTHS // rules.all_cards
    fill_all(rules, table)
    for row in range(1, len(sums)):
        meter_rose(rules, table, row, before)
    shoes = abandoned = refilled = played = played_before = 0
    while played < rounds:
        raise_stakes(rules, table)
        begin_round(rules, table)
        cards_gone = table.round_start - table.shoe_base
        play_by_chart(rules, table, prizes)
        if table.out_of_cards:
            abandoned += 1
        else:
            add_round(rules, table, sums, histogram, by_cards_gone, tenths, cards_gone)
            refilled += table.cutting_card_out
            played += 1
        if end_round(rules, table) or played == rounds:
            shoes += 1
            add_shoe(rules, table, sums, before, played - played_before)
            played_before = played
            if not rules.fresh:
                add_tenths(tenths)
    return shoes, abandoned, refilled


@called_from_outside
def play_and_note(
    rules: RulesRecord,
    table: TableRecord,
    prizes: Prizes,
    rounds: int,
    main: Ints,
    sides: Ints,
    counts: Ints,
) -> None:
    """Play the same rounds, and record for each what was staked and won, the cards gone, its side bets and the counts
    before it."""
    tabulate_ends(rules, table)
    lay_stakes(rules, table)
    fill_all(rules, table)
    played = 0
    while played < rounds:
        counts[played, 0], counts[played, 1] = table.running_count, betting_count(rules, table)
        raise_stakes(rules, table)
        begin_round(rules, table)
        main[played, 2] = table.round_start - table.shoe_base
        play_by_chart(rules, table, prizes)
        if not table.out_of_cards:
            main[played, 0], main[played, 1] = table.round_staked, table.round_net
            for number in range(rules.side_bets):
                sides[played, number, 0], sides[played, number, 1] = table.side_staked[number], table.side_net[number]
            played += 1
        end_round(rules, table)
