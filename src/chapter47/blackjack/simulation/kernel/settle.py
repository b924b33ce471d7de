"""Settlement: what each main wager and each insurance wins or loses, to the cent."""

from chapter47.blackjack.hands import LIMIT
from chapter47.blackjack.simulation import kernel
from chapter47.blackjack.simulation.kernel import hand_states
from chapter47.blackjack.simulation.kernel import records as r
from chapter47.blackjack.simulation.kernel.hands import give, is_from_split, is_natural, kind_of, note_box_card
from chapter47.blackjack.simulation.kernel.play import dealer_has_blackjack
from chapter47.blackjack.simulation.kernel.records import RulesRecord
from chapter47.blackjack.simulation.kernel.shoe import count_seen, rank_of
from chapter47.blackjack.simulation.kernel.table_record import BoxRecord, HandRecord, TableRecord
from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import INNER, compiled_with

compiled = compiled_with(
    r, hand_states, generator, kernel.shoe, kernel.hands, kernel.decisions, kernel.play, **INNER
)  # fmt: skip


@compiled
def dealer_kind(table: TableRecord) -> int:
    return r.DEALER_BLACKJACK if dealer_has_blackjack(table) else table.dealer_total % r.TOTALS


@compiled
def turn_up(rules: RulesRecord, table: TableRecord, box: BoxRecord) -> None:
    """Turn the face-down double cards of a box, from the right, when the box is settled."""
    for place in range(box.hand_count - 1, -1, -1):
        hand = box.hands[box.order[place]]
        if hand.down:
            card = hand.down - 1
            hand.down = 0
            hand.was_down = 1
            give(rules, hand, card)
            count_seen(rules, table, card)
            note_box_card(rules, box, card)


@compiled
def settle_box(rules: RulesRecord, table: TableRecord, box: BoxRecord, spot: int) -> None:
    """Settle all open wagers of a box that this dealer's hand decides."""
    against = dealer_kind(table)
    if against == r.DEALER_BLACKJACK:
        for original in range(rules.hands_per_box):
            lose_the_first_wager(rules, box, original, spot)
        return
    for place in range(box.hand_count):
        hand = box.hands[box.order[place]]
        if hand.open and hand.stake[spot]:
            if hand.surrendered:
                give_half_back(hand, spot)
            else:
                settle_hand(rules, hand, kind_of(rules, hand), spot, against, place == 0)


