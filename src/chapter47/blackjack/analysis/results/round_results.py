"""How a round ends under the chart: the probability of each net result, and the variance.

Mean and variance are exact, and so are the probabilities of rounds with one or two hands. Rounds with three or four
hands are composed from the exact tables of every two hands (`split.all_hands`)."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from chapter47.blackjack.analysis.chart.chart import FollowedChart
from chapter47.blackjack.analysis.exact import rulebook
from chapter47.blackjack.analysis.exact.arrays import SHOWN, Floats, Ints, Plan
from chapter47.blackjack.analysis.exact.dealer import OUTCOMES
from chapter47.blackjack.analysis.exact.hands import MIXED
from chapter47.blackjack.analysis.exact.kernels import reach
from chapter47.blackjack.analysis.exact.net_results import (
    LARGEST_NET,
    ROUNDING,
    STEPS_PER_UNIT,
    add_result,
    add_results,
    chances_by_net,
    no_results,
    shifted_by,
    sums_over,
)
from chapter47.blackjack.analysis.exact.prepared import PreparedShoe
from chapter47.blackjack.analysis.exact.rulebook import kinds_of
from chapter47.blackjack.analysis.exact.values import ACE, VALUES
from chapter47.blackjack.analysis.results.over_21 import doubled_over_21
from chapter47.blackjack.analysis.results.several_wagers import mean_product
from chapter47.blackjack.analysis.split.all_hands import NOTHING, JointResults, Moments, split_rounds
from chapter47.blackjack.analysis.split.late_blackjacks import ended_by_blackjack
from chapter47.blackjack.analysis.split.one_hand import PaymentLines, SplitPairHands
from chapter47.blackjack.hands import LIMIT
from chapter47.core.json_object import Json
from chapter47.core.numeric.progress import in_threads

ALL_WAGERS = "for all wagers of a round together, in units of their sum"
ONE_WAGER = "for one wager, against its own dealer's hand"


class RoundResults(NamedTuple):
    """Per round, in units of the first wager."""

    units: dict[float, float]
    """The probability of each net result."""
    hands: dict["Score", float]
    """The probability of each number of hands won, pushed and lost."""
    split_rounds: float
    three_hands_or_more: float
    """The probability of three or four hands, whose results are exact only in mean and variance."""
    variance_error_bound: float
    exact_correction: Moments = NOTHING
    """The difference of exact mean and mean square from those of `units`, where three and four hands are not exact."""
    note: str = ""
    """What the variance is in units of, if not one wager."""
    units_note: str = ""
    """What the net results are in units of, likewise."""
    wagers: int = 1
    """Wagers on one hand, each against its own dealer's hand; `units` and `hands` are for one wager."""
    mean_product: float = 0.0
    """The mean product of two wagers."""

    @property
    def covariance(self) -> float:
        """The covariance of two wagers."""
        return self.mean_product - self.mean**2

    @property
    def mean(self) -> float:
        return sum(net * chance for net, chance in self.units.items()) + self.exact_correction.mean

    @property
    def variance_of_one_wager(self) -> float:
        squares = sum(net * net * chance for net, chance in self.units.items())
        return squares + self.exact_correction.square - self.mean**2

    @property
    def variance(self) -> float:
        """Variance of all wagers of a round together, in units of their sum, like the house edge."""
        return (self.variance_of_one_wager + (self.wagers - 1) * self.covariance) / self.wagers

    def data(self) -> Json:
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
            "outcomes_error_bound": self.three_hands_or_more,
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


class EndCounts(NamedTuple):
    """How often hands end: within 21 by dealer's outcome and net result; over 21 by net result."""

    within: Floats
    over_21: Floats


