"""Decisions: which moves are open, and which one is made, by the chart or by a hash."""

import numpy as np

from chapter47.blackjack import chart_codes
from chapter47.blackjack.analysis.exact.dealer import Ints
from chapter47.blackjack.chart_codes import CHART_CODES, TOTAL_CODES
from chapter47.blackjack.hands import LIMIT
from chapter47.blackjack.simulation import kernel
from chapter47.blackjack.simulation.kernel import memory_map as mem
from chapter47.blackjack.simulation.kernel.hands import (
    allowed,
    box_at,
    chart_place,
    hand_at,
    is_soft,
    may_split,
    points,
)
from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import INNER, compiled_with
from chapter47.core.numeric.generator import split_mix

compiled = compiled_with(chart_codes, mem, generator, kernel.cards, kernel.hands, **INNER)

LOW_31_BITS = 0x7FFFFFFF
NO_MOVE = -1
_MOVES_BY_NAME = {
    "stand": mem.STAND,
    "hit": mem.HIT,
    "double": mem.DOUBLE,
    "split": mem.SPLIT,
    "surrender": mem.SURRENDER,
}
MOVES_OF_CODE = np.array(
    [[*(_MOVES_BY_NAME[move] for move in code.moves), NO_MOVE][:2] for code in CHART_CODES], dtype=np.int64
)
"""The one or two moves that a chart's code names in turn."""


@compiled
def legal(rules: Ints, state: Ints, box: int, hand: int) -> int:
    """The moves open to a hand, a bit for each, in the order in which they are listed."""
    permitted = allowed(rules, state, hand)
    moves = 1 << mem.STAND
    if permitted & mem.CAN_HIT:
        moves |= 1 << mem.HIT
    if permitted & mem.CAN_DOUBLE:
        moves |= 1 << mem.DOUBLE
        if rules[mem.MAY_ASK_DOWN]:
            moves |= 1 << mem.DOUBLE_DOWN
    if may_split(rules, state, box, hand):
        moves |= 1 << mem.SPLIT
    if permitted & mem.CAN_SURRENDER:
        moves |= 1 << mem.SURRENDER
    if state[hand + mem.IS_SWITCHED] and may_take_back(state, box):
        moves |= 1 << mem.SWITCH_BACK
    return moves


@compiled
def may_take_back(state: Ints, box: int) -> bool:
    """A switch, until a further card goes to either hand or one is given up (2A.7(g)2)."""
    if state[box_at(box) + mem.HAND_COUNT] != 2:
        return False
    for number in range(2):
        hand = hand_at(box, number)
        as_switched = state[hand + mem.IS_SWITCHED] and state[hand + mem.HAND_CARDS] == 2
        if not as_switched or state[hand + mem.IS_SURRENDERED]:
            return False
    return True


