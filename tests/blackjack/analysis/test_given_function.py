"""The exact price of a strategy written as a function, the average final stake, and the effects of removal."""

from collections.abc import Callable
from typing import Any

import pytest

import chapter47
from chapter47.blackjack.analysis.final_stake import average_final_stake
from chapter47.blackjack.analysis.given_function import analyse_function
from chapter47.blackjack.analysis.pricing import cards
from chapter47.blackjack.analysis.removal import main_removal, side_removal
from chapter47.blackjack.chart_codes import moves_of
from chapter47.blackjack.hands import total
from chapter47.core.cards import Card

Cards = tuple[Card, ...]
TABLE: Any = chapter47.table(decks=6, surrender=True, split_hands=4)
RANKS = "23456789TA"


def mimic_the_dealer(hand: Cards, up: Cards, legal: tuple[str, ...]) -> str:
    assert {"hit", "stand"} <= set(legal)
    assert len(up) == 1
    return "hit" if total(hand).points < 17 else "stand"


def played_by(chart: Any, column_of: Callable[[Cards], str] = lambda up: up[0].rank) -> Any:
    """The same strategy as a function."""

    def decide(hand: Cards, up: Cards, legal: tuple[str, ...]) -> str:
        count, column = total(hand), column_of(up)
        codes = [chart["soft" if count.soft else "hard"][str(count.points)][column]]
        if len(hand) == 2 and hand[0].rank == hand[1].rank and "split" in legal:
            codes.insert(0, chart["pairs"][hand[0].rank][column])
        return next(move for code in codes for move in moves_of(code) if move in legal)

    return decide


def test_a_function_that_follows_the_chart_has_its_edge() -> None:
    basic = chapter47.edge(TABLE)
    given = chapter47.edge(TABLE, strategy=played_by(chapter47.strategy(TABLE).to_dict()))
    assert given.house_edge == pytest.approx(basic.house_edge, abs=1e-13)
    assert given.variance == pytest.approx(basic.variance, abs=1e-12)
    assert given.cost == ()


def test_mimicking_the_dealer_costs_what_a_chart_of_it_costs() -> None:
    """Griffin, The Theory of Blackjack: playing like the dealer loses between 5.5 and 5.7 %."""

    def row(points: int) -> dict[str, str]:
        return dict.fromkeys(RANKS, "H" if points < 17 else "S")

    pairs = {rank: row({"A": 12, "T": 20}.get(rank) or 2 * int(rank)) for rank in RANKS}
    chart = {
        "hard": {str(points): row(points) for points in range(4, 21)},
        "soft": {str(points): row(points) for points in range(12, 21)},
        "pairs": pairs,
        "insurance": False,
    }
    exact = chapter47.edge(TABLE, strategy=mimic_the_dealer)
    assert exact.house_edge == pytest.approx(chapter47.edge(TABLE, strategy=chart).house_edge, abs=1e-13)
    assert 0.055 < (exact.house_edge or 0) < 0.057
    assert exact.cost is not None
    assert exact.cost[0].per_100_rounds == max(cost.per_100_rounds for cost in exact.cost)


def test_a_function_may_look_at_the_cards() -> None:
    """Standing on 16 of three or more cards against a ten and hitting on two gains on the chart."""
    table: Any = chapter47.table(decks=1, hole_card="card-reader")
    chart = chapter47.strategy(table).to_dict()
    follow = played_by(chart)

    def decide(hand: Cards, up: Cards, legal: tuple[str, ...]) -> str:
        if up[0].rank == "T" and total(hand) == (16, False) and "split" not in legal:
            return "hit" if len(hand) == 2 else "stand"
        return str(follow(hand, up, legal))

    given, basic = chapter47.edge(table, strategy=decide), chapter47.edge(table)
    assert given.house_edge is not None
    assert basic.house_edge is not None
    assert given.house_edge < basic.house_edge
    assert given.cost is not None
    (gain,) = given.cost
    assert (gain.cell, gain.per_100_rounds < 0) == ("hard 16 against T", True)
    assert gain.per_100_rounds == pytest.approx(100 * (given.house_edge - basic.house_edge), abs=1e-9)


