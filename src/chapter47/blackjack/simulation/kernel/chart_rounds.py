"""Rounds that go by the chart from the first card to the last, at several tables side by side.

A hand is followed from state to state by `rules.plan`, with no record of its own: its cards are known by their places
in the shoe, and its end is a number by which `end_net` says what it wins. Each step is taken at all tables before the
next: a processor that waits for a card of one table works on another, and it is asked once for all of them whether a
hand draws, which it cannot guess. A box that splits is set apart: it goes on by its records. Whatever else is rare is
left to the general code, which plays the round from its first card: insurance that is taken, a double card dealt face
down, a shoe that runs out."""

from chapter47.blackjack.simulation import kernel
from chapter47.blackjack.simulation.kernel import hand_states, lane_record
from chapter47.blackjack.simulation.kernel import records as r
from chapter47.blackjack.simulation.kernel.decisions import by_counted_chart, reaches
from chapter47.blackjack.simulation.kernel.general_rounds import box_net
from chapter47.blackjack.simulation.kernel.hand_states import NATURAL
from chapter47.blackjack.simulation.kernel.hands import form_of, give, is_designated, note_box_card
from chapter47.blackjack.simulation.kernel.lane_record import LanesRecord
from chapter47.blackjack.simulation.kernel.play import DEALER_NATURAL, box_has_effect, box_plays, lay_box
from chapter47.blackjack.simulation.kernel.records import Records, RulesRecord
from chapter47.blackjack.simulation.kernel.settle import box_has_another_spot, lost_all_hands, settle_box
from chapter47.blackjack.simulation.kernel.shoe import rank_of
from chapter47.blackjack.simulation.kernel.table_record import TableRecord
from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import INNER, compiled_with

compiled = compiled_with(
    r,
    lane_record,
    hand_states,
    generator,
    kernel.shoe,
    kernel.hands,
    kernel.decisions,
    kernel.play,
    kernel.settle,
    kernel.general_rounds,
    **INNER,
)
Tables = Records[TableRecord]
ENOUGH_CARDS = 128
"""Enough for all hands of a box, so that the shoe does not run out among them."""


@compiled
def play_by_chart(rules: RulesRecord, tables: Tables, lanes: LanesRecord, active: int) -> None:
    """Play a round at each of so many tables, up to the dealer's last card."""
    dealt = rules.boxes * rules.hands_per_box
    deal_first_cards(rules, tables, lanes, active, dealt)
    for box in range(rules.boxes):
        if rules.offers_switch:
            switch_hands(rules, tables, lanes, active, dealt, box)
        for hand_number in range(rules.hands_per_box):
            play_hands(rules, tables, lanes, active, dealt, box, hand_number)
    for spot in range(rules.spots):
        play_dealers(rules, tables, lanes, active, spot)
        settle_by_chart(rules, tables, lanes, active, spot)


@compiled
def deal_first_cards(rules: RulesRecord, tables: Tables, lanes: LanesRecord, active: int, dealt: int) -> None:
    """Look at the dealer's first two cards; all cards stay in the shoe."""
    has_hole_card = int(rules.hole_card != r.NO_HOLE)
    for lane in range(active):
        table = tables[lane]
        first = table.next_card
        up, second = int(table.cards[first + dealt]), int(table.cards[first + 2 * dealt + 1])
        view = rules.first_view[rank_of(up), rank_of(second)]
        lanes.first[lane], lanes.at[lane] = first, first + 2 * dealt + 1 + has_hole_card
        lanes.up[lane], lanes.second[lane], lanes.dealer_view[lane] = up, second, view
        lanes.any_end[lane], lanes.all_ends[lane] = 0, r.IS_LOST
        lanes.round_net[lane] = lanes.apart[lane] = 0
        if may_be_insured(rules, table, lanes, lane) or (view == r.NO_PLAY and rules.third_card_offered_by):
            lanes.any_end[lane] = r.LEAVES


