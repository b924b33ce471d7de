"""Hands on the felt: cards given to them, totals, what kind of hand one is, what may be done with it."""

from chapter47.blackjack.analysis.exact.dealer import Ints
from chapter47.blackjack.hands import LIMIT
from chapter47.blackjack.simulation import kernel
from chapter47.blackjack.simulation.kernel import memory_map as mem
from chapter47.blackjack.simulation.kernel.cards import see, take
from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import INNER, compiled_with
from chapter47.core.numeric.generator import Cards, Stream

compiled = compiled_with(mem, generator, kernel.cards, **INNER)

RANK_6, RANK_7, RANK_8 = 4, 5, 6
SPADES = 3


@compiled
def hand_at(felt: Ints, box: int, number: int) -> int:
    return mem.HAND + (box * mem.MOST_HANDS + number) * mem.HAND_SIZE


@compiled
def new_hand(felt: Ints, box: int, number: int, of: int) -> int:
    h = hand_at(felt, box, number)
    for place in range(mem.HAND_SIZE):
        felt[h + place] = 0
    felt[h + mem.ORIGINAL_HAND] = of
    felt[h + mem.IS_OPEN] = 1
    return h


@compiled
def total(low: int, aces: int) -> int:
    """An ace is eleven unless that passes 21."""
    return low + 10 if aces and low + 10 <= LIMIT else low


@compiled
def points(felt: Ints, h: int) -> int:
    return total(felt[h + mem.LOW_TOTAL], felt[h + mem.ACES])


@compiled
def is_soft(felt: Ints, h: int) -> int:
    return 1 if felt[h + mem.ACES] and felt[h + mem.LOW_TOTAL] + 10 <= LIMIT else 0


@compiled
def give(rules: Ints, felt: Ints, h: int, card: int) -> None:
    value = rules[mem.CARD_VALUE + card]
    count = felt[h + mem.HAND_CARDS]
    if value == 11:
        felt[h + mem.ACES] += 1
        value = 1
    felt[h + mem.LOW_TOTAL] += value
    if count < 3:
        felt[h + mem.CARD_0 + count] = card
    felt[h + mem.HAND_CARDS] = count + 1


@compiled
def note_own(rules: Ints, felt: Ints, box: int, card: int) -> None:
    """The first cards of a box in their order, for its side bets."""
    if rules[mem.SIDE_BETS]:
        b = mem.BOX + box * mem.BOX_SIZE
        count = felt[b + mem.BOX_CARD_COUNT]
        if count < 4:
            felt[b + mem.BOX_CARDS + count] = card
        felt[b + mem.BOX_CARD_COUNT] = count + 1


@compiled
def deal(rules: Ints, felt: Ints, chance: Stream, cards: Cards, box: int, h: int) -> None:
    card = take(rules, felt, chance, cards)
    see(rules, felt, card)
    give(rules, felt, h, card)
    note_own(rules, felt, box, card)


@compiled
def is_natural(felt: Ints, h: int) -> bool:
    """A blackjack: 21 in the first two cards, neither split nor made by a switch."""
    two = felt[h + mem.HAND_CARDS] == 2 and felt[h + mem.LOW_TOTAL] == 11 and felt[h + mem.ACES] == 1
    return two and not felt[h + mem.IS_SPLIT] and not felt[h + mem.IS_SWITCHED]


@compiled
def kind_of(rules: Ints, felt: Ints, h: int) -> int:
    """The row of the payments."""
    count = points(felt, h)
    if count < LIMIT:
        return count
    if count > LIMIT:
        return mem.BUST
    if felt[h + mem.HAND_CARDS] > 2:
        return mem.LONGER_21 + mem.FORMS_OF_21 * felt[h + mem.IS_DOUBLED] + form_of(felt, h)
    if felt[h + mem.IS_SPLIT]:
        return mem.SPLIT_TWO
    if felt[h + mem.IS_SWITCHED]:
        return mem.SWITCHED_TWO
    first, second = felt[h + mem.CARD_0], felt[h + mem.CARD_1]
    named = (first == rules[mem.DESIGNATED_CARDS] and second == rules[mem.DESIGNATED_CARDS + 1]) or (
        second == rules[mem.DESIGNATED_CARDS] and first == rules[mem.DESIGNATED_CARDS + 1]
    )
    return mem.DESIGNATED if named else mem.BLACKJACK


@compiled
def form_of(felt: Ints, h: int) -> int:
    count = felt[h + mem.HAND_CARDS]
    if count > 3:
        return min(mem.FOUR_CARD_21 + count - 4, mem.SEVEN_CARD_21)
    a, b, c = felt[h + mem.CARD_0], felt[h + mem.CARD_1], felt[h + mem.CARD_2]
    low, high = min(a >> 2, b >> 2, c >> 2), max(a >> 2, b >> 2, c >> 2)
    middle = (a >> 2) + (b >> 2) + (c >> 2) - low - high
    suit = 0
    if (a & 3) == (b & 3) and (b & 3) == (c & 3):
        suit = 2 if (a & 3) == SPADES else 1
    if low == RANK_6 and middle == RANK_7 and high == RANK_8:
        return mem.MIXED_678 + suit
    if low == RANK_7 and high == RANK_7:
        return mem.MIXED_777 + suit
    return mem.THREE_CARD_21


@compiled
def allowed(rules: Ints, felt: Ints, h: int) -> int:
    longer = 1 if felt[h + mem.HAND_CARDS] > 2 else 0
    row = ((longer * 2 + felt[h + mem.IS_SPLIT]) * 2 + felt[h + mem.FROM_ACES]) * 2 + is_soft(felt, h)
    return rules[mem.ALLOWED_MOVES + 32 * row + points(felt, h)]


@compiled
def may_split(rules: Ints, felt: Ints, box: int, h: int) -> bool:
    if felt[h + mem.HAND_CARDS] != 2:
        return False
    first, second = rules[mem.CARD_VALUE + felt[h + mem.CARD_0]], rules[mem.CARD_VALUE + felt[h + mem.CARD_1]]
    if first != second:
        return False
    b = mem.BOX + box * mem.BOX_SIZE
    family = 0
    for number in range(felt[b + mem.HAND_COUNT]):
        family += felt[hand_at(felt, box, number) + mem.ORIGINAL_HAND] == felt[h + mem.ORIGINAL_HAND]
    return family < 5 and rules[mem.MAY_SPLIT + 5 * felt[h + mem.FROM_ACES] + family] == 1


@compiled
def is_finished(rules: Ints, felt: Ints, box: int, h: int) -> bool:
    if felt[h + mem.STOOD] or felt[h + mem.IS_SURRENDERED] or felt[h + mem.IS_DOUBLED]:
        return True
    if felt[h + mem.HAND_CARDS] < 2:
        return False
    if points(felt, h) >= LIMIT:
        return True
    if felt[h + mem.FROM_ACES] and allowed(rules, felt, h) & mem.IS_DONE:
        return not may_split(rules, felt, box, h)
    return False
