"""The fast path's kernels: sixteen shoes are shuffled together and dealt in fours along the transition table.

Nothing branches on a card in the main loop: a round's state and the next card lead to the next state, from round to
round, until the cutting card. Only pairs that are split, and the last round of a shoe, are played apart.

Numbers without a sign are used for places because for others compiled code asks at each step whether they are negative.
"""

from collections.abc import Callable
from typing import Any, Final, cast

import numpy as np

from chapter47.blackjack.simulation import heads_up
from chapter47.blackjack.simulation.heads_up.steps import BUST, DEALER_BLACKJACK, DOUBLED, NOT_DRAWN, OUTCOMES
from chapter47.blackjack.simulation.heads_up.sums import (
    FOUR,
    MARKS,
    NET,
    NET_SQUARED,
    NONE,
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
    zero_mark,
)
from chapter47.blackjack.simulation.heads_up.transition_table import (
    APART,
    BIAS,
    DEALER,
    DECIDES,
    DONE,
    FIRST_END,
    FLAG,
    HANDS,
    LOSES,
    MOST,
    PAYS,
    SLEEP,
    SLEEPS,
    START,
    WAGER,
    WINS,
    ZERO,
    TransitionTable,
)
from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import compiled_with
from chapter47.core.numeric.generator import Cards, Stream, Words, below, fill

SHOES: Final = 16
"""Shuffled together."""
STEP: Final = 8
"""Shoes are shuffled so many cards at a time."""

NEXT, READY, BEGUN, AGAIN, SPOT = range(5)
"""A shoe apart from the others: its next card, how many are shuffled, where its round began, if discards came again."""
_U = np.uint64
_I = cast(Callable[[Any], int], np.int64)


