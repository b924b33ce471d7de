"""How a round ends under the chart: the chance of each net result, and the variance.

Mean and variance are exact, and so are the chances of rounds with one hand or two. Rounds with three or four hands are
put together from the exact tables of every two hands (`split_rounds`)."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from chapter47.blackjack.analysis.chart.chart import Followed
from chapter47.blackjack.analysis.exact import rulebook
from chapter47.blackjack.analysis.exact.arrays import SHOWN, Pays, Plan
from chapter47.blackjack.analysis.exact.dealer import OUTCOMES, Floats, Ints
from chapter47.blackjack.analysis.exact.hands import MIXED
from chapter47.blackjack.analysis.exact.kernels import reach
from chapter47.blackjack.analysis.exact.net_results import (
    GRID,
    ROUNDING,
    STEP,
    blank,
    put,
    put_all,
    shifted,
    sums_over,
)
from chapter47.blackjack.analysis.exact.net_results import units as units_on
from chapter47.blackjack.analysis.exact.over_21 import doubled_over_21
from chapter47.blackjack.analysis.exact.prepared import Study
from chapter47.blackjack.analysis.exact.rulebook import kinds_of
from chapter47.blackjack.analysis.exact.several_wagers import mean_product
from chapter47.blackjack.analysis.exact.values import ACE, VALUES
from chapter47.blackjack.analysis.split.all_hands import NOTHING, Moments, Together, split_rounds
from chapter47.blackjack.analysis.split.late_blackjacks import ended_by_blackjack
from chapter47.blackjack.analysis.split.one_hand import Lines, PairHands
from chapter47.blackjack.hands import LIMIT
from chapter47.core.numeric.in_threads import side_by_side

ALL_WAGERS = "of all wagers of a round together, in units of all of them"
ONE_WAGER = "of one wager, against the dealer's hand that is its own"


class Results(NamedTuple):
    """Per round, in units of the first wager."""

    units: dict[float, float]
    """The chance of each net result."""
    hands: dict["Score", float]
    """The chance of each number of hands won, pushed and lost."""
    split_rounds: float
    more_than_two: float
    """The chance of three hands or four, whose results are not exact beyond mean and variance."""
    variance_error_bound: float
    beyond: Moments = NOTHING
    """What mean and mean square are beyond those of `units`, in which three and four hands are not exact."""
    note: str = ""
    """What the variance is of, where that is not one wager's."""
    units_note: str = ""
    """What the net results are of, likewise."""
    wagers: int = 1
    """On one hand, each against a dealer's hand of its own; `units` and `hands` are those of one wager."""
    product: float = 0.0
    """The mean product of two wagers."""

    @property
    def shared(self) -> float:
        """The covariance of two wagers."""
        return self.product - self.mean**2

    @property
    def mean(self) -> float:
        return sum(net * chance for net, chance in self.units.items()) + self.beyond.mean

    @property
    def variance_of_one_wager(self) -> float:
        squares = sum(net * net * chance for net, chance in self.units.items())
        return squares + self.beyond.square - self.mean**2

    @property
    def variance(self) -> float:
        """Of all wagers of a round together, in units of all of them, as the house edge is."""
        return (self.variance_of_one_wager + (self.wagers - 1) * self.shared) / self.wagers

    def data(self) -> dict[str, Any]:
        several = self.wagers > 1
        return {
            "variance": self.variance,
            "outcomes": self.outcomes(),
            "units": {f"{net:g}": chance for net, chance in self.units.items()},
            "variance_error_bound": self.variance_error_bound,
            **({"variance_note": self.note} if self.note else {}),
            **({"units_note": self.units_note} if self.units_note else {}),
            **({"variance_in_single_wagers": self.variance * self.wagers**2} if several else {}),
            **({"variance_of_one_wager": self.variance_of_one_wager} if several else {}),
            "outcomes_error_bound": self.more_than_two,
            "split_rounds": self.split_rounds,
        }

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


