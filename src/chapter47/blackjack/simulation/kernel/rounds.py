"""Rounds, one after the other: dealt, decided, settled and added up.

The kernel plays every game and option of a table file with one to seven boxes, one bettor each. Irregularities (2.15),
shared boxes (2.13), coupons and players who come and go are not for it: the engine plays those."""

from typing import NamedTuple

import numpy as np

from chapter47.blackjack.analysis.exact.dealer import Ints
from chapter47.blackjack.simulation import kernel
from chapter47.blackjack.simulation.kernel import memory_map as mem
from chapter47.blackjack.simulation.kernel.cards import begin_round, end_round, fill_all
from chapter47.blackjack.simulation.kernel.hands import bet_at, box_at, hand_at
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
from chapter47.blackjack.simulation.kernel.side_bets import (
    lay_side_bets,
    on_the_meters,
    settle_last_bets,
    settle_side_bets,
)
from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import BORROWING, INNER, compiled_with
from chapter47.core.numeric.generator import Cards, Stream, split_mix, stream

PARTS = (mem, generator, kernel.cards, kernel.hands, kernel.moves, kernel.play, kernel.settle, kernel.side_bets)
compiled = compiled_with(*PARTS, **INNER)
called_from_outside = compiled_with(*PARTS, **BORROWING)


@compiled
def play_round(rules: Ints, state: Ints, chance: Stream, cards: Cards) -> None:
    lay_out(rules, state)
    if rules[mem.SIDE_BETS]:
        lay_side_bets(rules, state)
    first_cards(rules, state, chance, cards)
    before_play(rules, state)
    pay_early_blackjacks(rules, state)
    if not state[mem.DEAL_ENDED]:
        boxes_play(rules, state, chance, cards)
    elif rules[mem.THIRD_CARD_OFFERED_BY]:
        third_cards(rules, state, chance, cards)
    dealer_decides(rules, state, chance, cards)
    if rules[mem.SUPER_BONUS_TO_OTHERS]:
        super_bonuses(rules, state)


@compiled
def dealer_decides(rules: Ints, state: Ints, chance: Stream, cards: Cards) -> None:
    """One dealer's hand for each spot that somebody still has a wager on."""
    for spot in range(rules[mem.SPOTS]):
        if spot == 0:
            if not nobody_is_left(rules, state):
                dealer_plays(rules, state, chance, cards, spot)
        else:
            next_dealer_hand(rules, state)
            if another_spot(rules, state, spot - 1):
                dealer_plays(rules, state, chance, cards, spot)
        settle_insurance(rules, state, spot)
        dealer_blackjack = dealer_has_blackjack(state)
        for place in range(rules[mem.BOXES]):
            box = rules[mem.BOXES] - 1 - place
            turn_up(rules, state, box)
            settle_box(rules, state, box, spot)
            if spot == 0 and rules[mem.SIDE_BETS]:
                settle_side_bets(rules, state, box)
        if spot == 0 and rules[mem.SIDE_BETS]:
            settle_last_bets(rules, state, dealer_blackjack)
        collect_late_busts(rules, state, spot)


@called_from_outside
def play_given(rules: Ints, state: Ints, chance: Stream, cards: Cards) -> None:
    """One round from cards in a given order, from the next card of the state on."""
    state[mem.CARDS_ARE_GIVEN] = 1
    state[mem.SHOE_BASE] = 0
    state[mem.ROUND_START] = state[mem.NEXT_CARD]
    state[mem.SHOE_END] = state[mem.SHUFFLED_TO] = len(cards)
    state[mem.OUT_OF_CARDS] = state[mem.DECISIONS] = state[mem.LOG_LENGTH] = 0
    state[mem.DETERMINANT_CARD] = -1
    state[mem.UNITS_BET] = 1
    play_round(rules, state, chance, cards)


@called_from_outside
def open_shoe(rules: Ints, state: Ints, chance: Stream, cards: Cards) -> None:
    fill_all(rules, state, chance, cards)


@called_from_outside
def deal_round(rules: Ints, state: Ints, chance: Stream, cards: Cards) -> int:
    """One round from the shoe, which is left as it is then; what was won."""
    begin_round(rules, state, chance, cards)
    play_round(rules, state, chance, cards)
    return main_result(rules, state)[1]


@called_from_outside
def close_round(rules: Ints, state: Ints, chance: Stream, cards: Cards) -> int:
    """Shuffle what is to be shuffled; whether a shoe was over."""
    return end_round(rules, state, chance, cards)