@compiled
def give_half_back(hand: HandRecord, spot: int) -> None:
    """Return half of a wager, rounding an odd cent in the player's favour."""
    hand.net[spot] = -(hand.stake[spot] // 2)
    hand.outcome = -1


@compiled
def settle_hand(rules: RulesRecord, hand: HandRecord, kind: int, spot: int, against: int, is_first_hand: bool) -> None:
    """Pay a hand at the odds of its kind; money staked after the deal may have its own odds."""
    result = rules.result[kind, against]
    stake, double = hand.stake[spot], hand.double[spot]
    hand.outcome = result
    if result <= 0:
        hand.net[spot] = result * (stake + double)
        return
    stake_pays = rules.pays_original[kind, against] if is_first_hand else rules.pays_added[kind, against]
    won = stake_pays * stake + rules.pays_added[kind, against] * double
    hand.net[spot] = to_the_cent(won, rules.pays_denominator[kind, against])


@compiled
def to_the_cent(amount: int, denominator: int) -> int:
    """Round half a cent up."""
    return amount if denominator == 1 else (2 * amount + denominator) // (2 * denominator)


@compiled
def lose_the_first_wager(rules: RulesRecord, box: BoxRecord, original: int, spot: int) -> None:
    """Settle against a dealer's blackjack: split hands lose only the original wager of their first hand."""
    still_owed = 0
    for place in range(box.hand_count):
        hand = box.hands[box.order[place]]
        if hand.original == original and (hand.open or hand.rescued):
            still_owed = max(still_owed, hand.stake[spot])
    for place in range(box.hand_count):
        hand = box.hands[box.order[place]]
        if hand.original == original and hand.rescued:
            hand.net[spot] = -still_owed
            still_owed = 0
    for place in range(box.hand_count):
        hand = box.hands[box.order[place]]
        if hand.original == original and hand.open and hand.stake[spot]:
            still_owed -= collect_from(rules, hand, kind_of(rules, hand), spot, still_owed, place == 0)


@compiled
def collect_from(
    rules: RulesRecord, hand: HandRecord, kind: int, spot: int, still_owed: int, is_first_hand: bool
) -> int:
    """Return how much of the original wager this hand loses; added money is returned."""
    stake = hand.stake[spot]
    result = rules.result[kind, r.DEALER_BLACKJACK]
    is_split = is_from_split(rules, hand)
    if hand.surrendered:
        hand.net[spot], hand.outcome = -stake, -1
        return 0
    if result > 0 or (result == 0 and (rules.split_21_is_void or not is_split)):
        settle_hand(rules, hand, kind, spot, r.DEALER_BLACKJACK, is_first_hand)
        return 0
    if kind == r.BUST and (rules.busted_split_loses_all if is_split else rules.busted_double_loses_all):
        hand.net[spot], hand.outcome = -stake - hand.double[spot], -1
        return 0
    collected = min(still_owed, stake)
    hand.net[spot] = -collected
    hand.outcome = -1 if collected else 0
    return collected


@compiled
def settle_insurance(rules: RulesRecord, table: TableRecord, spot: int) -> None:
    """Settle insurance by the dealer's second card; at some games a box that lost all its hands loses it."""
    if not rules.offers_insurance[table.up_value]:
        return
    wins = table.dealer_cards > 1 and rules.insurance_wins[rules.value[rank_of(table.second_card)]]
    for box_number in range(rules.boxes):
        box = table.boxes[box_number]
        is_lost = rules.insurance_lost_with_hands and lost_all_hands(rules, box)
        for number in range(rules.hands_per_box):
            hand = box.hands[number]
            amount = hand.insurance[spot]
            if amount and wins and not is_lost:
                hand.insurance_net[spot] = to_the_cent(amount * rules.insurance_numerator, rules.insurance_denominator)
            elif amount:
                hand.insurance_net[spot] = -amount


@compiled
def lost_all_hands(rules: RulesRecord, box: BoxRecord) -> bool:
    for number in range(box.hand_count):
        hand = box.hands[number]
        if hand.open or hand.down or rules.points[hand.state] <= LIMIT:
            return False
    return True


@compiled
def pay_early_blackjacks(rules: RulesRecord, table: TableRecord) -> None:
    """Settle blackjacks that do not wait for the dealer, on all their spots."""
    if rules.blackjack_paid_early[table.up_value]:
        for box_number in range(rules.boxes):
            pay_early_box(rules, table, table.boxes[box_number])


@compiled
def pay_early_box(rules: RulesRecord, table: TableRecord, box: BoxRecord) -> None:
    for number in range(rules.hands_per_box):
        hand = box.hands[number]
        if is_natural(hand) and hand.open:
            for spot in range(rules.spots):
                settle_hand(rules, hand, kind_of(rules, hand), spot, dealer_kind(table), True)
            hand.open = 0


@compiled
def collect_late_busts(rules: RulesRecord, table: TableRecord, spot: int) -> None:
    """Collect later spots at once from hands that bust with their face-down card (2.18(f))."""
    if rules.busts_lose_at_once and rules.spots > 1:
        for box_number in range(rules.boxes):
            collect_late_from(rules, table.boxes[box_number], spot)


@compiled
def collect_late_from(rules: RulesRecord, box: BoxRecord, spot: int) -> None:
    for number in range(box.hand_count):
        hand = box.hands[number]
        if hand.open and rules.points[hand.state] > LIMIT:
            hand.open = 0
            for later in range(spot + 1, rules.spots):
                hand.net[later] = -hand.stake[later] - hand.double[later]


@compiled
def another_spot(rules: RulesRecord, table: TableRecord, spot: int) -> bool:
    """Return whether a wager is left for the dealer's next hand."""
    for box_number in range(rules.boxes):
        if box_has_another_spot(rules, table.boxes[box_number], spot):
            return True
    return False


@compiled
def box_has_another_spot(rules: RulesRecord, box: BoxRecord, spot: int) -> bool:
    for number in range(box.hand_count):
        hand = box.hands[number]
        for later in range(spot + 1, rules.spots):
            if hand.open and hand.stake[later]:
                return True
    return False


@compiled
def nobody_is_left(rules: RulesRecord, table: TableRecord) -> bool:
    """Return whether every hand is busted, so that the dealer takes no second card (2.18(f)1)."""
    if not rules.dealer_draws_nothing:
        return False
    for box_number in range(rules.boxes):
        if not lost_all_hands(rules, table.boxes[box_number]):
            return False
    return True


@compiled
def super_bonuses(rules: RulesRecord, table: TableRecord) -> None:
    """Pay three sevens of one suit against a seven, neither doubled nor split, and everybody else (19.5(g))."""
    if table.up_value != 7:
        return
    for box_number in range(rules.boxes):
        hand = table.boxes[box_number].hands[0]
        form = kind_of(rules, hand) - r.LONGER_21
        if not is_from_split(rules, hand) and (form == r.SUITED_777 or form == r.SPADES_777):
            fixed = 0
            for row in range(1, -1, -1):
                if hand.stake[0] >= rules.super_bonus_least[row]:
                    fixed = rules.super_bonus_pays[row]
            if fixed:
                for other in range(rules.boxes):
                    won = fixed if other == box_number else rules.super_bonus_to_others
                    table.boxes[other].super_bonus += won