def results(where: Study, followed: Followed, *, insured: bool, even_money: bool) -> Results:
    counts, split, many, error = blank(), 0.0, 0.0, ROUNDING
    prizes: dict[float, float] = {}
    hands: Scores = defaultdict(float)
    endings, beyond = _endings(where, followed), NOTHING
    for view in range(where.views):
        insures = insured and view == ACE
        line = _unsplit_line(where, followed, view, prizes)
        _score(hands, line)
        if where.busts.doubled and where.deal.completes[view] >= 0:
            _instead(counts, doubled_over_21(where, followed, view), -2.0, insures=insures)
        for pair in _split_pairs(where, followed, view):
            often = float(where.deals[where.pairs.rows[where.pairs.value == pair], view].sum())
            split += often
            for ending in endings[pair, view]:
                many += _add_hands(line, hands, ending, often)
                beyond = beyond.plus(_beyond(ending).times(often), besides=-0.5 * insures)
                error += often * ending.suits
            late = ended_by_blackjack(where, followed.plan, pair, view, endings[pair, view])
            for net, chance in late.units.items():
                _instead(counts, often * chance, net, insures=insures)
            beyond = beyond.plus(late.beyond.times(often), besides=1.0 * insures)
            error += often * late.error
        counts += shifted(line, -0.5) if insures else line
        counts += _blackjacks(where, view, insures=insures, even_money=even_money and view == ACE)
        _score(hands, _blackjacks(where, view, insures=False, even_money=even_money and view == ACE))
    hands[Score(1, 0, 0)] += sum(prizes.values())
    found = Results({**units_on(counts), **prizes}, dict(hands), split, many, error, beyond)
    wagers = rulebook.wagers_on_a_hand(where.table)
    if wagers == 1:
        return found
    product = mean_product(where, followed, even_money=even_money)
    return found._replace(wagers=wagers, product=product, note=ALL_WAGERS, units_note=ONE_WAGER)


def over_all_sides(parts: Sequence[Results]) -> Results:
    """Of rounds that are dealt now from one side, now from another: all chances add up."""
    units, hands = Counter[float](), Counter[Score]()
    beyond = NOTHING
    for part in parts:
        units.update(part.units)
        hands.update(part.hands)
        beyond = beyond.plus(part.beyond, besides=0.0)
    return parts[0]._replace(
        units=dict(sorted(units.items())),
        hands=dict(hands),
        split_rounds=sum(part.split_rounds for part in parts),
        more_than_two=sum(part.more_than_two for part in parts),
        variance_error_bound=sum(part.variance_error_bound for part in parts),
        beyond=beyond,
        product=sum(part.product for part in parts),
    )


def _instead(counts: Floats, often: float, net: float, *, insures: bool) -> None:
    """A dealer's blackjack that takes other than one unit."""
    put(counts, net + insures, often)
    put(counts, -1.0 + insures, -often)


def _beyond(ending: Together) -> Moments:
    nets, chances = sums_over(np.array(ending.results), ending.ending.hands), ending.often.ravel()
    _, mean, square = ending.moments
    return Moments(0.0, mean - float(chances @ nets), square - float(chances @ nets**2))


def _endings(where: Study, followed: Followed) -> dict[tuple[int, int], list[Together]]:
    """The hands of every split pair together, by pair and view."""
    lines = Lines(where)
    found: dict[tuple[int, int], list[Together]] = {}

    def play(alike: tuple[int, list[int]]) -> dict[tuple[int, int], list[Together]]:
        pair, views = alike
        hands = PairHands(lines, followed.plan, pair, views[0])
        return {(pair, view): list(split_rounds(hands, view)) for view in views}

    for endings in side_by_side("how split hands end together", play, _played_alike(where, followed)):
        found |= endings
    return found


