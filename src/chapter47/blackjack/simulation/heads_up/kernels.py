"""The fast path's kernels: sixteen shoes are shuffled together and dealt in fours along the transition table.

Nothing branches on a card in the main loop: a round's state and the next card lead to the next state, from round to
round, until the cutting card. Only split pairs and the last round of a shoe are played separately. Indices are
unsigned, because compiled code would check signed ones for negative values at each step.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, cast

import numpy as np

from chapter47.blackjack.simulation import heads_up
from chapter47.blackjack.simulation.heads_up.steps import BUST, DEALER_BLACKJACK, DOUBLED, NOT_DRAWN, OUTCOMES
from chapter47.blackjack.simulation.heads_up.sums import (
    FOUR,
    MARKS,
    NET,
    NET_SQUARED,
    NO_RESULT,
    ROUNDS,
    ROUNDS_BY_NET,
    ROUNDS_SQUARED,
    ROW,
    SHOES_DEALT,
    SHUFFLES,
    Halves,
    Ints,
    add_shoes,
    both_halves,
    count_four,
    count_some,
    round_marks,
    zero_mark,
)
from chapter47.blackjack.simulation.heads_up.transition_table import (
    BUSTS_APART,
    DEALER_DECIDES,
    DEALER_ROWS,
    DONE,
    FIRST_END,
    INSURANCE_LOSES,
    INSURANCE_WINS,
    LONGEST_WAIT,
    MOST_HANDS,
    PAYS,
    RESULT_BIAS,
    SPLIT_HANDS,
    START,
    STOP_FLAG,
    WAGER,
    WAITING,
    ZERO_END,
    TransitionTable,
)
from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import BORROWING, CALLED_BY_KERNELS, INNER, compiled_with
from chapter47.core.numeric.generator import Cards, Stream, Words, below, fill

SHOES: Final = 16
"""How many shoes are shuffled together."""
SHUFFLED_AT_A_TIME: Final = 8
"""Number of cards of a shoe that are shuffled at a time."""

NEXT_CARD, SHUFFLED, ROUND_BEGUN, DISCARDS_USED, CURSOR_SIZE = range(5)
"""The state of a shoe that is played separately: its next card, how many are shuffled, where its round began, whether
discards are in use."""
_U = np.uint64
_I = cast(Callable[[Any], int], np.int64)


class Shoes(NamedTuple):
    """Shoes stored one after another in one array, and how each is dealt."""

    steps: TransitionTable
    cards: Cards
    width: int
    """The size of a shoe in `cards`, in bytes."""
    size: int
    """Number of cards in a shoe."""
    shuffled: int
    """Number of cards shuffled before the deal."""
    first: int
    """Index of the first card of the first round."""
    cut: int
    """The card behind the cutting card."""
    first_cards: int
    """Number of cards dealt before the first decision of a round."""


class ShuffleRoom(NamedTuple):
    """Arrays to shuffle in, with a number for each card of sixteen shoes.

    `words` and `missing_words` are the same memory as `numbers` and `missing`, four numbers in each word."""

    words: Words
    numbers: Halves
    bounds: Halves
    least: Halves
    places: Halves
    missing: Halves
    missing_words: Words


@compiled_with()
def shuffle_room(size: int, end: int) -> ShuffleRoom:
    words, missing_words = np.empty(end * FOUR, dtype=np.uint64), np.empty(end * FOUR, dtype=np.uint64)
    numbers, missing = words.view(np.uint16), missing_words.view(np.uint16)
    places = np.empty(end * SHOES, dtype=np.uint16)
    return ShuffleRoom(words, numbers, _bounds(size, end), _least(size, end), places, missing, missing_words)


@compiled_with(generator, **BORROWING)
def shuffle_all(chance: Stream, shoes: Shoes, room: ShuffleRoom) -> None:
    """Shuffle the first cards of all shoes. A random number that would make some positions more likely than others is
    drawn again."""
    cards, width, end = shoes.cards, shoes.width, shoes.shuffled
    numbers, bounds, least, places, missing = room.numbers, room.bounds, room.least, room.places, room.missing
    fill(chance, room.words, 0, len(room.words))
    for n in range(end * SHOES):
        product = np.uint32(numbers[n]) * np.uint32(bounds[n])
        low = np.uint16(product)
        places[n] = np.uint16(product >> np.uint32(16))
        missing[n] = least[n] - low if low < least[n] else np.uint16(0)
    for n in range(end * SHOES // 4):
        if room.missing_words[n]:
            for number in range(4 * n, 4 * n + 4):
                if missing[number]:
                    places[number] = below(chance, _I(bounds[number]))
    for place in range(end):
        for shoe in range(SHOES):
            here = _U(shoe * width + place)
            there = here + _U(places[_U(place * SHOES + shoe)])
            card = cards[there]
            cards[there] = cards[here]
            cards[here] = card


@compiled_with(**INNER)
def turn_round(cards: Cards, begin: int, end: int) -> None:
    """Reverse these cards. Reversing two parts and then both together swaps the parts."""
    for n in range((end - begin) // 2):
        cards[begin + n], cards[end - 1 - n] = cards[end - 1 - n], cards[begin + n]


@compiled_with(generator, **BORROWING)
def more_cards(chance: Stream, cards: Cards, begin: int, size: int, cursor: Ints) -> None:
    """Shuffle some more cards of the shoe that begins at `begin`; if there are none, the discards (2.15(f))."""
    if cursor[SHUFFLED] < size:
        first, end = cursor[SHUFFLED], min(cursor[SHUFFLED] + SHUFFLED_AT_A_TIME, size)
    else:
        dealt, discarded = size - cursor[ROUND_BEGUN], begin + cursor[ROUND_BEGUN]
        turn_round(cards, begin, discarded)
        turn_round(cards, discarded, begin + size)
        turn_round(cards, begin, begin + size)
        first, end = dealt, size
        cursor[NEXT_CARD] = dealt + 1
        cursor[ROUND_BEGUN], cursor[DISCARDS_USED] = 0, 1
    for place in range(first, end):
        there = begin + place + below(chance, size - place)
        card = cards[there]
        cards[there] = cards[begin + place]
        cards[begin + place] = card
    cursor[SHUFFLED] = end


@compiled_with(generator, **INNER)
def next_card(chance: Stream, cards: Cards, begin: int, size: int, cursor: Ints) -> int:
    if cursor[NEXT_CARD] >= cursor[SHUFFLED]:
        more_cards(chance, cards, begin, size, cursor)
    card = cards[_U(begin + cursor[NEXT_CARD])]
    cursor[NEXT_CARD] += 1
    return _I(card)


@compiled_with(generator, heads_up.steps, heads_up.transition_table, **INNER)
def play_split(
    chance: Stream, steps: TransitionTable, cards: Cards, begin: int, size: int, cursor: Ints, code: int
) -> int:
    """Play all hands of a split pair and the dealer's; return the result in units."""
    insured, code = code & 1, code >> 1
    hole, code = code % 11 - 1, code // 11
    pair = code // ROW
    row = _I(steps[SPLIT_HANDS]) + ROW * code
    kinds, hands, waiting, dealer_decides = 0, 2, 2, 0
    while waiting:
        card = next_card(chance, cards, begin, size, cursor)
        if card == pair and hands < steps[_I(steps[MOST_HANDS]) + pair]:
            hands += 1
            waiting += 1
            continue
        state = _I(steps[row + card])
        while state < STOP_FLAG:
            state = _I(steps[state + next_card(chance, cards, begin, size, cursor)])
        kinds = kinds << 8 | (state - STOP_FLAG)
        dealer_decides |= steps[_I(steps[DEALER_DECIDES]) + state - STOP_FLAG]
        waiting -= 1
    if hole < 0:
        hole = next_card(chance, cards, begin, size, cursor)
    outcome = _I(steps[_I(steps[DEALER_ROWS]) + ROW * (code % ROW) + hole])
    while dealer_decides and outcome < STOP_FLAG:
        outcome = _I(steps[outcome + next_card(chance, cards, begin, size, cursor)])
    insurance = 0
    if insured:
        insurance = _I(steps[INSURANCE_WINS]) if hole == ROW - 1 else -_I(steps[INSURANCE_LOSES])
    return insurance + settle_split(steps, kinds, hands, outcome - STOP_FLAG if outcome >= STOP_FLAG else NOT_DRAWN)