def round_results(prepared: PreparedShoe, followed: FollowedChart, *, insured: bool, even_money: bool) -> RoundResults:
    counts, split, three_or_more, error = no_results(), 0.0, 0.0, ROUNDING
    prizes: dict[float, float] = {}
    hands: Scores = defaultdict(float)
    endings, correction = _joint_results(prepared, followed), NOTHING
    for view in range(prepared.views):
        insures = insured and view == ACE
        by_net = _unsplit_results(prepared, followed, view, prizes)
        _score_one_hand(hands, by_net)
        if prepared.bust_rules.doubled and prepared.deal.completes_blackjack[view] >= 0:
            _blackjack_takes_instead(counts, doubled_over_21(prepared, followed, view), -2.0, insures=insures)
        for pair in _split_pairs(prepared, followed, view):
            pair_chance = float(prepared.deal_chances[prepared.pairs.rows[prepared.pairs.value == pair], view].sum())
            split += pair_chance
            for ending in endings[pair, view]:
                three_or_more += _add_hands(by_net, hands, ending, pair_chance)
                correction = correction.plus(_exact_correction(ending).times(pair_chance), besides=-0.5 * insures)
                error += pair_chance * ending.suits_error
            late = ended_by_blackjack(prepared, followed.plan, pair, view, endings[pair, view])
            for net, chance in late.units.items():
                _blackjack_takes_instead(counts, pair_chance * chance, net, insures=insures)
            correction = correction.plus(late.exact_correction.times(pair_chance), besides=1.0 * insures)
        counts += shifted_by(by_net, -0.5) if insures else by_net
        counts += _blackjacks(prepared, view, insures=insures, even_money=even_money and view == ACE)
        _score_one_hand(hands, _blackjacks(prepared, view, insures=False, even_money=even_money and view == ACE))
    hands[Score(1, 0, 0)] += sum(prizes.values())
    units = {**chances_by_net(counts), **prizes}
    results = RoundResults(units, dict(hands), split, three_or_more, error, correction)
    wagers = rulebook.wagers_on_a_hand(prepared.table)
    if wagers == 1:
        return results
    mean_of_products = mean_product(prepared, followed, even_money=even_money)
    return results._replace(wagers=wagers, mean_product=mean_of_products, note=ALL_WAGERS, units_note=ONE_WAGER)


def over_all_sides(parts: Sequence[RoundResults]) -> RoundResults:
    """Combine rounds dealt from different sides by adding their probabilities."""
    units, hands = Counter[float](), Counter[Score]()
    correction = NOTHING
    for part in parts:
        units.update(part.units)
        hands.update(part.hands)
        correction = correction.plus(part.exact_correction, besides=0.0)
    return parts[0]._replace(
        units=dict(sorted(units.items())),
        hands=dict(hands),
        split_rounds=sum(part.split_rounds for part in parts),
        three_hands_or_more=sum(part.three_hands_or_more for part in parts),
        variance_error_bound=sum(part.variance_error_bound for part in parts),
        exact_correction=correction,
        mean_product=sum(part.mean_product for part in parts),
    )


def _blackjack_takes_instead(counts: Floats, frequency: float, net: float, *, insures: bool) -> None:
    """Handle a dealer's blackjack that does not take exactly one unit."""
    add_result(counts, net + insures, frequency)
    add_result(counts, -1.0 + insures, -frequency)


def _exact_correction(ending: JointResults) -> Moments:
    nets, chances = sums_over(np.array(ending.results), ending.ending.hands), ending.chances.ravel()
    _chance, mean, square = ending.moments
    return Moments(0.0, mean - float(chances @ nets), square - float(chances @ nets**2))


def _joint_results(prepared: PreparedShoe, followed: FollowedChart) -> dict[tuple[int, int], list[JointResults]]:
    """Return the joint results of every split pair, by pair and view."""
    payments = PaymentLines(prepared)
    joint_results: dict[tuple[int, int], list[JointResults]] = {}

    def play(alike: tuple[int, list[int]]) -> dict[tuple[int, int], list[JointResults]]:
        pair, views = alike
        hands = SplitPairHands(payments, followed.plan, pair, views[0])
        return {(pair, view): list(split_rounds(hands, view)) for view in views}

    for endings in in_threads("how split hands end together", play, _played_alike(prepared, followed)):
        joint_results |= endings
    return joint_results


def _played_alike(prepared: PreparedShoe, followed: FollowedChart) -> list[tuple[int, list[int]]]:
    """Yield every split pair with the views against which its hands are played alike."""
    views_by_play: dict[tuple[int, bytes], list[int]] = {}
    for view in range(prepared.views):
        for pair in _split_pairs(prepared, followed, view):
            played = np.array([part[prepared.split_rows[pair], view] for part in followed.plan])
            views_by_play.setdefault((pair, played.tobytes()), []).append(view)
    return [(pair, views) for (pair, _), views in views_by_play.items()]


def _split_pairs(prepared: PreparedShoe, followed: FollowedChart, view: int) -> list[int]:
    rows, values = prepared.pairs
    if prepared.deal.completes_blackjack[view] == SHOWN:
        return []
    splits = followed.splits[:, view] & ~followed.surrenders[rows, view] & (prepared.deal_chances[rows, view] > 0.0)
    return [int(pair) for pair in np.unique(values[splits])]


