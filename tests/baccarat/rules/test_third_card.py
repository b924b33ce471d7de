"""The third-card rule of 3.9, row by row, and the point count of 3.1."""

from collections.abc import Callable

import pytest

from chapter47.baccarat.rules.cards import banker_draws, player_draws, point_count
from chapter47.core.cards import cards

Claim = Callable[..., None]

# hand, count, paragraph
COUNTS = [
    ("As 2d 4c", 7, "19:47-3.1(c)1"),
    ("As 2d 9c", 2, "19:47-3.1(c)2"),
    ("Th Jh", 0, "19:47-3.1(b)2"),
    ("Qh Kh", 0, "19:47-3.1(b)2"),
    ("2h 7c", 9, "19:47-3.1(b)1"),
    ("8h 8c", 6, "19:47-3.1(c)"),
    ("Ah Ac", 2, "19:47-3.1(b)3"),
    ("9h 9c 9s", 7, "19:47-3.1(c)"),
]


@pytest.mark.parametrize(("hand", "count", "by"), COUNTS)
def test_a_point_count_is_the_last_digit(hand: str, count: int, by: str, cites: Claim) -> None:
    assert point_count(cards(hand)) == count
    cites(by)


# Player's two cards, Banker's two cards, what the Player's third card counts ("-" for none), who draws
DRAWS = [
    (8, 0, "-", "nobody"),
    (0, 9, "-", "nobody"),
    (9, 8, "-", "nobody"),
    (6, 5, "-", "banker"),
    (7, 6, "-", "nobody"),
    (6, 0, "-", "banker"),
    (5, 7, "3", "player"),
    (5, 5, "0", "player"),
    (5, 5, "4", "both"),
    (0, 3, "8", "player"),
    (0, 3, "9", "both"),
    (2, 6, "5", "player"),
    (2, 6, "6", "both"),
    (2, 6, "7", "both"),
    (2, 6, "8", "player"),
    (1, 4, "1", "player"),
    (1, 4, "2", "both"),
    (4, 2, "8", "both"),
    (3, 7, "6", "player"),
]


@pytest.mark.parametrize(("player", "banker", "third", "who"), DRAWS)
def test_who_draws(player: int, banker: int, third: str, who: str) -> None:
    draws = player_draws(player, banker)
    assert draws == (third != "-")
    banker_too = banker_draws(player, banker, int(third) if draws else None)
    assert {(False, False): "nobody", (True, False): "player", (False, True): "banker", (True, True): "both"}[
        draws, banker_too
    ] == who


def test_no_third_card_is_not_a_card_that_counts_nothing() -> None:
    assert banker_draws(6, 5, None)
    assert not banker_draws(5, 5, 0)
