"""The sweeps over two hands of a split pair. They call no kernels of other modules. Rows of arrays are copied and added
entry by entry, because numba takes seconds to compile the error messages of array assignment."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from chapter47.blackjack.analysis.exact.arrays import Floats, Ints
from chapter47.blackjack.analysis.exact.values import VALUES
from chapter47.core.numeric.compiled import CALLED_BY_KERNELS, compiled, compiled_with

called_by_kernels = compiled_with(**CALLED_BY_KERNELS)
Indices = NDArray[np.int32]

STANDS, HITS, DOUBLES = range(3)
BEGUN, RAISED, ENDED, RESCUED = range(4)
OTHER_VALUE, SAME_VALUE = 0, 1
"""The second card of a split hand: another value, or one more of the pair."""

BITS = 6
MOST_COPIES = (1 << BITS) - 1
"""A set of cards is one number with several bits per value; the number of two sets together is their sum."""
_SPREAD = -7046029254386353131
"""2^64 divided by the golden ratio: spreads numbers over the slots of a hash table."""


@compiled
def play_out(
    child: Ints, moves: Ints, rescues: Ints, rows: Ints, two_card_hands: Ints, share: Floats, pair: int
) -> tuple[Ints, Ints, Ints, Ints, Floats]:
    """List all ways to play two-card hands by a plan: row, mark, second card and stake of each, and the number of
    orders.

    `two_card_hands` holds the two-card hand and its second value; `rows` everything that can come of them, shortest
    first."""
    once, twice = np.zeros((2, len(moves))), np.zeros((2, len(moves)))
    hands, orders = (
        np.empty((4, len(two_card_hands) + 6 * len(rows)), dtype=np.int64),
        np.empty(len(two_card_hands) + 6 * len(rows)),
    )
    count = 0
    for number in range(len(two_card_hands)):
        row, second = two_card_hands[number, 0], SAME_VALUE if two_card_hands[number, 1] == pair else OTHER_VALUE
        _write_hand(hands, count, row, BEGUN, second, 2 if moves[row] == DOUBLES else 1)
        orders[count] = share[number]
        count += 1
        if moves[row] == DOUBLES:
            _draw_to(child[row], share[number], twice[second])
        else:
            once[second, row] += share[number]
    for second in range(2):
        for row in rows:
            frequency = once[second, row]
            if frequency != 0.0 and moves[row] != STANDS:
                _draw_to(child[row], frequency, once[second] if moves[row] == HITS else twice[second])
            if frequency != 0.0 and moves[row] != HITS:
                _write_hand(hands, count, row, RAISED if moves[row] == DOUBLES else ENDED, second, 1)
                orders[count] = frequency
                count += 1
        for row in rows:
            if twice[second, row] != 0.0:
                _write_hand(hands, count, row, RESCUED if rescues[row] != 0 else ENDED, second, 2)
                orders[count] = twice[second, row]
                count += 1
    return hands[0, :count], hands[1, :count], hands[2, :count], hands[3, :count], orders[:count]


@called_by_kernels
def _write_hand(hands: Ints, number: int, row: int, mark: int, second: int, stake: int) -> None:
    hands[0, number], hands[1, number], hands[2, number], hands[3, number] = row, mark, second, stake


@called_by_kernels
def _draw_to(children: Ints, frequency: float, orders: Floats) -> None:
    for value in range(VALUES):
        if children[value] >= 0:
            orders[children[value]] += frequency


@called_by_kernels
def _orders(left: int, orders: Floats) -> None:
    """Count the ways to draw each number of these cards one after another."""
    orders[0] = 1.0
    for card in range(len(orders) - 1):
        orders[card + 1] = orders[card] * max(left - card, 0)


@compiled
def draw_chances(drawn: Ints, left: Ints) -> Floats:
    """Return the probability of drawing each of these sets in one given order from the cards left."""
    chances, most = np.zeros(len(drawn)), 1
    for row in range(len(drawn)):
        most = max(most, drawn[row].sum() + 1)
    of_value, of_all = np.empty((VALUES, most)), np.empty(most)
    for value in range(VALUES):
        _orders(left[value], of_value[value])
    _orders(left.sum(), of_all)
    for row in range(len(drawn)):
        ways, size = 1.0, 0
        for value in range(VALUES):
            ways *= of_value[value, drawn[row, value]]
            size += drawn[row, value]
        if of_all[size] > 0.0:
            chances[row] = ways / of_all[size]
    return chances


@called_by_kernels
def _slot(numbers: Ints, slots: Indices, number: int) -> int:
    """Find the number's slot in the table, or a free one."""
    last = len(slots) - 1
    slot = ((number * _SPREAD) >> 38) & last
    while slots[slot] >= 0 and numbers[slots[slot]] != number:
        slot = (slot + 1) & last
    return slot


