"""Simulated edges of side wagers with fresh shoes are the exact ones, as near as chance allows."""

import os
from typing import Any, Final

import pytest

from chapter47.analysis.main_game import analyse
from chapter47.show_edge import edge_data
from chapter47.simulation.order import Order, all_side_bets
from chapter47.simulation.simulate import simulate
from chapter47.tablefile import from_data
from chapter47.wagers import WAGERS

OWN: Final[dict[str, list[dict[str, Any]]]] = {
    "match": [{"game": "switch"}],
    "match-the-dealer": [{"decks": 6}, {"decks": 8}, {"game": "spanish-21"}],
    "same-suit": [{"decks": 6, "wagers": {"same-suit": {"paytable": number}}} for number in (1, 2)],
    "twenty-point-bonus": [{"decks": 6, "wagers": {"twenty-point-bonus": {"paytable": table}}} for table in "AB"],
}
# A progressive meter begins anew with each block, so its edge here lies between the one at the reset amount and the one
# of the long run: it has no figure to be compared with.
ROWS: Final = [(name, own) for name in WAGERS for own in OWN.get(name, [{"decks": 6}]) if name != "progressive"]


def _near(name: str, own: dict[str, Any], rounds: int) -> None:
    """Who plays by the chart; the exact price by the chart where it is another than the wager's own best."""
    table = from_data({"game": "blackjack", "wagers": {name: {}}, **own})
    told, _ = edge_data(table)
    exact = told["wagers"][name].get("bets", {"": told["wagers"][name]})
    order = Order(table, analyse(table).strategy_data(), rounds, 47, fresh=True)
    sides = all_side_bets(table, order.wagers).made
    found = simulate(Order(table, order.strategy, rounds, 47, fresh=True, sides=sides))
    assert sides
    for side in sides:
        line = found.tally.lines[side.name]
        price = exact[side.bet].get("by_chart", exact[side.bet])["house_edge"]
        assert abs(line.edge - price) < 4 * line.standard_error, (side.name, line.edge, price, line.standard_error)


@pytest.mark.parametrize(("name", "own"), ROWS)
def test_the_simulated_edge_is_near_the_exact_one(name: str, own: dict[str, Any]) -> None:
    _near(name, own, 1 << 20)


@pytest.mark.soak
@pytest.mark.parametrize(("name", "own"), ROWS)
def test_the_simulated_edge_is_near_the_exact_one_for_long(name: str, own: dict[str, Any]) -> None:
    _near(name, own, int(os.environ.get("CHAPTER47_EDGES", 10**8)))
