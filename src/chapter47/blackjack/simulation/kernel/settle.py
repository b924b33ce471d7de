"""Settlement: what each main wager and each insurance wins or loses, to the cent."""

from chapter47.blackjack.analysis.exact.dealer import Ints
from chapter47.blackjack.hands import LIMIT
from chapter47.blackjack.simulation.kernel import (
    cards as kernel_cards,
)
from chapter47.blackjack.simulation.kernel import (
    hands as kernel_hands,
)
from chapter47.blackjack.simulation.kernel import memory_map as f
from chapter47.blackjack.simulation.kernel import (
    moves as kernel_moves,
)
from chapter47.blackjack.simulation.kernel import (
    play as kernel_play,
)
from chapter47.blackjack.simulation.kernel.cards import see
from chapter47.blackjack.simulation.kernel.hands import give, hand_at, is_natural, kind_of, note_own, points
from chapter47.blackjack.simulation.kernel.play import dealer_has_blackjack, dealer_total
from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import INNER, compiled_with

compiled = compiled_with(f, generator, kernel_cards, kernel_hands, kernel_moves, kernel_play, **INNER)


@compiled
def dealer_kind(felt: Ints) -> int:
    return f.DEALER_BLACKJACK if dealer_has_blackjack(felt) else dealer_total(felt)[0]


@compiled
def turn_up(rules: Ints, felt: Ints, box: int) -> None:
    """The double cards that lie face down, from the right, when the turn of their box comes."""
    b = f.BOX + box * f.BOX_SIZE
    for place in range(felt[b + f.HANDS_OF] - 1, -1, -1):
        h = hand_at(felt, box, felt[b + f.ORDER + place])
        if felt[h + f.DOWN]:
            card = felt[h + f.DOWN] - 1
            felt[h + f.DOWN] = 0
            felt[h + f.WAS_DOWN] = 1
            give(rules, felt, h, card)
            see(rules, felt, card)
            note_own(rules, felt, box, card)


@compiled
def settle_box(rules: Ints, felt: Ints, box: int, spot: int) -> None:
    """All open wagers of a box that this dealer's hand decides."""
    against = dealer_kind(felt)
    b = f.BOX + box * f.BOX_SIZE
    if against == f.DEALER_BLACKJACK:
        for of in range(rules[f.HANDS_PER_BOX]):
            lose_the_first_wager(rules, felt, box, of, spot)
        return
    for place in range(felt[b + f.HANDS_OF]):
        h = hand_at(felt, box, felt[b + f.ORDER + place])
        if not felt[h + f.IS_OPEN] or not felt[h + f.STAKE + spot]:
            continue
        if felt[h + f.GIVEN_UP]:
            give_half_back(felt, h, spot)
        else:
            settle_hand(rules, felt, h, spot, against, place == 0)


