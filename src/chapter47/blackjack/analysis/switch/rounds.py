"""How a round of Switch ends under the chart: the probability of each net result of both hands, and the variance.

Rounds without a split are exact. A split pair makes three or more hands with the other hand: they are composed from the
exact tables of every two of them, as in `split.all_hands`. If both hands are split, the hands of each pair are composed
first, and then fitted to the tables of every two of different pairs. Mean and variance need only the tables of two
hands, so they are exact (except for split hands over 21 that a late blackjack also takes, by the reading
busted-plus-one: see `SwitchSplitPair`)."""

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations, combinations_with_replacement, pairwise, product
from typing import Final, NamedTuple

import numpy as np

from chapter47.blackjack.analysis.chart.chart import Chart, FollowedChart, cells_of, follow
from chapter47.blackjack.analysis.exact import rulebook
from chapter47.blackjack.analysis.exact.arrays import Floats, Ints
from chapter47.blackjack.analysis.exact.exchange import SplitEnding, endings
from chapter47.blackjack.analysis.exact.net_results import (
    ROUNDING,
    add_results,
    chances_by_net,
    no_results,
    shifted_by,
    sum_of_independent,
    sums_over,
)
from chapter47.blackjack.analysis.exact.values import ACE, VALUES
from chapter47.blackjack.analysis.results.round_results import RoundResults
from chapter47.blackjack.analysis.split.all_hands import (
    NOTHING,
    Moments,
    SplitHand,
    fitted,
    hands_held,
    less_pair_cards,
    moments_of,
    moments_on,
)
from chapter47.blackjack.analysis.split.dealer_blackjack import (
    COMPLETES_BLACKJACK,
    cards_for_two_card_21s,
    chance_in_order,
    orders_of_splits,
)
from chapter47.blackjack.analysis.split.kernels import OTHER_VALUE
from chapter47.blackjack.analysis.switch.ends import AS_DEALT, STARTS
from chapter47.blackjack.analysis.switch.prepared import (
    NATURAL,
    NUMBER_OF_TWO_CARDS,
    DealValues,
    FirstDeals,
    PreparedSwitch,
)
from chapter47.blackjack.analysis.switch.two_hands import BESIDE_SPLIT, BESIDE_UNSPLIT, TwoHandTables
from chapter47.core.numeric.progress import in_threads

Deal = tuple[int, ...]
"""The values of the four cards and the up card."""


def chances_of_void_pairs(
    switch: PreparedSwitch, dealt: FirstDeals, followed: FollowedChart, rounds: DealValues
) -> Iterator[tuple[Deal, tuple[float, float]]]:
    """Yield each deal with a pair that can become 21s: the probabilities that a blackjack finds one pair void, and
    both."""
    if not rulebook.split_21_is_kept(switch.table):
        return
    hands = (
        np.where(rounds.switches, dealt.first_switched, dealt.first_hand),
        np.where(rounds.switches, dealt.second_switched, dealt.second_hand),
    )
    for view in COMPLETES_BLACKJACK:
        numbers = {NUMBER_OF_TWO_CARDS[pair, pair]: pair for pair in _split(switch, followed, view)}
        may = np.isin(hands[0], [*numbers]) | np.isin(hands[1], [*numbers])
        for cards in np.argwhere((may & (dealt.chance > 0.0))[..., view]):
            deal = (*map(int, cards), view)
            pairs = [numbers[int(hand[deal])] for hand in hands if int(hand[deal]) in numbers]
            yield deal, _void(switch, deal, pairs)


def _split(switch: PreparedSwitch, followed: FollowedChart, view: int) -> list[int]:
    """The pairs of aces and tens that the chart splits."""
    pairs = switch.by_other_hand[0].pairs
    return [
        int(pair)
        for number, (row, pair) in enumerate(zip(pairs.rows, pairs.value, strict=True))
        if pair in COMPLETES_BLACKJACK and followed.splits[number, view] and not followed.surrenders[row, view]
    ]


def _void(switch: PreparedSwitch, deal: Deal, pairs: list[int]) -> tuple[float, float]:
    left = switch.shoe.counts
    np.subtract.at(left, list(deal), 1)
    alone = sum(_all_void(switch, left, deal[-1], pair) for pair in pairs)
    both = _all_void(switch, left, deal[-1], *pairs) if len(pairs) > 1 else 0.0
    return alone - 2.0 * both, both