@compiled_with(heads_up.steps, heads_up.transition_table, **INNER)
def settle_split(steps: TransitionTable, kinds: int, hands: int, outcome: int) -> int:
    """Return the loss to a dealer's blackjack: the first wager and, at some games, every bust hand."""
    result, first_wager_lost = 0, 0
    for _ in range(hands):
        kind, kinds = kinds & 255, kinds >> 8
        if outcome == DEALER_BLACKJACK and not (steps[BUSTS_APART] and kind % DOUBLED == BUST):
            first_wager_lost = 1
        else:
            paid = NOT_DRAWN if outcome == DEALER_BLACKJACK else outcome
            result += _I(steps[_I(steps[PAYS]) + kind * OUTCOMES + paid]) - RESULT_BIAS
    return result - first_wager_lost * _I(steps[WAGER])


@compiled_with(generator, heads_up.steps, heads_up.transition_table, **INNER)
def split_apart(chance: Stream, shoes: Shoes, begin: int, place: int, code: int, cursor: Ints) -> int:
    """Play out the pair that was completed by card `place`, in the shoe that begins at `begin`, and return where its
    end is in the table."""
    cursor[NEXT_CARD], cursor[SHUFFLED] = place + 1, shoes.shuffled
    cursor[ROUND_BEGUN], cursor[DISCARDS_USED] = place + 1 - shoes.first_cards, 0
    result = play_split(chance, shoes.steps, shoes.cards, begin, shoes.size, cursor, code - STOP_FLAG)
    return _I(shoes.steps[ZERO_END]) + ROW * result