@compiled_with(generator)
def shuffle_all(
    chance: Stream, cards: Cards, width: int, end: int, words: Words, numbers: Halves, bounds: Halves, least: Halves,
    places: Halves, short: Halves, shorts: Words
) -> None:  # fmt: skip
    """The first `end` cards of all shoes, of which each has `width` bytes.

    `numbers` and `short` are `words` and `shorts`, sixteen bits at a time; a number that is refused, being short of the
    least, is drawn again."""
    fill(chance, words, 0, len(words))
    for n in range(end * SHOES):
        product = np.uint32(numbers[n]) * np.uint32(bounds[n])
        low = np.uint16(product)
        places[n] = np.uint16(product >> np.uint32(16))
        short[n] = least[n] - low if low < least[n] else np.uint16(0)
    for n in range(end * SHOES // 4):
        if shorts[n]:
            for number in range(4 * n, 4 * n + 4):
                if short[number]:
                    places[number] = below(chance, _I(bounds[number]))
    for place in range(end):
        for shoe in range(SHOES):
            here = _U(shoe * width + place)
            there = here + _U(places[_U(place * SHOES + shoe)])
            card = cards[there]
            cards[there] = cards[here]
            cards[here] = card


@compiled_with(generator)
def more_cards(chance: Stream, cards: Cards, begin: int, size: int, spot: Ints) -> None:
    """Shuffle some more cards of the shoe that begins at `begin`; if there are none, the discards (2.15(f))."""
    if spot[READY] < size:
        first, end = spot[READY], min(spot[READY] + STEP, size)
    else:
        dealt = size - spot[BEGUN]
        order = cards[begin : begin + size].copy()
        for place in range(size):
            cards[begin + place] = order[(spot[BEGUN] + place) % size]
        first, end = dealt, size
        spot[NEXT] = dealt + 1
        spot[BEGUN], spot[AGAIN] = 0, 1
    for place in range(first, end):
        there = begin + place + below(chance, size - place)
        card = cards[there]
        cards[there] = cards[begin + place]
        cards[begin + place] = card
    spot[READY] = end


@compiled_with(generator)
def next_card(chance: Stream, cards: Cards, begin: int, size: int, spot: Ints) -> int:
    if spot[NEXT] >= spot[READY]:
        more_cards(chance, cards, begin, size, spot)
    card = cards[_U(begin + spot[NEXT])]
    spot[NEXT] += 1
    return _I(card)


@compiled_with(generator, heads_up.steps, heads_up.transition_table)
def play_split(
    chance: Stream, steps: TransitionTable, cards: Cards, begin: int, size: int, spot: Ints, code: int
) -> int:
    """A pair is split: all its hands and the dealer's. The result in units."""
    insured, code = code & 1, code >> 1
    hole, code = code % 11 - 1, code // 11
    pair = code // ROW
    row = _I(steps[HANDS]) + ROW * code
    kinds, hands, waiting, decides = 0, 2, 2, 0
    while waiting:
        card = next_card(chance, cards, begin, size, spot)
        if card == pair and hands < steps[_I(steps[MOST]) + pair]:
            hands += 1
            waiting += 1
            continue
        state = _I(steps[row + card])
        while state < FLAG:
            state = _I(steps[state + next_card(chance, cards, begin, size, spot)])
        kinds = kinds << 8 | (state - FLAG)
        decides |= steps[_I(steps[DECIDES]) + state - FLAG]
        waiting -= 1
    if hole < 0:
        hole = next_card(chance, cards, begin, size, spot)
    outcome = _I(steps[_I(steps[DEALER]) + ROW * (code % ROW) + hole])
    while decides and outcome < FLAG:
        outcome = _I(steps[outcome + next_card(chance, cards, begin, size, spot)])
    insurance = 0
    if insured:
        insurance = _I(steps[WINS]) if hole == ROW - 1 else -_I(steps[LOSES])
    return insurance + settle_split(steps, kinds, hands, outcome - FLAG if outcome >= FLAG else NOT_DRAWN)


@compiled_with(heads_up.steps, heads_up.transition_table)
def settle_split(steps: TransitionTable, kinds: int, hands: int, outcome: int) -> int:
    """Against a blackjack only the first wager is lost; where the game has it so, also every busted hand."""
    result, others = 0, 0
    for _ in range(hands):
        kind, kinds = kinds & 255, kinds >> 8
        if outcome == DEALER_BLACKJACK and not (steps[APART] and kind % DOUBLED == BUST):
            others = 1
        else:
            paid = NOT_DRAWN if outcome == DEALER_BLACKJACK else outcome
            result += _I(steps[_I(steps[PAYS]) + kind * OUTCOMES + paid]) - BIAS
    return result - others * _I(steps[WAGER])


@compiled_with(generator, heads_up.steps, heads_up.transition_table)
def split_apart(
    chance: Stream, steps: TransitionTable, cards: Cards, begin: int, size: int, ready: int, place: int, dealt: int,
    code: int, spot: Ints
) -> int:  # fmt: skip
    """The pair that card `place` made up; the end's place in the table."""
    spot[NEXT], spot[READY], spot[BEGUN], spot[AGAIN] = place + 1, ready, place + 1 - dealt, 0
    result = play_split(chance, steps, cards, begin, size, spot, code - FLAG)
    return _I(steps[ZERO]) + ROW * result


@compiled_with(heads_up.transition_table)
def asleep(steps: TransitionTable, spot: Ints, place: int, cut: int) -> int:
    """Where a shoe waits until the others have dealt as many cards, or for good if it is over."""
    ahead = int(spot[NEXT]) - place - 1
    if spot[NEXT] > cut or spot[AGAIN] or ahead > SLEEPS:
        return _I(steps[DONE])
    return _I(steps[SLEEP]) + ROW * ahead


@compiled_with(generator, heads_up.steps, heads_up.transition_table)
def deal_four(
    chance: Stream, steps: TransitionTable, cards: Cards, begin: int, width: int, size: int, ready: int, first: int,
    cut: int, dealt: int, states: Halves, seen: Halves, spot: Ints, fresh: bool
) -> None:  # fmt: skip
    """Cards `first` to `cut` of four shoes along the table; `seen` keeps every state, `states` the last ones."""
    a = b = c = d = _U(steps[START])
    w, x, y, z = _U(begin), _U(begin + width), _U(begin + 2 * width), _U(begin + 3 * width)
    for place in range(first, cut + 1):
        n = _U(place)
        a = _U(steps[a + _U(cards[w + n])])
        b = _U(steps[b + _U(cards[x + n])])
        c = _U(steps[c + _U(cards[y + n])])
        d = _U(steps[d + _U(cards[z + n])])
        m = (n - _U(first)) * _U(FOUR)
        seen[m], seen[m + _U(1)], seen[m + _U(2)], seen[m + _U(3)] = a, b, c, d
        if (a | b | c | d) >= _U(FLAG):
            states[0], states[1], states[2], states[3] = a, b, c, d
            for shoe in range(FOUR):
                if states[shoe] >= FLAG:
                    end = split_apart(
                        chance,
                        steps,
                        cards,
                        begin + shoe * width,
                        size,
                        ready,
                        place,
                        dealt,
                        _I(states[shoe]),
                        spot,
                    )
                    seen[FOUR * (place - first) + shoe] = end
                    states[shoe] = end if fresh else asleep(steps, spot, place, cut)
            a, b, c, d = _U(states[0]), _U(states[1]), _U(states[2]), _U(states[3])
    states[0], states[1], states[2], states[3] = a, b, c, d


@compiled_with(heads_up.transition_table)
def begun_at(steps: TransitionTable, seen: Halves, shoe: int, first: int, cut: int) -> int:
    """Where the round in play after card `cut` began: behind the last end, and behind a split that was played ahead."""
    place = cut
    while place > first:
        state = seen[FOUR * (place - 1 - first) + shoe]
        if state >= steps[FIRST_END] or state == steps[SLEEP]:
            break
        place -= 1
    return place


@compiled_with(generator, heads_up.steps, heads_up.transition_table)
def finish(
    chance: Stream, steps: TransitionTable, cards: Cards, begin: int, size: int, ready: int, place: int, begun: int,
    state: int, spot: Ints
) -> int:  # fmt: skip
    """The round that the cutting card came out in, after card `place`; its result."""
    if state >= steps[FIRST_END]:
        return NONE
    if state >= steps[SLEEP] or state == steps[START]:
        return NONE
    spot[NEXT], spot[READY], spot[BEGUN], spot[AGAIN] = place + 1, ready, begun, 0
    while state < steps[FIRST_END]:
        state = _I(steps[state + next_card(chance, cards, begin, size, spot)])
    if state >= FLAG:
        return play_split(chance, steps, cards, begin, size, spot, state - FLAG)
    return (state - _I(steps[ZERO])) // ROW


@compiled_with()
def rename(cards: Cards) -> None:
    """Aces to nines change their values in turn, by four places; tens stay.

    There are as many cards of each of these nine values, so every order of a shoe is as likely with the new values as
    with the old: a shuffled shoe, renamed, is a shuffled shoe. Its rounds hardly depend on those dealt before."""
    for n in range(len(cards)):
        card = cards[n]
        moved = card + np.uint8(4) if card < np.uint8(5) else card - np.uint8(5)
        cards[n] = np.uint8(9) if card == np.uint8(9) else np.uint8(moved)


@compiled_with(generator, heads_up.steps, heads_up.transition_table, heads_up.sums)
def play_shoes(
    steps: TransitionTable, cards: Cards, width: int, size: int, first: int, cut: int, dealt: int, chance: Stream,
    rounds: int, deals: int
) -> Ints:  # fmt: skip
    """The sums of so many rounds from shoe after shoe; every shuffled shoe is dealt `deals` times."""
    ready = min((cut + STEP) // STEP * STEP, size // STEP * STEP)
    words, bounds, least = np.empty(ready * FOUR, dtype=np.uint64), _bounds(size, ready), _least(size, ready)
    shorts = np.empty(ready * FOUR, dtype=np.uint64)
    places = np.empty(ready * SHOES, dtype=np.uint16)
    length = cut + 1 - first
    packed, counts = np.empty(length, dtype=np.uint64), np.empty(length, dtype=np.uint64)
    seen = np.empty(length * FOUR + 1, dtype=np.uint16)
    states, spot = np.empty(FOUR, dtype=np.uint16), np.empty(SPOT, dtype=np.int64)
    last, each = np.empty(FOUR, dtype=np.int64), np.zeros(2 * SHOES, dtype=np.int64)
    sums = np.zeros(MARKS + 2 * (2 * zero_mark(steps) + 1), dtype=np.int64)
    numbers, short = words.view(np.uint16), shorts.view(np.uint16)
    marks, ones = packed.view(np.uint16), counts.view(np.uint16)
    while sums[ROUNDS] < rounds:
        shuffle_all(chance, cards, width, ready, words, numbers, bounds, least, places, short, shorts)
        for deal in range(deals):
            if deal:
                rename(cards)
            for four in range(SHOES // FOUR):
                begin, at = four * FOUR * width, four * FOUR * 2
                deal_four(chance, steps, cards, begin, width, size, ready, first, cut, dealt, states, seen, spot, False)
                finish_four(chance, steps, cards, begin, width, size, ready, first, cut, states, seen, spot, last)
                if rounds - sums[ROUNDS] <= FOUR * (length + 1):
                    count_some(seen, steps, length, sums, last, each, at, rounds)
                else:
                    count_four(seen, marks, packed, ones, counts, steps, length, sums, last, each, at)
        add_shoes(sums, each)
    return both_halves(sums)


@compiled_with(generator, heads_up.steps, heads_up.transition_table)
def finish_four(
    chance: Stream, steps: TransitionTable, cards: Cards, begin: int, width: int, size: int, ready: int, first: int,
    cut: int, states: Halves, seen: Halves, spot: Ints, last: Ints
) -> None:  # fmt: skip
    for shoe in range(FOUR):
        begun = begun_at(steps, seen, shoe, first, cut)
        at, state = begin + shoe * width, _I(states[shoe])
        last[shoe] = finish(chance, steps, cards, at, size, ready, cut, begun, state, spot)


@compiled_with()
def _bounds(size: int, end: int) -> Halves:
    bounds = np.empty(end * SHOES, dtype=np.uint16)
    for n in range(len(bounds)):
        bounds[n] = size - n // SHOES
    return bounds


@compiled_with()
def _least(size: int, end: int) -> Halves:
    least = np.empty(end * SHOES, dtype=np.uint16)
    for n in range(len(least)):
        least[n] = 65536 % (size - n // SHOES)
    return least


@compiled_with(generator, heads_up.steps, heads_up.transition_table, heads_up.sums)
def play_fresh(
    steps: TransitionTable, cards: Cards, width: int, size: int, dealt: int, chance: Stream, rounds: int
) -> Ints:
    """So many rounds, each from a full shoe."""
    words, bounds, least = np.empty(STEP * FOUR, dtype=np.uint64), _bounds(size, STEP), _least(size, STEP)
    shorts = np.empty(STEP * FOUR, dtype=np.uint64)
    places = np.empty(STEP * SHOES, dtype=np.uint16)
    seen = np.empty(STEP * FOUR, dtype=np.uint16)
    states, spot = np.empty(FOUR, dtype=np.uint16), np.empty(SPOT, dtype=np.int64)
    zero, first_end = zero_mark(steps), _I(steps[FIRST_END])
    sums = np.zeros(MARKS + 2 * zero + 1, dtype=np.int64)
    numbers, short = words.view(np.uint16), shorts.view(np.uint16)
    played, net, squares = 0, 0, 0
    while played < rounds:
        shuffle_all(chance, cards, width, STEP, words, numbers, bounds, least, places, short, shorts)
        for begin in range(0, SHOES * width, FOUR * width):
            deal_four(chance, steps, cards, begin, width, size, STEP, 0, STEP - 1, dealt, states, seen, spot, True)
            for shoe in range(min(FOUR, rounds - played)):
                state = _I(states[shoe])
                result = (state - first_end) // ROW + 1 - zero
                if state < first_end:
                    result = finish(chance, steps, cards, begin + shoe * width, size, STEP, STEP - 1, 0, state, spot)
                played += 1
                net += result
                squares += result * result
                sums[MARKS + zero + result] += 1
    sums[ROUNDS] = sums[SHOES_DEALT] = sums[SHUFFLES] = sums[ROUNDS_SQUARED] = played
    sums[NET] = sums[ROUNDS_BY_NET] = net
    sums[NET_SQUARED] = squares
    return sums