def blank_state(rules: Ints) -> Ints:
    """Nothing in play; meters at their start."""
    state = np.zeros(mem.STATE_SIZE, dtype=np.int64)
    state[mem.STREAKS : mem.STREAKS + mem.MOST_BOXES * mem.MOST_SIDE_BETS] = mem.NO_STREAK
    for number in range(rules[mem.SIDE_BETS]):
        start = rules[mem.SIDE_BET + number * mem.SIDE_BET_SIZE + mem.METER_START]
        state[mem.METERS + number * mem.METER_SIZE + mem.METER_AMOUNT] = start
    return state


# Adding up ------------------------------------------------------------------------------------------------------------


@compiled
def main_result(rules: Ints, state: Ints) -> tuple[int, int]:
    """What all boxes staked before the deal, and what they won on it, insurance and bonuses with it."""
    staked = net = 0
    for box in range(rules[mem.BOXES]):
        box_base = box_at(box)
        net += state[box_base + mem.SUPER_BONUS]
        for number in range(state[box_base + mem.HAND_COUNT]):
            hand = hand_at(box, number)
            for spot in range(rules[mem.SPOTS]):
                net += state[hand + mem.NET + spot] + state[hand + mem.INSURANCE_NET + spot]
                if number < rules[mem.HANDS_PER_BOX]:
                    staked += state[hand + mem.STAKE + spot]
    return staked, net


@compiled
def side_result(rules: Ints, state: Ints, bet_number: int) -> tuple[int, int, int]:
    """How many wagers of a side bet were decided in this round, what was staked on them and won."""
    count = staked = net = 0
    for box in range(rules[mem.BOXES]):
        stake = rules[bet_at(bet_number) + mem.BET_STAKES + box]
        won = state[box_at(box) + mem.SIDE_NET + bet_number]
        if stake and won != mem.UNDECIDED:
            count, staked, net = count + 1, staked + stake, net + won
    return count, staked, net


