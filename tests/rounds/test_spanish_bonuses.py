"""19:47-19.5(e), (f) and (g): what a winning hand of Spanish 21 is paid."""

from collections.abc import Callable

import pytest

from chapter47.blackjack.events import Place
from chapter47.blackjack.hands import total
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.state import Hand
from chapter47.blackjack.variations.spanish_21 import fixed, pays
from chapter47.core.cards import cards
from chapter47.core.money import THREE_TO_TWO

# cards | how | odds | paragraph
PAID = """
    6c 7d 8h              | as dealt | 3 to 2 | (f)1
    8h 6c 7d              | as dealt | 3 to 2 | (f)1
    6c 7c 8c              | as dealt | 2 to 1 | (f)2
    7h 8h 6h              | as dealt | 2 to 1 | (f)2
    6s 7s 8s              | as dealt | 3 to 1 | (f)2
    7c 7d 7h              | as dealt | 3 to 2 | (f)3
    7c 7c 7d              | as dealt | 3 to 2 | (f)3
    7d 7d 7d              | as dealt | 2 to 1 | (f)4
    7s 7s 7s              | as dealt | 3 to 1 | (f)4
    2c 3c 4c 5c 7c        | as dealt | 3 to 2 | (f)5
    6c 7d 2s 4h 2d        | as dealt | 3 to 2 | (f)5
    2c 2d 3c 3d 4c 7c     | as dealt | 2 to 1 | (f)6
    2c 2d 2h 3c 3d 4c 5c  | as dealt | 3 to 1 | (f)7
    Ac Ad Ah As 2c 2d 3c Kc | as dealt | 3 to 1 | (f)7
    6c 7d 8h              | split    | 3 to 2 | (f)1
    7s 7s 7s              | split    | 3 to 1 | (f)4
    6c 7d 8h              | doubled  | 1 to 1 | (f)
    7s 7s 7s              | doubled  | 1 to 1 | (f)
    2c 3c 4c 5c 7c        | doubled  | 1 to 1 | (f)
    Kc 6d 5h              | as dealt | 1 to 1 | (e)
    2c 3c 4c 5c 6c        | as dealt | 1 to 1 | (e)
    Kc 9d                 | as dealt | 1 to 1 | (e)
    Ac Kd                 | as dealt | 3 to 2 | (e)
    Ac Kd                 | split    | 1 to 1 | (e)
"""


def _rows(table: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("|")] for line in table.strip().splitlines()]


@pytest.mark.parametrize("row", _rows(PAID), ids=", ".join)
def test_what_a_hand_is_paid(row: list[str], cites: Callable[..., None]) -> None:
    held, how, odds, by = row
    hand = Hand(Place(1), cards(held), total(cards(held)), split=how == "split", doubled=how == "doubled")
    payout = pays(TableRules(game="spanish-21"), hand, THREE_TO_TWO)
    assert (str(payout.odds), str(payout.extra)) == (odds, odds)
    assert payout.by == f"19:47-19.5{by}" or odds == "1 to 1"
    cites(f"19:47-19.5{by}")


@pytest.mark.parametrize(
    ("wager", "amount"),
    [(4_99, 0), (5_00, 1000_00), (24_99, 1000_00), (25_00, 5000_00), (1000_00, 5000_00)],
)
def test_the_super_bonus_is_fixed_by_the_original_wager(wager: int, amount: int) -> None:
    assert fixed(wager) == amount
