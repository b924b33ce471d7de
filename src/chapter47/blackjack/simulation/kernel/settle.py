"""Settlement: what each main wager and each insurance wins or loses, to the cent."""

from chapter47.blackjack.analysis.exact.dealer import Ints
from chapter47.blackjack.hands import LIMIT
from chapter47.blackjack.simulation import kernel
from chapter47.blackjack.simulation.kernel import memory_map as mem
from chapter47.blackjack.simulation.kernel.cards import see
from chapter47.blackjack.simulation.kernel.hands import give, hand_at, is_natural, kind_of, note_own, points
from chapter47.blackjack.simulation.kernel.play import dealer_has_blackjack, dealer_total
from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import INNER, compiled_with

compiled = compiled_with(mem, generator, kernel.cards, kernel.hands, kernel.moves, kernel.play, **INNER)


@compiled
def dealer_kind(felt: Ints) -> int:
    return mem.DEALER_BLACKJACK if dealer_has_blackjack(felt) else dealer_total(felt)[0]


@compiled
def turn_up(rules: Ints, felt: Ints, box: int) -> None:
    """The double cards that lie face down, from the right, when the turn of their box comes."""
    b = mem.BOX + box * mem.BOX_SIZE
    for place in range(felt[b + mem.HAND_COUNT] - 1, -1, -1):
        h = hand_at(felt, box, felt[b + mem.HAND_ORDER + place])
        if felt[h + mem.CARD_DOWN]:
            card = felt[h + mem.CARD_DOWN] - 1
            felt[h + mem.CARD_DOWN] = 0
            felt[h + mem.WAS_DOWN] = 1
            give(rules, felt, h, card)
            see(rules, felt, card)
            note_own(rules, felt, box, card)


@compiled
def settle_box(rules: Ints, felt: Ints, box: int, spot: int) -> None:
    """All open wagers of a box that this dealer's hand decides."""
    against = dealer_kind(felt)
    b = mem.BOX + box * mem.BOX_SIZE
    if against == mem.DEALER_BLACKJACK:
        for of in range(rules[mem.HANDS_PER_BOX]):
            lose_the_first_wager(rules, felt, box, of, spot)
        return
    for place in range(felt[b + mem.HAND_COUNT]):
        h = hand_at(felt, box, felt[b + mem.HAND_ORDER + place])
        if not felt[h + mem.IS_OPEN] or not felt[h + mem.STAKE + spot]:
            continue
        if felt[h + mem.IS_SURRENDERED]:
            give_half_back(felt, h, spot)
        else:
            settle_hand(rules, felt, h, spot, against, place == 0)


