"""Baccarat: the exact prices, the kernel and the engine with its log. CPU of one core, warm."""

from collections.abc import Iterator
from pathlib import Path
from time import process_time

from benchmarks.figures import Figure, Size, main
from chapter47.baccarat.acts import Bet, Deal, Open, Sit
from chapter47.baccarat.analysis.price import endings, full_shoe
from chapter47.baccarat.analysis.pricing import price
from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.rules.wagers import WAGERS
from chapter47.baccarat.simulation.run import BaccaratRequest, play_block
from chapter47.baccarat.simulation.staking import CountSystem, RoundBet, read_count
from chapter47.baccarat.table.in_play import WAITS, BaccaratInPlay
from chapter47.core.chance import Seeded
from chapter47.core.numeric.blocks import BLOCK

TABLE = BaccaratTable()
COUNT = read_count(Path(__file__).parents[1] / "examples/baccarat.count")


def exact() -> float:
    """Milliseconds for every ending of eight decks."""
    endings(full_shoe(TABLE.decks))
    start = process_time()
    for _ in range(10):
        endings(full_shoe(TABLE.decks))
    return 100 * (process_time() - start)


def with_removals() -> float:
    """Milliseconds for everything that `edge` reports."""
    start = process_time()
    price(TABLE)
    return 1000 * (process_time() - start)


def kernel(blocks: int, *, fresh: bool = False, counting: CountSystem | None = None) -> float:
    """Million rounds a second."""
    request = BaccaratRequest(TABLE, (RoundBet("banker", 25_00),), 1, fresh, counting)
    play_block(request, 0, 1000)
    start = process_time()
    for block in range(blocks):
        play_block(request, block, BLOCK)
    return blocks * BLOCK / (process_time() - start) / 1e6


def engine(rounds: int, wagers: tuple[str, ...] = ("banker",)) -> float:
    """Rounds a second with these wagers of one seat and the full log."""
    playing = BaccaratInPlay(TABLE, Seeded(1))
    playing.perform(Sit("Ann", 1))
    playing.perform(Open())
    start = process_time()
    for _ in range(rounds):
        for wager in wagers:
            playing.perform(Bet("Ann", TABLE.minimum, wager))
        playing.perform(Deal())
        while not isinstance(playing.need, WAITS):
            playing.step()
    return rounds / (process_time() - start)


def measure(size: Size) -> Iterator[Figure]:
    blocks, unit = size.number(20), "million rounds/s of one core"
    yield Figure("exact, eight decks", exact(), "ms")
    yield Figure("exact, with the effect of each card removed", with_removals(), "ms")
    yield Figure("kernel, real shoes", kernel(blocks), unit)
    yield Figure("kernel, fresh cards every round", kernel(blocks, fresh=True), unit)
    yield Figure("kernel, with a count", kernel(blocks, counting=COUNT), unit)
    yield Figure("engine with its log, one wager", engine(size.number(5000)), "rounds/s")
    yield Figure("engine with its log, three wagers", engine(size.number(5000), WAGERS), "rounds/s")


if __name__ == "__main__":
    main(measure)
