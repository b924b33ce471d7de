"""Decisions: which moves are legal, and which one is chosen, by the chart, a count or a hash."""

import numpy as np

from chapter47.blackjack import chart_codes
from chapter47.blackjack.chart_codes import TOTAL_CODES
from chapter47.blackjack.hands import LIMIT
from chapter47.blackjack.simulation import kernel
from chapter47.blackjack.simulation.counting import count_system
from chapter47.blackjack.simulation.kernel import hand_states
from chapter47.blackjack.simulation.kernel import records as r
from chapter47.blackjack.simulation.kernel.hands import may_split
from chapter47.blackjack.simulation.kernel.records import RulesRecord
from chapter47.blackjack.simulation.kernel.shoe import rank_of
from chapter47.blackjack.simulation.kernel.table_record import BoxRecord, HandRecord, TableRecord
from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import INNER, compiled_with
from chapter47.core.numeric.generator import split_mix

compiled = compiled_with(chart_codes, count_system, r, hand_states, generator, kernel.shoe, kernel.hands, **INNER)

LOW_31_BITS = 0x7FFFFFFF
NO_MOVE = -1
MOVES_OF_CODE = np.array([[*moves, NO_MOVE][:2] for moves in hand_states.MOVES_OF_CODE], dtype=np.int64)
NO_OR_YES = 1 << r.NO | 1 << r.YES


@compiled
def choose_move(rules: RulesRecord, table: TableRecord, box: BoxRecord, hand: HandRecord) -> int:
    """Return the move of a hand in play; `table.amount` holds its stake."""
    if table.decides_by_hash:
        return decide(rules, table, box, hand, r.PLAY, 0, legal_moves(rules, box, hand))
    table.decisions += 1
    table.amount = hand.stake[0]
    move = move_by_chart(rules, table, box, hand)
    if table.keeps_log:
        log(table, box, hand, r.PLAY, 0, 0, move)
    return move


@compiled
def move_by_chart(rules: RulesRecord, table: TableRecord, box: BoxRecord, hand: HandRecord) -> int:
    state, view = hand.state, table.dealer_view
    if rules.has_index[state, view] and rules.box_counts[box.number]:
        cards_left = table.shoe_end - table.next_card
        return by_counted_chart(rules, state, view, legal_moves(rules, box, hand), table.running_count, cards_left)
    move = rules.move[state, view]
    if move == r.SPLIT and not may_split(rules, box, hand):
        return rules.move_unless_split[state, view]
    return move


@compiled
def legal_moves(rules: RulesRecord, box: BoxRecord, hand: HandRecord) -> int:
    """Return the legal moves of a hand, a bit for each, in the order in which they are listed."""
    moves = rules.legal[hand.state]
    if may_split(rules, box, hand):
        moves |= 1 << r.SPLIT
    if hand.switched and may_take_back(box):
        moves |= 1 << r.SWITCH_BACK
    return moves


@compiled
def may_take_back(box: BoxRecord) -> bool:
    """Return whether a switch may be taken back: until either hand gets a further card or is given up (2A.7(g)2)."""
    if box.hand_count != 2:
        return False
    for number in range(2):
        hand = box.hands[number]
        if not hand.switched or hand.length != 2 or hand.surrendered:
            return False
    return True


