"""Settlement: what each main wager and each insurance wins or loses, to the cent."""

from chapter47.blackjack.analysis.exact.dealer import Ints
from chapter47.blackjack.hands import LIMIT
from chapter47.blackjack.simulation import kernel
from chapter47.blackjack.simulation.kernel import memory_map as mem
from chapter47.blackjack.simulation.kernel.cards import count_seen
from chapter47.blackjack.simulation.kernel.hands import (
    box_at,
    give,
    hand_at,
    is_natural,
    kind_of,
    note_box_card,
    points,
)
from chapter47.blackjack.simulation.kernel.play import dealer_has_blackjack, dealer_total
from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import INNER, compiled_with

compiled = compiled_with(mem, generator, kernel.cards, kernel.hands, kernel.moves, kernel.play, **INNER)


@compiled
def dealer_kind(state: Ints) -> int:
    return mem.DEALER_BLACKJACK if dealer_has_blackjack(state) else dealer_total(state)[0]


@compiled
def turn_up(rules: Ints, state: Ints, box: int) -> None:
    """The double cards that lie face down, from the right, when the turn of their box comes."""
    box_base = box_at(box)
    for place in range(state[box_base + mem.HAND_COUNT] - 1, -1, -1):
        hand = hand_at(box, state[box_base + mem.HAND_ORDER + place])
        if state[hand + mem.CARD_DOWN]:
            card = state[hand + mem.CARD_DOWN] - 1
            state[hand + mem.CARD_DOWN] = 0
            state[hand + mem.WAS_DOWN] = 1
            give(rules, state, hand, card)
            count_seen(rules, state, card)
            note_box_card(rules, state, box, card)


@compiled
def settle_box(rules: Ints, state: Ints, box: int, spot: int) -> None:
    """All open wagers of a box that this dealer's hand decides."""
    against = dealer_kind(state)
    box_base = box_at(box)
    if against == mem.DEALER_BLACKJACK:
        for original in range(rules[mem.HANDS_PER_BOX]):
            lose_the_first_wager(rules, state, box, original, spot)
        return
    for place in range(state[box_base + mem.HAND_COUNT]):
        hand = hand_at(box, state[box_base + mem.HAND_ORDER + place])
        if not state[hand + mem.IS_OPEN] or not state[hand + mem.STAKE + spot]:
            continue
        if state[hand + mem.IS_SURRENDERED]:
            give_half_back(state, hand, spot)
        else:
            settle_hand(rules, state, hand, spot, against, place == 0)


