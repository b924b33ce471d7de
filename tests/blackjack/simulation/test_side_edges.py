"""Simulated edges of side wagers with fresh shoes are the exact ones, as near as chance allows."""

import os
from math import sqrt
from typing import Any, Final

import pytest
from tests.blackjack.simulation.meters import Meter

from chapter47.blackjack.analysis.main_game import analyse
from chapter47.blackjack.analysis.table_prices import all_prices
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.simulation.kernel.program import ChartOrFile, SideStake, least_wagers
from chapter47.blackjack.simulation.kernel.rounds import rounds_by_table
from chapter47.blackjack.simulation.run.request import SimulationRequest, all_side_bets
from chapter47.blackjack.simulation.run.simulate import simulate
from chapter47.blackjack.simulation.run.tally import Tally
from chapter47.blackjack.table_file import from_data
from chapter47.blackjack.variations import wager_at
from chapter47.blackjack.wagers import WAGERS
from chapter47.blackjack.wagers.facts import Placing
from chapter47.blackjack.wagers.wager import edge_of
from chapter47.core.numeric.blocks import BLOCK

OWN: Final[dict[str, list[dict[str, Any]]]] = {
    "match": [{"game": "switch"}],
    "match-the-dealer": [{"decks": 6}, {"decks": 8}, {"game": "spanish-21"}, {"game": "spanish-21", "decks": 6}],
    "optional-bonus": [{"decks": 6}, {"decks": 8}],
    "same-suit": [{"decks": 6, "wagers": {"same-suit": {"paytable": number}}} for number in (1, 2, 3, 4)],
    "twenty-point-bonus": [{"decks": 6, "wagers": {"twenty-point-bonus": {"paytable": table}}} for table in "AB"],
}
ROWS: Final = [(name, own) for name in WAGERS for own in OWN.get(name, [{"decks": 6}]) if name != "progressive"]
METERS: Final[list[dict[str, Any]]] = [
    {},
    {"rate": 0.85, "initial": "20000", "reset": "7500", "reset_meter": True},
]
SHORT: Final = 1 << 20
LONG: Final = int(os.environ.get("CHAPTER47_EDGES", 10**8))


def _table(name: str, own: dict[str, Any]) -> TableRules:
    return from_data({"game": "blackjack", "wagers": {name: {}}, **own})


def _sets_of_bets(table: TableRules, name: str) -> list[list[SideStake]]:
    """Every bet of a wager at its least stake: all that go together at once, each of the others by itself."""
    stakes = [least_wagers(table)]
    made, left_out = all_side_bets(table, stakes)
    wager, offer = wager_at(table, name), table.wagers[name]
    alone = [bet for bet in wager.bets(table, offer) if f"{name} {bet}".strip() in left_out]
    least = {bet: wager.stakes(Placing(table, offer, bet, 0, sum(stakes[0]))).least for bet in alone}
    sets = [made, *([SideStake(name, least[bet], bet)] for bet in alone)]
    assert sorted(side.bet for sides in sets for side in sides) == sorted(wager.bets(table, offer))
    return sets


def _played(table: TableRules, strategy: ChartOrFile, sides: list[SideStake], rounds: int) -> Tally:
    return simulate(SimulationRequest(table, strategy, rounds, 47, fresh=True, sides=sides)).tally


def _near(name: str, own: dict[str, Any], rounds: int) -> None:
    """Who plays by the chart; the exact price by the chart where it is another than the wager's own best."""
    table = _table(name, own)
    main = analyse(table)
    (exact,) = all_prices(table, main)
    for sides in _sets_of_bets(table, name):
        tally = _played(table, main.strategy_data(), sides, rounds)
        for side in sides:
            line = tally.bets[side.name]
            price = float(edge_of(exact.by_chart.get(side.bet, exact.bets[side.bet])))
            assert abs(line.edge - price) < 4 * line.standard_error, (side.name, line.edge, price, line.standard_error)


def _near_with_a_meter(keys: dict[str, Any], rounds: int) -> None:
    """Each table of a block has a meter of its own, and what it pays has an exact mean and variance.

    If what the meter holds at the end counts as lost, the edge is that of the long run, and needs no such care."""
    table = _table("progressive", {"decks": 6, "wagers": {"progressive": keys}})
    main = analyse(table)
    (priced,) = all_prices(table, main)
    (sides,) = _sets_of_bets(table, "progressive")
    line = _played(table, main.strategy_data(), sides, rounds).bets["progressive"]
    blocks = (min(BLOCK, rounds - begun) for begun in range(0, rounds, BLOCK))
    lengths = [length for block in blocks for length in rounds_by_table(block)]
    meter = Meter(table.wagers["progressive"], priced.by_chart[""])
    paid = {length: meter.paid(length) for length in set(lengths)}
    mean, variance = (sum(paid[length][part] for length in lengths) for part in range(2))
    assert abs(line.edge - (1 - mean / rounds)) < 4 * sqrt(variance) / rounds, (line.edge, 1 - mean / rounds)
    long_run = priced.figures[""]["long_run_house_edge"]
    assert isinstance(long_run, float)
    error = line.error_with_meters
    assert abs(line.edge_with_meters - long_run) < 4 * error, (line.edge_with_meters, long_run, error)


@pytest.mark.parametrize(("name", "own"), ROWS)
def test_the_simulated_edge_is_near_the_exact_one(name: str, own: dict[str, Any]) -> None:
    _near(name, own, SHORT)


@pytest.mark.parametrize("keys", METERS)
def test_the_simulated_edge_with_a_meter_is_near_the_exact_one(keys: dict[str, Any]) -> None:
    _near_with_a_meter(keys, SHORT)


@pytest.mark.soak
@pytest.mark.parametrize(("name", "own"), ROWS)
def test_the_simulated_edge_is_near_the_exact_one_for_long(name: str, own: dict[str, Any]) -> None:
    _near(name, own, LONG)


@pytest.mark.soak
@pytest.mark.parametrize("keys", METERS)
def test_the_simulated_edge_with_a_meter_is_near_the_exact_one_for_long(keys: dict[str, Any]) -> None:
    _near_with_a_meter(keys, LONG)