def _score_one_hand(hands: Scores, by_net: Floats) -> None:
    """Score rounds of one hand."""
    nothing = LARGEST_NET * STEPS_PER_UNIT
    hands[Score(1, 0, 0)] += float(by_net[nothing + 1 :].sum())
    hands[Score(0, 1, 0)] += float(by_net[nothing])
    hands[Score(0, 0, 1)] += float(by_net[:nothing].sum())


def _add_hands(by_net: Floats, hands: Scores, ending: JointResults, frequency: float) -> float:
    """Add rounds of several hands; returns how often there were more than two."""
    number = ending.chances.ndim
    nets = np.array(ending.results)
    chances = frequency * ending.chances.ravel()
    add_results(by_net, sums_over(nets, number), chances)
    scores = np.bincount(sums_over((nets > 0.0) + 8 * (nets < 0.0), number), chances)
    for score in np.flatnonzero(scores):
        lost, won = divmod(int(score), 8)
        hands[Score(won, number - won - lost, lost)] += float(scores[score])
    return float(chances.sum()) if number > 2 else 0.0


def _blackjacks(prepared: PreparedShoe, view: int, *, insures: bool, even_money: bool) -> Floats:
    """Add the dealer's blackjacks, and the player's own."""
    by_net = no_results()
    two_card_rows = np.flatnonzero(prepared.hands.size == 2)
    no_blackjack = prepared.no_blackjack[prepared.removed.of_hand[two_card_rows], view]
    frequency = prepared.deal_chances[two_card_rows, view]
    own = two_card_rows == prepared.blackjack_row
    add_result(by_net, 0.0 if insures else -1.0, float((frequency * (1.0 - no_blackjack))[~own].sum()))
    odds, own_chance, own_no_blackjack = prepared.blackjack, float(frequency[own][0]), float(no_blackjack[own][0])
    ends = [*prepared.deal.outcomes[prepared.removed.of_hand[prepared.blackjack_row], view], 1.0 - own_no_blackjack]
    for share, pays in ((1.0 - odds.designated_share, odds.usual), (odds.designated_share, odds.designated)):
        if even_money:
            add_result(by_net, 1.0, own_chance * share)
            continue
        for outcome, chance in enumerate(ends):
            besides = (1.0 if outcome == OUTCOMES else -0.5) if insures else 0.0
            add_result(by_net, float(pays[outcome]) + besides, own_chance * share * chance)
    return by_net


def _take_out_prizes(
    prepared: PreparedShoe, weight: Floats, view: int, ends: EndCounts, prizes: dict[float, float]
) -> None:
    """Count hands with a fixed extra amount separately: it is far off the grid."""
    pays = prepared.pays
    for row in np.flatnonzero(weight[:, view]) if pays.bonus.any() else ():
        mean, kind = float(pays.bonus[pays.kinds[row], view]), pays.kinds[row]
        if mean == 0.0:
            continue
        mixed = prepared.hands.row_of[prepared.hands.hands[row]._replace(suited=MIXED)]
        share = prepared.suit_chances.third_card(prepared.hands.hands[row].cards)
        for outcome in range(OUTCOMES):
            frequency = (
                float(weight[row, view] * prepared.deal.outcomes[prepared.removed.of_hand[row], view, outcome]) * share
            )
            usual = float(pays.once[pays.kinds[mixed], outcome])
            odds = usual + (float(pays.once[kind, outcome]) - usual) / share
            add_result(ends.within[outcome], odds, -frequency)
            net = round(odds + mean / share, 6)
            prizes[net] = prizes.get(net, 0.0) + frequency


def _unsplit_results(prepared: PreparedShoe, followed: FollowedChart, view: int, prizes: dict[float, float]) -> Floats:
    """Return unsplit hands without a dealer's blackjack and without the player's own."""
    by_net = no_results()
    two_card_rows, rows = np.flatnonzero(prepared.hands.size == 2), prepared.pairs.rows
    weight = np.zeros((len(prepared.hands.hands), prepared.views))
    weight[two_card_rows, view] = prepared.deal_chances[two_card_rows, view]
    weight[prepared.blackjack_row] = 0.0
    weight[rows, view] *= ~followed.splits[:, view] | followed.surrenders[rows, view]
    given_up = followed.surrenders[:, view]
    add_result(
        by_net, -0.5, float((weight[:, view] * prepared.no_blackjack[prepared.removed.of_hand, view])[given_up].sum())
    )
    weight[given_up] = 0.0
    ends = _end_counts(prepared, followed.plan, weight, view)
    _take_out_prizes(prepared, weight, view, ends, prizes)
    by_net += ends.within.sum(axis=0) + ends.over_21
    return by_net