def _all_void(switch: PreparedSwitch, left: Ints, view: int, *pairs: int) -> float:
    """Return the probability that every hand of these pairs is a two-card 21 and the dealer has a blackjack."""
    most_hands = switch.by_other_hand[0].most_hands
    chance = 0.0
    for splits in product(*(orders_of_splits(most_hands[pair]).items() for pair in pairs)):
        drawn = [
            card for pair, (hands, _) in zip(pairs, splits, strict=True) for card in cards_for_two_card_21s(pair, hands)
        ]
        ways = np.prod([ways for _, ways in splits])
        chance += float(ways) * chance_in_order(left, [*drawn, COMPLETES_BLACKJACK[view]])
    return chance


NOTE = "for both hands together, in units of both wagers"
LONGEST_FIRST: Final = (6, 7, 8, 9, *range(6))
"""Up cards in order: hands are longest against a seven."""
UNITS_NOTE = "for both hands together, in units of one wager"


class RoundChances(NamedTuple):
    """How often rounds end with each net result; exact mean and mean square; how many had a split."""

    chances: Floats
    exact: Moments
    split: float
    error: float = 0.0
    """Bound on the error of the mean square."""

    def plus(self, added: "RoundChances", *, besides: float = 0.0) -> "RoundChances":
        chances = self.chances + shifted_by(added.chances, besides)
        exact = self.exact.plus(added.exact, besides=besides)
        return RoundChances(chances, exact, self.split + added.split, self.error + added.error)


def switch_results(
    switch: PreparedSwitch, dealt: FirstDeals, chart: Chart, rounds: DealValues, mean: float
) -> RoundResults:
    prepared, begun = switch.by_other_hand[0], starts(dealt, rounds)
    followed = follow(chart, prepared.hands, cells_of(prepared.hands), prepared.pairs)

    def against(view: int) -> RoundChances:
        return _against(
            TwoHandTables(switch, followed, view, begun[..., view]), insured=chart.insurance and view == ACE
        )

    total = _ended_by_blackjack(switch, dealt, followed, rounds, insured=chart.insurance)
    up_cards = [view for view in LONGEST_FIRST if switch.shoe.counts[view]]
    for rounds_against in in_threads("both hands of Switch together", against, up_cards):
        total = total.plus(rounds_against)
    counted, error = moments_on(total.chances), total.error + ROUNDING
    correction = Moments(0.0, mean - counted.mean, total.exact.square - counted.square)
    results = RoundResults(chances_by_net(total.chances), {}, total.split, total.split, error, correction)
    return results._replace(note=NOTE, units_note=UNITS_NOTE)


def starts(dealt: FirstDeals, rounds: DealValues) -> Floats:
    """Count the orders of the first four cards in which both hands begin this way after the switch, by up card."""
    orders = np.zeros((STARTS, STARTS, VALUES))
    up = np.broadcast_to(np.arange(VALUES), dealt.first_hand.shape)
    first, second = (np.where(hand == NATURAL, AS_DEALT, hand) for hand in (dealt.first_hand, dealt.second_hand))
    np.add.at(orders, (first, second, up), 1.0 * ~rounds.switches)
    np.add.at(orders, (dealt.first_switched, dealt.second_switched, up), 1.0 * rounds.switches)
    return orders


class RoundsAgainstUpCard(NamedTuple):
    """How rounds against one up card end: by outcome and net result; and what is known of them exactly."""

    chances: Floats
    early: Moments
    """Rounds that no blackjack ends."""
    split: float
    error: float = 0.0


def _against(tables: TwoHandTables, *, insured: bool) -> RoundChances:
    """Add insurance: it costs a unit, and pays two if a blackjack appears late."""
    rounds, totals = RoundChances(no_results(), NOTHING, 0.0), tables.outcomes - tables.blackjack_is_an_outcome
    for ended in _all_rounds(tables):
        early, late = ended.chances[:totals].sum(axis=0), ended.chances[totals:].sum(axis=0)
        rounds = rounds.plus(RoundChances(early, ended.early, ended.split, ended.error), besides=-1.0 * insured)
        rounds = rounds.plus(RoundChances(late, moments_on(late), 0.0), besides=2.0 * insured)
    return rounds


def _all_rounds(tables: TwoHandTables) -> Iterator[RoundsAgainstUpCard]:
    both, nets = tables.both_unsplit(), np.array(tables.nets)
    by_net = _results_by_net(tables, both)
    yield RoundsAgainstUpCard(
        by_net, moments_of(nets, [both[: tables.outcomes - tables.blackjack_is_an_outcome].sum(axis=0)]), 0.0
    )
    pairs = [SwitchSplitPair(tables, start) for start in tables.pairs]
    for pair in pairs:
        yield from (pair.beside_unsplit(ending) for ending in pair.endings)
        yield from (
            RoundsAgainstUpCard(pair.blank, early._replace(chance=0.0), 0.0) for _, early in pair.beside_split.values()
        )
    for pair, other_pair in combinations_with_replacement(pairs, 2):
        yield both_split(pair, other_pair)


