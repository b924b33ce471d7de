"""A round up to its settlement: the first cards, the questions before play, the boxes' play and the dealer's."""

from chapter47.blackjack.hands import LIMIT
from chapter47.blackjack.simulation import kernel
from chapter47.blackjack.simulation.kernel import hand_states
from chapter47.blackjack.simulation.kernel import records as r
from chapter47.blackjack.simulation.kernel.decisions import NO_OR_YES, choose_move, decide
from chapter47.blackjack.simulation.kernel.hands import (
    deal,
    give,
    is_finished,
    is_natural,
    note_box_card,
    open_hand,
)
from chapter47.blackjack.simulation.kernel.records import RulesRecord
from chapter47.blackjack.simulation.kernel.shoe import count_seen, rank_of, take
from chapter47.blackjack.simulation.kernel.table_record import BoxRecord, HandRecord, TableRecord
from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import INNER, compiled_with

compiled = compiled_with(r, hand_states, generator, kernel.shoe, kernel.hands, kernel.decisions, **INNER)

DEALER_NATURAL = r.SOFT_TOTALS + LIMIT


# The first cards ------------------------------------------------------------------------------------------------------


@compiled
def lay_out(rules: RulesRecord, table: TableRecord) -> None:
    """Set up empty boxes with their wagers, and no dealer's cards."""
    lay_boxes(rules, table)
    table.dealer_total = table.dealer_cards = table.deal_ended = 0
    table.second_card = table.hole_card = -1


@compiled
def lay_boxes(rules: RulesRecord, table: TableRecord) -> None:
    for box_number in range(rules.boxes):
        lay_box(rules, table, table.boxes[box_number])


@compiled
def lay_box(rules: RulesRecord, table: TableRecord, box: BoxRecord) -> None:
    box.hand_count = rules.hands_per_box
    box.card_count = box.super_bonus = 0
    times = table.units_bet if rules.box_counts[box.number] else 1
    for number in range(rules.hands_per_box):
        hand = box.hands[number]
        open_hand(rules, hand, number)
        box.order[number] = number
        for spot in range(rules.spots):
            hand.stake[spot] = rules.stakes[box.number, spot] * times


@compiled
def first_cards(rules: RulesRecord, table: TableRecord) -> None:
    """Deal a card to each hand, the dealer's up card, a second card to each hand, then any hole card."""
    for turn in range(2):
        for box_number in range(rules.boxes):
            box = table.boxes[box_number]
            for number in range(rules.hands_per_box):
                if table.determinant_card >= 0:
                    give(rules, box.hands[number], table.determinant_card)
                    note_box_card(rules, box, table.determinant_card)
                    table.determinant_card = -1
                else:
                    deal(rules, table, box, box.hands[number])
        if turn == 0:
            to_dealer(rules, table)
    dealer_shows(rules, table)


@compiled
def dealer_shows(rules: RulesRecord, table: TableRecord) -> None:
    """Note what is visible of the dealer's hand, after the second card if there is a hole card."""
    table.up_value = rules.value[rank_of(table.up_card)]
    table.dealer_view = rules.chart_place[rank_of(table.up_card)]
    if rules.hole_card == r.HOLE_OPEN:
        to_dealer(rules, table)
        soft = table.dealer_total >= r.SOFT_TOTALS
        table.dealer_view = table.dealer_total - r.SOFT_TOTALS + r.SOFT_VIEWS if soft else table.dealer_total
    elif rules.hole_card != r.NO_HOLE:
        table.hole_card = take(rules, table)


@compiled
def to_dealer(rules: RulesRecord, table: TableRecord) -> None:
    """Give the dealer the hole card, or the next card."""
    card = table.hole_card
    if card >= 0:
        table.hole_card = -1
    else:
        card = take(rules, table)
    count_seen(rules, table, card)
    if table.dealer_cards == 0:
        table.up_card = card
    elif table.dealer_cards == 1:
        table.second_card = card
    elif table.dealer_cards == 2:
        table.third_card = card
    table.dealer_cards += 1
    table.dealer_total = rules.dealer_after[table.dealer_total, rank_of(card)]


@compiled
def dealer_has_blackjack(table: TableRecord) -> bool:
    return table.dealer_cards == 2 and table.dealer_total == DEALER_NATURAL


# Before the boxes play ------------------------------------------------------------------------------------------------


@compiled
def before_play(rules: RulesRecord, table: TableRecord) -> None:
    """Handle even money, insurance (unless it waits for each box's turn) and the card reader."""
    up = table.up_value
    if rules.offers_insurance[up]:
        if rules.takes_even_money:
            for box in range(rules.boxes):
                even_money(rules, table, table.boxes[box])
        for box in range(boxes_to_insure(rules, table)):
            insure(rules, table, table.boxes[box])
    find_blackjack(rules, table)