# The boxes ------------------------------------------------------------------------------------------------------------


@compiled
def switch_hands(
    rules: RulesRecord, tables: Tables, lanes: LanesRecord, active: int, dealt: int, box: int
) -> None:  # fmt: skip
    """Whether the two hands of a box are worth more with their second cards exchanged."""
    for lane in range(active):
        cards, view = tables[lane].cards, lanes.dealer_view[lane]
        first = lanes.first[lane] + 2 * box
        second = first + dealt + 1
        upper, lower = rank_of(int(cards[first])), rank_of(int(cards[first + 1]))
        upper_second, lower_second = rank_of(int(cards[second])), rank_of(int(cards[second + 1]))
        as_dealt = rules.switch_value[rules.two_cards[0, upper, upper_second], view]
        as_dealt += rules.switch_value[rules.two_cards[0, lower, lower_second], view]
        switched = rules.switch_value[rules.two_cards[1, upper, lower_second], view]
        switched += rules.switch_value[rules.two_cards[1, lower, upper_second], view]
        lanes.switched[lane] = int(switched > as_dealt)


@compiled
def play_hands(
    rules: RulesRecord, tables: Tables, lanes: LanesRecord, active: int, dealt: int, box: int, hand_number: int
) -> None:
    """Play one hand of each table to its end."""
    hand, waiting = box * rules.hands_per_box + hand_number, 0
    for lane in range(active):
        cards, first = tables[lane].cards, lanes.first[lane] + hand
        second, switched = first + dealt + 1, 0
        if rules.offers_switch:
            switched = int(lanes.switched[lane])
            second += switched * (1 - 2 * hand_number)
        state = rules.two_cards[switched, rank_of(int(cards[first])), rank_of(int(cards[second]))]
        plan = rules.plan[state, lanes.dealer_view[lane]]
        lanes.state[lane], lanes.hand_begin[hand, lane], lanes.doubled[lane] = state, lanes.at[lane], 0
        if plan == r.PLAN_BY_COUNT:
            plan = plan_by_count(rules, tables[lane], lanes, lane, box)
        lanes.plan[lane] = plan
        lanes.waiting[waiting] = lane
        waiting += int(plan <= r.PLAN_DOUBLE)
    while waiting:
        waiting = draw_cards(rules, tables, lanes, waiting, box)
    for lane in range(active):
        plan = lanes.plan[lane]
        how = int(lanes.doubled[lane]) + r.IS_SURRENDERED * int(plan == r.PLAN_SURRENDER)
        how += r.IS_LEFT * int(plan == r.PLAN_LEAVE)
        end = int(rules.end_of[lanes.state[lane], how])
        lanes.hand_stop[hand, lane] = lanes.at[lane]
        if lanes.end_bits[end] & r.IS_SPECIAL:
            end = special_end(rules, tables[lane], lanes, lane, dealt, box, hand_number, end)
        lanes.hand_end[hand, lane] = end
        lanes.any_end[lane] |= lanes.end_bits[end]
        lanes.all_ends[lane] &= lanes.end_bits[end]


@compiled
def draw_cards(rules: RulesRecord, tables: Tables, lanes: LanesRecord, waiting: int, box: int) -> int:
    """Give a card to each hand that waits for one, and return how many wait for another."""
    still = 0
    for number in range(waiting):
        lane = lanes.waiting[number]
        at = lanes.at[lane]
        state = rules.after[lanes.state[lane], rank_of(int(tables[lane].cards[at]))]
        doubled = int(lanes.plan[lane] == r.PLAN_DOUBLE)
        plan = rules.plan[state, lanes.dealer_view[lane] | r.NO_PLAY * doubled]
        lanes.at[lane], lanes.state[lane], lanes.doubled[lane] = at + 1, state, doubled
        if plan == r.PLAN_BY_COUNT:
            plan = plan_by_count(rules, tables[lane], lanes, lane, box)
        lanes.plan[lane] = plan
        lanes.waiting[still] = lane
        still += int(plan <= r.PLAN_DOUBLE)
    return still


