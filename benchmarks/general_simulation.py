"""How fast the general kernel plays each variation and number of boxes, and what counts and side wagers cost."""

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from benchmarks import plain_kernel
from benchmarks.figures import Figure, Size, main
from benchmarks.plain_kernel import multiple
from chapter47.blackjack.analysis.main_game import analyse
from chapter47.blackjack.posting import GameName, TableRules
from chapter47.blackjack.simulation.counting.count_file import read_count
from chapter47.blackjack.simulation.run.backends import backend_for
from chapter47.blackjack.simulation.run.request import SimulationRequest, all_side_bets
from chapter47.blackjack.simulation.run.tally import play_block, record_block
from chapter47.blackjack.wagers import WAGERS
from chapter47.games import from_data

ROUNDS = 300_000
PEER = "about 10 million rounds/s of one process (hhoppe/blackjack, as its notebook says: 10^8 with about ten)"
HIGH_LOW = Path(__file__).parent.parent / "examples/hi-lo.count"


def rate(order: SimulationRequest) -> float:
    """Rounds per second of one core, warm, as a multiple of the plain kernel's."""
    program = order.program()
    return multiple(lambda rounds: play_block(program, 1, 0, rounds), order.rounds, 4 * order.rounds, turns=5)


def fast_rate(rounds: int) -> float:
    """The same of the fast path, which plays one box on the main wager."""
    table = from_data({"decks": 6})
    play = backend_for(SimulationRequest(table, analyse(table).strategy_data(), rounds)).play
    return multiple(lambda wanted: play(0, wanted), rounds, rounds, turns=5)


def game_rates(rounds: int) -> Iterator[tuple[str, float]]:
    for name in get_args(GameName):
        table = from_data({"game": name})
        yield name, rate(SimulationRequest(table, analyse(table).strategy_data(), rounds))


def side_costs(rounds: int) -> Iterator[tuple[str, float]]:
    """By how much longer a round takes with each side wager."""
    for name, wager in WAGERS.items():
        own = {"game": "switch"} if wager.section.startswith("19:47-2A") else {"decks": 6}
        table = from_data({**own, "wagers": {name: {}}})
        plain = SimulationRequest(table, analyse(table).strategy_data(), rounds, detailed=True)
        bets = all_side_bets(table, plain.wagers).made
        with_it = SimulationRequest(table, plain.strategy, rounds, sides=bets, detailed=True)
        yield name, rate(plain) / rate(with_it) - 1


def box_rates(table: TableRules, rounds: int) -> Iterator[tuple[int, float]]:
    chart = analyse(table).strategy_data()
    for boxes in (1, 3, 7):
        yield boxes, rate(SimulationRequest(table, chart, rounds, stakes=[(10_00,)] * boxes, detailed=True))


def costs_of_counting_and_records(table: TableRules, rounds: int) -> tuple[float, float]:
    """By how much longer a round takes with a count, its ramp and indices; and the speed with records of each round."""
    chart = analyse(table).strategy_data()
    plain = SimulationRequest(table, chart, rounds, detailed=True)
    counted = SimulationRequest(table, chart, rounds, counting=read_count(HIGH_LOW), detailed=True)
    program, speed = plain.program(), rate(plain)
    noted = multiple(lambda wanted: record_block(program, 1, 0, wanted), rounds, 4 * rounds, turns=5)
    return speed / rate(counted) - 1, noted / speed


def measure(size: Size) -> Iterator[Figure]:
    rounds, unit = size.number(ROUNDS), "times the plain kernel"
    yield Figure("plain kernel, one box", plain_kernel.rate(4 * rounds) / 1e6, "million rounds/s of one core")
    yield Figure("blackjack heads-up, fast path", fast_rate(10 * rounds), unit, "5", "1", PEER)
    for game, speed in game_rates(rounds):
        yield Figure(f"{game}, one box", speed, unit, "0.4" if game == "switch" else "0.6", "1")
    for boxes, speed in box_rates(from_data({"decks": 6}), rounds):
        goal = {1: "0.6", 7: "0.25"}.get(boxes, "")
        yield Figure(f"blackjack, {boxes} boxes, detailed", speed, unit, goal, "1")
    counting, records = costs_of_counting_and_records(from_data({"decks": 6}), rounds)
    yield Figure("a round with hi-lo, ramp and indices", 100 * counting, "% longer", "40")
    yield Figure("records of every round", records, "times as fast as without", "0.5")
    for name, cost in side_costs(rounds):
        yield Figure(f"a round with {name}", 100 * cost, "% longer", "10")


if __name__ == "__main__":
    main(measure)
