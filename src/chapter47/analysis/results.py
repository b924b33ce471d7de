"""How a round ends under the chart: the chance of each net result, and the variance.

Rounds without a split are exact. In a round with a split the expected results of the hands are exact, but how they go
together is not: given the dealer's final total the hands are taken as independent, and hands over 21 as independent of
that total. `split_rounds` is the share of rounds this touches."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from chapter47.analysis.arrays import Pays, Plan
from chapter47.analysis.chart import Followed
from chapter47.analysis.dealer import OUTCOMES, Floats, Ints
from chapter47.analysis.kernels import reach, start_split
from chapter47.analysis.splits import hand_numbers
from chapter47.analysis.study import Part, Study, blank_plan
from chapter47.analysis.values import ACE, VALUES
from chapter47.hands import LIMIT

GRID = 20
"""Net results are counted in tenths of a unit, so that 6 to 5 falls on the grid too, up to 20 units."""
STEP = 10


class Results(NamedTuple):
    """Per round, in units of the first wager."""

    units: dict[float, float]
    """The chance of each net result."""
    split_rounds: float

    @property
    def mean(self) -> float:
        return sum(net * chance for net, chance in self.units.items())

    @property
    def variance(self) -> float:
        return sum(net * net * chance for net, chance in self.units.items()) - self.mean**2

    def outcomes(self) -> dict[str, float]:
        return {
            "win": sum(chance for net, chance in self.units.items() if net > 0),
            "push": sum(chance for net, chance in self.units.items() if net == 0),
            "loss": sum(chance for net, chance in self.units.items() if net < 0),
        }


class Ends(NamedTuple):
    """How often hands end: within 21 by dealer's outcome and net result; over 21 by net result."""

    within: Floats
    over: Floats


def _blank() -> Floats:
    return np.zeros(2 * GRID * STEP + 1)


def _put(line: Floats, net: float, often: float) -> None:
    line[round((net + GRID) * STEP)] += often


def _shifted(line: Floats, net: float) -> Floats:
    return np.roll(line, round(net * STEP))


def results(where: Study, followed: Followed, *, insured: bool, even_money: bool) -> Results:
    counts, split_rounds = _blank(), 0.0
    rows, values = where.pairs
    splits = followed.splits & ~followed.gives_up[rows] & (where.deals[rows] > 0.0)
    for view in range(where.views):
        line = _unsplit_line(where, followed, view)
        for pair in np.unique(values[splits[:, view]]):
            often = float(where.deals[rows[values == pair], view].sum())
            line += often * _split_line(where, followed.plan, int(pair), view)
            split_rounds += often
        insures = insured and view == ACE
        counts += _shifted(line, -0.5) if insures else line
        counts += _blackjacks(where, view, insures=insures, even_money=even_money and view == ACE)
    found = {round(at / STEP - GRID, 1): float(chance) for at, chance in enumerate(counts) if abs(chance) > 1e-15}
    return Results(found, split_rounds)


def _blackjacks(where: Study, view: int, *, insures: bool, even_money: bool) -> Floats:
    """The dealer's blackjacks, and the player's own."""
    line = _blank()
    twos = np.flatnonzero(where.hands.size == 2)
    clear = where.clear[where.removed.of_hand[twos], view]
    often = where.deals[twos, view]
    own = twos == where.blackjack_row
    _put(line, 0.0 if insures else -1.0, float((often * (1.0 - clear))[~own].sum()))
    odds, mine, free = where.blackjack, float(often[own][0]), float(clear[own][0])
    ends = [*where.deal.outcomes[where.removed.of_hand[where.blackjack_row], view], 1.0 - free]
    for share, pays in ((1.0 - odds.share, odds.usual), (odds.share, odds.designated)):
        if even_money:
            _put(line, 1.0, mine * share)
            continue
        for outcome, chance in enumerate(ends):
            besides = (1.0 if outcome == OUTCOMES else -0.5) if insures else 0.0
            _put(line, float(pays[outcome]) + besides, mine * share * chance)
    return line


def _unsplit_line(where: Study, followed: Followed, view: int) -> Floats:
    """Unsplit hands where the dealer has no blackjack, without the player's own blackjacks."""
    line = _blank()
    twos, rows = np.flatnonzero(where.hands.size == 2), where.pairs.rows
    weight = np.zeros((len(where.hands.hands), where.views))
    weight[twos, view] = where.deals[twos, view]
    weight[where.blackjack_row] = 0.0
    weight[rows, view] *= ~followed.splits[:, view] | followed.gives_up[rows, view]
    given_up = followed.gives_up[:, view]
    _put(line, -0.5, float((weight[:, view] * where.clear[where.removed.of_hand, view])[given_up].sum()))
    weight[given_up] = 0.0
    sets, plan = where.removed.of_hand, followed.plan
    ends = _ends(where, where.pays, sets, where.rows, 0, 0, plan, where.may_double, weight, view)
    line += ends.within.sum(axis=0) + ends.over
    return line


