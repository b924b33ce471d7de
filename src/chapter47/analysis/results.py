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
from chapter47.analysis.hands import MIXED
from chapter47.analysis.kernels import reach, start_split
from chapter47.analysis.rulebook import kinds_of
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
    prizes: dict[float, float] = {}
    rows, values = where.pairs
    splits = followed.splits & ~followed.gives_up[rows] & (where.deals[rows] > 0.0)
    for view in range(where.views):
        line = _unsplit_line(where, followed, view, prizes)
        for pair in np.unique(values[splits[:, view]]):
            often = float(where.deals[rows[values == pair], view].sum())
            line += often * _split_line(where, followed.plan, int(pair), view)
            split_rounds += often
        insures = insured and view == ACE
        counts += _shifted(line, -0.5) if insures else line
        counts += _blackjacks(where, view, insures=insures, even_money=even_money and view == ACE)
    found = {round(at / STEP - GRID, 1): float(chance) for at, chance in enumerate(counts) if abs(chance) > 1e-15}
    return Results({**found, **prizes}, split_rounds)


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


def _take_out_prizes(where: Study, weight: Floats, view: int, ends: Ends, prizes: dict[float, float]) -> None:
    """Hands that earn a fixed amount besides are counted apart: it lies far off the grid."""
    pays = where.pays
    for row in np.flatnonzero(weight[:, view]) if pays.beside.any() else ():
        mean, kind = float(pays.beside[pays.kinds[row], view]), pays.kinds[row]
        if mean == 0.0:
            continue
        mixed = where.hands.numbers[where.hands.hands[row]._replace(suited=MIXED)]
        share = where.chances.third_card(where.hands.hands[row].cards)
        for outcome in range(OUTCOMES):
            often = float(weight[row, view] * where.deal.outcomes[where.removed.of_hand[row], view, outcome]) * share
            usual = float(pays.once[pays.kinds[mixed], outcome])
            odds = usual + (float(pays.once[kind, outcome]) - usual) / share
            _put(ends.within[outcome], odds, -often)
            net = round(odds + mean / share, 6)
            prizes[net] = prizes.get(net, 0.0) + often


def _unsplit_line(where: Study, followed: Followed, view: int, prizes: dict[float, float]) -> Floats:
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
    _take_out_prizes(where, weight, view, ends, prizes)
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
    begun = weight[:, view] * where.clear[sets, view]
    reach(where.deal, rows, pair, more, plan, may_double, weight)
    doubling = (plan.doubles[:, view] & may_double).astype(bool)
    reached = rows[weight[rows, view] != 0.0]
    hands, ends = where.hands, where.deal.outcomes[:, view]
    done = reached[~doubling[reached] & ((hands.points[reached] == LIMIT) | (plan.hits[reached, view] == 0))]
    once = np.zeros(pays.once.shape)
    np.add.at(once, pays.kinds[done], weight[done, view, None] * ends[sets[done]])
    doubled = reached[doubling[reached]]
    at_two = float((weight[doubled, view] * where.clear[sets[doubled], view]).sum())
    twice, rescued = _doubled(where, pays, sets, doubled, pair, more, plan, weight, view)
    within, over = np.zeros((OUTCOMES, len(_blank()))), _blank()
    _spread(where, pays.once, once, within)
    _spread(where, pays.doubled, twice, within)
    for outcome in range(OUTCOMES):
        _put(within[outcome], -1.0, float(rescued[outcome]))
    _put(over, -1.0, float(begun.sum() - at_two - once.sum()))
    _put(over, -2.0, float(at_two - twice.sum() - rescued.sum()))
    return Ends(within, over)


def _doubled(
    where: Study, pays: Pays, sets: Ints, rows: Ints, pair: int, more: int, plan: Plan, weight: Floats, view: int
) -> tuple[Floats, Floats]:
    """How often doubled hands end within 21, by kind and dealer's outcome; and those that are rescued, by outcome."""
    deal, kept, rescued = where.deal, np.zeros(pays.doubled.shape), np.zeros(OUTCOMES)
    unseen = deal.shoe.sum() - deal.view_size - deal.size[rows] - more
    for value in range(VALUES):
        left = deal.shoe[value] - deal.view_cards[view, value] - deal.cards[rows, value] - more * (value == pair)
        child = deal.child[rows, value]
        drawn = (child >= 0) & (left > 0)
        child = child[drawn]
        chances = (weight[rows, view] * left / unseen)[drawn, None] * deal.outcomes[sets[child], view]
        saved = plan.rescues[child, view] == 1
        np.add.at(kept, pays.kinds[child[~saved]], chances[~saved])
        rescued += chances[saved].sum(axis=0)
    return kept, rescued


def _spread(where: Study, pays: Floats, often: Floats, within: Floats) -> None:
    """Puts the hands of each kind where their net result lies."""
    kinds = kinds_of(where.hands.suits)
    for kind, row in enumerate(kinds.examples):
        mixed = kinds.of_hand[where.hands.numbers[where.hands.hands[row]._replace(suited=MIXED)]]
        for outcome in np.flatnonzero(often[kind]):
            net, usual = float(pays[kind, outcome]), float(pays[mixed, outcome])
            for units, share in _suits(where, row, net, usual):
                _put(within[outcome], units, share * float(often[kind, outcome]))


def _suits(where: Study, row: int, net: float, usual: float) -> Iterator[tuple[float, float]]:
    """A hand on its way to a suited 21 is paid a mean of two odds: here they are taken apart again."""
    share = where.chances.third_card(where.hands.hands[row].cards) if net != usual else 0.0
    if share == 0.0:
        yield net, 1.0
    else:
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