@called_by_kernels
def _grown(numbers: Ints, count: int) -> tuple[Ints, Indices]:
    """Grow the table: the first `count` numbers with room for four times as many."""
    longer, slots = np.empty(4 * len(numbers), dtype=np.int64), np.full(8 * len(numbers), -1, np.int32)
    for known in range(count):
        longer[known] = numbers[known]
        slots[_slot(longer, slots, numbers[known])] = known
    return longer, slots


@called_by_kernels
def _number_sums(key: int, other_keys: Ints, numbers: Ints, slots: Indices, count: int, sets: Indices) -> int:
    """Number the sums of one set with others; returns the number of distinct sums so far."""
    for place in range(len(other_keys)):
        number = key + other_keys[place]
        slot = _slot(numbers, slots, number)
        if slots[slot] < 0:
            slots[slot], numbers[count] = count, number
            count += 1
        sets[place] = slots[slot]
    return count


@compiled
def number_pairs(keys: Ints, sets: Indices) -> Ints:
    """Number the cards of every two hands, each distinct set once; `sets` gives the number for each two hands."""
    slots, numbers = np.full(1 << 12, -1, np.int32), np.empty(1 << 11, dtype=np.int64)
    count = place = 0
    for first in range(len(keys)):
        others = keys[first:]
        while count + len(others) > len(numbers):
            numbers, slots = _grown(numbers, count)
        count = _number_sums(keys[first], others, numbers, slots, count, sets[place:])
        place += len(others)
    return numbers[:count]


@compiled
def sets_together(
    first_keys: Ints, first_orders: Floats, second_keys: Ints, second_orders: Floats, same: bool
) -> tuple[Ints, Floats]:
    """List every sum of two sets once, with its number of orders; if both are the `same`, every two meet once."""
    slots, numbers = np.full(1 << 12, -1, np.int32), np.empty(1 << 11, dtype=np.int64)
    orders, sets = np.zeros(1 << 11), np.empty(len(second_keys), dtype=np.int32)
    count = 0
    for place in range(len(first_keys)):
        begin, times = (place, 2.0) if same else (0, 1.0)
        while count + len(second_keys) > len(numbers):
            numbers, slots = _grown(numbers, count)
            longer = np.zeros(len(numbers))
            for known in range(count):
                longer[known] = orders[known]
            orders = longer
        count = _number_sums(first_keys[place], second_keys[begin:], numbers, slots, count, sets)
        _add_orders(sets, times * first_orders[place], second_orders[begin:], orders)
        if same:
            orders[sets[0]] -= first_orders[place] ** 2
    return numbers[:count], orders[:count]


@called_by_kernels
def _add_orders(sets: Indices, frequency: float, orders: Floats, sums: Floats) -> None:
    for place in range(len(orders)):
        sums[sets[place]] += frequency * orders[place]


@compiled
def with_following(numbers: Ints, following: int, places: Ints) -> Ints:
    """List these ascending numbers and those that follow each, all once; `places` says where each is.

    The number after that of a set is the set with one more card of the pair."""
    all_numbers = np.empty(len(numbers) * (following + 1), dtype=np.int64)
    count = 0
    for place in range(len(numbers)):
        number = numbers[place]
        ahead = max(all_numbers[count - 1] - number + 1, 0) if count else 0
        places[place] = count - ahead
        for step in range(ahead, following + 1):
            all_numbers[count] = number + step
            count += 1
    return all_numbers[:count]


