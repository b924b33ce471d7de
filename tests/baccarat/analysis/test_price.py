"""The exact price against every order of small shoes, and the fee to the cent."""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from chapter47.baccarat.analysis.price import BaccaratPrice, Ending, endings, orders
from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.rules.wagers import fee


def _dealt(cards: tuple[int, ...]) -> Ending:
    """A round by the printed rule, written out once more without the project's own."""
    player, banker = [cards[0], cards[2]], [cards[1], cards[3]]
    more = list(cards[4:])
    if max(sum(player) % 10, sum(banker) % 10) < 8:
        third = None
        if sum(player) % 10 < 6:
            third = more.pop(0)
            player.append(third)
        two = (banker[0] + banker[1]) % 10
        draws = {
            None: two <= 5, 0: two <= 3, 1: two <= 3, 2: two <= 4, 3: two <= 4, 4: two <= 5, 5: two <= 5,
            6: two <= 6, 7: two <= 6, 8: two <= 2, 9: two <= 3,
        }  # fmt: skip
        if draws[third]:
            banker.append(more.pop(0))
    return Ending(sum(player) % 10, sum(banker) % 10, len(player), len(banker))


SHOES = ["0123456", "00059988", "0667711", "12345678", "3344558"]


@pytest.mark.parametrize("shoe", SHOES)
def test_small_shoes_by_every_order(shoe: str) -> None:
    counts = tuple(shoe.count(str(digit)) for digit in range(10))
    by_hand = Counter(_dealt(order) for order in permutations(map(int, shoe), 6))
    assert endings(counts) == dict(by_hand)
    assert sum(by_hand.values()) == orders(counts)


# win, rate, rounded, fee in cents
FEES = [
    (131_00, "5/100", True, 6_75),
    (131_00, "5/100", False, 6_55),
    (131_00, "4/100", True, 5_40),
    (131_00, "4/100", False, 5_24),
    (100_00, "5/100", True, 5_00),
    (5_00, "5/100", True, 25),
    (1_00, "5/100", True, 25),
    (5_00, "4/100", True, 20),
    (10_10, "5/100", False, 50),
]


@pytest.mark.parametrize(("won", "rate", "rounded", "cents"), FEES)
def test_the_fee_on_a_banker_win(won: int, rate: str, rounded: bool, cents: int) -> None:
    assert fee(won, Fraction(rate), rounded=rounded) == cents


def test_a_rounded_fee_weighs_more_on_a_small_stake() -> None:
    price = BaccaratPrice(BaccaratTable(minimum=1_00))
    won = price.chances("banker")["win"]
    assert price.wager("banker").house_edge - price.unrounded().house_edge == won * Fraction(20, 100)


def test_removals_add_up_to_nothing() -> None:
    """A card drawn at random changes no price on average: the shoe less one random card is worth the same."""
    table = BaccaratTable(decks=6)
    price = BaccaratPrice(table)
    effects = price.removal()
    for wager in ("banker", "player", "tie"):
        assert sum(price.shoe[count] * effect[wager] for count, effect in effects.items()) == 0