@compiled
def by_hash(state: Ints, moves: int, least: int, most: int, step: int) -> int:
    """A move, and an amount for it, from the hash of the seed and the number of the decision."""
    word = split_mix(state[mem.SEED], state[mem.DECISIONS])
    left = np.int64(word >> np.uint64(33)) % count_bits(moves)
    if most:
        state[mem.AMOUNT] = least + step * (np.int64(word & np.uint64(LOW_31_BITS)) % ((most - least) // step + 1))
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
def decide(rules: Ints, state: Ints, box: int, hand: int, question: int, spot: int, moves: int) -> int:
    """Ask a box. Its answer is a move; how much is staked by it lies in the state."""
    least = most = step = 0
    if question == mem.INSURANCE:
        step = rules[mem.SMALLEST_CHIP]
        most = -(-state[hand + mem.STAKE + spot] // (2 * step)) * step
        least = min(step, most)
    elif moves & (1 << mem.DOUBLE | 1 << mem.DOUBLE_DOWN):
        least = step = rules[mem.WAGER_STEP]
        most = state[hand + mem.STAKE + spot]
    state[mem.AMOUNT] = most
    if state[mem.DECIDES_BY_HASH]:
        move = by_hash(state, moves, least, most, step)
    elif question == mem.PLAY:
        move = by_chart(rules, state, box, hand, moves)
    else:
        move = answer(rules, state, box, hand, question)
    if state[mem.KEEPS_LOG]:
        log(state, box, hand, question, spot, moves, move)
    state[mem.DECISIONS] += 1
    return move


@compiled
def log(state: Ints, box: int, hand: int, question: int, spot: int, moves: int, move: int) -> None:
    entry = mem.LOG + mem.LOG_SIZE * min(state[mem.LOG_LENGTH], mem.LONGEST_LOG - 1)
    state[mem.LOG_LENGTH] += 1
    state[entry + mem.LOG_BOX] = box
    state[entry + mem.LOG_HAND] = (hand - mem.HAND) // mem.HAND_SIZE - box * mem.MOST_HANDS
    state[entry + mem.LOG_QUESTION] = question
    state[entry + mem.LOG_SPOT] = spot
    state[entry + mem.LOG_LEGAL] = moves
    state[entry + mem.LOG_MOVE] = move
    state[entry + mem.LOG_AMOUNT] = state[mem.AMOUNT]
    state[entry + mem.LOG_NEXT_CARD] = state[mem.NEXT_CARD]


@compiled
def true_count(rules: Ints, state: Ints) -> int:
    """The running count by the decks left, in thousandths."""
    left = max(state[mem.SHOE_END] - state[mem.NEXT_CARD], 1)
    count = state[mem.RUNNING_COUNT] * rules[mem.CARDS_PER_DECK] // left
    return count // mem.THOUSANDTHS * mem.THOUSANDTHS if rules[mem.COUNT_ROUNDED_DOWN] else count


@compiled
def code_of(rules: Ints, state: Ints, box: int, sort: int, row: int) -> int:
    """What the chart says; where the box counts, what it says at this count."""
    place = (sort * mem.CHART_ROWS + row) * mem.DEALER_VIEWS + state[mem.DEALER_VIEW]
    has_index = rules[mem.INDEX_COUNT + place] != mem.NEVER_REACHED
    counts = rules[mem.IS_COUNTED] and rules[mem.BOX_COUNTS + box]
    if counts and has_index and true_count(rules, state) >= rules[mem.INDEX_COUNT + place]:
        return rules[mem.INDEX_CODE + place]
    return rules[mem.CHART_CODES + place]


@compiled
def by_chart(rules: Ints, state: Ints, box: int, hand: int, moves: int) -> int:
    """A pair first by its own cell; one that may not be split is played by its total."""
    first_value = rules[mem.CARD_VALUE + state[hand + mem.CARD_0]]
    second_value = rules[mem.CARD_VALUE + state[hand + mem.CARD_1]]
    if state[hand + mem.HAND_CARDS] == 2 and first_value == second_value:
        code = code_of(rules, state, box, mem.PAIR, chart_place(first_value))
        move = open_move(code, moves)
        if move != NO_MOVE:
            return move
        if code < TOTAL_CODES:
            return mem.STAND
    sort = mem.SOFT if is_soft(state, hand) else mem.HARD
    move = open_move(code_of(rules, state, box, sort, points(state, hand)), moves)
    return mem.STAND if move == NO_MOVE else move


@compiled
def open_move(code: int, moves: int) -> int:
    """The first of the code's moves that is open, if one is."""
    for turn in range(2):
        move = MOVES_OF_CODE[code, turn]
        if move != NO_MOVE and moves >> move & 1:
            return int(move)
    return NO_MOVE


@compiled
def answer(rules: Ints, state: Ints, box: int, hand: int, question: int) -> int:
    """To what is asked beside the play of a hand; the third card of two sevens costs nothing and is taken."""
    if question == mem.EVEN_MONEY:
        return rules[mem.CHART_EVEN_MONEY]
    if question == mem.INSURANCE:
        if rules[mem.IS_COUNTED] and rules[mem.BOX_COUNTS + box] and rules[mem.INSURES_FROM_COUNT] != mem.NEVER_REACHED:
            return mem.YES if true_count(rules, state) >= rules[mem.INSURES_FROM_COUNT] else mem.NO
        return rules[mem.CHART_INSURES]
    if question == mem.SWITCH:
        return would_switch(rules, state, box)
    if question == mem.RESCUE:
        return rules[mem.RESCUE_ANSWER + points(state, hand) * mem.DEALER_VIEWS + state[mem.DEALER_VIEW]]
    if question == mem.DOUBLE_TOO:
        return mem.DOUBLE
    return mem.YES if question == mem.THIRD_CARD else mem.NO


@compiled
def would_switch(rules: Ints, state: Ints, box: int) -> int:
    """Whether the two hands are worth more with their second cards exchanged."""
    first_hand, second_hand = hand_at(box, 0), hand_at(box, 1)
    first_kept, first_moved = state[first_hand + mem.CARD_0], state[first_hand + mem.CARD_1]
    second_kept, second_moved = state[second_hand + mem.CARD_0], state[second_hand + mem.CARD_1]
    as_dealt = score_of(rules, state, first_kept, first_moved, 0) + score_of(rules, state, second_kept, second_moved, 0)
    switched = score_of(rules, state, first_kept, second_moved, 1) + score_of(rules, state, second_kept, first_moved, 1)
    return mem.YES if switched > as_dealt else mem.NO


@compiled
def score_of(rules: Ints, state: Ints, first_card: int, second_card: int, switched: int) -> int:
    """What two cards are worth, in the program's own unit; a 21 that a switch made stands in the row of hard totals."""
    first_value, second_value = rules[mem.CARD_VALUE + first_card], rules[mem.CARD_VALUE + second_card]
    if first_value == second_value:
        sort, row = mem.PAIR, chart_place(first_value)
    elif first_value == mem.ACE_VALUE or second_value == mem.ACE_VALUE:
        sort, row = mem.SOFT, first_value + second_value
        if row == LIMIT and switched:
            sort = mem.HARD
    else:
        sort, row = mem.HARD, first_value + second_value
    return rules[mem.SWITCH_SCORE + (sort * mem.CHART_ROWS + row) * mem.DEALER_VIEWS + state[mem.DEALER_VIEW]]
