"""Rounds, one after another: dealt, decided, settled and added up. The kernel plays every game and option of a table
file with one to seven boxes, one bettor each. It does not play irregularities (2.15), shared boxes (2.13), coupons, or
players who come and go: the engine does."""

from typing import Any

import numpy as np

from chapter47.blackjack.simulation import kernel
from chapter47.blackjack.simulation.kernel import hand_states, lane_record
from chapter47.blackjack.simulation.kernel import records as r
from chapter47.blackjack.simulation.kernel.chart_rounds import (
    Tables,
    count_round,
    goes_by_chart,
    look_ahead,
    play_by_chart,
)
from chapter47.blackjack.simulation.kernel.decisions import betting_count, betting_running_count, reaches
from chapter47.blackjack.simulation.kernel.general_rounds import main_result, play_round
from chapter47.blackjack.simulation.kernel.hand_ends import tabulate_ends
from chapter47.blackjack.simulation.kernel.lane_record import LanesRecord
from chapter47.blackjack.simulation.kernel.records import Ints, Prizes, RulesRecord
from chapter47.blackjack.simulation.kernel.shoe import NOT_OVER, SHUFFLED, begin_round, end_round, fill_all, is_over
from chapter47.blackjack.simulation.kernel.side_bets import (
    lay_side_bets,
    look_up_side_bets,
    look_up_streaks,
    on_the_meters,
    sum_side_bets,
)
from chapter47.blackjack.simulation.kernel.table_record import TABLE, TableRecord, blank_table
from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import BORROWING, INNER, compiled_with
from chapter47.core.numeric.generator import Cards, split_mix, stream

