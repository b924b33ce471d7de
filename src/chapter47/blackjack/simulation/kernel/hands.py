"""Hands on the felt: cards given to them, totals, what kind of hand one is, what may be done with it."""

from chapter47.blackjack.analysis.exact.dealer import Ints
from chapter47.blackjack.hands import LIMIT
from chapter47.blackjack.simulation.kernel import cards as kernel_cards
from chapter47.blackjack.simulation.kernel import memory_map as f
from chapter47.blackjack.simulation.kernel.cards import see, take
from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import INNER, compiled_with
from chapter47.core.numeric.generator import Cards, Stream

compiled = compiled_with(f, generator, kernel_cards, **INNER)

RANK_6, RANK_7, RANK_8 = 4, 5, 6
SPADES = 3


@compiled
def hand_at(felt: Ints, box: int, number: int) -> int:
    return f.HAND + (box * f.MOST_HANDS + number) * f.HAND_SIZE


@compiled
def new_hand(felt: Ints, box: int, number: int, of: int) -> int:
    h = hand_at(felt, box, number)
    for place in range(f.HAND_SIZE):
        felt[h + place] = 0
    felt[h + f.OF] = of
    felt[h + f.IS_OPEN] = 1
    return h


@compiled
def total(low: int, aces: int) -> int:
    """An ace is eleven unless that passes 21."""
    return low + 10 if aces and low + 10 <= LIMIT else low


@compiled
def points(felt: Ints, h: int) -> int:
    return total(felt[h + f.LOW], felt[h + f.ACES])


@compiled
def is_soft(felt: Ints, h: int) -> int:
    return 1 if felt[h + f.ACES] and felt[h + f.LOW] + 10 <= LIMIT else 0


@compiled
def give(rules: Ints, felt: Ints, h: int, card: int) -> None:
    value = rules[f.VALUE + card]
    count = felt[h + f.HAND_CARDS]
    if value == 11:
        felt[h + f.ACES] += 1
        value = 1
    felt[h + f.LOW] += value
    if count < 3:
        felt[h + f.CARD_0 + count] = card
    felt[h + f.HAND_CARDS] = count + 1


@compiled
def note_own(rules: Ints, felt: Ints, box: int, card: int) -> None:
    """The first cards of a box in their order, for its side bets."""
    if rules[f.LINES]:
        b = f.BOX + box * f.BOX_SIZE
        count = felt[b + f.OWN_CARDS]
        if count < 4:
            felt[b + f.OWN + count] = card
        felt[b + f.OWN_CARDS] = count + 1


@compiled
def deal(rules: Ints, felt: Ints, chance: Stream, cards: Cards, box: int, h: int) -> None:
    card = take(rules, felt, chance, cards)
    see(rules, felt, card)
    give(rules, felt, h, card)
    note_own(rules, felt, box, card)


@compiled
def is_natural(felt: Ints, h: int) -> bool:
    """A blackjack: 21 in the first two cards, neither split nor made by a switch."""
    two = felt[h + f.HAND_CARDS] == 2 and felt[h + f.LOW] == 11 and felt[h + f.ACES] == 1
    return two and not felt[h + f.IS_SPLIT] and not felt[h + f.IS_SWITCHED]


@compiled
def kind_of(rules: Ints, felt: Ints, h: int) -> int:
    """The row of the payments."""
    count = points(felt, h)
    if count < LIMIT:
        return count
    if count > LIMIT:
        return f.BUST
    if felt[h + f.HAND_CARDS] > 2:
        return f.LONGER + f.FORMS * felt[h + f.IS_DOUBLED] + form_of(felt, h)
    if felt[h + f.IS_SPLIT]:
        return f.SPLIT_TWO
    if felt[h + f.IS_SWITCHED]:
        return f.SWITCHED_TWO
    one, other = felt[h + f.CARD_0], felt[h + f.CARD_1]
    named = (one == rules[f.NAMED] and other == rules[f.NAMED + 1]) or (
        other == rules[f.NAMED] and one == rules[f.NAMED + 1]
    )
    return f.DESIGNATED if named else f.BLACKJACK


@compiled
def form_of(felt: Ints, h: int) -> int:
    count = felt[h + f.HAND_CARDS]
    if count > 3:
        return min(f.FOUR + count - 4, f.SEVEN)
    a, b, c = felt[h + f.CARD_0], felt[h + f.CARD_1], felt[h + f.CARD_2]
    low, high = min(a >> 2, b >> 2, c >> 2), max(a >> 2, b >> 2, c >> 2)
    middle = (a >> 2) + (b >> 2) + (c >> 2) - low - high
    suit = 0
    if (a & 3) == (b & 3) and (b & 3) == (c & 3):
        suit = 2 if (a & 3) == SPADES else 1
    if low == RANK_6 and middle == RANK_7 and high == RANK_8:
        return f.MIXED_678 + suit
    if low == RANK_7 and high == RANK_7:
        return f.MIXED_777 + suit
    return f.THREE


@compiled
def allowed(rules: Ints, felt: Ints, h: int) -> int:
    longer = 1 if felt[h + f.HAND_CARDS] > 2 else 0
    row = ((longer * 2 + felt[h + f.IS_SPLIT]) * 2 + felt[h + f.FROM_ACES]) * 2 + is_soft(felt, h)
    return rules[f.ALLOWED + 32 * row + points(felt, h)]


@compiled
def may_split(rules: Ints, felt: Ints, box: int, h: int) -> bool:
    if felt[h + f.HAND_CARDS] != 2:
        return False
    first, second = rules[f.VALUE + felt[h + f.CARD_0]], rules[f.VALUE + felt[h + f.CARD_1]]
    if first != second:
        return False
    b = f.BOX + box * f.BOX_SIZE
    family = 0
    for number in range(felt[b + f.HANDS_OF]):
        family += felt[hand_at(felt, box, number) + f.OF] == felt[h + f.OF]
    return family < 5 and rules[f.SPLITS + 5 * felt[h + f.FROM_ACES] + family] == 1


@compiled
def is_finished(rules: Ints, felt: Ints, box: int, h: int) -> bool:
    if felt[h + f.STOOD] or felt[h + f.GIVEN_UP] or felt[h + f.IS_DOUBLED]:
        return True
    if felt[h + f.HAND_CARDS] < 2:
        return False
    if points(felt, h) >= LIMIT:
        return True
    if felt[h + f.FROM_ACES] and allowed(rules, felt, h) & f.IS_DONE:
        return not may_split(rules, felt, box, h)
    return False
