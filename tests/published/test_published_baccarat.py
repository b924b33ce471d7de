"""Baccarat as others have worked it out: Wizard of Odds, "Baccarat: Basics" and "Baccarat: House Edge by Decks"."""

from dataclasses import replace
from fractions import Fraction

import pytest

from chapter47.baccarat.analysis.price import BaccaratPrice
from chapter47.baccarat.posting import BaccaratTable
from chapter47.core.money import Odds

FOUR_PERCENT = Fraction(4, 100)
# decks, wager, change of the table, percentage with its four decimals
EDGES = [
    (8, "banker", {}, "1.0579"),
    (8, "banker", {"vigorish": FOUR_PERCENT}, "0.5993"),
    (8, "player", {}, "1.2351"),
    (8, "tie", {}, "14.3596"),
    (8, "tie", {"tie_pays": Odds.of("9 to 1")}, "4.8440"),
    (6, "banker", {}, "1.0558"),
    (6, "banker", {"vigorish": FOUR_PERCENT}, "0.5972"),
    (6, "player", {}, "1.2374"),
    (6, "tie", {}, "14.4382"),
    (6, "tie", {"tie_pays": Odds.of("9 to 1")}, "4.9313"),
]


@pytest.mark.parametrize(("decks", "wager", "change", "printed"), EDGES)
def test_the_house_edge_as_printed(decks: int, wager: str, change: dict[str, object], printed: str) -> None:
    table = replace(BaccaratTable(decks=decks), **change)  # type: ignore[arg-type]
    assert f"{float(100 * BaccaratPrice(table).wager(wager).house_edge):.4f}" == printed


def test_the_orders_of_six_cards_as_printed() -> None:
    price = BaccaratPrice(BaccaratTable(decks=8))
    assert price.orders == 4_998_398_275_503_360
    assert price.chances("banker")["win"] == Fraction(2_292_252_566_437_888, 4_998_398_275_503_360)
