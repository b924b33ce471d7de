"""The sweeps: dealer's outcomes for every set of missing cards, then the value of every move of every hand.

All values cover only deals in which the dealer has no blackjack: what a blackjack takes does not depend on the moves,
so it is added at the end, and no draw has to be conditioned on the card reader. A draw's probability is then
simply its count over the unseen cards.

Compiled code on disk is recompiled when a module that its kernels use changes: this one, or those named below."""

import numpy as np

from chapter47.blackjack import chart_codes
from chapter47.blackjack.analysis.exact import arrays, dealer, values
from chapter47.blackjack.analysis.exact.arrays import (
    FREQUENCY,
    GIVEN_UP,
    LET_STAND,
    LOWEST_DOUBLED,
    NOT_OPEN,
    SHOWN,
    DealArrays,
    Floats,
    HandsInPlay,
    Ints,
    Moves,
    Payoffs,
    Plan,
)
from chapter47.blackjack.analysis.exact.dealer import LANES, FinishingTree
from chapter47.blackjack.analysis.exact.values import VALUES
from chapter47.blackjack.chart_codes import (
    DOUBLE_OR_HIT,
    DOUBLE_OR_STAND,
    HIT,
    STAND,
    SURRENDER_OR_HIT,
    SURRENDER_OR_STAND,
    TOTAL_CODES,
)
from chapter47.blackjack.hands import LIMIT
from chapter47.core.numeric.compiled import CALLED_BY_KERNELS, compiled_with

compiled = compiled_with(arrays, dealer, values, chart_codes)
called_by_kernels = compiled_with(arrays, dealer, values, chart_codes, **CALLED_BY_KERNELS)


@compiled
def dealer_outcomes(
    gone: Ints,
    shoe: Ints,
    tree: FinishingTree,
    views: Ints,
    clear: Floats,
) -> Floats:
    """Compute, for each set of missing cards and view, the probabilities of 17 to 21 and bust, without blackjack.

    `views` holds the visible values, one or two cards per view."""
    sets = gone.shape[0]
    outcomes = np.empty((sets, len(views), tree.outcomes))
    weight = np.ones((tree.longest + 1, LANES))
    left = np.zeros((VALUES, LANES))
    factor = np.zeros((VALUES, tree.longest + 1, LANES))
    draws = np.zeros((tree.longest + 1, LANES))
    endings = np.zeros((len(views) * tree.outcomes + tree.ways, LANES))
    for begin in range(0, sets, LANES):
        lanes = min(LANES, sets - begin)
        for lane in range(lanes):
            for value in range(VALUES):
                left[value, lane] = shoe[value] - gone[begin + lane, value]
        _fill(left, tree, views.shape[1], factor, draws)
        endings[:] = 0.0
        _walk(tree, weight, factor, draws, endings)
        for view in range(len(views)):
            rows = slice(begin, begin + lanes)
            _write(outcomes[rows, view], endings[view * tree.outcomes :], left, views[view], clear[rows, view])
    return outcomes


@called_by_kernels
def _fill(left: Floats, tree: FinishingTree, view_size: int, factor: Floats, draws: Floats) -> None:
    """Compute the factors of every draw: cards of a value over unseen cards."""
    for value in range(VALUES):
        for copy in range(tree.copies[value]):
            for lane in range(LANES):
                factor[value, copy, lane] = max(left[value, lane] - copy, 0.0)
    for size in range(view_size + 1):
        draws[size] = 1.0
    for lane in range(LANES):
        unseen = -float(view_size)
        for value in range(VALUES):
            unseen += left[value, lane]
        for size in range(view_size + 1, draws.shape[0]):
            draws[size, lane] = draws[size - 1, lane] / unseen if unseen > 0.0 else 0.0
            unseen -= 1.0


@called_by_kernels
def _write(outcomes: Floats, endings: Floats, left: Floats, shown: Ints, clear: Floats) -> None:
    over = outcomes.shape[1] - 1
    for lane in range(len(outcomes)):
        ways, rest = left[shown[0], lane], clear[lane]
        if len(shown) == 2:
            ways *= left[shown[1], lane] - (1.0 if shown[0] == shown[1] else 0.0)
        scale = 1.0 / ways if ways > 0.0 else 0.0
        for outcome in range(over):
            outcomes[lane, outcome] = endings[outcome, lane] * scale
            rest -= outcomes[lane, outcome]
        outcomes[lane, over] = rest


