"""Decisions: which moves are open, and which one is made, by the chart or by a hash."""

import numpy as np

from chapter47.blackjack import chart_codes
from chapter47.blackjack.analysis.exact.dealer import Ints
from chapter47.blackjack.chart_codes import (
    DOUBLE_OR_HIT,
    DOUBLE_OR_STAND,
    HIT,
    SPLIT,
    STAND,
    SURRENDER_OR_HIT,
    SURRENDER_OR_SPLIT,
    SURRENDER_OR_STAND,
)
from chapter47.blackjack.simulation import kernel
from chapter47.blackjack.simulation.kernel import memory_map as mem
from chapter47.blackjack.simulation.kernel.hands import allowed, hand_at, is_soft, may_split, points
from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import INNER, compiled_with
from chapter47.core.numeric.generator import split_mix

compiled = compiled_with(chart_codes, mem, generator, kernel.cards, kernel.hands, **INNER)

_MASK = 0x7FFFFFFF


@compiled
def legal(rules: Ints, felt: Ints, box: int, h: int) -> int:
    """The moves open to a hand, a bit for each, in the order in which they are listed."""
    may = allowed(rules, felt, h)
    moves = 1 << mem.STAND
    if may & mem.CAN_HIT:
        moves |= 1 << mem.HIT
    if may & mem.CAN_DOUBLE:
        moves |= 1 << mem.DOUBLE
        if rules[mem.MAY_ASK_DOWN]:
            moves |= 1 << mem.DOUBLE_DOWN
    if may_split(rules, felt, box, h):
        moves |= 1 << mem.SPLIT
    if may & mem.CAN_SURRENDER:
        moves |= 1 << mem.SURRENDER
    if felt[h + mem.IS_SWITCHED] and may_take_back(felt, box):
        moves |= 1 << mem.SWITCH_BACK
    return moves


@compiled
def may_take_back(felt: Ints, box: int) -> bool:
    """A switch, until a further card goes to either hand or one is given up (2A.7(g)2)."""
    if felt[mem.BOX + box * mem.BOX_SIZE + mem.HAND_COUNT] != 2:
        return False
    for number in range(2):
        h = hand_at(felt, box, number)
        as_switched = felt[h + mem.IS_SWITCHED] and felt[h + mem.HAND_CARDS] == 2
        if not as_switched or felt[h + mem.IS_SURRENDERED]:
            return False
    return True


