"""Rounds, one after the other: dealt, decided, settled and added up.

The kernel plays every game and option of a table file with one to seven boxes, one bettor each. Irregularities (2.15),
shared boxes (2.13), coupons and players who come and go are not for it: the engine plays those."""

from typing import NamedTuple

import numpy as np

from chapter47.blackjack.analysis.exact.dealer import Ints
from chapter47.blackjack.simulation import kernel
from chapter47.blackjack.simulation.kernel import memory_map as mem
from chapter47.blackjack.simulation.kernel.cards import begin_round, end_round, fill_all
from chapter47.blackjack.simulation.kernel.hands import hand_at
from chapter47.blackjack.simulation.kernel.moves import true_count
from chapter47.blackjack.simulation.kernel.play import (
    before_play,
    boxes_play,
    dealer_has_blackjack,
    dealer_plays,
    first_cards,
    lay_out,
    next_dealer_hand,
    third_cards,
)
from chapter47.blackjack.simulation.kernel.settle import (
    another_spot,
    collect_late_busts,
    nobody_is_left,
    pay_early_blackjacks,
    settle_box,
    settle_insurance,
    super_bonuses,
    turn_up,
)
from chapter47.blackjack.simulation.kernel.side_bets import last_bets, lay_side_bets, on_the_meters, settle_sides
from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import BORROWING, INNER, compiled_with
from chapter47.core.numeric.generator import Cards, Stream, split_mix, stream

PARTS = (mem, generator, kernel.cards, kernel.hands, kernel.moves, kernel.play, kernel.settle, kernel.side_bets)
compiled = compiled_with(*PARTS, **INNER)
called_from_outside = compiled_with(*PARTS, **BORROWING)


@compiled
def play_round(rules: Ints, felt: Ints, chance: Stream, cards: Cards) -> None:
    lay_out(rules, felt)
    if rules[mem.SIDE_BETS]:
        lay_side_bets(rules, felt)
    first_cards(rules, felt, chance, cards)
    before_play(rules, felt)
    pay_early_blackjacks(rules, felt)
    if not felt[mem.DEAL_ENDED]:
        boxes_play(rules, felt, chance, cards)
    elif rules[mem.THIRD_CARD_OFFERED_BY]:
        third_cards(rules, felt, chance, cards)
    dealer_decides(rules, felt, chance, cards)
    if rules[mem.SUPER_BONUS_TO_OTHERS]:
        super_bonuses(rules, felt)


@compiled
def dealer_decides(rules: Ints, felt: Ints, chance: Stream, cards: Cards) -> None:
    """One dealer's hand for each spot that somebody still has a wager on."""
    for spot in range(rules[mem.SPOTS]):
        if spot == 0:
            if not nobody_is_left(rules, felt):
                dealer_plays(rules, felt, chance, cards, spot)
        else:
            next_dealer_hand(rules, felt)
            if another_spot(rules, felt, spot - 1):
                dealer_plays(rules, felt, chance, cards, spot)
        settle_insurance(rules, felt, spot)
        blackjack = dealer_has_blackjack(felt)
        for place in range(rules[mem.BOXES]):
            box = rules[mem.BOXES] - 1 - place
            turn_up(rules, felt, box)
            settle_box(rules, felt, box, spot)
            if spot == 0 and rules[mem.SIDE_BETS]:
                settle_sides(rules, felt, box, blackjack)
        if spot == 0 and rules[mem.SIDE_BETS]:
            last_bets(rules, felt, blackjack)
        collect_late_busts(rules, felt, spot)


@called_from_outside
def play_given(rules: Ints, felt: Ints, chance: Stream, cards: Cards) -> None:
    """One round from cards in a given order, from the place on the felt; decisions by hash, and noted."""
    felt[mem.CARDS_ARE_GIVEN] = 1
    felt[mem.SHOE_BASE] = 0
    felt[mem.ROUND_START] = felt[mem.NEXT_CARD]
    felt[mem.SHOE_END] = felt[mem.SHUFFLED_TO] = len(cards)
    felt[mem.OUT_OF_CARDS] = felt[mem.DECISIONS] = felt[mem.LOG_LENGTH] = 0
    felt[mem.DETERMINANT_CARD] = -1
    felt[mem.UNITS_BET] = 1
    play_round(rules, felt, chance, cards)


@called_from_outside
def open_shoe(rules: Ints, felt: Ints, chance: Stream, cards: Cards) -> None:
    fill_all(rules, felt, chance, cards)


@called_from_outside
def deal_round(rules: Ints, felt: Ints, chance: Stream, cards: Cards) -> int:
    """One round from the shoe, which is left as it is then; what was won."""
    begin_round(rules, felt, chance, cards)
    play_round(rules, felt, chance, cards)
    return main_result(rules, felt)[1]


