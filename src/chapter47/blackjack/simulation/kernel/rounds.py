"""Rounds, one after the other: dealt, decided, settled and added up.

The kernel plays every game and option of a table file with one to seven boxes, one bettor each. Irregularities (2.15),
shared boxes (2.13), coupons and players who come and go are not for it: the engine plays those."""

from typing import NamedTuple

import numpy as np

from chapter47.blackjack.analysis.exact.dealer import Ints
from chapter47.blackjack.simulation.kernel import (
    cards as kernel_cards,
)
from chapter47.blackjack.simulation.kernel import (
    hands as kernel_hands,
)
from chapter47.blackjack.simulation.kernel import memory_map as f
from chapter47.blackjack.simulation.kernel import (
    moves as kernel_moves,
)
from chapter47.blackjack.simulation.kernel import (
    play as kernel_play,
)
from chapter47.blackjack.simulation.kernel import (
    settle as kernel_settle,
)
from chapter47.blackjack.simulation.kernel import (
    sides as kernel_sides,
)
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
from chapter47.blackjack.simulation.kernel.sides import last_bets, lay_side_bets, on_the_meters, settle_sides
from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import BORROWING, INNER, compiled_with
from chapter47.core.numeric.generator import Cards, Stream, split_mix, stream

PARTS = (f, generator, kernel_cards, kernel_hands, kernel_moves, kernel_play, kernel_settle, kernel_sides)
compiled = compiled_with(*PARTS, **INNER)
called_from_outside = compiled_with(*PARTS, **BORROWING)


@compiled
def play_round(rules: Ints, felt: Ints, chance: Stream, cards: Cards) -> None:
    lay_out(rules, felt)
    if rules[f.LINES]:
        lay_side_bets(rules, felt)
    first_cards(rules, felt, chance, cards)
    before_play(rules, felt)
    pay_early_blackjacks(rules, felt)
    if not felt[f.ENDED]:
        boxes_play(rules, felt, chance, cards)
    elif rules[f.OFFERS_THIRD]:
        third_cards(rules, felt, chance, cards)
    dealer_decides(rules, felt, chance, cards)
    if rules[f.SUPER_OTHERS]:
        super_bonuses(rules, felt)


@compiled
def dealer_decides(rules: Ints, felt: Ints, chance: Stream, cards: Cards) -> None:
    """One dealer's hand for each spot that somebody still has a wager on."""
    for spot in range(rules[f.SPOTS]):
        if spot == 0:
            if not nobody_is_left(rules, felt):
                dealer_plays(rules, felt, chance, cards, spot)
        elif another_spot(rules, felt, spot - 1):
            next_dealer_hand(rules, felt)
            dealer_plays(rules, felt, chance, cards, spot)
        settle_insurance(rules, felt, spot)
        blackjack = dealer_has_blackjack(felt)
        for place in range(rules[f.BOXES]):
            box = rules[f.BOXES] - 1 - place
            turn_up(rules, felt, box)
            settle_box(rules, felt, box, spot)
            if spot == 0 and rules[f.LINES]:
                settle_sides(rules, felt, box, blackjack)
        if spot == 0 and rules[f.LINES]:
            last_bets(rules, felt, blackjack)
        collect_late_busts(rules, felt, spot)


@called_from_outside
def play_given(rules: Ints, felt: Ints, chance: Stream, cards: Cards) -> None:
    """One round from cards in a given order, from the place on the felt; decisions by hash, and noted."""
    felt[f.GIVEN] = 1
    felt[f.BASE] = 0
    felt[f.START] = felt[f.AT]
    felt[f.END] = felt[f.MIXED] = len(cards)
    felt[f.SHORT] = felt[f.DECISIONS] = felt[f.LOGGED] = 0
    felt[f.FIRST_CARD] = -1
    felt[f.TIMES] = 1
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
    felt = np.zeros(f.FELT, dtype=np.int64)
    felt[f.STREAKS : f.STREAKS + f.MOST_BOXES * f.MOST_LINES] = f.NO_STREAK
    for line in range(rules[f.LINES]):
        felt[f.METERS + 3 * line] = rules[f.LINE + line * f.LINE_SIZE + f.METER_START]
    return felt


# Adding up ------------------------------------------------------------------------------------------------------------


@compiled
def main_result(rules: Ints, felt: Ints) -> tuple[int, int]:
    """What all boxes staked before the deal, and what they won on it, insurance and bonuses with it."""
    staked = net = 0
    for box in range(rules[f.BOXES]):
        b = f.BOX + box * f.BOX_SIZE
        net += felt[b + f.SUPER]
        for number in range(felt[b + f.HANDS_OF]):
            h = hand_at(felt, box, number)
            for spot in range(rules[f.SPOTS]):
                net += felt[h + f.NET + spot] + felt[h + f.INSURANCE_NET + spot]
                if number < rules[f.HANDS_PER_BOX]:
                    staked += felt[h + f.STAKE + spot]
    return staked, net


@compiled
def side_result(rules: Ints, felt: Ints, line: int) -> tuple[int, int, int]:
    """How many wagers of a line were decided in this round, what was staked on them and won."""
    count = staked = net = 0
    for box in range(rules[f.BOXES]):
        stake = rules[f.LINE + line * f.LINE_SIZE + f.STAKED + box]
        won = felt[f.BOX + box * f.BOX_SIZE + f.SIDE_NET + line]
        if stake and won != f.UNDECIDED:
            count, staked, net = count + 1, staked + stake, net + won
    return count, staked, net