def _ends(
    where: Study,
    pays: Pays,
    sets: Ints,
    rows: Ints,
    pair: int,
    more: int,
    plan: Plan,
    may_double: Ints,
    weight: Floats,
    view: int,
) -> Ends:
    """From the weights of two-card hands to the ends of all hands, without dealer's blackjacks."""
    within, over = np.zeros((OUTCOMES, len(_blank()))), _blank()
    begun = weight[:, view] * where.clear[sets, view]
    reach(where.deal, rows, pair, more, plan, may_double, weight)
    doubling = (plan.doubles[:, view] & may_double).astype(bool)
    once, twice = float(begun[~doubling].sum()), float(begun[doubling].sum())
    for row in rows[weight[rows, view] != 0.0]:
        often = float(weight[row, view])
        if doubling[row]:
            for child, chance in _drawn(where, int(row), pair, more, view):
                twice -= _finish(where, pays.doubled, pays.kinds, sets, child, view, often * chance, within)
        elif where.hands.points[row] == LIMIT or not plan.hits[row, view]:
            once -= _finish(where, pays.once, pays.kinds, sets, int(row), view, often, within)
    _put(over, -1.0, once)
    _put(over, -2.0, twice)
    return Ends(within, over)


def _drawn(where: Study, row: int, pair: int, more: int, view: int) -> Iterator[tuple[int, float]]:
    left = where.deal.shoe - where.deal.cards[row] - where.deal.view_cards[view]
    left[pair] -= more
    for value in range(VALUES):
        child = int(where.deal.child[row, value])
        if child >= 0 and left[value] > 0:
            yield child, float(left[value] / left.sum())


def _finish(
    where: Study, pays: Floats, kinds: Ints, sets: Ints, row: int, view: int, often: float, within: Floats
) -> float:
    chances = often * where.deal.outcomes[sets[row], view]
    for outcome in range(OUTCOMES):
        for net, share in _suits(where, row, float(pays[kinds[row], outcome])):
            _put(within[outcome], net, share * float(chances[outcome]))
    return float(chances.sum())


def _suits(where: Study, row: int, net: float) -> Iterator[tuple[float, float]]:
    """A hand on its way to a suited 21 is paid a mean of two odds: here they are taken apart again."""
    usual = float(int(net))
    if not where.hands.hands[row].suited or net <= 0.0 or net == usual:
        yield net, 1.0
    else:
        share = where.chances.third_card(where.hands.hands[row].cards)
        yield usual, 1.0 - share
        yield usual + (net - usual) / share, share


def _split_line(where: Study, plan: Plan, pair: int, view: int) -> Floats:
    """All hands of a split pair together, where the dealer has no blackjack."""
    ends = _split_ends(where, plan, pair, view)
    deal = where.deal
    hands = hand_numbers(deal.shoe, deal.view_cards[view : view + 1], deal.view_size, pair, where.most[pair])
    pair_row = where.pairs.rows[where.pairs.value == pair][0]
    ways = where.deal.outcomes[where.removed.of_hand[pair_row], view]
    clear = float(ways.sum())
    line = _blank()
    for outcome in range(OUTCOMES):
        one = ends.within[outcome] / max(ways[outcome], 1e-300) + ends.over / clear
        one = one / one.sum()
        together = one
        for number in range(2, max(hands) + 1):
            together = np.convolve(together, one)[GRID * STEP : -GRID * STEP]
            line += float(ways[outcome]) * hands.get(number, 0.0) * together
    return line


def _split_ends(where: Study, plan: Plan, pair: int, view: int) -> Ends:
    total = Ends(np.zeros((OUTCOMES, len(_blank()))), _blank())
    part: Part = where.parts[0]
    weights, roots, rows = part.weights[pair], where.roots[pair], where.split_rows[pair]
    standing = plan if where.draws[pair] else blank_plan(where)
    for more in range(1, len(weights.other)):
        weight = np.zeros((len(where.hands.hands), where.views))
        start_split(where.deal, roots.rows, roots.share, pair, more, weights.other[more], weights.same[more], weight)
        weight[:, np.arange(where.views) != view] = 0.0
        sets = where.removed.of_split[pair, more]
        ends = _ends(where, part.pays, sets, rows, pair, more, standing, where.may_double_split, weight, view)
        total = Ends(total.within + ends.within, total.over + ends.over)
    return total
