"""Decisions: which moves are open, and which one is made, by the chart or by a hash."""

import numpy as np

from chapter47.blackjack.analysis.chart import chart
from chapter47.blackjack.analysis.chart.chart import SPLIT as P
from chapter47.blackjack.analysis.chart.chart import SURRENDER_OR_SPLIT as RP
from chapter47.blackjack.analysis.exact import arrays
from chapter47.blackjack.analysis.exact.arrays import (
    DOUBLE_OR_HIT,
    DOUBLE_OR_STAND,
    SURRENDER_OR_HIT,
    SURRENDER_OR_STAND,
)
from chapter47.blackjack.analysis.exact.arrays import HIT as H
from chapter47.blackjack.analysis.exact.arrays import STAND as S
from chapter47.blackjack.analysis.exact.dealer import Ints
from chapter47.blackjack.simulation.kernel import cards as kernel_cards
from chapter47.blackjack.simulation.kernel import hands as kernel_hands
from chapter47.blackjack.simulation.kernel import memory_map as f
from chapter47.blackjack.simulation.kernel.hands import allowed, hand_at, is_soft, may_split, points
from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import INNER, compiled_with
from chapter47.core.numeric.generator import split_mix

compiled = compiled_with(arrays, chart, f, generator, kernel_cards, kernel_hands, **INNER)

_MASK = 0x7FFFFFFF


@compiled
def legal(rules: Ints, felt: Ints, box: int, h: int) -> int:
    """The moves open to a hand, a bit for each, in the order in which they are listed."""
    may = allowed(rules, felt, h)
    moves = 1 << f.STAND
    if may & f.CAN_HIT:
        moves |= 1 << f.HIT
    if may & f.CAN_DOUBLE:
        moves |= 1 << f.DOUBLE
        if rules[f.ASKS_DOWN]:
            moves |= 1 << f.DOUBLE_DOWN
    if may_split(rules, felt, box, h):
        moves |= 1 << f.SPLIT
    if may & f.CAN_SURRENDER:
        moves |= 1 << f.SURRENDER
    if felt[h + f.IS_SWITCHED] and may_take_back(felt, box):
        moves |= 1 << f.SWITCH_BACK
    return moves


@compiled
def may_take_back(felt: Ints, box: int) -> bool:
    """A switch, until a further card goes to either hand or one is given up (2A.7(g)2)."""
    if felt[f.BOX + box * f.BOX_SIZE + f.HANDS_OF] != 2:
        return False
    for number in range(2):
        h = hand_at(felt, box, number)
        as_switched = felt[h + f.IS_SWITCHED] and felt[h + f.HAND_CARDS] == 2
        if not as_switched or felt[h + f.GIVEN_UP]:
            return False
    return True