def _results_by_net(tables: TwoHandTables, frequency: Floats, *pairs: int) -> Floats:
    """Return results by outcome and net result of the round; the first hands are of split pairs, with their sizes.

    A late blackjack takes one wager of what is left of a pair, beside the hands over 21."""
    hands, nets = frequency.ndim - 1, np.array(tables.nets)
    together = [sums_over(nets, hands)] * tables.outcomes
    if tables.blackjack_is_an_outcome:
        left = [hand == 0.0 for hand in np.meshgrid(*[nets] * hands, indexing="ij")]
        ends = np.cumsum([0, *pairs])
        taken = [np.any(left[begin:end], axis=0).ravel() for begin, end in pairwise(ends)]
        together[-1] = together[-1] - np.sum(taken, axis=0)
    by_net = np.array([no_results()] * tables.outcomes)
    for net_chances, sums, chances in zip(by_net, together, frequency, strict=True):
        add_results(net_chances, sums, chances)
    return by_net


class SwitchSplitPair:
    """A pair that is split at Switch."""

    def __init__(self, tables: TwoHandTables, start: int) -> None:
        self.tables, self.start, self.nets = tables, start, np.array(tables.nets)
        self.totals = tables.outcomes - tables.blackjack_is_an_outcome
        self.endings = endings(tables.prepared.most_hands[tables.hand.split[start]])
        self.two, self.hand_and_unsplit = tables.of_pair(start), tables.beside_unsplit(start)
        self.blank = np.array([no_results()] * tables.outcomes)

    def two_of(self, beside: int, ending: SplitEnding) -> dict[tuple[int, int], Floats]:
        """Return every two hands by outcome and net results, with the other hand of the box split or not."""
        hands, tables = hands_held(ending), {}
        for first, second in combinations(range(ending.hands), 2):
            held = hands[first], hands[second]
            by_second_cards = less_pair_cards(lambda further_gone: self.two[beside, further_gone], ONES, ending, *held)
            by_nets = _by_second_card(_by_second_card(by_second_cards, held[0], 1), held[1], 2)
            tables[first, second] = self.endings[ending] * np.maximum(by_nets, 0.0)
        return tables

    def beside(self, ending: SplitEnding, hand: SplitHand) -> Floats:
        """A hand of the pair and the other hand of the box, which is not split."""
        by_second_cards = less_pair_cards(
            lambda further_gone: self.hand_and_unsplit[:, further_gone - 1], ONES, ending, hand
        )
        return self.endings[ending] * np.maximum(_by_second_card(by_second_cards, hand, 1), 0.0)

    def beside_unsplit(self, ending: SplitEnding) -> RoundsAgainstUpCard:
        """Rounds in which the other hand is not split."""
        two, last = self.two_of(BESIDE_UNSPLIT, ending), ending.hands
        others = {(number, last): self.beside(ending, held) for number, held in enumerate(hands_held(ending))}
        frequency = fitted(last + 1, {**two, **others})
        early = moments_of(self.nets, [table[: self.totals].sum(axis=0) for table in (*two.values(), *others.values())])
        by_net = _results_by_net(self.tables, frequency, last)
        return RoundsAgainstUpCard(
            by_net, early, float(frequency.sum()), (4.0 * last + 7.0) * self._chance_all_bust(two[0, 1])
        )

    def _chance_all_bust(self, two: Floats) -> float:
        """Bound the probability that a blackjack finds all hands over 21: for three or more hands it is not known
        exactly.

        Then it costs one unit less, whatever the hands cost: at most two each, and two for the other hand."""
        over = self.nets < 0.0
        return float(two[self.totals :, over][:, :, over].sum())

    @cached_property
    def beside_split(self) -> dict[SplitEnding, tuple[Floats, Moments]]:
        """Yield each ending if the other hand is split too: the distribution of its hands, given the outcome."""
        by_ending = {}
        for ending in self.endings:
            two = self.two_of(BESIDE_SPLIT, ending)
            early = moments_of(self.nets, [table[: self.totals].sum(axis=0) for table in two.values()])
            frequency = fitted(ending.hands, two)
            whole = frequency.sum(axis=tuple(range(1, frequency.ndim)), keepdims=True)
            by_ending[ending] = np.divide(frequency, whole, out=np.zeros_like(frequency), where=whole > 0.0), early
        return by_ending


ONES: Final = np.ones(16)
"""Tables of Switch hold the probability of all cards together: those of single pair cards are not needed."""


def _by_second_card(by_second_cards: Floats, hand: SplitHand, axis: int) -> Floats:
    """Select a hand that drew another value than the pair's, or any card."""
    return np.asarray(
        by_second_cards.take(OTHER_VALUE, axis=axis) if hand.has_other_card else by_second_cards.sum(axis=axis)
    )


