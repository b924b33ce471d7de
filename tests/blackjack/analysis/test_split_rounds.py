"""How split hands end together: against every deal of a tiny shoe, and three hands against their enumeration."""

import numpy as np
import pytest
from tests.blackjack.analysis.one_hand import analyse_one_hand
from tests.blackjack.analysis.policies import ByChart
from tests.blackjack.analysis.spread import Spreading, mean_and_variance
from tests.blackjack.analysis.test_enumeration import ROWS, shoe
from tests.blackjack.analysis.test_options import ROWS as PAY_OUTS

from chapter47.blackjack.analysis.exact import rulebook
from chapter47.blackjack.analysis.exact.arrays import Floats
from chapter47.blackjack.analysis.exact.dealer import OUTCOMES, finishing_tree
from chapter47.blackjack.analysis.exact.kernels import chance_of_no_blackjack, dealer_outcomes
from chapter47.blackjack.analysis.exact.shoe import CardCounts
from chapter47.blackjack.analysis.exact.values import VALUES
from chapter47.blackjack.analysis.one_wager import OneWagerAnalysis
from chapter47.blackjack.analysis.split.all_hands import TwoHands, split_rounds
from chapter47.blackjack.analysis.split.kernels import draw_chances
from chapter47.blackjack.analysis.split.one_hand import PaymentLines, SplitPairHands
from chapter47.blackjack.posting import TableRules
from chapter47.core.cards import Card

SHOES = [(shoe(text), table) for text, table in ROWS] + PAY_OUTS


@pytest.mark.parametrize(("cards", "table"), SHOES)
def test_a_round_ends_as_in_every_deal(cards: tuple[Card, ...], table: TableRules) -> None:
    """With splits to four hands, resplit aces, surrender, insurance at an ace, and the first-wager reading.

    Mean and variance are exact; so are the chances with two hands, otherwise they keep within their bound."""
    analysed = analyse_one_hand(table, CardCounts(cards))
    dealt = Spreading(table, ByChart(analysed)).results(cards)
    mean, variance = mean_and_variance(dealt)
    assert analysed.results.mean == pytest.approx(mean, abs=1e-12)
    assert analysed.variance == pytest.approx(variance, abs=1e-12)
    assert analysed.results.three_hands_or_more == 0.0 or table.split_hands > 2
    apart = sum(abs(analysed.units.get(net, 0.0) - dealt.get(net, 0.0)) for net in {*dealt, *analysed.units}) / 2
    assert apart <= analysed.results.three_hands_or_more + 1e-12


def three_together(analysed: OneWagerAnalysis, pair: int, view: int) -> Floats:
    """Every three endings, as `TwoHands` does with two; any second cards."""
    prepared, plan = analysed.prepared, analysed.by_chart.followed.plan
    hands = SplitPairHands(PaymentLines(prepared), plan, pair, view)
    two = TwoHands(hands, view)
    key = 32 ** np.arange(VALUES)
    hand_keys = hands.cards @ key
    sets, number = np.unique(hand_keys[:, None, None] + hand_keys[None, :, None] + hand_keys, return_inverse=True)
    gone = (sets[:, None] // key) % 32
    drawn = gone.copy()
    drawn[:, pair] -= 3
    up = np.eye(VALUES, dtype=np.int64)[view : view + 1]
    left = prepared.deal.shoe - up[0]
    left[pair] -= 3
    clear = chance_of_no_blackjack(gone, prepared.deal.shoe, up, 1, prepared.deal.completes_blackjack[view : view + 1])
    tree = finishing_tree(rulebook.stands_on(prepared.table), ((view,),))
    outcomes = dealer_outcomes(gone, prepared.deal.shoe, tree, np.array([[view]]), clear)[:, 0]
    chances = draw_chances(drawn, left)[:, None] * outcomes
    orders = np.einsum("a,b,c->abc", hands.orders, hands.orders, hands.orders)
    ways = two.paid.later_ways
    together = np.zeros([2 * len(two.results)] * 3)
    for outcome in range(OUTCOMES):
        per = ways[outcome][hands.class_of]
        weighed = orders * chances[:, outcome][number].reshape(orders.shape)
        together += np.einsum("abc,ai,bj,ck->ijk", weighed, per, per, per, optimize=True)
    size = len(two.results)
    results: Floats = together.reshape([2, size] * 3).sum(axis=(0, 2, 4))
    return results


@pytest.mark.parametrize(("decks", "pair", "view", "most"), [(1, 8, 3, 2.5e-4), (1, 6, 4, 2.5e-4), (6, 8, 3, 1e-5)])
def test_three_hands_from_their_tables_of_two(decks: int, pair: int, view: int, most: float) -> None:
    """What is left out, given a round with three hands, falls with the square of the number of cards."""
    analysed = analyse_one_hand(TableRules(decks=decks, split_hands=3))
    hands = SplitPairHands(PaymentLines(analysed.prepared), analysed.by_chart.followed.plan, pair, view)
    full = [ended for ended in split_rounds(hands, view) if ended.chances.ndim == 3]
    fitted = full[0].chances / full[0].chances.sum()
    exact = three_together(analysed, pair, view)
    assert exact.sum() == pytest.approx(1.0, abs=1e-12)
    assert np.abs(fitted - exact / exact.sum()).sum() / 2 < most
    for axis in range(3):
        assert fitted.sum(axis=axis) == pytest.approx(exact.sum(axis=axis), abs=1e-12)