PARTS = (
    r,
    lane_record,
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


@compiled
def add_product(sums: Ints, row: int, place: int, first: int, second: int) -> None:
    """Add a product that is too large for one number: numbers up to 2^36 in size."""
    upper, lower = (first >> 16) * second, (first & 0xFFFF) * second
    lower += (upper & 0xFFFF) << 16
    sums[row, place] += lower & r.LOW_HALF
    sums[row, place + sums.shape[1] // 2] += (upper >> 16) + (lower >> 32)


@inlined
def note_result(histogram: Ints, net: int) -> bool:
    """Count how often each result came in a table of results and their numbers, found by hashing; return whether it is
    listed there.

    In its last three rows are counted, once the table is full, the losses, pushes and wins that are not in it."""
    size = len(histogram) - 3
    place = (net * 40503) & (size - 1)
    for _ in range(size):
        if histogram[place, 1] == 0:
            histogram[place, 0] = net
        if histogram[place, 0] == net:
            histogram[place, 1] += 1
            return True
        place = (place + 1) & (size - 1)
    histogram[size + 1 + (net > 0) - (net < 0), 1] += 1
    return False


@compiled
def raise_stakes(rules: RulesRecord, table: TableRecord) -> None:
    """Return the number of units that a counting box bets at this count."""
    table.units_bet = 1
    if rules.ramp_steps:
        running, left = betting_running_count(table), table.shoe_end - table.next_card
        step = 0
        for later in range(1, rules.ramp_steps):
            step = later if reaches(rules, running, left, rules.ramp_from[later]) else step
        table.units_bet = rules.ramp_units[step]


def open_table(rules: RulesRecord, cards: Cards, seed: int, number: int) -> TableRecord:
    """A table with cards to be shuffled, and random numbers of its own."""
    table = blank_table(rules, cards)
    table.seed = int(np.array(split_mix(int(split_mix(seed, 1)) & LOW_63_BITS, number)).view(np.int64))
    table.chance[:] = stream(seed, number)
    return table


LOW_63_BITS = (1 << 63) - 1
FEWEST_ROUNDS = 1024
"""Rounds for which another table is opened, so that few shoes end before their cutting card."""


def rounds_by_table(rounds: int) -> list[int]:
    """How the rounds of a block are shared out among its tables."""
    tables = min(max(rounds // FEWEST_ROUNDS, 1), r.LANES)
    return [rounds // tables + (number < rounds % tables) for number in range(tables)]


def open_block(rules: RulesRecord, cards: Cards, seed: int, block: int, rounds: int) -> Any:
    """The tables of a block, an array of records."""
    numbers = range(r.LANES * block, r.LANES * block + len(rounds_by_table(rounds)))
    return np.array([open_table(rules, cards, seed, number) for number in numbers], dtype=TABLE)


# Rounds one after the other -------------------------------------------------------------------------------------------


@compiled
def lay_stakes(rules: RulesRecord, table: TableRecord) -> None:
    """Note what is staked in every round on side bets that each round decides."""
    for number in range(rules.side_bets):
        table.side_wagers[number], table.side_staked[number] = rules.bets[number].wagers, rules.bets[number].staked


@compiled
def add_shuffle(rules: RulesRecord, table: TableRecord, lanes: LanesRecord, lane: int) -> None:
    """Add the results since the last shuffle, because its rounds depend on each other and shuffles do not."""
    rounds = lanes.rounds[lane]
    lanes.rounds[lane] = lanes.staked[lane, 0] = lanes.net[lane, 0] = 0
    for part in range(r.SHOE_TENTHS):
        add_tenth(rules, lanes, lane, part)
    for row in range(rules.side_bets + 1):
        rose, staked, net = 0, lanes.staked[lane, row], lanes.net[lane, row]
        if row == 0:
            add_units(rules, lanes, lane, rounds, staked, net)
        else:
            bet = rules.bets[row - 1]
            if bet.kind != r.STREAK:
                staked = rounds * bet.staked
                lanes.sums[row, r.WAGER_COUNT] += rounds * bet.wagers
                add_large(lanes.sums, row, r.STAKED_SQUARES, bet.staked * staked)
                add_large(lanes.sums, row, r.PRODUCTS, bet.staked * net)
            if bet.kind == r.PROGRESSIVE:
                rose = on_the_meters(bet, table.meters[row - 1]) - lanes.on_meters[lane, row - 1]
                lanes.on_meters[lane, row - 1] += rose
        lanes.sums[row, r.STAKED_SUM] += staked
        lanes.sums[row, r.NET_SUM] += net
        lanes.sums[row, r.METER_ROSE] += rose
        add_product(lanes.sums, row, r.SHOE_NET_SQUARES, net, net)
        add_product(lanes.sums, row, r.SHOE_STAKED_SQUARES, staked, staked)
        add_product(lanes.sums, row, r.SHOE_PRODUCTS, staked, net)
        add_product(lanes.sums, row, r.SHOE_OWED_SQUARES, net + rose, net + rose)
        add_product(lanes.sums, row, r.SHOE_OWED_PRODUCTS, staked, net + rose)
        add_large(lanes.sums, row, r.NET_SQUARES, lanes.squares[lane, row])
        lanes.staked[lane, row] = lanes.net[lane, row] = lanes.squares[lane, row] = 0


@compiled
def add_units(rules: RulesRecord, lanes: LanesRecord, lane: int, rounds: int, staked: int, net: int) -> None:
    """Add the products of single rounds' stakes and results on the main wager."""
    flat, unit = lanes.staked_flat, lanes.staked_by_count
    units, squares, by_net = rounds, rounds, net
    if rules.ramp_steps:
        units = (staked - flat * rounds) // unit if unit else 0
        squares, by_net = lanes.units_squared[lane], lanes.units_by_net[lane]
    lanes.sums[0, r.WAGER_COUNT] += rounds - lanes.sat_out[lane]
    add_large(lanes.sums, 0, r.STAKED_SQUARES, flat * flat * rounds + 2 * flat * unit * units)
    add_product(lanes.sums, 0, r.STAKED_SQUARES, squares * unit, unit)
    add_product(lanes.sums, 0, r.PRODUCTS, flat, net)
    add_product(lanes.sums, 0, r.PRODUCTS, unit, by_net)
    lanes.sat_out[lane] = lanes.units_squared[lane] = lanes.units_by_net[lane] = 0


@compiled
def add_tenth(rules: RulesRecord, lanes: LanesRecord, lane: int, part: int) -> None:
    """Add what the main wager did in one part of the shoe."""
    staked, net = lanes.tenth_staked[lane, part], lanes.tenth_net[lane, part]
    lanes.tenth_staked[lane, part] = lanes.tenth_net[lane, part] = 0
    lanes.staked[lane, 0] += staked
    lanes.net[lane, 0] += net
    lanes.tenths[part, r.TENTH_STAKED] += staked
    lanes.tenths[part, r.TENTH_NET] += net
    if not rules.fresh:
        add_product(lanes.tenths, part, r.TENTH_NET_SQUARES, net, net)
        add_product(lanes.tenths, part, r.TENTH_STAKED_SQUARES, staked, staked)
        add_product(lanes.tenths, part, r.TENTH_PRODUCTS, staked, net)


@inlined
def add_round(rules: RulesRecord, table: TableRecord, lanes: LanesRecord, lane: int, staked: int, net: int) -> None:
    gone = lanes.gone[lane]
    lanes.rounds[lane] += 1
    if not note_result(lanes.results, net):
        add_large(lanes.sums, 0, r.NET_SQUARES, net * net)
    if rules.ramp_steps:
        lanes.sat_out[lane] += int(staked == 0)
        lanes.units_squared[lane] += table.units_bet * table.units_bet
        lanes.units_by_net[lane] += table.units_bet * net
    lanes.by_cards_gone[gone, 0] += 1
    lanes.by_cards_gone[gone, 1] += staked
    lanes.by_cards_gone[gone, 2] += net
    part = np.uint64(lanes.tenth_of[gone])
    if rules.shoe_sides == 2:
        part = np.uint64(gone * r.SHOE_TENTHS // (table.shoe_end - table.shoe_base))
    lanes.tenths[part, r.TENTH_ROUNDS] += 1
    lanes.tenth_staked[lane, part] += staked
    lanes.tenth_net[lane, part] += net
    for number in range(rules.side_bets):
        row, won = number + 1, table.side_net[number]
        lanes.net[lane, row] += won
        if rules.bets[number].is_small:
            lanes.squares[lane, row] += won * won
        else:
            add_large(lanes.sums, row, r.NET_SQUARES, won * won)
        if rules.bets[number].kind == r.STREAK:
            decided = table.side_staked[number]
            lanes.staked[lane, row] += decided
            lanes.sums[row, r.WAGER_COUNT] += table.side_wagers[number]
            add_large(lanes.sums, row, r.STAKED_SQUARES, decided * decided)
            add_large(lanes.sums, row, r.PRODUCTS, decided * won)


@compiled
def add_squares(lanes: LanesRecord) -> None:
    """Add the squares of all results that are listed."""
    for place in range(r.MOST_RESULTS):
        net, count = lanes.results[place, 0], lanes.results[place, 1]
        if count:
            square = net * net
            add_product(lanes.sums, 0, r.NET_SQUARES, square & r.LOW_HALF, count)
            lanes.sums[0, r.NET_SQUARES + r.SUM_COUNT] += (square >> 32) * count


@inlined
def begin_at(rules: RulesRecord, table: TableRecord, lanes: LanesRecord, lane: int) -> None:
    if lanes.notes_counts:
        lanes.running_count[lane], lanes.betting_count[lane] = table.running_count, betting_count(rules, table)
    if rules.ramp_steps:
        raise_stakes(rules, table)
    if rules.shoe_sides == 2 or rules.burns_each_round:
        begin_round(rules, table)
    else:
        table.round_start, table.out_of_cards = table.next_card, 0
    lanes.gone[lane] = table.round_start - table.shoe_base


@inlined
def end_at(rules: RulesRecord, table: TableRecord, lanes: LanesRecord, lane: int) -> int:
    is_plain = not (rules.fresh or rules.discards_go_back or rules.shoe_sides == 2)
    if is_plain and not (table.out_of_cards or is_over(rules, table)):
        return NOT_OVER
    becomes = end_round(rules, table)
    if becomes != NOT_OVER:
        look_ahead(rules, table, lanes, lane)
    return becomes


@compiled
def ends_by_chart(rules: RulesRecord, table: TableRecord, lanes: LanesRecord, lane: int) -> bool:
    """Settle the side bets of a round that went by the chart, and return whether it did."""
    if not (rules.goes_by_chart and table.units_bet and goes_by_chart(lanes, lane)):
        if rules.goes_by_chart and rules.side_bets:
            table.displays = lanes.displays[lane]
        return False
    if rules.side_bets:
        lay_side_bets(rules, table)
        if rules.has_streaks:
            look_up_streaks(rules, table, lanes, lane)
    if rules.is_counted:
        count_round(rules, table, lanes, lane)
    table.next_card = lanes.at[lane]
    return True


@called_from_outside
def play_tables(
    rules: RulesRecord,
    tables: Tables,
    lanes: LanesRecord,
    prizes: Prizes,
    rounds: int,
    main: Ints,
    sides: Ints,
    counts: Ints,
) -> tuple[int, int, int, int]:
    """Play a number of rounds, shared out among the tables. Return how many shoes and shuffles they took, how many
    rounds were dealt again because no card was left, and in how many the discards were shuffled to go on.

    If there is room, each round is noted, table by table: stake, result, cards gone, side bets and counts."""
    open_tables(rules, tables, lanes)
    lanes.notes_counts = len(main)
    every, most = len(tables), -(-rounds // len(tables))
    with_one_more = rounds - (most - 1) * every
    shoes = shuffles = abandoned = refilled = 0
    for played in range(most):
        active = every if played < most - 1 else with_one_more
        for lane in range(active):
            begin_at(rules, tables[lane], lanes, lane)
        if rules.goes_by_chart:
            play_by_chart(rules, tables, lanes, active)
            if rules.side_bets:
                look_up_side_bets(rules, tables, prizes, lanes, active)
        for lane in range(active):
            table = tables[lane]
            if ends_by_chart(rules, table, lanes, lane):
                staked = lanes.staked_flat + table.units_bet * lanes.staked_by_count
                net = lanes.round_net[lane]
            else:
                play_round(rules, table, prizes)
                while table.out_of_cards:
                    abandoned += 1
                    becomes = end_at(rules, table, lanes, lane)
                    shoes += int(becomes != NOT_OVER)
                    if becomes == SHUFFLED:
                        shuffles += 1
                        add_shuffle(rules, table, lanes, lane)
                    begin_at(rules, table, lanes, lane)
                    play_round(rules, table, prizes)
                staked, net = main_result(rules, table)
                sum_side_bets(rules, table)
                refilled += table.cutting_card_out
            add_round(rules, table, lanes, lane, staked, net)
            if len(main):
                row = lane * (most - 1) + min(lane, with_one_more) + played
                main[row, 0], main[row, 1] = staked, net
                note_round(rules, table, lanes, lane, row, main, sides, counts)
            is_last = played == most - 1 or (played == most - 2 and lane >= with_one_more)
            becomes = end_at(rules, table, lanes, lane)
            if becomes != NOT_OVER or is_last:
                shoes += 1
                if becomes == SHUFFLED or is_last:
                    shuffles += 1
                    add_shuffle(rules, table, lanes, lane)
    add_squares(lanes)
    return shoes, shuffles, abandoned, refilled


@compiled
def note_round(
    rules: RulesRecord,
    table: TableRecord,
    lanes: LanesRecord,
    lane: int,
    row: int,
    main: Ints,
    sides: Ints,
    counts: Ints,
) -> None:
    main[row, 2] = lanes.gone[lane]
    counts[row, 0], counts[row, 1] = lanes.running_count[lane], lanes.betting_count[lane]
    for number in range(rules.side_bets):
        sides[row, number, 0], sides[row, number, 1] = table.side_staked[number], table.side_net[number]


@compiled
def open_tables(rules: RulesRecord, tables: Tables, lanes: LanesRecord) -> None:
    tabulate_ends(rules, tables[0], lanes)
    for gone in range(rules.all_cards):
        lanes.tenth_of[gone] = gone * r.SHOE_TENTHS // rules.all_cards
    for lane in range(len(tables)):
        open_at(rules, tables[lane], lanes, lane)


@compiled
def open_at(rules: RulesRecord, table: TableRecord, lanes: LanesRecord, lane: int) -> None:
    fill_all(rules, table)
    look_ahead(rules, table, lanes, lane)
    table.units_bet, table.determinant_card = 1, -1
    lay_stakes(rules, table)
    for number in range(rules.side_bets):
        lanes.on_meters[lane, number] = table.meters[number].amount
