"""Rounds that follow the chart from the first card to the last: most rounds, several times as fast. A hand moves from
state to state by `rules.plan`, without a record: its cards are known by their positions in the shoe, and its final
state indexes `end_net`, which says what it wins. Rare cases leave this path for the general code: a split, insurance
that may be taken, a double card dealt face down, a shoe that runs out. Then the hands are laid out as records, and the
round continues as if it had been played with records all along."""

from chapter47.blackjack.hands import LIMIT
from chapter47.blackjack.simulation import kernel
from chapter47.blackjack.simulation.kernel import hand_states
from chapter47.blackjack.simulation.kernel import records as r
from chapter47.blackjack.simulation.kernel.decisions import by_counted_chart
from chapter47.blackjack.simulation.kernel.general_rounds import (
    after_the_boxes,
    box_net,
    finish_round,
    main_result,
    play_round,
)
from chapter47.blackjack.simulation.kernel.hand_states import NATURAL
from chapter47.blackjack.simulation.kernel.hands import form_of, give, is_designated, note_box_card
from chapter47.blackjack.simulation.kernel.play import (
    box_has_effect,
    box_plays,
    boxes_play,
    bust_now,
    dealer_has_blackjack,
    dealer_plays,
    dealer_shows,
    find_blackjack,
    lay_box,
    next_dealer_hand,
    swap_second_cards,
    to_dealer,
)
from chapter47.blackjack.simulation.kernel.records import Prizes, RulesRecord
from chapter47.blackjack.simulation.kernel.settle import (
    box_has_another_spot,
    collect_late_from,
    dealer_kind,
    lost_all_hands,
    pay_early_box,
    settle_box,
    turn_up,
)
from chapter47.blackjack.simulation.kernel.shoe import count_seen, rank_of
from chapter47.blackjack.simulation.kernel.side_bets import (
    lay_side_bets,
    look_up_side_bets,
    settle_last_bets,
    settle_side_bets,
    sum_side_bets,
)
from chapter47.blackjack.simulation.kernel.table_record import HandRecord, TableRecord
from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import INNER, compiled_with
from chapter47.core.numeric.generator import AT_A_TIME, shuffle, shuffle_some

compiled = compiled_with(
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
    **INNER,
)
NO_BOX = -1
ENOUGH_CARDS = 128
"""Enough cards for all hands of a box, so that the shoe cannot run out while they are played."""


# A round --------------------------------------------------------------------------------------------------------------


@compiled
def play_by_chart(rules: RulesRecord, table: TableRecord, prizes: Prizes) -> None:
    """Play a round; its stakes and net result go to `round_staked` and `round_net`."""
    dealt = rules.boxes * rules.hands_per_box
    if not (rules.goes_by_chart and table.units_bet and table.shoe_end - table.next_card >= 2 * dealt + 2):
        play_round(rules, table, prizes)
        sum_round(rules, table)
        return
    if rules.side_bets:
        lay_side_bets(rules, table)
    deal_first_cards(rules, table, dealt)
    for number in range(rules.boxes):
        table.switched[number] = table.is_apart[number] = 0
    table.apart = 0
    find_blackjack(rules, table)
    is_insured = rules.may_insure and rules.offers_insurance[table.up_value]
    if is_insured or (table.deal_ended and rules.third_card_offered_by):
        leave_before_play(rules, table, prizes, dealt)
        return
    table.round_staked = table.staked_flat + table.units_bet * table.staked_by_count
    table.round_net = table.any_end = 0
    table.all_ends = r.IS_LOST
    left_by = boxes_go_by_chart(rules, table, dealt)
    if left_by != NO_BOX:
        lay_out_hands(rules, table, dealt)
        boxes_play(rules, table, left_by, left_by)
        after_the_boxes(rules, table, prizes)
        sum_round(rules, table)
        return
    if rules.is_counted:
        count_places(rules, table, table.next_card)
    settle_by_chart(rules, table, prizes, dealt)