@compiled
def give_half_back(state: Ints, hand: int, spot: int) -> None:
    """Of an odd cent the player keeps the better part."""
    state[hand + mem.NET + spot] = -(state[hand + mem.STAKE + spot] // 2)
    state[hand + mem.OUTCOME] = -1


@compiled
def settle_hand(rules: Ints, state: Ints, hand: int, spot: int, against: int, is_first_hand: bool) -> None:
    """At the hand's odds; money staked after the deal may have odds of its own."""
    place = kind_of(rules, state, hand) * mem.DEALER_KINDS + against
    result = rules[mem.RESULT + place]
    stake, double = state[hand + mem.STAKE + spot], state[hand + mem.DOUBLE_STAKE + spot]
    state[hand + mem.OUTCOME] = result
    if result < 0:
        state[hand + mem.NET + spot] = -stake - double
    elif result == 0:
        state[hand + mem.NET + spot] = 0
    else:
        stake_pays = rules[mem.PAYS_ORIGINAL + place] if is_first_hand else rules[mem.PAYS_ADDED + place]
        won = stake_pays * stake + rules[mem.PAYS_ADDED + place] * double
        state[hand + mem.NET + spot] = to_the_cent(won, rules[mem.PAYS_DENOMINATOR])


@compiled
def to_the_cent(amount: int, denominator: int) -> int:
    """Half a cent goes up."""
    return amount if denominator == 1 else (2 * amount + denominator) // (2 * denominator)


@compiled
def lose_the_first_wager(rules: Ints, state: Ints, box: int, original: int, spot: int) -> None:
    """Against a dealer's blackjack: of the hands that came of one hand only its original wager is collected."""
    box_base = box_at(box)
    still_owed = 0
    for place in range(state[box_base + mem.HAND_COUNT]):
        hand = hand_at(box, state[box_base + mem.HAND_ORDER + place])
        if state[hand + mem.ORIGINAL_HAND] == original and (state[hand + mem.IS_OPEN] or state[hand + mem.IS_RESCUED]):
            still_owed = max(still_owed, state[hand + mem.STAKE + spot])
    for place in range(state[box_base + mem.HAND_COUNT]):
        hand = hand_at(box, state[box_base + mem.HAND_ORDER + place])
        if state[hand + mem.ORIGINAL_HAND] == original and state[hand + mem.IS_RESCUED]:
            state[hand + mem.NET + spot] = -still_owed
            still_owed = 0
    for place in range(state[box_base + mem.HAND_COUNT]):
        hand = hand_at(box, state[box_base + mem.HAND_ORDER + place])
        if state[hand + mem.ORIGINAL_HAND] == original and state[hand + mem.IS_OPEN] and state[hand + mem.STAKE + spot]:
            still_owed -= collect_from(rules, state, hand, spot, still_owed, place == 0)


@compiled
def collect_from(rules: Ints, state: Ints, hand: int, spot: int, still_owed: int, is_first_hand: bool) -> int:
    """How much of the original wager this hand gives; what was added goes back."""
    kind = kind_of(rules, state, hand)
    stake = state[hand + mem.STAKE + spot]
    result = rules[mem.RESULT + kind * mem.DEALER_KINDS + mem.DEALER_BLACKJACK]
    if state[hand + mem.IS_SURRENDERED]:
        state[hand + mem.NET + spot], state[hand + mem.OUTCOME] = -stake, -1
        return 0
    if result > 0 or (result == 0 and (rules[mem.SPLIT_21_IS_VOID] or not state[hand + mem.IS_SPLIT])):
        settle_hand(rules, state, hand, spot, mem.DEALER_BLACKJACK, is_first_hand)
        return 0
    if (
        kind == mem.BUST
        and rules[mem.BUSTED_SPLIT_LOSES_ALL if state[hand + mem.IS_SPLIT] else mem.BUSTED_DOUBLE_LOSES_ALL]
    ):
        state[hand + mem.NET + spot] = -stake - state[hand + mem.DOUBLE_STAKE + spot]
        state[hand + mem.OUTCOME] = -1
        return 0
    collected = min(still_owed, stake)
    state[hand + mem.NET + spot] = -collected
    state[hand + mem.OUTCOME] = -1 if collected else 0
    return collected


@compiled
def settle_insurance(rules: Ints, state: Ints, spot: int) -> None:
    """By the dealer's second card; lost with a box that has lost all its hands, where the game says so."""
    wins = state[mem.DEALER_CARDS] > 1 and rules[mem.INSURANCE_WINS + rules[mem.CARD_VALUE + state[mem.SECOND_CARD]]]
    for box in range(rules[mem.BOXES]):
        is_lost = rules[mem.INSURANCE_LOST_WITH_HANDS] and lost_all_hands(state, box)
        for number in range(rules[mem.HANDS_PER_BOX]):
            hand = hand_at(box, number)
            amount = state[hand + mem.INSURANCE_STAKE + spot]
            if amount:
                if wins and not is_lost:
                    paid = to_the_cent(amount * rules[mem.INSURANCE_NUMERATOR], rules[mem.INSURANCE_DENOMINATOR])
                    state[hand + mem.INSURANCE_NET + spot] = paid
                else:
                    state[hand + mem.INSURANCE_NET + spot] = -amount


@compiled
def lost_all_hands(state: Ints, box: int) -> bool:
    for number in range(state[box_at(box) + mem.HAND_COUNT]):
        hand = hand_at(box, number)
        if state[hand + mem.IS_OPEN] or state[hand + mem.CARD_DOWN] or points(state, hand) <= LIMIT:
            return False
    return True


@compiled
def pay_early_blackjacks(rules: Ints, state: Ints) -> None:
    """Blackjacks that do not wait for the dealer, on all their spots."""
    if rules[mem.BLACKJACK_PAID_EARLY + rules[mem.CARD_VALUE + state[mem.UP_CARD]]]:
        for box in range(rules[mem.BOXES]):
            for number in range(rules[mem.HANDS_PER_BOX]):
                hand = hand_at(box, number)
                if state[hand + mem.IS_OPEN] and is_natural(state, hand):
                    for spot in range(rules[mem.SPOTS]):
                        settle_hand(rules, state, hand, spot, dealer_kind(state), True)
                    state[hand + mem.IS_OPEN] = 0


@compiled
def collect_late_busts(rules: Ints, state: Ints, spot: int) -> None:
    """Hands whose face-down card turned out to be too much lose on the later spots at once (2.18(f))."""
    if rules[mem.BUSTS_LOSE_AT_ONCE]:
        for box in range(rules[mem.BOXES]):
            for number in range(state[box_at(box) + mem.HAND_COUNT]):
                hand = hand_at(box, number)
                if state[hand + mem.IS_OPEN] and points(state, hand) > LIMIT:
                    state[hand + mem.IS_OPEN] = 0
                    for later in range(spot + 1, rules[mem.SPOTS]):
                        state[hand + mem.NET + later] = (
                            -state[hand + mem.STAKE + later] - state[hand + mem.DOUBLE_STAKE + later]
                        )


@compiled
def another_spot(rules: Ints, state: Ints, spot: int) -> bool:
    """Whether a wager is left for the dealer's next hand."""
    for box in range(rules[mem.BOXES]):
        for number in range(state[box_at(box) + mem.HAND_COUNT]):
            hand = hand_at(box, number)
            for later in range(spot + 1, rules[mem.SPOTS]):
                if state[hand + mem.IS_OPEN] and state[hand + mem.STAKE + later]:
                    return True
    return False


@compiled
def nobody_is_left(rules: Ints, state: Ints) -> bool:
    """Every hand is over 21, so that the dealer takes no second card either (2.18(f)1)."""
    if not rules[mem.DEALER_DRAWS_NOTHING]:
        return False
    for box in range(rules[mem.BOXES]):
        if not lost_all_hands(state, box):
            return False
    return True


@compiled
def super_bonuses(rules: Ints, state: Ints) -> None:
    """Three sevens of one suit against a seven, neither doubled nor split (19.5(g)); something to everybody else."""
    for box in range(rules[mem.BOXES]):
        hand = hand_at(box, 0)
        earns = rules[mem.CARD_VALUE + state[mem.UP_CARD]] == 7 and not state[hand + mem.IS_SPLIT]
        form = kind_of(rules, state, hand) - mem.LONGER_21
        if earns and (form == mem.SUITED_777 or form == mem.SPADES_777):
            fixed = 0
            for row in range(1, -1, -1):
                if state[hand + mem.STAKE] >= rules[mem.SUPER_BONUS_LEAST + row]:
                    fixed = rules[mem.SUPER_BONUS_PAYS + row]
            if fixed:
                for other_box in range(rules[mem.BOXES]):
                    won = fixed if other_box == box else rules[mem.SUPER_BONUS_TO_OTHERS]
                    state[box_at(other_box) + mem.SUPER_BONUS] += won