@called_from_outside
def close_round(rules: Ints, felt: Ints, chance: Stream, cards: Cards) -> int:
    """Shuffle what is to be shuffled; whether a shoe was over."""
    return end_round(rules, felt, chance, cards)


def blank_felt(rules: Ints) -> Ints:
    """Nothing in play; meters at their start."""
    felt = np.zeros(mem.FELT_SIZE, dtype=np.int64)
    felt[mem.STREAKS : mem.STREAKS + mem.MOST_BOXES * mem.MOST_SIDE_BETS] = mem.NO_STREAK
    for line in range(rules[mem.SIDE_BETS]):
        felt[mem.METERS + 3 * line] = rules[mem.SIDE_BET + line * mem.SIDE_BET_SIZE + mem.METER_START]
    return felt


# Adding up ------------------------------------------------------------------------------------------------------------


@compiled
def main_result(rules: Ints, felt: Ints) -> tuple[int, int]:
    """What all boxes staked before the deal, and what they won on it, insurance and bonuses with it."""
    staked = net = 0
    for box in range(rules[mem.BOXES]):
        b = mem.BOX + box * mem.BOX_SIZE
        net += felt[b + mem.SUPER_BONUS]
        for number in range(felt[b + mem.HAND_COUNT]):
            h = hand_at(felt, box, number)
            for spot in range(rules[mem.SPOTS]):
                net += felt[h + mem.NET + spot] + felt[h + mem.INSURANCE_NET + spot]
                if number < rules[mem.HANDS_PER_BOX]:
                    staked += felt[h + mem.STAKE + spot]
    return staked, net


@compiled
def side_result(rules: Ints, felt: Ints, line: int) -> tuple[int, int, int]:
    """How many wagers of a line were decided in this round, what was staked on them and won."""
    count = staked = net = 0
    for box in range(rules[mem.BOXES]):
        stake = rules[mem.SIDE_BET + line * mem.SIDE_BET_SIZE + mem.BET_STAKES + box]
        won = felt[mem.BOX + box * mem.BOX_SIZE + mem.SIDE_NET + line]
        if stake and won != mem.UNDECIDED:
            count, staked, net = count + 1, staked + stake, net + won
    return count, staked, net