@compiled
def sum_round(rules: RulesRecord, table: TableRecord) -> None:
    """Sum a round from the records of all boxes."""
    table.round_staked, table.round_net = main_result(rules, table)
    sum_side_bets(rules, table)


@compiled
def deal_first_cards(rules: RulesRecord, table: TableRecord, dealt: int) -> None:
    """Deal the first cards: they stay in the shoe in order, only the dealer's are noted, and nothing is counted yet."""
    first = table.next_card
    while table.shuffled_to < first + 2 * dealt + 2:
        shuffle_more(table)
    table.first_card = table.counted_to = first
    table.next_card = first + 2 * dealt + 1
    table.up_card = int(table.cards[first + dealt])
    table.second_card = table.hole_card = -1
    table.deal_ended = 0
    table.dealer_cards = 1
    table.dealer_total = rules.dealer_after[0, rank_of(table.up_card)]
    running_count, ace_side_count = table.running_count, table.ace_side_count
    dealer_shows(rules, table)
    table.running_count, table.ace_side_count = running_count, ace_side_count


@compiled
def shuffle_more(table: TableRecord) -> None:
    begin = table.shuffled_to
    table.shuffled_to = min(begin + AT_A_TIME, table.shoe_end)
    if begin + AT_A_TIME > table.shoe_end or not shuffle_some(table.chance, table.cards[: table.shoe_end], begin):
        shuffle(table.chance, table.cards[: table.shoe_end], begin, table.shuffled_to)


@compiled
def boxes_go_by_chart(rules: RulesRecord, table: TableRecord, dealt: int) -> int:
    """Play all hands to their ends, or return the box that cannot continue on this path because too few cards are
    left."""
    hand = 0
    for number in range(rules.boxes):
        if rules.offers_switch and not table.deal_ended:
            table.switched[number] = wants_switch(rules, table, dealt, number)
        for hand_number in range(rules.hands_per_box):
            if not hand_goes_by_chart(rules, table, dealt, number, hand_number, hand):
                for later in range(hand + 1, dealt):
                    table.hand_end[later] = r.IN_HAND
                    table.hand_begin[later] = table.hand_stop[later] = table.next_card
                if table.hand_end[hand] != r.IN_HAND or table.shoe_end - table.next_card < ENOUGH_CARDS:
                    return number
                set_apart(rules, table, number, dealt)
                hand += rules.hands_per_box - hand_number
                break
            hand += 1
    return NO_BOX


