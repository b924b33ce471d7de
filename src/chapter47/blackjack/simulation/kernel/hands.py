"""Hands in play: cards given to them, totals, what kind of hand one is, what may be done with it."""

from chapter47.blackjack.analysis.exact.dealer import Ints
from chapter47.blackjack.hands import LIMIT
from chapter47.blackjack.simulation import kernel
from chapter47.blackjack.simulation.kernel import memory_map as mem
from chapter47.blackjack.simulation.kernel.cards import count_seen, rank_of, suit_of, take
from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import INNER, compiled_with
from chapter47.core.numeric.generator import Cards, Stream

compiled = compiled_with(mem, generator, kernel.cards, **INNER)

RANK_6, RANK_7, RANK_8 = 4, 5, 6
SPADES = 3


@compiled
def box_at(box: int) -> int:
    """Where the numbers of a box begin in the state."""
    return mem.BOX + box * mem.BOX_SIZE


@compiled
def hand_at(box: int, number: int) -> int:
    """Where the numbers of a hand begin; this place is what `hand` means in all of the kernel."""
    return mem.HAND + (box * mem.MOST_HANDS + number) * mem.HAND_SIZE


@compiled
def bet_at(number: int) -> int:
    """Where the numbers of a side bet begin in the rules."""
    return mem.SIDE_BET + number * mem.SIDE_BET_SIZE


@compiled
def new_hand(state: Ints, box: int, number: int, original: int) -> int:
    hand = hand_at(box, number)
    for place in range(mem.HAND_SIZE):
        state[hand + place] = 0
    state[hand + mem.ORIGINAL_HAND] = original
    state[hand + mem.IS_OPEN] = 1
    return hand


@compiled
def total(low: int, aces: int) -> int:
    """An ace is eleven unless that passes 21."""
    return low + 10 if aces and low + 10 <= LIMIT else low


@compiled
def points(state: Ints, hand: int) -> int:
    return total(state[hand + mem.LOW_TOTAL], state[hand + mem.ACES])


@compiled
def is_soft(state: Ints, hand: int) -> int:
    return 1 if state[hand + mem.ACES] and state[hand + mem.LOW_TOTAL] + 10 <= LIMIT else 0


@compiled
def chart_place(value: int) -> int:
    """The chart's row of a pair or column of an up card, by the card's value: an ace has the first."""
    return 0 if value == mem.ACE_VALUE else value


@compiled
def give(rules: Ints, state: Ints, hand: int, card: int) -> None:
    value = rules[mem.CARD_VALUE + card]
    count = state[hand + mem.HAND_CARDS]
    if value == mem.ACE_VALUE:
        state[hand + mem.ACES] += 1
        value = 1
    state[hand + mem.LOW_TOTAL] += value
    if count < 3:
        state[hand + mem.CARD_0 + count] = card
    state[hand + mem.HAND_CARDS] = count + 1


@compiled
def note_box_card(rules: Ints, state: Ints, box: int, card: int) -> None:
    """The first cards of a box in their order, for its side bets."""
    if rules[mem.SIDE_BETS]:
        box_base = box_at(box)
        count = state[box_base + mem.BOX_CARD_COUNT]
        if count < 4:
            state[box_base + mem.BOX_CARDS + count] = card
        state[box_base + mem.BOX_CARD_COUNT] = count + 1


@compiled
def deal(rules: Ints, state: Ints, chance: Stream, cards: Cards, box: int, hand: int) -> None:
    card = take(rules, state, chance, cards)
    count_seen(rules, state, card)
    give(rules, state, hand, card)
    note_box_card(rules, state, box, card)


@compiled
def is_natural(state: Ints, hand: int) -> bool:
    """A blackjack: 21 in the first two cards, neither split nor made by a switch."""
    two = (
        state[hand + mem.HAND_CARDS] == 2 and state[hand + mem.LOW_TOTAL] == LIMIT - 10 and state[hand + mem.ACES] == 1
    )
    return two and not state[hand + mem.IS_SPLIT] and not state[hand + mem.IS_SWITCHED]