@compiled
def add_large(sums: Ints, row: int, place: int, amount: int) -> None:
    """Squares of cents become too large for one number: the upper half of each is added up apart."""
    sums[row, place] += amount & mem.LOW_HALF
    sums[row, place + sums.shape[1] // 2] += amount >> 32


@compiled
def add(sums: Ints, row: int, count: int, staked: int, net: int) -> None:
    """To the sums of a wager: the main wager has the first row, then each side bet one."""
    sums[row, mem.WAGER_COUNT] += count
    sums[row, mem.STAKED_SUM] += staked
    sums[row, mem.NET_SUM] += net
    add_large(sums, row, mem.NET_SQUARES, net * net)
    add_large(sums, row, mem.STAKED_SQUARES, staked * staked)
    add_large(sums, row, mem.PRODUCTS, staked * net)


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
def raise_stakes(rules: Ints, state: Ints) -> None:
    """How many times its unit a counting box bets at this count."""
    state[mem.UNITS_BET] = 1
    if rules[mem.RAMP_STEPS]:
        count = true_count(rules, state)
        for step in range(rules[mem.RAMP_STEPS]):
            if step == 0 or count >= rules[mem.RAMP_FROM + step]:
                state[mem.UNITS_BET] = rules[mem.RAMP_UNITS + step]


class BlockInPlay(NamedTuple):
    """What a block begins with."""

    state: Ints
    chance: Stream
    cards: Cards


def open_block(rules: Ints, cards: Cards, seed: int, block: int) -> BlockInPlay:
    """Cards to be shuffled, and a stream of their own."""
    state = blank_state(rules)
    state[mem.SEED] = np.array(split_mix(int(split_mix(seed, 1)) & LOW_63_BITS, block)).view(np.int64)
    return BlockInPlay(state, stream(seed, block), cards.copy())


LOW_63_BITS = (1 << 63) - 1


@compiled
def meter_rose(rules: Ints, state: Ints, row: int, before: Ints) -> int:
    if row == 0 or rules[bet_at(row - 1) + mem.BET_KIND] != mem.PROGRESSIVE:
        return 0
    held = on_the_meters(rules, state, row - 1)
    rose: int = held - before[row, mem.METERS_BEFORE]
    before[row, mem.METERS_BEFORE] = held
    return rose


@compiled
def add_shoe(rules: Ints, state: Ints, sums: Ints, before: Ints) -> None:
    """What the shoe that is over brought: its rounds hang together, shoes do not."""
    for row in range(len(sums)):
        staked = sums[row, mem.STAKED_SUM] - before[row, mem.STAKED_BEFORE]
        net = sums[row, mem.NET_SUM] - before[row, mem.NET_BEFORE]
        before[row, mem.STAKED_BEFORE], before[row, mem.NET_BEFORE] = sums[row, mem.STAKED_SUM], sums[row, mem.NET_SUM]
        add_large(sums, row, mem.SHOE_NET_SQUARES, net * net)
        add_large(sums, row, mem.SHOE_STAKED_SQUARES, staked * staked)
        add_large(sums, row, mem.SHOE_PRODUCTS, staked * net)
        owed = net + meter_rose(rules, state, row, before)
        sums[row, mem.METER_ROSE] += owed - net
        add_large(sums, row, mem.SHOE_OWED_SQUARES, owed * owed)
        add_large(sums, row, mem.SHOE_OWED_PRODUCTS, staked * owed)


@compiled
def add_tenths(tenths: Ints) -> None:
    """The same for each part of the shoe."""
    for part in range(mem.SHOE_TENTHS):
        staked, net = tenths[part, mem.TENTH_STAKED_NOW], tenths[part, mem.TENTH_NET_NOW]
        add_large(tenths, part, mem.TENTH_NET_SQUARES, net * net)
        add_large(tenths, part, mem.TENTH_STAKED_SQUARES, staked * staked)
        add_large(tenths, part, mem.TENTH_PRODUCTS, staked * net)
        tenths[part, mem.TENTH_STAKED_NOW] = tenths[part, mem.TENTH_NET_NOW] = 0


@compiled
def add_round(
    rules: Ints, state: Ints, sums: Ints, histogram: Ints, by_cards_gone: Ints, tenths: Ints, cards_gone: int
) -> None:
    staked, net = main_result(rules, state)
    add(sums, 0, 1 if staked else 0, staked, net)
    note_result(histogram, net)
    by_cards_gone[cards_gone, 0] += 1
    by_cards_gone[cards_gone, 1] += staked
    by_cards_gone[cards_gone, 2] += net
    part = cards_gone * mem.SHOE_TENTHS // (state[mem.SHOE_END] - state[mem.SHOE_BASE])
    tenths[part, mem.TENTH_ROUNDS] += 1
    tenths[part, mem.TENTH_STAKED] += staked
    tenths[part, mem.TENTH_NET] += net
    tenths[part, mem.TENTH_STAKED_NOW] += staked
    tenths[part, mem.TENTH_NET_NOW] += net
    for number in range(rules[mem.SIDE_BETS]):
        count, side_staked, side_net = side_result(rules, state, number)
        add(sums, number + 1, count, side_staked, side_net)


@called_from_outside
def play_and_add(
    rules: Ints,
    state: Ints,
    chance: Stream,
    cards: Cards,
    rounds: int,
    sums: Ints,
    before: Ints,
    histogram: Ints,
    by_cards_gone: Ints,
    tenths: Ints,
) -> tuple[int, int, int]:
    """So many rounds; how many shoes they took, how many rounds were dealt again because no card was left, and in how
    many the discards were shuffled to go on."""
    fill_all(rules, state, chance, cards)
    for row in range(1, len(sums)):
        meter_rose(rules, state, row, before)
    shoes = abandoned = refilled = played = 0
    while played < rounds:
        raise_stakes(rules, state)
        begin_round(rules, state, chance, cards)
        cards_gone = state[mem.ROUND_START] - state[mem.SHOE_BASE]
        play_round(rules, state, chance, cards)
        if state[mem.OUT_OF_CARDS]:
            abandoned += 1
        else:
            add_round(rules, state, sums, histogram, by_cards_gone, tenths, cards_gone)
            refilled += state[mem.CUTTING_CARD_OUT]
            played += 1
        if end_round(rules, state, chance, cards) or played == rounds:
            shoes += 1
            add_shoe(rules, state, sums, before)
            if not rules[mem.FRESH]:
                add_tenths(tenths)
    return shoes, abandoned, refilled


@called_from_outside
def play_and_note(
    rules: Ints, state: Ints, chance: Stream, cards: Cards, rounds: int, main: Ints, sides: Ints, counts: Ints
) -> None:
    """The same rounds, each with what was staked and won, the cards gone, its side bets and the counts before it."""
    fill_all(rules, state, chance, cards)
    played = 0
    while played < rounds:
        counts[played, 0], counts[played, 1] = state[mem.RUNNING_COUNT], true_count(rules, state)
        raise_stakes(rules, state)
        begin_round(rules, state, chance, cards)
        main[played, 2] = state[mem.ROUND_START] - state[mem.SHOE_BASE]
        play_round(rules, state, chance, cards)
        if not state[mem.OUT_OF_CARDS]:
            main[played, 0], main[played, 1] = main_result(rules, state)
            for number in range(rules[mem.SIDE_BETS]):
                _, sides[played, number, 0], sides[played, number, 1] = side_result(rules, state, number)
            played += 1
        end_round(rules, state, chance, cards)