@compiled
def hand_goes_by_chart(
    rules: RulesRecord, table: TableRecord, dealt: int, box: int, hand_number: int, hand: int
) -> bool:
    """Play a hand to its end and return whether the round can stay on this path. Whether the hand takes a first card is
    looked up, because the processor would mispredict a branch too often."""
    is_switched = table.switched[box]
    first = int(table.cards[table.first_card + hand])
    second = second_card(table, dealt, hand, hand_number, is_switched)
    state = rules.two_cards[is_switched, rank_of(first), rank_of(second)]
    at = begin = table.next_card
    view = r.NO_PLAY if table.deal_ended else table.dealer_view
    plan = int(rules.plan[state, view])
    if plan >= r.PLAN_BY_COUNT:
        plan = plan_by_count(rules, table, box, hand_number, state, at, plan)
        if plan == r.PLAN_LEAVE:
            return leaves(table, hand, begin, at)
    takes = int(plan <= r.PLAN_DOUBLE)
    doubled = int(plan == r.PLAN_DOUBLE)
    if takes & int(at == table.shuffled_to):
        if at == table.shoe_end:
            return leaves(table, hand, begin, at)
        shuffle_more(table)
    state = rules.after[state, rank_of(int(table.cards[at])) | (r.NO_CARD * (1 - takes))]
    at += takes
    if plan != r.PLAN_SURRENDER:
        plan = int(rules.plan[state, r.NO_PLAY if doubled else view])
    while plan <= r.PLAN_DOUBLE or plan >= r.PLAN_BY_COUNT:
        if plan >= r.PLAN_BY_COUNT:
            plan = plan_by_count(rules, table, box, hand_number, state, at, plan)
            if plan > r.PLAN_DOUBLE:
                break
        if at == table.shuffled_to:
            if at == table.shoe_end:
                return leaves(table, hand, begin, at)
            shuffle_more(table)
        state = rules.after[state, rank_of(int(table.cards[at]))]
        at += 1
        doubled = 1 if plan == r.PLAN_DOUBLE else 0
        plan = int(rules.plan[state, r.NO_PLAY if doubled else view])
    if plan == r.PLAN_LEAVE:
        return leaves(table, hand, begin, at)
    table.hand_begin[hand], table.hand_stop[hand] = begin, at
    table.next_card = at
    end = rules.kind[state] + r.HAND_KINDS * doubled
    if state == NATURAL:
        end = end_of_blackjack(rules, table, box, first, second)
    elif rules.ends_are_special:
        end = special_end(rules, table, hand, state, end, plan, first, second)
    elif plan == r.PLAN_SURRENDER:
        end = r.SURRENDERED
    table.hand_end[hand] = end
    table.any_end |= table.end_bits[end]
    table.all_ends &= table.end_bits[end]
    return end != r.WINS_PRIZE


@compiled
def wants_switch(rules: RulesRecord, table: TableRecord, dealt: int, box: int) -> int:
    """Return whether the two hands are worth more with their second cards exchanged."""
    cards, first, view = table.cards, table.first_card + 2 * box, table.dealer_view
    second = first + dealt + 1
    upper, lower = rank_of(int(cards[first])), rank_of(int(cards[first + 1]))
    upper_second, lower_second = rank_of(int(cards[second])), rank_of(int(cards[second + 1]))
    as_dealt = rules.switch_value[rules.two_cards[0, upper, upper_second], view]
    as_dealt += rules.switch_value[rules.two_cards[0, lower, lower_second], view]
    one_state, other_state = rules.two_cards[1, upper, lower_second], rules.two_cards[1, lower, upper_second]
    switched = rules.switch_value[one_state, view] + rules.switch_value[other_state, view]
    return 1 if switched > as_dealt else 0


@compiled
def second_card(table: TableRecord, dealt: int, hand: int, hand_number: int, is_switched: int) -> int:
    place = table.first_card + dealt + 1 + hand
    if is_switched:
        place += 1 - 2 * hand_number
    return int(table.cards[place])


@compiled
def leaves(table: TableRecord, hand: int, begin: int, at: int) -> bool:
    """Save a hand that is still to be played."""
    table.hand_begin[hand], table.hand_stop[hand] = begin, at
    table.next_card = at
    table.hand_end[hand] = r.IN_HAND
    return False


@compiled
def special_end(
    rules: RulesRecord, table: TableRecord, hand: int, state: int, end: int, plan: int, first: int, second: int
) -> int:
    """Return how a hand ends if its payment depends on more than its total and whether it was doubled."""
    drawn = table.hand_stop[hand] - table.hand_begin[hand]
    if plan == r.PLAN_SURRENDER:
        return r.SURRENDERED
    if end >= r.HAND_KINDS:
        is_asked = rules.offers_rescue and rules.points[state] <= LIMIT
        if is_asked and rules.rescue_answer[rules.points[state], table.dealer_view]:
            return r.RESCUED
    if rules.forms_are_paid and rules.kind[state] == r.LONGER_21:
        end += form_of(2 + drawn, first, second, int(table.cards[table.hand_begin[hand]]))
        is_prize = end == r.LONGER_21 + r.SUITED_777 or end == r.LONGER_21 + r.SPADES_777
        if is_prize and rules.super_bonus_to_others and table.up_value == 7:
            return r.WINS_PRIZE
    return end


