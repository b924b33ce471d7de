"""From the longest hands back to the first two cards: the value of every move; and forward: which hands are reached."""

from typing import Final, NamedTuple

import numpy as np

from chapter47.analysis.compiled import compiled
from chapter47.analysis.dealer import Floats, Ints
from chapter47.analysis.kernels import draw_one, stand_values
from chapter47.analysis.values import VALUES
from chapter47.hands import LIMIT

HIT, STAND, DOUBLE_OR_HIT, DOUBLE_OR_STAND, SURRENDER_OR_HIT, SURRENDER_OR_STAND = range(6)
"""What a cell of the chart can say; the order decides between equals."""
CODES: Final = 6


class Deal(NamedTuple):
    """What the sweeps read: the shoe, what is seen of the dealer, the player's hands."""

    shoe: Ints
    view_cards: Ints
    view_size: int
    completes: Ints
    """The value of the hidden card that would make a blackjack, or -1."""
    outcomes: Floats
    cards: Ints
    size: Ints
    points: Ints
    child: Ints


class Pays(NamedTuple):
    """What a hand of each kind is paid on each dealer's outcome, by itself and doubled."""

    kinds: Ints
    once: Floats
    doubled: Floats


class Plan(NamedTuple):
    """Which hands hit and which double, by hand and view; after a split too."""

    hits: Ints
    doubles: Ints


class Moves(NamedTuple):
    """The values of a hand's moves, by hand and view; `best` follows the plan."""

    stand: Floats
    hit: Floats
    double: Floats
    best: Floats


@compiled
def value_moves(
    deal: Deal,
    pays: Pays,
    rows: Ints,
    sets: Ints,
    pair: int,
    more: int,
    plan: Plan,
    moves: Moves,
    choose: bool,
    may_double: Ints,
    may_draw: bool,
) -> None:
    """Values at the hands of `rows`, shortest first, with `more` cards of a split pair gone besides.

    With `choose` the plan is made here, best move by best move; else it is followed."""
    stand_values(rows, sets, pays.kinds, pays.once, deal.outcomes, moves.stand)
    threes = rows[deal.size[rows] == 3]
    doubled = np.zeros(moves.stand.shape)
    if may_draw:
        stand_values(threes, sets, pays.kinds, pays.doubled, deal.outcomes, doubled)
    for row in rows[::-1]:
        if deal.points[row] == LIMIT or not may_draw:
            moves.best[row] = moves.stand[row]
            continue
        left = deal.shoe - deal.cards[row]
        left[pair] -= more
        unseen = left.sum() - deal.view_size
        draw_one(left, deal.child[row], moves.best, deal.view_cards, unseen, deal.completes, 1.0, moves.hit[row])
        doubles = may_double[row] != 0
        if doubles:
            out = moves.double[row]
            draw_one(left, deal.child[row], doubled, deal.view_cards, unseen, deal.completes, 2.0, out)
        _decide(row, plan, moves, choose, doubles)


@compiled
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


@compiled
def first_draws(
    deal: Deal, roots: Ints, share: Floats, pair: int, more: int, best: Floats, other: Floats, same: Floats
) -> None:
    """A card of a split pair draws its second card: the value where that is another card, and where it is the same.

    `roots` holds the two-card hand and its second value, `share` how much of that draw it stands for (by suits)."""
    unseen = deal.shoe.sum() - more - 1 - deal.view_size
    other[:] = 0.0
    same[:] = 0.0
    for number in range(roots.shape[0]):
        row, value = roots[number]
        count = deal.shoe[value] - (more + 1 if value == pair else 0)
        for view in range(best.shape[1]):
            chance = max(count - deal.view_cards[view, value], 0) / max(unseen, 1) * share[number]
            if value == pair:
                same[view] += chance * best[row, view]
            else:
                other[view] += chance * best[row, view]


@compiled
def start_split(
    deal: Deal, roots: Ints, share: Floats, pair: int, more: int, others: Floats, sames: Floats, weight: Floats
) -> None:
    """How often each two-card hand comes up after a split; `others` and `sames` weigh the two kinds of second card."""
    unseen = deal.shoe.sum() - more - 1 - deal.view_size
    for number in range(roots.shape[0]):
        row, value = roots[number]
        count = deal.shoe[value] - (more + 1 if value == pair else 0)
        for view in range(weight.shape[1]):
            chance = max(count - deal.view_cards[view, value], 0) / max(unseen, 1) * share[number]
            weight[row, view] = chance * (sames[view] if value == pair else others[view])


@compiled
def reach(deal: Deal, rows: Ints, pair: int, more: int, plan: Plan, may_double: Ints, weight: Floats) -> None:
    """From the weights of two-card hands, how often each longer hand is reached under the plan."""
    views = weight.shape[1]
    going = np.zeros(views)
    for row in rows:
        if deal.points[row] == LIMIT:
            continue
        drawing = False
        for view in range(views):
            doubled = may_double[row] and plan.doubles[row, view]
            going[view] = weight[row, view] if plan.hits[row, view] and not doubled else 0.0
            drawing = drawing or going[view] != 0.0
        if not drawing:
            continue
        left = deal.shoe - deal.cards[row]
        left[pair] -= more
        unseen = max(left.sum() - deal.view_size, 1)
        for value in range(VALUES):
            child = deal.child[row, value]
            if child >= 0:
                for view in range(views):
                    chance = max(left[value] - deal.view_cards[view, value], 0) / unseen
                    weight[child, view] += going[view] * chance


@compiled
def sum_cells(
    deal: Deal,
    rows: Ints,
    cells: Ints,
    weight: Floats,
    moves: Moves,
    may_double: Ints,
    given_up: Floats,
    sums: Floats,
) -> None:
    """Add up, for each cell and code, what the code is worth over the hands that reach the cell.

    `given_up` is the value of surrender for each set of two cards, or nothing where it is not open."""
    for row in rows:
        cell = cells[row]
        if cell < 0:
            continue
        two = deal.size[row] == 2
        for view in range(weight.shape[1]):
            often = weight[row, view]
            if often == 0.0:
                continue
            stand, hit, first = moves.stand[row, view], moves.hit[row, view], given_up[row, view]
            double = may_double[row] != 0
            sums[cell, view, HIT] += often * hit
            sums[cell, view, STAND] += often * stand
            sums[cell, view, DOUBLE_OR_HIT] += often * (moves.double[row, view] if double else hit)
            sums[cell, view, DOUBLE_OR_STAND] += often * (moves.double[row, view] if double else stand)
            sums[cell, view, SURRENDER_OR_HIT] += often * (first if two and first > -9.0 else hit)
            sums[cell, view, SURRENDER_OR_STAND] += often * (first if two and first > -9.0 else stand)
            sums[cell, view, CODES] += abs(often)
