"""How a round of Switch ends, played by the chart: the chance of each net result of both hands, and the variance.

Rounds without a split are exact. One pair that is split makes three hands and more with the other hand: they are put
together from the exact tables of every two of them, as in `split.all_hands`. Where both hands are split the hands of
each pair are put together first, and then fitted to the tables of every two of different pairs. Mean and variance
need the tables of two hands only, so they are exact (but for split hands over 21 that a late blackjack takes too, by
the reading busted-plus-one: see `SwitchSplitPair`)."""

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations, combinations_with_replacement, pairwise
from typing import Final, NamedTuple

import numpy as np

from chapter47.blackjack.analysis.chart.chart import Chart, FollowedChart, cells_of, follow
from chapter47.blackjack.analysis.exact import rulebook
from chapter47.blackjack.analysis.exact.dealer import Floats
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
from chapter47.blackjack.analysis.split.kernels import OTHER_VALUE
from chapter47.blackjack.analysis.switch.ends import AS_DEALT, STARTS
from chapter47.blackjack.analysis.switch.prepared import NATURAL, DealValues, FirstDeals, PreparedSwitch
from chapter47.blackjack.analysis.switch.two_hands import BESIDE_SPLIT, BESIDE_UNSPLIT, TwoHandTables
from chapter47.blackjack.analysis.switch.void_pairs import chances_of_void_pairs
from chapter47.core.numeric.in_threads import in_threads

NOTE = "of both hands together, in units of both wagers"
LONGEST_FIRST: Final = (6, 7, 8, 9, *range(6))
"""Up cards: hands are drawn to longest against a seven."""
UNITS_NOTE = "of both hands together, in single wagers"


class RoundChances(NamedTuple):
    """How often rounds end with each net result; mean and mean square as they are exactly; how many had a split."""

    chances: Floats
    exact: Moments
    split: float
    error: float = 0.0
    """What the mean square can be wrong by."""

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
    """In how many orders of the first four cards both hands begin so, after the switch; by up card."""
    orders = np.zeros((STARTS, STARTS, VALUES))
    up = np.broadcast_to(np.arange(VALUES), dealt.first_hand.shape)
    first, second = (np.where(hand == NATURAL, AS_DEALT, hand) for hand in (dealt.first_hand, dealt.second_hand))
    np.add.at(orders, (first, second, up), 1.0 * ~rounds.switches)
    np.add.at(orders, (dealt.first_switched, dealt.second_switched, up), 1.0 * rounds.switches)
    return orders


class RoundsAgainstUpCard(NamedTuple):
    """How often rounds against one up card end so: by outcome and net result; and what is known of them exactly."""

    chances: Floats
    early: Moments
    """Of the rounds that no blackjack ends."""
    split: float
    error: float = 0.0


def _against(tables: TwoHandTables, *, insured: bool) -> RoundChances:
    """Insurance costs a unit, and pays two where a blackjack shows late."""
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
    """By outcome and net result of the round; the first hands are of split pairs, so many of each.

    A late blackjack takes one wager of those that are left of a pair, beside the hands over 21."""
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
    """A pair that is split."""

    def __init__(self, tables: TwoHandTables, start: int) -> None:
        self.tables, self.start, self.nets = tables, start, np.array(tables.nets)
        self.totals = tables.outcomes - tables.blackjack_is_an_outcome
        self.endings = endings(tables.prepared.most_hands[tables.hand.split[start]])
        self.two, self.hand_and_unsplit = tables.of_pair(start), tables.beside_unsplit(start)
        self.blank = np.array([no_results()] * tables.outcomes)

    def two_of(self, beside: int, ending: SplitEnding) -> dict[tuple[int, int], Floats]:
        """Every two hands by outcome and net results, where the other hand of the box is split or not."""
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
        """How likely a blackjack finds all hands over 21, at most: of three hands and more it is not known exactly.

        Then it costs one unit less, whatever the hands cost beside: two each at most, and two the other hand."""
        over = self.nets < 0.0
        return float(two[self.totals :, over][:, :, over].sum())

    @cached_property
    def beside_split(self) -> dict[SplitEnding, tuple[Floats, Moments]]:
        """Each ending where the other hand is split too: how likely its hands end so, given the outcome."""
        by_ending = {}
        for ending in self.endings:
            two = self.two_of(BESIDE_SPLIT, ending)
            early = moments_of(self.nets, [table[: self.totals].sum(axis=0) for table in two.values()])
            frequency = fitted(ending.hands, two)
            whole = frequency.sum(axis=tuple(range(1, frequency.ndim)), keepdims=True)
            by_ending[ending] = np.divide(frequency, whole, out=np.zeros_like(frequency), where=whole > 0.0), early
        return by_ending


ONES: Final = np.ones(16)
"""Tables of Switch tell the chance of all cards together: those of single pair cards are not needed."""


def _by_second_card(by_second_cards: Floats, hand: SplitHand, axis: int) -> Floats:
    """Of a hand that drew another card than the pair's, or any card."""
    return np.asarray(
        by_second_cards.take(OTHER_VALUE, axis=axis) if hand.has_other_card else by_second_cards.sum(axis=axis)
    )


def both_split(pair: SwitchSplitPair, other_pair: SwitchSplitPair) -> RoundsAgainstUpCard:
    """Rounds in which both hands are split; what the hands of each pair are worth by themselves counts elsewhere."""
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
    """The hands of two pairs together, by outcome and net result of the round.

    Those of each pair are known given the outcome, and every two of different pairs. Of more than five hands, which are
    very seldom, the pairs are taken as independent."""
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
    """Rounds that a dealer's blackjack ends, where it takes the original wagers and no more."""
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