@compiled_with(heads_up.transition_table, **INNER)
def waiting_state(steps: TransitionTable, cursor: Ints, place: int, cut: int) -> int:
    """Return the state in which a shoe waits for the others, or stays if it is over."""
    ahead = int(cursor[NEXT_CARD]) - place - 1
    if cursor[NEXT_CARD] > cut or cursor[DISCARDS_USED] or ahead > LONGEST_WAIT:
        return _I(steps[DONE])
    return _I(steps[WAITING]) + ROW * ahead


@compiled_with(generator, heads_up.steps, heads_up.transition_table, **BORROWING)
def deal_four(
    chance: Stream, shoes: Shoes, begin: int, states: Halves, seen: Halves, cursor: Ints, fresh: bool
) -> None:  # fmt: skip
    """Deal four shoes along the table up to the cutting card, the first beginning at `begin`; `seen` keeps every state,
    `states` the last ones."""
    steps, cards, first, cut, width = shoes.steps, shoes.cards, shoes.first, shoes.cut, _U(shoes.width)
    state_a = state_b = state_c = state_d = _U(steps[START])
    shoe_a = _U(begin)
    shoe_b, shoe_c, shoe_d = shoe_a + width, shoe_a + _U(2) * width, shoe_a + _U(3) * width
    for place in range(first, cut + 1):
        card = _U(place)
        state_a = _U(steps[state_a + _U(cards[shoe_a + card])])
        state_b = _U(steps[state_b + _U(cards[shoe_b + card])])
        state_c = _U(steps[state_c + _U(cards[shoe_c + card])])
        state_d = _U(steps[state_d + _U(cards[shoe_d + card])])
        row = (card - _U(first)) * _U(FOUR)
        seen[row], seen[row + _U(1)], seen[row + _U(2)], seen[row + _U(3)] = state_a, state_b, state_c, state_d
        if (state_a | state_b | state_c | state_d) >= _U(STOP_FLAG):
            states[0], states[1], states[2], states[3] = state_a, state_b, state_c, state_d
            for shoe in range(FOUR):
                if states[shoe] >= STOP_FLAG:
                    shoe_begin = begin + shoe * shoes.width
                    end = split_apart(chance, shoes, shoe_begin, place, _I(states[shoe]), cursor)
                    seen[FOUR * (place - first) + shoe] = end
                    states[shoe] = end if fresh else waiting_state(steps, cursor, place, cut)
            state_a, state_b, state_c, state_d = _U(states[0]), _U(states[1]), _U(states[2]), _U(states[3])
    states[0], states[1], states[2], states[3] = state_a, state_b, state_c, state_d


@compiled_with(heads_up.transition_table, **BORROWING)
def begun_at(steps: TransitionTable, seen: Halves, shoe: int, first: int, cut: int) -> int:
    """Return where the round in play after card `cut` began: after the last end, and after a split played ahead."""
    place = cut
    while place > first:
        state = seen[FOUR * (place - 1 - first) + shoe]
        if state >= steps[FIRST_END] or state == steps[WAITING]:
            break
        place -= 1
    return place


@compiled_with(generator, heads_up.steps, heads_up.transition_table, **BORROWING)
def finish(chance: Stream, shoes: Shoes, begin: int, place: int, begun: int, state: int, cursor: Ints) -> int:
    """Finish the round in which the cutting card came out, after card `place`, and return its result."""
    steps = shoes.steps
    if state >= steps[FIRST_END]:
        return NO_RESULT
    if state >= steps[WAITING] or state == steps[START]:
        return NO_RESULT
    cursor[NEXT_CARD], cursor[SHUFFLED], cursor[ROUND_BEGUN], cursor[DISCARDS_USED] = (
        place + 1,
        shoes.shuffled,
        begun,
        0,
    )
    while state < steps[FIRST_END]:
        state = _I(steps[state + next_card(chance, shoes.cards, begin, shoes.size, cursor)])
    if state >= STOP_FLAG:
        return play_split(chance, steps, shoes.cards, begin, shoes.size, cursor, state - STOP_FLAG)
    return (state - _I(steps[ZERO_END])) // ROW


