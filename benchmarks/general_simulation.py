"""What the general kernel plays: each game, each number of boxes, and what each side wager costs."""

from collections.abc import Iterator
from pathlib import Path

from benchmarks.simulation import seconds
from chapter47.blackjack.analysis.main_game import analyse
from chapter47.blackjack.simulation.run.request import SimulationRequest, all_side_bets
from chapter47.blackjack.simulation.run.tally import play_block
from chapter47.blackjack.table_rules import TableRules
from chapter47.blackjack.wagers import WAGERS
from chapter47.core.errors import NotPricedError
from chapter47.games import from_data, read

ROUNDS = 300_000


def rate(order: SimulationRequest) -> float:
    """Rounds per second of one core, warm."""
    program = order.program()
    return ROUNDS / seconds(lambda: play_block(program, 1, 0, ROUNDS), runs=3)


def game_rates() -> Iterator[tuple[str, float]]:
    for path in sorted(Path("examples").glob("*.toml")):
        table = read(path)
        try:
            yield table.game, rate(SimulationRequest(table, analyse(table).strategy_data(), ROUNDS))
        except NotPricedError:
            continue


def side_costs() -> Iterator[tuple[str, float]]:
    """By how much longer a round takes with each side wager."""
    for name, wager in WAGERS.items():
        own = {"game": "switch"} if wager.section.startswith("19:47-2A") else {"decks": 6}
        table = from_data({**own, "wagers": {name: {}}})
        plain = SimulationRequest(table, analyse(table).strategy_data(), ROUNDS, detailed=True)
        bets = all_side_bets(table, plain.wagers).made
        with_it = SimulationRequest(table, plain.strategy, ROUNDS, sides=bets, detailed=True)
        yield name, rate(plain) / rate(with_it) - 1


def box_rates(table: TableRules) -> Iterator[tuple[int, float]]:
    chart = analyse(table).strategy_data()
    for boxes in (1, 3, 7):
        yield boxes, rate(SimulationRequest(table, chart, ROUNDS, stakes=[(10_00,)] * boxes, detailed=True))


def report() -> None:
    print("the general kernel, million rounds per second of one core:")
    for game, rate in game_rates():
        print(f"  {game}: {rate / 1e6:.2f}")
    for boxes, rate in box_rates(from_data({"decks": 6})):
        print(f"  blackjack, {boxes} boxes: {rate / 1e6:.2f}")
    for name, cost in side_costs():
        print(f"  a round with {name} takes {cost:.0%} longer")