@compiled
def by_hash(felt: Ints, moves: int, least: int, most: int, step: int) -> int:
    """A move, and an amount for it, from the hash of the seed and the number of the decision."""
    word = split_mix(felt[f.SEED], felt[f.DECISIONS])
    left = np.int64(word >> np.uint64(33)) % count_bits(moves)
    if most:
        felt[f.AMOUNT] = least + step * (np.int64(word & np.uint64(_MASK)) % ((most - least) // step + 1))
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
    if question == f.INSURANCE:
        step = rules[f.CHIP]
        most = -(-felt[h + f.STAKE + spot] // (2 * step)) * step
        least = min(step, most)
    elif moves & (1 << f.DOUBLE | 1 << f.DOUBLE_DOWN):
        least = step = rules[f.STEP]
        most = felt[h + f.STAKE + spot]
    felt[f.AMOUNT] = most
    if felt[f.MODE] == f.HASH:
        move = by_hash(felt, moves, least, most, step)
    elif question == f.PLAY:
        move = by_chart(rules, felt, box, h, moves)
    else:
        move = answer(rules, felt, box, h, question)
    if felt[f.LOGS]:
        log(felt, box, h, question, spot, moves, move)
    felt[f.DECISIONS] += 1
    return move


@compiled
def log(felt: Ints, box: int, h: int, question: int, spot: int, moves: int, move: int) -> None:
    line = f.LOG + f.LOG_SIZE * min(felt[f.LOGGED], f.LONGEST_LOG - 1)
    felt[f.LOGGED] += 1
    felt[line], felt[line + 1] = box, (h - f.HAND) // f.HAND_SIZE - box * f.MOST_HANDS
    felt[line + 2], felt[line + 3], felt[line + 4], felt[line + 5] = question, spot, moves, move
    felt[line + 6], felt[line + 7] = felt[f.AMOUNT], felt[f.AT]


@compiled
def true_count(rules: Ints, felt: Ints) -> int:
    """The running count by the decks left, in thousandths."""
    left = max(felt[f.END] - felt[f.AT], 1)
    count = felt[f.RUNNING] * rules[f.DECK_CARDS] // left
    return count // f.FINE * f.FINE if rules[f.FLOORED] else count


@compiled
def code_of(rules: Ints, felt: Ints, box: int, sort: int, row: int) -> int:
    """What the chart says; where the box counts, what it says at this count."""
    place = (sort * f.ROWS + row) * f.VIEWS + felt[f.VIEW]
    turns = rules[f.COUNTS] and rules[f.COUNTING + box] and rules[f.TURNS + place] != f.NEVER
    if turns and true_count(rules, felt) >= rules[f.TURNS + place]:
        return rules[f.TURNED + place]
    return rules[f.CODES + place]


@compiled
def by_chart(rules: Ints, felt: Ints, box: int, h: int, moves: int) -> int:
    sort, row = f.SOFT if is_soft(felt, h) else f.HARD, points(felt, h)
    one, other = rules[f.VALUE + felt[h + f.CARD_0]], rules[f.VALUE + felt[h + f.CARD_1]]
    code = H
    if felt[h + f.HAND_CARDS] == 2 and one == other:
        code = code_of(rules, felt, box, f.PAIR, one % 11)
        if code == RP and moves >> f.SURRENDER & 1:
            return f.SURRENDER
        if code == P or code == RP:
            if moves >> f.SPLIT & 1:
                return f.SPLIT
            code = code_of(rules, felt, box, sort, row)
    else:
        code = code_of(rules, felt, box, sort, row)
    return follow(code, moves)


@compiled
def follow(code: int, moves: int) -> int:
    """A code without a split, as far as its move is open."""
    if code == SURRENDER_OR_HIT or code == SURRENDER_OR_STAND:
        if moves >> f.SURRENDER & 1:
            return f.SURRENDER
        code = H if code == SURRENDER_OR_HIT else S
    if code == DOUBLE_OR_HIT or code == DOUBLE_OR_STAND:
        if moves >> f.DOUBLE & 1:
            return f.DOUBLE
        code = H if code == DOUBLE_OR_HIT else S
    return f.HIT if code == H and moves >> f.HIT & 1 else f.STAND


@compiled
def answer(rules: Ints, felt: Ints, box: int, h: int, question: int) -> int:
    """To what is asked beside the play of a hand; the third card of two sevens costs nothing and is taken."""
    if question == f.EVEN_MONEY:
        return rules[f.CHART_EVEN_MONEY]
    if question == f.INSURANCE:
        if rules[f.COUNTS] and rules[f.COUNTING + box] and rules[f.INSURES_AT] != f.NEVER:
            return f.YES if true_count(rules, felt) >= rules[f.INSURES_AT] else f.NO
        return rules[f.CHART_INSURES]
    if question == f.SWITCH:
        return would_switch(rules, felt, box)
    if question == f.RESCUE:
        return rules[f.RESCUED_AT + points(felt, h) * f.VIEWS + felt[f.VIEW]]
    if question == f.DOUBLE_TOO:
        return f.DOUBLE
    return f.YES if question == f.THIRD_CARD else f.NO


@compiled
def would_switch(rules: Ints, felt: Ints, box: int) -> int:
    """Whether the two hands are worth more with their second cards exchanged."""
    first, second = hand_at(felt, box, 0), hand_at(felt, box, 1)
    a, b = felt[first + f.CARD_0], felt[first + f.CARD_1]
    c, d = felt[second + f.CARD_0], felt[second + f.CARD_1]
    as_dealt = worth(rules, felt, a, b, 0) + worth(rules, felt, c, d, 0)
    return f.YES if worth(rules, felt, a, d, 1) + worth(rules, felt, c, b, 1) > as_dealt else f.NO


@compiled
def worth(rules: Ints, felt: Ints, card: int, other: int, switched: int) -> int:
    """Of two cards, in the program's own unit; a 21 that a switch made stands in the row of hard totals."""
    one, two = rules[f.VALUE + card], rules[f.VALUE + other]
    if one == two:
        sort, row = f.PAIR, one % 11
    elif one == 11 or two == 11:
        sort, row = f.SOFT, one + two
        if row == 21 and switched:
            sort = f.HARD
    else:
        sort, row = f.HARD, one + two
    return rules[f.WORTH + (sort * f.ROWS + row) * f.VIEWS + felt[f.VIEW]]