@compiled
def special_end(
    rules: RulesRecord,
    table: TableRecord,
    lanes: LanesRecord,
    lane: int,
    dealt: int,
    box: int,
    hand_number: int,
    end: int,
) -> int:
    """Return how a hand ends if more than its total and a double decides the payment."""
    hand, state = box * rules.hands_per_box + hand_number, lanes.state[lane]
    first_place, up_value = lanes.first[lane] + hand, rules.value[rank_of(int(lanes.up[lane]))]
    second_place = first_place + dealt + 1
    if rules.offers_switch:
        second_place += int(lanes.switched[lane]) * (1 - 2 * hand_number)
    first, second = int(table.cards[first_place]), int(table.cards[second_place])
    if end == r.LEFT:
        return set_apart(rules, table, lanes, lane, box, first, second)
    if state == NATURAL:
        kind = r.BLACKJACK
        if rules.designated[0] >= 0 and is_designated(rules, first, second):
            kind = r.DESIGNATED
        return pay_early(rules, table, lanes, lane, box, kind) if rules.blackjack_paid_early[up_value] else kind
    points = rules.points[state]
    if end >= r.HAND_KINDS and rules.offers_rescue and rules.rescue_answer[points, lanes.dealer_view[lane]]:
        return r.RESCUED
    if rules.forms_are_paid and rules.kind[state] == r.LONGER_21:
        begin = lanes.hand_begin[hand, lane]
        form = form_of(2 + int(lanes.at[lane] - begin), first, second, int(table.cards[begin]))
        is_prize = end == r.LONGER_21 and (form == r.SUITED_777 or form == r.SPADES_777)
        return r.LEFT if is_prize and rules.super_bonus_to_others and up_value == 7 else end + form
    return end


@compiled
def pay_early(rules: RulesRecord, table: TableRecord, lanes: LanesRecord, lane: int, box: int, kind: int) -> int:
    """Pay a blackjack at once, by what is seen of the dealer."""
    up, second = int(lanes.up[lane]), int(lanes.second[lane])
    total = int(rules.dealer_after[0, rank_of(up)])
    if rules.hole_card == r.HOLE_OPEN:
        total = int(rules.dealer_two_cards[rank_of(up), rank_of(second)])
    against = r.DEALER_BLACKJACK if total == DEALER_NATURAL else total % r.TOTALS
    times = table.units_bet if rules.box_counts[box] else 1
    for spot in range(rules.spots):
        lanes.round_net[lane] += lanes.end_net[lanes.stake_class[box], spot, 0, kind, against] * times
    return r.PAID_EARLY


@compiled
def set_apart(
    rules: RulesRecord, table: TableRecord, lanes: LanesRecord, lane: int, number: int, first: int, second: int
) -> int:
    """Lay out a box as records and play it on by the general code; the others stay on the path."""
    at = int(lanes.at[lane])
    if not rules.sets_apart or table.shoe_end - at < ENOUGH_CARDS:
        return r.LEFT
    box, running, aces, begun = table.boxes[number], table.running_count, table.ace_side_count, table.next_card
    lay_box(rules, table, box)
    for card in (first, second):
        give(rules, box.hands[0], card)
        note_box_card(rules, box, card)
    if rules.is_counted:
        table.running_count = count_at(rules, table, lanes, lane, at)
    table.next_card, table.dealer_view = at, lanes.dealer_view[lane]
    box_plays(rules, table, box)
    lanes.at[lane] = table.next_card
    table.next_card, table.running_count, table.ace_side_count = begun, running, aces
    lanes.apart[lane] += 1
    if box_has_another_spot(rules, box, 0):
        lanes.any_end[lane] |= r.IS_OPEN
    if box_has_effect(rules, box, 0):
        lanes.any_end[lane] |= r.MATTERS
    if not lost_all_hands(rules, box):
        lanes.all_ends[lane] = 0
    return r.SET_APART