@compiled
def add_large(sums: Ints, row: int, place: int, amount: int) -> None:
    """Squares of cents become too large for one number: the upper half of each is added up apart."""
    sums[row, place] += amount & mem.LOW_HALF
    sums[row, place + sums.shape[1] // 2] += amount >> 32


@compiled
def add(sums: Ints, line: int, count: int, staked: int, net: int) -> None:
    sums[line, mem.WAGER_COUNT] += count
    sums[line, mem.STAKED_SUM] += staked
    sums[line, mem.NET_SUM] += net
    add_large(sums, line, mem.NET_SQUARES, net * net)
    add_large(sums, line, mem.STAKED_SQUARES, staked * staked)
    add_large(sums, line, mem.PRODUCTS, staked * net)


@compiled
def note_result(histogram: Ints, net: int) -> None:
    """How often each result came: a table of results and their numbers, found by hashing.

    In its last three rows are counted, once the table is full, the losses, pushes and wins that are not in it."""
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
def raise_stakes(rules: Ints, felt: Ints) -> None:
    """How many times its unit a counting box bets at this count."""
    felt[mem.UNITS_BET] = 1
    if rules[mem.RAMP_STEPS]:
        count = true_count(rules, felt)
        for step in range(rules[mem.RAMP_STEPS]):
            if step == 0 or count >= rules[mem.RAMP_FROM + step]:
                felt[mem.UNITS_BET] = rules[mem.RAMP_UNITS + step]


class BlockInPlay(NamedTuple):
    """What a block begins with."""

    felt: Ints
    chance: Stream
    cards: Cards


def open_block(rules: Ints, cards: Cards, seed: int, block: int) -> BlockInPlay:
    """Cards to be shuffled, and a stream of their own."""
    felt = blank_felt(rules)
    felt[mem.SEED] = np.array(split_mix(int(split_mix(seed, 1)) & _MASK, block)).view(np.int64)
    return BlockInPlay(felt, stream(seed, block), cards.copy())


_MASK = (1 << 63) - 1


@compiled
def meter_rose(rules: Ints, felt: Ints, line: int, before: Ints) -> int:
    if line == 0 or rules[mem.SIDE_BET + (line - 1) * mem.SIDE_BET_SIZE + mem.BET_KIND] != mem.PROGRESSIVE:
        return 0
    held = on_the_meters(rules, felt, line - 1)
    rose: int = held - before[line, 2]
    before[line, 2] = held
    return rose


@compiled
def add_shoe(rules: Ints, felt: Ints, sums: Ints, before: Ints) -> None:
    """What the shoe that is over brought: its rounds hang together, shoes do not."""
    for line in range(len(sums)):
        staked, net = sums[line, mem.STAKED_SUM] - before[line, 0], sums[line, mem.NET_SUM] - before[line, 1]
        before[line, 0], before[line, 1] = sums[line, mem.STAKED_SUM], sums[line, mem.NET_SUM]
        add_large(sums, line, mem.SHOE_NET_SQUARES, net * net)
        add_large(sums, line, mem.SHOE_STAKED_SQUARES, staked * staked)
        add_large(sums, line, mem.SHOE_PRODUCTS, staked * net)
        owed = net + meter_rose(rules, felt, line, before)
        sums[line, mem.METER_ROSE] += owed - net
        add_large(sums, line, mem.SHOE_OWED_SQUARES, owed * owed)
        add_large(sums, line, mem.SHOE_OWED_PRODUCTS, staked * owed)


@compiled
def add_slices(slices: Ints) -> None:
    """The same for each part of the shoe."""
    for part in range(mem.SHOE_TENTHS):
        staked, net = slices[part, 6], slices[part, 7]
        add_large(slices, part, 3, net * net)
        add_large(slices, part, 4, staked * staked)
        add_large(slices, part, 5, staked * net)
        slices[part, 6] = slices[part, 7] = 0


@compiled
def add_round(rules: Ints, felt: Ints, sums: Ints, histogram: Ints, by_place: Ints, slices: Ints, gone: int) -> None:
    staked, net = main_result(rules, felt)
    add(sums, 0, 1 if staked else 0, staked, net)
    note_result(histogram, net)
    by_place[gone, 0] += 1
    by_place[gone, 1] += staked
    by_place[gone, 2] += net
    part = gone * mem.SHOE_TENTHS // (felt[mem.SHOE_END] - felt[mem.SHOE_BASE])
    slices[part, 0] += 1
    slices[part, 1] += staked
    slices[part, 2] += net
    slices[part, 6] += staked
    slices[part, 7] += net
    for line in range(rules[mem.SIDE_BETS]):
        count, side_staked, side_net = side_result(rules, felt, line)
        add(sums, line + 1, count, side_staked, side_net)


@called_from_outside
def play_and_add(
    rules: Ints,
    felt: Ints,
    chance: Stream,
    cards: Cards,
    rounds: int,
    sums: Ints,
    before: Ints,
    histogram: Ints,
    by_place: Ints,
    slices: Ints,
) -> tuple[int, int, int]:
    """So many rounds; how many shoes they took, how many rounds were dealt again because no card was left, and in how
    many the discards were shuffled to go on."""
    fill_all(rules, felt, chance, cards)
    for line in range(1, len(sums)):
        meter_rose(rules, felt, line, before)
    shoes = again = refilled = played = 0
    while played < rounds:
        raise_stakes(rules, felt)
        begin_round(rules, felt, chance, cards)
        gone = felt[mem.ROUND_START] - felt[mem.SHOE_BASE]
        play_round(rules, felt, chance, cards)
        if felt[mem.OUT_OF_CARDS]:
            again += 1
        else:
            add_round(rules, felt, sums, histogram, by_place, slices, gone)
            refilled += felt[mem.CUTTING_CARD_OUT]
            played += 1
        if end_round(rules, felt, chance, cards) or played == rounds:
            shoes += 1
            add_shoe(rules, felt, sums, before)
            if not rules[mem.FRESH]:
                add_slices(slices)
    return shoes, again, refilled


@called_from_outside
def play_and_note(
    rules: Ints, felt: Ints, chance: Stream, cards: Cards, rounds: int, main: Ints, sides: Ints, counts: Ints
) -> None:
    """The same rounds, each with what was staked and won, the cards gone, its side bets and the counts before it."""
    fill_all(rules, felt, chance, cards)
    played = 0
    while played < rounds:
        counts[played, 0], counts[played, 1] = felt[mem.RUNNING_COUNT], true_count(rules, felt)
        raise_stakes(rules, felt)
        begin_round(rules, felt, chance, cards)
        main[played, 2] = felt[mem.ROUND_START] - felt[mem.SHOE_BASE]
        play_round(rules, felt, chance, cards)
        if not felt[mem.OUT_OF_CARDS]:
            main[played, 0], main[played, 1] = main_result(rules, felt)
            for line in range(rules[mem.SIDE_BETS]):
                _, sides[played, line, 0], sides[played, line, 1] = side_result(rules, felt, line)
            played += 1
        end_round(rules, felt, chance, cards)