@compiled
def end_of_blackjack(rules: RulesRecord, table: TableRecord, box: int, first: int, second: int) -> int:
    """Return the end of a blackjack; one that is paid at once is settled here."""
    kind = r.BLACKJACK
    if rules.designated[0] >= 0 and is_designated(rules, first, second):
        kind = r.DESIGNATED
    if not rules.blackjack_paid_early[table.up_value]:
        return kind
    against = dealer_kind(table)
    for spot in range(rules.spots):
        net = table.end_net[table.stake_class[box], spot, 0, kind, against]
        table.round_net += net * times_of(rules, table, box)
    return r.PAID_EARLY


@compiled
def times_of(rules: RulesRecord, table: TableRecord, box: int) -> int:
    return table.units_bet if rules.box_counts[box] else 1


@compiled
def settle_by_chart(rules: RulesRecord, table: TableRecord, prizes: Prizes, dealt: int) -> None:
    """Settle like `dealer_decides`, by the ends of all hands; boxes set apart settle by their records."""
    any_end = table.any_end
    for spot in range(rules.spots):
        matters = any_end & r.MATTERS != 0 or (table.apart > 0 and apart_matter(rules, table, spot))
        if spot == 0:
            if not (rules.dealer_draws_nothing and table.all_ends and apart_are_lost(rules, table)):
                dealer_goes_on(rules, table, matters)
        else:
            next_dealer_hand(rules, table)
            if any_end & r.IS_OPEN or (table.apart and apart_are_open(rules, table, spot)):
                dealer_goes_on(rules, table, matters)
        against = dealer_kind(table)
        table.round_net += net_of_ends(rules, table, spot, against)
        if table.apart:
            settle_apart(rules, table, spot)
        if spot == 0 and rules.side_bets and not look_up_side_bets(rules, table, prizes, dealt, against):
            settle_by_records(rules, table, prizes, dealt, against)
    if table.apart:
        for number in range(rules.boxes):
            if table.is_apart[number]:
                table.round_net += box_net(rules, table.boxes[number])


@compiled
def net_of_ends(rules: RulesRecord, table: TableRecord, spot: int, against: int) -> int:
    net = 0
    for box in range(rules.boxes):
        stake_class = table.stake_class[box]
        if rules.hands_per_box == 1:
            won = table.end_net[stake_class, spot, 0, table.hand_end[box], against]
        else:
            won = table.end_net[stake_class, spot, 0, table.hand_end[2 * box], against]
            won += table.end_net[stake_class, spot, 1, table.hand_end[2 * box + 1], against]
        net += won * times_of(rules, table, box)
    return net


@compiled
def dealer_goes_on(rules: RulesRecord, table: TableRecord, matters: bool) -> None:
    """Play like `dealer_plays`; cards that only change the dealer's total are drawn without further checks."""
    if table.dealer_cards == 1:
        to_dealer(rules, table)
    if matters and not rules.dealer_stands[table.dealer_total]:
        to_dealer(rules, table)
        at, total = table.next_card, table.dealer_total
        first = at
        while not rules.dealer_stands[total]:
            if at == table.shuffled_to:
                if at == table.shoe_end:
                    break
                shuffle_more(table)
            card = int(table.cards[at])
            total = rules.dealer_after[total, rank_of(card)]
            count_seen(rules, table, card)
            at += 1
        table.next_card, table.dealer_total = at, total
        table.dealer_cards += at - first
    dealer_plays(rules, table, matters)