# The dealer -----------------------------------------------------------------------------------------------------------


@compiled
def play_dealers(rules: RulesRecord, tables: Tables, lanes: LanesRecord, active: int, spot: int) -> None:
    """Play the dealer's hand of each table against this spot."""
    waiting, takes_card = 0, int(spot > 0 or rules.hole_card == r.NO_HOLE)
    is_open = spot == 0 and rules.hole_card == r.HOLE_OPEN
    for lane in range(active):
        at, up, any_end = lanes.at[lane], rank_of(int(lanes.up[lane])), int(lanes.any_end[lane])
        if spot == 0:
            plays = 1 - int(rules.dealer_draws_nothing and lanes.all_ends[lane] & r.IS_LOST != 0)
        else:
            plays = int(any_end & r.IS_OPEN != 0)
        second = int(tables[lane].cards[at]) if takes_card else int(lanes.second[lane])
        at += takes_card * plays
        has_two = int(plays or is_open)
        total = int(rules.dealer_two_cards[up, rank_of(second)] if has_two else rules.dealer_after[0, up])
        matters = plays * int(any_end & r.MATTERS != 0)
        draws = matters & rules.dealer_draws[total]
        if spot == 0:
            lanes.second[lane], lanes.dealer_cards[lane], lanes.dealer_third[lane] = second, 1 + has_two, at
            if rules.third_card_drawn_for and plays and not draws:
                bet = rules.bets[rules.third_card_drawn_for - 1]
                matters, draws = 0, int(bet.two_cards_lose[up, rank_of(second)] == 0)
        lanes.at[lane], lanes.matters[lane] = at, matters
        lanes.total[lane] = r.DEALER_BLACKJACK if total == DEALER_NATURAL else total
        lanes.waiting[waiting] = lane
        waiting += draws
    while waiting:
        still = 0
        for number in range(waiting):
            lane = lanes.waiting[number]
            at = lanes.at[lane]
            total = int(rules.dealer_after[lanes.total[lane], rank_of(int(tables[lane].cards[at]))])
            lanes.total[lane], lanes.at[lane] = total, at + 1
            lanes.waiting[still] = lane
            still += lanes.matters[lane] & rules.dealer_draws[total]
        waiting = still
    for lane in range(active):
        lanes.against[spot, lane] = lanes.total[lane] & (r.TOTALS - 1)


# What a round won -----------------------------------------------------------------------------------------------------


@compiled
def goes_by_chart(lanes: LanesRecord, lane: int) -> bool:
    """Return whether the round went by the chart to its end, with cards that were shuffled before the deal."""
    return not lanes.any_end[lane] & r.LEAVES and lanes.at[lane] <= lanes.ready_to[lane]


@compiled
def settle_by_chart(rules: RulesRecord, tables: Tables, lanes: LanesRecord, active: int, spot: int) -> None:
    """What all boxes won on the main wagers."""
    for box in range(rules.boxes):
        stake_class, counts = lanes.stake_class[box], rules.box_counts[box]
        for number in range(rules.hands_per_box):
            hand = box * rules.hands_per_box + number
            for lane in range(active):
                won = lanes.end_net[stake_class, spot, number, lanes.hand_end[hand, lane], lanes.against[spot, lane]]
                lanes.round_net[lane] += won * (tables[lane].units_bet if counts else 1)
    for lane in range(active):
        if lanes.apart[lane]:
            settle_apart(rules, tables[lane], lanes, lane, spot)