@compiled
def by_hash(felt: Ints, moves: int, least: int, most: int, step: int) -> int:
    """A move, and an amount for it, from the hash of the seed and the number of the decision."""
    word = split_mix(felt[mem.SEED], felt[mem.DECISIONS])
    left = np.int64(word >> np.uint64(33)) % count_bits(moves)
    if most:
        felt[mem.AMOUNT] = least + step * (np.int64(word & np.uint64(_MASK)) % ((most - least) // step + 1))
    move = 0
    while True:
        if moves >> move & 1:
            if left == 0:
                return move
            left -= 1
        move += 1


@compiled
def count_bits(moves: int) -> int:
    count = 0
    while moves:
        count += moves & 1
        moves >>= 1
    return count


@compiled
def decide(rules: Ints, felt: Ints, box: int, h: int, question: int, spot: int, moves: int) -> int:
    """Ask a box. Its answer is a move; how much is staked by it lies on the felt."""
    least = most = step = 0
    if question == mem.INSURANCE:
        step = rules[mem.SMALLEST_CHIP]
        most = -(-felt[h + mem.STAKE + spot] // (2 * step)) * step
        least = min(step, most)
    elif moves & (1 << mem.DOUBLE | 1 << mem.DOUBLE_DOWN):
        least = step = rules[mem.WAGER_STEP]
        most = felt[h + mem.STAKE + spot]
    felt[mem.AMOUNT] = most
    if felt[mem.DECIDES] == mem.BY_HASH:
        move = by_hash(felt, moves, least, most, step)
    elif question == mem.PLAY:
        move = by_chart(rules, felt, box, h, moves)
    else:
        move = answer(rules, felt, box, h, question)
    if felt[mem.KEEPS_LOG]:
        log(felt, box, h, question, spot, moves, move)
    felt[mem.DECISIONS] += 1
    return move


@compiled
def log(felt: Ints, box: int, h: int, question: int, spot: int, moves: int, move: int) -> None:
    line = mem.LOG + mem.LOG_SIZE * min(felt[mem.LOG_LENGTH], mem.LONGEST_LOG - 1)
    felt[mem.LOG_LENGTH] += 1
    felt[line], felt[line + 1] = box, (h - mem.HAND) // mem.HAND_SIZE - box * mem.MOST_HANDS
    felt[line + 2], felt[line + 3], felt[line + 4], felt[line + 5] = question, spot, moves, move
    felt[line + 6], felt[line + 7] = felt[mem.AMOUNT], felt[mem.NEXT_CARD]


@compiled
def true_count(rules: Ints, felt: Ints) -> int:
    """The running count by the decks left, in thousandths."""
    left = max(felt[mem.SHOE_END] - felt[mem.NEXT_CARD], 1)
    count = felt[mem.RUNNING_COUNT] * rules[mem.CARDS_PER_DECK] // left
    return count // mem.THOUSANDTHS * mem.THOUSANDTHS if rules[mem.COUNT_ROUNDED_DOWN] else count


@compiled
def code_of(rules: Ints, felt: Ints, box: int, sort: int, row: int) -> int:
    """What the chart says; where the box counts, what it says at this count."""
    place = (sort * mem.CHART_ROWS + row) * mem.DEALER_VIEWS + felt[mem.DEALER_VIEW]
    has_index = rules[mem.INDEX_COUNT + place] != mem.NEVER_REACHED
    counts = rules[mem.IS_COUNTED] and rules[mem.BOX_COUNTS + box]
    if counts and has_index and true_count(rules, felt) >= rules[mem.INDEX_COUNT + place]:
        return rules[mem.INDEX_CODE + place]
    return rules[mem.CHART_CODES + place]


@compiled
def by_chart(rules: Ints, felt: Ints, box: int, h: int, moves: int) -> int:
    sort, row = mem.SOFT if is_soft(felt, h) else mem.HARD, points(felt, h)
    first_value, second_value = (
        rules[mem.CARD_VALUE + felt[h + mem.CARD_0]],
        rules[mem.CARD_VALUE + felt[h + mem.CARD_1]],
    )
    code = HIT
    if felt[h + mem.HAND_CARDS] == 2 and first_value == second_value:
        code = code_of(rules, felt, box, mem.PAIR, first_value % 11)
        if code == SURRENDER_OR_SPLIT and moves >> mem.SURRENDER & 1:
            return mem.SURRENDER
        if code == SPLIT or code == SURRENDER_OR_SPLIT:
            if moves >> mem.SPLIT & 1:
                return mem.SPLIT
            code = code_of(rules, felt, box, sort, row)
    else:
        code = code_of(rules, felt, box, sort, row)
    return follow(code, moves)


@compiled
def follow(code: int, moves: int) -> int:
    """A code without a split, as far as its move is open."""
    if code == SURRENDER_OR_HIT or code == SURRENDER_OR_STAND:
        if moves >> mem.SURRENDER & 1:
            return mem.SURRENDER
        code = HIT if code == SURRENDER_OR_HIT else STAND
    if code == DOUBLE_OR_HIT or code == DOUBLE_OR_STAND:
        if moves >> mem.DOUBLE & 1:
            return mem.DOUBLE
        code = HIT if code == DOUBLE_OR_HIT else STAND
    return mem.HIT if code == HIT and moves >> mem.HIT & 1 else mem.STAND


@compiled
def answer(rules: Ints, felt: Ints, box: int, h: int, question: int) -> int:
    """To what is asked beside the play of a hand; the third card of two sevens costs nothing and is taken."""
    if question == mem.EVEN_MONEY:
        return rules[mem.CHART_EVEN_MONEY]
    if question == mem.INSURANCE:
        if rules[mem.IS_COUNTED] and rules[mem.BOX_COUNTS + box] and rules[mem.INSURES_FROM_COUNT] != mem.NEVER_REACHED:
            return mem.YES if true_count(rules, felt) >= rules[mem.INSURES_FROM_COUNT] else mem.NO
        return rules[mem.CHART_INSURES]
    if question == mem.SWITCH:
        return would_switch(rules, felt, box)
    if question == mem.RESCUE:
        return rules[mem.RESCUE_ANSWER + points(felt, h) * mem.DEALER_VIEWS + felt[mem.DEALER_VIEW]]
    if question == mem.DOUBLE_TOO:
        return mem.DOUBLE
    return mem.YES if question == mem.THIRD_CARD else mem.NO


@compiled
def would_switch(rules: Ints, felt: Ints, box: int) -> int:
    """Whether the two hands are worth more with their second cards exchanged."""
    first, second = hand_at(felt, box, 0), hand_at(felt, box, 1)
    a, b = felt[first + mem.CARD_0], felt[first + mem.CARD_1]
    c, d = felt[second + mem.CARD_0], felt[second + mem.CARD_1]
    as_dealt = worth(rules, felt, a, b, 0) + worth(rules, felt, c, d, 0)
    return mem.YES if worth(rules, felt, a, d, 1) + worth(rules, felt, c, b, 1) > as_dealt else mem.NO


@compiled
def worth(rules: Ints, felt: Ints, first_card: int, second_card: int, switched: int) -> int:
    """Of two cards, in the program's own unit; a 21 that a switch made stands in the row of hard totals."""
    first_value, second_value = rules[mem.CARD_VALUE + first_card], rules[mem.CARD_VALUE + second_card]
    if first_value == second_value:
        sort, row = mem.PAIR, first_value % 11
    elif first_value == 11 or second_value == 11:
        sort, row = mem.SOFT, first_value + second_value
        if row == 21 and switched:
            sort = mem.HARD
    else:
        sort, row = mem.HARD, first_value + second_value
    return rules[mem.SWITCH_SCORE + (sort * mem.CHART_ROWS + row) * mem.DEALER_VIEWS + felt[mem.DEALER_VIEW]]
