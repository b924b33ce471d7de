"""Mean and variance of a round of every game against every deal of a tiny shoe."""

import pytest
from tests.analysis.one_hand import analyse_one_hand
from tests.analysis.policies import ByChart
from tests.analysis.spread import Spreading
from tests.analysis.test_double_exposure_price import ROWS as EXPOSED
from tests.analysis.test_spanish_21_price import ROWS as SPANISH

from chapter47.analysis.shoe import shoe_of
from chapter47.cards import Card
from chapter47.posting import TableRules


@pytest.mark.parametrize(("cards", "table"), EXPOSED + SPANISH)
def test_mean_and_variance_are_those_of_every_deal(cards: tuple[Card, ...], table: TableRules) -> None:
    found = analyse_one_hand(table, shoe_of(cards))
    dealt = Spreading(table, ByChart(found)).results(cards)
    mean = sum(net * chance for net, chance in dealt.items())
    variance = sum(net * net * chance for net, chance in dealt.items()) - mean**2
    assert found.results.mean == pytest.approx(mean, abs=1e-12)
    assert found.variance == pytest.approx(variance, abs=found.results.variance_error_bound)