@compiled
def add_large(sums: Ints, row: int, place: int, amount: int) -> None:
    """Squares of cents become too large for one number: the upper half of each is added up apart."""
    sums[row, place] += amount & f.LOWER
    sums[row, place + sums.shape[1] // 2] += amount >> 32


@compiled
def add(sums: Ints, line: int, count: int, staked: int, net: int) -> None:
    sums[line, f.WAGERS] += count
    sums[line, f.STAKED_SUM] += staked
    sums[line, f.NET_SUM] += net
    add_large(sums, line, f.NET_SQUARES, net * net)
    add_large(sums, line, f.STAKED_SQUARES, staked * staked)
    add_large(sums, line, f.PRODUCTS, staked * net)


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
    felt[f.TIMES] = 1
    if rules[f.RAMP]:
        count = true_count(rules, felt)
        for step in range(rules[f.RAMP]):
            if step == 0 or count >= rules[f.RAMP_FROM + step]:
                felt[f.TIMES] = rules[f.RAMP_TIMES + step]


class Dealt(NamedTuple):
    """What a block begins with."""

    felt: Ints
    chance: Stream
    cards: Cards


def open_block(rules: Ints, cards: Cards, seed: int, block: int) -> Dealt:
    """Cards to be shuffled, and a stream of their own."""
    felt = blank_felt(rules)
    felt[f.SEED] = np.array(split_mix(int(split_mix(seed, 1)) & _MASK, block)).view(np.int64)
    return Dealt(felt, stream(seed, block), cards.copy())


_MASK = (1 << 63) - 1


@compiled
def meter_rose(rules: Ints, felt: Ints, line: int, before: Ints) -> int:
    if line == 0 or rules[f.LINE + (line - 1) * f.LINE_SIZE + f.LINE_KIND] != f.PROGRESSIVE:
        return 0
    held = on_the_meters(rules, felt, line - 1)
    rose: int = held - before[line, 2]
    before[line, 2] = held
    return rose


@compiled
def add_shoe(rules: Ints, felt: Ints, sums: Ints, before: Ints) -> None:
    """What the shoe that is over brought: its rounds hang together, shoes do not."""
    for line in range(len(sums)):
        staked, net = sums[line, f.STAKED_SUM] - before[line, 0], sums[line, f.NET_SUM] - before[line, 1]
        before[line, 0], before[line, 1] = sums[line, f.STAKED_SUM], sums[line, f.NET_SUM]
        add_large(sums, line, f.SHOE_NET, net * net)
        add_large(sums, line, f.SHOE_STAKED, staked * staked)
        add_large(sums, line, f.SHOE_PRODUCTS, staked * net)
        owed = net + meter_rose(rules, felt, line, before)
        sums[line, f.METER_ROSE] += owed - net
        add_large(sums, line, f.SHOE_OWED, owed * owed)
        add_large(sums, line, f.SHOE_OWED_PRODUCTS, staked * owed)


@compiled
def add_slices(slices: Ints) -> None:
    """The same for each part of the shoe."""
    for part in range(f.SLICES):
        staked, net = slices[part, 6], slices[part, 7]
        add_large(slices, part, 3, net * net)
        add_large(slices, part, 4, staked * staked)
        add_large(slices, part, 5, staked * net)
        slices[part, 6] = slices[part, 7] = 0


@compiled
def add_round(rules: Ints, felt: Ints, sums: Ints, histogram: Ints, by_place: Ints, slices: Ints, gone: int) -> None:
    staked, net = main_result(rules, felt)
    add(sums, 0, 1, staked, net)
    note_result(histogram, net)
    by_place[gone, 0] += 1
    by_place[gone, 1] += staked
    by_place[gone, 2] += net
    part = gone * f.SLICES // (felt[f.END] - felt[f.BASE])
    slices[part, 0] += 1
    slices[part, 1] += staked
    slices[part, 2] += net
    slices[part, 6] += staked
    slices[part, 7] += net
    for line in range(rules[f.LINES]):
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
        gone = felt[f.START] - felt[f.BASE]
        play_round(rules, felt, chance, cards)
        if felt[f.SHORT]:
            again += 1
        else:
            add_round(rules, felt, sums, histogram, by_place, slices, gone)
            refilled += felt[f.IS_OUT]
            played += 1
        if end_round(rules, felt, chance, cards) or played == rounds:
            shoes += 1
            add_shoe(rules, felt, sums, before)
            if not rules[f.FRESH]:
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
        counts[played, 0], counts[played, 1] = felt[f.RUNNING], true_count(rules, felt)
        raise_stakes(rules, felt)
        begin_round(rules, felt, chance, cards)
        main[played, 2] = felt[f.START] - felt[f.BASE]
        play_round(rules, felt, chance, cards)
        if not felt[f.SHORT]:
            main[played, 0], main[played, 1] = main_result(rules, felt)
            for line in range(rules[f.LINES]):
                _, sides[played, line, 0], sides[played, line, 1] = side_result(rules, felt, line)
            played += 1
        end_round(rules, felt, chance, cards)