@compiled
def give_half_back(felt: Ints, h: int, spot: int) -> None:
    """Of an odd cent the player keeps the better part."""
    felt[h + f.NET + spot] = -(felt[h + f.STAKE + spot] // 2)
    felt[h + f.OUTCOME] = -1


@compiled
def settle_hand(rules: Ints, felt: Ints, h: int, spot: int, against: int, first: bool) -> None:
    """At the hand's odds; money staked after the deal may have odds of its own."""
    place = kind_of(rules, felt, h) * f.DEALERS + against
    result = rules[f.RESULT + place]
    stake, double = felt[h + f.STAKE + spot], felt[h + f.DOUBLED + spot]
    felt[h + f.OUTCOME] = result
    if result < 0:
        felt[h + f.NET + spot] = -stake - double
    elif result == 0:
        felt[h + f.NET + spot] = 0
    else:
        lead = rules[f.FIRST + place] if first else rules[f.EXTRA + place]
        felt[h + f.NET + spot] = to_the_cent(lead * stake + rules[f.EXTRA + place] * double, rules[f.DEN])


@compiled
def to_the_cent(amount: int, den: int) -> int:
    """Half a cent goes up."""
    return amount if den == 1 else (2 * amount + den) // (2 * den)


@compiled
def lose_the_first_wager(rules: Ints, felt: Ints, box: int, of: int, spot: int) -> None:
    """Against a dealer's blackjack: of the hands that came of one hand only its original wager is collected."""
    b = f.BOX + box * f.BOX_SIZE
    left = 0
    for place in range(felt[b + f.HANDS_OF]):
        h = hand_at(felt, box, felt[b + f.ORDER + place])
        if felt[h + f.OF] == of and felt[h + f.IS_OPEN]:
            left = max(left, felt[h + f.STAKE + spot])
    for place in range(felt[b + f.HANDS_OF]):
        h = hand_at(felt, box, felt[b + f.ORDER + place])
        if felt[h + f.OF] == of and felt[h + f.IS_RESCUED]:
            left = 0
    for place in range(felt[b + f.HANDS_OF]):
        h = hand_at(felt, box, felt[b + f.ORDER + place])
        if felt[h + f.OF] == of and felt[h + f.IS_OPEN] and felt[h + f.STAKE + spot]:
            left -= collected(rules, felt, h, spot, left, place == 0)


@compiled
def collected(rules: Ints, felt: Ints, h: int, spot: int, left: int, first: bool) -> int:
    """How much of the original wager this hand gives; what was added goes back."""
    kind = kind_of(rules, felt, h)
    stake = felt[h + f.STAKE + spot]
    result = rules[f.RESULT + kind * f.DEALERS + f.DEALER_BLACKJACK]
    if felt[h + f.GIVEN_UP]:
        felt[h + f.NET + spot], felt[h + f.OUTCOME] = -stake, -1
        return 0
    if result > 0 or (result == 0 and not felt[h + f.IS_SPLIT]):
        settle_hand(rules, felt, h, spot, f.DEALER_BLACKJACK, first)
        return 0
    if kind == f.BUST and rules[f.LOST_SPLIT if felt[h + f.IS_SPLIT] else f.LOST_DOUBLED]:
        felt[h + f.NET + spot] = -stake - felt[h + f.DOUBLED + spot]
        felt[h + f.OUTCOME] = -1
        return 0
    took = min(left, stake)
    felt[h + f.NET + spot] = -took
    felt[h + f.OUTCOME] = -1 if took else 0
    return took


@compiled
def settle_insurance(rules: Ints, felt: Ints, spot: int) -> None:
    """By the dealer's second card; lost with a box that has lost all its hands, where the game says so."""
    wins = felt[f.DEALER_CARDS] > 1 and rules[f.INSURED + rules[f.VALUE + felt[f.SECOND]]]
    for box in range(rules[f.BOXES]):
        gone = rules[f.INSURANCE_GOES_TOO] and lost_all_hands(felt, box)
        for number in range(rules[f.HANDS_PER_BOX]):
            h = hand_at(felt, box, number)
            amount = felt[h + f.INSURED_FOR + spot]
            if amount:
                if wins and not gone:
                    paid = to_the_cent(amount * rules[f.INSURANCE_NUM], rules[f.INSURANCE_DEN])
                    felt[h + f.INSURANCE_NET + spot] = paid
                else:
                    felt[h + f.INSURANCE_NET + spot] = -amount


@compiled
def lost_all_hands(felt: Ints, box: int) -> bool:
    for number in range(felt[f.BOX + box * f.BOX_SIZE + f.HANDS_OF]):
        h = hand_at(felt, box, number)
        if felt[h + f.IS_OPEN] or felt[h + f.DOWN] or points(felt, h) <= LIMIT:
            return False
    return True


@compiled
def pay_early_blackjacks(rules: Ints, felt: Ints) -> None:
    """Blackjacks that do not wait for the dealer, on all their spots."""
    if rules[f.EARLY + rules[f.VALUE + felt[f.UP]]]:
        for box in range(rules[f.BOXES]):
            for number in range(rules[f.HANDS_PER_BOX]):
                h = hand_at(felt, box, number)
                if felt[h + f.IS_OPEN] and is_natural(felt, h):
                    for spot in range(rules[f.SPOTS]):
                        settle_hand(rules, felt, h, spot, dealer_kind(felt), True)
                    felt[h + f.IS_OPEN] = 0


@compiled
def collect_late_busts(rules: Ints, felt: Ints, spot: int) -> None:
    """Hands whose face-down card turned out to be too much lose on the later spots at once (2.18(f))."""
    if rules[f.BUSTS_NOW]:
        for box in range(rules[f.BOXES]):
            for number in range(felt[f.BOX + box * f.BOX_SIZE + f.HANDS_OF]):
                h = hand_at(felt, box, number)
                if felt[h + f.IS_OPEN] and points(felt, h) > LIMIT:
                    felt[h + f.IS_OPEN] = 0
                    for later in range(spot + 1, rules[f.SPOTS]):
                        felt[h + f.NET + later] = -felt[h + f.STAKE + later] - felt[h + f.DOUBLED + later]


@compiled
def another_spot(rules: Ints, felt: Ints, spot: int) -> bool:
    """Whether a wager is left for the dealer's next hand."""
    for box in range(rules[f.BOXES]):
        for number in range(felt[f.BOX + box * f.BOX_SIZE + f.HANDS_OF]):
            h = hand_at(felt, box, number)
            for later in range(spot + 1, rules[f.SPOTS]):
                if felt[h + f.IS_OPEN] and felt[h + f.STAKE + later]:
                    return True
    return False


@compiled
def nobody_is_left(rules: Ints, felt: Ints) -> bool:
    """Every hand is over 21, so that the dealer takes no second card either (2.18(f)1)."""
    if not rules[f.DRAWS_NOTHING]:
        return False
    for box in range(rules[f.BOXES]):
        if not lost_all_hands(felt, box):
            return False
    return True


@compiled
def super_bonuses(rules: Ints, felt: Ints) -> None:
    """Three sevens of one suit against a seven, neither doubled nor split (19.5(g)); something to everybody else."""
    for box in range(rules[f.BOXES]):
        h = hand_at(felt, box, 0)
        earns = rules[f.VALUE + felt[f.UP]] == 7 and not felt[h + f.IS_SPLIT]
        if earns and (
            kind_of(rules, felt, h) == f.LONGER + f.SUITED_777 or kind_of(rules, felt, h) == f.LONGER + f.SPADES_777
        ):
            fixed = 0
            for row in range(1, -1, -1):
                if felt[h + f.STAKE] >= rules[f.SUPER_LEAST + row]:
                    fixed = rules[f.SUPER_PAYS + row]
            if fixed:
                for other in range(rules[f.BOXES]):
                    won = fixed if other == box else rules[f.SUPER_OTHERS]
                    felt[f.BOX + other * f.BOX_SIZE + f.SUPER] += won