@compiled
def give_half_back(felt: Ints, h: int, spot: int) -> None:
    """Of an odd cent the player keeps the better part."""
    felt[h + mem.NET + spot] = -(felt[h + mem.STAKE + spot] // 2)
    felt[h + mem.OUTCOME] = -1


@compiled
def settle_hand(rules: Ints, felt: Ints, h: int, spot: int, against: int, first: bool) -> None:
    """At the hand's odds; money staked after the deal may have odds of its own."""
    place = kind_of(rules, felt, h) * mem.DEALER_KINDS + against
    result = rules[mem.RESULT + place]
    stake, double = felt[h + mem.STAKE + spot], felt[h + mem.DOUBLE_STAKE + spot]
    felt[h + mem.OUTCOME] = result
    if result < 0:
        felt[h + mem.NET + spot] = -stake - double
    elif result == 0:
        felt[h + mem.NET + spot] = 0
    else:
        lead = rules[mem.PAYS_ORIGINAL + place] if first else rules[mem.PAYS_ADDED + place]
        won = lead * stake + rules[mem.PAYS_ADDED + place] * double
        felt[h + mem.NET + spot] = to_the_cent(won, rules[mem.PAYS_DENOMINATOR])


@compiled
def to_the_cent(amount: int, den: int) -> int:
    """Half a cent goes up."""
    return amount if den == 1 else (2 * amount + den) // (2 * den)


@compiled
def lose_the_first_wager(rules: Ints, felt: Ints, box: int, of: int, spot: int) -> None:
    """Against a dealer's blackjack: of the hands that came of one hand only its original wager is collected."""
    b = mem.BOX + box * mem.BOX_SIZE
    left = 0
    for place in range(felt[b + mem.HAND_COUNT]):
        h = hand_at(felt, box, felt[b + mem.HAND_ORDER + place])
        if felt[h + mem.ORIGINAL_HAND] == of and (felt[h + mem.IS_OPEN] or felt[h + mem.IS_RESCUED]):
            left = max(left, felt[h + mem.STAKE + spot])
    for place in range(felt[b + mem.HAND_COUNT]):
        h = hand_at(felt, box, felt[b + mem.HAND_ORDER + place])
        if felt[h + mem.ORIGINAL_HAND] == of and felt[h + mem.IS_RESCUED]:
            felt[h + mem.NET + spot] = -left
            left = 0
    for place in range(felt[b + mem.HAND_COUNT]):
        h = hand_at(felt, box, felt[b + mem.HAND_ORDER + place])
        if felt[h + mem.ORIGINAL_HAND] == of and felt[h + mem.IS_OPEN] and felt[h + mem.STAKE + spot]:
            left -= collected(rules, felt, h, spot, left, place == 0)


@compiled
def collected(rules: Ints, felt: Ints, h: int, spot: int, left: int, first: bool) -> int:
    """How much of the original wager this hand gives; what was added goes back."""
    kind = kind_of(rules, felt, h)
    stake = felt[h + mem.STAKE + spot]
    result = rules[mem.RESULT + kind * mem.DEALER_KINDS + mem.DEALER_BLACKJACK]
    if felt[h + mem.IS_SURRENDERED]:
        felt[h + mem.NET + spot], felt[h + mem.OUTCOME] = -stake, -1
        return 0
    if result > 0 or (result == 0 and (rules[mem.SPLIT_21_IS_VOID] or not felt[h + mem.IS_SPLIT])):
        settle_hand(rules, felt, h, spot, mem.DEALER_BLACKJACK, first)
        return 0
    if (
        kind == mem.BUST
        and rules[mem.BUSTED_SPLIT_LOSES_ALL if felt[h + mem.IS_SPLIT] else mem.BUSTED_DOUBLE_LOSES_ALL]
    ):
        felt[h + mem.NET + spot] = -stake - felt[h + mem.DOUBLE_STAKE + spot]
        felt[h + mem.OUTCOME] = -1
        return 0
    took = min(left, stake)
    felt[h + mem.NET + spot] = -took
    felt[h + mem.OUTCOME] = -1 if took else 0
    return took


@compiled
def settle_insurance(rules: Ints, felt: Ints, spot: int) -> None:
    """By the dealer's second card; lost with a box that has lost all its hands, where the game says so."""
    wins = felt[mem.DEALER_CARDS] > 1 and rules[mem.INSURANCE_WINS + rules[mem.CARD_VALUE + felt[mem.SECOND_CARD]]]
    for box in range(rules[mem.BOXES]):
        gone = rules[mem.INSURANCE_LOST_WITH_HANDS] and lost_all_hands(felt, box)
        for number in range(rules[mem.HANDS_PER_BOX]):
            h = hand_at(felt, box, number)
            amount = felt[h + mem.INSURANCE_STAKE + spot]
            if amount:
                if wins and not gone:
                    paid = to_the_cent(amount * rules[mem.INSURANCE_NUMERATOR], rules[mem.INSURANCE_DENOMINATOR])
                    felt[h + mem.INSURANCE_NET + spot] = paid
                else:
                    felt[h + mem.INSURANCE_NET + spot] = -amount


@compiled
def lost_all_hands(felt: Ints, box: int) -> bool:
    for number in range(felt[mem.BOX + box * mem.BOX_SIZE + mem.HAND_COUNT]):
        h = hand_at(felt, box, number)
        if felt[h + mem.IS_OPEN] or felt[h + mem.CARD_DOWN] or points(felt, h) <= LIMIT:
            return False
    return True


@compiled
def pay_early_blackjacks(rules: Ints, felt: Ints) -> None:
    """Blackjacks that do not wait for the dealer, on all their spots."""
    if rules[mem.BLACKJACK_PAID_EARLY + rules[mem.CARD_VALUE + felt[mem.UP_CARD]]]:
        for box in range(rules[mem.BOXES]):
            for number in range(rules[mem.HANDS_PER_BOX]):
                h = hand_at(felt, box, number)
                if felt[h + mem.IS_OPEN] and is_natural(felt, h):
                    for spot in range(rules[mem.SPOTS]):
                        settle_hand(rules, felt, h, spot, dealer_kind(felt), True)
                    felt[h + mem.IS_OPEN] = 0


@compiled
def collect_late_busts(rules: Ints, felt: Ints, spot: int) -> None:
    """Hands whose face-down card turned out to be too much lose on the later spots at once (2.18(f))."""
    if rules[mem.BUSTS_LOSE_AT_ONCE]:
        for box in range(rules[mem.BOXES]):
            for number in range(felt[mem.BOX + box * mem.BOX_SIZE + mem.HAND_COUNT]):
                h = hand_at(felt, box, number)
                if felt[h + mem.IS_OPEN] and points(felt, h) > LIMIT:
                    felt[h + mem.IS_OPEN] = 0
                    for later in range(spot + 1, rules[mem.SPOTS]):
                        felt[h + mem.NET + later] = -felt[h + mem.STAKE + later] - felt[h + mem.DOUBLE_STAKE + later]


@compiled
def another_spot(rules: Ints, felt: Ints, spot: int) -> bool:
    """Whether a wager is left for the dealer's next hand."""
    for box in range(rules[mem.BOXES]):
        for number in range(felt[mem.BOX + box * mem.BOX_SIZE + mem.HAND_COUNT]):
            h = hand_at(felt, box, number)
            for later in range(spot + 1, rules[mem.SPOTS]):
                if felt[h + mem.IS_OPEN] and felt[h + mem.STAKE + later]:
                    return True
    return False


@compiled
def nobody_is_left(rules: Ints, felt: Ints) -> bool:
    """Every hand is over 21, so that the dealer takes no second card either (2.18(f)1)."""
    if not rules[mem.DEALER_DRAWS_NOTHING]:
        return False
    for box in range(rules[mem.BOXES]):
        if not lost_all_hands(felt, box):
            return False
    return True


@compiled
def super_bonuses(rules: Ints, felt: Ints) -> None:
    """Three sevens of one suit against a seven, neither doubled nor split (19.5(g)); something to everybody else."""
    for box in range(rules[mem.BOXES]):
        h = hand_at(felt, box, 0)
        earns = rules[mem.CARD_VALUE + felt[mem.UP_CARD]] == 7 and not felt[h + mem.IS_SPLIT]
        form = kind_of(rules, felt, h) - mem.LONGER_21
        if earns and (form == mem.SUITED_777 or form == mem.SPADES_777):
            fixed = 0
            for row in range(1, -1, -1):
                if felt[h + mem.STAKE] >= rules[mem.SUPER_BONUS_LEAST + row]:
                    fixed = rules[mem.SUPER_BONUS_PAYS + row]
            if fixed:
                for other_box in range(rules[mem.BOXES]):
                    won = fixed if other_box == box else rules[mem.SUPER_BONUS_TO_OTHERS]
                    felt[mem.BOX + other_box * mem.BOX_SIZE + mem.SUPER_BONUS] += won