@compiled
def kind_of(rules: Ints, state: Ints, hand: int) -> int:
    """The row of the payments."""
    count = points(state, hand)
    if count < LIMIT:
        return count
    if count > LIMIT:
        return mem.BUST
    if state[hand + mem.HAND_CARDS] > 2:
        return mem.LONGER_21 + mem.FORMS_OF_21 * state[hand + mem.IS_DOUBLED] + form_of(state, hand)
    if state[hand + mem.IS_SPLIT]:
        return mem.SPLIT_TWO
    if state[hand + mem.IS_SWITCHED]:
        return mem.SWITCHED_TWO
    first, second = state[hand + mem.CARD_0], state[hand + mem.CARD_1]
    named = (first == rules[mem.DESIGNATED_CARDS] and second == rules[mem.DESIGNATED_CARDS + 1]) or (
        second == rules[mem.DESIGNATED_CARDS] and first == rules[mem.DESIGNATED_CARDS + 1]
    )
    return mem.DESIGNATED if named else mem.BLACKJACK


@compiled
def form_of(state: Ints, hand: int) -> int:
    count = state[hand + mem.HAND_CARDS]
    if count > 3:
        return min(mem.FOUR_CARD_21 + count - 4, mem.SEVEN_CARD_21)
    first, second, third = state[hand + mem.CARD_0], state[hand + mem.CARD_1], state[hand + mem.CARD_2]
    low = min(rank_of(first), rank_of(second), rank_of(third))
    high = max(rank_of(first), rank_of(second), rank_of(third))
    middle = rank_of(first) + rank_of(second) + rank_of(third) - low - high
    suited = 0
    if suit_of(first) == suit_of(second) and suit_of(second) == suit_of(third):
        suited = 2 if suit_of(first) == SPADES else 1
    if low == RANK_6 and middle == RANK_7 and high == RANK_8:
        return mem.MIXED_678 + suited
    if low == RANK_7 and high == RANK_7:
        return mem.MIXED_777 + suited
    return mem.THREE_CARD_21


@compiled
def allowed(rules: Ints, state: Ints, hand: int) -> int:
    longer = 1 if state[hand + mem.HAND_CARDS] > 2 else 0
    row = ((longer * 2 + state[hand + mem.IS_SPLIT]) * 2 + state[hand + mem.FROM_ACES]) * 2 + is_soft(state, hand)
    return rules[mem.ALLOWED_MOVES + mem.TOTALS * row + points(state, hand)]


@compiled
def may_split(rules: Ints, state: Ints, box: int, hand: int) -> bool:
    if state[hand + mem.HAND_CARDS] != 2:
        return False
    first, second = rules[mem.CARD_VALUE + state[hand + mem.CARD_0]], rules[mem.CARD_VALUE + state[hand + mem.CARD_1]]
    if first != second:
        return False
    box_base = box_at(box)
    pair_hands = 0
    for number in range(state[box_base + mem.HAND_COUNT]):
        pair_hands += state[hand_at(box, number) + mem.ORIGINAL_HAND] == state[hand + mem.ORIGINAL_HAND]
    place = mem.MAY_SPLIT + mem.HAND_COUNTS * state[hand + mem.FROM_ACES] + pair_hands
    return pair_hands < mem.HAND_COUNTS and rules[place] == 1


@compiled
def is_finished(rules: Ints, state: Ints, box: int, hand: int) -> bool:
    if state[hand + mem.STOOD] or state[hand + mem.IS_SURRENDERED] or state[hand + mem.IS_DOUBLED]:
        return True
    if state[hand + mem.HAND_CARDS] < 2:
        return False
    if points(state, hand) >= LIMIT:
        return True
    if state[hand + mem.FROM_ACES] and allowed(rules, state, hand) & mem.IS_DONE:
        return not may_split(rules, state, box, hand)
    return False