@compiled
def note_box_cards(rules: RulesRecord, table: TableRecord, dealt: int) -> None:
    """Note the first cards of each box in order, for its side bets."""
    for number in range(rules.boxes):
        if not table.is_apart[number]:
            box = table.boxes[number]
            box.card_count = 0
            box.hand_count = rules.hands_per_box
            box.hands[0].was_down = 0
            first_hand = number * rules.hands_per_box
            for turn in range(2):
                for hand in range(first_hand, first_hand + rules.hands_per_box):
                    note_box_card(rules, box, int(table.cards[table.first_card + hand + turn * (dealt + 1)]))
            last_hand = first_hand + rules.hands_per_box - 1
            for place in range(table.hand_begin[first_hand], table.hand_stop[last_hand]):
                note_box_card(rules, box, int(table.cards[place]))


@compiled
def settle_by_records(rules: RulesRecord, table: TableRecord, prizes: Prizes, dealt: int, against: int) -> None:
    """Settle the side bets of a round in which one of them is not decided by cards alone."""
    note_box_cards(rules, table, dealt)
    for number in range(rules.boxes - 1, -1, -1):
        box = table.boxes[number]
        if not table.is_apart[number]:
            for hand_number in range(rules.hands_per_box):
                end = table.hand_end[number * rules.hands_per_box + hand_number]
                box.hands[hand_number].outcome = 1 if end == r.PAID_EARLY else table.end_outcome[end, against]
        settle_side_bets(rules, table, prizes, box)
    settle_last_bets(rules, table, prizes, dealer_has_blackjack(table))
    sum_side_bets(rules, table)


# Boxes set apart ------------------------------------------------------------------------------------------------------


@compiled
def set_apart(rules: RulesRecord, table: TableRecord, number: int, dealt: int) -> None:
    """Lay out one box as records, to be played by the general code; the others stay on this path."""
    box = table.boxes[number]
    if rules.is_counted:
        count_places(rules, table, table.next_card)
    first_hand = number * rules.hands_per_box
    lay_out_box(rules, table, number, dealt)
    for hand_number in range(rules.hands_per_box):
        if table.hand_end[first_hand + hand_number] == r.PAID_EARLY:
            for spot in range(rules.spots):
                table.round_net -= box.hands[hand_number].net[spot]
        table.hand_end[first_hand + hand_number] = r.SET_APART
    table.is_apart[number] = 1
    table.apart += 1
    box_plays(rules, table, box)
    table.counted_to = table.next_card


@compiled
def apart_matter(rules: RulesRecord, table: TableRecord, spot: int) -> bool:
    for number in range(rules.boxes):
        if table.is_apart[number] and box_has_effect(rules, table.boxes[number], spot):
            return True
    return False


@compiled
def apart_are_open(rules: RulesRecord, table: TableRecord, spot: int) -> bool:
    for number in range(rules.boxes):
        if table.is_apart[number] and box_has_another_spot(rules, table.boxes[number], spot - 1):
            return True
    return False


@compiled
def apart_are_lost(rules: RulesRecord, table: TableRecord) -> bool:
    for number in range(rules.boxes):
        if table.is_apart[number] and not lost_all_hands(rules, table.boxes[number]):
            return False
    return True


@compiled
def settle_apart(rules: RulesRecord, table: TableRecord, spot: int) -> None:
    for number in range(rules.boxes - 1, -1, -1):
        if table.is_apart[number]:
            box = table.boxes[number]
            turn_up(rules, table, box)
            settle_box(rules, table, box, spot)
            if rules.busts_lose_at_once and rules.spots > 1:
                collect_late_from(rules, box, spot)


# Counting -------------------------------------------------------------------------------------------------------------


@compiled
def count_places(rules: RulesRecord, table: TableRecord, end: int) -> None:
    """Count the cards of this round up to a place, except a face-down hole card."""
    if table.hole_card >= 0 and table.counted_to == table.first_card:
        table.running_count -= rules.tags[table.hole_card]
        table.ace_side_count -= rules.ace_side_tags[table.hole_card]
    for place in range(table.counted_to, end):
        count_seen(rules, table, int(table.cards[place]))
    table.counted_to = end