def _played_alike(where: Study, followed: Followed) -> list[tuple[int, list[int]]]:
    """Every pair that is split, with views against which its hands are played alike."""
    found: dict[tuple[int, bytes], list[int]] = {}
    for view in range(where.views):
        for pair in _split_pairs(where, followed, view):
            played = np.array([part[where.split_rows[pair], view] for part in followed.plan])
            found.setdefault((pair, played.tobytes()), []).append(view)
    return [(pair, views) for (pair, _), views in found.items()]


def _split_pairs(where: Study, followed: Followed, view: int) -> list[int]:
    rows, values = where.pairs
    if where.deal.completes[view] == SHOWN:
        return []
    splits = followed.splits[:, view] & ~followed.gives_up[rows, view] & (where.deals[rows, view] > 0.0)
    return [int(pair) for pair in np.unique(values[splits])]


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
    put_all(line, sums_over(nets, number), chances)
    scores = np.bincount(sums_over((nets > 0.0) + 8 * (nets < 0.0), number), chances)
    for score in np.flatnonzero(scores):
        lost, won = divmod(int(score), 8)
        hands[Score(won, number - won - lost, lost)] += float(scores[score])
    return float(chances.sum()) if number > 2 else 0.0


def _blackjacks(where: Study, view: int, *, insures: bool, even_money: bool) -> Floats:
    """The dealer's blackjacks, and the player's own."""
    line = blank()
    twos = np.flatnonzero(where.hands.size == 2)
    clear = where.clear[where.removed.of_hand[twos], view]
    often = where.deals[twos, view]
    own = twos == where.blackjack_row
    put(line, 0.0 if insures else -1.0, float((often * (1.0 - clear))[~own].sum()))
    odds, mine, free = where.blackjack, float(often[own][0]), float(clear[own][0])
    ends = [*where.deal.outcomes[where.removed.of_hand[where.blackjack_row], view], 1.0 - free]
    for share, pays in ((1.0 - odds.share, odds.usual), (odds.share, odds.designated)):
        if even_money:
            put(line, 1.0, mine * share)
            continue
        for outcome, chance in enumerate(ends):
            besides = (1.0 if outcome == OUTCOMES else -0.5) if insures else 0.0
            put(line, float(pays[outcome]) + besides, mine * share * chance)
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
            put(ends.within[outcome], odds, -often)
            net = round(odds + mean / share, 6)
            prizes[net] = prizes.get(net, 0.0) + often


def _unsplit_line(where: Study, followed: Followed, view: int, prizes: dict[float, float]) -> Floats:
    """Unsplit hands where the dealer has no blackjack, without the player's own blackjacks."""
    line = blank()
    twos, rows = np.flatnonzero(where.hands.size == 2), where.pairs.rows
    weight = np.zeros((len(where.hands.hands), where.views))
    weight[twos, view] = where.deals[twos, view]
    weight[where.blackjack_row] = 0.0
    weight[rows, view] *= ~followed.splits[:, view] | followed.gives_up[rows, view]
    given_up = followed.gives_up[:, view]
    put(line, -0.5, float((weight[:, view] * where.clear[where.removed.of_hand, view])[given_up].sum()))
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
    within, over = np.zeros((OUTCOMES, len(blank()))), blank()
    _spread(where, pays.once, once, within)
    _spread(where, pays.doubled, twice, within)
    for outcome in range(OUTCOMES):
        put(within[outcome], -1.0, float(rescued[outcome]))
    put(over, -1.0, float(begun.sum() - at_two - once.sum()))
    put(over, -2.0, float(at_two - twice.sum() - rescued.sum()))
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
                put(within[outcome], units, share * float(often[kind, outcome]))


def _suits(where: Study, row: int, net: float, usual: float) -> Iterator[tuple[float, float]]:
    """A hand on its way to a suited 21 is paid a mean of two odds: here they are taken apart again."""
    share = where.chances.third_card(where.hands.hands[row].cards) if net != usual else 0.0
    if share == 0.0:
        yield net, 1.0
    else:
        yield usual, 1.0 - share
        yield usual + (net - usual) / share, share
