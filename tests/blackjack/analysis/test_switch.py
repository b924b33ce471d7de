"""Blackjack Switch: both edges against the engine, the switch, its rule, and advice for both hands."""

from functools import lru_cache

import pytest
from tests.blackjack.analysis.enumeration import Enumeration
from tests.blackjack.analysis.switch_policies import SwitchByCards, SwitchByChart
from tests.blackjack.analysis.test_enumeration import shoe

from chapter47.blackjack.analysis.advice import UnlikelyCardsError
from chapter47.blackjack.analysis.exact.shoe import CardCounts
from chapter47.blackjack.analysis.main_game import analyse
from chapter47.blackjack.analysis.strategy_sheet import strategy_sheet
from chapter47.blackjack.analysis.switch.advice import SwitchAdvice
from chapter47.blackjack.analysis.switch.price import SwitchAnalysis
from chapter47.blackjack.posting import TableRules
from chapter47.core.cards import Card, cards
from chapter47.core.errors import NotPricedError
from chapter47.library.pages import page as page_of

LOSES = {"switch 19:47-2A.5(b)1": "loses"}
BUSTED = {"2010 19:47-2.10(b)": "busted-plus-one", "2010 19:47-2.11(d)": "busted-plus-one"}

VOID = {"switch 19:47-2A.11(d)": "push"}


def table(**options: object) -> TableRules:
    return TableRules(game="switch", soft_17="hit", boxes=5, **options)  # type: ignore[arg-type]


ROWS = [
    ("T*6 A*4 9*4", table()),
    ("T*6 A*4 9*4", table(readings=LOSES)),
    ("T*6 A*4 9*4", table(hole_card="card-reader")),
    ("T*7 A*3 8*5", table(surrender=True, hole_card="face-down")),
    ("9*5 T*18", table(split_hands=3)),
    ("8*5 T*18", table(split_hands=4)),
    ("T*6 A*4 9*4", table(readings=BUSTED)),
    ("T*7 A*3 8*5", table(readings=BUSTED)),
    ("T*7 A*3 6*4 5*3", table(readings=BUSTED, hole_card="face-down")),
    ("T*10 A*5", table(readings=VOID)),
    ("T*9 A*5 9*2", table(readings=VOID, hole_card="face-down")),
]
RESPLITS = [pytest.param(at, marks=pytest.mark.soak) for at in (4, 5)]


@lru_cache(maxsize=4)
def found(text: str, at: int) -> SwitchAnalysis:
    result = analyse(ROWS[at][1], CardCounts(shoe(text)))
    assert isinstance(result, SwitchAnalysis)
    return result


@pytest.mark.parametrize("at", [2, 3, 9, 10, pytest.param(1, marks=pytest.mark.soak), *RESPLITS])
def test_the_chart_is_worth_what_the_engine_deals(at: int) -> None:
    text, rules = ROWS[at]
    analysis = found(text, at)
    engine = Enumeration(rules, SwitchByChart(analysis))
    assert engine.expected(shoe(text)) == pytest.approx(-analysis.house_edge, abs=1e-12)


@pytest.mark.parametrize(
    ("at", "free"), [(3, False), (9, False), *(pytest.param(at, at == 0, marks=pytest.mark.soak) for at in (0, 4, 5))]
)
def test_the_best_play_is_worth_what_the_engine_deals(at: int, free: bool) -> None:
    """Where no hole card is dealt no other switch and no other move of the first hand is worth more.

    With a hole card the enumeration cannot try moves: it would choose them knowing that card."""
    text, rules = ROWS[at]
    analysis = found(text, at)
    engine = Enumeration(rules, SwitchByCards(analysis, free=free))
    assert engine.expected(shoe(text)) == pytest.approx(-analysis.house_edge_optimal, abs=1e-12)


def test_void_21s_of_a_split_pair_are_worth_something() -> None:
    text, _ = ROWS[9]
    assert found(text, 9).house_edge < analyse(table(), CardCounts(shoe(text))).house_edge


def test_void_and_busted_hands_of_a_split_pair_are_not_priced_together() -> None:
    with pytest.raises(NotPricedError, match="together"):
        analyse(table(readings={**VOID, **BUSTED}), CardCounts(shoe(ROWS[9][0])))


@lru_cache(maxsize=1)
def six_decks() -> SwitchAnalysis:
    result = analyse(table(decks=6, hole_card="card-reader"))
    assert isinstance(result, SwitchAnalysis)
    return result


def test_first_deals_add_up_to_one() -> None:
    assert six_decks().dealt.chance.sum() == pytest.approx(1.0, abs=1e-12)


def test_the_rule_for_the_switch_costs_little() -> None:
    rule = six_decks().strategy_data()["switch"]
    assert 0.0 < rule["cost"] < 0.00005
    assert rule["cost"] < rule["short"]["cost"] < 0.002
    assert rule["house_edge"] == pytest.approx(six_decks().house_edge + rule["cost"], abs=1e-15)
    assert next(iter(rule["scores"])) == "blackjack as dealt"


def test_the_page_of_the_chart_says_when_to_switch() -> None:
    sheet = strategy_sheet(six_decks().prepared.table, six_decks())
    page, rule = page_of(sheet), sheet.file["switch"]
    assert rule["rule"] in page
    best = "".join(f"<td>{score}</td>" for score in rule["scores"]["blackjack as dealt"].values())
    assert f"<th>blackjack as dealt</th>{best}" in page


def advice(first: str, other: str, up: str) -> SwitchAdvice:
    result = six_decks().advise(cards(first), cards(other), up=cards(up))
    assert isinstance(result, SwitchAdvice)
    return result


@pytest.mark.parametrize(
    ("first", "other", "up", "best"),
    [("5s Th", "Td 6c", "7h", "switch"), ("As Th", "Td 9c", "7h", "keep"), ("Ts Ah", "Ad Tc", "5h", "keep")],
)
def test_the_switch_that_is_best(first: str, other: str, up: str, best: str) -> None:
    assert advice(first, other, up).best == best


def test_advice_agrees_with_the_values_of_the_deal() -> None:
    """Under a seven there is no blackjack to wait for, so nothing has to be taken apart."""
    given = advice("5s Th", "Td 6c", "7h")
    kept = six_decks().by_cards
    assert given.switched is not None
    assert given.kept.value < given.switched.value
    assert given.data()["switch"]["hands"][0]["hand"] == "5s 6c"
    assert kept.shape == (55, 55, 10)


def test_a_hand_with_three_cards_is_past_its_switch() -> None:
    given = advice("5s Th 2c", "Td 6c", "7h")
    assert (given.switched, given.best, given.insurance) == (None, "keep", None)


@pytest.mark.parametrize("hands", [("5s Th",), ("5s", "Td 6c")])
def test_both_hands_are_asked_for(hands: tuple[str, ...]) -> None:
    given: list[tuple[Card, ...]] = [cards(hand) for hand in hands]
    with pytest.raises(UnlikelyCardsError, match="two"):
        six_decks().advise(*given, up=cards("7h"))