@compiled
def plan_by_count(
    rules: RulesRecord, table: TableRecord, box_number: int, hand_number: int, state: int, at: int, plan: int
) -> int:
    """Return the plan of the chart and the count for a hand, unless the plan is to leave this path."""
    if plan != r.PLAN_BY_COUNT:
        return plan
    if rules.box_counts[box_number]:
        box = table.boxes[box_number]
        hand = box.hands[hand_number]
        count_places(rules, table, at)
        table.next_card = at
        hand.state, hand.switched, box.hand_count = state, 0, rules.hands_per_box
        move = by_counted_chart(rules, table, box, hand)
    else:
        move = rules.move[state, table.dealer_view]
        if move == r.SPLIT and not rules.may_split[0, 1]:
            move = rules.move_unless_split[state, table.dealer_view]
    if move == r.HIT:
        return r.PLAN_HIT
    if move == r.STAND:
        return r.PLAN_STAND
    if move == r.SURRENDER:
        return r.PLAN_SURRENDER
    return r.PLAN_DOUBLE if move == r.DOUBLE and not rules.double_card_down else r.PLAN_LEAVE


# Leaving for the general code -----------------------------------------------------------------------------------------


@compiled
def leave_before_play(rules: RulesRecord, table: TableRecord, prizes: Prizes, dealt: int) -> None:
    """Leave the fast path before play, with the first cards as records."""
    if rules.is_counted:
        count_places(rules, table, table.next_card)
    table.deal_ended = 0
    for number in range(rules.boxes):
        lay_first_cards(rules, table, number, dealt)
    finish_round(rules, table, prizes)
    sum_round(rules, table)


@compiled
def lay_first_cards(rules: RulesRecord, table: TableRecord, number: int, dealt: int) -> None:
    box = table.boxes[number]
    lay_box(rules, table, box)
    for turn in range(2):
        for hand_number in range(rules.hands_per_box):
            hand = number * rules.hands_per_box + hand_number
            card = int(table.cards[table.first_card + hand + turn * (dealt + 1)])
            give(rules, box.hands[hand_number], card)
            note_box_card(rules, box, card)


@compiled
def lay_out_hands(rules: RulesRecord, table: TableRecord, dealt: int) -> None:
    """Lay out all hands as records."""
    if rules.is_counted:
        count_places(rules, table, table.next_card)
    for number in range(rules.boxes):
        if not table.is_apart[number]:
            lay_out_box(rules, table, number, dealt)


@compiled
def lay_out_box(rules: RulesRecord, table: TableRecord, number: int, dealt: int) -> None:
    """Lay out a box with the cards that its hands drew, and how they ended."""
    box = table.boxes[number]
    lay_first_cards(rules, table, number, dealt)
    if rules.blackjack_paid_early[table.up_value]:
        pay_early_box(rules, table, box)
    if table.switched[number]:
        swap_second_cards(rules, box, 1)
    for hand_number in range(rules.hands_per_box):
        hand = number * rules.hands_per_box + hand_number
        for place in range(table.hand_begin[hand], table.hand_stop[hand]):
            card = int(table.cards[place])
            give(rules, box.hands[hand_number], card)
            note_box_card(rules, box, card)
        if table.hand_end[hand] != r.IN_HAND:
            end_hand(rules, box.hands[hand_number], table.hand_end[hand])


@compiled
def end_hand(rules: RulesRecord, hand: HandRecord, end: int) -> None:
    if end == r.PAID_EARLY:
        return
    if end == r.SURRENDERED:
        hand.surrendered = 1
        return
    hand.stood = 1
    if end == r.WINS_PRIZE:
        return
    if end >= r.HAND_KINDS:
        hand.doubled = 1
        for spot in range(rules.spots):
            hand.double[spot] = hand.stake[spot]
    bust_now(rules, hand)
    if end == r.RESCUED:
        hand.rescued = 1
        hand.open = 0
        hand.net[0] = -hand.stake[0]