@called_by_kernels
def _walk(tree: FinishingTree, weight: Floats, factor: Floats, draws: Floats, endings: Floats) -> None:
    chance = np.zeros(LANES)
    for node in range(1, len(tree.size)):
        longer, shorter = weight[tree.size[node]], weight[tree.shorter_size[node]]
        held, frequency = factor[tree.value[node], tree.copy[node]], draws[tree.cards_drawn[node]]
        for lane in range(LANES):
            longer[lane] = shorter[lane] * held[lane]
            chance[lane] = longer[lane] * frequency[lane]
        for entry in range(tree.first_entry[node], tree.first_entry[node + 1]):
            orders, counted = tree.orders[entry], endings[tree.target[entry]]
            for lane in range(LANES):
                counted[lane] += orders * chance[lane]
    for entry in range(len(tree.last_card)):
        counted, held, together = (
            endings[tree.ending[entry]],
            factor[tree.last_card[entry], 0],
            endings[tree.way_of_last[entry]],
        )
        for lane in range(LANES):
            counted[lane] += held[lane] * together[lane]


def chance_of_no_blackjack(gone: Ints, shoe: Ints, view_cards: Ints, view_size: int, completes: Ints) -> Floats:
    """Compute the probability that the dealer's hidden card makes no blackjack, for each set of missing cards and
    view."""
    chances = np.ones((len(gone), len(view_cards)))
    unseen = shoe.sum() - gone.sum(axis=1) - view_size
    some = unseen > 0
    for view, value in enumerate(completes):
        if value == SHOWN:
            chances[:, view] = 0.0
        elif value >= 0:
            chances[some, view] = 1.0 - np.maximum(shoe[value] - gone[some, value], 0) / unseen[some]
    return chances


@called_by_kernels
def _stand_values(rows: Ints, sets: Ints, kinds: Ints, pays: Floats, outcomes: Floats, values: Floats) -> None:
    """Compute the value of standing on each hand of `rows`."""
    for row in rows:
        gone, kind = sets[row], kinds[row]
        for view in range(outcomes.shape[1]):
            value = 0.0
            for outcome in range(outcomes.shape[2]):
                value += pays[kind, outcome] * outcomes[gone, view, outcome]
            values[row, view] = value


@called_by_kernels
def _draw_one(
    left: Ints,
    children: Ints,
    values: Floats,
    view_cards: Ints,
    unseen: int,
    completes: Ints,
    loss_over_21: float,
    loss_at_blackjack: float,
    worth: Floats,
) -> None:
    """Compute the value of one more card: `values` of the longer hands; the cards `left` include the view.

    A hand over 21 loses `loss_over_21`, and to a dealer's blackjack `loss_at_blackjack` beside the one unit that such a
    blackjack takes from every hand."""
    views = view_cards.shape[0]
    worth[:] = 0.0
    for value in range(VALUES):
        if left[value] <= 0:
            continue
        child = children[value]
        if child >= 0:
            for view in range(views):
                worth[view] += (left[value] - view_cards[view, value]) * values[child, view]
        else:
            for view in range(views):
                completing = completes[view]
                no_blackjack = 0.0 if completing == SHOWN else 1.0
                if completing >= 0 and unseen > 1:
                    no_blackjack = 1.0 - (left[completing] - (1 if completing == value else 0)) / (unseen - 1)
                lost = no_blackjack * loss_over_21 + (1.0 - no_blackjack) * loss_at_blackjack
                worth[view] -= (left[value] - view_cards[view, value]) * lost
    for view in range(views):
        worth[view] /= max(unseen, 1)


@compiled
def value_moves(deal: DealArrays, pays: Payoffs, hands: HandsInPlay, plan: Plan, moves: Moves, choose: bool) -> None:
    """Compute the values of all moves of these hands.

    With `choose` the plan is made here, best move by best move; otherwise it is followed."""
    rows, sets, may_double = hands.rows, hands.sets, hands.may_double
    _stand_values(rows, sets, pays.kinds, pays.once, deal.outcomes, moves.stand)
    _add_bonus(rows, sets, pays, deal.outcomes, moves.stand)
    doubled, left = np.zeros(moves.stand.shape), np.zeros(VALUES, np.int64)
    if hands.may_draw:
        longer = _after_a_double(deal.size, rows, may_double)
        _stand_values(longer, sets, pays.kinds, pays.doubled, deal.outcomes, doubled)
        if pays.forfeit > NOT_OPEN:
            _rescue(longer, sets, pays.forfeit, deal.outcomes, plan, doubled, choose)
    for row in rows[::-1]:
        if deal.points[row] == LIMIT or not hands.may_draw:
            for view in range(moves.best.shape[1]):
                moves.best[row, view] = moves.stand[row, view]
            continue
        unseen = _cards_left(deal.shoe, deal.cards[row], hands.pair, hands.further_gone, left) - deal.view_size
        seen, completing, costs = deal.view_cards, deal.completes_blackjack, pays.bust_costs
        child, hit, double = deal.child[row], moves.hit[row], moves.double[row]
        at_blackjack = costs.once_at_blackjack
        _draw_one(left, child, moves.best, seen, unseen, completing, costs.once, at_blackjack, hit)
        doubles = may_double[row] != 0
        if doubles:
            at_blackjack = costs.doubled_at_blackjack
            _draw_one(left, child, doubled, seen, unseen, completing, costs.doubled, at_blackjack, double)
        _decide(row, plan, moves, choose, doubles)


