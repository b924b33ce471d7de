"""Rounds of Switch with six decks: three and four hands against every combination of their endings."""

from functools import lru_cache

import numpy as np
import pytest

from chapter47.blackjack.analysis.chart.chart import cells_of, follow
from chapter47.blackjack.analysis.exact.arrays import Floats
from chapter47.blackjack.analysis.exact.net_results import add_results, no_results, sums_over
from chapter47.blackjack.analysis.main_game import analyse
from chapter47.blackjack.analysis.split.kernels import OTHER_VALUE
from chapter47.blackjack.analysis.split.one_hand import ways_to_results
from chapter47.blackjack.analysis.switch.ends import STARTS, EndLabel, HandEnds
from chapter47.blackjack.analysis.switch.prepared import NUMBER_OF_TWO_CARDS
from chapter47.blackjack.analysis.switch.price import SwitchAnalysis
from chapter47.blackjack.analysis.switch.rounds import SwitchSplitPair, both_split, starts
from chapter47.blackjack.analysis.switch.two_hands import TwoHandTables
from chapter47.blackjack.posting import TableRules


@lru_cache(maxsize=1)
def six_decks() -> SwitchAnalysis:
    analysed = analyse(TableRules(game="switch", soft_17="hit", boxes=5, decks=6, hole_card="card-reader"))
    assert isinstance(analysed, SwitchAnalysis)
    return analysed


@lru_cache(maxsize=2)
def tables(view: int) -> TwoHandTables:
    analysed = six_decks()
    prepared = analysed.prepared
    followed = follow(analysed.strategy, prepared.hands, cells_of(prepared.hands), prepared.pairs)
    return TwoHandTables(analysed.prepared_hands, followed, view, starts(analysed.dealt, analysed.rounds)[..., view])


def ways_by_label(against: TwoHandTables, labels: tuple[EndLabel, ...]) -> Floats:
    """From labels to net results, by outcome; whatever the second card was."""
    ways = ways_to_results(labels, against.nets, against.outcomes)
    by_label: Floats = ways.reshape(against.outcomes, len(labels), 2, -1).sum(axis=2)
    return by_label


def two_hands(against: TwoHandTables, start: int) -> tuple[HandEnds, Floats]:
    """Every two hands of a split pair as one end; and from the labels of one to net results, by outcome."""
    keys, numbers, orders, labels = against.hand.hand_of_pair(start)
    both, in_order = (keys[:, None] + keys).ravel(), np.argsort((keys[:, None] + keys).ravel(), kind="stable")
    begun = np.zeros((len(both), STARTS))
    begun[:, start] = np.outer(orders, orders).ravel()
    shown = (numbers[:, None] * len(labels) + numbers).ravel()
    ends = HandEnds(both[in_order], shown[in_order], begun, in_order, (EndLabel(OTHER_VALUE, ()),) * len(labels) ** 2)
    return ends, ways_by_label(against, labels)


def net_results(often: Floats, nets: list[float]) -> Floats:
    line = no_results()
    add_results(line, sums_over(np.array(nets), often.ndim - 1), often.sum(axis=0))
    return line


def three(against: TwoHandTables, start: int) -> Floats:
    ends, ways = two_hands(against, start)
    counted = against.count_end_pairs(ends, against.unsplit, against.begun + against.begun.T)
    size = ways.shape[1]
    other = ways_by_label(against, against.unsplit.labels)
    every = counted.reshape(size, size, -1, against.outcomes)
    chances: Floats = np.einsum("abco,oai,obj,ock->oijk", every, ways, ways, other, optimize=True)
    return chances


@pytest.mark.parametrize(("up", "pair"), [(1, 0), (1, 7), (3, 7), (9, 0)])
def test_a_split_pair_beside_the_other_hand(up: int, pair: int) -> None:
    """What the tables of two leave out is some millionths of these rounds."""
    against, start = tables(up), NUMBER_OF_TWO_CARDS[pair, pair]
    exact = net_results(three(against, start), against.nets)
    split = SwitchSplitPair(against, start)
    (ending,) = split.endings
    chances = split.beside_unsplit(ending).chances.sum(axis=0)
    assert exact.sum() == pytest.approx(chances.sum(), rel=1e-12)
    assert np.abs(chances - exact).sum() / 2 < 2e-6 * exact.sum()


@pytest.mark.parametrize(("pair", "other"), [(0, 0), (7, 8)])
def test_two_split_pairs(pair: int, other: int) -> None:
    """Of each pair the hands are known together, and every two of both: that leaves out as little."""
    against, pairs = tables(3), (NUMBER_OF_TWO_CARDS[pair, pair], NUMBER_OF_TWO_CARDS[other, other])
    (ends, ways), (others, beside) = (two_hands(against, start) for start in pairs)
    counted = against.count_end_pairs(ends, others, against.begun + against.begun.T if pair != other else against.begun)
    every = counted.reshape(*[ways.shape[1]] * 2, *[beside.shape[1]] * 2, against.outcomes)
    exact = np.einsum("abcdo,oai,obj,ock,odl->oijkl", every, ways, ways, beside, beside, optimize=True)
    split_both = both_split(*(SwitchSplitPair(against, start) for start in pairs))
    assert split_both.split == pytest.approx(exact.sum(), rel=1e-12)
    assert np.abs(split_both.chances.sum(axis=0) - net_results(exact, against.nets)).sum() / 2 < 1e-5 * split_both.split


def test_all_rounds_are_counted() -> None:
    analysed, data = six_decks(), six_decks().round_data()
    units = {float(net): chance for net, chance in data["units"].items()}
    assert sum(units.values()) == pytest.approx(1.0, abs=1e-12)
    assert sum(data["outcomes"].values()) == pytest.approx(1.0, abs=1e-12)
    assert sum(net * chance for net, chance in units.items()) == pytest.approx(-2.0 * analysed.house_edge, abs=1e-9)
    square = sum(net**2 * chance for net, chance in units.items()) - 4.0 * analysed.house_edge**2
    assert square == pytest.approx(data["variance_in_single_wagers"], abs=1e-7)
    assert data["outcomes_error_bound"] == data["split_rounds"] < 0.03
