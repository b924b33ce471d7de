"""Mean and variance of a round of every game against every deal of a tiny shoe."""

import pytest
from tests.analysis.one_hand import analyse_one_hand
from tests.analysis.policies import ByChart
from tests.analysis.spread import Spreading
from tests.analysis.test_double_exposure_price import ROWS as EXPOSED
from tests.analysis.test_enumeration import shoe
from tests.analysis.test_spanish_21_price import ROWS as SPANISH

from chapter47.analysis.shoe import shoe_of
from chapter47.cards import Card
from chapter47.posting import TableRules

READ = {"2010 19:47-2.10(b)": "busted-plus-one", "2010 19:47-2.11(d)": "busted-plus-one"}
LOST_AT_ONCE = [
    ("T*6 A*4 9*4", TableRules(game="six-to-five", split_hands=4, hole_card="none")),
    ("8*4 T*4 A*2 5*1", TableRules(game="six-to-five", split_hands=4, hole_card="none")),
    ("8*4 T*4 A*2 3*1", TableRules(game="six-to-five", split_hands=3, hole_card="none", double_card="face-down")),
    ("9*4 T*4 A*2 4*1", TableRules(split_hands=4, hole_card="none", readings=READ)),
]
SHOES = EXPOSED + SPANISH + [(shoe(text), table) for text, table in LOST_AT_ONCE]


@pytest.mark.parametrize(("cards", "table"), SHOES)
def test_mean_and_variance_are_those_of_every_deal(cards: tuple[Card, ...], table: TableRules) -> None:
    found = analyse_one_hand(table, shoe_of(cards))
    dealt = Spreading(table, ByChart(found)).results(cards)
    mean = sum(net * chance for net, chance in dealt.items())
    variance = sum(net * net * chance for net, chance in dealt.items()) - mean**2
    assert found.results.mean == pytest.approx(mean, abs=1e-12)
    assert found.variance == pytest.approx(variance, abs=found.results.variance_error_bound)
    apart = sum(abs(found.units.get(net, 0.0) - dealt.get(net, 0.0)) for net in {*dealt, *found.units}) / 2
    assert apart <= found.results.more_than_two + 1e-12
