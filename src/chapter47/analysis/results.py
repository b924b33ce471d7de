"""How a round ends under the chart: the chance of each net result, and the variance.

Mean and variance are exact, and so are the chances of rounds with one hand or two. Rounds with three or four hands are
put together from the exact tables of every two hands (`split_rounds`)."""

from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from chapter47.analysis.arrays import Pays, Plan
from chapter47.analysis.chart import Followed
from chapter47.analysis.dealer import OUTCOMES, Floats, Ints
from chapter47.analysis.kernels import reach
from chapter47.analysis.split_rounds import Together, split_rounds
from chapter47.analysis.study import Study
from chapter47.analysis.values import ACE, VALUES
from chapter47.hands import LIMIT
from chapter47.posting import TableRules

GRID = 20
"""Net results are counted in tenths of a unit, so that 6 to 5 falls on the grid too, up to 20 units."""
STEP = 10
ROUNDING = 1e-12
SUITS_OF_TWO_HANDS = 1e-6
"""Two hands of a pair both end as 6-7-8 in less than 1 round of 60,000, both of them suited in 1 of 256 of those; with
one deck the suits of the one can exclude those of the other, and the two earn at most 4 units more by it."""


class Results(NamedTuple):
    """Per round, in units of the first wager."""

    units: dict[float, float]
    """The chance of each net result."""
    hands: dict["Score", float]
    """The chance of each number of hands won, pushed and lost."""
    split_rounds: float
    more_than_two: float
    """The chance of three hands or four, whose results are not exact beyond mean and variance."""

    @property
    def mean(self) -> float:
        return sum(net * chance for net, chance in self.units.items())

    @property
    def variance(self) -> float:
        return sum(net * net * chance for net, chance in self.units.items()) - self.mean**2

    @staticmethod
    def variance_error_bound(table: TableRules) -> float:
        """Rounding; where suits are paid also that the suits of two split hands are taken as independent."""
        return SUITS_OF_TWO_HANDS if "6-7-8-suited" in table.optional_payouts else ROUNDING

    def outcomes(self) -> dict[str, float]:
        return {
            "win": sum(chance for net, chance in self.units.items() if net > 0),
            "push": sum(chance for net, chance in self.units.items() if net == 0),
            "loss": sum(chance for net, chance in self.units.items() if net < 0),
        }


class Score(NamedTuple):
    """How many hands of a round were won, pushed and lost."""

    won: int
    pushed: int
    lost: int


Scores = defaultdict[Score, float]


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


def results(where: Study, followed: Followed, pair_rows: Ints, *, insured: bool, even_money: bool) -> Results:
    counts, split, many = _blank(), 0.0, 0.0
    hands: Scores = defaultdict(float)
    with ThreadPoolExecutor() as pool:
        cells = [(pair, view) for view in range(where.views) for pair in _split_pairs(where, followed, pair_rows, view)]
        found = pool.map(lambda cell: list(split_rounds(where, followed.plan, *cell)), cells)
        endings = dict(zip(cells, found, strict=True))
    for view in range(where.views):
        insures = insured and view == ACE
        line = _unsplit_line(where, followed, pair_rows, view)
        _score(hands, line)
        for pair in _split_pairs(where, followed, pair_rows, view):
            often = float(where.deals[pair_rows[pair], view])
            split += often
            many += sum(_add_hands(line, hands, ending, often) for ending in endings[pair, view])
        counts += _shifted(line, -0.5) if insures else line
        counts += _blackjacks(where, view, insures=insures, even_money=even_money and view == ACE)
        _score(hands, _blackjacks(where, view, insures=False, even_money=even_money and view == ACE))
    units = {round(at / STEP - GRID, 1): float(chance) for at, chance in enumerate(counts) if abs(chance) > 1e-15}
    return Results(units, dict(hands), split, many)


def _split_pairs(where: Study, followed: Followed, pair_rows: Ints, view: int) -> list[int]:
    splits = followed.splits[:, view] & ~followed.gives_up[pair_rows, view] & (where.deals[pair_rows, view] > 0.0)
    return [int(pair) for pair in np.flatnonzero(splits)]


def _score(hands: Scores, line: Floats) -> None:
    """Rounds of one hand."""
    nothing = GRID * STEP
    hands[Score(1, 0, 0)] += float(line[nothing + 1 :].sum())
    hands[Score(0, 1, 0)] += float(line[nothing])
    hands[Score(0, 0, 1)] += float(line[:nothing].sum())


def _add_hands(line: Floats, hands: Scores, ending: Together, often: float) -> float:
    """Rounds of several hands; answers how often there were more than two."""
    number = ending.often.ndim
    nets = np.array(ending.results)
    chances = often * ending.often.ravel()
    line += np.bincount(_sums_over(np.round(nets * STEP).astype(int), number) + GRID * STEP, chances, len(line))
    scores = np.bincount(_sums_over((nets > 0.0) + 8 * (nets < 0.0), number), chances)
    for score in np.flatnonzero(scores):
        lost, won = divmod(int(score), 8)
        hands[Score(won, number - won - lost, lost)] += float(scores[score])
    return float(chances.sum()) if number > 2 else 0.0


def _sums_over(one: Ints, hands: int) -> Ints:
    """The sum over all hands for every combination of their results."""
    found = one
    for _ in range(hands - 1):
        found = np.add.outer(found, one)
    return found.ravel()


def _blackjacks(where: Study, view: int, *, insures: bool, even_money: bool) -> Floats:
    """The dealer's blackjacks, and the player's own."""
    line = _blank()
    twos = np.flatnonzero(where.hands.size == 2)
    clear = where.clear[where.removed.of_hand[twos], view]
    often = where.deals[twos, view]
    own = twos == where.blackjack_row
    _put(line, 0.0 if insures else -1.0, float((often * (1.0 - clear))[~own].sum()))
    odds, mine, free = where.blackjack, float(often[own][0]), float(clear[own][0])
    for share, pays in ((1.0 - odds.share, odds.usual), (odds.share, odds.designated)):
        if even_money:
            _put(line, 1.0, mine * share)
        else:
            _put(line, pays - 0.5 * insures, mine * share * free)
            _put(line, 1.0 * insures, mine * share * (1.0 - free))
    return line


def _unsplit_line(where: Study, followed: Followed, pair_rows: Ints, view: int) -> Floats:
    """Unsplit hands where the dealer has no blackjack, without the player's own blackjacks."""
    line = _blank()
    twos = np.flatnonzero(where.hands.size == 2)
    weight = np.zeros((len(where.hands.hands), where.views))
    weight[twos, view] = where.deals[twos, view]
    weight[where.blackjack_row] = 0.0
    weight[pair_rows, view] *= ~followed.splits[:, view] | followed.gives_up[pair_rows, view]
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
        yield usual, 1.0 - where.share_suited
        yield usual + (net - usual) / where.share_suited, where.share_suited