@compiled
def find_blackjack(rules: RulesRecord, table: TableRecord) -> None:
    """Return whether the dealer's blackjack ends the deal before the boxes play."""
    if rules.hole_card == r.HOLE_READ and table.up_value >= 10:
        table.deal_ended = 1 if table.up_value + rules.value[rank_of(table.hole_card)] == LIMIT else 0
    elif rules.open_blackjack_ends and dealer_has_blackjack(table):
        table.deal_ended = 1


@compiled
def boxes_to_insure(rules: RulesRecord, table: TableRecord) -> int:
    """Return how many boxes are asked about insurance now: all, or none if each is asked at its turn. With a card
    reader, the boxes up to the first that plays are asked."""
    if rules.insurance_at_turn:
        if rules.hole_card != r.HOLE_READ:
            return 0
        for box_number in range(rules.boxes):
            box = table.boxes[box_number]
            for number in range(box.hand_count):
                if not is_finished(rules, box, box.hands[number]):
                    return box_number + 1
    return rules.boxes


@compiled
def even_money(rules: RulesRecord, table: TableRecord, box: BoxRecord) -> None:
    for number in range(rules.hands_per_box):
        hand = box.hands[number]
        if is_natural(hand) and decide(rules, table, box, hand, r.EVEN_MONEY, 0, NO_OR_YES) == r.YES:
            hand.open = 0
            hand.outcome = 1
            for spot in range(rules.spots):
                hand.net[spot] = hand.stake[spot]


@compiled
def insure(rules: RulesRecord, table: TableRecord, box: BoxRecord) -> None:
    for number in range(rules.hands_per_box):
        hand = box.hands[number]
        if hand.open:
            for spot in range(rules.spots):
                if hand.stake[spot] and decide(rules, table, box, hand, r.INSURANCE, spot, NO_OR_YES) == r.YES:
                    hand.insurance[spot] = table.amount


# The boxes ------------------------------------------------------------------------------------------------------------


@compiled
def boxes_play(rules: RulesRecord, table: TableRecord, first: int, begun: int) -> None:
    """Play the boxes from this one on; a box that has begun is not asked again before it plays."""
    at_turn = rules.insurance_at_turn and rules.offers_insurance[table.up_value] and rules.hole_card != r.HOLE_READ
    for number in range(first, rules.boxes):
        box = table.boxes[number]
        if at_turn and number != begun:
            insure(rules, table, box)
        if rules.offers_switch and number != begun:
            offer_switch(rules, table, box)
        box_plays(rules, table, box)


@compiled
def box_plays(rules: RulesRecord, table: TableRecord, box: BoxRecord) -> None:
    place = 0
    while place < box.hand_count:
        switched_back = play_hand(rules, table, box, box.hands[box.order[place]])
        place = 0 if switched_back else place + 1


@compiled
def play_hand(rules: RulesRecord, table: TableRecord, box: BoxRecord, hand: HandRecord) -> bool:
    """Play a hand to its end. Return whether the switch was taken back, so that all hands play again."""
    while not is_finished(rules, box, hand):
        if hand.length < 2:
            deal(rules, table, box, hand)
            bust_now(rules, hand)
            continue
        move = choose_move(rules, table, box, hand)
        if move == r.STAND:
            hand.stood = 1
        elif move == r.HIT:
            deal(rules, table, box, hand)
            bust_now(rules, hand)
        elif move == r.SPLIT:
            split(rules, box, hand)
        elif move == r.SURRENDER:
            hand.surrendered = 1
        elif move == r.SWITCH_BACK:
            swap_second_cards(rules, box, 0)
            return True
        else:
            double(rules, table, box, hand, move == r.DOUBLE_DOWN)
    return False


@compiled
def offer_switch(rules: RulesRecord, table: TableRecord, box: BoxRecord) -> None:
    """Offer the switch; two 21s made by it leave nothing to decide, so the box is asked once more."""
    first, second = box.hands[0], box.hands[1]
    if decide(rules, table, box, first, r.SWITCH, 0, NO_OR_YES) == r.NO:
        return
    swap_second_cards(rules, box, 1)
    both_21 = rules.points[first.state] == LIMIT and rules.points[second.state] == LIMIT
    if both_21 and decide(rules, table, box, first, r.SWITCHED, 0, NO_OR_YES) == r.YES:
        swap_second_cards(rules, box, 0)


@compiled
def swap_second_cards(rules: RulesRecord, box: BoxRecord, switched: int) -> None:
    first, second = box.hands[0], box.hands[1]
    first_moved, second_moved = first.card[1], second.card[1]
    origin = r.FROM_SWITCH if switched else r.DEALT
    set_cards(rules, first, origin, first.card[0], second_moved)
    set_cards(rules, second, origin, second.card[0], first_moved)
    first.switched = second.switched = switched
    first.stood = second.stood = 0