def both_split(pair: SwitchSplitPair, other_pair: SwitchSplitPair) -> RoundsAgainstUpCard:
    """Return rounds in which both hands are split; what the hands of each pair are worth by themselves is counted
    elsewhere."""
    cross, nets, by_net = pair.tables.beside_split(pair.start, other_pair.start), pair.nets, np.zeros_like(pair.blank)
    product = most = 0.0
    for ending, (ended, _) in pair.beside_split.items():
        for beside, (ended_beside, _) in other_pair.beside_split.items():
            ways = pair.endings[ending] * other_pair.endings[beside]
            tables = {
                (first, ending.hands + second): ways * _hand_of_each_pair(cross, ending, held, beside, held_beside)
                for first, held in enumerate(hands_held(ending))
                for second, held_beside in enumerate(hands_held(beside))
            }
            product += float(nets @ sum(table[: pair.totals].sum(axis=0) for table in tables.values()) @ nets)
            ended_so = _all_hands(pair.tables, tables, ended, ended_beside)
            most += float(ended_so[pair.totals :].sum()) * (2.0 * (ending.hands + beside.hands)) ** 2
            by_net += ended_so
    early = Moments(float(by_net[: pair.totals].sum()), 0.0, 2.0 * product)
    return RoundsAgainstUpCard(by_net, early, float(by_net.sum()), most)


MOST_FITTED: Final = 5


def _all_hands(
    tables: TwoHandTables, two: dict[tuple[int, int], Floats], ended: Floats, ended_beside: Floats
) -> Floats:
    """Combine the hands of two pairs, by outcome and net result of the round.

    Those of each pair are known given the outcome, and every two of different pairs. For more than five hands, which
    are very rare, the pairs are treated as independent."""
    chance: Floats = two[0, ended.ndim - 1].sum(axis=2).sum(axis=1)
    sizes = ended.ndim - 1, ended_beside.ndim - 1
    if sum(sizes) > MOST_FITTED:
        by_net = [_results_by_net(tables, each, size) for each, size in zip((ended, ended_beside), sizes, strict=True)]
        return np.array(
            [frequency * sum_of_independent(*pair) for frequency, *pair in zip(chance, *by_net, strict=True)]
        )
    alone = [each.reshape(tables.outcomes, -1) for each in (ended, ended_beside)]
    begin = chance[:, None, None] * alone[0][:, :, None] * alone[1][:, None, :]
    return _results_by_net(tables, fitted(sum(sizes), two, begin), *sizes)


def _hand_of_each_pair(
    cross: Floats, ending: SplitEnding, held: SplitHand, beside: SplitEnding, held_beside: SplitHand
) -> Floats:
    """A hand of each pair, by outcome and net results."""
    by_second_cards = less_pair_cards(lambda further_gone: cross[:, further_gone - 1], ONES, ending, held)
    by_nets = _by_second_card(by_second_cards, held, 1)
    both = less_pair_cards(lambda further_gone: by_nets[:, :, further_gone - 1], ONES, beside, held_beside)
    return np.maximum(_by_second_card(both, held_beside, 2), 0.0)


def _ended_by_blackjack(
    switch: PreparedSwitch, dealt: FirstDeals, followed: FollowedChart, rounds: DealValues, *, insured: bool
) -> RoundChances:
    """Return rounds that a dealer's blackjack ends, taking only the original wagers."""
    prepared, net_chances = switch.by_other_hand[0], no_results()
    no_blackjack = switch.no_blackjack[dealt.first_hand, dealt.second_hand, np.arange(VALUES)]
    unswitched = 2 - dealt.unswitched_blackjacks
    switched_21s = (dealt.first_switched == NATURAL).astype(np.int64) + (dealt.second_switched == NATURAL)
    has_card_reader = switch.table.hole_card == "card-reader"
    lost = unswitched if has_card_reader else 2 - switched_21s * rulebook.switched_21_is_safe(switch.table)
    net = 2.0 * insured * (np.arange(VALUES) == ACE) - np.where(rounds.switches, lost, unswitched)
    frequency = dealt.chance * (1.0 - no_blackjack) * (not any(prepared.bust_rules))
    for deal, kept in chances_of_void_pairs(switch, dealt, followed, rounds):
        for pairs, chance in enumerate(kept, start=1):
            frequency[deal] -= dealt.chance[deal] * chance
            add_results(net_chances, np.array([net[deal] + pairs]), np.array([dealt.chance[deal] * chance]))
    add_results(net_chances, net, frequency)
    return RoundChances(net_chances, moments_on(net_chances), 0.0)
