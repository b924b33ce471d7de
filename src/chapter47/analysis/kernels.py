"""The sweeps: dealer's outcomes for every set of missing cards, then the value of every move at every hand.

All values are restricted to the deals in which the dealer has no blackjack: what a blackjack takes does not depend on
the moves, so it is added at the end, and no draw has to be conditioned on what the card reader said. A draw's
probability is then simply its count over the cards unseen."""

import numpy as np

from chapter47.analysis.compiled import compiled
from chapter47.analysis.dealer import BUST, LANES, OUTCOMES, Floats, Ints, Tree
from chapter47.analysis.values import VALUES


@compiled
def dealer_outcomes(
    gone: Ints,
    shoe: Ints,
    tree: Tree,
    view_cards: Ints,
    view_size: int,
    clear: Floats,
) -> Floats:
    """Of each set of missing cards and view: how likely the dealer ends on 17 to 21 or goes over, without blackjack."""
    sets, views = gone.shape[0], view_cards.shape[0]
    found = np.zeros((sets, views, OUTCOMES))
    weight = np.ones((len(tree.parent), LANES))
    factor = np.zeros((VALUES, tree.longest + 1, LANES))
    draws = np.zeros((tree.longest + 1, LANES))
    for begin in range(0, sets, LANES):
        lanes = min(LANES, sets - begin)
        for lane in range(lanes):
            _fill_lane(gone[begin + lane], shoe, view_size, factor, draws, lane)
        ends = np.zeros((views, OUTCOMES, LANES))
        _walk(tree, weight, factor, draws, ends)
        for lane in range(lanes):
            for view in range(views):
                shown = _ways_to_show(view_cards[view], gone[begin + lane], shoe)
                over = clear[begin + lane, view]
                if shown > 0.0:
                    for outcome in range(BUST):
                        chance = ends[view, outcome, lane] / shown
                        found[begin + lane, view, outcome] = chance
                        over -= chance
                found[begin + lane, view, BUST] = over
    return found


@compiled
def _fill_lane(gone: Ints, shoe: Ints, view_size: int, factor: Floats, draws: Floats, lane: int) -> None:
    left = 0
    for value in range(VALUES):
        count = shoe[value] - gone[value]
        left += count
        for copy in range(factor.shape[1]):
            factor[value, copy, lane] = max(count - copy, 0)
    chance = 1.0
    for size in range(draws.shape[0]):
        if size > view_size:
            unseen = left - size + 1
            chance = chance / unseen if unseen > 0 else 0.0
        draws[size, lane] = chance


@compiled
def _walk(tree: Tree, weight: Floats, factor: Floats, draws: Floats, ends: Floats) -> None:
    chance = np.zeros(LANES)
    for node in range(1, len(tree.parent)):
        above, value, copy = tree.parent[node], tree.value[node], tree.copy[node]
        for lane in range(LANES):
            weight[node, lane] = weight[above, lane] * factor[value, copy, lane]
        outcome = tree.outcome[node]
        if outcome >= 0:
            size = tree.size[node]
            for lane in range(LANES):
                chance[lane] = weight[node, lane] * draws[size, lane]
            for entry in range(tree.first[node], tree.first[node + 1]):
                view, orders = tree.seen[entry], tree.orders[entry]
                for lane in range(LANES):
                    ends[view, outcome, lane] += orders * chance[lane]


@compiled
def _ways_to_show(view: Ints, gone: Ints, shoe: Ints) -> float:
    ways = 1.0
    for value in range(VALUES):
        for copy in range(view[value]):
            ways *= max(shoe[value] - gone[value] - copy, 0)
    return ways


@compiled
def clear_of_blackjack(gone: Ints, shoe: Ints, view_cards: Ints, view_size: int, completes: Ints) -> Floats:
    """How likely the dealer's hidden card makes no blackjack, for each set of missing cards and view."""
    found = np.ones((gone.shape[0], view_cards.shape[0]))
    for row in range(gone.shape[0]):
        unseen = shoe.sum() - gone[row].sum() - view_size
        for view in range(view_cards.shape[0]):
            value = completes[view]
            if value >= 0 and unseen > 0:
                found[row, view] = 1.0 - max(shoe[value] - gone[row, value], 0) / unseen
    return found


@compiled
def stand_values(rows: Ints, sets: Ints, kinds: Ints, pays: Floats, outcomes: Floats, found: Floats) -> None:
    """What each hand of `rows` is worth as it stands."""
    for row in rows:
        gone, kind = sets[row], kinds[row]
        for view in range(outcomes.shape[1]):
            value = 0.0
            for outcome in range(OUTCOMES):
                value += pays[kind, outcome] * outcomes[gone, view, outcome]
            found[row, view] = value


@compiled
def draw_one(
    left: Ints,
    children: Ints,
    values: Floats,
    view_cards: Ints,
    unseen: int,
    completes: Ints,
    loss: float,
    found: Floats,
) -> None:
    """The value of one more card: `values` of the longer hands, `loss` over 21; the cards `left` include the view."""
    views = view_cards.shape[0]
    found[:] = 0.0
    for value in range(VALUES):
        if left[value] <= 0:
            continue
        child = children[value]
        if child >= 0:
            for view in range(views):
                found[view] += (left[value] - view_cards[view, value]) * values[child, view]
        else:
            for view in range(views):
                need = completes[view]
                clear = 1.0
                if need >= 0 and unseen > 1:
                    clear = 1.0 - (left[need] - (1 if need == value else 0)) / (unseen - 1)
                found[view] -= (left[value] - view_cards[view, value]) * clear * loss
    for view in range(views):
        found[view] /= max(unseen, 1)