@compiled
def set_cards(rules: RulesRecord, hand: HandRecord, origin: int, first_card: int, second_card: int) -> None:
    """Give a hand exactly one or two cards; -1 for no second card. The empty hands are the first states."""
    hand.state = origin
    hand.length = 0
    give(rules, hand, first_card)
    if second_card >= 0:
        give(rules, hand, second_card)


@compiled
def double(rules: RulesRecord, table: TableRecord, box: BoxRecord, hand: HandRecord, face_down: bool) -> None:
    hand.double[0] = table.amount
    for spot in range(1, rules.spots):
        if hand.stake[spot]:
            decide(rules, table, box, hand, r.DOUBLE_TOO, spot, 1 << r.DOUBLE)
            hand.double[spot] = table.amount
    hand.doubled = 1
    if face_down or rules.double_card_down:
        hand.down = 1 + take(rules, table)
        return
    deal(rules, table, box, hand)
    bust_now(rules, hand)
    may_rescue = rules.offers_rescue and rules.points[hand.state] <= LIMIT
    if may_rescue and decide(rules, table, box, hand, r.RESCUE, 0, NO_OR_YES) == r.YES:
        hand.rescued = 1
        hand.open = 0
        hand.net[0] = -hand.stake[0]


@compiled
def bust_now(rules: RulesRecord, hand: HandRecord) -> None:
    """Collect a busted hand at once if the game does not wait for the dealer."""
    if rules.busts_lose_at_once and rules.points[hand.state] > LIMIT and not hand.down and hand.open:
        hand.open = 0
        hand.outcome = -1
        for spot in range(rules.spots):
            hand.net[spot] = -hand.stake[spot] - hand.double[spot]


@compiled
def split(rules: RulesRecord, box: BoxRecord, hand: HandRecord) -> None:
    """Split into two hands of one card each; the new one is to the right."""
    number = box.hand_count
    new = box.hands[number]
    open_hand(rules, new, hand.original)
    first_card, second_card = hand.card[0], hand.card[1]
    origin = r.FROM_SPLIT_ACES if rules.value[rank_of(first_card)] == r.ACE_VALUE else r.FROM_SPLIT
    set_cards(rules, hand, origin, first_card, -1)
    set_cards(rules, new, origin, second_card, -1)
    hand.switched = 0
    for spot in range(rules.spots):
        new.stake[spot] = hand.stake[spot]
    box.hand_count = number + 1
    place = number
    while box.order[place - 1] != hand.number:
        box.order[place] = box.order[place - 1]
        place -= 1
    box.order[place] = number


@compiled
def third_cards(rules: RulesRecord, table: TableRecord) -> None:
    """Offer a card to bettors with two sevens although the dealer has blackjack (2.6(j)3)."""
    bet = rules.bets[rules.third_card_offered_by - 1]
    for number in range(rules.boxes):
        box = table.boxes[number]
        hand = box.hands[0]
        sevens = rules.value[rank_of(hand.card[0])] == 7 and rules.value[rank_of(hand.card[1])] == 7
        offered = bet.stakes[number] and sevens
        if offered and decide(rules, table, box, hand, r.THIRD_CARD, 0, NO_OR_YES) == r.YES:
            deal(rules, table, box, hand)
            bust_now(rules, hand)


# The dealer -----------------------------------------------------------------------------------------------------------


@compiled
def has_effect(rules: RulesRecord, table: TableRecord, spot: int) -> bool:
    """Return whether the dealer's count decides anything, judged by the open cards (2.12(c))."""
    for box_number in range(rules.boxes):
        if box_has_effect(rules, table.boxes[box_number], spot):
            return True
    return False


@compiled
def box_has_effect(rules: RulesRecord, box: BoxRecord, spot: int) -> bool:
    for number in range(box.hand_count):
        hand = box.hands[number]
        if hand.open and not hand.surrendered and (spot == 0 or hand.stake[spot]):
            if is_natural(hand):
                if rules.blackjack_odds_by_dealer:
                    return True
            elif hand.down or rules.points[hand.state] <= LIMIT:
                return True
    return False


@compiled
def dealer_plays(rules: RulesRecord, table: TableRecord, has_effect: bool) -> None:
    """Play the dealer's hand: the second card, then what the total and the wagers require."""
    if table.dealer_cards == 1:
        to_dealer(rules, table)
    if has_effect:
        while not rules.dealer_stands[table.dealer_total]:
            to_dealer(rules, table)
    if rules.third_card_drawn_for and table.dealer_cards == 2:
        bet = rules.bets[rules.third_card_drawn_for - 1]
        if not bet.two_cards_lose[rank_of(table.up_card), rank_of(table.second_card)]:
            to_dealer(rules, table)


@compiled
def next_dealer_hand(rules: RulesRecord, table: TableRecord) -> None:
    """Keep only the up card for the next dealer's hand (2.18(f)2)."""
    table.dealer_total = rules.dealer_after[0, rank_of(table.up_card)]
    table.dealer_cards = 1