@compiled
def unpacked(numbers: Ints, shifts: Ints) -> Ints:
    """Unpack sets of cards that are each one number."""
    cards = np.empty((len(numbers), VALUES), dtype=np.int64)
    for row in range(len(numbers)):
        for value in range(VALUES):
            cards[row, value] = (numbers[row] >> shifts[value]) & MOST_COPIES
    return cards


@compiled
def weigh_sets(
    gone: Ints, places: Ints, left: Ints, pair: int, outcomes: Floats, no_blackjack: Floats, weights: Floats
) -> None:
    """Weight each set with each dealer's outcome, by the number of further pair cards gone.

    `places` says where each set is in `gone`, followed by those with further pair cards. `left` excludes the two pair
    cards that every set holds. The last outcome can be a blackjack."""
    most, counts, known = 1, weights.shape[1], outcomes.shape[1]
    for row in range(len(gone)):
        most = max(most, gone[row].sum() + 1)
    of_value, of_pair, of_all = np.empty((VALUES, most)), np.empty((counts, most)), np.empty((counts, most))
    for value in range(VALUES):
        _orders(left[value], of_value[value])
    for further_gone in range(counts):
        _orders(left[pair] - further_gone, of_pair[further_gone])
        _orders(left.sum() - further_gone, of_all[further_gone])
    for row in range(len(places)):
        ways, place, size = 1.0, places[row], -2
        for value in range(VALUES):
            size += gone[place, value]
            if value != pair:
                ways *= of_value[value, gone[place, value]]
        for further_gone in range(counts):
            orders = of_all[further_gone, size]
            chance = ways * of_pair[further_gone, gone[place, pair] - 2] / orders if orders > 0.0 else 0.0
            for outcome in range(known):
                weights[row, further_gone, outcome] = chance * outcomes[place + further_gone, outcome]
            if weights.shape[2] > known:
                weights[row, further_gone, known] = chance * (1.0 - no_blackjack[place + further_gone])


@compiled
def count_class_pairs(
    sets: Indices, weights: Floats, first: Ints, orders: Floats, classes: Ints, counts: Floats
) -> None:
    """Count how often two hands end in each pair of classes, by the other distinctions of their weights.

    Hands with the same cards are adjacent; `first` says where each such group begins, and where the last one ends.
    Every two groups are counted once."""
    place, parts = 0, weights.shape[1]
    beside = np.empty((counts.shape[1], parts))
    for group in range(len(first) - 1):
        beside[:] = 0.0
        for later_group in range(group, len(first) - 1):
            weight, times = weights[sets[place]], 0.5 if group == later_group else 1.0
            place += 1
            for hand in range(first[later_group], first[later_group + 1]):
                frequency, counted = times * orders[hand], beside[classes[hand]]
                for part in range(parts):
                    counted[part] += frequency * weight[part]
        for hand in range(first[group], first[group + 1]):
            counted_by_class = counts[classes[hand]]
            for later_class in range(len(beside)):
                for part in range(parts):
                    counted_by_class[later_class, part] += orders[hand] * beside[later_class, part]


@compiled
def fit(tables: Floats, places: Ints, joint: Floats, most: int, close: float) -> None:
    """Fit the joint distribution of all hands to the tables of every two, by proportion, until they agree.

    `places` says for each table which entry each combination of results belongs to."""
    sums = np.zeros(tables.shape[2])
    for _ in range(most):
        change = 0.0
        for table in range(len(tables)):
            for outcome in range(len(joint)):
                sums[:] = 0.0
                for cell in range(joint.shape[1]):
                    sums[places[table, cell]] += joint[outcome, cell]
                for entry in range(len(sums)):
                    wanted = tables[table, outcome, entry]
                    change = max(change, abs(wanted - sums[entry]))
                    sums[entry] = wanted / sums[entry] if sums[entry] > 0.0 else 0.0
                for cell in range(joint.shape[1]):
                    joint[outcome, cell] *= sums[places[table, cell]]
        if change < close:
            break


