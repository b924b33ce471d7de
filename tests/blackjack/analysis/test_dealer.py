"""The dealer's outcomes against a plain recursion, and the split weights against what they must add up to."""

import numpy as np
import pytest

from chapter47.blackjack.analysis.exact.dealer import BUST, OUTCOMES, total_of
from chapter47.blackjack.analysis.exact.exchange import endings, split_weights
from chapter47.blackjack.analysis.exact.game import BLACKJACK
from chapter47.blackjack.analysis.exact.prepared import prepare
from chapter47.blackjack.analysis.exact.rulebook import most_hands, stands_on
from chapter47.blackjack.analysis.exact.shoe import full_shoes
from chapter47.blackjack.analysis.exact.values import VALUES, Multiset, add, low_points
from chapter47.blackjack.hands import LIMIT, Total
from chapter47.blackjack.posting import TableRules


def plain(left: list[int], held: Multiset, standing: frozenset[Total], chance: float, outcomes: list[float]) -> None:
    """Draw by draw, without any sharing; blackjacks are left out."""
    total = total_of(held)
    if sum(held) >= 2 and (low_points(held) > LIMIT or total in standing):
        if low_points(held) > LIMIT:
            outcomes[BUST] += chance
        elif not (sum(held) == 2 and total.points == LIMIT):
            outcomes[total.points - 17] += chance
        return
    unseen = sum(left)
    for value in range(VALUES):
        if left[value]:
            left[value] -= 1
            plain(left, add(held, value), standing, chance * (left[value] + 1) / unseen, outcomes)
            left[value] += 1


@pytest.mark.parametrize("soft_17", ["stand", "hit"])
@pytest.mark.parametrize(("row", "view"), [(40, 0), (300, 5), (2100, 9), (9000, 4), (20000, 6)])
def test_outcomes_equal_a_plain_recursion(soft_17: str, row: int, view: int) -> None:
    table = TableRules(decks=2, soft_17=soft_17, split_hands=4)  # type: ignore[arg-type]
    prepared = prepare(table, full_shoes(table)[0], BLACKJACK)
    left = [int(count) for count in prepared.deal.shoe - prepared.removed.cards[row]]
    assert min(left) >= 0, "these cards are not in two decks"
    left[view] -= 1
    expected = [0.0] * OUTCOMES
    plain(left, add((0,) * VALUES, view), stands_on(table), 1.0, expected)
    assert prepared.deal.outcomes[row, view] == pytest.approx(expected, abs=1e-13)


def test_first_cards_add_up_to_one() -> None:
    prepared = prepare(TableRules(decks=1), full_shoes(TableRules(decks=1))[0], BLACKJACK)
    assert prepared.deal_chances.sum() == pytest.approx(1.0, abs=1e-14)


def mean_number_of_hands(left: int, unseen: int, most: int, hands: int = 2, waiting: int = 2) -> float:
    """Card by card: each hand that waits draws its second card, and is split again if that is of the pair."""
    if hands == most or not waiting:
        return hands
    same = max(left, 0) / unseen
    split = mean_number_of_hands(left - 1, unseen - 1, most, hands + 1, waiting + 1)
    return same * split + (1.0 - same) * mean_number_of_hands(left, unseen - 1, most, hands, waiting - 1)


@pytest.mark.parametrize("decks", [1, 6])
@pytest.mark.parametrize(("most", "pair"), [(2, 7), (3, 7), (4, 7), (4, 9), (4, 0)])
def test_the_weights_of_split_hands_are_numbers_of_hands(decks: int, most: int, pair: int) -> None:
    """With every hand worth one unit a split is worth its number of hands."""
    table = TableRules(decks=decks)
    shoe, views = full_shoes(table)[0].counts, np.eye(VALUES, dtype=np.int64)
    weights = split_weights(shoe, views, 1, pair, most)
    for view in range(VALUES):
        left = shoe[pair] - 1 - np.arange(len(weights.other)) - views[view, pair]
        same = np.clip(left, 0, None) / (shoe.sum() - 2 - np.arange(len(weights.other)))
        hands = (weights.other[:, view] * (1 - same) + weights.same[:, view] * same).sum()
        left, unseen = int(shoe[pair]) - 2 - int(views[view, pair]), int(shoe.sum()) - 3
        assert hands == pytest.approx(mean_number_of_hands(left, unseen, most), abs=1e-12)


@pytest.mark.parametrize(("most", "ways"), [(2, 1), (3, 3), (4, 8)])
def test_the_orders_of_second_cards(most: int, ways: int) -> None:
    assert sum(endings(most).values()) == ways


@pytest.mark.parametrize(
    ("table", "aces", "eights"),
    [
        (TableRules(), 2, 2),
        (TableRules(split_hands=4), 2, 4),
        (TableRules(split_hands=3, resplit_aces=True), 3, 3),
    ],
)
def test_how_many_hands_a_pair_becomes(table: TableRules, aces: int, eights: int) -> None:
    assert (most_hands(table, 0), most_hands(table, 7)) == (aces, eights)