@compiled
def by_hash(table: TableRecord, moves: int, least: int, most: int, step: int) -> int:
    """Choose a move, and an amount for it, by a hash of the seed and the number of the decision."""
    word = split_mix(table.seed, table.decisions)
    left = np.int64(word >> np.uint64(33)) % count_bits(moves)
    if most:
        table.amount = least + step * int(np.int64(word & np.uint64(LOW_31_BITS)) % ((most - least) // step + 1))
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
def as_given(table: TableRecord, box: BoxRecord, hand: HandRecord, question: int, moves: int) -> int:
    """Take the next given move. The first question without one is recorded; from then on the first legal move is
    taken."""
    first = 0
    while not moves >> first & 1:
        first += 1
    if moves == 1 << first:
        return first
    if table.given_taken < table.given_count:
        table.given_taken += 1
        return int(table.given[table.given_taken - 1])
    if not table.is_asked:
        table.is_asked = 1
        table.asked_question, table.asked_state, table.asked_legal = question, hand.state, moves
        table.asked_hands = box.hand_count
    return first


@compiled
def decide(
    rules: RulesRecord, table: TableRecord, box: BoxRecord, hand: HandRecord, question: int, spot: int, moves: int
) -> int:
    """Ask a box for a move; `table.amount` holds its stake."""
    least = most = step = 0
    if question == r.INSURANCE:
        step = rules.smallest_chip
        most = -(-hand.stake[spot] // (2 * step)) * step
        least = min(step, most)
    elif moves & (1 << r.DOUBLE | 1 << r.DOUBLE_DOWN):
        least = step = rules.wager_step
        most = hand.stake[spot]
    table.amount = most
    if table.decides_by_hash == r.AS_GIVEN:
        move = as_given(table, box, hand, question, moves)
    elif table.decides_by_hash:
        move = by_hash(table, moves, least, most, step)
    else:
        move = answer(rules, table, box, hand, question)
    if table.keeps_log:
        log(table, box, hand, question, spot, moves, move)
    table.decisions += 1
    return move


@compiled
def log(table: TableRecord, box: BoxRecord, hand: HandRecord, question: int, spot: int, moves: int, move: int) -> None:
    entry = table.log[min(table.log_length, r.LONGEST_LOG - 1)]
    table.log_length += 1
    entry.box, entry.hand = box.number, hand.number
    entry.question, entry.spot = question, spot
    entry.legal, entry.move, entry.amount = moves, move, table.amount


@compiled
def betting_count(rules: RulesRecord, table: TableRecord) -> int:
    """The count that decides bets: with the side count of aces, if there is one."""
    return rounded_count(rules, betting_running_count(table), table.shoe_end - table.next_card)


@compiled
def betting_running_count(table: TableRecord) -> int:
    return table.running_count + table.ace_side_count // count_system.ACE_SIDE_SHARE


@compiled
def rounded_count(rules: RulesRecord, running: int, cards_left: int) -> int:
    """The running count itself, or divided by the decks left and rounded as the count system says."""
    if rules.count_rounding == count_system.RUNNING:
        return running
    count = running * rules.cards_per_deck // max(cards_left, 1)
    if rules.count_rounding == count_system.FLOOR:
        return count // r.THOUSANDTHS * r.THOUSANDTHS
    if rules.count_rounding == count_system.ROUND:
        return (count + r.THOUSANDTHS // 2) // r.THOUSANDTHS * r.THOUSANDTHS
    if rules.count_rounding == count_system.TRUNCATE:
        whole = abs(count) // r.THOUSANDTHS * r.THOUSANDTHS
        return whole if count >= 0 else -whole
    return count


@compiled
def reaches(rules: RulesRecord, running: int, cards_left: int, count: int) -> bool:
    """Return whether the count is at least this one, given as `least_exact_count` has it; without a division."""
    if rules.count_rounding == count_system.RUNNING:
        return running >= count
    return running * rules.cards_per_deck >= count * max(cards_left, 1)


@compiled
def code_at(rules: RulesRecord, running: int, cards_left: int, view: int, sort: int, row: int) -> int:
    """What the chart says at this count."""
    code = count_system.CHART_STAYS
    for step in range(count_system.INDEX_STEPS):
        if not reaches(rules, running, cards_left, rules.index_count[sort, row, view, step]):
            break
        code = rules.index_code[sort, row, view, step]
    return rules.chart[sort, row, view] if code == count_system.CHART_STAYS else code


@compiled
def by_counted_chart(rules: RulesRecord, state: int, view: int, moves: int, running: int, cards_left: int) -> int:
    """A pair first by its own cell; one that may not be split is played by its total."""
    pair = rules.pair[state]
    if pair:
        code = code_at(rules, running, cards_left, view, r.PAIR, 0 if pair == r.ACE_VALUE else pair)
        move = open_move(code, moves)
        if move != NO_MOVE:
            return move
        if code < TOTAL_CODES:
            return r.STAND
    sort = r.SOFT if rules.is_soft[state] else r.HARD
    move = open_move(code_at(rules, running, cards_left, view, sort, rules.points[state]), moves)
    return r.STAND if move == NO_MOVE else move


@compiled
def open_move(code: int, moves: int) -> int:
    """Return the first of the code's moves that is legal, if there is one."""
    for turn in range(2):
        move = MOVES_OF_CODE[code, turn]
        if move != NO_MOVE and moves >> move & 1:
            return int(move)
    return NO_MOVE


@compiled
def answer(rules: RulesRecord, table: TableRecord, box: BoxRecord, hand: HandRecord, question: int) -> int:
    """Answer questions besides the play of a hand; a third card for two sevens costs nothing and is taken."""
    if question == r.EVEN_MONEY:
        return rules.chart_even_money
    if question == r.INSURANCE:
        if rules.is_counted and rules.box_counts[box.number] and rules.insures_from_count != r.NEVER_REACHED:
            left = table.shoe_end - table.next_card
            return r.YES if reaches(rules, table.running_count, left, rules.insures_from_count) else r.NO
        return rules.chart_insures
    if question == r.SWITCH:
        return would_switch(rules, table, box)
    if question == r.RESCUE:
        return rules.rescue_answer[rules.points[hand.state], table.dealer_view]
    if question == r.DOUBLE_TOO:
        return r.DOUBLE
    return r.YES if question == r.THIRD_CARD else r.NO


@compiled
def would_switch(rules: RulesRecord, table: TableRecord, box: BoxRecord) -> int:
    """Return whether the two hands are worth more with their second cards exchanged."""
    first, second = box.hands[0].card, box.hands[1].card
    as_dealt = score_of(rules, table, first[0], first[1], 0) + score_of(rules, table, second[0], second[1], 0)
    switched = score_of(rules, table, first[0], second[1], 1) + score_of(rules, table, second[0], first[1], 1)
    return r.YES if switched > as_dealt else r.NO


@compiled
def score_of(rules: RulesRecord, table: TableRecord, first_card: int, second_card: int, switched: int) -> int:
    """Return the score of two cards in the chart; a 21 made by a switch is in the row of hard totals."""
    first_value, second_value = rules.value[rank_of(first_card)], rules.value[rank_of(second_card)]
    if first_value == second_value:
        sort, row = r.PAIR, rules.chart_place[rank_of(first_card)]
    elif first_value == r.ACE_VALUE or second_value == r.ACE_VALUE:
        sort, row = r.SOFT, first_value + second_value
        if row == LIMIT and switched:
            sort = r.HARD
    else:
        sort, row = r.HARD, first_value + second_value
    return rules.switch_score[sort, row, table.dealer_view]