@called_by_kernels
def _sum_of(values: Floats) -> float:
    total = 0.0
    for value in values:
        total += value
    return total


@called_by_kernels
def _mean(values: Floats, chances: Floats) -> float:
    total = 0.0
    for number in range(len(chances)):
        total += values[number] * chances[number]
    return total


@called_by_kernels
def _cards_left(shoe: Ints, cards: Ints, pair: int, further_gone: int, left: Ints) -> int:
    """Count the cards left beside a hand and further cards of its pair, by value and together."""
    number = -further_gone
    for value in range(VALUES):
        left[value] = shoe[value] - cards[value]
        number += left[value]
    left[pair] -= further_gone
    return number


@called_by_kernels
def _add_bonus(rows: Ints, sets: Ints, pays: Payoffs, outcomes: Floats, stand: Floats) -> None:
    for row in rows:
        for view in range(pays.bonus.shape[1]):
            if pays.bonus[pays.kinds[row], view] != 0.0:
                stand[row, view] += pays.bonus[pays.kinds[row], view] * _sum_of(outcomes[sets[row], view])


@called_by_kernels
def _after_a_double(size: Ints, rows: Ints, may_double: Ints) -> Ints:
    """List the hands that a double can lead to."""
    longest = 0
    for row in rows:
        if may_double[row] and size[row] > longest:
            longest = size[row]
    doubled, count = np.empty(len(rows), np.int64), 0
    for row in rows:
        if 2 < size[row] <= longest + 1:
            doubled[count] = row
            count += 1
    return doubled[:count]


@called_by_kernels
def _rescue(
    rows: Ints, sets: Ints, forfeit: float, outcomes: Floats, plan: Plan, doubled: Floats, choose: bool
) -> None:
    """Apply rescues: doubled hands may be given up for the first wager."""
    for row in rows:
        for view in range(doubled.shape[1]):
            given_up = forfeit * _sum_of(outcomes[sets[row], view])
            if choose:
                plan.rescues[row, view] = given_up > doubled[row, view]
            if plan.rescues[row, view]:
                doubled[row, view] = given_up


@called_by_kernels
def _decide(row: int, plan: Plan, moves: Moves, choose: bool, doubles: bool) -> None:
    for view in range(moves.best.shape[1]):
        if choose:
            plan.hits[row, view] = moves.hit[row, view] > moves.stand[row, view]
        best = moves.hit[row, view] if plan.hits[row, view] else moves.stand[row, view]
        if doubles:
            if choose:
                plan.doubles[row, view] = moves.double[row, view] > best
            if plan.doubles[row, view]:
                best = moves.double[row, view]
        moves.best[row, view] = best


@called_by_kernels
def _number_of(cards: Ints) -> int:
    number = 0
    for value in range(VALUES):
        number += cards[value]
    return number


@compiled
def first_draws(
    deal: DealArrays,
    two_card_hands: Ints,
    share: Floats,
    pair: int,
    further_gone: int,
    best: Floats,
    other: Floats,
    same: Floats,
) -> None:
    """Compute the second card of a split card: the value if it is another card, and if it is the same.

    `two_card_hands` holds each two-card hand and its second value, `share` its part of that draw (by suits)."""
    unseen = _number_of(deal.shoe) - further_gone - 1 - deal.view_size
    other[:] = 0.0
    same[:] = 0.0
    for number in range(two_card_hands.shape[0]):
        row, value = two_card_hands[number]
        count = deal.shoe[value] - (further_gone + 1 if value == pair else 0)
        for view in range(best.shape[1]):
            chance = max(count - deal.view_cards[view, value], 0) / max(unseen, 1) * share[number]
            if value == pair:
                same[view] += chance * best[row, view]
            else:
                other[view] += chance * best[row, view]