def _end_counts(prepared: PreparedShoe, plan: Plan, weight: Floats, view: int) -> EndCounts:
    """Count the ends of all hands from the weights of two-card hands, without dealer's blackjacks."""
    pays, sets, rows = prepared.pays, prepared.removed.of_hand, prepared.played_rows
    begun = weight[:, view] * prepared.no_blackjack[sets, view]
    reach(prepared.deal, prepared.unsplit_hands, plan, weight)
    doubling = (plan.doubles[:, view] & prepared.may_double).astype(bool)
    reached = rows[weight[rows, view] != 0.0]
    hands, ends = prepared.hands, prepared.deal.outcomes[:, view]
    done = reached[~doubling[reached] & ((hands.points[reached] == LIMIT) | (plan.hits[reached, view] == 0))]
    once = np.zeros(pays.once.shape)
    np.add.at(once, pays.kinds[done], weight[done, view, None] * ends[sets[done]])
    doubled = reached[doubling[reached]]
    doubled_begun = float((weight[doubled, view] * prepared.no_blackjack[sets[doubled], view]).sum())
    twice, rescued = _doubled_counts(prepared, doubled, plan, weight, view)
    within, over = np.zeros((OUTCOMES, len(no_results()))), no_results()
    _spread_over_nets(prepared, pays.once, once, within)
    _spread_over_nets(prepared, pays.doubled, twice, within)
    for outcome in range(OUTCOMES):
        add_result(within[outcome], -1.0, float(rescued[outcome]))
    add_result(over, -1.0, float(begun.sum() - doubled_begun - once.sum()))
    add_result(over, -2.0, float(doubled_begun - twice.sum() - rescued.sum()))
    return EndCounts(within, over)


def _doubled_counts(prepared: PreparedShoe, rows: Ints, plan: Plan, weight: Floats, view: int) -> tuple[Floats, Floats]:
    """Count doubled hands within 21 by kind and dealer's outcome, and rescued ones by outcome."""
    deal, pays, sets = prepared.deal, prepared.pays, prepared.removed.of_hand
    kept, rescued = np.zeros(pays.doubled.shape), np.zeros(OUTCOMES)
    unseen = deal.shoe.sum() - deal.view_size - deal.size[rows]
    for value in range(VALUES):
        left = deal.shoe[value] - deal.view_cards[view, value] - deal.cards[rows, value]
        child = deal.child[rows, value]
        drawn = (child >= 0) & (left > 0)
        child = child[drawn]
        chances = (weight[rows, view] * left / unseen)[drawn, None] * deal.outcomes[sets[child], view]
        saved = plan.rescues[child, view] == 1
        np.add.at(kept, pays.kinds[child[~saved]], chances[~saved])
        rescued += chances[saved].sum(axis=0)
    return kept, rescued


def _spread_over_nets(prepared: PreparedShoe, pays: Floats, frequency: Floats, within: Floats) -> None:
    """Convert hands of each kind into net results."""
    kinds = kinds_of(prepared.hands.suits)
    for kind, row in enumerate(kinds.examples):
        mixed = kinds.of_hand[prepared.hands.row_of[prepared.hands.hands[row]._replace(suited=MIXED)]]
        for outcome in np.flatnonzero(frequency[kind]):
            net, usual = float(pays[kind, outcome]), float(pays[mixed, outcome])
            for units, share in _nets_by_suit(prepared, row, net, usual):
                add_result(within[outcome], units, share * float(frequency[kind, outcome]))


def _nets_by_suit(prepared: PreparedShoe, row: int, net: float, usual: float) -> Iterator[tuple[float, float]]:
    """Separate the two odds of a hand on its way to a suited 21, which is paid their mean elsewhere."""
    share = prepared.suit_chances.third_card(prepared.hands.hands[row].cards) if net != usual else 0.0
    if share == 0.0:
        yield net, 1.0
    else:
        yield usual, 1.0 - share
        yield usual + (net - usual) / share, share