def test_double_exposure_shows_both_cards() -> None:
    table: Any = chapter47.table(game="double-exposure")
    follow = played_by(chapter47.strategy(table).to_dict(), lambda up: str(total(up)))
    given = chapter47.edge(table, strategy=follow)
    assert given.house_edge == pytest.approx(chapter47.edge(table).house_edge, abs=1e-12)
    assert given.cost == ()


def test_answers_that_are_not_legal_are_listed() -> None:
    with pytest.raises(chapter47.Chapter47Error, match="fold with") as raised:
        chapter47.edge(TABLE, strategy=lambda hand, up, legal: "fold" if total(hand).points == 12 else "stand")
    assert len(raised.value.problems) > 1
    with pytest.raises(chapter47.Chapter47Error, match="switching rule"):
        chapter47.edge(chapter47.table(game="switch"), strategy=mimic_the_dealer)


@pytest.mark.parametrize("game", ["blackjack", "six-to-five", "double-exposure", "spanish-21"])
def test_effects_of_removal_add_up_to_nothing(game: str) -> None:
    """A card that leaves unseen changes nothing while the strategy stays the same."""
    table: Any = chapter47.table(game=game)
    shoe = cards(table)
    assert sum(shoe[rank] * effect for rank, effect in main_removal(table).items()) == pytest.approx(0, abs=1e-11)


@pytest.mark.soak
def test_effects_of_removal_add_up_to_nothing_at_switch() -> None:
    table: Any = chapter47.table(game="switch")
    shoe = cards(table)
    assert sum(shoe[rank] * effect for rank, effect in main_removal(table).items()) == pytest.approx(0, abs=1e-11)


def test_side_wagers_by_suit_are_removed_card_by_card() -> None:
    table: Any = chapter47.table(decks=6, wagers={"match-the-dealer": {}})
    shoe, effects = cards(table), side_removal(table, "match-the-dealer", "")
    assert sum(shoe[rank] * effect for rank, effect in effects.items()) == pytest.approx(0, abs=1e-12)


def test_the_final_stake_of_simple_charts() -> None:
    """Who never doubles nor splits stakes one unit; who doubles 11 adds the chance of four kinds of hand.

    Of 312 cards 24 have each value but ten; the card reader ends the round before if the dealer has blackjack."""
    table: Any = chapter47.table(decks=6, hole_card="card-reader")

    def doubles_11(hand: Cards, up: Cards, legal: tuple[str, ...]) -> str:
        if len(hand) == 2 and total(hand) == (11, False) and "double" in legal:
            return "double"
        return mimic_the_dealer(hand, up, legal)

    flat, doubling = (analyse_function(table, function).analysis for function in (mimic_the_dealer, doubles_11))
    assert average_final_stake(table, flat) == pytest.approx(1, abs=1e-12)
    dealt_11 = 4 * 2 * 24 * 24 / (312 * 311)
    no_blackjack = 1 - 2 * 24 * 96 / (310 * 309)
    assert average_final_stake(table, doubling) == pytest.approx(1 + dealt_11 * no_blackjack, abs=1e-12)


def test_the_final_stake_with_splits() -> None:
    """Who splits every pair of eights once, and stands on everything, adds one unit with that chance."""
    table: Any = chapter47.table(decks=6, hole_card="card-reader", split_hands=2)

    def splits_eights(hand: Cards, up: Cards, legal: tuple[str, ...]) -> str:
        return "split" if "split" in legal and hand[0].rank == "8" else "stand"

    pair = 24 * 23 / (312 * 311)
    no_blackjack = 1 - 2 * 24 * 96 / (310 * 309)
    analysis = analyse_function(table, splits_eights).analysis
    assert average_final_stake(table, analysis) == pytest.approx(1 + pair * no_blackjack, abs=1e-12)