@compiled_with()
def rename_values(cards: Cards) -> None:
    """Rename the values from ace to nine cyclically, by four places; tens stay. There are equally many cards of each of
    these nine values, so every order is as likely with the new values as with the old: a shuffled shoe, renamed, is
    still a shuffled shoe. Its rounds hardly depend on those dealt before."""
    for n in range(len(cards)):
        card = cards[n]
        moved = card + np.uint8(4) if card < np.uint8(5) else card - np.uint8(5)
        cards[n] = np.uint8(9) if card == np.uint8(9) else np.uint8(moved)


@compiled_with(generator, heads_up.steps, heads_up.transition_table, heads_up.sums)
def play_shoes(shoes: Shoes, chance: Stream, rounds: int, deals: int) -> Ints:
    """Sum this many rounds from shoe after shoe; every shuffled shoe is dealt `deals` times."""
    steps, length = shoes.steps, shoes.cut + 1 - shoes.first
    room, marks = shuffle_room(shoes.size, shoes.shuffled), round_marks(length)
    seen = np.empty(length * FOUR + 1, dtype=np.uint16)
    states, cursor = np.empty(FOUR, dtype=np.uint16), np.empty(CURSOR_SIZE, dtype=np.int64)
    last, by_shoe = np.empty(FOUR, dtype=np.int64), np.zeros(2 * SHOES, dtype=np.int64)
    sums = np.zeros(MARKS + 2 * (2 * zero_mark(steps) + 1), dtype=np.int64)
    while sums[ROUNDS] < rounds:
        shuffle_all(chance, shoes, room)
        for deal in range(deals):
            if deal:
                rename_values(shoes.cards)
            for first_shoe in range(0, SHOES, FOUR):
                begin = first_shoe * shoes.width
                deal_four(chance, shoes, begin, states, seen, cursor, False)
                finish_four(chance, shoes, begin, states, seen, cursor, last)
                if rounds - sums[ROUNDS] <= FOUR * (length + 1):
                    count_some(seen, steps, length, sums, last, by_shoe, first_shoe, rounds)
                else:
                    count_four(seen, marks, steps, length, sums, last, by_shoe, first_shoe)
        add_shoes(sums, by_shoe)
    return both_halves(sums)


@compiled_with(generator, heads_up.steps, heads_up.transition_table, **INNER)
def finish_four(
    chance: Stream, shoes: Shoes, begin: int, states: Halves, seen: Halves, cursor: Ints, last: Ints
) -> None:  # fmt: skip
    for shoe in range(FOUR):
        begun = begun_at(shoes.steps, seen, shoe, shoes.first, shoes.cut)
        state = _I(states[shoe])
        last[shoe] = finish(chance, shoes, begin + shoe * shoes.width, shoes.cut, begun, state, cursor)


@compiled_with(**CALLED_BY_KERNELS)
def _bounds(size: int, end: int) -> Halves:
    bounds = np.empty(end * SHOES, dtype=np.uint16)
    for n in range(len(bounds)):
        bounds[n] = size - n // SHOES
    return bounds


@compiled_with(**CALLED_BY_KERNELS)
def _least(size: int, end: int) -> Halves:
    least = np.empty(end * SHOES, dtype=np.uint16)
    for n in range(len(least)):
        least[n] = 65536 % (size - n // SHOES)
    return least


@compiled_with(generator, heads_up.steps, heads_up.transition_table, heads_up.sums)
def play_fresh(shoes: Shoes, chance: Stream, rounds: int) -> Ints:
    """Play a number of rounds, each from a full shoe whose first cards are dealt along the table."""
    steps, width = shoes.steps, shoes.width
    room = shuffle_room(shoes.size, shoes.shuffled)
    seen = np.empty(shoes.shuffled * FOUR, dtype=np.uint16)
    states, cursor = np.empty(FOUR, dtype=np.uint16), np.empty(CURSOR_SIZE, dtype=np.int64)
    zero, first_end = zero_mark(steps), _I(steps[FIRST_END])
    sums = np.zeros(MARKS + 2 * zero + 1, dtype=np.int64)
    played, net, squares = 0, 0, 0
    while played < rounds:
        shuffle_all(chance, shoes, room)
        for begin in range(0, SHOES * width, FOUR * width):
            deal_four(chance, shoes, begin, states, seen, cursor, True)
            for shoe in range(min(FOUR, rounds - played)):
                state = _I(states[shoe])
                result = (state - first_end) // ROW + 1 - zero
                if state < first_end:
                    result = finish(chance, shoes, begin + shoe * width, shoes.cut, 0, state, cursor)
                played += 1
                net += result
                squares += result * result
                sums[MARKS + zero + result] += 1
    sums[ROUNDS] = sums[SHOES_DEALT] = sums[SHUFFLES] = sums[ROUNDS_SQUARED] = played
    sums[NET] = sums[ROUNDS_BY_NET] = net
    sums[NET_SQUARED] = squares
    return sums
