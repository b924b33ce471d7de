"""Mean and variance of a round of every game against every deal of a tiny shoe."""

import pytest
from tests.blackjack.analysis.one_hand import analyse_one_hand
from tests.blackjack.analysis.policies import ByChart
from tests.blackjack.analysis.spread import Spreading, mean_and_variance
from tests.blackjack.analysis.switch_policies import SwitchByChart
from tests.blackjack.analysis.test_double_exposure_price import ROWS as EXPOSED
from tests.blackjack.analysis.test_enumeration import shoe
from tests.blackjack.analysis.test_spanish_21_price import ROWS as SPANISH
from tests.blackjack.analysis.test_spanish_21_price import WITHOUT_VARIANCE
from tests.blackjack.analysis.test_switch import ROWS as SWITCH
from tests.blackjack.analysis.test_switch import found as switch

from chapter47.blackjack.analysis.exact.shoe import CardCounts
from chapter47.blackjack.posting import TableRules
from chapter47.core.cards import Card

READ = {"2010 19:47-2.10(b)": "busted-plus-one", "2010 19:47-2.11(d)": "busted-plus-one"}
LOST_AT_ONCE = [
    ("8*4 T*6 A*3", TableRules(game="six-to-five", split_hands=3, hole_card="none")),
    ("9*3 T*6 A*2 5*2", TableRules(split_hands=2, hole_card="none", readings=READ)),
]
SHOES = [
    *EXPOSED,
    *(row for at, row in enumerate(SPANISH) if at not in WITHOUT_VARIANCE),
    *((shoe(text), table) for text, table in LOST_AT_ONCE),
]


@pytest.mark.parametrize(("cards", "table"), SHOES)
def test_edge_and_variance_by_the_chart_are_those_of_every_deal(cards: tuple[Card, ...], table: TableRules) -> None:
    """With rescues, bonuses by suit, and blackjacks that show after hands went over 21 or were rescued."""
    analysis = analyse_one_hand(table, CardCounts(cards))
    results, dealt = analysis.results, Spreading(table, ByChart(analysis)).results(cards)
    mean, variance = mean_and_variance(dealt)
    assert -analysis.house_edge == pytest.approx(mean, abs=1e-12)
    assert results.mean == pytest.approx(mean, abs=1e-12)
    assert results.variance == pytest.approx(variance, abs=results.variance_error_bound)
    apart = sum(abs(results.units.get(net, 0.0) - dealt.get(net, 0.0)) for net in {*dealt, *results.units}) / 2
    assert apart <= results.three_hands_or_more + 1e-12


SEVERAL = [("T*7 9*3 7*2", 2), ("8*4 T*4 A*2 9*5", 2), ("8*4 T*4 6*6", 3)]


@pytest.mark.parametrize(("text", "wagers"), SEVERAL)
def test_two_dealers_hands_take_their_cards_from_each_other(text: str, wagers: int) -> None:
    table = TableRules(game="multiple-action", multiple_action_wagers=wagers)
    analysed = analyse_one_hand(table, CardCounts(shoe(text)))
    mean, variance = mean_and_variance(Spreading(table, ByChart(analysed)).results(shoe(text)))
    assert analysed.results.mean == pytest.approx(mean, abs=1e-12)
    assert analysed.variance == pytest.approx(variance, abs=1e-12)


@pytest.mark.parametrize("at", [7, 9, 10, *(pytest.param(at, marks=pytest.mark.soak) for at in (1, 2, 3, 4, 5, 6, 8))])
def test_both_hands_of_switch(at: int) -> None:
    """With splits, insurance, surrender, blackjacks that a switch made, hands over 21 that a blackjack takes too,
    pairs of 21s that it leaves alone."""
    text, table = SWITCH[at]
    analysis = switch(text, at)
    data, dealt = analysis.round_data(), Spreading(table, SwitchByChart(analysis)).results(shoe(text))
    mean, variance = mean_and_variance(dealt)
    units = {float(net) / 2: chance for net, chance in data["units"].items()}
    assert -analysis.house_edge == pytest.approx(mean, abs=1e-12)
    assert data["variance"] == pytest.approx(variance, abs=1e-12)
    apart = sum(abs(units.get(net, 0.0) - dealt.get(net, 0.0)) for net in {*dealt, *units}) / 2
    assert apart <= data["outcomes_error_bound"] + 1e-12