@compiled
def start_split(
    deal: DealArrays,
    two_card_hands: Ints,
    share: Floats,
    pair: int,
    further_gone: int,
    others: Floats,
    sames: Floats,
    weight: Floats,
) -> None:
    """Compute how often each two-card hand occurs after a split; `others` and `sames` weight the two kinds of second
    card."""
    unseen = _number_of(deal.shoe) - further_gone - 1 - deal.view_size
    for number in range(two_card_hands.shape[0]):
        row, value = two_card_hands[number]
        count = deal.shoe[value] - (further_gone + 1 if value == pair else 0)
        for view in range(weight.shape[1]):
            chance = max(count - deal.view_cards[view, value], 0) / max(unseen, 1) * share[number]
            weight[row, view] = chance * (sames[view] if value == pair else others[view])


@compiled
def reach(deal: DealArrays, hands: HandsInPlay, plan: Plan, weight: Floats) -> None:
    """Compute, from the weights of two-card hands, how often each longer hand is reached under the plan."""
    views, may_double = weight.shape[1], hands.may_double
    going, left = np.zeros(views), np.zeros(VALUES, np.int64)
    for row in hands.rows:
        if deal.points[row] == LIMIT:
            continue
        drawing = False
        for view in range(views):
            doubled = may_double[row] and plan.doubles[row, view]
            going[view] = weight[row, view] if plan.hits[row, view] and not doubled else 0.0
            drawing = drawing or going[view] != 0.0
        if not drawing:
            continue
        number = _cards_left(deal.shoe, deal.cards[row], hands.pair, hands.further_gone, left)
        unseen = max(number - deal.view_size, 1)
        for value in range(VALUES):
            child = deal.child[row, value]
            if child >= 0:
                for view in range(views):
                    chance = max(left[value] - deal.view_cards[view, value], 0) / unseen
                    weight[child, view] += going[view] * chance


@compiled
def sum_cells(
    deal: DealArrays,
    hands: HandsInPlay,
    cells: Ints,
    weight: Floats,
    moves: Moves,
    surrender_values: Floats,
    sums: Floats,
) -> None:
    """Sum, for each cell and code, the value of the code over the hands that reach the cell.

    `surrender_values` is the value of surrender for each set of two cards, or NOT_OPEN."""
    may_double = hands.may_double
    for row in hands.rows:
        cell = cells[row]
        if cell < 0:
            continue
        is_two_cards = deal.size[row] == 2
        for view in range(weight.shape[1]):
            frequency = weight[row, view]
            if frequency == 0.0:
                continue
            stand, hit, surrender = moves.stand[row, view], moves.hit[row, view], surrender_values[row, view]
            may_double_this, may_surrender = may_double[row] != 0, is_two_cards and surrender > NOT_OPEN
            sums[cell, view, HIT] += frequency * hit
            sums[cell, view, STAND] += frequency * stand
            sums[cell, view, DOUBLE_OR_HIT] += frequency * (moves.double[row, view] if may_double_this else hit)
            sums[cell, view, DOUBLE_OR_STAND] += frequency * (moves.double[row, view] if may_double_this else stand)
            sums[cell, view, SURRENDER_OR_HIT] += frequency * (surrender if may_surrender else hit)
            sums[cell, view, SURRENDER_OR_STAND] += frequency * (surrender if may_surrender else stand)
            sums[cell, view, TOTAL_CODES] += abs(frequency)


@compiled
def sum_rescues(deal: DealArrays, pays: Payoffs, hands: HandsInPlay, plan: Plan, weight: Floats, sums: Floats) -> None:
    """Sum, for each total and view, the value of a doubled hand standing and given up."""
    sets, may_double, left = hands.sets, hands.may_double, np.zeros(VALUES, np.int64)
    for row in hands.rows:
        if not may_double[row]:
            continue
        number = _cards_left(deal.shoe, deal.cards[row], hands.pair, hands.further_gone, left)
        unseen = max(number - deal.view_size, 1)
        for view in range(weight.shape[1]):
            if weight[row, view] == 0.0 or not plan.doubles[row, view]:
                continue
            for value in range(VALUES):
                child = deal.child[row, value]
                if child < 0 or deal.points[child] == LIMIT:
                    continue
                frequency = weight[row, view] * max(left[value] - deal.view_cards[view, value], 0) / unseen
                ends, total = deal.outcomes[sets[child], view], deal.points[child] - LOWEST_DOUBLED
                sums[total, view, LET_STAND] += frequency * _mean(pays.doubled[pays.kinds[child]], ends)
                sums[total, view, GIVEN_UP] += frequency * pays.forfeit * _sum_of(ends)
                sums[total, view, FREQUENCY] += abs(frequency)