@compiled
def settle_apart(rules: RulesRecord, table: TableRecord, lanes: LanesRecord, lane: int, spot: int) -> None:
    """Settle the boxes of a table that are set apart."""
    against = lanes.against[spot, lane]
    is_natural = against == r.DEALER_BLACKJACK
    table.dealer_cards, table.dealer_total = 2 if is_natural else 3, DEALER_NATURAL if is_natural else against
    for number in range(rules.boxes):
        if lanes.hand_end[number, lane] == r.SET_APART:
            settle_box(rules, table, table.boxes[number], spot)
            if spot == rules.spots - 1:
                lanes.round_net[lane] += box_net(rules, table.boxes[number])


# Counting -------------------------------------------------------------------------------------------------------------


@compiled
def look_ahead(rules: RulesRecord, table: TableRecord, lanes: LanesRecord, lane: int) -> None:
    """Note what a shoe that was filled has in store: how far it is shuffled, and the running count before each card."""
    lanes.ready_to[lane] = table.shuffled_to
    if rules.is_counted:
        running = 0
        for place in range(table.shoe_base, table.shuffled_to):
            lanes.count_before[lane, place] = running
            running += rules.tags[table.cards[place]]
        lanes.count_before[lane, table.shuffled_to] = running


@compiled
def count_round(rules: RulesRecord, table: TableRecord, lanes: LanesRecord, lane: int) -> None:
    """Count all cards of the round, except a hole card that stays face down."""
    first, at, second = int(lanes.first[lane]), int(lanes.at[lane]), lanes.second[lane]
    stays_down = rules.hole_card != r.NO_HOLE and lanes.dealer_cards[lane] == 1
    table.running_count += lanes.count_before[lane, at] - lanes.count_before[lane, first]
    if stays_down:
        table.running_count -= rules.tags[second]
    if rules.counts_aces:
        for place in range(first, at):
            table.ace_side_count += rules.ace_side_tags[table.cards[place]]
        if stays_down:
            table.ace_side_count -= rules.ace_side_tags[second]


@compiled
def count_at(rules: RulesRecord, table: TableRecord, lanes: LanesRecord, lane: int, end: int) -> int:
    """The running count when all cards before a place are seen, except the hole card."""
    running = table.running_count + lanes.count_before[lane, end] - lanes.count_before[lane, lanes.first[lane]]
    if rules.hole_card == r.HOLE_DOWN or rules.hole_card == r.HOLE_READ:
        running -= rules.tags[lanes.second[lane]]
    return running


@compiled
def may_be_insured(rules: RulesRecord, table: TableRecord, lanes: LanesRecord, lane: int) -> bool:
    """Return whether a box may take insurance or even money; a count that decides for all boxes is asked at once."""
    if not (rules.may_insure and rules.offers_insurance[rules.value[rank_of(int(lanes.up[lane]))]]):
        return False
    if not rules.counts_to_insure:
        return True
    at = int(lanes.at[lane])
    return reaches(rules, count_at(rules, table, lanes, lane, at), table.shoe_end - at, rules.insures_from_count)


@compiled
def plan_by_count(
    rules: RulesRecord, table: TableRecord, lanes: LanesRecord, lane: int, box_number: int
) -> int:  # fmt: skip
    """Return what the chart and the count do with a hand."""
    state, view, at = lanes.state[lane], lanes.dealer_view[lane], int(lanes.at[lane])
    may_split = rules.pair[state] and rules.may_split[0, 1]
    if rules.box_counts[box_number]:
        running, moves = count_at(rules, table, lanes, lane, at), rules.legal[state]
        if may_split:
            moves |= 1 << r.SPLIT
        move = by_counted_chart(rules, state, view, moves, running, table.shoe_end - at)
    else:
        move = rules.move[state, view]
        if move == r.SPLIT and not may_split:
            move = rules.move_unless_split[state, view]
    if move == r.HIT:
        return r.PLAN_HIT
    if move == r.STAND:
        return r.PLAN_STAND
    if move == r.SURRENDER:
        return r.PLAN_SURRENDER
    return r.PLAN_DOUBLE if move == r.DOUBLE and not rules.double_card_down else r.PLAN_LEAVE