class SumTable(NamedTuple):
    """Distinct numbers, with a hash table to look them up."""

    numbers: Ints
    slots: Indices


@compiled
def number_sums(first_keys: Ints, second_keys: Ints, same: bool) -> SumTable:
    """Sum each one with each other, keeping distinct sums, with a hash table to look them up.

    If both are the `same`, every two of them meet once."""
    slots, numbers = np.full(1 << 12, -1, np.int32), np.empty(1 << 11, dtype=np.int64)
    count, sets = 0, np.empty(len(second_keys), dtype=np.int32)
    for place in range(len(first_keys)):
        while count + len(second_keys) > len(numbers):
            numbers, slots = _grown(numbers, count)
        count = _number_sums(first_keys[place], second_keys[place if same else 0 :], numbers, slots, count, sets)
    return SumTable(numbers[:count], slots)


class GroupedEnds(NamedTuple):
    """Ends of a hand, with those of the same cards adjacent."""

    keys: Ints
    """The cards of each group."""
    first: Ints
    """Where each group begins, and where the last one ends."""
    numbers: Ints
    """The class of each end."""


class OrdersBesideStarts(NamedTuple):
    """The number of orders of each end, for each start of the other hand."""

    orders: Floats
    row_of_end: Ints


class StartsOfEnds(NamedTuple):
    """The starts that lead to each end, one after another, with their orders."""

    first: Ints
    """Where the starts of each end begin."""
    start: Ints
    orders: Floats


@compiled
def count_end_pairs(
    ends: GroupedEnds,
    others: GroupedEnds,
    table: SumTable,
    begun: OrdersBesideStarts,
    starts: StartsOfEnds,
    outcomes: Floats,
    same: bool,
    counts: Floats,
) -> None:
    """Count how often two ends occur together, by the numbers of both and the dealer's outcome.

    `table` says where the sum of two keys is in `outcomes`; `begun` are the orders of the ends, `starts` those of the
    others. If both are the `same`, every two groups meet once."""
    sums, slots, orders, row_of_end = table.numbers, table.slots, begun.orders, begun.row_of_end
    first_start, start, start_orders = starts.first, starts.start, starts.orders
    keys, first, numbers = ends.keys, ends.first, ends.numbers
    other_keys, other_first, other_numbers = others.keys, others.first, others.numbers
    sets, part = np.empty(len(other_keys), dtype=np.int32), np.empty(counts.shape[1:])
    for group in range(len(keys)):
        begin = group if same else 0
        for other_group in range(begin, len(other_keys)):
            sets[other_group] = slots[_slot(sums, slots, keys[group] + other_keys[other_group])]
        for end in range(first[group], first[group + 1]):
            by_start = orders[row_of_end[end]]
            part[:] = 0.0
            for other_group in range(begin, len(other_keys)):
                likely, times = outcomes[sets[other_group]], 2.0 if same and other_group > group else 1.0
                for other_end in range(other_first[other_group], other_first[other_group + 1]):
                    weight = 0.0
                    for place in range(first_start[other_end], first_start[other_end + 1]):
                        weight += by_start[start[place]] * start_orders[place]
                    if weight == 0.0:
                        continue
                    counted = part[other_numbers[other_end]]
                    for outcome in range(len(likely)):
                        counted[outcome] += times * weight * likely[outcome]
            counted_by_end = counts[numbers[end]]
            for other_number in range(counts.shape[1]):
                for outcome in range(counts.shape[2]):
                    counted_by_end[other_number, outcome] += part[other_number, outcome]


@compiled
def sum_beside(keys: Ints, others: Ints, table: SumTable, frequency: Floats, outcomes: Floats, sums: Floats) -> None:
    """Sum what each set of cards earns beside others with these frequencies, each in several parts."""
    numbers, slots = table.numbers, table.slots
    for place in range(len(keys)):
        for other_place in range(len(others)):
            likely = outcomes[slots[_slot(numbers, slots, keys[place] + others[other_place])]]
            for part in range(frequency.shape[1]):
                for outcome in range(len(likely)):
                    sums[place, part, outcome] += frequency[other_place, part] * likely[outcome]
