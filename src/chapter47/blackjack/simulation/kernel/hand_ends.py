"""How hands that were not split end, and what each end wins, tabulated by the general settlement."""

from chapter47.blackjack.simulation import kernel
from chapter47.blackjack.simulation.kernel import hand_states
from chapter47.blackjack.simulation.kernel import records as r
from chapter47.blackjack.simulation.kernel.lane_record import LanesRecord
from chapter47.blackjack.simulation.kernel.play import lay_boxes
from chapter47.blackjack.simulation.kernel.records import RulesRecord
from chapter47.blackjack.simulation.kernel.settle import collect_from, give_half_back, settle_hand
from chapter47.blackjack.simulation.kernel.table_record import BoxRecord, HandRecord, TableRecord
from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import INNER, compiled_with

compiled = compiled_with(
    r, hand_states, generator, kernel.shoe, kernel.hands, kernel.decisions, kernel.play, kernel.settle, **INNER
)  # fmt: skip


@compiled
def tabulate_ends(rules: RulesRecord, table: TableRecord, lanes: LanesRecord) -> None:
    """What each end wins, by the general settlement of a hand that ended so."""
    table.units_bet = 1
    lanes.staked_flat = lanes.staked_by_count = 0
    lay_boxes(rules, table)
    lanes.end_bits[r.LEFT], lanes.end_bits[r.SET_APART] = r.LEAVES | r.IS_SPECIAL, r.IS_LOST
    for number in range(rules.boxes):
        box = table.boxes[number]
        lanes.stake_class[number] = class_of(rules, number)
        for hand_number in range(rules.hands_per_box):
            for spot in range(rules.spots):
                if rules.box_counts[number]:
                    lanes.staked_by_count += rules.stakes[number, spot]
                else:
                    lanes.staked_flat += rules.stakes[number, spot]
                if lanes.stake_class[number] == number:
                    tabulate_hand(rules, lanes, box, hand_number, spot)


@compiled
def class_of(rules: RulesRecord, box: int) -> int:
    """Return the first box with the same stakes."""
    for other in range(box):
        is_same = True
        for spot in range(rules.spots):
            is_same = is_same and rules.stakes[other, spot] == rules.stakes[box, spot]
        if is_same:
            return other
    return box


@compiled
def tabulate_hand(rules: RulesRecord, lanes: LanesRecord, box: BoxRecord, number: int, spot: int) -> None:
    hand = box.hands[number]
    for end in range(r.PAID_EARLY):
        kind = mark_end(rules, hand, end)
        lanes.end_bits[end] = bits_of(rules, hand, end, kind)
        for against in range(r.DEALER_KINDS):
            mark_end(rules, hand, end)
            settle_end(rules, hand, kind, spot, against, number == 0)
            lanes.end_net[box.number, spot, number, end, against] = hand.net[spot]
            if spot == 0 and box.number == 0:
                lanes.end_outcome[end, against] = hand.outcome
    for against in range(r.DEALER_KINDS):
        lanes.end_outcome[r.PAID_EARLY, against] = 1


@compiled
def mark_end(rules: RulesRecord, hand: HandRecord, end: int) -> int:
    """Mark a hand with its end and return its kind."""
    doubled = 1 if r.HAND_KINDS <= end < r.SURRENDERED else 0
    kind = end - r.HAND_KINDS * doubled if end < r.SURRENDERED else 0
    if doubled and r.LONGER_21 <= kind < r.LONGER_21 + r.FORMS_OF_21:
        kind += r.FORMS_OF_21
    is_collected = rules.busts_lose_at_once and kind == r.BUST
    hand.state = r.DEALT
    hand.doubled = doubled
    hand.surrendered = 1 if end == r.SURRENDERED else 0
    hand.rescued = 1 if end == r.RESCUED else 0
    hand.open = 0 if is_collected or end == r.RESCUED else 1
    hand.outcome = -1 if is_collected else 0
    for spot in range(rules.spots):
        hand.double[spot] = hand.stake[spot] if doubled else 0
        hand.net[spot] = 0
        if is_collected:
            hand.net[spot] = -hand.stake[spot] - hand.double[spot]
    if end == r.RESCUED:
        hand.net[0] = -hand.stake[0]
    return kind


@compiled
def bits_of(rules: RulesRecord, hand: HandRecord, end: int, kind: int) -> int:
    bits = r.IS_OPEN if hand.open else 0
    is_paid_anyhow = (kind == r.BLACKJACK or kind == r.DESIGNATED) and not rules.blackjack_odds_by_dealer
    if hand.open and not (hand.surrendered or kind == r.BUST or is_paid_anyhow):
        bits |= r.MATTERS
    if not hand.open and kind == r.BUST:
        bits |= r.IS_LOST
    if end == r.BLACKJACK or (rules.offers_rescue and hand.doubled and kind != r.BUST):
        bits |= r.IS_SPECIAL
    if rules.forms_are_paid and (end == r.LONGER_21 or end == r.HAND_KINDS + r.LONGER_21):
        bits |= r.IS_SPECIAL
    return bits


@compiled
def settle_end(rules: RulesRecord, hand: HandRecord, kind: int, spot: int, against: int, is_first_hand: bool) -> None:
    """Settle like `settle_box`, for a hand that was not split."""
    if against == r.DEALER_BLACKJACK:
        if hand.rescued:
            hand.net[spot] = -hand.stake[spot]
        elif hand.open:
            collect_from(rules, hand, kind, spot, hand.stake[spot], is_first_hand)
    elif hand.open:
        if hand.surrendered:
            give_half_back(hand, spot)
        else:
            settle_hand(rules, hand, kind, spot, against, is_first_hand)
